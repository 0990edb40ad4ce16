import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readParkedFile } from './parkedFile';
import { type Place, itemText, newPlace } from '../testing/places';

const FILE = 'session-open-a.md';
let place: Place;
beforeEach(() => {
	place = newPlace();
});
afterEach(() => place.remove());

test('a good file tells all it holds', async () => {
	const file = place.write(FILE, itemText('caching', 'why cold?', 'session: s1\ndue: 2026-12-01\n'), 3);
	expect(await readParkedFile(file)).toMatchObject({
		content: { name: 'caching', description: 'why cold?', session: 's1', due: '2026-12-01', isReadable: true },
		modifiedMs: Date.UTC(2026, 10, 18, 10),
	});
});

test('colons in its texts, as Claude writes them, keep it from nothing', async () =>
	expect(
		(await readParkedFile(place.write(FILE, '---\nname: one colon\ndescription: Rates: per tenant\n---\n')))?.content,
	).toMatchObject({ name: 'one colon', description: 'Rates: per tenant', isReadable: true }));

// T26
describe('a file that says nothing of itself is still an item, with words for it', () => {
	test.each([
		['empty', () => place.write(FILE, '')],
		['white space', () => place.write(FILE, ' \n\t\n')],
		['binary', () => place.write(FILE, Buffer.from([0x89, 0x50, 0, 1, 2]))],
		['UTF-16', () => place.write(FILE, Buffer.from(itemText('a'), 'utf16le'))],
		['broken front matter', () => place.write(FILE, '---\nname: [a\n---\nb')],
		['front matter that would be executed', () => place.write(FILE, '---js\n{name:1}\n---\n')],
		[
			'100 MB of nothing',
			() => {
				const file = place.write(FILE);
				truncateSync(file, 100 * 1024 ** 2);
				return file;
			},
		],
	])('%s', async (_name, make) =>
		expect((await readParkedFile(make()))?.content).toMatchObject({
			name: FILE,
			description: 'unreadable front matter',
			isReadable: false,
		}),
	);
});

test('a file without front matter is its own text', async () =>
	expect((await readParkedFile(place.write(FILE, 'Look at caching.\nmore')))?.content).toMatchObject({
		name: FILE,
		description: 'Look at caching.',
		isReadable: true,
	}));

test('of a huge file the beginning is read, though that cuts a character', async () => {
	const file = place.write(FILE, `${itemText('big')}${'é'.repeat(1_000_000)}`);
	const read = await readParkedFile(file);
	expect(read?.content.name).toBe('big');
	expect(read?.content.body.length).toBeLessThan(300_000);
});

describe('what is no regular file is no item, and nobody waits for it', () => {
	test.each([
		['a folder', () => place.folder(FILE)],
		[
			'a link to an item',
			() => {
				place.write('other.md', itemText('a'));
				symlinkSync('other.md', path.join(place.root, FILE));
				return path.join(place.root, FILE);
			},
		],
		[
			'a pipe',
			() => {
				execFileSync('mkfifo', [path.join(place.root, FILE)]);
				return path.join(place.root, FILE);
			},
		],
		['nothing any more', () => path.join(place.root, FILE)],
	])('%s', async (_name, make) => expect(await readParkedFile(make())).toBeUndefined());
});
