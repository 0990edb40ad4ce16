import { execFileSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../core/base/dates';
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
	useParkingLot,
	writeIndex,
} from '../testing/parkedFiles';
import { NOW_MS, itemText, newRepository, setAge, snapshot } from '../testing/places';

useParkingLot();

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
		openLot(await findProject(place.claude, project.root));
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
		expect(outcome).toEqual({ kind: 'parked', path: file, redacted: [] });
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

	test('what looks like a secret is taken out where git could take the file, and said', async () => {
		const secret = ['Winter', 'tango', '4711!'].join('-');
		const text = async (name: string): Promise<string> => {
			const outcome = await lot.park({ name, text: `Rotate it:\nDB_PASSWORD=${secret}` });
			expect(outcome).toMatchObject({ kind: 'parked' });
			return 'path' in outcome ? JSON.stringify(outcome.redacted) + readFileSync(outcome.path, 'utf8') : '';
		};
		expect(await text('a')).toContain(secret);
		newRepository(path.join(place.claude.projectsDir, '..'));
		const redacted = await text('b');
		expect(redacted).not.toContain(secret);
		expect(redacted).toContain('[{"kind":"password","count":');
	});

	test('a mark that somebody typed is nothing that was taken out', async () => {
		newRepository(path.join(place.claude.projectsDir, '..'));
		expect(await lot.park({ name: 'a', text: 'Why [redacted: password]?' })).toMatchObject({ redacted: [] });
	});

	test.each([
		{ name: 'DB_PASSWORD=Winter-tango-4711', text: 'Rotate it.' },
		{ name: '!', text: 'DB_PASSWORD=Winter-tango-4711' },
	])('what looks like a secret is in no name of a file either: $name', async (item) => {
		newRepository(path.join(place.claude.projectsDir, '..'));
		const outcome = await lot.park(item);
		const file = inMemory('session-open-db-password-redacted-password-2026-11-21.md');
		expect(outcome).toMatchObject({ kind: 'parked', path: file });
		expect(readFileSync(file, 'utf8')).not.toContain('4711');
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

	test('ends what a full disk, or a kill, let nobody end', async () => {
		park('old', 31);
		await lot.expire();
		const [taken] = await lot.taken();
		const folder = path.dirname(taken?.entry.content ?? '');
		renameSync(folder, `${folder}.taking-999999999`);
		rmSync(auditFile(project));
		expect((await lot.expire()).problem).toBeUndefined();
		expect(audit()).toEqual(['old expired']);
		expect(existsSync(folder)).toBe(true);
	});

	test('ends no removal through a trail that leads out of the project', async () => {
		park('old', 31);
		await lot.expire();
		const [taken] = await lot.taken();
		const folder = path.dirname(taken?.entry.content ?? '');
		renameSync(folder, `${folder}.taking-999999999`);
		rmSync(path.join(project.root, '.claude'), { recursive: true });
		place.write('outside/logs/keep', 'theirs');
		symlinkSync(path.join(place.root, 'outside'), path.join(project.root, '.claude'));
		expect(String((await lot.expire()).problem)).toContain('Refused');
		expect(readdirSync(path.join(place.root, 'outside/logs'))).toEqual(['keep']);
	});

	test('ends one where the trail is gone', async () => {
		park('old', 31);
		await lot.expire();
		const [taken] = await lot.taken();
		const folder = path.dirname(taken?.entry.content ?? '');
		renameSync(folder, `${folder}.taking-999999999`);
		rmSync(path.join(project.root, '.claude'), { recursive: true });
		expect((await lot.expire()).problem).toBeUndefined();
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

// The limit is counted and the item written by two processes at once.
test('many that park at once never have more than ten open', async () => {
	const lots = Array.from({ length: 14 }, () => new ParkingLot(place.claude, project, openTrash(place.claude), clock));
	const outcomes = await Promise.all(lots.map((each, at) => each.park({ name: 'same', text: `t${at}` })));
	expect(outcomes.filter(({ kind }) => kind === 'parked')).toHaveLength(10);
	expect(await lot.list()).toHaveLength(10);
	expect(readdirSync(project.memoryDir).filter((name) => !name.startsWith('session-open-'))).toEqual([]);
});
