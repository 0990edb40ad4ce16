import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { BUNDLE_FOLDER } from '../keeper/launcherScripts';
import { type Project, findProject } from '../project/project';
import { NOW_MS, type Place, newPlace, newRepository } from '../testing/places';
import { HooksUpkeep } from './hooksUpkeep';
import { planInstallation, planUninstallation } from './installation';
import { launcherFile } from './launcher';

let place: Place;
let clock: FakeClock;
let logger: RecordingLogger;
let hooks: HooksUpkeep;
let project: Project;
let isTrusted: boolean;
let isReadable: boolean;
let projects: () => readonly Project[];
let looks: boolean[];
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
			if (!isReadable) throw new Error('unreadable');
			return projects();
		},
		isTrusted: () => isTrusted,
	});
	looks = [];
	stripped = [];
	hooks.onDidLook((isInstalled) => looks.push(isInstalled));
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

test('whether the hooks are installed is known after the first look, and again after each', async () => {
	expect(hooks.isInstalled).toBe(false);
	await hooks.look();
	await install();
	await hooks.look();
	expect([looks, hooks.isInstalled, stripped]).toEqual([[false, true], true, []]);
});

test('whoever installs or uninstalls them is noticed, also where no folder is open', async () => {
	projects = () => [];
	await hooks.start();
	const isKnown = (isInstalled: boolean): Promise<void> =>
		vi.waitFor(
			() => {
				clock.advance(1_000); // What belongs together has come.
				expect(hooks.isInstalled).toBe(isInstalled);
			},
			{ timeout: 45_000, interval: 50 },
		);
	expect(hooks.isInstalled).toBe(false);
	await install('user');
	await isKnown(true);
	await uninstall('user');
	await isKnown(false);
	expect(stripped).toEqual([]);
});

test('a plugin counts as well', async () => {
	place.write('home/.claude/settings.json', JSON.stringify({ enabledPlugins: { 'session-keeper@x': true } }));
	await hooks.look();
	expect(looks).toEqual([true]);
});

test('of settings out of which somebody else took the hooks is told once, and again after they were back', async () => {
	const file = await install();
	rmSync(file);
	await hooks.look();
	await hooks.look();
	expect([looks, stripped]).toEqual([[false, false], ['local']]);
	await install();
	await hooks.look();
	rmSync(file);
	await hooks.look();
	expect(stripped).toEqual(['local', 'local']);
});

test('nobody is told of hooks that the person took out, nor in Restricted Mode', async () => {
	const file = await install();
	await uninstall('local');
	await hooks.look();
	await install();
	rmSync(file);
	isTrusted = false;
	await hooks.look();
	expect(stripped).toEqual([]);
	// It was not told, so it is when it may be.
	isTrusted = true;
	await hooks.look();
	expect(stripped).toEqual(['local']);
});

test('a start brings the launcher of an installation up to date, and installs none', async () => {
	await hooks.start();
	expect([looks, existsSync(launcherFile(place.claude))]).toEqual([[false], false]);
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
	clock.advance(14_999);
	expect(looks).toEqual([]);
	clock.advance(1);
	await vi.waitFor(() => expect(looks).toEqual([false]));
	clock.advance(105_000);
	await vi.waitFor(() => expect(looks).toEqual([false, false]));
	hooks.lookAgainSoon();
	hooks.dispose();
	expect(clock.waiting).toEqual([]);
});

test('what cannot be looked at is a line in the log', async () => {
	isReadable = false;
	hooks.hint();
	await vi.waitFor(() => expect(logger.count('error: the hooks could not be looked after')).toBe(1));
});
