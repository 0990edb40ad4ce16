// `session-keeper undo` of what is no change of bytes: installations, which go by meaning, and what is in the trash. All of
// it stands in one list with the changes of files.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { SLASH_COMMANDS, commandPath } from '../../core/claude/slashCommands';
import { projectSlug } from '../../core/claude/slug';
import { DAY_MS } from '../../core/base/dates';
import { INTERRUPTED_EVENT } from '../../core/keeper/hookLog';
import { FakeClock } from '../../core/testing/fakeClock';
import { housekeep } from '../../node/hooks/run/housekeeping';
import { readHookLog } from '../../node/keeper/hookLogFile';
import { ReviewJournal } from '../../node/review/reviewJournal';
import { NOW_MS, type Place, newPlace, newRepository } from '../../node/testing/places';
import { useUtc } from '../../node/testing/timeZone';
import { beforeFileCalls, systemError } from '../../node/testing/fileCalls';
import { type Ended, call } from '../testing/inProcess';

const SETTINGS = '{\n\t"model": "opus" // mine\n}\n';
const RAW = '20261121_080000_exit.jsonl';

useUtc();
let program: Place;
beforeAll(() => {
	program = newPlace();
	program.write('cli.js', '// the command line');
	for (const event of ['sessionStart', 'sessionEnd', 'preCompact', 'stop']) program.write(`hooks/${event}.js`);
});
afterAll(() => program.remove());

let place: Place;
let repo: string;
let nowMs: number;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	nowMs = NOW_MS;
});
afterEach(() => {
	vi.restoreAllMocks();
	place.remove();
});

/** Each command is a minute after the one before. */
const keeper = (...words: readonly string[]): Promise<Ended> =>
	call(words, {
		cwd: repo,
		env: { ...place.env, SESSION_KEEPER_NOW: new Date((nowMs += 60_000)).toISOString() },
		program: path.join(program.root, 'cli.js'),
	});
async function good(...words: readonly string[]): Promise<string> {
	const { code, err, out } = await keeper(...words);
	expect(code, err).toBe(0);
	return out;
}
const undone = async (...words: readonly string[]): Promise<string> => {
	const { code, err, out } = await keeper('undo', ...words);
	expect({ code, err }).toEqual({ code: 0, err: '' });
	return out;
};
interface Listed {
	readonly id: string;
	readonly kind: string;
	readonly message: string;
	readonly isInterrupted: boolean;
}
const list = async (): Promise<readonly Listed[]> =>
	(JSON.parse(await good('undo', '--list', '--json')) as { changes: readonly Listed[] }).changes;
const local = (): string => path.join(repo, '.claude', 'settings.local.json');
const imports = (): string => path.join(repo, '.claude/CLAUDE.md');
const read = (file: string): string => readFileSync(file, 'utf8');
const inClaude = (name: string): string => path.join(place.claude.configDir, name);
const commandsThere = (): number => SLASH_COMMANDS.filter((name) => existsSync(inClaude(commandPath(name)))).length;
const changes = (): readonly string[] => readdirSync(inClaude('session-keeper/changes'));
const inMemory = (name: string): string =>
	path.join(place.claude.projectsDir, projectSlug(repo), 'memory', `session-open-${name}-2026-11-01.md`);

/** Our own settings. */
const own = (): string => inClaude('session-keeper/settings.json');
const ownNow = (): unknown => JSON.parse(read(own()));
function setOwn(fields: object): void {
	mkdirSync(path.dirname(own()), { recursive: true });
	writeFileSync(own(), JSON.stringify(fields));
}

function writeSettings(): void {
	mkdirSync(path.dirname(local()), { recursive: true });
	writeFileSync(local(), SETTINGS);
}

