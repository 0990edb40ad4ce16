// Tries our installed hooks, one after the other. It runs a launcher of ours, never a command that a settings file names:
// those are for the shell that Claude Code starts, which on Windows is not the one that we get.
import { spawn } from 'node:child_process';
import type { Probe } from '../../core/hooks/doctorFacts';
import { HOOKS, launcherCommand } from '../../core/hooks/launcherCommand';
import type { ClaudeHome } from '../claude/claudeHome';
import { PROBE_VARIABLE, PROBE_WORD } from '../keeper/launcherScripts';

/** A hook that takes longer is stopped; none of ours may take this long. Milliseconds. */
const PROBE_LIMIT_MS = 20_000;

/** Runs them one after the other, so that their times mean something. */
export async function probeAll(claude: ClaudeHome, launcher: string): Promise<readonly Probe[]> {
	const probes: Probe[] = [];
	for (const event of HOOKS)
		probes.push(await probe(claude, event, launcherCommand(launcher, event, 'sh', process.platform === 'win32')));
	return probes;
}

/** Runs a hook much as Claude Code does, in a run that nobody attends, so that it only starts and ends. */
function probe(claude: ClaudeHome, event: string, command: string): Promise<Probe> {
	const env = {
		...claude.env,
		CLAUDE_CONFIG_DIR: claude.configDir,
		CLAUDE_CODE_SESSION_ATTENDED: '0',
		[PROBE_VARIABLE]: '1',
	};
	const began = performance.now();
	return new Promise((resolve) => {
		let out = '';
		const child = spawn(command, {
			shell: true,
			env,
			cwd: claude.userHome,
			stdio: ['pipe', 'pipe', 'ignore'],
			windowsHide: true,
		});
		const timer = setTimeout(() => child.kill('SIGKILL'), PROBE_LIMIT_MS);
		const done = (): void => {
			clearTimeout(timer);
			const [, node, code] = new RegExp(`^${PROBE_WORD} (\\S+) (\\d+)$`, 'mu').exec(out) ?? [];
			resolve({ event, ms: performance.now() - began, node, exitCode: code === undefined ? undefined : Number(code) });
		};
		child.stdout.on('data', (data: Buffer) => (out += data.toString()));
		child.stdin.on('error', () => undefined); // It may end before it reads.
		child.stdin.end('{}');
		child.on('error', done).on('close', done);
	});
}
