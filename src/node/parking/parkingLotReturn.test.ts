// How parked items come back, and what a full disk leaves of them.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditFile } from './auditTrail';
import { openTrash } from '../keeper/keeperTrash';
import { ParkingLot } from './parkingLot';
import { findProject } from '../project/project';
import {
	archive,
	audit,
	clock,
	fileName,
	find,
	inMemory,
	lot,
	names,
	openLot,
	park,
	place,
	project,
	trash,
	useParkingLot,
	writeIndex,
} from '../testing/parkedFiles';
import { type Place, fillDisk, itemText, mountSmallDisk, newRepository, snapshot } from '../testing/places';

useParkingLot();

describe('restoring', () => {
	// R6
	test('renews an item, or it would expire again at once', async () => {
		park('old', 31);
		await lot.expire();
		const [taken] = await lot.taken();
		expect(taken && (await lot.restore(taken.entry, { keepTime: false }))?.kind).toBe('restored');
		expect(await find('old')).toMatchObject({ ageDays: 0, state: 'fresh' });
		expect((await lot.expire()).expired).toEqual([]);
	});

	test('finds the next name where its own is taken, and its line points there', async () => {
		park('a');
		const index = writeIndex(`- [A](${fileName('a')})\n`);
		const entry = await archive('a');
		park('a', 0, itemText('another'));
		const target = inMemory('session-open-a-2026-11-01-2.md');
		expect(await lot.restore(entry, { keepTime: true })).toEqual({ kind: 'restored', path: target });
		expect(readFileSync(index, 'utf8')).toBe('- [A](session-open-a-2026-11-01-2.md)\n');
		expect(readFileSync(inMemory(fileName('a')), 'utf8')).toContain('another');
	});

	test('goes over the limit only by a yes', async () => {
		park('a');
		const entry = await archive('a');
		for (let n = 0; n < 10; n++) park(`n${n}`);
		expect((await lot.restore(entry, { keepTime: true })).kind).toBe('limit');
		expect(await lot.taken()).toHaveLength(1);
		expect((await lot.restore(entry, { keepTime: true, overLimit: true })).kind).toBe('restored');
	});

	test('of several at once is one, with one line in the trail', async () => {
		park('a');
		const entry = await archive('a');
		const outcomes = await Promise.all([1, 2, 3].map(() => lot.restore(entry, { keepTime: true })));
		expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(['gone', 'gone', 'restored']);
		expect(await names()).toEqual(['a']);
		expect(audit()).toEqual(['a archived', 'a restored']);
	});

	test('makes the folder where it is gone', async () => {
		park('a');
		const entry = await archive('a');
		rmSync(project.memoryDir, { recursive: true });
		expect((await lot.restore(entry, { keepTime: true })).kind).toBe('restored');
	});

	test.each([
		['a folder of another project', '/elsewhere/session-open-a.md'],
		['a file that is no item', 'MEMORY.md'],
		['a way up', '../session-open-a.md'],
	])('never goes to what a record names: %s', async (_name, named) => {
		park('a');
		const entry = await archive('a');
		const file = path.join(path.dirname(entry.content), 'record.json');
		const { schemaVersion, kind, action, name, takenMs, modifiedMs } = entry;
		const target = path.resolve(project.memoryDir, named);
		writeFileSync(file, JSON.stringify({ schemaVersion, kind, action, name, takenMs, modifiedMs, path: target }));
		const before = snapshot(place.root);
		expect((await lot.restore({ ...entry, path: target }, { keepTime: true })).kind).toBe('gone');
		expect(snapshot(place.root)).toEqual(before);
	});

	test.each([
		['none', { extra: undefined }],
		['not a list', { extra: { lines: 'x' } }],
		['broken ones', { extra: { lines: [null, { line: 'x', text: 1 }, 7] } }],
	])('works with lines on record that are %s', async (_name, own) => {
		park('a');
		const index = writeIndex('# Memory\n');
		const entry = await archive('a');
		expect((await lot.restore({ ...entry, ...own }, { keepTime: true })).kind).toBe('restored');
		expect(readFileSync(index, 'utf8')).toBe('# Memory\n');
	});

	test('offers what this project parked, not what others did', async () => {
		park('a');
		await archive('a');
		const other = await findProject(place.claude, newRepository(path.join(place.root, 'other')));
		expect(await new ParkingLot(place.claude, other, trash, clock).taken()).toEqual([]);
	});
});

