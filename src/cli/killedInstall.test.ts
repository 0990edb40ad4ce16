// Installing and uninstalling, killed before each of their steps: what a person had is then either as it was or as it should be,
// nothing is half there, and doing the same again brings it to its end.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LIMIT_MS, newKilling, readText } from './testing/killing';

const killing = newKilling();
const local = (): string => path.join(killing.place.repo, '.claude/settings.local.json');
const SETTINGS = '{\n\t"model": "opus" // mine\n}\n';

function writeSettings(): void {
	mkdirSync(path.dirname(local()), { recursive: true });
	writeFileSync(local(), SETTINGS);
}

test(
	'installing: the settings are the old ones or the new ones, and uninstalling brings back every byte',
	() => {
		killing.everywhere(writeSettings, ['hooks', 'install', '--yes'], () => {
			const text = readText(local());
			expect(text === SETTINGS || text?.includes('session-keeper-hook\\" PreCompact')).toBe(true);
			expect(killing.run(['hooks', 'install', '--yes']).code).toBe(0);
			expect(readText(local())).toContain('session-keeper-hook');
			expect(killing.run(['hooks', 'uninstall', '--yes']).code).toBe(0);
			expect(readText(local())).toBe(SETTINGS);
		});
	},
	LIMIT_MS,
);

test(
	'uninstalling: once more, and every byte is back',
	() => {
		const prepare = (): void => {
			writeSettings();
			killing.run(['hooks', 'install', '--yes', '--imports']);
		};
		killing.everywhere(prepare, ['hooks', 'uninstall', '--yes'], () => {
			expect(readText(local())).toMatch(/^\{\n\t"model": "opus"/u);
			expect(killing.run(['hooks', 'uninstall', '--yes']).code).toBe(0);
			expect(readText(local())).toBe(SETTINGS);
			expect(readText(path.join(killing.place.repo, '.claude/CLAUDE.md')) ?? '').not.toContain('active-context');
		});
	},
	LIMIT_MS,
);
