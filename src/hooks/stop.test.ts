// The Stop hook as Claude Code runs it: the bundle of the release, as a process of its own.
import {
	closeSync,
	existsSync,
	openSync,
	readFileSync,
	readdirSync,
	statSync,
	truncateSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseHookPayload } from '../core/claude/payload';
import { parseQueueFile } from '../core/memory/queueFile';
import { changeLine } from '../core/sessions/labels';
import { launchFolder } from '../node/claude/hookInput';
import { catchTurn } from '../node/hooks/run/stop';
import { SESSION } from '../node/testing/backupPlace';
import { NOW_MS, snapshot } from '../node/testing/places';
import { slowClock } from '../node/testing/slowClock';
import { SILENT, firings, payload, place, start, useHookPlace } from './testing/hookPlace';

const SAID = 'Always run the tests with the race detector.';

useHookPlace();

let lastUuid = 0;

/** What Claude Code says at the end of a turn, and more. */
const told = (more: object = {}): string =>
	payload({ hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'Done.', ...more });
const startStop = (text: string, env: NodeJS.ProcessEnv = {}, isClosed = true): ReturnType<typeof start>[1] =>
	start('Stop', text, env, isClosed)[1];
const run = (more: object = {}, env: NodeJS.ProcessEnv = {}): ReturnType<typeof start>[1] => startStop(told(more), env);
/** What comes of a turn, within the process: for what it is that counts, once a process has shown what becomes of it. */
function heard(more: object = {}, env: NodeJS.ProcessEnv = {}): Promise<string> {
	const given = parseHookPayload(told(more));
	if (given === undefined) throw new Error('no payload');
	const around = { CLAUDE_PROJECT_DIR: place.repo, ...env };
	const folder = launchFolder(around, given, () => place.repo);
	return catchTurn({ claude: () => place.claude, payload: given, folder, nowMs: NOW_MS });
}
const queue = (): string => path.join(place.claude.configDir, 'memory_queue');
const queued = (): readonly string[] =>
	existsSync(queue())
		? readdirSync(queue())
				.filter((name) => name !== '.gitignore')
				.sort()
		: [];
const outcomes = (): readonly string[] => firings().map((each) => each.outcome);

/** A line of a person's, as Claude Code writes it. */
function user(content: unknown, more: object = {}): string {
	lastUuid++;
	return JSON.stringify({
		parentUuid: null,
		isSidechain: false,
		type: 'user',
		message: { role: 'user', content },
		uuid: `u-${lastUuid}`,
		timestamp: new Date(NOW_MS - 60_000).toISOString(),
		promptSource: 'typed',
		sessionId: SESSION,
		cwd: place.repo,
		...more,
	});
}
const tool = (input: object, name = 'Bash'): string =>
	JSON.stringify({
		type: 'assistant',
		uuid: 'a',
		message: { role: 'assistant', content: [{ type: 'tool_use', name, input }] },
	});
const result = (text: string): string => user([{ type: 'tool_result', tool_use_id: 't', content: text }]);

test('T15: prints nothing where the person has Node warn of what it will drop, or fail for it', async () => {
	const flags = { NODE_OPTIONS: '--pending-deprecation --throw-deprecation' };
	expect(await startStop(told(), flags)).toEqual(SILENT);
	expect(outcomes()).toHaveLength(1);
});

describe('a turn whose prompt comes into the file after the hook began', () => {
	test.each([
		['the first of a session', () => []],
		['a later one', () => [user('What does this do?', { promptId: 'p-1' }), tool({ command: 'ls' })]],
	])('%s', async (_name, linesBefore) => {
		const before = linesBefore();
		place.say(before);
		const ended = run({ prompt_id: 'p-2' }, slowClock(place));
		// As Claude Code does: it writes in batches, about every 100 ms.
		await new Promise((resolve) => setTimeout(resolve, 200));
		place.say([...before, user(SAID, { promptId: 'p-2' })]);
		expect(await ended).toEqual(SILENT);
		expect(outcomes()).toEqual(['1 queued']);
		expect(readFileSync(path.join(queue(), queued()[0] ?? ''), 'utf8')).toContain(SAID);
	});

	test('is not waited for where the last one is of this turn, or is never written', async () => {
		place.say([user(SAID, { promptId: 'p-1' })]);
		expect(await run({ prompt_id: 'p-1' })).toEqual(SILENT);
		expect(await run({ prompt_id: 'p-2' })).toEqual(SILENT);
		expect(outcomes()).toEqual(['1 queued', 'queued before']);
	});
});

