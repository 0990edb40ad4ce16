// The journal of changes: whatever fails, and wherever somebody dies, a change was made or was not, and what is said is so.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../core/base/dates';
import { FakeClock } from '../../core/testing/fakeClock';
import { EVERY, PARTS } from '../testing/casesOf';
import { beforeFileCalls, systemError } from '../testing/fileCalls';
import { NOW_MS, type Place, newPlace } from '../testing/places';
import { machineName } from '../base/isRunning';
import type { ChangeEdit } from './changeEdit';
import { ChangeJournal } from './changeJournal';
import type { Change } from './changeRecord';
import { endCutChanges, interruptedWords } from './cutChanges';
import { readHookLog } from './hookLogFile';
import { openTrash } from './keeperTrash';
import { hasPendingChange } from './pendingChanges';
import { MEMORY_TRASH } from './trash';

const INDEX = '# Memory\n- [Old](old.md) — x\n- [Other](other.md) — y\n';
/** A folder that is there. */
const PROJECT = tmpdir();

let place: Place;
let memory: string;
let journal: ChangeJournal;
let calls: () => void = () => undefined;
beforeEach(() => prepare());
afterEach(() => {
	calls();
	place.remove();
});

function prepare(): void {
	// In memory where that can be: of the disk only the order of the calls counts.
	place = newPlace(existsSync('/dev/shm') ? '/dev/shm' : undefined);
	memory = place.folder('memory');
	place.write('memory/MEMORY.md', INDEX, 3);
	place.write('memory/old.md', 'Indent with spaces.\n', 3);
	place.write('memory/other.md', 'Test first.\n', 3);
	place.write('memory/third.md', 'Use pnpm.\n', 3);
	journal = new ChangeJournal(place.claude, openTrash(place.claude), new FakeClock(NOW_MS));
}

/** One of each: what accepting a memory in the place of another does, and what mending does. */
const work = async (edit: ChangeEdit): Promise<void> => {
	await edit.take(path.join(memory, 'old.md'), 'replaced');
	await edit.create(memory, 'new.md', 'Indent with tabs.\n');
	await edit.index(memory, 'new.md', '- [New](new.md) — x', () => true);
	await edit.edit(path.join(memory, 'third.md'), (text) => text.replace('pnpm', 'npm'));
	await edit.move(path.join(memory, 'other.md'), path.join(place.root, 'elsewhere'));
};
const none = (): Promise<void> => Promise.resolve();
/** One more, of nothing that another one changes. */
const last = (): Promise<Change> =>
	journal.make({ kind: MEMORY_TRASH, project: PROJECT, label: 'Last' }, async (edit) => {
		await edit.create(path.join(place.root, 'more'), 'last.md', 'x\n');
	});
const make = (): Promise<Change> => journal.make({ kind: MEMORY_TRASH, project: PROJECT, label: 'All' }, work);
const list = (): Promise<readonly Change[]> => journal.list(MEMORY_TRASH, [PROJECT]);
const texts = (): Readonly<Record<string, string>> =>
	Object.fromEntries(
		['memory', 'elsewhere'].flatMap((folder) =>
			(existsSync(path.join(place.root, folder)) ? readdirSync(path.join(place.root, folder)) : [])
				// What is being written, and could not be removed: the next one does.
				.filter((name) => !name.endsWith('.tmp'))
				.sort()
				.map((name) => [`${folder}/${name}`, readFileSync(path.join(place.root, folder, name), 'utf8')]),
		),
	);
const BEFORE = {
	'memory/MEMORY.md': INDEX,
	'memory/old.md': 'Indent with spaces.\n',
	'memory/other.md': 'Test first.\n',
	'memory/third.md': 'Use pnpm.\n',
};
const AFTER = {
	'memory/MEMORY.md': '# Memory\n- [Other](other.md) — y\n- [New](new.md) — x\n',
	'memory/new.md': 'Indent with tabs.\n',
	'memory/third.md': 'Use npm.\n',
	'elsewhere/other.md': 'Test first.\n',
};

test('a change is made, listed, and taken back byte for byte', async () => {
	const { id } = await make();
	expect(texts()).toEqual(AFTER);
	expect((await list()).map((change) => change.id)).toEqual([id]);
	expect(await journal.undo(id)).toBe('undone');
	expect(texts()).toEqual(BEFORE);
	expect([await list(), await journal.undo(id)]).toEqual([[], 'gone']);
});

