import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { soon } from '../../core/testing/soon';
import { type BackupTestPlace, newBackupPlace } from '../testing/backupPlace';
import { type OpenWorkspace, openWorkspace } from '../testing/openWorkspace';
import { itemText } from '../testing/places';
import { MemoryState } from './memoryState';

const SETTLE_MS = 200;
const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

let place: BackupTestPlace;
let open: OpenWorkspace;
let memory: MemoryState;
let folder: string;
let fired: number;
beforeEach(async () => {
	place = newBackupPlace();
	folder = (await place.project()).memoryDir;
	write(
		'feedback_tests.md',
		'---\nname: tests\ndescription: how to test\nmetadata:\n  type: feedback\n---\n\nRun them.\n',
	);
	open = await openWorkspace(place, [place.repo]);
	memory = new MemoryState(open);
	fired = 0;
	memory.onDidChange(() => fired++);
});
afterEach(() => {
	memory.dispose();
	open.dispose();
	place.remove();
});

function write(name: string, text: string): string {
	return place.write(path.relative(place.root, path.join(folder, name)), text);
}
const names = async (): Promise<readonly string[]> =>
	(await memory.read()).flatMap(({ overview }) => overview.memories.map(({ name }) => name));

test('nothing is read for nobody', async () => {
	let changes = 0;
	open.workspace.onDidChange(() => changes++);
	write('session-open-later.md', itemText('later'));
	await open.workspace.refresh();
	expect(open.clock.waiting).not.toContain(open.clock.now() + SETTLE_MS);
	expect([changes, fired]).toEqual([1, 0]);
	// Once somebody has asked, the same change is a reason to look.
	await memory.read();
	write('session-open-more.md', itemText('more'));
	await open.workspace.refresh();
	expect(open.clock.waiting).toContain(open.clock.now() + SETTLE_MS);
});

test('who asks gets it, and once more only when something has changed', async () => {
	expect(await names()).toEqual(['tests']);
	write('project_more.md', '---\nname: more\nmetadata:\n  type: project\n---\n\nx\n');
	await soon(async () => {
		open.clock.advance(200);
		expect(await names()).toEqual(['tests', 'more']);
	});
	expect(fired).toBe(2);
	await memory.refresh();
	expect(fired).toBe(2);
});

test('a file belongs to the project in whose memory it lies', async () => {
	const owner = async (file: string): Promise<string | undefined> => (await memory.ownerOf(file))?.state.project.root;
	expect(await owner(path.join(folder, 'feedback_tests.md'))).toBe(place.repo);
	expect(await owner(path.join(place.repo, '.claude', 'memory', 'own.md'))).toBe(place.repo);
	expect(await owner(folder)).toBeUndefined();
	expect(await owner(`${folder}-beside/x.md`)).toBeUndefined();
	expect(await owner(path.join(place.repo, 'README.md'))).toBeUndefined();
});

test('a list shows one line, without secrets', async () => {
	const [only] = await memory.read();
	expect(only?.shown(`the token\nis ${TOKEN}`)).not.toContain(TOKEN);
	expect(only?.shown('two\nlines')).toBe('two lines');
});
