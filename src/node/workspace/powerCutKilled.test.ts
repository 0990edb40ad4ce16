// The power goes, at any moment of any writer: what somebody was told is done is there, what was there is there in its old
// form or the new one, and nothing is torn or gone. The states are made by chance from a recording of each writer
// (`../testing/powerCut.ts`). POWER_STATES says how many there are in all; FAULTS_SEED repeats a run.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { seeded } from '../../core/testing/seeded';
import { BackupWriter } from '../backups/backupWriter';
import { archiveTranscript, checkArchived, listArchive } from '../backups/transcriptArchive';
import { changeFile, readSharedFile } from '../base/sharedFile';
import { ChangeJournal } from '../keeper/changeJournal';
import { openTrash } from '../keeper/keeperTrash';
import { MEMORY_TRASH } from '../keeper/trash';
import type { Project } from '../project/project';
import { readLabels, writeLabels } from '../sessions/sessionLabels';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../testing/backupPlace';
import { queueMemories } from '../testing/memoryQueue';
import { NOW_MS } from '../testing/places';
import { type CrashState, crashState, keyOf, layOut, recordWrites } from '../testing/powerCut';
import { locateTranscript, type FoundTranscript } from '../transcript/locateTranscript';
import { forgetKept } from './forget';
import { type OpenProject, parkingLotOf } from './openProject';
import { backupStoreOf, documentStoreOf, reviewStoreOf } from './openStores';

interface World extends OpenProject {
	readonly place: BackupTestPlace;
	readonly project: Project;
	transcript(): Promise<FoundTranscript>;
	/** Contents of all files that we could have put something into. */
	everything(): string;
}

interface Writer {
	prepare(world: World): Promise<void> | void;
	/** Calls the writer, and says what its caller was told. */
	write(world: World, told: (what: string) => void): Promise<void>;
	/** After the power is back. @param told what somebody was told before. */
	check(world: World, told: ReadonlySet<string>): Promise<void>;
}

const line = (word: string): string =>
	JSON.stringify({
		type: 'user',
		uuid: word,
		sessionId: SESSION,
		timestamp: '2026-11-20T09:00:00Z',
		message: { role: 'user', content: `Please ${word} it. ${'x'.repeat(300)}` },
	});
const [FIRST, SECOND] = [line('first'), line('second')];

