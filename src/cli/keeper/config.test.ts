// `session-keeper config …`: the settings of VS Code without it, where each value comes from, and what is refused.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOwnSettings } from '../../node/keeper/ownSettings';
import { readReflectionSettings } from '../../node/reflection/reflectionSettings';
import { beforeFileCalls, systemError } from '../../node/testing/fileCalls';
import { good, json, place, run, useCliPlace } from '../testing/cliPlace';
import { DECLARED_SETTINGS } from '../../../scripts/lib/settingTexts.mjs';
import nls from '../../../package.nls.json';

useCliPlace();

const OWN = 'home/.claude/session-keeper/settings.json';
const REFLECTION = 'home/.claude/session-keeper/reflection/settings.json';
const text = (file: string): string => readFileSync(path.join(place.root, file), 'utf8');
const settingOf = async (name: string): Promise<unknown> => (await json('config', 'get', name)).document['setting'];

test('every setting of package.json is listed with its default and its words, or named as the editor’s alone', async () => {
	const { document } = await json('config', 'list');
	const settings = document['settings'] as readonly Readonly<Record<string, unknown>>[];
	const declared = Object.entries(DECLARED_SETTINGS);
	const listed = [...settings.map(({ name }) => name), ...(document['editorOnly'] as readonly string[])];
	expect(listed.sort()).toEqual(declared.map(([name]) => name.replace('sessionKeeper.', '')).sort());
	for (const { name, about, source, ...setting } of settings) {
		const found = declared.find(([each]) => each === `sessionKeeper.${String(name)}`)?.[1];
		expect({ name, default: setting['default'], about, source }).toEqual({
			name,
			default: found?.['default'],
			about: nls[found?.markdownDescription.slice(1, -1) as keyof typeof nls],
			source: 'default',
		});
	}
});

test('each value says where it comes from', async () => {
	place.write(OWN, '{ "idleMinutes": 45, "maxHours": 3, "archiveOnEnd": "often", "fromVSCode": ["maxHours"] }');
	const list = await good('config', 'list');
	expect(list).toMatch(/^sessions\.idleMinutes +45 +settings file$/mu);
	expect(list).toMatch(/^sessions\.maxHours +3 +VS Code$/mu);
	expect(list).toMatch(/^sessions\.archiveOnEnd +true +default \(not allowed, so ignored: "often"\)$/mu);
	expect(list).toMatch(/^reflection\.privateFolders +\(none\) +default$/mu);
	expect(list).toContain('Only VS Code follows: archive.beforeCleanup, ');
	const rows = (await good('config', 'list', '--plain')).split('\n');
	expect(rows).toEqual(
		expect.arrayContaining([
			'sessions.idleMinutes\t45\tfile\t',
			'sessions.archiveOnEnd\ttrue\tdefault\t"often"',
			'reflection.privateFolders\t[]\tdefault\t',
		]),
	);
	expect(await settingOf('sessionKeeper.sessions.idleMinutes')).toMatchObject({
		value: 45,
		default: 30,
		source: 'file',
	});
	const env = { CLAUDE_CONFIG_DIR: path.join(place.root, 'elsewhere') };
	expect((await run(['config', 'list'], { env })).out).toMatch(/^claude\.configDir +\S+elsewhere +environment$/mu);
});

test('a value is set, followed, shown and taken back, and nothing else in the file moves', async () => {
	place.write(OWN, '{\n\t"theirs": [1],\n\t"maxHours": 3\n}\n');
	expect(await good('config', 'set', 'sessions.idleMinutes', '45')).toBe(
		'sessions.idleMinutes is now 45\nUndo: session-keeper config unset sessions.idleMinutes\n',
	);
	expect(text(OWN)).toBe('{\n\t"theirs": [1],\n\t"maxHours": 3,\n\t"idleMinutes": 45\n}\n');
	expect(await good('config', 'set', 'sessions.idleMinutes', '45')).toBe('sessions.idleMinutes is already 45\n');
	expect(await good('config', 'unset', 'sessions.idleMinutes')).toBe(
		'sessions.idleMinutes is now 30 (default)\nUndo: session-keeper config set sessions.idleMinutes 45\n',
	);
	expect(text(OWN)).toBe('{\n\t"theirs": [1],\n\t"maxHours": 3\n}\n');
	expect(await good('config', 'unset', 'sessions.idleMinutes')).toBe('sessions.idleMinutes is already 30 (default)\n');
});

test('settings of reflection go where reflection reads them; a list takes several values', async () => {
	await good('config', 'set', 'reflection.privateFolders', '~/clients/**', "it's");
	await good('config', 'set', 'hooks.carryOpenItems', 'true');
	expect(JSON.parse(text(REFLECTION))).toEqual({ privateFolders: ['~/clients/**', "it's"] });
	expect(await readReflectionSettings(place.claude)).toMatchObject({ privateFolders: ['~/clients/**', "it's"] });
	expect(await readOwnSettings(place.claude)).toMatchObject({ carryOpenItems: true });
	expect(await good('config', 'get', 'reflection.privateFolders')).toBe("~/clients/**\nit's\n");
	expect(await good('config', 'unset', 'reflection.privateFolders')).toContain(
		'Undo: session-keeper config set reflection.privateFolders "~/clients/**" "it\'s"\n',
	);
});

