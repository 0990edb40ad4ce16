// Installing with options, and the days of the clean-up, killed before their steps: what a person had is then either as it was or as it should be,
// nothing is half there, and doing the same again brings it to its end.
import path from 'node:path';
import { expect, test } from 'vitest';
import { LIMIT_MS, newKilling, readShared, readText } from './testing/killing';

const killing = newKilling();
const USER = '{\n  "cleanupPeriodDays": 20,\n  "model": "opus"\n}\n';
const LONGER = USER.replace('20', '365');
const CLAUDE_MD = '# Ours\n\nBe brief.\n';
const inRepo = (name: string): string => path.join(killing.place.repo, name);
const inClaude = (name: string): string => path.join(killing.place.claude.configDir, name);
const prepare = (): void => {
	killing.place.write('home/.claude/settings.json', USER);
	killing.place.write('repo/.claude/CLAUDE.md', CLAUDE_MD);
};
/** Killed anywhere, done again, and taken back: what was there before is there, byte for byte. */
async function holds(option: readonly string[], check: { halfway(): void; done(): void }): Promise<void> {
	const install = ['hooks', 'install', '--yes', ...option];
	let round = 0;
	const installed = async (): Promise<void> => {
		prepare();
		// The hooks and their launcher alone are killed in another file.
		const alone = ['--no-commands', '--no-rules', '--no-parking-rule', '--no-context'];
		expect((await killing.run(['hooks', 'install', '--yes', ...alone])).code).toBe(0);
	};
	await killing.everywhere(installed, install, async () => {
		expect([USER, LONGER]).toContain(readShared(inClaude('settings.json')));
		check.halfway();
		expect((await killing.run(install)).code).toBe(0);
		check.done();
		// As it is after each of them, and it takes as long again.
		if (round++ % 4 !== 0) return;
		const uninstall = ['hooks', 'uninstall', '--yes', ...(option[0] === '--parking-rule' ? option : [])];
		expect((await killing.run(uninstall)).code).toBe(0);
		expect(readText(inRepo('.claude/CLAUDE.md'))).toBe(CLAUDE_MD);
		expect(readText(inRepo('.claude/settings.local.json'))).toBe(undefined);
	});
}

test(
	'--imports: CLAUDE.md is the old one or has the imports, never a part of them',
	async () => {
		await holds(['--imports'], {
			halfway: () => {
				const text = readShared(inRepo('.claude/CLAUDE.md')) ?? '';
				expect(text.startsWith(CLAUDE_MD.trimEnd())).toBe(true);
				expect(text === CLAUDE_MD || text.includes('@')).toBe(true);
			},
			done: () => expect(readText(inRepo('.claude/CLAUDE.md'))).toContain('@'),
		});
	},
	LIMIT_MS,
);

test(
	'--commands: each slash command is there as a whole or not at all, and goes with the hooks',
	async () => {
		const command = (): string | undefined => readText(inClaude('commands/resume-latest.md'));
		let whole: string | undefined;
		await holds(['--commands'], {
			halfway: () => undefined,
			done: () => {
				whole ??= command();
				expect(command()).toBe(whole);
				expect(whole).toContain('session-keeper');
			},
		});
	},
	LIMIT_MS,
);

test(
	'--parking-rule: our own settings say it or do not, and are never torn',
	async () => {
		const rule = (): unknown => {
			const text = readShared(inClaude('session-keeper/settings.json'));
			return text === undefined ? undefined : (JSON.parse(text) as { parkingRule?: boolean }).parkingRule;
		};
		await holds(['--parking-rule'], {
			halfway: () => expect([false, true]).toContain(rule()),
			done: () => expect(rule()).toBe(true),
		});
	},
	LIMIT_MS,
);

test(
	'--cleanup-days: the days in force are the old ones or the new ones',
	async () => {
		await killing.everywhere(
			prepare,
			['hooks', 'install', '--yes', '--scope', 'user', '--cleanup-days', '365'],
			async () => {
				const days = (JSON.parse(readShared(inClaude('settings.json')) ?? '') as { cleanupPeriodDays: number })
					.cleanupPeriodDays;
				expect([20, 365]).toContain(days);
				expect(
					(await killing.run(['hooks', 'install', '--yes', '--scope', 'user', '--cleanup-days', '365'])).code,
				).toBe(0);
				expect(readText(inClaude('settings.json'))).toContain('"cleanupPeriodDays": 365');
				expect((await killing.run(['hooks', 'uninstall', '--yes', '--scope', 'user'])).code).toBe(0);
				expect(readText(inClaude('settings.json'))).toContain('"model": "opus"');
				expect(readText(inClaude('settings.json'))).not.toContain('session-keeper-hook');
			},
		);
		await killing.everywhere(prepare, ['hooks', 'cleanup-days', '365', '--yes'], async () => {
			expect([USER, LONGER]).toContain(readShared(inClaude('settings.json')));
			expect((await killing.run(['hooks', 'cleanup-days', '365', '--yes'])).code).toBe(0);
			expect(readText(inClaude('settings.json'))).toBe(LONGER);
		});
	},
	LIMIT_MS,
);
