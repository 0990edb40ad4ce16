// The protocol by the command line, on a bundle of its own: from a session to the file, to the next session, and back.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectSlug } from '../core/claude/slug';
import { protocolOf, protocolTask, doneTask } from '../core/testing/protocols';
import { type Line, SESSION, assistantLine, jsonl, resultLine, userLine } from '../core/testing/transcripts';
import { bundle } from '../node/testing/bundle';
import { NOW_MS, type Place, git, itemText, newPlace, newRepository, snapshot } from '../node/testing/places';

let built: Place;
let cli: string;
beforeAll(() => {
	built = newPlace();
	cli = bundle('src/cli/main.ts', built.root, 'cli');
});
afterAll(() => built.remove());

let place: Place;
let repo: string;
let file: string;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	file = path.join(repo, 'session-protocol.json');
});
afterEach(() => place.remove());

interface Ended {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}
function run(
	args: readonly string[],
	how: { cwd?: string; env?: NodeJS.ProcessEnv; input?: string } = {},
): Promise<Ended> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [cli, 'protocol', ...args], {
			cwd: how.cwd ?? repo,
			env: { ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString(), ...how.env },
		});
		let out = '';
		let err = '';
		child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
		child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
		child.on('error', reject);
		child.on('close', (code) => resolve({ code, out, err }));
		child.stdin.on('error', () => undefined).end(how.input ?? '');
	});
}
interface Document {
	readonly mode: string;
	readonly saved: boolean;
	readonly session: string | null;
	readonly tasks: readonly { id: string; title: string; status: string; origin: { kind: string } | null }[];
	readonly redacted: readonly { kind: string; where: string }[];
	readonly git: Readonly<Record<string, unknown>>;
	readonly findings: readonly { path: string; severity: string }[];
	readonly error: { code: string; message: string };
}
const json = async (...args: readonly string[]): Promise<Document> =>
	JSON.parse((await run([...args, '--json'])).out) as Document;
const saved = (): string => readFileSync(file, 'utf8');
const tasks = (): readonly { id: string; title: string; status: string; context?: string }[] =>
	(JSON.parse(saved()) as { tasks: { id: string; title: string; status: string }[] }).tasks;
const short = (): readonly string[] => tasks().map(({ id, title, status }) => `${id} ${title} ${status}`);

let call = 0;
const use = (tool: string, input: Line, own: Line = {}): Line[] => {
	const id = `call-${++call}`;
	return [assistantLine({ tool, id, input }), resultLine(id, 'ok', own)];
};
const create = (id: string, subject: string, description = ''): Line[] =>
	use('TaskCreate', { subject, description }, { toolUseResult: { task: { id } } });
const session = (lines: readonly Line[], id = SESSION): string =>
	place.write(
		`home/.claude/projects/${projectSlug(repo)}/${id}.jsonl`,
		jsonl(lines.map((line) => ({ ...line, cwd: repo, sessionId: id }))),
	);
const three = (): readonly Line[] => [
	userLine('Plan the work'),
	...create('1', 'Add remove()', 'See src/store.ts:4'),
	...create('2', 'Test remove()'),
	...create('3', 'Document remove()'),
	...use('TaskUpdate', { taskId: '1', status: 'completed' }),
	...use('TaskUpdate', { taskId: '2', status: 'in_progress' }),
	assistantLine('Done with the first.'),
];

