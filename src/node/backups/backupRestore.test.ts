import {
	existsSync,
	readFileSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backupNames, checkBackup, restoreBackup } from './backupRestore';
import { BackupWriter } from './backupWriter';
import { checkCopies } from './checkCopies';
import { compressInPlace } from './compress';
import { archiveSessionTranscript, listArchive } from './transcriptArchive';
import { locateTranscript } from '../transcript/locateTranscript';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../testing/backupPlace';
import { beforeFileCalls, systemError } from '../testing/fileCalls';
import { NOW_MS, snapshot } from '../testing/places';

const TEXT = 'one\ntwo\n';
const clock = { now: () => NOW_MS, schedule: () => ({ dispose: () => undefined }) };
let place: BackupTestPlace;
let raw: string;

beforeEach(async () => {
	place = newBackupPlace();
	place.say(['one', 'two']);
	place.write(path.relative(place.root, place.transcript().replace('.jsonl', '/subagents/a.jsonl')), 'agent\n');
	utimesSync(place.transcript(), 1, 1);
	const project = await place.project();
	const transcript = await locateTranscript(place.claude, SESSION, undefined, project);
	const writer = await BackupWriter.open(place.claude, project, clock);
	({ raw } = await writer.create(transcript ?? expect.fail(), 'exit'));
});
afterEach(() => place.remove());

const fileIn = (folder: string): string => path.join(folder, 'raw', raw);
const removeSession = (): void => {
	rmSync(place.transcript());
	rmSync(place.transcript().replace('.jsonl', ''), { recursive: true, force: true });
};
const restore = async (name = raw): ReturnType<typeof restoreBackup> =>
	restoreBackup(place.claude, await place.project(), name);
const check = async (): ReturnType<typeof checkBackup> => checkBackup(place.claude, await place.project(), raw);

test('all that is kept is checked, and told of as it goes', async () => {
	const project = await place.project();
	await archiveSessionTranscript(place.claude, project, SESSION, clock);
	const archive = await listArchive(place.claude, project);
	const told: unknown[] = [];
	const { checks, archived } = await checkCopies(place.claude, [{ project, raw }], archive, (...how) => told.push(how));
	expect(checks).toEqual([await check()]);
	expect(archived).toMatchObject([{ session: SESSION, isWhole: true }]);
	expect(told).toEqual([
		[1, 2],
		[2, 2],
	]);
});

