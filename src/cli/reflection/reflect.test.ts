// `session-keeper reflect …`: one session, what was left idle, the timer.
import { spawn, spawnSync } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, chained, metaLine, jsonl, resultLine, userLine } from '../../core/testing/transcripts';
import { refreshProgram } from '../../node/reflection/scheduledProgram';
import { NOW_MS, git, snapshot } from '../../node/testing/places';
import {
	ID,
	OTHER,
	place,
	repo,
	program,
	said,
	writeLines,
	writeTranscript,
	answer,
	result,
	standIn,
	printing,
	calls,
	environment,
	run,
	draftFile,
	ledger,
	useReflectPlace,
} from '../testing/reflectPlace';
import { type Ended, call } from '../testing/inProcess';

useReflectPlace();

/** Two minutes on. */
const LATER = { SESSION_KEEPER_NOW: new Date(NOW_MS + 120_000).toISOString() };

describe('reflect --session', () => {
	test('the built-in engine needs a yes once, drafts, and leaves the draft out of git', async () => {
		expect((await run(['--session', ID])).code).toBe(1);
		expect(ledger()).toEqual([]);
		expect(await run(['--session', ID, '--yes'])).toMatchObject({ code: 0 });
		expect(readFileSync(draftFile(), 'utf8')).toContain('a folder per month');
		// In the form of a session document: numbers are numbers, and what is not committed has its name.
		expect(readFileSync(draftFile(), 'utf8')).toMatch(/^dirty: \[\]\n(?:.*\n)*?duration_minutes: \d+\ntokens: \d+\n/mu);
		expect(git(repo, 'status', '--porcelain', '--untracked-files=all')).toBe('');
		expect((await run(['ledger'])).out).toMatch(/ draft\n\n1 reflection, \$0\.00\n$/u);
		expect(await run([])).toMatchObject({ code: 2, err: expect.stringContaining('--session ID, --idle') as string });
		// No second question, and no second draft within a minute: the first one is only just made.
		expect(await run(['--session', ID.slice(0, 8)])).toMatchObject({
			code: 1,
			err: expect.stringContaining('This session has a new draft') as string,
		});
		expect((await run(['--session', ID.slice(0, 8)], LATER)).code).toBe(0);
	});

	test('says of a session what its document says: how sure the next step is, what it took, and when by the clock at hand', async () => {
		const at = said(ID, 30);
		const todos = [{ content: 'Name the files by day', status: 'pending', activeForm: 'Naming' }];
		writeLines(
			ID,
			chained([
				userLine('Move the exports into a folder per month', at(0)),
				assistantLine({ tool: 'TodoWrite', id: 't1', input: { todos } }, {}, at(1)),
				resultLine('t1', 'ok', at(2)),
				assistantLine('Exports now go to a folder per month.', { usage: [100, 50, 30, 600] }, at(3)),
			]),
		);
		const zone = process.env['TZ'];
		process.env['TZ'] = 'Asia/Kolkata';
		try {
			await run(['--session', ID, '--yes']);
			const saved = await call(['documents', 'save', '--session', ID, '--json'], { cwd: repo, env: environment() });
			const { file } = (JSON.parse(saved.out) as { saved: { file: string } }).saved;
			const [draft, document] = [readFileSync(draftFile(), 'utf8'), readFileSync(file, 'utf8')];
			const fieldIn = (text: string, name: string): string | undefined =>
				new RegExp(`^${name}: (.*)$`, 'mu').exec(text)?.[1]?.replaceAll(/["']/gu, '');
			for (const name of ['confidence', 'tokens', 'duration_minutes'])
				expect([name, fieldIn(draft, name)]).toEqual([name, fieldIn(document, name)]);
			expect(fieldIn(draft, 'confidence')).toBe('high');
			expect(draft).toContain(`Drafted at ${fieldIn(document, 'date') ?? ''}. `);
			expect(fieldIn(document, 'date')).toContain('+05:30');
		} finally {
			if (zone === undefined) delete process.env['TZ'];
			else process.env['TZ'] = zone;
		}
	});

	test('names the worktree of the session where that is another one: there its draft is taken back', async () => {
		const tree = path.join(place.root, 'tree');
		git(repo, 'worktree', 'add', '-q', tree, '-b', 'side');
		const of = (minutes: number): Readonly<Record<string, unknown>> => ({
			...{ sessionId: OTHER, cwd: tree, timestamp: new Date(NOW_MS - minutes * 60_000).toISOString() },
		});
		const said = ['Build the exports', 'A folder per month', 'Leave the mailer for later'];
		place.write(
			path.join('home/.claude/projects', projectSlug(tree), `${OTHER}.jsonl`),
			jsonl(said.flatMap((text, at) => [userLine(text, of(60 - at)), assistantLine('Done.', {}, of(60 - at))])),
		);
		const { out } = await run(['--session', OTHER, '--yes']);
		const undo = /^Undo: session-keeper (review reject \S+ --project \S+)$/mu.exec(out)?.[1] ?? '';
		expect(undo).toMatch(/ --project .*\/tree$/u);
		expect(await call(undo.split(' '), { cwd: repo, env: environment() })).toMatchObject({ code: 0 });
		expect(existsSync(path.join(tree, 'docs/sessions', `${OTHER}.draft.md`))).toBe(false);
	});

	test('T7: an id that is none is refused, and no other session takes its place', async () => {
		expect(await run(['--session', 'dddddddd', '--yes', '--json'])).toMatchObject({ code: 1 });
		expect(ledger()).toEqual([]);
		expect(existsSync(path.join(repo, 'docs'))).toBe(false);
	});

	test('a private session is never read, by mark, by tag or by folder', async () => {
		expect(await call(['sessions', 'private', ID], { cwd: repo, env: environment() })).toMatchObject({ code: 0 });
		expect(JSON.parse((await run(['--session', ID, '--yes', '--json'])).out)).toMatchObject({
			error: { code: 'private' },
		});
		place.write(
			path.join('home/.claude/projects', projectSlug(repo), `${OTHER}.jsonl`),
			jsonl([
				userLine('My salary is 1', { sessionId: OTHER, cwd: repo, timestamp: new Date(NOW_MS - 60_000).toISOString() }),
				assistantLine(
					'Noted.',
					{},
					{ sessionId: OTHER, cwd: repo, timestamp: new Date(NOW_MS - 50_000).toISOString() },
				),
				{ ...metaLine('tag', { tag: 'private' }), sessionId: OTHER },
			]),
		);
		expect(JSON.parse((await run(['--session', OTHER, '--yes', '--json'])).out)).toMatchObject({
			error: { code: 'private' },
		});
		expect(existsSync(path.join(repo, 'docs'))).toBe(false);
	});

	test('a newer draft takes the place of an edited one, which is in the trash', async () => {
		await run(['--session', ID, '--yes']);
		writeFileSync(draftFile(), `${readFileSync(draftFile(), 'utf8')}\nMy own words.\n`);
		await run(['--session', ID], LATER);
		expect(readFileSync(draftFile(), 'utf8')).not.toContain('My own words.');
		const trash = snapshot(path.join(place.claude.keeperHome, 'trash'));
		expect(Object.values(trash).some((content) => content.includes('My own words.'))).toBe(true);
	});

	test('a link in the place of the drafts is refused before anything is written', async () => {
		const elsewhere = place.folder('elsewhere');
		mkdirSync(path.join(repo, 'docs'));
		spawnSync('ln', ['-s', elsewhere, path.join(repo, 'docs/sessions')]);
		const done = await run(['--session', ID, '--yes', '--json']);
		expect(done.code).toBe(1);
		expect(done.out).toContain('leads outside the project');
		expect(readdirSync(elsewhere)).toEqual([]);
		expect(ledger().at(-1)).toMatchObject({ event: 'ended', outcome: 'failed' });
	});
});

describe('T6: nothing outlives the command', () => {
	const HANGS =
		"const { spawn } = require('child_process'); const child = spawn('sleep', ['600'], { stdio: 'ignore' }); fs.writeFileSync(";
	const pids = (file: string): readonly number[] =>
		existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').map(Number) : [];
	const isAlive = (pid: number): boolean => {
		try {
			process.kill(pid, 0);
			return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
		} catch {
			return false;
		}
	};
	async function until(isSo: () => boolean, what: string): Promise<void> {
		for (let n = 0; !isSo(); n++) {
			if (n > 2_400) throw new Error(`Waited in vain for ${what}`);
			await sleep(50);
		}
	}

	test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
		'after %s no child is left, no half-written file, and the run is told of',
		async (signal) => {
			const pidFile = path.join(place.root, 'pids');
			standIn(`${HANGS}${JSON.stringify(pidFile)}, process.pid + ' ' + child.pid); setTimeout(() => {}, 600_000);`);
			const before = snapshot(repo);
			const command = spawn(process.execPath, [program(), 'reflect', '--session', ID, '--engine', 'claude', '--yes'], {
				cwd: repo,
				env: environment(),
				stdio: 'ignore',
			});
			await until(() => pids(pidFile).length === 2, 'the stand-in');
			const [claude = 0, grandchild = 0] = pids(pidFile);
			expect([isAlive(claude), isAlive(grandchild)]).toEqual([true, true]);
			const ended = new Promise((resolve) => command.on('exit', resolve));
			command.kill(signal);
			await ended;
			await until(() => !isAlive(claude) && !isAlive(grandchild), 'the end of the children');
			expect(Object.keys(snapshot(repo)).sort()).toEqual(Object.keys(before).sort());
			const events = ledger().map((line) => line['outcome'] ?? line['event']);
			expect(events).toEqual(signal === 'SIGKILL' ? ['started'] : ['started', 'aborted']);
		},
		300_000,
	);
});

describe('reflect --idle', () => {
	const idle = (...more: readonly string[]): Promise<Ended> => run(['--idle', '--json', ...more]);
	const outcomes = (done: Ended): unknown =>
		(JSON.parse(done.out) as { results?: { session: string }[] }).results?.map((each) => each.session);

	test('reflects on what was left without a hand-off, once; without a yes on nothing', async () => {
		writeTranscript(OTHER, 5);
		expect(JSON.parse((await idle()).out)).toMatchObject({ error: { code: 'noConsent' } });
		expect(outcomes(await idle('--yes'))).toEqual([ID]);
		expect(outcomes(await idle())).toEqual([]);
	});

	test('R18: a file that somebody touches is no activity, and programs’ own sessions are none either', async () => {
		writeTranscript(OTHER, 40, { entrypoint: 'sdk-cli' });
		expect(outcomes(await idle('--yes'))).toEqual([ID]);
		spawnSync('touch', [path.join(place.claude.projectsDir, projectSlug(repo), `${ID}.jsonl`)]);
		expect(outcomes(await idle())).toEqual([]);
	});

	test('R17: the cap is counted in one ledger by all, in UTC days; over it, it is logged once and skipped', async () => {
		expect(outcomes(await idle('--yes'))).toEqual([ID]);
		const home = path.join(place.claude.keeperHome, 'reflection');
		const file = path.join(home, 'ledger.jsonl');
		const more = Array.from(
			{ length: 19 },
			(_, n) =>
				JSON.stringify({
					ts: new Date(NOW_MS).toISOString(),
					event: 'started',
					run: `r${n}`,
					session: `s${n}`,
					project: '/p',
					engine: 'claude',
					trigger: 'idle',
					upToMs: 1,
				}) +
				'\n' +
				JSON.stringify({ ts: new Date(NOW_MS).toISOString(), event: 'ended', run: `r${n}`, outcome: 'draft' }),
		);
		writeFileSync(file, `${readFileSync(file, 'utf8')}${more.join('\n')}\n`);
		writeTranscript(OTHER, 20);
		for (let n = 0; n < 2; n++)
			expect(JSON.parse((await idle()).out)).toMatchObject({ results: [], held: 'capReached' });
		expect(ledger().filter((line) => line['event'] === 'skipped')).toHaveLength(1);
		const tomorrow = { SESSION_KEEPER_NOW: new Date(Date.UTC(2026, 10, 22, 0, 5)).toISOString() };
		expect(JSON.parse((await run(['--idle', '--json'], tomorrow)).out)).toMatchObject({
			results: [{ session: OTHER }],
		});
	});

	test('a draft that cannot be accepted by age keeps no other one from it, and is said', async () => {
		expect(outcomes(await idle('--yes'))).toEqual([ID]);
		const old = readFileSync(draftFile(), 'utf8').replace(/^date: .*$/mu, 'date: 2026-01-01');
		place.write(path.relative(place.root, draftFile(OTHER)), old.replaceAll(ID, OTHER), 30);
		place.write(
			path.relative(place.root, draftFile()),
			old.replace('---\n', '---\nfacts:\n  - pass: Winter4711 and more\n'),
			30,
		);
		place.write('home/.claude/session-keeper/reflection/settings.json', JSON.stringify({ ratifyAfterDays: 3 }));
		const ended = await idle('--yes');
		expect(ended).toMatchObject({
			code: 1,
			err: expect.stringContaining(`Not accepted by age: ${draftFile()}: `) as string,
		});
		expect(JSON.parse(ended.out)).toMatchObject({ ratified: [path.join(repo, 'docs/sessions', `${OTHER}.md`)] });
	});

	test('a session that its person handed off is left alone', async () => {
		const at = new Date(NOW_MS - 20 * 60_000).toISOString();
		place.write('repo/.claude/memory/session-2026-11-21-0940.md', `---\nsession: ${ID}\ndate: ${at}\n---\n\n# Done\n`);
		expect(outcomes(await idle('--yes'))).toEqual([]);
	});

	test('however long it stays open', async () => {
		const nowMs = NOW_MS + 9 * 24 * 3_600_000;
		const at = new Date(NOW_MS - 20 * 60_000).toISOString();
		const live = { pid: process.pid, sessionId: ID, cwd: repo, startedAt: NOW_MS, status: 'idle' };
		place.write(`home/.claude/sessions/${process.pid}.json`, JSON.stringify(live));
		const asked = async (): Promise<unknown> =>
			JSON.parse(
				(await run(['--idle', '--json', '--dry-run'], { SESSION_KEEPER_NOW: new Date(nowMs).toISOString() })).out,
			);
		expect(await asked()).toMatchObject({ sessions: [{ id: ID }] });
		place.write('repo/.claude/memory/session-2026-11-21-0940.md', `---\nsession: ${ID}\ndate: ${at}\n---\n\n# Done\n`);
		expect(await asked()).toMatchObject({ sessions: [] });
	});

	test('without a project all are looked at, also where the last transcript has no message', async () => {
		place.write(
			`home/.claude/projects/${projectSlug(repo)}/ffffffff-ffff-4fff-8fff-ffffffffffff.jsonl`,
			'{"type":"summary"}\n',
		);
		const { out } = await call(['reflect', '--idle', '--json', '--dry-run'], { cwd: '/', env: environment() });
		expect(JSON.parse(out)).toMatchObject({ sessions: [{ id: ID }] });
	});

	test('a dry run names the sessions and changes nothing', async () => {
		const before = snapshot(place.home);
		expect(JSON.parse((await idle('--dry-run')).out)).toMatchObject({ dryRun: true, sessions: [{ id: ID }] });
		expect(Object.keys(snapshot(place.home)).filter((name) => !/session-keeper(?:$|.cache)/u.test(name))).toEqual(
			Object.keys(before).filter((name) => !/session-keeper(?:$|.cache)/u.test(name)),
		);
		expect(existsSync(path.join(repo, 'docs'))).toBe(false);
	});

	test('T1: inside of a reflection nothing is reflected on, and inside of a session no model is started', async () => {
		expect(
			JSON.parse((await run(['--idle', '--json', '--yes'], { SESSION_KEEPER_REFLECTION: '1' })).out),
		).toMatchObject({
			error: { code: 'recursion' },
		});
		standIn(printing(result(answer())));
		const nested = await run(['--session', ID, '--engine', 'claude', '--yes', '--json'], {
			CLAUDE_CODE_CHILD_SESSION: '1',
		});
		expect(nested.code).toBe(1);
		expect(calls()).toEqual([]);
	});
});

describe('reflect schedule', () => {
	test('installs a systemd user timer that runs a copy of ours, and removes all of it', async () => {
		const bin = place.folder('bin');
		const log = path.join(place.root, 'systemctl.log');
		writeFileSync(path.join(bin, 'systemctl'), `#!/bin/sh\necho "$@" >> ${log}\n`);
		chmodSync(path.join(bin, 'systemctl'), 0o755);
		// As Homebrew has it: the file that it leads to goes with the version.
		const node = path.join(bin, path.basename(process.execPath));
		symlinkSync(process.execPath, node);
		const done = await run(['schedule', '--yes', '--json', '--every', '15'], {}, program());
		expect(done).toMatchObject({ code: 0 });
		const folder = path.join(place.home, '.config/systemd/user');
		const service = readFileSync(path.join(folder, 'session-keeper-reflect.service'), 'utf8');
		const copy = /"([^"]+cli\.js)" "reflect" "--idle"/u.exec(service)?.[1] ?? '';
		expect(readFileSync(copy, 'utf8')).toBe(readFileSync(program(), 'utf8'));
		expect(copy.startsWith(place.claude.keeperHome)).toBe(true);
		expect(service).toContain(`ExecStart="${node}" "${copy}"`);
		expect(readFileSync(path.join(folder, 'session-keeper-reflect.timer'), 'utf8')).toContain('OnUnitActiveSec=15min');
		expect(readFileSync(log, 'utf8')).toBe('--user daemon-reload\n--user enable --now session-keeper-reflect.timer\n');
		expect(JSON.parse((await run(['ledger', '--json'])).out)).toMatchObject({ isScheduled: true, runs: [] });
		// The copy does what the timer is for.
		const idle = spawnSync(process.execPath, [copy, 'reflect', '--idle'], {
			cwd: '/',
			env: environment(),
			encoding: 'utf8',
		});
		expect(idle.stdout).toContain('Drafted: ');
		// A later version brings its own.
		const before = statSync(copy).mtimeMs;
		await refreshProgram(place.claude, path.dirname(program()));
		expect(statSync(copy).mtimeMs).toBe(before);
		writeFileSync(copy, 'of the version before');
		await refreshProgram(place.claude, path.dirname(program()));
		expect(readFileSync(copy, 'utf8')).toBe(readFileSync(program(), 'utf8'));
		expect(JSON.parse((await run(['unschedule', '--json'])).out)).toMatchObject({ unscheduled: true });
		expect(readdirSync(folder)).toEqual([]);
		expect(existsSync(copy)).toBe(false);
		expect(JSON.parse((await run(['unschedule', '--json'])).out)).toMatchObject({ unscheduled: false });
	});

	test('where the system refuses, nothing half is left', async () => {
		const bin = place.folder('bin');
		writeFileSync(path.join(bin, 'systemctl'), '#!/bin/sh\necho "Failed to connect to bus" >&2\nexit 1\n');
		chmodSync(path.join(bin, 'systemctl'), 0o755);
		expect(JSON.parse((await run(['schedule', '--yes', '--json'], {}, program())).out)).toMatchObject({
			error: { code: 'notScheduled', message: expect.stringContaining('Failed to connect to bus') as string },
		});
		expect(readdirSync(path.join(place.home, '.config/systemd/user'))).toEqual([]);
	});
});
