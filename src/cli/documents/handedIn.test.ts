// `documents save` and `protocol save` with statements: from the answer of the Claude that calls, and from a file.
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { type Line, assistantLine, chained, jsonl, resultLine, userLine } from '../../core/testing/transcripts';
import { NOW_MS } from '../../node/testing/places';
import type { Ended } from '../testing/inProcess';
import { place, repo, run, useCliPlace } from '../testing/cliPlace';

const SESSION = 'aaaaaaaa-0000-4000-8000-000000000001';
const CALLED = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: SESSION };
const SECRET = ['ghp_', 'x9Kd7Qw2Lp5Rt8Vn3Bm6Zc1Yf4Hs0Jg2Aa7D'].join('');

useCliPlace();
let lines: Line[];
beforeEach(() => {
	lines = [
		userLine('We keep the sessions in SQLite, please move them'),
		assistantLine('Moved. I suggest that we drop the old table next week. Shall I?'),
		userLine('yes, do that'),
		assistantLine('Noted. The map of all sessions took two gigabytes of memory, so I gave it up.'),
		userLine('<command-message>document-and-save</command-message>\n<command-name>/document-and-save</command-name>'),
	];
});

const file = (): string => path.join(place.claude.projectsDir, projectSlug(repo), `${SESSION}.jsonl`);
function write(...more: readonly Line[]): void {
	lines.push(...more);
	mkdirSync(path.dirname(file()), { recursive: true });
	const own = chained(lines).map((line, at) => ({
		...line,
		sessionId: SESSION,
		cwd: repo,
		timestamp: new Date(NOW_MS - 600_000 + at * 1_000).toISOString(),
	}));
	writeFileSync(file(), jsonl(own));
}
const block = (...statements: readonly string[]): Line =>
	assistantLine(['```session-keeper', ...statements, '```'].join('\n'));
const call = (verb: string, ...words: readonly string[]): Promise<Ended> =>
	run([verb, 'save', '--from-answer', ...words], { env: CALLED });
const memory = (): string => path.join(repo, '.claude/memory');
const documents = (): readonly string[] => readdirSync(memory()).filter((name) => name.startsWith('session-2'));
const saved = (): string => readFileSync(path.join(memory(), documents()[0] ?? ''), 'utf8');
const section = (title: string): string => new RegExp(`^## ${title}\n\n([^]*?)\n\n## `, 'mu').exec(saved())?.[1] ?? '';
const context = (): string => readFileSync(path.join(memory(), 'active-context.md'), 'utf8');

const STATEMENTS = [
	'topic: Sessions live in SQLite | "keep the sessions in SQLite"',
	'summary: All sessions are in SQLite now. | "We keep the sessions in SQLite"',
	'decision: The old table goes next week | "we drop the old table next week"',
	'tried: One map of all sessions, too big | "took two gigabytes of memory"',
	'fact: SQLite holds the sessions | "We keep the sessions in SQLite"',
	'task [x]: Move the sessions | "please move them"',
	'decision: Events go to Kafka | "all events go to Kafka"',
];

