import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { wantedHooks } from '../../core/hooks/launcherCommand';
import { permissionRules } from '../../core/hooks/permissionRules';
import type { SettingsRefusal } from '../../core/claude/refusal';
import { ourHooks } from '../../core/hooks/settingsEdit';
import { isStrictJson } from '../../core/claude/settingsTree';
import type { Result } from '../../core/base/result';
import { FakeClock } from '../../core/testing/fakeClock';
import { BLANK, FOREIGN, LAST_WINS } from '../../core/testing/settingsFiles';
import { type SettingsPlan, carryOut, planInstall, planUninstall } from './hookInstaller';
import { type Project, findProject } from '../project/project';
import { settingsPlace } from '../project/settingsFile';
import { type Scope } from '../../core/claude/settings';
import { NOW_MS, type Place, newPlace, snapshot } from '../testing/places';
import { useFilesAtOnce } from '../testing/atOnce';

useFilesAtOnce();
const WANTED = wantedHooks({
	launcher: '/home/dev/.claude/session-keeper/bin/session-keeper-hook',
	shell: 'sh',
	isWindows: false,
	isShared: false,
});
const RULES = permissionRules('~/.claude/session-keeper/bin/session-keeper');
const clock = new FakeClock(NOW_MS);

let place: Place;
let root: string;
let project: Project;
// One place for all tests, which begin with nothing in it but the repository: to find the project starts git.
beforeAll(async () => {
	place = newPlace();
	root = place.folder('app/.git/objects') && place.folder('app');
	writeFileSync(path.join(root, '.git/HEAD'), 'ref: refs/heads/main\n');
	project = await findProject(place.claude, root);
});
afterEach(() => {
	for (const folder of [place.root, place.home, root])
		for (const name of readdirSync(folder))
			if (!['home', 'app', '.git'].includes(name)) rmSync(path.join(folder, name), { recursive: true });
});
afterAll(() => place.remove());

const at = (scope: Scope) => settingsPlace(place.claude, project, scope);
const install = async (scope: Scope, options = {}) =>
	finish(await planInstall(place.claude, at(scope), WANTED, options));
const uninstall = async (scope: Scope) => finish(await planUninstall(place.claude, at(scope)));

async function finish(plan: Result<SettingsPlan, SettingsRefusal>): Promise<string> {
	if (!plan.ok) return plan.error.reason;
	const done = await carryOut(place.claude, plan.value, clock);
	return done.ok ? (plan.value.isChange ? 'changed' : 'same') : done.error.reason;
}

const parse = (text: string): Record<string, unknown> =>
	JSON.parse(text.replace(/^\ufeff/u, '')) as Record<string, unknown>;
const LOCAL = 'app/.claude/settings.local.json';
const read = (file: string): string => readFileSync(path.join(place.root, file), 'latin1');

describe('where settings are', () => {
	test('each scope has its file', () => {
		const files = (['user', 'project', 'local'] as const).map((scope) => at(scope).file);
		expect(files.map((file) => path.relative(place.root, file))).toEqual([
			path.join('home', '.claude', 'settings.json'),
			path.join('app', '.claude', 'settings.json'),
			path.join('app', '.claude', 'settings.local.json'),
		]);
	});
});