test.each(['ENOSPC', 'EIO', 'EACCES'].flatMap((code) => PARTS.map((part) => [code, part] as const)))(
	'%s from any one call on, of part %i, for a while or for good: done and to be taken back, or not done, as it is said',
	async (code, part) => {
		const seen = { done: 0, refused: 0, half: 0 };
		for (const isForGood of [false, true])
			for (let at = part; ; at += EVERY) {
				place.remove();
				prepare();
				let call = 0;
				calls = beforeFileCalls((name) => {
					// A full disk takes nothing away: what is there can still be read, renamed and removed.
					if (code === 'ENOSPC' && !/^(?:link|mkdir|open|write)/u.test(name)) return;
					if (isForGood ? call++ >= at : call++ === at) throw systemError(code);
				});
				const outcome = await make().catch((error: unknown) => error as Error);
				calls();
				if (call <= at) break;
				const why = `${code}, ${isForGood ? 'for good' : 'once'}, call ${at}: ${String(outcome)}`;
				const isHalf = outcome instanceof Error && /done in part|could not be changed/u.test(outcome.message);
				if (outcome instanceof Error) {
					expect(outcome.message, why).toMatch(new RegExp(`${code}|gone|Not`, 'u'));
					const changes = await list();
					if (!isHalf) expect([texts(), changes], why).toEqual([BEFORE, []]);
					// What is said to take it back does.
					for (const { id } of changes) expect(await journal.undo(id), why).toBe('undone');
					expect(texts(), why).toEqual(BEFORE);
				} else {
					expect(texts(), why).toEqual(AFTER);
					expect(await journal.undo(outcome.id), why).toBe('undone');
					expect(texts(), why).toEqual(BEFORE);
				}
				seen[isHalf ? 'half' : outcome instanceof Error ? 'refused' : 'done']++;
			}
		expect(Math.min(seen.refused, seen.done), JSON.stringify(seen)).toBeGreaterThan(0);
	},
);

const gone = spawnSync(process.execPath, ['-e', '']).pid;
const journalFile = (name: string): string => path.join(place.claude.keeperHome, 'changes', name);

test('what a killed process had done of a change, the next one takes back; a change of one step that was done is made', async () => {
	const { id } = await make();
	renameSync(journalFile(`${id}.json`), journalFile(`${id}.${gone}.pending`));
	expect([await list(), texts()]).toEqual([[], BEFORE]);

	const one = { kind: MEMORY_TRASH, project: PROJECT, label: 'One', isWhole: true } as const;
	const whole = await journal.make(one, (edit) => edit.edit(path.join(memory, 'third.md'), () => 'Use npm.\n'));
	renameSync(journalFile(`${whole.id}.json`), journalFile(`${whole.id}.${gone}.pending`));
	expect((await list()).map((change) => change.id)).toEqual([whole.id]);
	const none = { ...whole, id: `${whole.id}0`, steps: [] };
	writeFileSync(journalFile(`${none.id}.${gone}.pending`), JSON.stringify(none));
	expect((await list()).map((change) => change.id)).toEqual([whole.id]);
	expect(await journal.undo(whole.id)).toBe('undone');
	expect(texts()).toEqual(BEFORE);
});

test('a disk that is full in the middle of taking back leaves a change that is said to be done in part', async () => {
	const { id } = await make();
	const fails = (): void => {
		let call = 0;
		calls = beforeFileCalls((name, file) => {
			// The fourth step, after others that went well; the record itself can be written.
			if (file.includes('third.md') && name === 'open' && call++ > 1) throw systemError('ENOSPC');
		});
	};
	fails();
	await expect(journal.undo(id)).rejects.toThrow();
	calls();
	expect(texts()).not.toEqual(AFTER);
	expect(await list()).toMatchObject([{ id, isCut: true }]);
	place.remove();
	prepare();
	const other = await make();
	renameSync(journalFile(`${other.id}.json`), journalFile(`${other.id}.${gone}.pending`));
	fails();
	expect(await journal.recover()).toMatchObject([{ as: 'cut' }]);
	calls();
	expect(await list()).toMatchObject([{ id: other.id, isCut: true }]);
	expect(await journal.undo(other.id)).toBe('undone');
	expect(texts()).toEqual(BEFORE);
});

