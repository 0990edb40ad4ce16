import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { soon } from '../../core/testing/soon';
import { BUNDLE_FOLDER } from '../keeper/launcherScripts';
import { type Project, findProject } from '../project/project';
import { NOW_MS, type Place, newPlace, newRepository } from '../testing/places';
import { HooksUpkeep } from './hooksUpkeep';
import { planInstallation, planUninstallation } from './installation';
import { launcherFile } from './launcher';

const SETTLE_MS = 1_000;

let place: Place;
let clock: FakeClock;
let logger: RecordingLogger;
let hooks: HooksUpkeep;
let project: Project;
let isTrusted: boolean;
let isReadable: boolean;
let projects: () => readonly Project[];
let looks: number;
let told: (string | undefined)[];
let stripped: string[];
beforeEach(async () => {
	place = newPlace();
	clock = new FakeClock(NOW_MS);
	logger = new RecordingLogger();
	project = await findProject(place.claude, newRepository(path.join(place.root, 'repo')));
	projects = () => [project];
	isTrusted = true;
	isReadable = true;
	// A version that brings one program.
	const hookBundles = place.folder('dist/hooks');
	place.write('dist/hooks/stop.js', 'stop();\n');
	place.write('dist/cli.js', 'cli();\n');
	hooks = new HooksUpkeep({
		claude: place.claude,
		clock,
		logger,
		hookBundles,
		runtime: process.execPath,
		projects: () => {
			looks++;
			if (!isReadable) throw new Error('unreadable');
			return projects();
		},
		isTrusted: () => isTrusted,
	});
	looks = 0;
	told = [];
	stripped = [];
	hooks.onDidChange((found) => told.push(found?.installed));
	hooks.onDidFindStripped(({ scope }) => stripped.push(scope));
});
afterEach(() => {
	hooks.dispose();
	place.remove();
});

async function install(scope: 'local' | 'user' = 'local'): Promise<string> {
	const planned = await planInstallation(place.claude, project, clock, { scope });
	if (!planned.ok) throw new Error('not planned');
	for (const change of planned.value) expect((await change.carryOut()).ok).toBe(true);
	return planned.value[0]?.file ?? '';
}

async function uninstall(scope: 'local' | 'user'): Promise<void> {
	const planned = await planUninstallation(place.claude, project, clock, { scope, parkingRule: false });
	if (!planned.ok) throw new Error('not planned');
	for (const change of planned.value) await change.carryOut();
}

/** It is noticed without being asked for. */
const isKnown = (installed: 'none' | 'all'): Promise<void> =>
	soon(() => {
		clock.advance(SETTLE_MS); // What belongs together has come.
		expect(hooks.installed).toBe(installed);
	});

test('whether the hooks are installed is known after the first look, and told where it has changed', async () => {
	expect([hooks.current, hooks.installed]).toEqual([undefined, 'none']);
	await hooks.refresh();
	await hooks.refresh();
	await install();
	await hooks.refresh();
	expect([told, hooks.installed, stripped]).toEqual([['none', 'all'], 'all', []]);
});

test('whoever installs or uninstalls them is noticed, also where no folder is open', async () => {
	projects = () => [];
	await hooks.start();
	expect(hooks.installed).toBe('none');
	await install('user');
	await isKnown('all');
	await uninstall('user');
	await isKnown('none');
	expect(stripped).toEqual([]);
});

test('hints are one look, once they have settled', async () => {
	for (let n = 0; n < 3; n++) hooks.hint();
	clock.advance(SETTLE_MS - 1);
	expect(looks).toBe(0);
	clock.advance(1);
	await soon(() => expect(told).toEqual(['none']));
	expect(looks).toBe(1);
});

test('of hooks that are back before it is looked nobody hears', async () => {
	const file = await install();
	await hooks.refresh();
	const text = readFileSync(file, 'utf8');
	rmSync(file);
	hooks.hint();
	writeFileSync(file, text);
	clock.advance(SETTLE_MS);
	await soon(() => expect(looks).toBe(2));
	await hooks.refresh();
	expect([told, stripped]).toEqual([['all'], []]);
});