test('an installation is taken back by its meaning, and that by the next: each of them stays on record until it is undone', async () => {
	writeSettings();
	await good('hooks', 'install', '--yes');
	expect(await list()).toMatchObject([{ kind: 'hooks', message: `hooks in ${local()} (installed)` }]);
	expect(await undone()).toBe(`Undone: hooks in ${local()} (installed)\n`);
	expect([read(local()), commandsThere(), await list()]).toEqual([SETTINGS, 0, []]);
	expect(existsSync(place.claude.stateFile)).toBe(false);

	await good('hooks', 'install', '--yes', '--no-rules', '--imports');
	const installed = read(local());
	await good('hooks', 'uninstall', '--yes');
	expect([read(local()), commandsThere()]).toEqual([SETTINGS, 0]);
	const messages = async (): Promise<unknown> => (await list()).map(({ message }) => message);
	// The one before begins with what is there no more.
	expect(await messages()).toEqual([`hooks in ${local()} (uninstalled)`]);
	await undone();
	expect(await messages()).toEqual([`hooks in ${local()} (installed)`]);
	// With the parts that were there, and without those that were left out.
	expect([read(local()), commandsThere()]).toEqual([installed, SLASH_COMMANDS.length]);
	expect(read(path.join(repo, '.claude/CLAUDE.md'))).toContain('@memory/active-context.md');
	await undone();
	expect([read(local()), commandsThere()]).toEqual([SETTINGS, 0]);
	expect(await undone()).toBe('Nothing to undo.\n');
});

test('what Claude Code and people write into the same files since stays', async () => {
	writeSettings();
	await good('hooks', 'install', '--yes');
	writeFileSync(local(), read(local()).replace('"opus"', '"sonnet"'));
	writeFileSync(place.claude.stateFile, JSON.stringify({ ...JSON.parse(read(place.claude.stateFile)), theirs: 1 }));
	await undone();
	expect(read(local())).toBe(SETTINGS.replace('opus', 'sonnet'));
	expect(JSON.parse(read(place.claude.stateFile))).toEqual({ theirs: 1 });
});

test('an installation that brought a part is undone by that part alone', async () => {
	await good('hooks', 'install', '--yes', '--no-commands', '--no-parking-rule');
	const before = read(local());
	await good('hooks', 'install', '--yes', '--commands', '--parking-rule');
	expect(commandsThere()).toBe(SLASH_COMMANDS.length);
	await undone();
	expect([read(local()), commandsThere()]).toEqual([before, 0]);
	expect(JSON.parse(read(inClaude('session-keeper/settings.json')))).toMatchObject({ parkingRule: false });
	await undone();
	expect(existsSync(local())).toBe(false);
});

test('a repair that brings nothing new is no change, and neither is one that is refused', async () => {
	await good('hooks', 'install', '--yes');
	writeFileSync(local(), read(local()).replaceAll('session-keeper-hook', 'session-keeper-hook '));
	await good('hooks', 'install', '--yes');
	expect(await list()).toHaveLength(1);
	await undone();
	mkdirSync(path.join(repo, '.claude'), { recursive: true });
	writeFileSync(local(), '{ "hooks": ');
	expect(await keeper('hooks', 'install', '--yes')).toMatchObject({ code: 1 });
	expect(await list()).toEqual([]);
});

test('hooks that somebody took out since are found gone, and the record goes', async () => {
	writeSettings();
	setOwn({ parkingRule: false, injectContext: 'off' });
	await good('hooks', 'install', '--yes', '--no-commands');
	writeFileSync(local(), SETTINGS);
	expect(await keeper('undo')).toMatchObject({ code: 1, err: expect.stringContaining('It was already undone.') });
	expect([read(local()), await list()]).toEqual([SETTINGS, []]);
});

test('what a person had of their own before an installation is there after its undo, as they had set it', async () => {
	const mine = { parkingRule: true, injectContext: 'full' };
	setOwn(mine);
	await good('hooks', 'install', '--yes');
	await undone();
	expect(ownNow()).toEqual(mine);
	await good('hooks', 'install', '--yes', '--no-context', '--no-parking-rule');
	expect(ownNow()).toEqual({ parkingRule: false, injectContext: 'off' });
	await undone();
	expect(ownNow()).toEqual(mine);
	// What they set since stays.
	await good('hooks', 'install', '--yes', '--no-context', '--no-parking-rule');
	setOwn({ parkingRule: true, injectContext: 'brief' });
	await undone();
	expect(ownNow()).toEqual({ parkingRule: true, injectContext: 'brief' });
});

