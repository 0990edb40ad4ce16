// Branch and commit as `git status` tells them along with the files, which spares a process of git.
import path from 'node:path';
import type { GitState } from '../../core/project/drift';
import { lookSurely } from '../base/lookAt';
import { readRegularFile } from '../base/regularFile';

const PACKED_LIMIT_BYTES = 1024 * 1024;

/** @returns nothing where git has to be asked: before the first commit, on no branch, and where it may call that by a longer name. */
export async function toldHead(
	told: readonly string[],
	gitDir: string | undefined,
): Promise<Pick<GitState, 'branch' | 'commit'> | undefined> {
	const valueOf = (name: string): string => {
		const begins = `# branch.${name} `;
		return told.find((line) => line.startsWith(begins))?.slice(begins.length) ?? '';
	};
	const [commit, branch] = [valueOf('oid'), valueOf('head')];
	// In brackets it says why there is none.
	if (gitDir === undefined || !/^[0-9a-f]{40,64}$/u.test(commit) || /^(?:$|\(|refs\/)/u.test(branch)) return undefined;
	return (await isOnlyName(gitDir, branch).catch(() => false)) ? { commit, branch } : undefined;
}

/** Whether a branch is all that its name can mean, as far as the files of a main checkout tell. */
async function isOnlyName(gitDir: string, branch: string): Promise<boolean> {
	// Of a worktree, and of refs in one table, they tell nothing.
	for (const name of ['commondir', 'reftable', branch, `refs/${branch}`, `refs/tags/${branch}`])
		if ((await lookSurely(path.join(gitDir, name))) !== undefined) return false;
	const packed = await readRegularFile(path.join(gitDir, 'packed-refs'), PACKED_LIMIT_BYTES, { isLinkRefused: true });
	if (packed === undefined) return (await lookSurely(path.join(gitDir, 'packed-refs'))) === undefined;
	if (packed.sizeBytes > PACKED_LIMIT_BYTES) return false;
	const lines = packed.bytes.toString().split('\n');
	return !lines.some((line) => line.endsWith(` refs/${branch}`) || line.endsWith(` refs/tags/${branch}`));
}