test('where what we remember has vanished with the settings, they are not installed, and nobody took them', async () => {
	const file = await install();
	await hooks.start();
	rmSync(place.claude.keeperHome, { recursive: true });
	rmSync(file);
	await isKnown('none');
	expect([told, stripped]).toEqual([['all', 'none'], []]);
});

test('a plugin counts as well', async () => {
	place.write('home/.claude/settings.json', JSON.stringify({ enabledPlugins: { 'session-keeper@x': true } }));
	await hooks.refresh();
	expect(told).toEqual(['all']);
});

test('of settings out of which somebody else took the hooks is told once, and again after they were back', async () => {
	const file = await install();
	rmSync(file);
	await hooks.refresh();
	await hooks.refresh();
	expect([told, stripped]).toEqual([['none'], ['local']]);
	await install();
	await hooks.refresh();
	rmSync(file);
	await hooks.refresh();
	expect(stripped).toEqual(['local', 'local']);
});

test('of several such files each is told', async () => {
	for (const file of [await install('local'), await install('user')]) rmSync(file);
	await hooks.refresh();
	expect([...stripped].sort()).toEqual(['local', 'user']);
});

test('nobody is told of hooks that the person took out, nor in Restricted Mode', async () => {
	const file = await install();
	await uninstall('local');
	await hooks.refresh();
	await install();
	rmSync(file);
	isTrusted = false;
	await hooks.refresh();
	expect(stripped).toEqual([]);
	// It was not told, so it is when it may be.
	isTrusted = true;
	await hooks.refresh();
	expect(stripped).toEqual(['local']);
});

test('a start brings the launcher of an installation up to date, and installs none', async () => {
	await hooks.start();
	expect([told, existsSync(launcherFile(place.claude))]).toEqual([['none'], false]);
	await hooks.putLauncher();
	const program = path.join(path.dirname(launcherFile(place.claude)), BUNDLE_FOLDER, 'stop.js');
	place.write('dist/hooks/stop.js', 'newer();\n');
	isTrusted = false;
	await hooks.start();
	expect(readFileSync(program, 'utf8')).toBe('stop();\n');
	isTrusted = true;
	await hooks.start();
	expect(readFileSync(program, 'utf8')).toBe('newer();\n');
	expect(logger.count('brought up to date')).toBe(2);
});

test('what was written is looked at again after a while, since a session may write over it', async () => {
	hooks.lookAgainSoon();
	expect(clock.waiting).toEqual([NOW_MS + 15_000, NOW_MS + 120_000]);
	clock.advance(15_000);
	expect(looks).toBe(0);
	clock.advance(SETTLE_MS);
	await soon(() => expect(told).toEqual(['none']));
	hooks.dispose();
	expect(clock.waiting).toEqual([]);
});

test('what cannot be looked at is a line in the log', async () => {
	isReadable = false;
	hooks.hint();
	clock.advance(SETTLE_MS);
	await soon(() => expect(logger.count('error: the hooks could not be looked after')).toBe(1));
	await hooks.start();
	expect(logger.count('error: the hooks could not be looked after')).toBe(2);
});

test('of several projects one without hooks is told of, and the one is named out of which somebody took them', async () => {
	const other = await findProject(place.claude, newRepository(path.join(place.root, 'other')));
	projects = () => [project, other];
	const roots: string[] = [];
	hooks.onDidFindStripped(({ root }) => roots.push(root));
	const file = await install();
	await hooks.refresh();
	expect(hooks.installed).toBe('some');
	await install('user');
	await hooks.refresh();
	expect([hooks.installed, roots]).toEqual(['all', []]);
	writeFileSync(file, '{}');
	await hooks.refresh();
	expect([hooks.installed, roots]).toEqual(['all', [project.root]]);
});
