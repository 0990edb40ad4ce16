// What Claude is told already: memories, and the lines of every file of instructions that it loads.
import { type Gist, gistOf, statementsIn } from '../../core/base/similarity';
import type { ClaudeHome } from '../claude/claudeHome';
import { readInstructionFiles } from './instructionFiles';
import { readMemoryFiles, readProjectMemories } from './memoryFiles';
import { type Project, memoryFolders } from '../project/project';

export interface KnownStatement {
	readonly gist: Gist;
	/** For people: the name of the memory, or of the file. */
	readonly name: string;
	/** The memory file that says it, where it is one: what could be replaced. */
	readonly file: string | undefined;
	/** The whole text that it stands in. */
	readonly text: string;
}

/** All of them. A folder or file that cannot be read says nothing. */
export async function knownStatements(claude: ClaudeHome, project: Project): Promise<readonly KnownStatement[]> {
	const memories = [
		...(await Promise.all(memoryFolders(project).map((folder) => readMemoryFiles(folder).catch(() => [])))).flat(),
		...(await readProjectMemories(project).catch(() => [])),
	];
	const fromMemories = memories.flatMap((memory) => {
		const texts = [memory.description, ...statementsIn(memory.body), memory.body];
		return [...new Set(texts)].map((text) => ({
			gist: gistOf(text),
			name: memory.name,
			file: memory.path,
			text: memory.body.trim() === '' ? memory.description : memory.body.trim(),
		}));
	});
	return [...fromMemories, ...(await fromInstructions(claude, project))];
}

async function fromInstructions(claude: ClaudeHome, project: Project): Promise<readonly KnownStatement[]> {
	const files = await readInstructionFiles(claude, project);
	return files.flatMap(({ name, text }) =>
		statementsIn(text).map((statement) => ({ gist: gistOf(statement), name, file: undefined, text: statement })),
	);
}