const WRITERS: Readonly<Record<string, Writer>> = {
	'a backup, and one of more': {
		prepare: ({ place }) => void place.say([FIRST]),
		async write(world, told) {
			const { claude, project, clock, place } = world;
			const create = async (): Promise<string | undefined> =>
				(await (await BackupWriter.open(claude, project, clock)).create(await world.transcript(), 'exit')).finished
					?.state;
			if ((await create()) === 'verified') told(FIRST);
			place.say([SECOND]);
			if ((await create()) === 'verified') told(SECOND);
		},
		async check(world, told) {
			const { claude, project, clock, place } = world;
			// Claude Code has deleted its own by then.
			rmSync(place.transcript());
			await (await BackupWriter.open(claude, project, clock)).finish();
			const copies = place.pending().map(({ raw }) => backupStoreOf(world).fileOf({ raw }));
			const held = copies.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
			for (const what of told) expect(held.join('')).toContain(what);
		},
	},
	'a backup that is discarded, and comes back': {
		async prepare(world) {
			world.place.say([FIRST]);
			const { claude, project, clock } = world;
			await (await BackupWriter.open(claude, project, clock)).create(await world.transcript(), 'exit');
			rmSync(world.place.transcript());
		},
		async write(world, told) {
			const store = backupStoreOf(world);
			await store.discardAll((await store.list()).pending);
			told('discarded');
			const [entry] = await store.lastDiscarded();
			if (entry !== undefined && (await store.undoDiscard(entry))) told('undone');
		},
		async check(world, told) {
			const store = backupStoreOf(world);
			const { pending } = await store.list();
			const copies = (await store.discarded()).map(({ content }) => readFileSync(content, 'utf8'));
			const waiting = pending.filter(({ state }) => state === 'pending');
			for (const each of waiting) copies.push(readFileSync(store.fileOf(each), 'utf8'));
			expect(copies).toContain(`${FIRST}\n`);
			if (told.has('undone')) expect(waiting).toHaveLength(1);
		},
	},
	'a transcript in the archive': {
		prepare: ({ place }) => void place.say([FIRST]),
		async write(world, told) {
			if ((await archiveTranscript(world.claude, await world.transcript(), world.clock)) === 'archived')
				told('archived');
		},
		async check({ claude, project, place }, told) {
			rmSync(place.transcript());
			const archived = await listArchive(claude, project);
			if (told.has('archived')) expect(archived).toHaveLength(1);
			for (const each of archived)
				if (each.isProven === undefined) expect((await checkArchived(each)).isWhole).toBe(true);
		},
	},
	'an item that is parked, archived and restored': {
		prepare: ({ place, project }) =>
			void place.write(
				path.relative(place.root, path.join(project.memoryDir, 'MEMORY.md')),
				'# Memory\n- [Old](old.md)\n',
			),
		async write(world, told) {
			const lot = parkingLotOf(world);
			await lot.park({ name: 'rates', text: 'What are the rates?', description: '', session: undefined } as never);
			told('parked');
			const [item] = await lot.list();
			if (item !== undefined && (await lot.archive(item)) !== undefined) told('archived');
			const [entry] = await openTrash(world.claude).list('parked');
			if (entry !== undefined && (await lot.restore(entry, {} as never)).kind === 'restored') told('restored');
		},
		async check(world, told) {
			const lot = parkingLotOf(world);
			const open = (await lot.list()).map(({ name }) => name);
			const away = (await openTrash(world.claude).list('parked')).map(({ name }) => name);
			if (told.has('parked')) expect([...open, ...away]).toContain('rates');
			if (told.has('archived') && !told.has('restored')) expect(away.length + open.length).toBeGreaterThan(0);
			if (told.has('restored')) expect(open).toContain('rates');
			const index = await readSharedFile(path.join(world.project.memoryDir, 'MEMORY.md'), 1e6);
			expect(index?.bytes.toString()).toContain('- [Old](old.md)\n');
		},
	},
	'a change of memory, and its undo': {
		prepare: ({ place }) => {
			place.write('memory/MEMORY.md', '# Memory\n- [Old](old.md) — x\n');
			place.write('memory/old.md', 'Indent with spaces.\n');
		},
		async write(world, told) {
			const memory = path.join(world.place.root, 'memory');
			const journal = new ChangeJournal(world.claude, openTrash(world.claude), world.clock);
			const made = await journal.make({ kind: MEMORY_TRASH, project: '/p', label: 'x' }, async (edit) => {
				await edit.take(path.join(memory, 'old.md'), 'replaced');
				await edit.create(memory, 'new.md', 'Indent with tabs.\n');
				await edit.index(memory, 'new.md', '- [New](new.md) — x', () => true);
			});
			told('made');
			if ((await journal.undo(made.id)) === 'undone') told('undone');
		},
		async check(world, told) {
			const memory = path.join(world.place.root, 'memory');
			await new ChangeJournal(world.claude, openTrash(world.claude), world.clock).list(MEMORY_TRASH, ['/p']);
			const read = async (name: string): Promise<string | undefined> =>
				(await readSharedFile(path.join(memory, name), 1e6))?.bytes.toString();
			const [index = '', old, fresh] = [await read('MEMORY.md'), await read('old.md'), await read('new.md')];
			expect(world.everything()).toContain('Indent with spaces.\n');
			expect(index).toContain('# Memory\n');
			for (const text of [old, fresh])
				expect([undefined, 'Indent with spaces.\n', 'Indent with tabs.\n']).toContain(text);
			if (told.has('undone')) expect({ old, fresh }).toEqual({ old: 'Indent with spaces.\n', fresh: undefined });
			else if (told.has('made')) expect([fresh, old].filter((text) => text !== undefined)).not.toEqual([]);
		},
	},
	'a file of others': {
		prepare: ({ place }) => void place.write('memory/MEMORY.md', 'old\n'),
		async write({ place }, told) {
			if (await changeFile(path.join(place.root, 'memory/MEMORY.md'), 'old\n', 'new\n')) told('changed');
		},
		async check({ place }, told) {
			const now = (await readSharedFile(path.join(place.root, 'memory/MEMORY.md'), 1e6))?.bytes.toString();
			expect(told.has('changed') ? ['new\n'] : ['old\n', 'new\n']).toContain(now);
		},
	},
	'marks of sessions': {
		prepare: () => undefined,
		async write({ claude, clock }, told) {
			for (const id of ['one', 'two']) {
				await writeLabels(claude, clock, id, [{ mark: 'private', on: true }]);
				told(id);
			}
		},
		async check({ claude }, told) {
			const labels = await readLabels(claude);
			for (const id of told) expect(labels.get(id)?.marks.has('private')).toBe(true);
		},
	},
	'decisions about memories': {
		prepare: ({ place }) =>
			queueMemories(place, { session: SESSION, cwd: place.repo }, [
				'Always deploy on Fridays.',
				'Never merge on Mondays.',
			]),
		async write(world, told) {
			const review = await reviewStoreOf(world, () => 'claude');
			for (const { kind, id } of await review.list()) {
				await review.reject({ kind, id });
				told(id);
			}
		},
		async check(world, told) {
			const waiting = (await (await reviewStoreOf(world, () => 'claude')).list()).map(({ id }) => id);
			expect(waiting.filter((id) => told.has(id))).toEqual([]);
			expect(waiting.length + told.size).toBeGreaterThanOrEqual(told.size === 0 ? 0 : 1);
		},
	},
	'a session document': {
		prepare: ({ place }) => {
			place.say([FIRST]);
			place.write('repo/.claude/memory/active-context.md', 'My own words.\n');
		},
		async write(world, told) {
			const saved = await (await documentStoreOf(world)).save(world.place.transcript(), { session: SESSION } as never);
			if (saved !== undefined) told(saved.document.file);
		},
		async check(world, told) {
			const memory = path.join(world.place.repo, '.claude/memory');
			const context = (await readSharedFile(path.join(memory, 'active-context.md'), 1e6))?.bytes.toString() ?? '';
			expect(context).toContain('My own words.\n');
			for (const file of told) {
				expect(context).toContain(path.basename(file));
				expect((await readSharedFile(file, 1e6))?.bytes.toString()).toContain('Please first it.');
			}
			for (const name of readdirSync(memory).filter((each) => /^session-.*\.md$/u.test(each)))
				expect(readFileSync(path.join(memory, name), 'utf8')).toContain('Please first it.');
		},
	},
	'what is forgotten': {
		async prepare(world) {
			world.place.say([FIRST]);
			const { claude, project, clock } = world;
			await (await BackupWriter.open(claude, project, clock)).create(await world.transcript(), 'exit');
			rmSync(world.place.transcript());
			world.place.write('repo/.claude/memory/active-context.md', 'My own words.\n');
		},
		async write(world, told) {
			const failed = await forgetKept(world, { session: SESSION });
			if (!('kind' in failed) && failed.length === 0) told('forgotten');
		},
		async check(world, told) {
			if (told.has('forgotten')) expect(world.everything()).not.toContain('Please first it.');
			expect(world.everything()).toContain('My own words.\n');
			expect(await forgetKept(world, { session: SESSION })).toEqual([]);
			expect(world.everything()).not.toContain('Please first it.');
		},
	},
};

