// Installing and uninstalling, killed before each of their steps: what a person had is then either as it was or as it should be,
// nothing is half there, and doing the same again brings it to its end.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hookBundles } from '../../scripts/lib/hookBundles.mjs';
import { HOOKS, hookProgram } from '../core/hooks/launcherCommand';
import { LIMIT_MS, newKilling, readShared, readText } from './testing/killing';

const killing = newKilling();
const local = (): string => path.join(killing.place.repo, '.claude/settings.local.json');
const SETTINGS = '{\n\t"model": "opus" // mine\n}\n';

function writeSettings(): void {
	mkdirSync(path.dirname(local()), { recursive: true });
	writeFileSync(local(), SETTINGS);
}

test(
	'installing: the settings are the old ones or the new ones, and uninstalling brings back every byte',
	async () => {
		await killing.everywhere(writeSettings, ['hooks', 'install', '--yes'], async () => {
			const text = readShared(local());
			expect(text === SETTINGS || text?.includes('session-keeper-hook\\" PreCompact')).toBe(true);
			expect((await killing.run(['hooks', 'install', '--yes'])).code).toBe(0);
			expect(readText(local())).toContain('session-keeper-hook');
			expect((await killing.run(['hooks', 'uninstall', '--yes'])).code).toBe(0);
			expect(readText(local())).toBe(SETTINGS);
		});
	},
	LIMIT_MS,
);

test(
	'uninstalling: once more, and every byte is back',
	async () => {
		const prepare = async (): Promise<void> => {
			writeSettings();
			await killing.run(['hooks', 'install', '--yes', '--imports']);
		};
		await killing.everywhere(prepare, ['hooks', 'uninstall', '--yes'], async () => {
			expect(readShared(local())).toMatch(/^\{\n\t"model": "opus"/u);
			expect((await killing.run(['hooks', 'uninstall', '--yes'])).code).toBe(0);
			expect(readText(local())).toBe(SETTINGS);
			expect(readText(path.join(killing.place.repo, '.claude/CLAUDE.md')) ?? '').not.toContain('active-context');
		});
	},
	LIMIT_MS,
);

test(
	'installing, and what comes next: it ends what was begun, says what became of it, and one undo brings back every byte',
	async () => {
		await killing.everywhere(writeSettings, ['hooks', 'install', '--yes'], async () => {
			const isPending = contentsOf('changes').some((name) => name.endsWith('.pending'));
			// A command that has nothing to do with it.
			const { err } = await killing.run(['config', 'list']);
			expect(contentsOf('changes').filter((name) => name.endsWith('.pending'))).toEqual([]);
			expect(/was interrupted, and (?:was done|was not done|may be done in part)/u.test(err)).toBe(isPending);
			if (/may be done in part/u.test(err)) expect(err).toContain('To finish it: session-keeper hooks install');
			const isListed = contentsOf('changes').length > 0;
			expect((await killing.run(['undo'])).out).toMatch(isListed ? /^Undone: hooks in /u : /^Nothing to undo/u);
			expect(readText(local())).toBe(SETTINGS);
			expect(readText(path.join(killing.place.home, '.claude.json'))).toBe(undefined);
			expect(contentsOf('changes')).toEqual([]);
		});
	},
	LIMIT_MS,
);

test(
	'undoing an installation: once more, and every byte is back',
	async () => {
		const prepare = async (): Promise<void> => {
			writeSettings();
			await killing.run(['hooks', 'install', '--yes']);
		};
		await killing.everywhere(prepare, ['undo'], async () => {
			const { out } = await killing.run(['undo']);
			expect(out).toMatch(/^Undone: hooks in |^Nothing to undo/u);
			expect(readText(local())).toBe(SETTINGS);
			expect((await killing.run(['undo'])).out).toBe('Nothing to undo.\n');
		});
	},
	LIMIT_MS,
);

/** Names in a folder of our home. */
const contentsOf = (name: string): readonly string[] => {
	const folder = path.join(killing.place.home, '.claude/session-keeper', name);
	return existsSync(folder) ? readdirSync(folder).filter((each) => !each.endsWith('.tmp')) : [];
};

/** The files of the hooks as the build names them: programs that Claude Code starts, and what those load or start at need. */
const HOOK_FILES = hookBundles('').map(({ outfile = '' }) => outfile);
const isProgram = (name: string): boolean => HOOKS.some((event) => name === `${hookProgram(event)}.js`);
const CLI_PARTS = ['cliGroups.js', 'cliYaml.js'];
const inBin = (name: string): string => path.join(killing.place.home, '.claude/session-keeper/bin', name);

/** A version of ours, of which each file says which it is. @returns its command line. */
function newVersion(name: string): string {
	const folder = path.join(killing.programs, name);
	mkdirSync(path.join(folder, 'hooks'), { recursive: true });
	for (const file of HOOK_FILES) writeFileSync(path.join(folder, 'hooks', file), `// ${name}`);
	for (const file of CLI_PARTS) writeFileSync(path.join(folder, file), `// ${name}`);
	const program = path.join(folder, 'cli.js');
	writeFileSync(program, `${readFileSync(path.join(killing.programs, 'cli.js'), 'utf8')}\n// ${name}`);
	return program;
}

/** Whether the installed file is there, and of that version. */
const isOf = (version: string, name: string): boolean => readText(inBin(name))?.endsWith(`// ${version}`) === true;

test(
	'an update: no program is new before what it loads, so that a hook that starts in between finds all of it',
	async () => {
		const [old, next] = [newVersion('old'), newVersion('next')];
		const parts = HOOK_FILES.filter((name) => !isProgram(name)).map((name) => `hooks/${name}`);
		const programs = HOOK_FILES.filter(isProgram).map((name) => `hooks/${name}`);
		expect([parts.length, programs.length]).toEqual([16, 4]);
		const loads: readonly (readonly [string, readonly string[]])[] = [
			...programs.map((name) => [name, parts] as const),
			['cli.js', CLI_PARTS],
		];
		const seen = new Set<string>();
		const prepare = async (): Promise<void> => {
			writeSettings();
			expect((await killing.run(['hooks', 'install', '--yes'], { program: old })).code).toBe(0);
		};
		await killing.everywhere(
			prepare,
			['hooks', 'install', '--yes'],
			() => {
				for (const [program, needed] of loads) {
					const halves = needed.filter((part) => isOf('next', part));
					seen.add(`${program} ${isOf('next', program)} ${halves.length}`);
					if (isOf('next', program)) expect({ program, parts: halves }).toEqual({ program, parts: needed });
				}
			},
			{ program: next },
			'all',
		);
		// It was killed between the parts and the programs, and not only before or after both.
		for (const [program, needed] of loads) expect(seen).toContain(`${program} false ${needed.length}`);
	},
	LIMIT_MS,
);