describe('restoring', () => {
	test('tells how many bytes are back, of a compressed copy, too', async () => {
		removeSession();
		await compressInPlace(fileIn(place.memory));
		const told: (readonly [number, number])[] = [];
		await restoreBackup(place.claude, await place.project(), raw, (...bytes) => void told.push(bytes));
		expect(told.at(-1)).toEqual([TEXT.length, TEXT.length]);
	});

	test.each<[string, () => unknown]>([
		['from the project', () => undefined],
		['from the second copy, after git cleaned the project', () => rmSync(place.memory, { recursive: true })],
		['from a compressed copy', () => compressInPlace(fileIn(place.memory))],
		[
			'from the compressed second copy',
			async () => {
				rmSync(place.memory, { recursive: true });
				await compressInPlace(fileIn(place.second));
			},
		],
		['from the second copy, where the first one was damaged', () => writeFileSync(fileIn(place.memory), 'damaged')],
		['a session that no folder is left of', () => rmSync(place.claude.projectsDir, { recursive: true })],
	])('%s', async (_name, happens) => {
		removeSession();
		await happens();
		expect(await restore()).toEqual({
			kind: 'restored',
			session: SESSION,
			file: place.transcript(),
			sideFiles: 1,
			damagedSideFiles: [],
		});
		expect(readFileSync(place.transcript(), 'utf8')).toBe(TEXT);
		expect(readFileSync(place.transcript().replace('.jsonl', '/subagents/a.jsonl'), 'utf8')).toBe('agent\n');
		expect(Date.now() - statSync(place.transcript()).mtimeMs).toBeLessThan(600_000);
		expect(statSync(place.transcript())).toMatchObject({ nlink: 1 });
		expect(statSync(place.transcript()).mode & 0o777).toBe(0o600);
	});

	test.each<[string, (side: (folder: string) => string) => void, readonly string[]]>([
		['is damaged in the project', (side) => writeFileSync(side(place.memory), 'rotte\n'), []],
		['is gone from the project', (side) => rmSync(side(place.memory)), []],
		[
			'is whole where its list is gone',
			(side) => {
				rmSync(path.join(path.dirname(side(place.memory)), '../.keeper-files.json'));
				writeFileSync(side(place.second), 'rotte\n');
			},
			[],
		],
		[
			'is damaged in one and gone from the other',
			(side) => {
				rmSync(side(place.memory));
				writeFileSync(side(place.second), 'rotte\n');
			},
			['subagents/a.jsonl'],
		],
	])('takes a side file from the copy that has it whole: one that %s', async (_name, happens, damaged) => {
		removeSession();
		happens((folder) => fileIn(folder).replace('.jsonl', '.files/subagents/a.jsonl'));
		expect(await restore()).toMatchObject({ kind: 'restored', damagedSideFiles: damaged });
		const side = place.transcript().replace('.jsonl', '/subagents/a.jsonl');
		expect(existsSync(side) ? readFileSync(side, 'utf8') : undefined).toBe(
			damaged.length === 0 ? 'agent\n' : undefined,
		);
	});

	test('also where no file has a second name', async () => {
		removeSession();
		const undo = beforeFileCalls((name) => {
			if (name === 'link') throw systemError('EPERM');
		});
		try {
			expect(await restore()).toMatchObject({ kind: 'restored' });
			expect(await restore()).toMatchObject({ kind: 'taken' });
		} finally {
			undo();
		}
		expect(readFileSync(place.transcript(), 'utf8')).toBe(TEXT);
		expect(readdirSync(path.dirname(place.transcript())).filter((name) => name.includes('.tmp'))).toEqual([]);
	});

	test('never writes over a transcript that is there', async () => {
		writeFileSync(place.transcript(), 'newer');
		const before = snapshot(place.claude.projectsDir);
		expect(await restore()).toEqual({ kind: 'taken', file: place.transcript() });
		expect(snapshot(place.claude.projectsDir)).toEqual(before);
	});

	test('writes nothing where both copies are damaged', async () => {
		removeSession();
		for (const folder of [place.memory, place.second]) writeFileSync(fileIn(folder), 'damaged');
		expect(await restore()).toEqual({ kind: 'damaged' });
		expect(existsSync(place.transcript())).toBe(false);
	});

	test.each(['../../../etc/passwd', '/etc/passwd', 'nothing.jsonl', ''])('%j is no backup', async (name) => {
		expect(await restore(name)).toEqual({ kind: 'unknown' });
	});

	test('a log cannot send a file anywhere but below the projects of Claude Code', async () => {
		const line = { ts: 't', event: 'copied', session: '../../x', slug: '../..', raw: 'b.jsonl', size: 2 };
		place.write('repo/.claude/memory/raw/b.jsonl', 'x\n');
		writeFileSync(path.join(place.memory, '.backup-log'), `${JSON.stringify(line)}\n`);
		expect(await restore('b.jsonl')).toEqual({ kind: 'damaged' });
	});

	test('a raw file that nobody logged says itself where it belongs', async () => {
		removeSession();
		const text = `${JSON.stringify({ type: 'user', sessionId: SESSION, cwd: place.repo })}\n`;
		place.write('repo/.claude/memory/raw/20200101_000000.jsonl', text);
		expect(await restore('20200101_000000.jsonl')).toMatchObject({ kind: 'restored', file: place.transcript() });
	});
});

describe('checking', () => {
	test('finds both copies whole, compressed or not', async () => {
		expect(await check()).toEqual({
			raw,
			isPending: true,
			main: 'whole',
			second: 'whole',
			isHomeOnly: false,
			damagedSideFiles: [],
		});
		await compressInPlace(fileIn(place.memory));
		expect(await check()).toMatchObject({ main: 'whole' });
		expect(await backupNames(place.claude, await place.project())).toEqual([raw]);
	});

	test('finds one that waits and of which no copy is left', async () => {
		removeSession();
		for (const folder of [place.memory, place.second]) rmSync(path.join(folder, 'raw'), { recursive: true });
		expect(await backupNames(place.claude, await place.project())).toEqual([raw]);
		expect(await check()).toMatchObject({ isPending: true, main: 'missing', second: 'missing' });
	});

	test('finds what was changed, is gone, or cannot be decompressed', async () => {
		writeFileSync(fileIn(place.memory), 'ONE\ntwo\n');
		rmSync(fileIn(place.second));
		writeFileSync(`${fileIn(place.second)}.br`, 'no brotli');
		expect(await check()).toMatchObject({ main: 'damaged', second: 'damaged' });
		rmSync(place.second, { recursive: true });
		expect(await check()).toMatchObject({ second: 'missing' });
	});

	// A repository may have made the link; the copy in our home is as good as before.
	test('finds the second copy where a link leads the first one out of the project', async () => {
		renameSync(place.memory, path.join(place.root, 'elsewhere'));
		symlinkSync(path.join(place.root, 'elsewhere'), place.memory);
		expect(await backupNames(place.claude, await place.project())).toEqual([raw]);
		expect(await check()).toMatchObject({ main: 'missing', second: 'whole' });
	});

	test('finds nothing wrong with the side files of the second copy, where it is the only one', async () => {
		rmSync(place.memory, { recursive: true });
		expect(await check()).toMatchObject({ main: 'missing', second: 'whole', damagedSideFiles: [] });
	});

	test('finds side files that were changed', async () => {
		writeFileSync(fileIn(place.memory).replace('.jsonl', '.files/subagents/a.jsonl'), 'other');
		expect((await check()).damagedSideFiles).toEqual(['subagents/a.jsonl']);
	});
});