describe('documents save --from-answer', () => {
	test('amends the document that the command has saved, and the active context', async () => {
		write();
		const first = await run(['documents', 'save'], { env: CALLED });
		expect(first).toMatchObject({ code: 0, err: '' });
		write(block(...STATEMENTS));
		const { code, out, err } = await call('documents');
		expect({ code, err }).toEqual({ code: 0, err: '' });
		expect(out.split('\n').slice(0, 6)).toEqual([
			`Amended: .claude/memory/${documents()[0]}`,
			'Statements: 5 of 7 proven by the conversation.',
			'Not proven, so not taken in:',
			'- task: Move the sessions — the words are fewer than four, and no whole message',
			'- decision: Events go to Kafka — no message has these words',
			expect.stringMatching(/^Fix only these: /u),
		]);
		expect(documents()).toHaveLength(1);
		expect(saved()).toContain('topic: Sessions live in SQLite');
		expect(section('Decisions')).toContain('- The old table goes next week [m2] (Claude)');
		expect(section('Tried, and did not work')).toBe('- One map of all sessions, too big [m4] (Claude)');
		expect(section('Facts')).toBe('- SQLite holds the sessions [m1] (Claude)');
		expect(section('Summary').split('\n')[0]).toBe('- All sessions are in SQLite now. [m1] (Claude)');
		expect(saved()).not.toContain('Kafka');
		expect(context()).toContain('## Active context: Sessions live in SQLite');
		expect(context()).toContain('- The old table goes next week (Claude)');
	});

	test('what comes again without proof stands in its own section, and what is mended in its own', async () => {
		write();
		await run(['documents', 'save'], { env: CALLED });
		write(block(...STATEMENTS));
		await call('documents');
		write(
			assistantLine({ tool: 'Bash', id: 'a', input: { command: 'session-keeper documents save --from-answer' } }),
			resultLine('a', 'Not proven: all events go to Kafka'),
			block(
				'decision: Events go to Kafka | "all events go to Kafka"',
				'task [x]: Move the sessions | "SQLite, please move them"',
			),
		);
		const { out } = await call('documents');
		expect(out).toContain('Statements: 1 of 2 proven');
		expect(out).toContain('only under “Not found in the conversation”:\n- decision: Events go to Kafka — no message');
		expect(section('Not found in the conversation')).toMatch(/\n- decision: Events go to Kafka$/u);
		expect(saved().match(/Kafka/gu)).toHaveLength(1);
		expect(section('Tasks')).toContain('- [x] Move the sessions [m1] (Claude)');
		expect(section('Decisions')).toContain('The old table goes next week');
		expect(context()).not.toContain('Kafka');
		expect(JSON.parse((await run(['documents', 'list', '--json'])).out)).not.toMatchObject({
			documents: [{ decisions: [expect.stringContaining('Kafka')] }],
		});
	});

	test('a later plain save has the statements, in a document of its own', async () => {
		write(block(...STATEMENTS));
		await call('documents');
		write(userLine('go on with the tests'), assistantLine('All of them pass.'));
		expect((await run(['documents', 'save'], { env: CALLED })).code).toBe(0);
		expect(documents()).toHaveLength(2);
		for (const name of documents())
			expect(readFileSync(path.join(memory(), name), 'utf8')).toContain('- The old table goes next week [m2] (Claude)');
	});

	test('a document that somebody edited stays as it is', async () => {
		write();
		await run(['documents', 'save'], { env: CALLED });
		const mine = path.join(memory(), documents()[0] ?? '');
		appendFileSync(mine, '\nMine.\n');
		const before = readFileSync(mine, 'utf8');
		write(block(...STATEMENTS));
		expect((await call('documents')).out).toMatch(/^Saved: /u);
		expect(readFileSync(mine, 'utf8')).toBe(before);
		expect(documents()).toHaveLength(2);
	});

	test('a document of before the last prompt stays as it is; one at a path of its own is amended', async () => {
		write();
		const target = path.join(place.root, 'mine.md');
		await run(['documents', 'save', target], { env: CALLED });
		write(block(...STATEMENTS));
		expect((await call('documents')).out).toMatch(/^Amended: .*mine\.md\n/u);
		expect(readFileSync(target, 'utf8')).toContain('The old table goes next week');
		expect(documents()).toEqual([]);
	});

	test('the block is waited for', async () => {
		write();
		const running = call('documents');
		setTimeout(() => write(block(...STATEMENTS)), 300);
		expect((await running).out).toContain('5 of 7');
	});

	test('a new block is waited for where a call has read the last one', async () => {
		write(
			block('fact: Old | "nobody said these words"'),
			assistantLine({ tool: 'Bash', id: 'a', input: { command: 'session-keeper documents save --from-answer' } }),
			resultLine('a', 'Not proven'),
		);
		const running = call('documents');
		setTimeout(() => write(block('fact: New | "keep the sessions in SQLite"')), 300);
		expect((await running).out).toContain('Statements: 1 of 1 proven');
	});

	test('no block, no transcript, no session: each is said, with what to do', async () => {
		write(block(...STATEMENTS), userLine('and now?'));
		expect(await call('documents')).toMatchObject({
			code: 1,
			out: '',
			err: expect.stringContaining(
				'No block of statements in the answer to the last prompt.\nWrite a block that begins with ```session-keeper',
			) as string,
		});
		expect(existsSync(memory())).toBe(false);
		const other = { ...CALLED, CLAUDE_CODE_SESSION_ID: SESSION.replace('1', '2') };
		expect(await run(['documents', 'save', '--from-answer'], { env: other })).toMatchObject({
			code: 1,
			err: expect.stringContaining('This session has no transcript') as string,
		});
		expect(await run(['documents', 'save', '--from-answer'])).toMatchObject({
			code: 1,
			err: expect.stringContaining('--from-answer is for Claude.') as string,
		});
		expect((await call('documents', '--statements', 'x')).code).toBe(2);
		expect((await call('documents', '--session', SESSION)).code).toBe(2);
	});

	test('a secret is redacted, in the document and in the answer', async () => {
		lines.push(userLine(`the token is ${SECRET} for now`), assistantLine('Good.'));
		write(
			block(
				`fact: Token ${SECRET} | "the token is ${SECRET} for now"`,
				`next: Change ${SECRET} | "never said ${SECRET} by anybody"`,
			),
		);
		const { out } = await call('documents', '--json');
		expect(JSON.parse(out)).toMatchObject({
			isAmended: false,
			handedIn: { proven: 1, unproven: [{ section: 'next', reason: 'notFound', isListed: false }] },
		});
		expect(out + saved() + context()).not.toContain(SECRET);
		expect(section('Facts')).toMatch(/^- Token .+ \[m6\] \(Claude\)$/u);
		expect(JSON.parse(out)).toMatchObject({ redacted: [{ kind: 'github-token' }] });
		expect(saved()).toMatch(/\n## Redacted\n\n\d+ × github-token\n$/u);
		const plain = await call('documents');
		expect(plain.out).toMatch(/^Redacted: \d+ × github-token$/mu);
	});
});

describe('documents save --statements', () => {
	const json = JSON.stringify({
		statements: [
			{
				section: 'decision',
				text: 'The old table goes next week',
				quotes: ['we drop the old table next week', 'yes, do that'],
			},
			{ section: 'decision', text: 'Events go to Kafka', quotes: ['all events go to Kafka'] },
		],
	});

	test('takes them from a file or from standard input, and keeps them for later saves', async () => {
		write();
		const given = path.join(place.root, 'given.json');
		writeFileSync(given, json);
		const first = await run(['documents', 'save', '--statements', given], { env: CALLED });
		expect(first).toMatchObject({ code: 0, err: '' });
		expect(first.out).toContain('Statements: 1 of 2 proven');
		expect(section('Decisions')).toContain('- The old table goes next week [m3] (Claude)');
		const again = await run(['documents', 'save', '--statements', '-'], { env: CALLED, input: json });
		expect(again.out).toMatch(/^Amended: /u);
		expect(section('Not found in the conversation')).toContain('Events go to Kafka');
		write(userLine('go on'), assistantLine('I went on.'));
		await run(['documents', 'save'], { env: CALLED });
		expect(readFileSync(path.join(memory(), documents()[1] ?? ''), 'utf8')).toContain(
			'The old table goes next week [m3] (Claude)',
		);
	});

	test('what cannot be read is said, and nothing is written', async () => {
		write();
		for (const [input, reason] of [
			['[', 'invalid JSON'],
			['nothing of ours', 'there is no statement in it'],
			['[{"section":"x","text":"y"}]', 'statements[0].section is none of'],
		] as const) {
			const { code, err } = await run(['documents', 'save', '--statements', '-'], { env: CALLED, input });
			expect([code, err.includes(reason)]).toEqual([1, true]);
		}
		expect((await run(['documents', 'save', '--statements', 'nowhere.json'])).err).toContain('File not found: ');
		expect((await run(['documents', 'save', '--stdin', '--statements', '-'], { input: 'x' })).code).toBe(2);
		expect(existsSync(memory())).toBe(false);
	});
});

describe('protocol save', () => {
	const protocol = (): { tasks: { title: string; status: string; context?: string }[]; context_blocks?: unknown[] } =>
		JSON.parse(readFileSync(path.join(repo, 'session-protocol.json'), 'utf8')) as ReturnType<typeof protocol>;
	const titles = (): readonly string[] => protocol().tasks.map(({ title, status }) => `${title} (${status})`);

	test('--from-answer adds to the file that the command has saved, and what is not proven is nowhere in it', async () => {
		write(assistantLine('- [ ] Drop the old table'));
		await run(['protocol', 'save'], { env: CALLED });
		write(
			block(
				...STATEMENTS,
				'task: Watch the memory of the map | "took two gigabytes of memory"',
				'open: Who drops the old table? | "we drop the old table next week"',
				'next: Buy a Kafka licence | "we need a Kafka licence soon"',
			),
		);
		const { code, out } = await call('protocol');
		expect(code).toBe(0);
		expect(out).toContain('Saved → session-protocol.json');
		expect(out).toContain('Statements: 7 of 10 proven');
		expect(out).toContain('- next: Buy a Kafka licence — no message has these words');
		expect(titles()).toEqual(
			expect.arrayContaining(['Watch the memory of the map (pending)', 'Who drops the old table? (pending)']),
		);
		const blocks = JSON.stringify(protocol().context_blocks);
		expect(blocks).toContain('The old table goes next week');
		expect(blocks).toContain('SQLite holds the sessions');
		await call('protocol');
		expect(JSON.stringify(protocol())).not.toContain('Kafka');
		expect(new Set(titles()).size).toBe(titles().length);
	});

	test('an id that was shown is the id in the save, also of what Claude words anew or adds', async () => {
		lines.splice(
			4,
			0,
			userLine('What is left to do?'),
			assistantLine('Still to do:\n\n- [ ] Drop the old table\n- [ ] Tell the others'),
		);
		write();
		const shown = await run(['protocol', 'save', '--dry-run', '--json'], { env: CALLED });
		const ids = (JSON.parse(shown.out) as { tasks: { id: string; title: string }[] }).tasks;
		expect(ids.map(({ id, title }) => `${id} ${title}`).slice(0, 2)).toEqual([
			'TASK_001 Drop the old table',
			'TASK_002 Tell the others',
		]);
		write(
			block(
				'task: Drop the old table when the week is over | "- [ ] Drop the old table"',
				'task: Watch the memory of the map | "took two gigabytes of memory"',
			),
		);
		expect((await call('protocol', '--without', 'TASK_002')).code).toBe(0);
		const { tasks } = protocol() as { tasks: readonly { id?: string; title: string }[] };
		expect(tasks.find(({ id }) => id === 'TASK_001')?.title).toBe('Drop the old table when the week is over');
		expect(tasks.map(({ title }) => title)).not.toContain('Tell the others');
		for (const { id, title } of ids.slice(2)) expect(tasks.find((task) => task.id === id)?.title).toBe(title);
	});

	test('--statements does the same from a file, and later saves know it', async () => {
		write();
		const input = 'task: Watch the memory | "took two gigabytes of memory"\n';
		const dry = await run(['protocol', 'save', '--statements', '-', '--dry-run', '--json'], { env: CALLED, input });
		expect(JSON.parse(dry.out)).toMatchObject({ saved: false, handedIn: { proven: 1, unproven: [] } });
		expect((await run(['protocol', 'save', '--statements', '-'], { env: CALLED, input })).code).toBe(0);
		expect(titles()).toContain('Watch the memory (pending)');
		await run(['documents', 'save'], { env: CALLED });
		expect(section('Tasks')).toContain('- [ ] Watch the memory [m4] (Claude)');
		expect((await run(['protocol', 'save', '--add', '--statements', '-'], { input })).code).toBe(2);
		expect((await run(['protocol', 'save', '--from-answer'])).code).toBe(1);
	});
});
