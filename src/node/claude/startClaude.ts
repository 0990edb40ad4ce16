// Claude Code as a person would start it: in their terminal, with the terminal its own until it ends.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Starts Claude Code with a first prompt and waits for its end.
 * @param binary absolute path of the program.
 * @returns its exit code; 128 and the signal's number where one ended it. @throws the system's error where it cannot be started.
 */
export function startClaude(
	binary: string,
	prompt: string,
	{ folder, env }: { readonly folder: string; readonly env: NodeJS.ProcessEnv },
): Promise<number> {
	return new Promise((resolve, reject) => {
		// Behind `--` nothing is an option, whatever a record says.
		const child = spawn(binary, ['--', prompt], { cwd: folder, env, stdio: 'inherit' });
		child.on('error', reject);
		child.on('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
	});
}
