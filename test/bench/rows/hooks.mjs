// The hooks of a session's start, end, compaction and turns against the same runtime doing nothing (`node -e 0`). The
// transcript has 300 MB: what a hook costs must not depend on it. SessionEnd has a row for one of 1 MB, too: it copies and
// checks that itself, where it leaves a large one to another process.
//
// The payload comes through a socket, as Claude Code gives it. Compared is what a person waits for, from the start of a
// process to its end by the clock; each start of a hook is paired with a start of the bare runtime next to it, by turns
// before and after, and a round's value is the median of the pairs' ratios. Processor time (user and system) of the same
// starts is printed beside it: the clock of a machine that others use wanders.
import { execFileSync, spawn } from 'node:child_process';
import {
	appendFileSync,
	closeSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readFileSync,
	readdirSync,
	rmSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildHooks } from '../../../scripts/lib/hookBundles.mjs';

const HOOKS = { sessionStart: 'SessionStart', sessionEnd: 'SessionEnd', preCompact: 'PreCompact' };
/** What a person said last, by the row that it is for. */
const SAID = {
	// Three sentences, and words of many rules in them: this is what prompts are like.
	stop: 'The parser test in test/parse.test.ts fails since the last change. Can you find out why, and fix it? Run the whole suite when you are done.',
	stopNone: 'Fix the failing test in the parser, please.',
	stopHit: 'Remember that the staging database is wiped every Sunday night.',
};
/** The hook of every turn must not be felt. */
const TURN = { must: 1.25, stretch: 1.15 };
/**
 * Once for a session, a compaction, or something to remember, which is one turn in many: these write files that must be
 * there afterwards, and ask all rules.
 */
const SELDOM = { must: 3, stretch: 2 };
/** It says what the session before was about, redacted: more than any other hook says. */
const BRIEF = { must: 3.3, stretch: 2.5 };
const TITLES = {
	...HOOKS,
	stop: 'Stop',
	stopNone: 'Stop, no word of the rules said:',
	stopHit: 'Stop, something to remember said:',
};
const PAIRS = { stop: 21, stopNone: 21, stopHit: 11 };
const PAIRS_OF_OTHERS = 5;
/** Megabytes of the transcripts. */
const LARGE = 300;
const SMALL = 1;
const SESSION = '1d15ee69-80c7-4496-aef1-0af73e0095c8';
const MB = 1024 * 1024;

export const rows = [
	...Object.entries(TITLES).map(([id, title]) => rowOf(id, `${title} hook, ${LARGE} MB`)),
	rowOf('sessionEndSmall', `SessionEnd hook, ${SMALL} MB`),
	{ ...rowOf('sessionStartBrief', `SessionStart hook, the context in brief, ${SMALL} MB`), ...BRIEF },
];

function rowOf(id, title) {
	return {
		id: `hook-${id}`,
		title: `${title} transcript, against \`node -e 0\``,
		unit: 'times',
		better: 'less',
		...(id === 'stop' || id === 'stopNone' ? TURN : SELDOM),
	};
}

export async function prepare() {
	if (process.platform === 'win32') return 'the times are measured with bash here';
	const dir = mkdtempSync(path.join(tmpdir(), 'keeper-bench-hooks-'));
	process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
	await buildHooks(dir);
	const small = newPlace(path.join(dir, 'small'), SMALL, dir);
	return { ...newPlace(dir, LARGE), small, brief: await newBriefPlace(path.join(dir, 'brief'), dir) };
}

/** Where a session with work has ended as sessions do, and the context is wanted at the next start. */
async function newBriefPlace(dir, programs) {
	const place = newPlace(dir, SMALL, programs);
	const keeper = path.join(dir, '.claude/session-keeper');
	mkdirSync(keeper, { recursive: true });
	writeFileSync(path.join(keeper, 'settings.json'), JSON.stringify({ injectContext: 'brief', parkingRule: true }));
	for (const said of Object.values(SAID)) appendTurn(place.transcript, said, saidIn(place.repo));
	await timesOf(place, path.join(programs, 'sessionEnd.js'));
	const [projects, records] = [path.join(keeper, 'projects'), path.join(place.repo, '.claude/memory/sessions/archive')];
	const isLookedAt = () => readdirSync(projects).some((id) => existsSync(path.join(projects, id, 'looks.json')));
	while (!existsSync(records) || !isLookedAt()) await sleep(50);
	const next = randomUUID();
	const file = path.join(path.dirname(place.transcript), `${next}.jsonl`);
	const fields = { ...JSON.parse(place.payload), session_id: next, transcript_path: file };
	return { ...place, payload: `${JSON.stringify(fields)}\n` };
}

/** What each message of a session says beside its text. @param cwd where it was said */
function saidIn(cwd) {
	return { cwd, sessionId: SESSION, timestamp: new Date().toISOString() };
}