describe('a turn with a hit', () => {
	test('becomes one file for its owner, in the form that is promised, without a word', async () => {
		place.say([user('What does this do?'), user(SAID), tool({ command: 'ls' }), result('a b')]);
		expect(await run()).toEqual(SILENT);
		const file = path.join(queue(), `${SESSION}-2.json`);
		expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
			schemaVersion: 1,
			session: SESSION,
			turn: 2,
			ts: new Date(NOW_MS).toISOString(),
			cwd: place.repo,
			candidates: [{ type: 'feedback', text: SAID, rule: 'always', message: `u-${lastUuid - 1}` }],
		});
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(queued()).toEqual([`${SESSION}-2.json`]);
		expect(outcomes()).toEqual(['1 queued']);
	});

	test('counts where Claude only read what another session left behind, and whatever wrote the spaces', async () => {
		const spaced = user(SAID).replace('"type":"user"', '"type": "user"');
		place.say([spaced, tool({ file_path: `${place.repo}/session-protocol.json` }, 'Read')]);
		expect(await heard()).toBe('1 queued');
	});

	test('counts where nothing was saved: what only asks, or has these words in it', async () => {
		place.say([
			user(SAID),
			tool({ command: 'session-keeper protocol save --dry-run' }),
			tool({ command: 'session-keeper documents save --help && ls' }),
			tool({ command: "grep -rn 'session-keeper documents save' docs; git status" }),
			tool({ command: 'cat > notes.md <<EOF\nsession-keeper documents save\nEOF' }),
			tool({ file_path: '/p/README.md', new_string: 'Run `session-keeper documents save`.' }, 'Edit'),
		]);
		expect(await heard()).toBe('1 queued');
	});

	test('is queued without the secrets in it', async () => {
		const key = `sk-ant-${'a1'.repeat(12)}`;
		place.say([user(`Remember that the key is ${key} and password=hunter2forever for jane@example.org`)]);
		await heard();
		const [name = ''] = queued();
		const text = readFileSync(path.join(queue(), name), 'utf8');
		expect(text).toContain(
			'The key is [redacted: anthropic-key] and password=[redacted: password] for [redacted e-mail]',
		);
		expect(text).not.toMatch(/sk-ant|hunter2|jane/u);
	});

	test('is never queued twice: not when the hook fires again, not when two are installed', async () => {
		place.say([user(SAID)]);
		await Promise.all([run(), run(), run()]);
		await run();
		expect(queued()).toEqual([`${SESSION}-1.json`]);
		expect(outcomes().filter((each) => each === '1 queued')).toHaveLength(1);
	});

	test('a prompt that was in the queue before is known by its uuid, whatever the count says', async () => {
		place.say([user(SAID)]);
		await run();
		place.say([user('<task-notification>done</task-notification>', { promptSource: 'system' })]);
		await run();
		expect(outcomes()).toEqual(['1 queued', 'no prompt']);
		// The same words in another prompt are another message; what is a duplicate is decided in the review.
		place.say([user(SAID)]);
		await run();
		expect(queued()).toHaveLength(2);
	});

	test('what waited in the queue of prompts is all of one turn', async () => {
		const waited = { promptSource: 'queued', turnPosition: { promptIndex: 2, turnIndex: 2 } };
		place.say([user('Hello', { turnPosition: { promptIndex: 1, turnIndex: 1 } })]);
		place.say([user(SAID, waited), user('I prefer small commits.', waited)]);
		await heard();
		const [name = ''] = queued();
		expect(parseQueueFile(readFileSync(path.join(queue(), name), 'utf8'))?.candidates).toHaveLength(2);
	});

	test('points at what was said before it, or at what the reply says', async () => {
		place.say([user('Remember that.')]);
		await heard({ last_assistant_message: 'Noted: deploys run from the release branch only. Anything else?' });
		const [name = ''] = queued();
		const file = parseQueueFile(readFileSync(path.join(queue(), name), 'utf8'));
		expect(file?.candidates[0]?.text).toBe('Deploys run from the release branch only.');
	});
});

