// What Claude is told already: memories, and the lines of every CLAUDE.md that it loads.
import path from 'node:path';
import { type Gist, gistOf, statementsIn } from '../core/memory/similarity';
import type { ClaudeHome } from './claudeHome';
import { checkInside } from './insideProject';
import { MEMORY_LIMIT_BYTES, readMemoryFiles, readProjectMemories } from './memoryFiles';
import type { Project } from './project';
import { readRegularFile } from './regularFile';

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
	const folders = [project.memoryDir, ...project.formulaDirs];
	const memories = [
		...(await Promise.all(folders.map((folder) => readMemoryFiles(folder).catch(() => [])))).flat(),
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
	const own = ['CLAUDE.md', 'CLAUDE.local.md', '.claude/CLAUDE.md'].map((name) => path.join(project.root, name));
	const texts = await Promise.all(
		[...own, path.join(claude.configDir, 'CLAUDE.md')].map(async (file) => {
			const isOurs =
				!own.includes(file) ||
				(await checkInside(project.root, file).then(
					() => true,
					() => false,
				));
			const read = isOurs ? await readRegularFile(file, MEMORY_LIMIT_BYTES).catch(() => undefined) : undefined;
			return { name: path.basename(file), text: read?.bytes.toString('utf8') ?? '' };
		}),
	);
	return texts.flatMap(({ name, text }) =>
		statementsIn(text).map((statement) => ({ gist: gistOf(statement), name, file: undefined, text: statement })),
	);
}
