// The hooks of a session's start, end, compaction and turns, as Claude Code runs them, against the same runtime doing
// nothing. The transcript has 300 MB: what a hook costs must not depend on it.
import { execFileSync } from 'node:child_process';
import {
	appendFileSync,
	closeSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readFileSync,
	rmSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { root } from '../../../scripts/lib/paths.mjs';

const HOOKS = { sessionStart: 'SessionStart', sessionEnd: 'SessionEnd', preCompact: 'PreCompact', stop: 'Stop' };
/** The hook of every turn must not be felt. Nothing to remember is the rule; a hit writes a file. */
const TURN = { must: 1.25, stretch: 1.15 };
const SESSION = '1d15ee69-80c7-4496-aef1-0af73e0095c8';
const MB = 1024 * 1024;

export const rows = [...Object.entries(HOOKS), ['stopHit', 'Stop with a hit:']].map(([id, event]) => ({
	id: `hook-${id}`,
	title: `${event} hook, 300 MB transcript, against \`node -e 0\``,
	unit: 'times',
	better: 'less',
	// These run once for a session or a compaction, and write durably: the limit of a hook per turn is another one.
	must: 3,
	stretch: 2,
	...(id.startsWith('stop') ? TURN : {}),
}));

export async function prepare() {
	if (process.platform === 'win32') return 'the hooks are started by a POSIX shell here';
	const dir = mkdtempSync(path.join(tmpdir(), 'keeper-bench-hooks-'));
	process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
	const repo = path.join(dir, 'app');
	const folder = path.join(dir, '.claude/projects', repo.replace(/[^a-zA-Z0-9]/g, '-'));
	for (const each of [repo, folder]) mkdirSync(each, { recursive: true });
	execFileSync('git', ['init', '-q'], { cwd: repo });
	await build({
		absWorkingDir: root,
		entryPoints: Object.keys(HOOKS).map((name) => `src/hooks/${name}.ts`),
		outdir: dir,
		entryNames: '[name]',
		bundle: true,
		minify: true,
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		logLevel: 'error',
	});
	const transcript = path.join(folder, `${SESSION}.jsonl`);
	const line = Buffer.from(`${JSON.stringify({ type: 'user', text: 'x'.repeat(MB - 30) })}\n`);
	const handle = openSync(transcript, 'w');
	for (let n = 0; n < 300; n++) writeSync(handle, line);
	// The last turn: a prompt, a megabyte that a tool gave, a few lines beside.
	const turn = [prompt('Fix the failing test in the parser, please.'), toolResult('y'.repeat(MB)), toolResult('ok')];
	writeSync(handle, turn.map((each) => `${JSON.stringify(each)}\n`).join(''));
	closeSync(handle);
	const payload = path.join(dir, 'payload.json');
	const fields = { session_id: SESSION, transcript_path: transcript, cwd: repo, source: 'startup', reason: 'clear' };
	writeFileSync(payload, JSON.stringify({ ...fields, trigger: 'auto' }));
	return { dir, repo, payload, transcript, env: { PATH: process.env.PATH, HOME: dir } };
}

export async function round(bench, { dir, repo, payload, transcript, env }) {
	const shell = (program) =>
		bench.time('sh', ['-c', `exec "${process.execPath}" ${program} <"${payload}"`], { env, cwd: repo });
	const memory = path.join(repo, '.claude/memory');
	const measured = {};
	for (const name of Object.keys(HOOKS)) {
		const nothing = await shell('-e 0');
		measured[`hook-${name}`] = (await shell(`"${path.join(dir, `${name}.js`)}"`)) / nothing;
		if (name === 'stop') measured['hook-stopHit'] = await hit(shell, dir, transcript);
		if (name === 'sessionStart' || name === 'stop') continue;
		// The copy goes on in a process of its own, and must not be measured with what comes next.
		if (!existsSync(path.join(memory, '.pending-backup'))) throw new Error(`${name} backed nothing up.`);
		const second = path.join(dir, '.claude/session-keeper/backups');
		const log = path.join(second, repo.replace(/[^a-zA-Z0-9]/g, '-'), '.backup-log');
		while (!existsSync(log) || !readFileSync(log, 'utf8').includes('"verified"')) await sleep(50);
		while (existsSync(path.join(memory, 'raw/.lock'))) await sleep(50);
		for (const each of [memory, second]) rmSync(each, { recursive: true, force: true });
	}
	return measured;
}

/** A turn in which something is caught, each time another prompt's. */
async function hit(shell, dir, transcript) {
	const queue = path.join(dir, '.claude/memory_queue');
	const said = prompt('Remember that the staging database is wiped every Sunday night.');
	appendFileSync(transcript, `${JSON.stringify(said)}\n`);
	const nothing = await shell('-e 0');
	const ratio = (await shell(`"${path.join(dir, 'stop.js')}"`)) / nothing;
	if (!existsSync(queue)) throw new Error('The Stop hook caught nothing.');
	rmSync(queue, { recursive: true });
	return ratio;
}

function prompt(content) {
	const message = { role: 'user', content };
	return { type: 'user', uuid: randomUUID(), promptSource: 'typed', isSidechain: false, message };
}

function toolResult(content) {
	const message = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content }] };
	return { type: 'user', uuid: randomUUID(), isSidechain: false, message };
}