/** A repository and a session in it. @param programs folder of the hooks */
function newPlace(dir, megabytes, programs = dir) {
	const repo = path.join(dir, 'app');
	const folder = path.join(dir, '.claude/projects', repo.replace(/[^a-zA-Z0-9]/g, '-'));
	for (const each of [repo, folder]) mkdirSync(each, { recursive: true });
	execFileSync('git', ['init', '-q'], { cwd: repo });
	const transcript = path.join(folder, `${SESSION}.jsonl`);
	const line = Buffer.from(`${JSON.stringify({ type: 'user', text: 'x'.repeat(MB - 30) })}\n`);
	const handle = openSync(transcript, 'w');
	// A session begins with a prompt, and each message says where it was said.
	writeSync(handle, `${JSON.stringify({ ...prompt('Hello.'), ...saidIn(repo) })}\n`);
	for (let n = 0; n < megabytes; n++) writeSync(handle, line);
	closeSync(handle);
	appendTurn(transcript, SAID.stop);
	const fields = { session_id: SESSION, transcript_path: transcript, cwd: repo, source: 'startup', reason: 'clear' };
	const payload = `${JSON.stringify({ ...fields, trigger: 'auto', last_assistant_message: 'Done.' })}\n`;
	return { dir, programs, repo, payload, transcript, env: { PATH: process.env.PATH, HOME: dir } };
}

export async function round(_bench, place) {
	const measured = {};
	for (const name of Object.keys(HOOKS)) {
		const tidy = name === 'sessionStart' ? undefined : () => untilCopied(place, name);
		measured[`hook-${name}`] = await against(place, name, { row: name, pairs: PAIRS_OF_OTHERS, after: tidy });
	}
	measured['hook-sessionEndSmall'] = await against(place.small, 'sessionEnd', {
		row: 'sessionEndSmall',
		pairs: PAIRS_OF_OTHERS,
		after: () => untilCopied(place.small, 'sessionEnd'),
	});
	measured['hook-sessionStartBrief'] = await against(place.brief, 'sessionStart', {
		row: 'sessionStartBrief',
		pairs: PAIRS_OF_OTHERS,
	});
	const queue = path.join(place.dir, '.claude/memory_queue');
	for (const [name, said] of Object.entries(SAID)) {
		appendTurn(place.transcript, said);
		const after = () => {
			// Whether something was caught is the difference between the rows.
			if (existsSync(queue) !== (name === 'stopHit')) throw new Error(`${name} caught something else than it should.`);
			rmSync(queue, { recursive: true, force: true });
		};
		measured[`hook-${name}`] = await against(place, 'stop', { row: name, pairs: PAIRS[name], after });
	}
	return measured;
}

/** The median of the ratios of `pairs` starts of a hook and of the bare runtime, by the clock. */
async function against(place, name, { row, pairs, after }) {
	const ratios = [];
	for (let pair = 0; pair < pairs; pair++) {
		const bareFirst = pair % 2 === 0;
		const before = bareFirst ? await timesOf(place, '-e', '0') : undefined;
		const hook = await timesOf(place, path.join(place.programs, `${name}.js`));
		await after?.();
		const bare = before ?? (await timesOf(place, '-e', '0'));
		ratios.push({ clock: hook.clock / bare.clock, processor: hook.processor / bare.processor });
	}
	const median = (which) => ratios.map((each) => each[which]).sort((a, b) => a - b)[pairs >> 1];
	console.error(
		`  ${row}: ${median('clock').toFixed(2)} by the clock, ${median('processor').toFixed(2)} by processor time`,
	);
	return median('clock');
}

/** Seconds by the clock, and in user and system mode. Node does not tell that of its children, and `times` of sh only in hundredths. */
function timesOf({ repo, payload, env }, ...args) {
	const script = 'TIMEFORMAT="%3R %3U %3S"; time "$0" "$@"';
	const child = spawn('bash', ['-c', script, process.execPath, ...args], {
		env,
		cwd: repo,
		stdio: ['pipe', 'ignore', 'pipe'],
	});
	let said = '';
	child.stderr.on('data', (data) => (said += data));
	child.stdin.on('error', () => undefined).end(payload);
	return new Promise((resolve, reject) => {
		child.once('error', reject).once('close', () => {
			const [, clock, user, system] = /^(\d+\.\d+) (\d+\.\d+) (\d+\.\d+)\n$/.exec(said) ?? [];
			if (user === undefined) reject(new Error(`No times in: ${said.slice(0, 500)}`));
			else resolve({ clock: Number(clock), processor: Number(user) + Number(system) });
		});
	});
}

/** The copy goes on in a process of its own, and must not be measured with what comes next. */
async function untilCopied({ dir, repo }, name) {
	const memory = path.join(repo, '.claude/memory');
	if (!existsSync(path.join(memory, '.pending-backup'))) throw new Error(`${name} backed nothing up.`);
	const projects = path.join(dir, '.claude/session-keeper/projects');
	const [id] = readdirSync(projects);
	const second = path.join(projects, id, 'backups');
	const log = path.join(second, '.backup-log');
	while (!existsSync(log) || !readFileSync(log, 'utf8').includes('"verified"')) await sleep(50);
	while (existsSync(path.join(memory, 'raw/.lock'))) await sleep(50);
	// The record is the last that the process writes.
	while (name === 'sessionEnd' && !existsSync(path.join(memory, 'sessions/archive'))) await sleep(50);
	for (const each of [memory, second]) rmSync(each, { recursive: true, force: true });
}

/** A turn: what a person said, a megabyte that a tool gave, a line beside. */
function appendTurn(transcript, said, beside = {}) {
	const turn = [prompt(said), toolResult('y'.repeat(MB)), toolResult('ok')];
	appendFileSync(transcript, turn.map((each) => `${JSON.stringify({ ...each, ...beside })}\n`).join(''));
}

function prompt(content) {
	const message = { role: 'user', content };
	return { type: 'user', uuid: randomUUID(), promptSource: 'typed', isSidechain: false, message };
}

function toolResult(content) {
	const message = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content }] };
	return { type: 'user', uuid: randomUUID(), isSidechain: false, message };
}