test('an installation for all projects is undone without what a project has of its own', async () => {
	await good('hooks', 'install', '--yes', '--imports');
	const before = [read(local()), read(imports()), commandsThere()];
	await good('hooks', 'install', '--yes', '--scope', 'user');
	await undone();
	expect(existsSync(inClaude('settings.json'))).toBe(false);
	expect([read(local()), read(imports()), commandsThere()]).toEqual(before);
	expect(ownNow()).toEqual({ parkingRule: true, injectContext: 'brief' });
});

test('the parts of hooks that Claude Code took out stay where the repair is undone', async () => {
	await good('hooks', 'install', '--yes', '--imports');
	const stripped = `${JSON.stringify({ ...(JSON.parse(read(local())) as object), hooks: undefined }, null, '\t')}\n`;
	writeFileSync(local(), stripped);
	const before = [read(imports()), read(place.claude.stateFile), commandsThere()];
	await good('hooks', 'install', '--yes');
	expect(read(local())).toContain('session-keeper-hook');
	await undone();
	expect(read(local())).toBe(stripped);
	expect([read(imports()), read(place.claude.stateFile), commandsThere()]).toEqual(before);
});

test('what somebody installs since keeps what was brought for all projects', async () => {
	await good('hooks', 'install', '--yes');
	const other = newRepository(path.join(place.root, 'other'));
	await good('hooks', 'install', '--yes', '--project', other);
	await undone();
	expect([existsSync(local()), commandsThere()]).toEqual([false, SLASH_COMMANDS.length]);
	expect(ownNow()).toEqual({ parkingRule: true, injectContext: 'brief' });
});

test('undone in another project, an installation whose folder is gone changes nothing of that project', async () => {
	const other = newRepository(path.join(place.root, 'other'));
	await good('hooks', 'install', '--yes', '--scope', 'project', '--imports', '--project', other);
	const inOther = (...words: readonly string[]): Promise<Ended> => keeper(...words, '--project', other);
	await good('hooks', 'install', '--yes', '--scope', 'user', '--imports');
	rmSync(repo, { recursive: true });
	repo = other;
	const before = [read(imports()), existsSync(path.join(other, '.claude', commandPath(SLASH_COMMANDS[0])))];
	expect(await inOther('undo')).toMatchObject({ code: 0 });
	expect([existsSync(inClaude('settings.json')), commandsThere()]).toEqual([false, 0]);
	expect([read(imports()), existsSync(path.join(other, '.claude', commandPath(SLASH_COMMANDS[0])))]).toEqual(before);
});

test('where the worktree of an installation is gone, what lies in the main checkout is undone, and the rest said to be gone', async () => {
	writeSettings();
	const worktree = path.join(place.root, 'worktree');
	spawnSync('git', ['-C', repo, 'worktree', 'add', '-q', worktree]);
	const main = repo;
	repo = worktree;
	await good('hooks', 'install', '--yes');
	await good('hooks', 'install', '--yes', '--scope', 'project');
	repo = main;
	expect(read(local())).toContain('session-keeper-hook');
	rmSync(worktree, { recursive: true });
	expect(await keeper('undo')).toMatchObject({
		code: 1,
		err: expect.stringMatching(/Its folder is gone: .+worktree\.\nNothing was changed, and it is no longer listed\./u),
	});
	await undone();
	expect([read(local()), commandsThere(), await list()]).toEqual([SETTINGS, 0, []]);
});

test('a record that nobody understands stands in nobody’s way', async () => {
	writeSettings();
	await good('hooks', 'install', '--yes');
	const [name = ''] = changes();
	const file = inClaude(`session-keeper/changes/${name}`);
	writeFileSync(file, JSON.stringify({ ...(JSON.parse(read(file)) as object), about: 1 }));
	expect(await undone()).toBe('Nothing to undo.\n');
	// It may be a newer version's.
	expect(changes()).toEqual([name]);
});

