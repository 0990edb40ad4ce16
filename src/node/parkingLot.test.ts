import { execFileSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	rmSync,
	statSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../core/dates';
import type { ParkedItem } from '../core/parking/item';
import { FakeClock } from '../core/testing/fakeClock';
import { auditFile } from './auditTrail';
import { openTrash } from './keeperTrash';
import { ParkingLot } from './parkingLot';
import { type Project, findProject } from './project';
import {
	NOW_MS,
	type Place,
	fillDisk,
	itemText,
	mountSmallDisk,
	newPlace,
	newRepository,
	setAge,
	snapshot,
} from './testing/places';
import type { Trash } from './trash';

let place: Place;
let project: Project;
let clock: FakeClock;
let trash: Trash;
let lot: ParkingLot;
beforeEach(async () => {
	place = newPlace();
	project = await findProject(place.claude, newRepository(path.join(place.root, 'repo')));
	clock = new FakeClock(NOW_MS);
	trash = openTrash(place.claude);
	lot = new ParkingLot(place.claude, project, trash, clock);
});
afterEach(() => place.remove());

const inMemory = (name: string): string => path.join(project.memoryDir, name);
const fileName = (name: string): string => `session-open-${name}-2026-11-01.md`;
function park(name: string, ageDays = 0, text = itemText(name)): string {
	return place.write(path.relative(place.root, inMemory(fileName(name))), text, ageDays);
}
function writeIndex(text: string): string {
	return place.write(path.relative(place.root, inMemory('MEMORY.md')), text);
}
const audit = (): readonly string[] =>
	existsSync(auditFile(project))
		? readFileSync(auditFile(project), 'utf8')
				.trim()
				.split('\n')
				.map((line) => {
					const { item, action } = JSON.parse(line) as Record<string, string>;
					return `${item} ${action}`;
				})
		: [];
const names = async (): Promise<readonly string[]> => (await lot.list()).map((item) => item.name);
async function find(name: string): Promise<ParkedItem> {
	const item = (await lot.list()).find((each) => each.name === name);
	if (item === undefined) throw new Error(`no item ${name}`);
	return item;
}
async function archive(name: string): Promise<NonNullable<Awaited<ReturnType<ParkingLot['archive']>>>> {
	const entry = await lot.archive(await find(name));
	if (entry === undefined) throw new Error(`${name} was gone`);
	return entry;
}

describe('listing', () => {
	test('takes files of the right name alone, newest first, from both folders', async () => {
		park('a', 3);
		park('b', 1);
		place.write('home/.claude/projects/x', '');
		writeIndex('- [a](a.md)\n');
		writeFileSync(inMemory('session-open-x.md.bak'), itemText('bak'));
		const [formula = ''] = [path.join(place.claude.projectsDir, project.root.replace(/[/.]/g, '-').slice(1), 'memory')];
		mkdirSync(formula, { recursive: true });
		writeFileSync(path.join(formula, fileName('c')), itemText('c'));
		setAge(path.join(formula, fileName('c')), 2);
		lot = new ParkingLot(place.claude, await findProject(place.claude, project.root), trash, clock);
		expect((await lot.list()).map((item) => [item.name, item.place, item.ageDays])).toEqual([
			['b', 'memory', 1],
			['c', 'formula', 2],
			['a', 'memory', 3],
		]);
	});

	test('leaves links, folders and pipes alone, and does not count them', async () => {
		park('a');
		mkdirSync(inMemory('session-open-folder.md'));
		symlinkSync(fileName('a'), inMemory('session-open-link.md'));
		execFileSync('mkfifo', [inMemory('session-open-pipe.md')]);
		expect(await names()).toEqual(['a']);
	});

	test('survives a file that goes between listing and reading', async () => {
		for (let n = 0; n < 30; n++) park(`n${n}`);
		const listing = lot.list();
		for (let n = 0; n < 30; n++) rmSync(inMemory(fileName(`n${n}`)));
		expect((await listing).length).toBeLessThanOrEqual(30);
		expect(await names()).toEqual([]);
	});

	test('is nothing where there is no folder, or a file in its place', async () => {
		expect(await names()).toEqual([]);
		place.write(path.relative(place.root, project.memoryDir), 'x');
		expect(await names()).toEqual([]);
	});

	test('does not run out of open files', async () => {
		for (let n = 0; n < 2_000; n++) park(`n${n}`, 1, 'x');
		expect(await names()).toHaveLength(2_000);
	});

	test('keeps a strange name on one line', async () => {
		place.write(path.relative(place.root, inMemory('session-open-a\n\u001b[2Jb.md')), '');
		expect(await names()).toEqual(['session-open-a [2Jb.md']);
	});
});

describe('parking', () => {
	test('writes the reference’s form, whatever the machine’s own clock says', async () => {
		const outcome = await lot.park({ name: 'Rate: limits', text: 'Per user?', due: '2026-12-01', session: 's1' });
		const file = inMemory('session-open-rate-limits-2026-11-21.md');
		expect(outcome).toEqual({ kind: 'parked', path: file });
		expect(readFileSync(file, 'utf8')).toMatchInlineSnapshot(`
			"---
			name: 'Rate: limits'
			description: Per user?
			type: project
			session: s1
			due: '2026-12-01'
			---

			Per user?

			**Why:** It was parked for later.
			**How to apply:** Decide whether to take it up now, and close it if not.
			"
		`);
		expect(await find('Rate: limits')).toMatchObject({ ageDays: 0, due: '2026-12-01', session: 's1' });
		clock.advance(DAY_MS);
		expect(await find('Rate: limits')).toMatchObject({ ageDays: 1 });
		expect(statSync(file).mtimeMs).toBe(NOW_MS);
	});

	test('counts on where the name is taken, by a link or a folder too', async () => {
		mkdirSync(inMemory('session-open-a-2026-11-21.md'), { recursive: true });
		symlinkSync('nowhere', inMemory('session-open-a-2026-11-21-2.md'));
		expect(await lot.park({ name: 'a', text: 'b' })).toMatchObject({
			path: inMemory('session-open-a-2026-11-21-3.md'),
		});
	});

	test('two at once under one name are two items', async () => {
		const outcomes = await Promise.all([1, 2, 3].map(() => lot.park({ name: 'a', text: 'b' })));
		expect(new Set(outcomes.map((outcome) => (outcome.kind === 'parked' ? outcome.path : '')))).toHaveProperty(
			'size',
			3,
		);
		expect(await names()).toEqual(['a', 'a', 'a']);
	});

	describe('the limit is ten open items', () => {
		const fill = (count: number): void => {
			for (let n = 0; n < count; n++) park(`n${n}`, n);
		};

		test('the tenth goes in, the eleventh does not, and all are shown', async () => {
			fill(9);
			expect((await lot.park({ name: 'tenth', text: 'x' })).kind).toBe('parked');
			const outcome = await lot.park({ name: 'eleventh', text: 'x' });
			expect(outcome.kind === 'limit' ? outcome.open.length : 0).toBe(10);
			expect(await names()).not.toContain('eleventh');
		});

		test('broken, binary and empty ones count', async () => {
			fill(7);
			park('broken', 1, '---\nname: [\n---\n');
			park('binary', 1, '\0');
			park('empty', 1, '');
			expect((await lot.park({ name: 'a', text: 'x' })).kind).toBe('limit');
		});

		test('links, folders and expired ones do not', async () => {
			fill(9);
			symlinkSync(fileName('n1'), inMemory('session-open-link.md'));
			mkdirSync(inMemory('session-open-folder.md'));
			park('old', 30);
			expect((await lot.park({ name: 'a', text: 'x' })).kind).toBe('parked');
			expect(audit()).toEqual(['old expired']);
		});
	});
});

describe('archiving', () => {
	test('takes the file and its line in MEMORY.md, and undo brings both back, byte for byte', async () => {
		const text = `\ufeff---\r\nname: a\r\nunknown: kept\r\n---\r\nbody \t\r\n`;
		const file = park('a', 12, text);
		const index = writeIndex(`# Memory\r\n- [A](${fileName('a')}) — open\r\n- [B](b.md)`);
		const before = snapshot(project.memoryDir);
		const indexText = readFileSync(index, 'utf8');
		const entry = await archive('a');
		expect(existsSync(file)).toBe(false);
		expect(readFileSync(index, 'utf8')).toBe('# Memory\r\n- [B](b.md)');
		expect(audit()).toEqual(['a archived']);

		expect(await lot.restore(entry, { keepTime: true })).toEqual({ kind: 'restored', path: file });
		expect(readFileSync(index, 'utf8')).toBe(indexText);
		expect(snapshot(project.memoryDir)[fileName('a')]).toBe(before[fileName('a')]);
		expect(audit()).toEqual(['a archived', 'a restored']);
		expect(await lot.taken()).toEqual([]);
	});

	test('an item that somebody else archived just now is gone, and there is one line in the trail', async () => {
		park('a');
		const item = await find('a');
		const outcomes = await Promise.all([lot.archive(item), lot.archive(item), lot.archive(item)]);
		expect(outcomes.filter((entry) => entry !== undefined)).toHaveLength(1);
		expect(audit()).toEqual(['a archived']);
	});

	test('no text of the item is in the trail, which goes into git', async () => {
		park('a', 0, itemText('a', 'a secret thought', 'session: s1\n'));
		await archive('a');
		expect(readFileSync(auditFile(project), 'utf8')).toBe(
			'{"ts":"2026-11-21T10:00:00Z","item":"a","action":"archived"}\n',
		);
	});

	// T42
	test('is refused, with nothing touched, where the trail leads out of the project', async () => {
		park('a');
		place.write('outside/keep', 'theirs');
		symlinkSync(path.join(place.root, 'outside'), path.join(project.root, '.claude'));
		const before = snapshot(place.root);
		await expect(lot.archive(await find('a'))).rejects.toThrow(/^Refused: .* leads outside the project$/);
		expect(snapshot(place.root)).toEqual(before);
	});
});

describe('expiring', () => {
	test('takes what is 30 days old, with its content, and says so in the trail', async () => {
		park('young', 29);
		park('old', 30);
		park('waits', 90, itemText('waits', 'x', 'due: 2026-11-22\n'));
		const { open, expired, problem } = await lot.expire();
		expect(open.map((item) => item.name)).toEqual(['young', 'waits']);
		expect(expired.map((item) => item.name)).toEqual(['old']);
		expect(problem).toBeUndefined();
		expect(audit()).toEqual(['old expired']);
		expect(
			(await lot.taken()).map((item) => [item.name, item.entry.action, item.body.includes('Text of old')]),
		).toEqual([['old', 'expired', true]]);
	});

	test('happens once, though two look at once', async () => {
		park('old', 31);
		const [one, two] = await Promise.all([lot.expire(), lot.expire()]);
		expect(one.expired.length + two.expired.length).toBe(1);
		expect(audit()).toEqual(['old expired']);
	});

	test('that fails does not hide the list', async () => {
		park('young', 1);
		park('old', 31);
		symlinkSync('/nowhere/at/all', path.join(project.root, '.claude'));
		const { open, expired, problem } = await lot.expire();
		expect(open.map((item) => item.name)).toEqual(['young']);
		expect(expired).toEqual([]);
		expect(String(problem)).toContain('Refused');
		expect(await names()).toEqual(['young', 'old']);
	});

	test('listing alone never takes anything', async () => {
		park('old', 400);
		await lot.list();
		expect(await names()).toEqual(['old']);
	});
});

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

describe('a due day', () => {
	test('is set without making the item younger', async () => {
		park('a', 12);
		expect(await lot.setDue(await find('a'), '2026-12-01')).toBe(true);
		expect(await find('a')).toMatchObject({ due: '2026-12-01', ageDays: 12 });
		expect(await lot.setDue(await find('a'), undefined)).toBe(true);
		expect(readFileSync(inMemory(fileName('a')), 'utf8')).toBe(itemText('a'));
	});

	test('does not make younger or older what Claude wrote since', async () => {
		const file = park('a', 12);
		const item = await find('a');
		park('a', 2, itemText('a', 'written again'));
		expect(await lot.setDue(item, '2026-12-01')).toBe(true);
		expect(await find('a')).toMatchObject({ description: 'written again', ageDays: 2 });
		unlinkSync(file);
		expect(await lot.setDue(item, '2026-12-02')).toBe(false);
		expect(existsSync(file)).toBe(false);
	});

	test('goes into no file that is not UTF-8, nor through a link', async () => {
		const file = park('a');
		const item = await find('a');
		const bytes = Buffer.from('---\nname: caf\u00e9\n---\n', 'latin1');
		writeFileSync(file, bytes);
		await expect(lot.setDue(item, '2026-12-01')).rejects.toThrow('not UTF-8');
		expect(readFileSync(file)).toEqual(bytes);
		rmSync(file);
		const other = place.write('other.md', itemText('other'));
		symlinkSync(other, file);
		expect(await lot.setDue(item, '2026-12-01')).toBe(false);
		expect(readFileSync(other, 'utf8')).toBe(itemText('other'));
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
		project = await findProject({ ...place.claude, ...(await configAt(own.config)) }, newRepository(own.repo));
		trash = openTrash(await configAt(own.config));
		lot = new ParkingLot(place.claude, project, trash, clock);
	}
	async function configAt(folder: string): Promise<Place['claude']> {
		const { findClaudeHome } = await import('./claudeHome');
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

// The limit is counted and the item written by two processes at once.
test('many that park at once never have more than ten open', async () => {
	const lots = Array.from({ length: 14 }, () => new ParkingLot(place.claude, project, openTrash(place.claude), clock));
	const outcomes = await Promise.all(lots.map((each, at) => each.park({ name: 'same', text: `t${at}` })));
	expect(outcomes.filter(({ kind }) => kind === 'parked')).toHaveLength(10);
	expect(await lot.list()).toHaveLength(10);
	expect(readdirSync(project.memoryDir).filter((name) => !name.startsWith('session-open-'))).toEqual([]);
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