test.each([
	['reflection.privateFolders', 'privateFolders', []],
	['reflection.privateFolders', 'privateFolders', ['-x', 'a b']],
	['reflection.model', 'model', ''],
	['reflection.model', 'model', '-odd'],
])('what undoes a change of %s brings back %j: %j', async (name, key, value) => {
	place.write(REFLECTION, JSON.stringify({ [key]: value }));
	const before = await settingOf(name);
	const undo = /Undo: session-keeper (.*)\n/u.exec(await good('config', 'set', name, 'other'))?.[1] ?? '';
	expect(await settingOf(name)).not.toEqual(before);
	const words = [...undo.matchAll(/"([^"]*)"|\S+/gu)].map(([word, quoted]) => quoted ?? word);
	expect((await run(words)).code).toBe(0);
	expect(await settingOf(name)).toMatchObject({ value });
});

test('a value that VS Code writes again is changed, with a word about that', async () => {
	place.write(OWN, '{ "maxHours": 3, "fromVSCode": ["maxHours"] }');
	const { code, err } = await run(['config', 'set', 'sessions.maxHours', '5']);
	expect({ code, err }).toEqual({
		code: 0,
		err: "VS Code sets sessions.maxHours too, and writes its own value again. Change it in VS Code's settings as well.\n",
	});
	expect((await json('config', 'set', 'sessions.maxHours', '6')).document).toMatchObject({
		isOverwritten: true,
		before: 5,
	});
});

test.each([
	['{ broken', 'not valid JSON'],
	['{ "maxHours": 3, } // mine', 'has comments or trailing commas'],
])('a file that says %s is left alone, with the reason', async (broken, reason) => {
	place.write(OWN, broken);
	expect(await run(['config', 'set', 'sessions.maxHours', '5'])).toMatchObject({
		code: 1,
		err: expect.stringContaining(reason) as string,
	});
	expect(text(OWN)).toBe(broken);
});

describe('what is refused, with what is allowed', () => {
	test.each([
		[['set', 'sessions.idleMinutes', '0'], 'sessions.idleMinutes cannot be 0: a number of at least 1.'],
		[['set', 'sessions.idleMinutes', ' '], 'a number of at least 1.'],
		[['set', 'sessions.idleMinutes'], 'sessions.idleMinutes needs a value: a number of at least 1.'],
		[['set', 'reflection.budgetUsd', '0'], 'a number greater than 0.'],
		[['set', 'sessions.idleMinutes', '-5'], 'sessions.idleMinutes cannot be -5: a number of at least 1.'],
		[['set', 'reflection.privateFolders', ''], 'reflection.privateFolders cannot be "": words that are not empty.'],
		[['set', 'hooks.carryOpenItems', 'yes'], 'hooks.carryOpenItems cannot be yes: true or false.'],
		[['set', 'hooks.injectContext', 'loud'], 'hooks.injectContext cannot be loud: off, brief, normal, full.'],
		[['set', 'claude.configDir', '/x'], 'claude.configDir comes from the environment: set CLAUDE_CONFIG_DIR.'],
		[['set', 'statusBar.enabled', 'true'], 'Only VS Code follows statusBar.enabled. Change it there.'],
		[['get', 'session.idleMinutes'], 'Did you mean sessions.idleMinutes?'],
		[['set', 'idleMinutes', '5'], 'Did you mean sessions.idleMinutes or reflection.idleMinutes?'],
		[['get', 'sessions.maxHours', 'x'], 'Name one setting.'],
		[['unset'], 'Name one setting.'],
	])('config %j', async (words, said) => {
		const { code, err } = await run(['config', ...words]);
		expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(said) as string });
	});
});

test.each([
	['{bad', 1],
	['{\n  "idleMinutes": 45,\n}', 3],
])('a file that is no JSON is told of, with the line: %j', async (text, line) => {
	place.write(OWN, text);
	const said = `settings.json is not valid JSON (line ${line}), so none of its settings count.`;
	for (const verb of [['list'], ['list'], ['get', 'sessions.idleMinutes']]) {
		const { code, err } = await run(['config', ...verb]);
		expect([code, err]).toEqual([0, expect.stringContaining(said)]);
	}
	expect((await run(['hooks', 'doctor'])).out).toContain(said);
	// The other file is whole.
	expect((await run(['config', 'get', 'reflection.dailyCap'])).err).toBe('');
});

test('a file that cannot be read is no file that says nothing', async () => {
	place.write(OWN, '{ "idleMinutes": 45 }');
	const giveBack = beforeFileCalls((name, file) => {
		if (name === 'open' && file.endsWith(path.normalize('session-keeper/settings.json'))) throw systemError('EIO');
	});
	try {
		for (const verb of [['list'], ['get', 'sessions.idleMinutes']]) {
			const { code, err } = await run(['config', ...verb]);
			expect([code, err]).toEqual([1, expect.stringContaining('EIO')]);
		}
	} finally {
		giveBack();
	}
});