const ALL = Number(
	process.env['POWER_STATES'] ?? (process.env['FAULTS'] === 'all' || process.env['CI'] !== undefined ? 10_000 : 1_500),
);
const EACH = Math.ceil(ALL / Object.keys(WRITERS).length);

/** What was looked at, as docs/RELIABILITY.md has it. */
const looked: string[] = [];
afterAll(() => {
	if (process.env['POWER_STATES'] === undefined) return;
	console.log(['| writer | steps | states | different ones |', '| --- | --- | --- | --- |', ...looked].join('\n'));
});

let place: BackupTestPlace | undefined;
afterEach(() => place?.remove());

async function newWorld(): Promise<World> {
	const own = newBackupPlace();
	place = own;
	const project = await own.project();
	return {
		place: own,
		claude: own.claude,
		project,
		clock: new FakeClock(NOW_MS),
		async transcript() {
			const found = await locateTranscript(own.claude, SESSION, own.transcript(), project);
			if (found === undefined) throw new Error('There is no transcript.');
			return found;
		},
		everything: () =>
			readdirSync(own.root, { recursive: true, withFileTypes: true })
				.filter((entry) => entry.isFile() && !entry.parentPath.includes('/.git'))
				.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
				.join('\n'),
	};
}

/** What does not hold in one state; nothing where all does. */
async function problemIn(world: World, writer: Writer, { disk, acknowledged }: CrashState): Promise<string[]> {
	layOut(world.place.root, disk);
	try {
		await writer.check(world, acknowledged);
		return [];
	} catch (error) {
		const told = [...acknowledged].map((what) => what.slice(0, 60)).join(', ');
		return [`told ${told || 'nothing'}: ${error instanceof Error ? error.message.slice(0, 600) : String(error)}`];
	}
}

test.each(Object.entries(WRITERS))('%s', { timeout: 600_000 }, async (name, writer) => {
	const world = await newWorld();
	await writer.prepare(world);
	const recording = await recordWrites(world.place.root, (told) => writer.write(world, told));
	expect(recording.operations.filter(({ kind }) => kind === 'acknowledged')).not.toEqual([]);
	const first = Number(process.env['FAULTS_SEED'] ?? 0) * 1_000_000;
	const problems: string[] = [];
	// What two states have in common need not be looked at twice.
	const seen = new Set<string>();
	for (let seed = first; seed < first + EACH; seed++) {
		const state = crashState(recording, seeded(seed));
		if (seen.has(keyOf(state))) continue;
		seen.add(keyOf(state));
		for (const problem of await problemIn(world, writer, state)) problems.push(`seed ${seed}, ${problem}`);
	}
	looked.push(`| ${name} | ${recording.operations.length} | ${EACH} | ${seen.size} |`);
	expect(seen.size).toBeGreaterThan(5);
	expect(problems.slice(0, 3).join('\n\n'), `${problems.length} of ${seen.size} states`).toBe('');
});
