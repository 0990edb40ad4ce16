// Commits one file with the person's own git, its hooks included: in a trusted editor, and because they asked for it.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { singleLine, truncate } from '../../core/base/text';
import { findOnPath } from '../project/gitRepository';
import type { Project } from '../project/project';
import type { Ratified } from './draftFiles';

const run = promisify(execFile);
/** Commit hooks may run tests. */
const TIMEOUT_MS = 120_000;

/**
 * Commits an accepted draft and nothing else, whatever else is staged; and pushes, where that is wanted.
 * @returns the abbreviated hash. @throws Error with what git said.
 */
export async function commitFile(
	project: Project,
	{ file, title }: Pick<Ratified, 'file' | 'title'>,
	{ env, isPushed }: { readonly env: NodeJS.ProcessEnv; readonly isPushed: boolean },
): Promise<string> {
	const binary = await findOnPath('git', env);
	if (binary === undefined || !project.isGit) throw new Error('No git repository to commit to.');
	const git = async (...args: readonly string[]): Promise<string> => {
		try {
			const options = { cwd: project.checkout, env: { ...env, GIT_TERMINAL_PROMPT: '0' }, timeout: TIMEOUT_MS };
			return (await run(binary, [...args], options)).stdout.trim();
		} catch (error) {
			const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
			throw new Error(`git ${args[0] ?? ''} failed${said === '' ? '.' : `: ${truncate(singleLine(said), 300)}`}`, {
				cause: error,
			});
		}
	};
	const name = path.relative(project.checkout, file);
	await git('add', '--', name);
	try {
		await git('commit', '-m', truncate(`Hand off: ${singleLine(title)}`, 72), '--', name);
	} catch (error) {
		// Else the next commit would have it, whatever becomes of the file.
		await git('reset', '-q', '--', name).catch(() => undefined);
		throw error;
	}
	const hash = await git('rev-parse', '--short', 'HEAD');
	if (isPushed) await git('push');
	return hash;
}