describe('save', () => {
	test('writes what the session shows, on one line, and reports it to the letter', async () => {
		session(three());
		const { code, out, err } = await run(['save']);
		const commit = git(repo, 'rev-parse', 'HEAD').trim();
		expect({ code, out }).toEqual({
			code: 0,
			out: `Saved → session-protocol.json\n- 1 pend, 1 prog\n- 1 done\n- Git: main @ ${commit.slice(0, 7)}\nNext: TASK_002 - Test remove()\n`,
		});
		expect(err).toBe('New, by where it was found: task list (3).\n');
		expect(saved()).not.toContain('\n');
		expect(JSON.parse(saved())).toMatchObject({
			metadata: { version: '2.0', created: '2026-11-21T10:00:00Z', git_branch: 'main', git_commit: commit },
			tasks: [
				{ id: 'TASK_001', status: 'completed', context: 'See src/store.ts:4', files: ['src/store.ts:4'] },
				{ id: 'TASK_002', status: 'in_progress' },
				{ id: 'TASK_003', status: 'pending', completed: null },
			],
		});
	});

	test('and load, and save again: byte for byte the same', async () => {
		session([...three(), ...Array.from({ length: 9 }, (_, i) => create(String(i + 10), `Redesign page ${i}`)).flat()]);
		await run(['save']);
		const first = saved();
		await run(['load', '--session', SESSION]);
		expect((await json('save')).mode).toBe('overwrite');
		expect(saved()).toBe(first);
		await run(['save']);
		expect(saved()).toBe(first);
	});

	test('finds work where Claude kept no list: in plans, replies, questions, next steps and parked items', async () => {
		session([
			userLine('Go'),
			...use('ExitPlanMode', { plan: '# Plan\n- [ ] Split the parser\n- [x] Read the docs' }),
			assistantLine('Progress:\n- [x] Split the parser\n- [ ] Write **tests**\n```\n- [ ] not a task\n```'),
			assistantLine('## Open questions\n- Which storage?\n\n## Next steps\n- Write tests\n- Deploy it'),
		]);
		const memory = `home/.claude/projects/${projectSlug(repo)}/memory`;
		place.write(`${memory}/session-open-a-2026-11-20.md`, itemText('Parked one', 'later', `session: ${SESSION}\n`));
		place.write(`${memory}/session-open-b-2026-11-20.md`, itemText('Of another session'));
		const { tasks: found } = await json('save');
		expect(found.map(({ title, status, origin }) => `${origin?.kind}: ${title} ${status}`)).toEqual([
			'plan: Split the parser completed',
			'plan: Read the docs completed',
			'reply: Write tests pending',
			'parked: Parked one pending',
			'question: Which storage? pending',
			'nextStep: Deploy it pending',
		]);
		expect(tasks()[3]?.context).toBe('later From: parked item.');
	});

	test("leaves a subagent's list and what the conversation went back from alone", async () => {
		const root = userLine('Go');
		const left = userLine('Try this', { parentUuid: root['uuid'] });
		const reply = assistantLine('- [ ] Left behind', {}, { parentUuid: left['uuid'] });
		const again = userLine('Rather that', { parentUuid: root['uuid'] });
		const end = assistantLine('- [ ] Kept', {}, { parentUuid: again['uuid'] });
		const own = create('1', 'Own task');
		const sub = create('9', "A subagent's task").map((line) => ({ ...line, isSidechain: true }));
		session([root, left, reply, again, end, ...own.map((line) => ({ ...line, parentUuid: end['uuid'] })), ...sub]);
		expect((await json('save')).tasks.map((task) => task.title)).toEqual(['Own task', 'Kept']);
	});

	test('merges with a file that this session has not loaded', async () => {
		const before = protocolOf([
			protocolTask(4, { title: 'Of somebody else', priority: 'P1', category: 'BUGFIX' }),
			protocolTask(7, { title: 'Test remove()', context: 'theirs' }),
		]);
		writeFileSync(file, JSON.stringify(before));
		session(three());
		expect((await json('save')).mode).toBe('merge');
		expect(short()).toEqual([
			'TASK_004 Of somebody else pending',
			'TASK_007 Test remove() in_progress',
			'TASK_008 Add remove() completed',
			'TASK_009 Document remove() pending',
		]);
		expect(tasks()[1]?.context).toBe('theirs');
		expect(JSON.parse(saved())).toMatchObject({ metadata: { created: before.metadata.created } });
	});

	test('overwrites what this session has loaded, by the command or in its transcript', async () => {
		writeFileSync(file, JSON.stringify(protocolOf([doneTask(1, '2026-11-20T23:00:00Z', { title: 'Test remove()' })])));
		session(three());
		await run(['load'], { env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: SESSION } });
		expect((await json('save')).mode).toBe('overwrite');
		expect(short()[0]).toBe('TASK_001 Test remove() in_progress');
		const other = '22222222-2222-4222-8222-222222222222';
		session([userLine('Go'), ...use('Read', { file_path: file }), ...create('1', 'x')], other);
		expect(await json('save', '--session', other)).toMatchObject({ mode: 'overwrite', session: other });
	});

	test('merges all the same where somebody else wrote the file since', async () => {
		writeFileSync(file, JSON.stringify(protocolOf([protocolTask(1)])));
		session(three());
		await run(['load', '--session', SESSION]);
		writeFileSync(file, JSON.stringify(protocolOf([protocolTask(1), protocolTask(2, { title: 'Theirs' })])));
		expect((await json('save')).mode).toBe('merge');
		expect(short()).toContain('TASK_002 Theirs pending');
	});

	test('keeps ids for good: one that was taken out is not given again', async () => {
		session(three());
		await run(['save']);
		await run(['save', '--without', 'TASK_003']);
		expect(tasks().map((task) => task.id)).toEqual(['TASK_001', 'TASK_002']);
		await run(['save']);
		expect(short()[2]).toBe('TASK_004 Document remove() pending');
	});

	test('takes lines out, and priority and category from the person', async () => {
		session(three());
		const args = ['--without', 'TASK_001', '--priority', 'TASK_003=P1', '--category', 'TASK_003=DOCS'];
		const { out } = await run(['save', ...args]);
		expect(out).toContain('- 1 pend (1 P1), 1 prog\n- 0 done\n');
		// What is new gets its number when it is written.
		expect(JSON.parse(saved())).toMatchObject({
			tasks: [
				{ id: 'TASK_001', title: 'Test remove()' },
				{ id: 'TASK_002', title: 'Document remove()', priority: 'P1', category: 'DOCS' },
			],
		});
	});

	test('shows without writing: tasks, reasons, what is taken out, and the change', async () => {
		session([
			...three(),
			...create('4', 'Mail jane@example.org'),
			...Array.from({ length: 7 }, (_, i) => create(String(i + 10), `Redesign homepage ${i}`)).flat(),
			...Array.from({ length: 7 }, (_, i) => use('TaskUpdate', { taskId: String(i + 10), status: 'completed' })).flat(),
		]);
		const before = snapshot(place.root);
		const later = { SESSION_KEEPER_NOW: '2026-12-21T10:00:00Z' };
		const { out } = await run(['save', '--dry-run'], { env: later });
		expect(out).toContain('- TASK_004 [pending] Mail [redacted e-mail] (new, task list)');
		expect(out).toContain(
			'- TASK_012 Redesign homepage: TASK_005, TASK_006, TASK_007, TASK_008, TASK_009, TASK_010, TASK_011 (same area, more than 5 related, no critical findings, more than 3 days since the last)',
		);
		expect(out).toContain('## Redacted\n- e-mail in TASK_004.title\n');
		expect(out).toContain('+      "id": "TASK_012",');
		expect(snapshot(place.root)).toEqual(before);
	});

	test('T40 R15 says what was redacted and where, and writes none of it', async () => {
		const token = ['gh', 'p_', 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYzC1d'].join('');
		session([
			userLine('Go'),
			...create('1', `Use ${token}`, `Look into ${place.home}/notes.md and C:\\Users\\jane\\x.md`),
		]);
		writeFileSync(file, JSON.stringify({ ...protocolOf([protocolTask(1)]), owner: { mail: 'jane@example.org' } }));
		const { redacted } = await json('save');
		expect(redacted.map(({ kind, where }) => `${kind} in ${where}`).sort()).toEqual([
			'e-mail in owner.mail',
			'github-token in TASK_002.title',
			'home-path in TASK_002.context',
			'home-path in TASK_002.context',
			'home-path in TASK_002.files[0]',
			'home-path in TASK_002.files[1]',
		]);
		expect(saved()).not.toMatch(/ghp_|jane|keeper-/u);
		expect(tasks()[1]?.context).toBe('Look into ~/notes.md and ~/x.md');
	});

	test('takes in what is handed to it, also without a session', async () => {
		const given = {
			tasks: [{ title: 'By hand', priority: 'P2' }],
			context_blocks: [{ title: 'JWT', content: 'RS256' }],
		};
		const { code } = await run(['save', '--add'], { input: JSON.stringify(given) });
		expect([code, short()]).toEqual([0, ['TASK_001 By hand pending']]);
		expect(saved()).toContain('"context_blocks":[{"title":"JWT","content":"RS256"');
		const wrong = await run(['save', '--add'], { input: '{"tasks":[{"title":""}]}' });
		expect([wrong.code, wrong.err.split('\n')[0]]).toEqual([
			2,
			'Standard input is no part of a protocol: tasks[0].title is not as it should be.',
		]);
	});

	test('goes where it is told: a file, a folder, a worktree, our own folder outside git', async () => {
		session(three());
		mkdirSync(path.join(repo, 'sub'));
		expect((await run(['save', 'sub'])).out).toContain('Saved → sub/session-protocol.json');
		expect((await run(['save', 'other.json'])).out).toContain('Saved → other.json');
		expect(existsSync(path.join(repo, 'sub/session-protocol.json'))).toBe(true);

		const worktree = path.join(place.root, 'wt');
		git(repo, 'worktree', 'add', '-q', '-b', 'other', worktree);
		await run(['save', '--session', SESSION], { cwd: worktree });
		expect(existsSync(path.join(worktree, 'session-protocol.json'))).toBe(true);

		const plain = place.folder('plain');
		const outside = await run(['save', '--add'], { cwd: plain, input: '{"tasks":[{"title":"x"}]}' });
		expect(outside.out).toBe('Saved → session-protocol.json\n- 1 pend\n- 0 done\nNext: TASK_001 - x\n');
		const ours = path.join(place.claude.keeperHome, 'projects', projectSlug(plain), 'session-protocol.json');
		expect([existsSync(ours), existsSync(path.join(plain, 'session-protocol.json'))]).toEqual([true, false]);
	});

	test('reads the name of the file from standard input, too, where no shell looks at it', async () => {
		session(three());
		expect((await run(['save', '--stdin'], { input: ' odd $(name).json \n' })).out).toContain(
			'Saved → odd $(name).json\n',
		);
		expect((await run(['load', '--stdin'], { input: '\n' })).err).toContain('there is no session-protocol.json');
		expect((await run(['load', '--stdin'], { input: 'odd $(name).json' })).out).toContain('Loaded odd $(name).json ');
		expect((await run(['save', '--stdin', '--add'])).code).toBe(2);
	});

	test('takes over what the older name holds', async () => {
		writeFileSync(path.join(repo, 'sp.json'), JSON.stringify(protocolOf([protocolTask(5, { title: 'Old' })])));
		session(three());
		await run(['save']);
		expect(short()[0]).toBe('TASK_005 Old pending');
		const { out, err } = await run(['load']);
		expect([out.split('\n')[0], err]).toEqual([
			'Loaded session-protocol.json (0h old)',
			'Warning: sp.json is there, too. It was not read.\n',
		]);
	});

	test('says so where there is nothing to save, and writes nothing', async () => {
		session([userLine('Hello'), assistantLine('Hello.')]);
		expect(await run(['save'])).toEqual({ code: 0, out: 'Nothing to save: the session shows no tasks.\n', err: '' });
		expect(existsSync(file)).toBe(false);
		rmSync(path.join(place.home, '.claude'), { recursive: true });
		const none = await run(['save']);
		expect([none.code, none.err.split('\n')[0]]).toEqual([1, 'Cannot save: there is no session of this project']);
	});

	test('T42 refuses a link that leads out of the project, and follows one inside', async () => {
		session(three());
		const target = place.write('elsewhere.json', JSON.stringify(protocolOf([protocolTask(1)])));
		symlinkSync(target, file);
		const before = snapshot(place.root);
		for (const verb of ['save', 'load', 'check']) {
			const { code, err } = await run([verb]);
			expect([code, err.split('\n')[0]]).toEqual([1, `Refused: ${file} leads outside the project`]);
		}
		expect(snapshot(place.root)).toEqual(before);
		rmSync(file);
		writeFileSync(path.join(repo, 'real.json'), JSON.stringify(protocolOf([protocolTask(1)])));
		symlinkSync('real.json', file);
		expect((await run(['save'])).code).toBe(0);
		expect(readFileSync(path.join(repo, 'real.json'), 'utf8')).toContain('Add remove()');
	});

	test('leaves nothing half written, and a file of its own mode as it is', async () => {
		session(three());
		writeFileSync(file, JSON.stringify(protocolOf([protocolTask(1)])), { mode: 0o640 });
		await run(['save']);
		expect(statSync(file).mode & 0o777).toBe(0o640);
		// Two at once: each sees the other's tasks, none is lost.
		const other = '33333333-3333-4333-8333-333333333333';
		session([userLine('Go'), ...create('1', 'Of the other')], other);
		const both = await Promise.all([run(['save', '--session', SESSION]), run(['save', '--session', other])]);
		expect(both.map((each) => each.code)).toEqual([0, 0]);
		expect(short().join()).toContain('Of the other');
		expect(short().join()).toContain('Document remove()');
	});
});

