import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { driftWords } from '../../core/documents/drift';
import { withExitStamp } from '../../core/keeper/exitStamp';
import { longSession } from '../../core/testing/longSession';
import { type Line, assistantLine, chained, resultLine, userLine } from '../../core/testing/transcripts';
import { BackupStore } from '../backups/backupStore';
import { BackupWriter } from '../backups/backupWriter';
import { homePlace } from '../backups/place';
import { locateTranscript } from '../transcript/locateTranscript';
import { DocumentStore, type SavedFile } from './documentStore';
import { DocumentPathError } from './documentPathError';
import { stampExit } from '../hooks/run/exitStampFile';
import { openJournal } from '../keeper/changeJournal';
import { openTrash } from '../keeper/keeperTrash';
import { openRedactor } from '../privacy/openRedactor';
import { findProject } from '../project/project';
import { resume } from '../timeline/resume';
import { openTimeline } from '../workspace/openStores';
import { OutsideProjectError } from '../base/insideProject';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../testing/backupPlace';
import { bundle } from '../testing/bundle';
import { NOW_MS, git, newPlace } from '../testing/places';
import { useUtc } from '../testing/timeZone';
import { listDocuments } from './documentFiles';

const run = promisify(execFile);
let place: BackupTestPlace;
let nowMs = NOW_MS;
useUtc();
beforeEach(() => {
	place = newBackupPlace();
	nowMs = NOW_MS;
});
afterEach(() => place.remove());

const clock = { now: () => nowMs, schedule: () => ({ dispose: () => undefined }) };
const name = (stem: string): string => path.join(place.memory, stem);
const text = (stem: string): string => readFileSync(name(stem), 'utf8');

/** Lines of a session as if it had run in the place. */
function here(lines: readonly Line[], session = SESSION): readonly string[] {
	return lines.map((line) =>
		JSON.stringify({ ...line, sessionId: session, ...('cwd' in line ? { cwd: place.repo } : {}) }).replaceAll(
			'/home/dev/app',
			place.repo,
		),
	);
}
const short = (request: string, answer: string): readonly Line[] => chained([userLine(request), assistantLine(answer)]);

async function open(folder = place.repo): Promise<{ documents: DocumentStore; backups: BackupStore }> {
	const project = await findProject(place.claude, folder);
	const backups = new BackupStore(project, openTrash(place.claude), clock, homePlace(place.claude, project));
	return {
		backups,
		documents: new DocumentStore(project, backups, () => openRedactor(place.claude), clock, place.env, place.claude),
	};
}
async function save(transcript: string, target?: string): Promise<SavedFile> {
	const saved = await (await open()).documents.save(transcript, { target });
	if (saved === undefined) throw new Error('nothing was said');
	return saved;
}
async function backUp(session = SESSION): Promise<string> {
	const project = await place.project();
	const transcript = await locateTranscript(place.claude, session, undefined, project);
	if (transcript === undefined) throw new Error('no transcript');
	return (await (await BackupWriter.open(place.claude, project, clock)).create(transcript, 'exit')).raw;
}

