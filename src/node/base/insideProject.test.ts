import { mkdirSync, symlinkSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OutsideProjectError, checkInside, isInside, makeFolderInside } from './insideProject';
import { type Place, newPlace, snapshot } from '../testing/places';

let place: Place;
let root: string;
beforeEach(() => {
	place = newPlace();
	root = place.folder('app');
	place.write('elsewhere/secret', 'not ours');
});
afterEach(() => place.remove());

test.each([
	['/a', '/a', true],
	['/a', '/a/b', true],
	['/a', '/ab', false],
	['/a', '/', false],
	['/a', '/a/../b', false],
	['/a', '/a/..b', true],
	['/', '/a', true],
])('%s holds %s: %s', (parent, child, expected) => expect(isInside(parent, child)).toBe(expected));

// T42, R1
describe('a path that leaves the project is refused', () => {
	const target = (): string => path.join(root, '.claude/memory/raw');
	test.each([
		[
			'by a folder that is a link',
			() => {
				mkdirSync(path.join(root, '.claude/memory'), { recursive: true });
				symlinkSync('../../../elsewhere', target());
			},
		],
		[
			'by a folder above it that is a link',
			() => symlinkSync(path.join(place.root, 'elsewhere'), path.join(root, '.claude')),
		],
		[
			'by a link to a link',
			() => {
				mkdirSync(path.join(root, '.claude/memory'), { recursive: true });
				symlinkSync('two', path.join(root, 'one'));
				symlinkSync(path.join(place.root, 'elsewhere'), path.join(root, 'two'));
				symlinkSync(path.join(root, 'one'), target());
			},
		],
		[
			'by a link that dangles',
			() => {
				mkdirSync(path.join(root, '.claude/memory'), { recursive: true });
				symlinkSync(path.join(place.root, 'not/there/yet'), target());
			},
		],
		[
			'by a link that goes round',
			() => {
				mkdirSync(path.join(root, '.claude/memory'), { recursive: true });
				symlinkSync('raw', target());
			},
		],
	])('%s', async (_name, make) => {
		make();
		const before = snapshot(place.root);
		await expect(checkInside(root, target())).rejects.toThrow(OutsideProjectError);
		await expect(makeFolderInside(root, path.join(target(), 'deeper'))).rejects.toThrow(
			`Refused: ${path.join(target(), 'deeper')} leads outside the project`,
		);
		expect(snapshot(place.root)).toEqual(before);
	});

	test('by its very text', () =>
		expect(checkInside(root, path.join(root, '../elsewhere'))).rejects.toThrow(OutsideProjectError));
});

describe('a path that stays is fine', () => {
	test('though nothing of it exists yet', async () => {
		await checkInside(root, path.join(root, 'a/b/c'));
		await makeFolderInside(root, path.join(root, 'a/b/c'));
		await checkInside(root, path.join(root, 'a/b/c'));
	});

	test('though a link on it leads to another place in the project', async () => {
		mkdirSync(path.join(root, 'real'));
		symlinkSync('real', path.join(root, 'link'));
		await checkInside(root, path.join(root, 'link/file'));
	});

	test('though the project itself was reached by a link', async () => {
		symlinkSync(root, path.join(place.root, 'alias'));
		await checkInside(path.join(place.root, 'alias'), path.join(place.root, 'alias/a'));
	});

	test('though another process takes it away while it is looked at', async () => {
		const file = path.join(root, 'a.json');
		let isOver = false;
		const toggle = async (): Promise<void> => {
			while (!isOver) {
				await writeFile(file, '');
				await rm(file);
			}
		};
		const toggling = toggle();
		for (let n = 0; n < 2_000; n++) await checkInside(root, file);
		isOver = true;
		await toggling;
	});
});
