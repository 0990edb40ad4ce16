// What can be said about the code without running it: types, lint, what is unused, format.
import { inRoot, root } from './paths.mjs';
import { run } from './process.mjs';
import { say, seconds } from './terminal.mjs';

// The compiler that is a program, five times as fast. Lint needs the other one, which is a library.
const tsc = inRoot('node_modules/typescript-7/bin/tsc');
/** What is as it was when it was last looked at is not looked at again. */
const UNCHANGED = ['--cache', '--cache-strategy', 'content'];
const KNIP = [inRoot('node_modules/knip/bin/knip.js'), '--no-progress', '--treat-config-hints-as-errors'];
const CHECKS = [
	// The longest first.
	['lint', inRoot('node_modules/eslint/bin/eslint.js'), '--max-warnings', '0', '.'],
	['types of everything on Node', tsc, '--project', 'tsconfig.json'],
	['types of the core, without Node', tsc, '--project', 'src/core/tsconfig.json'],
	['types of the pages, without Node', tsc, '--project', 'src/pages/tsconfig.json'],
	['types of the integration tests', tsc, '--project', 'test/integration/tsconfig.json'],
	['the house: order, circles, full folders', inRoot('scripts/house.mjs')],
	['nothing unused', ...KNIP],
	['nothing that only tests use', ...KNIP, '--production'],
	['format', inRoot('node_modules/prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', ...UNCHANGED, '.'],
];

/** Two at a time: more would wait for each other on a machine of two cores. */
const LANES = 2;

/** @returns {Promise<{ passed: number, failed: number, failures: string[] }>} */
export async function runChecks() {
	const failures = [];
	const left = CHECKS.values();
	const lane = async () => {
		for (const [title, ...command] of left) {
			const began = Date.now();
			const { code, output } = await run(process.execPath, command, { cwd: root, quiet: true, mayFail: true });
			say(`  ${code === 0 ? '✓' : '✗'} ${title} (${seconds(Date.now() - began)})`);
			if (code === 0) continue;
			say(output.trim().replace(/^/gm, '      '));
			failures.push(`${title}\n${output.trim()}`);
		}
	};
	await Promise.all(Array.from({ length: LANES }, lane));
	return { passed: CHECKS.length - failures.length, failed: failures.length, failures };
}
