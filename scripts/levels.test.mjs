// What docs/TESTING.md promises of the levels: their order, a figure for each, and that only a machine of which we know
// nothing tries anything twice.
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { inRoot } from './lib/paths.mjs';
import { run } from './lib/process.mjs';

afterEach(() => vi.unstubAllEnvs());

test('levels run in the order in which they say that something is wrong, and each stands in the docs with its time', async () => {
	const asked = await run(process.execPath, [inRoot('scripts/test.mjs'), 'none'], { quiet: true, mayFail: true });
	expect(asked).toEqual({
		code: 2,
		output: 'There is no level none. There are: core, check, unit, faults, integration, bare, e2e, claude.\n',
	});
	const docs = readFileSync(inRoot('docs/TESTING.md'), 'utf8');
	const rows = [...docs.matchAll(/^\| `(\w+)` \| [^|]+ \| ([^|]+) \|/gmu)].map(([, level, cost]) => [level, cost]);
	expect(rows.map(([level]) => level).sort()).toEqual(
		['core', 'check', 'unit', 'faults', 'integration', 'bare', 'e2e', 'claude'].sort(),
	);
	for (const [level, cost] of rows) expect(cost, level).toMatch(/\d+ (?:s|minutes)\b/u);
});

test.each([
	['vitest.config.mts', 1],
	['test/e2e/vitest.config.mjs', 2],
	['test/claude/vitest.config.mjs', 1],
])('%s tries nothing twice, but %d times more where CI is set', async (file, retries) => {
	const retryOf = async (ci) => {
		vi.stubEnv('CI', ci);
		vi.resetModules();
		return (await import(inRoot(file))).default.test.retry;
	};
	expect(await retryOf(undefined)).toBe(0);
	expect(await retryOf('true')).toBe(retries);
});
