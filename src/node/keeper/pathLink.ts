// Our program on a person's PATH: a link to the installed launcher, in a folder of their own that needs no rights.
import { lstat, mkdir, readlink, symlink, unlink } from 'node:fs/promises';
import path from 'node:path';
import { type Result, fail, ok } from '../../core/base/result';
import { errorCode } from '../base/atomicFile';
import type { ClaudeHome } from '../claude/claudeHome';
import { programFile } from './program';

/** Folders below the home that systems put on the PATH by themselves; the first is where programs of one person belong. */
const FOLDERS = ['.local/bin', 'bin'];

export interface PathLink {
	/** The link, whether it is there or not. */
	readonly file: string;
	/** `foreign`: something else has its name. */
	readonly state: 'none' | 'ours' | 'foreign';
	/** Whether a shell finds what lies there. */
	readonly isOnPath: boolean;
}

/** `foreign`: something that is not ours is there, and stays. `unsupported`: Windows makes links for administrators only. */
export type PathLinkProblem = 'foreign' | 'unsupported';

/** Where the link is or would be: in the first of the folders that has it or is on the PATH, else in the first of all. */
export async function findPathLink(claude: ClaudeHome): Promise<PathLink> {
	const onPath = (claude.env['PATH'] ?? '').split(path.delimiter).map((each) => path.resolve(each));
	const links = await Promise.all(
		FOLDERS.map(async (name): Promise<PathLink> => {
			const folder = path.join(claude.userHome, name);
			const file = path.join(folder, 'session-keeper');
			return { file, state: await stateOf(file, programFile(claude)), isOnPath: onPath.includes(folder) };
		}),
	);
	const [first] = links;
	if (first === undefined) throw new Error('No folder for the link.');
	return links.find(({ state }) => state === 'ours') ?? links.find(({ isOnPath }) => isOnPath) ?? first;
}

/** Puts the link there; one of ours that is there is enough. @throws the file system's error. */
export async function putPathLink(claude: ClaudeHome): Promise<Result<PathLink, PathLinkProblem>> {
	if (process.platform === 'win32') return fail('unsupported');
	const link = await findPathLink(claude);
	if (link.state === 'foreign') return fail('foreign');
	if (link.state === 'none') {
		await mkdir(path.dirname(link.file), { recursive: true });
		await symlink(programFile(claude), link.file);
	}
	return ok({ ...link, state: 'ours' });
}

/** Takes our link away, and nothing else. @returns it, or nothing where there is none. @throws the file system's error. */
export async function removePathLink(claude: ClaudeHome): Promise<PathLink | undefined> {
	const link = await findPathLink(claude);
	if (link.state !== 'ours') return undefined;
	await unlink(link.file);
	return link;
}

async function stateOf(file: string, program: string): Promise<PathLink['state']> {
	try {
		if (!(await lstat(file)).isSymbolicLink()) return 'foreign';
		return path.resolve(path.dirname(file), await readlink(file)) === program ? 'ours' : 'foreign';
	} catch (error) {
		return errorCode(error) === 'ENOENT' ? 'none' : 'foreign';
	}
}
