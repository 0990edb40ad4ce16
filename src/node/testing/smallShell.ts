// Starts programs for tests from a shell that lives as long as their process. A process is copied when it starts another:
// of one as large as vitest's that takes three times as long as git itself, of a shell it takes next to nothing.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Outcome {
	/** As a shell tells it: above 128 for one that was killed. */
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
}

type Run = (command: string) => Outcome;
let shell: Run | undefined;

/** Runs a command of a POSIX shell to its end, in a subshell. Its environment is PATH alone, as it was at the first one. */
export function inShell(command: string): Outcome {
	return (shell ??= startShell())(command);
}

/** A word as a shell takes it as it stands. */
export const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

function startShell(): Run {
	const folder = mkdtempSync(path.join(tmpdir(), 'sk-shell-'));
	const [asks, answers, script, stdout, stderr] = ['asks', 'answers', 'script', 'stdout', 'stderr'].map((name) =>
		path.join(folder, name),
	) as [string, string, string, string, string];
	execFileSync('mkfifo', [asks, answers]);
	// Whoever opens one end waits for the other one, but for who opens both. The shell ends when our end goes with us.
	const ask = openSync(asks, 'r+');
	const loop = `exec 3>answers; while read -r _; do (. ./script) >stdout 2>stderr </dev/null 3>&-; echo $? >&3; done <asks`;
	const child = spawn('/bin/sh', ['-c', loop], { cwd: folder, env: { PATH: process.env['PATH'] }, stdio: 'ignore' });
	child.unref();
	const answer = openSync(answers, 'r');
	process.once('exit', () => {
		closeSync(ask);
		rmSync(folder, { recursive: true, force: true });
	});
	const said = Buffer.alloc(16);
	return (command) => {
		writeFileSync(script, command);
		writeSync(ask, '\n');
		const length = readSync(answer, said);
		if (length === 0) throw new Error('The shell of the tests has ended.');
		return {
			code: Number(said.toString('latin1', 0, length)),
			stdout: readFileSync(stdout, 'utf8'),
			stderr: readFileSync(stderr, 'utf8'),
		};
	};
}
