// The protocol by the command line: saving, from a session to the file.
import {
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
	utimesSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { doneTask, protocolOf, protocolTask } from '../../core/testing/protocols';
import { SESSION, assistantLine, chained, userLine } from '../../core/testing/transcripts';
import { git, itemText, snapshot } from '../../node/testing/places';
import {
	place,
	repo,
	file,
	run,
	runProcess,
	json,
	saved,
	tasks,
	short,
	use,
	create,
	session,
	three,
	useProtocolPlace,
} from '../testing/protocolPlace';

useProtocolPlace();

const outsideOurHome = (): readonly (readonly [string, unknown])[] =>
	Object.entries(snapshot(place.root)).filter(([name]) => !name.startsWith('home/.claude/session-keeper'));

describe('save', () => {
	test('writes what the session shows, on one line, and reports it to the letter', async () => {
		session(three());
		const { code, out, err } = await run(['save']);
		const commit = git(repo, 'rev-parse', 'HEAD').trim();
		expect({ code, out }).toEqual({
			code: 0,
			out: `Saved → session-protocol.json\n- 1 pend, 1 prog\n- 1 done\n- Git: main @ ${commit.slice(0, 7)}\nNext: TASK_002 - Test remove()\n`,
		});
		expect(err).toBe('New, by where it was found: task list (3).\nUndo: session-keeper protocol undo\n');
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
		utimesSync(file, 1, 1);
		expect(await json('save', '--session', other)).toMatchObject({ mode: 'overwrite', session: other });
	});

	test('merges where somebody else wrote the file since it was read', async () => {
		writeFileSync(file, JSON.stringify(protocolOf([protocolTask(1)])));
		const other = '22222222-2222-4222-8222-222222222222';
		session([userLine('Go'), ...use('Read', { file_path: file }), ...create('1', 'x')], other);
		expect((await json('save', '--session', other)).mode).toBe('merge');
	});

	test('merges all the same where somebody else wrote the file since', async () => {
		writeFileSync(file, JSON.stringify(protocolOf([protocolTask(1)])));
		session(three());
		await run(['load', '--session', SESSION]);
		writeFileSync(file, JSON.stringify(protocolOf([protocolTask(1), protocolTask(2, { title: 'Theirs' })])));
		expect((await json('save')).mode).toBe('merge');
		expect(short()).toContain('TASK_002 Theirs pending');
	});

	test('takes lines out, and priority and category from the person', async () => {
		session(three());
		const args = ['--without', 'TASK_001', '--priority', 'TASK_003=P1', '--category', 'TASK_003=DOCS'];
		const { out } = await run(['save', ...args]);
		expect(out).toContain('- 1 pend (1 P1), 1 prog\n- 0 done\n');
		expect(JSON.parse(saved())).toMatchObject({
			tasks: [
				{ id: 'TASK_002', title: 'Test remove()' },
				{ id: 'TASK_003', title: 'Document remove()', priority: 'P1', category: 'DOCS' },
			],
		});
	});

	test.each([
		['--without', 'TASK_999'],
		['--priority', 'TASK_999=P1'],
		['--category', 'TASK_999=DOCS'],
	])('%s of an id that is not there is an error, and writes nothing', async (option, value) => {
		session(three());
		const before = snapshot(place.root);
		const { code, out, err } = await run(['save', '--without', 'TASK_003', option, value]);
		expect([code, out, err.split('\n')[0]]).toEqual([1, '', 'No such task: TASK_999.']);
		expect(snapshot(place.root)).toEqual(before);
	});

	test('shows without writing: tasks, reasons, what is taken out, and the change', async () => {
		session([
			...three(),
			...create('4', 'Mail jane@example.org'),
			...Array.from({ length: 7 }, (_, i) => create(String(i + 10), `Redesign homepage ${i}`)).flat(),
			...Array.from({ length: 7 }, (_, i) => use('TaskUpdate', { taskId: String(i + 10), status: 'completed' })).flat(),
		]);
		const before = outsideOurHome();
		const later = { SESSION_KEEPER_NOW: '2026-12-21T10:00:00Z' };
		const { out } = await run(['save', '--dry-run'], { env: later });
		expect(out).toContain('- TASK_004 [pending] Mail [redacted e-mail] (new, task list)');
		expect(out).toContain(
			'- TASK_012 Redesign homepage: TASK_005, TASK_006, TASK_007, TASK_008, TASK_009, TASK_010, TASK_011 (same area, more than 5 related, no critical findings, more than 3 days since the last)',
		);
		expect(out).toContain('## Redacted\n- e-mail in TASK_004.title\n');
		expect(out).toContain('+      "id": "TASK_012",');
		// Only which id was shown for what is remembered, in our own home.
		expect(outsideOurHome()).toEqual(before);
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
			'Standard input is not part of a protocol: tasks[0].title is not as it should be.',
		]);
	});

	test('goes where it is told: a file, a folder, a worktree, the folder outside git', async () => {
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
		const ours = place.kept(plain, 'session-protocol.json');
		expect([existsSync(ours), existsSync(path.join(plain, 'session-protocol.json'))]).toEqual([false, true]);
		expect((await run(['load'], { cwd: plain })).out).toContain('TASK_001');

		// What an older version saved there is loaded as long as the folder has none.
		mkdirSync(path.dirname(ours), { recursive: true });
		renameSync(path.join(plain, 'session-protocol.json'), ours);
		expect((await run(['load'], { cwd: plain })).out).toContain('TASK_001');
		await run(['save', '--add'], { cwd: plain, input: '{"tasks":[{"title":"y"}]}' });
		expect(readFileSync(path.join(plain, 'session-protocol.json'), 'utf8')).toContain('TASK_002');

		// The home folder is nobody's project: its file goes to ours, and the answer says so.
		const home = await run(['save', '--add'], { cwd: place.home, input: '{"tasks":[{"title":"x"}]}' });
		expect(home.out).toContain(`Saved → ${place.kept(place.home, 'session-protocol.json')}\n`);
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
			'Warning: sp.json was ignored.\n',
		]);
	});

	test('shows before saving what was decided, in a session without tasks, too', async () => {
		session(
			chained([
				userLine('Where do exports go?'),
				assistantLine('A folder per month, or one per customer. Which one?'),
				userLine('per customer'),
				assistantLine('Exports go to one folder per customer now.'),
			]),
		);
		const { protocol, saved } = JSON.parse((await run(['save', '--dry-run', '--json'])).out) as {
			readonly protocol: { readonly context_blocks: readonly { readonly content: string }[] };
			readonly saved: boolean;
		};
		expect([protocol.context_blocks[0]?.content, saved]).toEqual([expect.stringContaining('→ per customer'), false]);
		expect(existsSync(file)).toBe(false);
	});

	test('says so where there is nothing to save, and writes nothing', async () => {
		session([userLine('Hello'), assistantLine('Hello.')]);
		expect(await run(['save'])).toEqual({ code: 0, out: 'No tasks found in this session.\n', err: '' });
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
		const both = await Promise.all([
			runProcess(['save', '--session', SESSION]),
			runProcess(['save', '--session', other]),
		]);
		expect(both.map((each) => each.code)).toEqual([0, 0]);
		expect(short().join()).toContain('Of the other');
		expect(short().join()).toContain('Document remove()');
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