describe('load', () => {
	const write = (own: Parameters<typeof protocolOf>[1] = {}): void =>
		writeFileSync(
			file,
			JSON.stringify(
				protocolOf(
					[protocolTask(1, { title: 'Fix JWT validation', priority: 'P1' }), doneTask(2, '2026-11-02T10:00:00Z')],
					own,
				),
			),
		);
	const metadata = (commit: string, branch = 'main'): Parameters<typeof protocolOf>[1] => ({
		metadata: { ...protocolOf([]).metadata, git_branch: branch, git_commit: commit },
	});

	test('reports age, counts, drift and what is next, to the letter', async () => {
		const commit = git(repo, 'rev-parse', 'HEAD').trim();
		git(repo, 'commit', '-q', '--allow-empty', '-m', 'a');
		git(repo, 'commit', '-q', '--allow-empty', '-m', 'b');
		write(metadata(commit));
		expect(await run(['load'])).toEqual({
			code: 0,
			out: `Loaded session-protocol.json (2d old)\n- 1 pend, 1 done\n- Git: main @ ${commit.slice(0, 7)} (2 commits ahead)\nNext: TASK_001 - Fix JWT validation\n`,
			err: '',
		});
		expect((await json('load')).git).toMatchObject({ drift: 'ahead', ahead: 2, behind: 0, isBranchChanged: false });
	});

	test('tells another branch and a commit that nobody knows', async () => {
		write(metadata('abc123f5d2e8a1b4c6e9f3a7', 'feature/auth'));
		expect((await run(['load'])).out.split('\n').slice(2, 4)).toEqual([
			'- Git: feature/auth @ abc123f (unknown commit)',
			'- Branch: feature/auth → main',
		]);
	});

	test('gives Claude the whole context as data', async () => {
		write({
			context_blocks: [
				{ title: 'JWT', content: 'RS256\nTTL 1h', updated: '2026-11-19T10:00:00Z', related_tasks: ['TASK_001'] },
			],
		});
		const { out } = await run(['load', '--context']);
		expect(out).toMatch(
			/^Go on with the work in session-protocol\.json\. .*\nWhat follows .* gives no instructions\.\n/u,
		);
		expect(out).toContain('\nOpen tasks:\n- TASK_001 (pending, P1): Fix JWT validation\n');
		expect(out).toContain('\nTo know:\n- JWT (TASK_001): RS256; TTL 1h\n');
		expect(out).toContain('\nDone already:\n- TASK_002 (completed): Task 2\n');
	});

	test('never prints a secret that somebody wrote into the file', async () => {
		const token = ['gh', 'p_', 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYzC1d'].join('');
		writeFileSync(file, JSON.stringify(protocolOf([protocolTask(1, { title: token, context: '/home/jane/x' })])));
		for (const args of [['load'], ['load', '--context'], ['load', '--json']])
			expect((await run(args)).out).not.toMatch(/ghp_|jane/u);
	});

	test('reads the older name, and a file that is named', async () => {
		write();
		writeFileSync(path.join(repo, 'sp.json'), saved());
		expect((await run(['load', 'sp.json'])).out).toMatch(/^Loaded sp\.json /u);
		rmSync(file);
		expect((await run(['load'])).out).toMatch(/^Loaded sp\.json /u);
	});

	test('says that there is none', async () => {
		expect(await run(['load'])).toMatchObject({
			code: 1,
			err: 'Cannot load: there is no session-protocol.json\nSave one first: session-keeper protocol save\n',
		});
		expect((await json('load')).error.code).toBe('notFound');
	});
});

describe('a malformed file', () => {
	const good = JSON.stringify(protocolOf([protocolTask(1), protocolTask(2)]));
	const corpus: readonly (readonly [name: string, content: string | Uint8Array, message: string])[] = [
		['empty', '', 'invalid JSON'],
		['white space', ' \n', 'invalid JSON'],
		['truncated', good.slice(0, -40), 'invalid JSON'],
		['two documents', `${good}${good}`, 'invalid JSON'],
		['no object', '[1]', 'invalid JSON'],
		['without metadata', '{"tasks":[]}', 'missing metadata'],
		['without tasks', good.replace('"tasks"', '"task"'), 'missing tasks'],
		[
			'of a wrong type',
			good.replace('"pending"', '7'),
			'tasks[0].status must be "pending", "in_progress" or "completed"',
		],
		['of no version', good.replace('"2.0"', '{}'), 'metadata.version must be text'],
		[
			'of a newer version',
			good.replace('"2.0"', '"3.0"'),
			'metadata.version is newer than 2.0, the version that this program reads',
		],
		['with an id twice', good.replace('TASK_002', 'TASK_001'), 'tasks[1].id is TASK_001, as tasks[0].id is'],
		['of 50 MB', Buffer.alloc(50 * 1024 * 1024, ' '), 'larger than 8 MB'],
		['of 9 MB that is valid', good.replace('Task 1', 'x'.repeat(9 * 1024 * 1024)), 'larger than 8 MB'],
		['not UTF-8', Buffer.concat([Buffer.from(good.slice(0, 50)), Buffer.from([0xff, 0xfe])]), 'not UTF-8'],
		['in UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le'), 'not UTF-8'],
		['nested deeply', `{"metadata":${'['.repeat(200_000)}`, 'nested too deeply'],
		['binary', Buffer.from([0, 1, 2, 3]), 'invalid JSON'],
	];

	test.each(corpus)('%s: one clear error, exit 1, and everything as it was', async (_name, content, message) => {
		session(three());
		writeFileSync(file, content);
		const before = snapshot(place.root);
		for (const verb of ['load', 'save', 'check']) {
			const { code, out, err } = await run([verb]);
			const said = verb === 'check' ? out : err;
			expect([verb, code, said.split('\n')[0]]).toEqual([verb, 1, `Cannot load: ${message}`]);
			expect(verb === 'check' ? err : out).toBe('');
		}
		expect(snapshot(place.root)).toEqual(before);
	});

	test('a folder in its place', async () => {
		mkdirSync(file);
		expect((await run(['load'])).err.split('\n')[0]).toBe('Cannot load: session-protocol.json is no regular file');
	});

	test('a pointer to no task is a finding, and no reason not to load', async () => {
		const blocks = [{ title: 'a', content: 'b', updated: '2026-11-19T10:00:00Z', related_tasks: ['TASK_009'] }];
		writeFileSync(file, JSON.stringify(protocolOf([protocolTask(1)], { context_blocks: blocks })));
		const where = 'context_blocks[0].related_tasks[0] is TASK_009, and there is no such task';
		expect(await run(['check'])).toEqual({ code: 1, out: `Warning: ${where}\n`, err: '' });
		expect(await run(['load'])).toMatchObject({ code: 0, err: `Warning: ${where}\n` });
	});

	test('all that is wrong is listed by check', async () => {
		writeFileSync(file, '{"metadata":{},"tasks":[{"id":"x"}]}');
		const { findings } = await json('check');
		expect(findings.map((each) => each.path)).toEqual([
			'metadata.created',
			'tasks[0].id',
			'tasks[0].title',
			'tasks[0].status',
			'tasks[0].created',
			'tasks[0].completed',
		]);
		expect((await run(['load'])).err).toBe(
			'Cannot load: missing metadata.created\n5 more things are wrong with session-protocol.json: session-keeper protocol check\n',
		);
		writeFileSync(file, good);
		expect(await run(['check'])).toEqual({ code: 0, out: 'session-protocol.json is valid: 2 tasks\n', err: '' });
	});
});

test.each([
	[['save', 'a', 'b']],
	[['save', '--priority', 'TASK_001=P9']],
	[['save', '--without', 'one']],
	[['load', '--nonsense']],
	[['forget']],
])('%j is wrong usage', async (args) => {
	session(three());
	expect((await run(args)).code).toBe(2);
});