test('a change that fails, and of which somebody has edited a file since: nobody is told that an undo takes it back', async () => {
	const third = path.join(memory, 'third.md');
	const failing = journal.make({ kind: MEMORY_TRASH, project: PROJECT, label: 'x' }, async (edit) => {
		await edit.edit(third, () => 'Use npm.\n');
		writeFileSync(third, 'Use yarn.\n');
		throw systemError('ENOSPC');
	});
	const said = await failing.catch(String);
	const [, id = ''] = /waiting for: session-keeper undo (\S+)$/u.exec(String(said)) ?? [];
	expect([await journal.undo(id), readFileSync(third, 'utf8')]).toEqual(['changed', 'Use yarn.\n']);
	writeFileSync(third, 'Use npm.\n');
	expect([await journal.undo(id), readFileSync(third, 'utf8')]).toEqual(['undone', 'Use pnpm.\n']);
});

test('on Windows a record that is looked at for a moment is taken away the next', async () => {
	const { id } = await make();
	let hasFailed = false;
	calls = beforeFileCalls((name, file) => {
		if (name !== 'unlink' || !file.endsWith('.pending') || hasFailed) return;
		hasFailed = true;
		throw systemError('EPERM');
	});
	vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
	try {
		expect(await journal.undo(id)).toBe('undone');
	} finally {
		vi.restoreAllMocks();
	}
	expect([hasFailed, readdirSync(journalFile(''))]).toEqual([true, []]);
});

test('an undo that was interrupted is told as one', async () => {
	const { id } = await make();
	let pending = '';
	const claim = journal.undo(id, () => {
		pending = readdirSync(journalFile('')).find((name) => name.endsWith('.pending')) ?? '';
		return Promise.reject(new Error('as the test wants it'));
	});
	await expect(claim).rejects.toThrow('as the test wants it');
	expect(await list()).not.toMatchObject([{ isCut: true }]);
	renameSync(journalFile(`${id}.json`), journalFile(pending.replace(/\.\d+@/u, `.${gone}@`)));
	expect((await endCutChanges(place.claude, new FakeClock(NOW_MS))).map(interruptedWords)).toEqual([
		'An undo was interrupted, and is done now: All.',
	]);
	expect([await list(), texts()]).toEqual([[], BEFORE]);
});

test('a half-done change that somebody has edited since stays, to be taken back by hand', async () => {
	const { id } = await make();
	renameSync(journalFile(`${id}.json`), journalFile(`${id}.${gone}.pending`));
	writeFileSync(path.join(memory, 'third.md'), 'Theirs.\n');
	expect((await list()).map((change) => change.id)).toEqual([id]);
	expect(await journal.undo(id)).toBe('changed');
	expect(texts()).toEqual({ ...AFTER, 'memory/third.md': 'Theirs.\n' });
});

test('what a living process works on is left to it', async () => {
	const { id } = await make();
	renameSync(journalFile(`${id}.json`), journalFile(`${id}.${process.ppid}.pending`));
	expect([await list(), texts()]).toEqual([[], AFTER]);
	expect(existsSync(journalFile(`${id}.${process.ppid}.pending`))).toBe(true);
});

test('what a process of another machine works on is left to it, for a minute', async () => {
	const { id } = await make();
	const theirs = journalFile(`${id}.${gone}@their-container.pending`);
	renameSync(journalFile(`${id}.json`), theirs);
	expect([await list(), texts(), existsSync(theirs)]).toEqual([[], AFTER, true]);
	vi.spyOn(Date, 'now').mockReturnValue(Date.now() + MINUTE_MS + 1);
	try {
		expect([await list(), texts()]).toEqual([[], BEFORE]);
	} finally {
		vi.restoreAllMocks();
	}
});