// T35: what cannot be recorded is not done, and nothing is half done.
describe('on a full disk', () => {
	let disk: string;
	let unmount: (() => void) | undefined;
	beforeEach((context) => {
		disk = path.join(place.root, 'disk');
		unmount = mountSmallDisk(disk, 256);
		if (unmount === undefined) context.skip();
	});
	afterEach(() => unmount?.());
	/** A lot whose parts lie on the small disk or beside it. */
	async function lotOn(own: { repo: string; config: string }): Promise<void> {
		const config = await configAt(own.config);
		openLot(await findProject({ ...place.claude, ...config }, newRepository(own.repo)), openTrash(config));
	}
	async function configAt(folder: string): Promise<Place['claude']> {
		const { findClaudeHome } = await import('../claude/claudeHome');
		return findClaudeHome({ ...place.env, CLAUDE_CONFIG_DIR: folder });
	}

	test('nothing is parked, and no half of it', async () => {
		await lotOn({ repo: path.join(place.root, 'repo2'), config: path.join(disk, 'claude') });
		park('a');
		fillDisk(disk);
		await expect(lot.park({ name: 'b', text: 'x' })).rejects.toMatchObject({ code: 'ENOSPC' });
		expect(readdirSync(project.memoryDir)).toEqual([fileName('a')]);
	});

	test.each([
		['the trash', 'memory and trash on it'],
		['the trail', 'the project on it'],
	])('an item stays where %s takes nothing (%s)', async (what) => {
		const isTrash = what === 'the trash';
		await lotOn({
			repo: isTrash ? path.join(place.root, 'repo2') : path.join(disk, 'repo'),
			config: isTrash ? path.join(disk, 'claude') : path.join(place.root, 'claude2'),
		});
		park('a', 5);
		writeIndex(`# Memory\n- [A](${fileName('a')})\n`);
		mkdirSync(path.dirname(auditFile(project)), { recursive: true });
		fillDisk(disk);
		const before = snapshot(project.memoryDir);
		const index = readFileSync(inMemory('MEMORY.md'), 'utf8');
		await expect(lot.archive(await find('a'))).rejects.toMatchObject({ code: 'ENOSPC' });
		expect(snapshot(project.memoryDir)[fileName('a')]).toBe(before[fileName('a')]);
		expect(Object.keys(snapshot(project.memoryDir))).toEqual(Object.keys(before));
		expect(readFileSync(inMemory('MEMORY.md'), 'utf8')).toBe(index);
		expect(await lot.taken()).toEqual([]);
	});

	test('an archived item stays in the trash where its return cannot be recorded', async () => {
		await lotOn({ repo: path.join(disk, 'repo'), config: path.join(place.root, 'claude2') });
		park('a', 5);
		writeIndex(`# Memory\n- [A](${fileName('a')})\n`);
		const entry = await archive('a');
		rmSync(auditFile(project));
		fillDisk(disk);
		await expect(lot.restore(entry, { keepTime: true })).rejects.toMatchObject({ code: 'ENOSPC' });
		expect(readdirSync(project.memoryDir)).toEqual(['MEMORY.md']);
		expect(readFileSync(inMemory('MEMORY.md'), 'utf8')).toBe('# Memory\n');
		expect(await lot.taken()).toHaveLength(1);
	});
});

test('many that restore at once never have more than ten open', async () => {
	for (let n = 0; n < 12; n++) park(`item-${n}`);
	for (const item of await lot.list()) await lot.archive(item);
	const entries = (await lot.taken()).map((each) => each.entry);
	const lots = entries.map(() => new ParkingLot(place.claude, project, openTrash(place.claude), clock));
	const outcomes = await Promise.all(
		entries.map((entry, at) => lots[at]?.restore(entry, { keepTime: false }) ?? expect.fail()),
	);
	expect(outcomes.filter(({ kind }) => kind === 'restored')).toHaveLength(10);
	expect(await lot.list()).toHaveLength(10);
});
