import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectId } from '../../../core/project/projectId';
import { NOW_MS, type Place, newPlace } from '../../testing/places';
import { isSavedSince } from './savedSince';

const SESSION = '0a1b2c3d-0000-4000-8000-000000000001';
let place: Place;
let folder: string;
beforeEach(() => {
	place = newPlace();
	folder = place.folder('work');
});
afterEach(() => place.remove());

const saved = JSON.stringify({ savedBy: [{ session: SESSION, ms: NOW_MS }] });
const keep = (name: string, file: string, text: string): string =>
	place.write(path.relative(place.root, path.join(place.claude.keeperHome, 'projects', name, file)), text);
const isSaved = (): Promise<boolean> => isSavedSince({ claude: place.claude, folder }, SESSION, 0);

test.each([
	['its own id', ''],
	['the id of a project that was met there later', '-2'],
])('a protocol of this session counts under %s', async (_, end) => {
	keep(`${projectId(folder)}${end}`, 'protocols/one.json', saved);
	expect(await isSaved()).toBe(true);
});

test('what came from elsewhere counts under its first id', async () => {
	keep(projectId(folder), 'project.json', JSON.stringify({ keptAs: 'first-0a1b2c3d' }));
	keep('first-0a1b2c3d', 'protocols/one.json', saved);
	expect(await isSaved()).toBe(true);
});

test.each(['-coming', 'more', '-2-coming'])('a folder that only begins like its id (%s) says nothing', async (end) => {
	keep(`${projectId(folder)}${end}`, 'protocols/one.json', saved);
	expect(await isSaved()).toBe(false);
});