test('a change of another machine whose project is not on this one is left to that: this disk says nothing of it', async () => {
	const elsewhere = path.join(place.root, 'workspace');
	const { id } = await journal.make({ kind: MEMORY_TRASH, project: elsewhere, label: 'Theirs' }, work);
	const theirs = journalFile(`${id}.${gone}@their-container.pending`);
	renameSync(journalFile(`${id}.json`), theirs);
	vi.spyOn(Date, 'now').mockReturnValue(Date.now() + MINUTE_MS + 1);
	try {
		expect([await journal.recover(), texts(), existsSync(theirs)]).toEqual([[], AFTER, true]);
		place.folder('workspace');
		expect(await journal.recover()).toMatchObject([{ as: 'undone' }]);
		expect(texts()).toEqual(BEFORE);
		// What this machine began is ended here, wherever its project is by now.
		const ours = await journal.make({ kind: MEMORY_TRASH, project: `${elsewhere}-gone`, label: 'Ours' }, work);
		renameSync(journalFile(`${ours.id}.json`), journalFile(`${ours.id}.${gone}@${machineName()}.pending`));
		expect(await journal.recover()).toMatchObject([{ as: 'undone' }]);
	} finally {
		vi.restoreAllMocks();
	}
});

test('of changes of one moment the last is the last, though one before it is gone', async () => {
	for (let n = 0; n < 8; n++) {
		const [undone, one] = [await last(), await last()];
		rmSync(journalFile(`${undone.id}.json`));
		const two = await last();
		expect((await list()).map(({ id }) => id).slice(0, 2)).toEqual([two.id, one.id]);
	}
});

test('a record of a newer version is left to that', async () => {
	const { id } = await make();
	const text = readFileSync(journalFile(`${id}.json`), 'utf8').replace('"created"', '"linked"');
	rmSync(journalFile(`${id}.json`));
	const newer = journalFile(`${id}.${gone}.pending`);
	writeFileSync(newer, text);
	expect(await endCutChanges(place.claude, new FakeClock(NOW_MS))).toEqual([]);
	expect([readFileSync(newer, 'utf8'), texts(), await list()]).toEqual([text, AFTER, []]);
});

test('one record that cannot be read stops nothing that is of others: it is told, and they are ended, made, listed and taken back', async () => {
	const [stuck, cut, one] = [
		await make(),
		await journal.make({ kind: MEMORY_TRASH, project: PROJECT, label: 'Cut' }, none),
		await last(),
	];
	renameSync(journalFile(`${stuck.id}.json`), journalFile(`${stuck.id}.${gone}.pending`));
	renameSync(journalFile(`${cut.id}.json`), journalFile(`${cut.id}.${gone}.pending`));
	calls = beforeFileCalls((name, file) => {
		if (name === 'open' && file.includes(stuck.id)) throw systemError('EACCES');
	});
	const ended = await journal.recover();
	expect(ended).toMatchObject([
		{ as: 'left', error: { code: 'EACCES' } },
		{ as: 'undone', change: { label: 'Cut' } },
	]);
	expect(ended.map(interruptedWords)[0]).toBe('An interrupted change could not be ended: EACCES: as the test wants it');
	const logged = (await readHookLog(place.claude)).map(({ outcome }) => outcome);
	expect(logged).toEqual([`undone: ${cut.id}`]);
	const two = await last();
	expect((await list()).map(({ id }) => id)).toEqual([two.id, one.id]);
	// One that is made and cannot be read is no less there.
	calls();
	calls = beforeFileCalls((name, file) => {
		if (name === 'open' && file.includes(two.id)) throw systemError('EACCES');
	});
	const unread: unknown[] = [];
	expect((await journal.list(MEMORY_TRASH, [PROJECT], unread)).map(({ id }) => id)).toContain(one.id);
	expect(unread).toMatchObject([{ code: 'EACCES' }]);
	expect(await journal.undo(one.id)).toBe('undone');
	await expect(journal.undo(two.id)).rejects.toThrow('EACCES');
});

test('a record that is torn is set aside, said once, and looked at no more', async () => {
	const { id } = await make();
	const text = readFileSync(journalFile(`${id}.json`), 'utf8').slice(0, 40);
	rmSync(journalFile(`${id}.json`));
	writeFileSync(journalFile(`${id}.${gone}.pending`), text);
	expect(await endCutChanges(place.claude, new FakeClock(NOW_MS))).toEqual([
		{ as: 'unreadable', file: journalFile(`${id}.unreadable`) },
	]);
	expect([readFileSync(journalFile(`${id}.unreadable`), 'utf8'), texts()]).toEqual([text, AFTER]);
	expect([await hasPendingChange(place.claude), await list()]).toEqual([false, []]);
});