describe('nothing is queued', () => {
	test.each<readonly [string, () => readonly string[], object, string]>([
		['for most prompts', () => [user('Fix the failing test.')], {}, 'nothing'],
		['where another hook made Claude go on', () => [user(SAID)], { stop_hook_active: true }, 'not a new turn'],
		['inside a subagent', () => [user(SAID)], { agent_id: 'a1' }, 'a subagent'],
		[
			'right after the own /handoff',
			() => [user(SAID), user('<command-message>handoff</command-message> <command-name>/handoff</command-name>')],
			{},
			'no prompt',
		],
		[
			'where Claude saved a document in this turn',
			() => [user(SAID), tool({ command: 'session-keeper documents save' })],
			{},
			'handed off',
		],
		[
			'where Claude saved the protocol in this turn',
			() => [user(SAID), tool({ command: 'session-keeper protocol save --yes' })],
			{},
			'handed off',
		],
		[
			'where it did so as our slash commands have it, after something else',
			() => [
				user(SAID),
				tool({ command: 'cd /p && "/home/a b/session-keeper/bin/session-keeper" documents save x.md' }),
			],
			{},
			'handed off',
		],
		[
			'where it did so in a skill',
			() => [user(SAID), tool({ skill: 'session-keeper:document-and-save' }, 'Skill')],
			{},
			'handed off',
		],
		[
			'where Claude wrote the protocol in this turn',
			() => [user(SAID), tool({ file_path: '/p/session-protocol.json', content: '{}' }, 'Write')],
			{},
			'handed off',
		],
		['for what only a tool says', () => [user('Read it'), result(SAID)], {}, 'nothing'],
		['for what only a subagent is told', () => [user('Go'), user(SAID, { isSidechain: true })], {}, 'nothing'],
		['for what the harness says', () => [user('Go'), user(SAID, { isMeta: true })], {}, 'nothing'],
		['for the summary of a compaction', () => [user('Go'), user(SAID, { isCompactSummary: true })], {}, 'nothing'],
	])('%s', async (_name, lines, more, outcome) => {
		place.say(lines());
		expect(await heard(more)).toBe(outcome);
		expect(queued()).toEqual([]);
	});

	test('where a document of this session was saved after the prompt', async () => {
		place.say([user(SAID)]);
		place.write('repo/.claude/memory/session-2026-11-21-1000.md', `---\nsession: ${SESSION}\n---\n`);
		await run();
		expect(outcomes()).toEqual(['handed off']);
	});

	test('where it was saved to a path of its own, with the session in a folder below', async () => {
		place.say([user(SAID)]);
		place.write('repo/.claude/memory/active-context.md', `Saved 2026-11-21 10:00 · session ${SESSION}.\n`);
		place.write('repo/packages/app/x.txt', '');
		expect(await heard({}, { CLAUDE_PROJECT_DIR: path.join(place.repo, 'packages/app') })).toBe('handed off');
	});

	test.each([
		['after the prompt', NOW_MS, 'handed off'],
		['before the prompt', NOW_MS - 3_600_000, '1 queued'],
	])('where its protocol was saved %s', async (_name, ms, outcome) => {
		place.say([user(SAID)]);
		const savedBy = [{ session: SESSION, ms }];
		place.write(
			path.relative(place.root, place.kept(place.repo, 'protocols/p.json')),
			JSON.stringify({ schemaVersion: 1, savedBy }),
		);
		expect(await heard()).toBe(outcome);
	});

	test('where its protocol was saved, of a project that is kept under the id of where it lay before', async () => {
		place.say([user(SAID)]);
		const kept = (file: string, fields: object): string =>
			place.write(path.relative(place.root, file), JSON.stringify({ schemaVersion: 1, ...fields }));
		kept(place.kept(place.repo, 'project.json'), { keptAs: 'before-1' });
		kept(path.join(place.kept(place.repo), '../before-1/protocols/p.json'), {
			savedBy: [{ session: SESSION, ms: NOW_MS }],
		});
		expect(await heard()).toBe('handed off');
	});

	test('of a session that is marked private', async () => {
		place.say([user(SAID)]);
		place.write(
			'home/.claude/session-keeper/session-marks.jsonl',
			`${changeLine(SESSION, { mark: 'private', on: true }, NOW_MS)}\n`,
		);
		await run();
		expect(queued()).toEqual([]);
		expect(outcomes()).toEqual(['private']);
	});

	const OTHER = SESSION.replace(/^./u, 'f');
	test.each<readonly [string, () => void]>([
		[
			'in a private folder',
			() =>
				place.write(
					'home/.claude/session-keeper/reflection/settings.json',
					JSON.stringify({ privateFolders: [path.join(place.root, 're*')] }),
				),
		],
		['with the tag private', () => place.say([JSON.stringify({ type: 'tag', tag: 'Private', sessionId: SESSION })])],
		[
			'that is a fork of a private one',
			() => {
				place.say([user('Go on.', { forkedFrom: { sessionId: OTHER, messageUuid: 'm' } })]);
				place.write(
					'home/.claude/session-keeper/session-marks.jsonl',
					`${changeLine(OTHER, { mark: 'private', on: true }, NOW_MS)}\n`,
				);
			},
		],
	])('of a session %s', async (_name, given) => {
		given();
		place.say([user(SAID)]);
		expect(await heard()).toBe('private');
		expect(queued()).toEqual([]);
	});

	test('but of one that has a mark, a folder and a tag, none of which says private', async () => {
		place.say(['private', 'work'].map((tag) => JSON.stringify({ type: 'tag', tag, sessionId: SESSION })));
		place.write(
			'home/.claude/session-keeper/reflection/settings.json',
			JSON.stringify({ privateFolders: [path.join(place.root, 'elsewhere')] }),
		);
		place.write(
			'home/.claude/session-keeper/session-marks.jsonl',
			`${changeLine(OTHER, { mark: 'private', on: true }, NOW_MS)}\n`,
		);
		place.say([user(SAID)]);
		expect(await heard()).toBe('1 queued');
	});

	test.each([
		{ CLAUDE_CODE_SESSION_ATTENDED: '0' },
		{ CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' },
		{ SESSION_KEEPER_REFLECTION: '1' },
	])('and no trace is left where %j', async (env) => {
		place.say([user(SAID)]);
		const before = snapshot(place.root);
		expect(await run({}, env)).toEqual(SILENT);
		expect(snapshot(place.root)).toEqual(before);
	});

	test.each([
		['nothing at all', ''],
		['half a payload', '{"session_id":"a'],
		['a hostile session', '{"session_id":"../../etc/x","transcript_path":"/etc/passwd"}'],
		['a transcript of another name', JSON.stringify({ session_id: SESSION, transcript_path: '/etc/passwd' })],
		['a folder as transcript', JSON.stringify({ session_id: 'tmp', transcript_path: '/tmp' })],
	])('on %s', async (_name, text) => {
		expect(await startStop(text)).toEqual(SILENT);
		expect(queued()).toEqual([]);
	});

	test('it does not wait for a writer that never closes its end', async () => {
		place.say([user(SAID)]);
		expect(await startStop(told(), {}, false)).toEqual(SILENT);
		expect(queued()).toHaveLength(1);
	});
});

test('T15: nor for one that never writes, and it takes a payload that comes in pieces', async () => {
	place.say([user(SAID)]);
	expect(await startStop('', {}, false)).toEqual(SILENT);
	expect(outcomes()).toEqual(['failed: no payload came']);
	const whole = told({ last_assistant_message: 'x}'.repeat(50_000) });
	const [child, done] = start('Stop', whole.slice(0, 80_000), slowClock(place), false);
	setTimeout(() => child.stdin.write(whole.slice(80_000)), 200);
	expect(await done).toEqual(SILENT);
	expect(outcomes()).toEqual(['failed: no payload came', '1 queued']);
});

describe('a transcript of any size', () => {
	test('has its last prompt found behind a tool result of many megabytes and a torn line', async () => {
		place.say([user('x'.repeat(300_000)), user(SAID)]);
		place.say([result('y'.repeat(20_000_000)), tool({ command: 'z'.repeat(700_000) })]);
		writeFileSync(place.transcript(), '{"type":"user","mess', { flag: 'a' });
		expect(await run()).toEqual(SILENT);
		expect(queued()).toEqual([`${SESSION}-1.json`]);
	});

	test('of a gigabyte is not read as a whole', async () => {
		place.say([user('Hello')]);
		truncateSync(place.transcript(), 1024 * 1024 * 1024);
		const handle = openSync(place.transcript(), 'a');
		writeSync(handle, `\n${user(SAID, { turnPosition: { promptIndex: 0, turnIndex: 4711 } })}\n`);
		closeSync(handle);
		expect(await run()).toEqual(SILENT);
		expect(queued()).toEqual([`${SESSION}-4711.json`]);
	});
});
