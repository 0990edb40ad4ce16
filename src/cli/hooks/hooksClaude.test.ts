// The installed hooks in the real Claude Code, where `.vscode-test/claude` holds one: with a home of its own and no way to
// its API, which hooks do not need.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOOKS, hookProgram } from '../../core/hooks/launcherCommand';
import { carryOut, planInstall } from '../../node/hooks/hookInstaller';
import { hooksFor, installLauncher } from '../../node/hooks/launcher';
import { findProject } from '../../node/project/project';
import { settingsPlace } from '../../node/project/settingsFile';
import { type Scope } from '../../core/claude/settings';
import { systemClock } from '../../node/base/systemClock';
import { type Place, newPlace, newRepository } from '../../node/testing/places';

const platform = `claude-code-${process.platform}-${process.arch}`;
const root = path.resolve(import.meta.dirname, '../../..');
const claude = path.join(root, '.vscode-test/claude/node_modules/@anthropic-ai', platform, 'claude');

let place: Place;
let repo: string;
beforeEach(async () => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'a repo'));
	for (const event of HOOKS.map(hookProgram))
		place.write(`ext/${event}.js`, `require('fs').appendFileSync(process.env.HOME + '/fired', '${event}\\n')`);
	await installLauncher(place.claude, path.join(place.root, 'ext'));
	rmSync(path.join(place.root, 'ext'), { recursive: true });
});
afterEach(() => place.remove());

async function install(scope: Scope): Promise<string> {
	const where = settingsPlace(place.claude, await findProject(place.claude, repo), scope);
	const plan = await planInstall(place.claude, where, await hooksFor(place.claude, scope));
	expect(plan.ok && (await carryOut(place.claude, plan.value, systemClock)).ok).toBe(true);
	return where.file;
}

/** What fired in a run, in order. */
function talk(cwd = repo): readonly string[] {
	const fired = path.join(place.home, 'fired');
	rmSync(fired, { force: true });
	const env = {
		...place.env,
		ANTHROPIC_API_KEY: 'none',
		ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
		CLAUDE_CODE_MAX_RETRIES: '0',
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
		DISABLE_AUTOUPDATER: '1',
	};
	spawnSync(claude, ['-p', 'hello'], { cwd, env, input: '', timeout: 300_000 });
	return existsSync(fired) ? readFileSync(fired, 'utf8').trim().split('\n') : [];
}

describe.skipIf(!existsSync(claude))('the real Claude Code', { timeout: 1_000_000 }, () => {
	test('runs the hooks of each scope, from the root and from below, and of settings with a byte-order mark', async () => {
		for (const scope of ['local', 'project', 'user'] as const) {
			const file = await install(scope);
			// Each run takes seconds, and a mark changes nothing else.
			if (scope === 'project') writeFileSync(file, `\ufeff${readFileSync(file, 'utf8')}`);
			mkdirSync(path.join(repo, 'packages'), { recursive: true });
			expect(talk(scope === 'local' ? path.join(repo, 'packages') : repo), scope).toEqual([
				'sessionStart',
				'sessionEnd',
			]);
			rmSync(file);
		}
	});

	test('runs them once where a person and a project have them', async () => {
		await install('user');
		await install('local');
		expect(talk()).toEqual(['sessionStart', 'sessionEnd']);
	});

	test('drops settings with a comment', async () => {
		const file = await install('local');
		writeFileSync(file, `// mine\n${readFileSync(file, 'utf8')}`);
		expect(talk()).toEqual([]);
	});
});