test('and is not, once its process id must be another program’s', async () => {
	const { id } = await make();
	renameSync(journalFile(`${id}.json`), journalFile(`${id}.${process.ppid}.pending`));
	vi.spyOn(Date, 'now').mockReturnValue(Date.now() + HOUR_MS + 1);
	try {
		expect([await list(), texts()]).toEqual([[], BEFORE]);
	} finally {
		vi.restoreAllMocks();
	}
});

/** Two edits of one file, as bringing over several memories does. */
const twice = (then: () => void = () => undefined): Promise<Change> =>
	journal.make({ kind: MEMORY_TRASH, project: PROJECT, label: 'Twice' }, async (edit) => {
		await edit.takeLines(memory, 'old.md');
		await edit.takeLines(memory, 'other.md');
		then();
	});

test('a change that edits a file twice is taken back, by hand and where it fails', async () => {
	const { id } = await twice();
	expect(texts()['memory/MEMORY.md']).toBe('# Memory\n');
	expect(await journal.undo(id)).toBe('undone');
	expect(texts()).toEqual(BEFORE);
	const fail = (): never => {
		throw new Error('as the test wants it');
	};
	await expect(twice(fail)).rejects.toThrow(/^as the test wants it$/u);
	expect([await list(), texts()]).toEqual([[], BEFORE]);
});

test('an undo of two edits that was killed between them, or after both, is done again', async () => {
	for (const text of [INDEX.replace(/.*Old.*\n/u, ''), INDEX]) {
		const { id } = await twice();
		writeFileSync(path.join(memory, 'MEMORY.md'), text);
		expect(await journal.undo(id)).toBe('undone');
		expect(texts()).toEqual(BEFORE);
	}
	const { id } = await twice();
	writeFileSync(path.join(memory, 'MEMORY.md'), 'Theirs.\n');
	expect(await journal.undo(id)).toBe('changed');
});

test('a file that was moved stays where it is while another one has its place', async () => {
	const { id } = await make();
	writeFileSync(path.join(memory, 'other.md'), 'Theirs.\n');
	expect(await journal.undo(id)).toBe('changed');
	expect(texts()).toEqual({ ...AFTER, 'memory/other.md': 'Theirs.\n' });
});

test('a name that another program was faster to take is not on record: who dies then takes nothing of theirs away', async () => {
	calls = beforeFileCalls((name, file) => {
		if (name !== 'link' || !file.includes('.new.md.')) return;
		calls();
		writeFileSync(path.join(memory, 'new.md'), 'Theirs.\n');
	});
	const seen: string[] = [];
	await journal.make({ kind: MEMORY_TRASH, project: PROJECT, label: 'New' }, async (edit) => {
		// At the last moment before the next name is tried.
		const plan = edit.steps.push.bind(edit.steps);
		edit.steps.push = (...steps) => {
			const pending = readdirSync(journalFile('')).find((name) => name.endsWith('.pending'));
			if (pending !== undefined) seen.push(readFileSync(journalFile(pending), 'utf8'));
			return plan(...steps);
		};
		expect(path.basename(await edit.create(memory, 'new.md', 'Ours.\n'))).toBe('new-2.md');
	});
	expect(seen).toEqual([expect.stringContaining('"steps":[]')]);
});

test('a change that an earlier version made is taken back, and an undo that it did not live to end is offered again', async () => {
	const file = path.join(memory, 'third.md');
	const afterSha256 = createHash('sha256').update('Use npm.\n').digest('hex');
	const steps = [{ kind: 'edited', file, before: 'Use pnpm.\n', afterSha256, modifiedMs: NOW_MS }];
	const older = {
		schemaVersion: 1,
		id: '20261101T000000000Z-00000000',
		ts: '2026-11-01T00:00:00.000Z',
		label: 'Older',
	};
	writeFileSync(file, 'Use npm.\n');
	const name = `home/.claude/session-keeper/memory-changes/${older.id}.json.claimed`;
	place.write(name, JSON.stringify({ ...older, project: PROJECT, steps }));
	expect((await list()).map(({ id, label }) => [id, label])).toEqual([[older.id, 'Older']]);
	expect(await journal.undo(older.id)).toBe('undone');
	expect(texts()).toEqual(BEFORE);
});