test('an uninstallation that took the days of transcripts along brings them back', async () => {
	const days = (): unknown =>
		(JSON.parse(read(inClaude('settings.json'))) as Record<string, unknown>)['cleanupPeriodDays'];
	await good('hooks', 'install', '--scope', 'user', '--cleanup-days', '365', '--yes');
	expect(days()).toBe(365);
	await good('hooks', 'uninstall', '--scope', 'user', '--yes');
	expect(existsSync(inClaude('settings.json'))).toBe(false);
	await undone();
	expect(days()).toBe(365);
});

test('an uninstallation that brought comments back is undone into what Claude Code reads', async () => {
	mkdirSync(path.dirname(local()), { recursive: true });
	writeFileSync(local(), '{\n\t// mine\n\t"model": "opus"\n}\n');
	await good('hooks', 'install', '--yes', '--strict-json');
	const installed = read(local());
	await good('hooks', 'uninstall', '--yes');
	expect(read(local())).toContain('// mine');
	await undone();
	expect(read(local())).toBe(installed);
});

test('an uninstallation of what was left alone is taken back too', async () => {
	writeSettings();
	await good('hooks', 'install', '--yes', '--imports');
	writeFileSync(local(), SETTINGS);
	const before = [read(imports()), commandsThere()];
	await good('hooks', 'uninstall', '--yes');
	expect([existsSync(imports()), commandsThere()]).toEqual([false, 0]);
	await undone();
	expect([read(local()), read(imports()), commandsThere()]).toEqual([SETTINGS, ...before]);
});

test('an uninstallation of a project’s shared hooks takes the person’s commands along, and its undo brings them back', async () => {
	await good('hooks', 'install', '--yes');
	await good('hooks', 'install', '--yes', '--scope', 'project');
	rmSync(local());
	const inProject = (): boolean => existsSync(path.join(repo, '.claude', commandPath(SLASH_COMMANDS[0])));
	await good('hooks', 'uninstall', '--yes', '--scope', 'project');
	expect([commandsThere(), inProject()]).toEqual([0, false]);
	await undone();
	expect([commandsThere(), inProject()]).toEqual([SLASH_COMMANDS.length, true]);
});

test('no bytes of the settings are on record: they may hold secrets', async () => {
	mkdirSync(path.dirname(local()), { recursive: true });
	writeFileSync(local(), '{ "env": { "KEY": "swordfish" } }\n');
	writeFileSync(place.claude.stateFile, '{ "key": "swordfish" }\n');
	await good('hooks', 'install', '--yes');
	const [name = ''] = changes();
	expect(read(inClaude(`session-keeper/changes/${name}`))).not.toContain('swordfish');
});

test('a person’s own hooks are undone from any project, those of a project in it alone', async () => {
	await good('hooks', 'install', '--yes', '--scope', 'user');
	const other = newRepository(path.join(place.root, 'other'));
	await good('hooks', 'install', '--yes');
	const inOther = (...words: readonly string[]): Promise<Ended> => keeper(...words, '--project', other);
	expect((await inOther('undo', '--list')).out).toMatch(/\/settings\.json \(installed\)/u);
	expect((await inOther('undo', '--list')).out).not.toContain('settings.local.json');
	expect(await inOther('undo')).toMatchObject({ code: 0 });
	expect(existsSync(inClaude('settings.json'))).toBe(false);
	expect(existsSync(local())).toBe(true);
});

test('where a file is refused in the middle, it says what was changed, and how to finish or undo that', async () => {
	writeSettings();
	let isCut = false;
	const stop = beforeFileCalls((name, file) => {
		if (name === 'link' && file.includes('/commands/') && !isCut) {
			isCut = true;
			throw systemError('ENOSPC');
		}
	});
	const { code, err } = await keeper('hooks', 'install', '--yes');
	stop();
	expect([code, isCut]).toEqual([1, true]);
	const [, id = ''] = /Run it again to finish\. To undo it: session-keeper undo (\S+)\.\n/u.exec(err) ?? [];
	expect(await list()).toMatchObject([{ id, isInterrupted: true }]);
	expect(await good('undo', '--list')).toContain('(installed), interrupted');
	await undone(id);
	expect([read(local()), commandsThere()]).toEqual([SETTINGS, 0]);
});

