// Runs the tests, all levels in order or the one that is named. The last line is always `N passed, N failed`, and
// `, N skipped` where that is so. A static check counts as one test, and a level that ran no test counts as a failure.
// usage: node scripts/test.mjs [core|check|unit|faults|integration|bare|e2e|claude] [filter]
import { ensureDependencies } from './lib/ensureDependencies.mjs';
import { explain, runMain, say, seconds } from './lib/terminal.mjs';

/**
 * What says soonest that something is wrong comes first. Loaded late: in a fresh clone their dependencies are not there yet.
 * What a level needs is installed before its time counts: that is once, and depends on the network.
 */
const LEVELS = {
	core: { run: async (filter) => (await vitestLevels()).runCore(filter) },
	check: { run: async () => (await import('./lib/runChecks.mjs')).runChecks() },
	unit: {
		install: async (filter) => filter === undefined && (await vitestLevels()).installForUnit(),
		run: async (filter) => (await vitestLevels()).runUnit(filter),
	},
	faults: { run: async (filter) => (await vitestLevels()).runFaults(filter) },
	integration: {
		install: async () => (await import('./lib/runIntegration.mjs')).installForIntegration(),
		run: async (grep) => (await import('./lib/runIntegration.mjs')).runIntegration({ grep }),
	},
	// Repeats some of the others, so without its name it runs in continuous integration only.
	bare: { run: async () => (await import('./lib/runBare.mjs')).runBare() },
	e2e: { run: async (filter) => (await vitestLevels()).runEndToEnd(filter) },
	claude: {
		install: async (filter) => filter === undefined && (await vitestLevels()).installForClaude(),
		run: async (filter) => (await vitestLevels()).runClaude(filter),
	},
};
const vitestLevels = () => import('./lib/runVitest.mjs');

await runMain(async () => {
	const [level, filter] = process.argv.slice(2);
	if (level !== undefined && !(level in LEVELS)) {
		say(`There is no level ${level}. There are: ${Object.keys(LEVELS).join(', ')}.`);
		return 2;
	}
	await ensureDependencies();
	const total = { passed: 0, failed: 0, skipped: 0 };
	const [retried, failures] = [[], []];
	for (const name of level === undefined ? Object.keys(LEVELS).filter(isOwed) : [level]) {
		const report = await runLevel(name, filter);
		total.passed += report.passed;
		total.failed += report.failed;
		total.skipped += report.skipped ?? 0;
		retried.push(...(report.retried ?? []).map((text) => `${name}: ${text}`));
		failures.push(...(report.failures ?? []).map((text) => `${name}: ${text}`));
	}
	// Once more at the end: of half an hour of output, a log may show only its last part.
	for (const text of retried) say(`\n↻ Needed another try: ${shortened(text)}`);
	for (const text of failures) say(`\n✗ ${shortened(text)}`);
	const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
	say(`${total.passed} passed, ${total.failed} failed${skipped}`);
	return total.failed > 0 ? 1 : 0;
});

/** Whether a run of all levels has this one. */
function isOwed(name) {
	return name !== 'bare' || (process.env.CI !== undefined && process.env.BARE === undefined);
}

/** A level that cannot even start is a failure of that level, not the end of the others. */
async function runLevel(name, filter) {
	let began = Date.now();
	let report = { passed: 0, failed: 0 };
	say(`\n━━ Level ${name}`);
	try {
		await LEVELS[name].install?.(filter);
		began = Date.now();
		report = await LEVELS[name].run(filter);
	} catch (error) {
		say(`  ✗ ${explain(error)}`);
		report.failed++;
		report.failures = [explain(error)];
	}
	const tests = report.passed + report.failed;
	if (report.why !== undefined) {
		say(`━━ SKIPPED: level ${name}, ${report.skipped} tests. ${report.why}`);
		return report;
	}
	if (tests === 0) {
		say(`  ✗ Level ${name} ran no test.`);
		report.failed++;
	}
	say(`━━ ${report.failed === 0 ? '✓' : '✗'} Level ${name}: ${tests} tests in ${seconds(Date.now() - began)}`);
	return report;
}

/** The beginning says what failed, and the end of a program's output says why. */
function shortened(text) {
	const lines = text.trim().split('\n');
	const kept = lines.length <= 20 ? lines : [...lines.slice(0, 5), '…', ...lines.slice(-14)];
	return kept.join('\n    ');
}