describe('installing and uninstalling', () => {
	test.each(['user', 'project', 'local'] as const)('%s: without a file before, nothing is left', async (scope) => {
		const before = snapshot(root);
		expect(await install(scope)).toBe('changed');
		expect(await install(scope)).toBe('same');
		expect(await uninstall(scope)).toBe('changed');
		expect(await uninstall(scope)).toBe('same');
		expect(Object.keys(snapshot(root))).toEqual(Object.keys(before));
		expect(existsSync(at(scope).file)).toBe(false);
	});

	test.each([...Object.entries(FOREIGN), ...BLANK.map(([name, text]) => [name, text] as const)])(
		'an unedited file comes back byte for byte: %s',
		async (_name, text) => {
			place.write(LOCAL, text);
			const bytes = read(LOCAL);
			for (let time = 0; time < 2; time++) {
				await install('local');
				await install('local', time === 0 ? {} : { rules: RULES });
				expect(read(LOCAL)).not.toBe(bytes);
				expect(await uninstall('local')).toBe('changed');
				expect(read(LOCAL)).toBe(bytes);
			}
		},
	);

	// T10, T38: what is not ours means what it meant, though Claude Code rewrote the whole file from its memory meanwhile.
	test.each(Object.entries(FOREIGN).filter(([, text]) => isStrictJson(text) && text !== LAST_WINS))(
		'what is not ours survives Claude Code writing the file anew: %s',
		async (_name, text) => {
			place.write(LOCAL, text);
			await install('local', { rules: RULES });
			const file = path.join(place.root, LOCAL);
			const rewritten = JSON.stringify({ ...parse(readFileSync(file, 'utf8')), added: 1 }, null, 2);
			writeFileSync(file, rewritten);
			expect(await install('local')).toBe('same');
			expect(await uninstall('local')).toBe('changed');
			const { hooks, ...left } = parse(readFileSync(file, 'utf8'));
			const { hooks: theirs, ...before } = parse(text);
			// Through JSON, which knows no -0.
			expect(left).toEqual(parse(JSON.stringify({ ...before, added: 1 })));
			// Empty lists and objects that were there may go with what we put into them.
			if (JSON.stringify(theirs ?? {}).includes('other.sh')) expect(hooks).toEqual(theirs);
		},
	);

	test('made strict for Claude Code, the comments still come back', async () => {
		place.write(LOCAL, '{\n  // mine\n  "model": "opus",\n}\n');
		await install('local', { isMadeStrict: true });
		expect(JSON.parse(read(LOCAL))).toMatchObject({ model: 'opus' });
		await uninstall('local');
		expect(read(LOCAL)).toBe('{\n  // mine\n  "model": "opus",\n}\n');
	});

	test('edits made after the installation survive a repair and the uninstallation', async () => {
		place.write(LOCAL, '{\n  "model": "opus"\n}\n');
		await install('local');
		writeFileSync(path.join(place.root, LOCAL), read(LOCAL).replace('"opus"', '"haiku"'));
		expect(await install('local')).toBe('same');
		await uninstall('local');
		expect(read(LOCAL)).toBe('{\n  "model": "haiku"\n}\n');
	});

	// T11
	test('hooks that a running session threw out come back, its other changes stay', async () => {
		place.write(LOCAL, '{"model":"opus"}');
		await install('local');
		writeFileSync(path.join(place.root, LOCAL), '{"model":"haiku"}');
		expect(await install('local')).toBe('changed');
		expect(ourHooks(read(LOCAL))).toEqual(WANTED);
		await uninstall('local');
		expect(read(LOCAL)).toBe('{"model":"haiku"}');
	});

	test('a file of ours that somebody else put something into stays', async () => {
		await install('local');
		writeFileSync(path.join(place.root, LOCAL), read(LOCAL).replace('{\n', '{\n  "model": "opus",\n'));
		await uninstall('local');
		expect(JSON.parse(read(LOCAL))).toEqual({ model: 'opus' });
	});

	test('without the memory of an installation our groups alone go', async () => {
		place.write(LOCAL, '{\n  "model": "opus"\n}\n');
		await install('local');
		rmSync(path.join(place.claude.keeperHome, 'installed'), { recursive: true });
		await uninstall('local');
		expect(JSON.parse(read(LOCAL))).toEqual({
			model: 'opus',
			hooks: { SessionStart: [], SessionEnd: [], PreCompact: [], Stop: [] },
		});
	});

	test('so do our rules, and a repair remembers them', async () => {
		place.write(LOCAL, '{"permissions":{"allow":["Read"]}}');
		for (const isRepaired of [false, true]) {
			await install('local', { rules: RULES });
			rmSync(path.join(place.claude.keeperHome, 'installed'), { recursive: true });
			if (isRepaired) await install('local');
			expect(read(LOCAL)).toContain(JSON.stringify(RULES[0]));
			await uninstall('local');
			expect(parse(read(LOCAL))['permissions']).toEqual({ allow: ['Read'] });
		}
	});

	test('the backup holds the bytes from before and is for nobody else to read', async () => {
		place.write(LOCAL, '{"env":{"TOKEN":"x"}}');
		await install('local');
		const files = Object.entries(snapshot(place.claude.keeperHome)).filter(([name]) => name.endsWith('.json'));
		expect(files).toHaveLength(1);
		const [name, content] = files[0] ?? ['', ''];
		expect(content).toContain(JSON.stringify('{"env":{"TOKEN":"x"}}'));
		if (process.platform !== 'win32')
			expect(statSync(path.join(place.claude.keeperHome, name)).mode & 0o777).toBe(0o600);
	});

	// T10, T39
	test('a change between the plan and its execution refuses the plan, and the memory stays true', async () => {
		place.write(LOCAL, '{}');
		await install('local');
		const plan = await planUninstall(place.claude, at('local'));
		const repair = await planInstall(place.claude, at('local'), WANTED.slice(0, 1));
		const edited = read(LOCAL).replace('{\n', '{ "model": "opus",\n');
		writeFileSync(path.join(place.root, LOCAL), edited);
		expect(await finish(plan)).toBe('changedMeanwhile');
		expect(await finish(repair)).toBe('changedMeanwhile');
		expect(read(LOCAL)).toBe(edited);
	});

	test('a file that appears between the plan and its execution is not overwritten', async () => {
		const plan = await planInstall(place.claude, at('local'), WANTED);
		place.write(LOCAL, '{"model":"opus"}');
		expect(await finish(plan)).toBe('changedMeanwhile');
		expect(read(LOCAL)).toBe('{"model":"opus"}');
	});
});