const gone = spawnSync(process.execPath, ['-e', '']).pid;
/** As a process leaves it that is killed before it says that it is done. */
function cut(): void {
	const [name = ''] = changes();
	const file = inClaude(`session-keeper/changes/${name}`);
	renameSync(file, file.replace(/\.json$/u, `.${gone}.pending`));
}

test('the next command of any kind ends what was interrupted, and says what became of it', async () => {
	writeSettings();
	await good('hooks', 'install', '--yes');
	cut();
	expect((await keeper('parked', 'list')).err).toBe(
		`A change was interrupted, and was done: hooks in ${local()} (installed).\n`,
	);
	expect((await keeper('parked', 'list')).err).toBe('');

	cut();
	rmSync(inClaude(commandPath(SLASH_COMMANDS[0])));
	const { err } = await keeper('sessions', 'list');
	expect(err).toMatch(
		/may be done in part: .+ To undo it: session-keeper undo \S+\. To finish it: session-keeper hooks install --scope local --commands --rules --parking-rule --context\.\n/u,
	);
	expect(await list()).toMatchObject([{ isInterrupted: true }]);
	await undone();
	expect([read(local()), commandsThere()]).toEqual([SETTINGS, 0]);

	await good('hooks', 'install', '--yes', '--strict-json', '--no-rules');
	cut();
	rmSync(inClaude(commandPath(SLASH_COMMANDS[0])));
	expect((await keeper('sessions', 'list')).err).toContain('--no-rules --parking-rule --context --strict-json.\n');
	await undone();

	await good('hooks', 'cleanup-days', '365', '--yes');
	cut();
	expect((await keeper('config', 'list')).err).toMatch(/was done: cleanupPeriodDays in /u);
	cut();
	writeFileSync(inClaude('settings.json'), '{}\n');
	expect((await keeper('status')).err).toMatch(/may be done in part: cleanupPeriodDays .+ To undo it: /u);
});

test('Claude is told nothing of it: the hooks’ log is', async () => {
	await good('hooks', 'cleanup-days', '365', '--yes');
	const [name = ''] = changes();
	cut();
	expect((await keeper('parked', 'list', '--for-claude')).err).toBe('');
	const logged = (await readHookLog(place.claude)).filter(({ event }) => event === INTERRUPTED_EVENT);
	expect(logged.map(({ outcome }) => outcome)).toEqual([`done: ${name.replace('.json', '')}`]);
	const stop = beforeFileCalls((call, file) => {
		if (call === 'rename' && file.endsWith('.pending')) throw systemError('EIO');
	});
	for (const [flags, said] of [
		[['--for-claude'], 0],
		[[], 1],
	] as const) {
		if (existsSync(inClaude(`session-keeper/changes/${name}`))) cut();
		const { err } = await keeper('parked', 'list', ...flags);
		expect(err.split('An interrupted change could not be ended: EIO')).toHaveLength(1 + said);
	}
	stop();
});

test('the work after a session ends what was interrupted, which is no failure of it', async () => {
	await good('hooks', 'cleanup-days', '365', '--yes');
	cut();
	const clock = new FakeClock(nowMs);
	const none = { session: undefined, reason: 'exit', endedMs: nowMs, finishIn: undefined, expires: false };
	await housekeep(place.claude, repo, { ...none, crashed: [], unsaved: [] }, clock);
	expect((await readHookLog(place.claude)).map(({ event }) => event)).toEqual([INTERRUPTED_EVENT]);
});

test('what was interrupted before anything was done is said not to be done', async () => {
	writeSettings();
	await good('hooks', 'cleanup-days', '365', '--yes');
	cut();
	rmSync(inClaude('settings.json'));
	expect((await keeper('parked', 'list')).err).toMatch(/was interrupted, and was not done: cleanupPeriodDays/u);
	expect(await list()).toEqual([]);
});

test('a journal that cannot be looked at stops no command, and is told beside its answer', async () => {
	await good('hooks', 'cleanup-days', '365', '--yes');
	const stop = beforeFileCalls((name, file) => {
		if (name === 'readdir' && file.endsWith('/changes')) throw systemError('EIO');
	});
	const { code } = await keeper('parked', 'list');
	stop();
	expect(code).toBe(0);
});

