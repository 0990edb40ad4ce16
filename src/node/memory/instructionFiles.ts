// Every file of instructions that Claude Code loads at the start of a session in a project: the CLAUDE.md of the person,
// of the folders above and of the project, their rules, and what those import.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { importsIn } from '../../core/memory/instructionImports';
import { type ClaudeHome, expandHome } from '../claude/claudeHome';
import { checkInside, isInside } from '../base/insideProject';
import { MEMORY_LIMIT_BYTES } from './memoryFiles';
import type { Project } from '../project/project';
import { readRegularFile } from '../base/regularFile';

/** Claude Code follows imports so many steps deep. */
const MAX_DEPTH = 5;
/** So many files are looked at: what a repository imports and rules has no end of its own. */
const MAX_FILES = 200;
/** And no more of all of them together. Characters. */
const MAX_TEXT = 2 * 1024 * 1024;

interface InstructionFile {
	/** For people. */
	readonly name: string;
	readonly text: string;
}

/**
 * What a repository holds is read only inside it, whatever it imports or links to; what the person wrote, inside their home.
 * A file that is missing, no regular one or not ours to read is left out.
 */
export async function readInstructionFiles(claude: ClaudeHome, project: Project): Promise<readonly InstructionFile[]> {
	const found = new Map<string, InstructionFile>();
	let length = 0;
	const read = async (file: string, within: string | undefined, depth: number): Promise<void> => {
		if (found.has(file) || found.size >= MAX_FILES || length >= MAX_TEXT || depth > MAX_DEPTH) return;
		const text = await readText(file, within);
		if (text === undefined || found.has(file)) return;
		length += text.length;
		found.set(file, { name: path.basename(file), text });
		for (const name of importsIn(text)) {
			const target = path.resolve(path.dirname(file), expandHome(name, claude.userHome));
			if (isInside(within ?? claude.userHome, target)) await read(target, within, depth + 1);
		}
	};
	for (const root of new Set([project.checkout, project.root])) {
		for (const name of ['CLAUDE.md', 'CLAUDE.local.md', '.claude/CLAUDE.md'])
			await read(path.join(root, name), root, 0);
		for (const file of await rulesIn(path.join(root, '.claude', 'rules'))) await read(file, root, 0);
		for (const folder of foldersAbove(root))
			for (const name of ['CLAUDE.md', 'CLAUDE.local.md'])
				await read(path.join(folder, name), isInside(claude.userHome, folder) ? undefined : folder, 0);
	}
	await read(path.join(claude.configDir, 'CLAUDE.md'), undefined, 0);
	for (const file of await rulesIn(path.join(claude.configDir, 'rules'))) await read(file, undefined, 0);
	return [...found.values()];
}

/** @param within the root that the file must not leave, links followed. */
async function readText(file: string, within: string | undefined): Promise<string | undefined> {
	try {
		if (within !== undefined) await checkInside(within, file);
		return (await readRegularFile(file, MEMORY_LIMIT_BYTES))?.bytes.toString('utf8');
	} catch {
		return undefined;
	}
}

async function rulesIn(folder: string, depth = 0): Promise<readonly string[]> {
	const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
	const files = entries.filter((entry) => !entry.isDirectory() && entry.name.endsWith('.md'));
	const folders = depth < MAX_DEPTH ? entries.filter((entry) => entry.isDirectory()) : [];
	const below = await Promise.all(
		folders.slice(0, MAX_FILES).map(({ name }) => rulesIn(path.join(folder, name), depth + 1)),
	);
	return [...files.map(({ name }) => path.join(folder, name)).sort(), ...below.flat()].slice(0, MAX_FILES);
}

function foldersAbove(folder: string): readonly string[] {
	const above = path.dirname(folder);
	return above === folder ? [] : [above, ...foldersAbove(above)];
}