describe.skipIf(process.platform === 'win32')('files that are more than files', () => {
	test('a mode stays', async () => {
		chmodSync(place.write(LOCAL, '{}'), 0o640);
		await install('local');
		expect(statSync(path.join(place.root, LOCAL)).mode & 0o777).toBe(0o640);
	});

	test('the linked settings of a person are followed and stay a link', async () => {
		const dotfiles = place.write('dotfiles/claude.json', '{"model":"opus"}');
		const { file } = at('user');
		mkdirSync(path.dirname(file));
		symlinkSync(dotfiles, file);
		expect(await install('user')).toBe('changed');
		expect(lstatSync(file).isSymbolicLink()).toBe(true);
		expect(ourHooks(read('dotfiles/claude.json'))).toHaveLength(4);
		await uninstall('user');
		expect(read('dotfiles/claude.json')).toBe('{"model":"opus"}');
	});

	test('a linked config folder is followed too', async () => {
		symlinkSync(place.folder('elsewhere'), path.join(place.home, '.claude'));
		await install('user');
		expect(existsSync(path.join(place.root, 'elsewhere/settings.json'))).toBe(true);
		await uninstall('user');
		expect(existsSync(path.join(place.root, 'elsewhere/settings.json'))).toBe(false);
	});

	const refused: Readonly<Record<string, readonly [Scope, string, () => void]>> = {
		'a linked file in a project': [
			'local',
			'linkInProject',
			() => {
				place.folder('app/.claude');
				symlinkSync(place.write('victim.json', '{}'), path.join(place.root, LOCAL));
			},
		],
		'a linked folder in a project': [
			'project',
			'linkInProject',
			() => symlinkSync(place.folder('victim'), path.join(root, '.claude')),
		],
		'a dangling link in a project': [
			'local',
			'linkInProject',
			() => {
				place.folder('app/.claude');
				symlinkSync(path.join(place.root, 'nowhere'), path.join(place.root, LOCAL));
			},
		],
		'a dangling link of a person': [
			'user',
			'danglingLink',
			() => {
				place.folder('home/.claude');
				symlinkSync(path.join(place.root, 'nowhere'), path.join(place.home, '.claude/settings.json'));
			},
		],
		'a read-only file': ['local', 'readOnly', () => chmodSync(place.write(LOCAL, '{}'), 0o444)],
		'a folder': ['local', 'notAFile', () => void place.folder(LOCAL)],
		'Latin-1': ['local', 'notUtf8', () => void place.write(LOCAL, Buffer.from('{"a":"\xe9"}', 'latin1'))],
		'UTF-16': ['local', 'notUtf8', () => void place.write(LOCAL, Buffer.from('\ufeff{}', 'utf16le'))],
		'zero bytes': ['local', 'invalidJson', () => void place.write(LOCAL, '\0\0\0\0')],
		'broken JSON': ['local', 'invalidJson', () => void place.write(LOCAL, '{ "model": ')],
		'seventeen megabytes': ['local', 'tooLarge', () => void place.write(LOCAL, `{"a":"${'x'.repeat(17 << 20)}"}`)],
	};
	test.each(Object.entries(refused))('%s is refused and left as it is', async (_name, [scope, reason, prepare]) => {
		prepare();
		const before = snapshot(place.root);
		expect(await install(scope)).toBe(reason);
		const after = snapshot(place.root);
		for (const [name, content] of Object.entries(before)) expect(after[name] === content, name).toBe(true);
		expect(Object.keys(after).filter((name) => name.endsWith('.tmp'))).toEqual([]);
	});
});
