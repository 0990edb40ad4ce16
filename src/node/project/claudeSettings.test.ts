import { execFileSync } from 'node:child_process';
import { mkdirSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isTrustedByClaude, memoryDirectoryOf, readJsonObject, settingsInOrder } from './claudeSettings';
import { type Place, newPlace } from '../testing/places';

let place: Place;
beforeEach(() => {
	place = newPlace();
});
afterEach(() => place.remove());

describe('a file that Claude Code would ignore says nothing', () => {
	test.each([
		['missing', () => path.join(place.root, 'none')],
		['empty', () => place.write('a', '')],
		['broken', () => place.write('a', '{"a":')],
		['with comments, which Claude Code does not read', () => place.write('a', '{"a":1} // why')],
		['a list', () => place.write('a', '[1]')],
		['a folder', () => place.folder('a')],
		['binary', () => place.write('a', Buffer.from([0, 255, 254]))],
		[
			'huge',
			() => {
				const file = place.write('a', '{}');
				truncateSync(file, 3 * 1024 ** 3);
				return file;
			},
		],
		[
			'a pipe, and nobody waits for it',
			() => {
				const file = path.join(place.root, 'pipe');
				execFileSync('mkfifo', [file]);
				return file;
			},
		],
	])('%s', async (_name, make) => expect(await readJsonObject(make())).toBeUndefined());
});

test('the mark that some editors write first is passed over', async () => {
	expect(await readJsonObject(place.write('a', '\ufeff{"cleanupPeriodDays":9999}'))).toEqual({
		cleanupPeriodDays: 9999,
	});
});

test('settings come in Claude Code’s order, those of the project only where it is trusted', async () => {
	const root = place.folder('app');
	for (const [file, name] of [
		['app/.claude/settings.local.json', 'local'],
		['app/.claude/settings.json', 'project'],
		['home/.claude/settings.json', 'user'],
	] as const)
		place.write(file, JSON.stringify({ name }));
	const managed = place.write('managed.json', '{"name":"managed"}');
	const claude = { ...place.claude, managedSettings: [managed, path.join(place.root, 'none')] };
	const names = async (isTrusted: boolean): Promise<unknown[]> => {
		const found: unknown[] = [];
		place.write('home/.claude.json', JSON.stringify({ projects: { [root]: { hasTrustDialogAccepted: isTrusted } } }));
		for await (const { scope, value } of settingsInOrder(claude, root)) found.push([scope, value['name']]);
		return found;
	};
	const ofAll = ['managed', 'local', 'project', 'user'].map((name) => [name, name]);
	expect(await names(true)).toEqual(ofAll);
	expect(await names(false)).toEqual([ofAll[0], ofAll[3]]);
});

describe('whether the person trusted a folder is what Claude Code’s own state says', () => {
	test.each([
		['the folder itself', { '/a/b': { hasTrustDialogAccepted: true } }, true],
		['a folder above it', { '/a': { hasTrustDialogAccepted: true } }, true],
		['a folder below it', { '/a/b/c': { hasTrustDialogAccepted: true } }, false],
		['a neighbour', { '/a/bb': { hasTrustDialogAccepted: true } }, false],
		['not yet', { '/a/b': { hasTrustDialogAccepted: false } }, false],
		['something like true', { '/a/b': { hasTrustDialogAccepted: 'true' } }, false],
		['no such project', {}, false],
		['no projects', undefined, false],
	])('%s: %s', async (_name, projects, expected) => {
		place.write('home/.claude.json', JSON.stringify({ projects }));
		expect(await isTrustedByClaude(place.claude, '/a/b')).toBe(expected);
	});

	test('nothing in the folder itself counts', async () => {
		const root = place.folder('app');
		const state = JSON.stringify({ projects: { [root]: { hasTrustDialogAccepted: true } } });
		mkdirSync(path.join(root, '.claude'));
		place.write('app/.claude.json', state);
		place.write('app/.claude/.claude.json', state);
		expect(await isTrustedByClaude(place.claude, root)).toBe(false);
	});
});

test.each([
	[{ autoMemoryDirectory: '/m' }, '/m'],
	[{ autoMemoryDirectory: '' }, undefined],
	[{ autoMemoryDirectory: 1 }, undefined],
	[{}, undefined],
])('%j moves memory to %j', (settings, expected) => expect(memoryDirectoryOf(settings)).toBe(expected));
