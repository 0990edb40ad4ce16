// The count that continuous integration trusts: what fails outside of any test must not be lost in it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inRoot } from './paths.mjs';
import { run, toolEnvironment } from './process.mjs';

let folder;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'keeper-summary-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const from = `import { beforeAll, describe, expect, test } from ${JSON.stringify(inRoot('node_modules/vitest/dist/index.js'))};\n`;

async function summaryOf(files) {
	for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), from + text);
	const summary = path.join(folder, 'summary.json');
	const args = [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--retry=1'];
	args.push(`--reporter=${inRoot('scripts/lib/vitestSummary.mjs')}`);
	const env = toolEnvironment({ TEST_SUMMARY: summary });
	await run(process.execPath, args, { cwd: folder, env, quiet: true, mayFail: true });
	return JSON.parse(readFileSync(summary, 'utf8'));
}

test('names what failed in a test, in a hook, while loading and outside of any test, and what needed another try', async () => {
	const { passed, skipped, retried, failures } = await summaryOf({
		'a.test.mjs': `
			test('good', () => {});
			test('bad', () => expect(1).toBe(2));
			let n = 0;
			test('flaky', () => expect(n++).toBe(1));
			describe('inner', () => {
				beforeAll(() => { throw new Error('no hook'); });
				test('one', () => {});
				test('two', () => {});
			});`,
		'b.test.mjs': `import './nothing.mjs';`,
		'c.test.mjs': `test('late', () => { void Promise.reject(new Error('nobody waits')); });`,
	});
	expect({ passed, skipped }).toEqual({ passed: 3, skipped: 2 });
	expect(retried).toEqual([expect.stringMatching(/a\.test\.mjs: flaky\n.*expected \+?0 to be 1/u)]);
	const words = [
		/a\.test\.mjs: bad\n.*expected 1 to be 2/u,
		/a\.test\.mjs: inner\n.*no hook/u,
		/b\.test\.mjs\n.*nothing/u,
	];
	words.push(/outside of any test\n.*nobody waits/u);
	for (const each of words) expect(failures.filter((text) => each.test(text))).toHaveLength(1);
	expect(failures).toHaveLength(words.length);
});