describe('a saved document', () => {
	test('is there with the active context that names it, and reads back as what it says', async () => {
		const saved = await save(place.say(here(longSession())));
		expect(saved.document.path).toBe('.claude/memory/session-2026-11-21-1000.md');
		expect(saved.document).toMatchObject({
			session: SESSION,
			savedMs: NOW_MS,
			branch: 'main',
			commit: git(place.repo, 'rev-parse', 'HEAD').trim(),
			topic: 'Sessions survive a restart',
			confidence: 'high',
			status: 'ratified',
			problem: undefined,
		});
		expect(saved.document.next[0]).toBe('Delete expired rows once an hour [m22]');
		expect(saved.document.prompt).toContain('Continue the work on “Sessions survive a restart”');
		expect(text('active-context.md')).toContain('## Active context: Sessions survive a restart');
		expect(text('active-context.md')).toContain('The whole record: .claude/memory/session-2026-11-21-1000.md');
		expect(text('active-context.md')).toContain('- Delete expired rows once an hour\n');
	});

	test('never takes a name that is taken, and writes nothing over', async () => {
		const transcript = place.say(here(longSession()));
		const names = [await save(transcript), await save(transcript)].map(({ document }) => path.basename(document.file));
		expect(names).toEqual(['session-2026-11-21-1000.md', 'session-2026-11-21-1000-2.md']);
		const taken = path.join(place.repo, 'notes.md');
		writeFileSync(taken, 'mine');
		await expect(save(transcript, taken)).rejects.toThrow(DocumentPathError);
		await expect(save(transcript, path.join(place.repo, 'no/such/folder.md'))).rejects.toThrow('Folder not found: ');
		expect(readFileSync(taken, 'utf8')).toBe('mine');
		expect(text('active-context.md')).toContain('session-2026-11-21-1000-2.md');
	});

	test('goes where it is told to, and is listed from there', async () => {
		const target = path.join(place.repo, 'notes/today.md');
		mkdirSync(path.dirname(target));
		const { document } = await save(place.say(here(longSession())), target);
		expect([document.file, document.path]).toEqual([target, 'notes/today.md']);
		expect((await listDocuments(await place.project())).map(({ file }) => file)).toEqual([target]);
		const inFolder = await save(place.transcript(), path.dirname(target));
		expect(path.basename(inFolder.document.file)).toBe('session-2026-11-21-1000.md');
	});

	test('T40: holds no secret of the session, and no home folder', async () => {
		const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
		const { document } = await save(
			place.say(here(short(`Use the token ${key} in ${place.home}/deploy.sh`, `I decided on ${key}.`))),
		);
		for (const written of [document.text, text('active-context.md')]) {
			expect(written).not.toContain(key);
			expect(written).not.toContain(place.home);
			expect(written).toContain('[redacted');
		}
	});

	test('keeps words of others in the active context, and the line ends that they have', async () => {
		place.write('repo/.claude/memory/active-context.md', '# Mine\r\n\r\n- keep this\r\n');
		await save(place.say(here(longSession())));
		const first = text('active-context.md');
		expect(first.endsWith('<!-- /session-keeper:state -->\r\n\r\n# Mine\r\n\r\n- keep this\r\n')).toBe(true);
		nowMs += 60_000;
		await save(place.transcript());
		const second = text('active-context.md');
		expect(second.match(/session-keeper:state -->/gu)).toHaveLength(2);
		expect(second).toContain('session-2026-11-21-1001.md');
		expect(second.endsWith('# Mine\r\n\r\n- keep this\r\n')).toBe(true);
		writeFileSync(name('active-context.md'), Buffer.from([0xff, 0xfe, 0x41]));
		await expect(save(place.transcript())).rejects.toThrow('is not UTF-8');
		expect(readFileSync(name('active-context.md'))).toEqual(Buffer.from([0xff, 0xfe, 0x41]));
	});

	test('brings no import along: a path with @ is only ever code in what Claude Code loads', async () => {
		await save(
			place.say(here(short('Look at @/etc/passwd and `x @~/.ssh/id_rsa', 'We decided on @secrets.md over (@other).'))),
		);
		const outsideOfCode = text('active-context.md').replace(/`[^`]*`/gu, '');
		expect(outsideOfCode).not.toContain('@');
		expect(text('active-context.md')).toContain('`@secrets.md`');
	});

	test('saved from a folder below names files from the top of the checkout, and finds them', async () => {
		const file = place.write('repo/packages/api/src/a.ts', 'x');
		const written = chained([
			userLine('Write it'),
			assistantLine({ tool: 'Write', id: 'w', input: { file_path: file } }),
			resultLine('w'),
		]).map((line) => ({ ...line, sessionId: SESSION, cwd: path.join(place.repo, 'packages/api') }));
		const { documents } = await open(path.join(place.repo, 'packages/api'));
		const saved = await documents.save(place.say(written.map((line) => JSON.stringify(line))), { session: SESSION });
		expect(saved?.document.files).toEqual([expect.stringContaining('`packages/api/src/a.ts`')]);
		expect(saved && (await documents.drift(saved.document)).gone).toEqual([]);
	});

	test('of a session in a worktree has the git state of that, and is compared with it', async () => {
		const worktree = path.join(place.root, 'wt');
		git(place.repo, 'worktree', 'add', '-q', '-b', 'feature', worktree);
		git(worktree, 'commit', '-q', '--allow-empty', '-m', 'Feature');
		const file = place.write('wt/a.ts', 'x');
		const written = chained([
			userLine('Write it'),
			assistantLine({ tool: 'Write', id: 'w', input: { file_path: file } }),
			resultLine('w'),
		]).map((line) => JSON.stringify({ ...line, sessionId: SESSION, cwd: worktree }));
		const { documents } = await open();
		const transcript = place.say(written);
		const saved = await documents.save(transcript, { session: SESSION });
		const there = { branch: 'feature', commit: git(worktree, 'rev-parse', 'HEAD').trim(), dirty: ['a.ts'] };
		expect([saved?.document, await documents.preview(transcript, SESSION)]).toMatchObject([there, there]);
		if (saved === undefined) throw new Error('nothing was said');
		expect(driftWords(await documents.drift(saved.document, worktree))).toEqual(['Saved just now.']);
		expect(driftWords(await documents.drift(saved.document))).toContain('Another branch: main now, feature then.');
		// What was seen when it was made is true of that checkout alone.
		for (const at of [worktree, undefined])
			expect(await documents.drift(saved.document, at, true)).toEqual(await documents.drift(saved.document, at));
	});

	test('of a session that entered a worktree has the git state of that, and names its files from there', async () => {
		const worktree = path.join(place.repo, '.claude/worktrees/tax');
		git(place.repo, 'worktree', 'add', '-q', '-b', 'tax', worktree);
		const file = place.write('repo/.claude/worktrees/tax/a.ts', 'x');
		const write = assistantLine({ tool: 'Write', id: 'w', input: { file_path: file } });
		const written = chained([userLine('Enter'), write, resultLine('w')]).map((line, at) =>
			JSON.stringify({ ...line, sessionId: SESSION, cwd: at === 0 ? place.repo : worktree }),
		);
		const document = await (await open()).documents.preview(place.say(written), SESSION);
		expect(document).toMatchObject({ branch: 'tax', dirty: ['a.ts'], files: [expect.stringContaining('`a.ts`')] });
	});

	test('T42: is refused where a link leads its folder out of the project', async () => {
		const elsewhere = place.folder('elsewhere');
		mkdirSync(path.join(place.repo, '.claude'));
		symlinkSync(elsewhere, path.join(place.repo, '.claude/memory'));
		await expect(save(place.say(here(longSession())))).rejects.toThrow(OutsideProjectError);
		expect(readdirSync(elsewhere)).toEqual([]);
	});

	test.each([undefined, '# Mine\n\n- keep this', '# Mine\r\n\r\n- keep this\r\n', '# Mine\n'])(
		'can be taken back once its session has ended, and the time of that stays (%j before)',
		async (before) => {
			if (before !== undefined) place.write('repo/.claude/memory/active-context.md', before);
			const project = await place.project();
			const undo = async ({ change }: SavedFile): Promise<string> =>
				openJournal({ claude: place.claude, clock }).undo(change);
			const first = await save(place.say(here(longSession())));
			await stampExit(project, NOW_MS, 'exit');
			nowMs += 60_000;
			const second = await save(place.transcript());
			await stampExit(project, nowMs, 'clear');
			expect([await undo(second), await undo(first)]).toEqual(['undone', 'undone']);
			expect(existsSync(first.document.file)).toBe(false);
			if (before === undefined) expect(existsSync(first.contextFile)).toBe(false);
			else expect(text('active-context.md')).toBe(withExitStamp(before, nowMs, 'clear'));
		},
	);

	test('is not taken back where somebody has written more than the time of an exit', async () => {
		const { change } = await save(place.say(here(longSession())));
		await stampExit(await place.project(), NOW_MS, 'exit');
		writeFileSync(name('active-context.md'), `${text('active-context.md')}mine\n`);
		expect(await openJournal({ claude: place.claude, clock }).undo(change)).toBe('changed');
	});

	test('is not made of a session in which nothing was said', async () => {
		const file = place.say(here([assistantLine('hello?')]));
		expect(await (await open()).documents.save(file)).toBeUndefined();
		expect(existsSync(place.memory)).toBe(false);
	});
});

describe('backups', () => {
	test('of a session wait no more once it is saved; those of others do', async () => {
		const transcript = place.say(here(longSession()));
		const mine = await backUp();
		nowMs += 1_000;
		const other = 'aaaaaaaa-0000-4000-8000-000000000000';
		place.say(here(short('Else', 'Done with that.'), other), other);
		const theirs = await backUp(other);
		const { processed } = await save(transcript);
		expect(processed).toEqual([mine]);
		expect(place.pending().map(({ raw }) => raw)).toEqual([theirs]);
		expect(text('.pending-backup')).toBe(`.claude/memory/raw/${theirs}\n`);
	});
});

describe('what has changed since', () => {
	test('is told: commits, a branch, a rebase, files that changed or went', async () => {
		place.write('repo/src/sessions.ts', 'x');
		place.write('repo/src/db.ts', 'x');
		git(place.repo, 'add', '-A');
		git(place.repo, 'commit', '-q', '-m', 'Files');
		const { document } = await save(place.say(here(longSession())));
		const { documents } = await open();
		const told = async (): Promise<readonly string[]> => driftWords(await documents.drift(document));
		expect(await told()).toEqual(['Saved just now.']);

		nowMs += 3 * 3_600_000;
		place.write('repo/src/new.ts', 'x');
		rmSync(path.join(place.repo, 'src/db.ts'));
		const then = (document.commit ?? '').slice(0, 7);
		expect(await told()).toEqual([
			'Saved 3 hours ago.',
			'Changed and not committed since: src/db.ts, src/new.ts.',
			'Files no longer there: src/db.ts.',
		]);
		git(place.repo, 'add', '-A');
		git(place.repo, 'commit', '-q', '-m', 'More');
		const now = git(place.repo, 'rev-parse', '--short=7', 'HEAD').trim();
		expect(await told()).toContain(`HEAD is ${now} now, ${then} then: 1 commit ahead.`);
		git(place.repo, 'commit', '-q', '--amend', '-m', 'Otherwise');
		git(place.repo, 'switch', '-q', '-c', 'other');
		git(place.repo, 'reset', '-q', '--hard', 'HEAD~1');
		expect(await told()).toContain('Another branch: other now, main then.');
		git(place.repo, 'branch', '-q', '-D', 'main');
		git(place.repo, 'commit', '-q', '--amend', '-m', 'Rewritten');
		expect((await told()).join('\n')).toMatch(/history rewritten: 1 commit ahead, 1 behind/u);
	});
});

describe('uncommitted files', () => {
	test('are none that changed since where the document names them redacted or cut, or names the first ones only', async () => {
		for (const name of [`dev@example.com.txt`, `${'d/'.repeat(120)}x.ts`]) place.write(`repo/${name}`, 'x');
		for (let at = 0; at < 120; at++) place.write(`repo/f${at}.txt`, 'x');
		const { document } = await save(place.say(here(short('Write it', 'Done.'))));
		expect(document.dirty).toHaveLength(100);
		expect(driftWords(await (await open()).documents.drift(document))).toEqual(['Saved just now.']);
	});
});

describe('the project memory', () => {
	test.each(['notes.md', 'notes (1).md'])('takes a fact of a document that is called %s once', async (target) => {
		const { document } = await save(place.say(here(longSession())), path.join(place.repo, target));
		const { documents } = await open();
		const [fact = ''] = (await documents.facts(document)).map((each) => each.text);
		expect((await documents.keep([fact], document)).added).toEqual([fact]);
		expect(await documents.keep([fact], document)).toEqual({ added: [], change: undefined });
		expect((await documents.facts(document))[0]?.isKnown).toBe(true);
	});

	test('takes the facts that a person chose, each once', async () => {
		place.write('repo/.claude/memory/project-memory.md', '# Ours\n\n- where should sessions be kept → sqlite!\n');
		const { document } = await save(place.say(here(longSession())));
		const { documents } = await open();
		const facts = await documents.facts(document);
		expect(facts.map(({ text: fact, isKnown }) => [fact, isKnown])).toEqual([
			["The person: Don't change the cookie format, mobile clients parse it.", false],
			['Where should sessions be kept? → SQLite', true],
			[
				'Claude: I kept one shared connection instead of one for each request because parallel writers lock the file.',
				false,
			],
			[
				'How long should a session stay valid without activity? → 30 days, as it is now. — The maximum age is 30 days, and the work is committed as `4be1c2d`.',
				false,
			],
			[
				'Claude: Opening the database in every request did not work: the tests run in parallel and get SQLITE_BUSY.',
				false,
			],
			['Claude: I reverted that part.', false],
		]);
		const chosen = facts.slice(0, 2).map((fact) => fact.text);
		expect((await documents.keep(chosen, document)).added).toEqual(chosen.slice(0, 1));
		expect((await documents.keep(chosen, document)).added).toEqual([]);
		expect(text('project-memory.md')).toBe(
			"# Ours\n\n- where should sessions be kept → sqlite!\n- The person: Don't change the cookie format, mobile clients parse it. (session-2026-11-21-1000)\n",
		);
	});
});

describe('a document of somebody else', () => {
	test('is read as far as it goes, whatever it is', async () => {
		place.write(
			'repo/.claude/memory/session-2026-11-19-0900.md',
			'# Session: Login form\n\n## Next Steps\n1. Add a test\n2. **Ship** it\n\n## Key Decisions\n- Use zod\n',
			2,
		);
		place.write('repo/.claude/memory/session-2026-11-18-0900.md', '---\n: : :\n---\n# Broken', 3);
		place.write('repo/.claude/memory/session-open-idea-2026-11-18.md', 'parked', 3);
		place.write('repo/docs/sessions/abc.draft.md', '# A draft', 1);
		place.write('repo/docs/sessions/abc.md', '---\ntopic: Ratified\ndate: 2026-11-20T10:00:00Z\n---\n', 1);
		const all = await listDocuments(await place.project());
		expect(all.map(({ isDraft }) => isDraft)).toEqual([true, false, false, false]);
		expect(all.map(({ topic, next, problem }) => [topic, next, problem !== undefined])).toEqual([
			['A draft', [], false],
			['Ratified', [], false],
			['Session: Login form', ['Add a test', '**Ship** it'], false],
			['Broken', [], true],
		]);
		const [, , login] = all;
		if (login === undefined) throw new Error('not listed');
		await (await open()).documents.takeUp(login);
		expect(text('active-context.md')).toContain('## Active context: Session: Login form');
		expect(text('active-context.md')).toContain('- Use zod');
	});
});

describe('a save that is killed', () => {
	let driver: string;
	const tools = newPlace();
	beforeAll(() => (driver = bundle('src/node/testing/documentDriver.ts', tools.root)));
	afterAll(() => tools.remove());

	for (const step of ['context', 'document', 'processed'])
		test(`after "${step}": the active context is never older than the document, and neither is half written`, async () => {
			const transcript = place.say(here(longSession()));
			const raw = await backUp();
			const env = { ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString() };
			await run(process.execPath, [driver, place.repo, transcript, step], { env }).catch(() => undefined);
			const context = text('active-context.md');
			expect(context).toContain('session-2026-11-21-1000.md');
			expect(context.trimEnd().endsWith('<!-- /session-keeper:state -->')).toBe(true);
			const there = existsSync(name('session-2026-11-21-1000.md'));
			expect(there).toBe(step !== 'context');
			if (there) expect(text('session-2026-11-21-1000.md')).toMatch(/^---\n[^]*\n## Sources\n\n[^]*- m34 [^\n]*\n$/u);
			// What was not finished still waits, and is finished by whoever comes next.
			expect(place.pending().map((each) => each.raw)).toEqual(step === 'processed' ? [] : [raw]);
			const { backups, documents } = await open();
			const timeline = await openTimeline({ claude: place.claude, project: await place.project(), clock }, backups);
			const { session } = await timeline.latest(undefined);
			const resumed = session && (await resume(timeline, documents, backups, { session, document: undefined }));
			expect(resumed?.isMade).toBe(step === 'context');
			expect(place.pending()).toEqual([]);
			expect(readdirSync(place.memory).filter((each) => each.endsWith('.tmp'))).toEqual([]);
		});
});