test('what is thrown away stands in the same order of time, and goes back by its own use case', async () => {
	place.write(path.relative(place.root, inMemory('first')), '---\nname: First\n---\n', 3);
	place.write('repo/.claude/memory/raw/.gitignore', '*\n');
	place.write(`repo/.claude/memory/raw/${RAW}`, '{}\n', 1);
	await good('parked', 'archive', 'first');
	await good('hooks', 'install', '--yes');
	await good('backups', 'discard', RAW, '--yes');
	expect((await list()).map(({ kind, message }) => [kind, message])).toEqual([
		['backup', `${RAW} (discarded)`],
		['hooks', `hooks in ${local()} (installed)`],
		['parked', 'First (archived)'],
	]);
	expect(await undone()).toBe(`Undone: ${RAW} (discarded)\n`);
	expect(existsSync(path.join(repo, '.claude/memory/raw', RAW))).toBe(true);
	const item = (await list()).find(({ kind }) => kind === 'parked');
	// By what tells its id from others.
	expect(await undone(String(item?.id.split('-')[1]))).toBe('Undone: First (archived)\n');
	expect(existsSync(inMemory('first'))).toBe(true);
	expect((await list()).map(({ kind }) => kind)).toEqual(['hooks']);
});

test('one place that cannot be read stops no undo that names what is elsewhere', async () => {
	await good('hooks', 'install', '--yes');
	const [made] = await list();
	const stop = beforeFileCalls((name, file) => {
		if (name === 'readdir' && file.endsWith('/trash')) throw systemError('EACCES');
	});
	try {
		const listed = await keeper('undo', '--list');
		expect([listed.code, listed.out.includes('hooks'), listed.err]).toEqual([
			0,
			true,
			expect.stringContaining('Some changes could not be listed: EACCES'),
		]);
		// The last change may be among what cannot be read.
		expect(await keeper('undo')).toMatchObject({ code: 1, err: expect.stringContaining('EACCES') });
		expect(await keeper('undo', 'nothing')).toMatchObject({ code: 1, err: expect.stringContaining('EACCES') });
		expect(await keeper('undo', made?.id ?? '')).toMatchObject({ code: 0 });
	} finally {
		stop();
	}
	expect(existsSync(local())).toBe(false);
});

test('what expired by itself is listed, and comes back only where it is named', async () => {
	place.write(path.relative(place.root, inMemory('old')), '---\nname: Old\n---\n', 31);
	await good('parked', 'list');
	const [item] = await list();
	expect(item).toMatchObject({ kind: 'parked', message: 'Old (expired)' });
	expect(await undone()).toContain('Nothing to undo. What expired comes back by its id');
	await undone(item?.id ?? '');
	expect(existsSync(inMemory('old'))).toBe(true);
	await good('parked', 'list');
	expect(existsSync(inMemory('old'))).toBe(true);
});

test('an item that would be one too many is refused, unless the person says yes', async () => {
	const names = Array.from({ length: 10 }, (_, at) => `item${at}`);
	for (const name of ['first', ...names.slice(1)])
		place.write(path.relative(place.root, inMemory(name)), `---\nname: ${name}\n---\n`, 1);
	await good('parked', 'archive', 'first');
	place.write(path.relative(place.root, inMemory('item0')), '---\nname: item0\n---\n', 1);
	expect(await keeper('undo')).toMatchObject({
		code: 1,
		err: expect.stringMatching(/10 items are open already\.\nArchive one first, or say --yes/u),
	});
	await undone('--yes');
	expect(existsSync(inMemory('first'))).toBe(true);
});

test('a rejected memory waits again', async () => {
	const ts = new Date(NOW_MS - DAY_MS).toISOString();
	mkdirSync(inClaude('session-keeper'), { recursive: true });
	const line = { ts, project: repo, hash: 'a'.repeat(16), event: 'rejected' as const, title: 'Use tabs' };
	await new ReviewJournal(place.claude).append(line);
	expect(await list()).toMatchObject([{ kind: 'memory', message: 'Use tabs (rejected)' }]);
	expect(await undone()).toBe('Undone: Use tabs (rejected)\n');
	expect(await list()).toEqual([]);
});
