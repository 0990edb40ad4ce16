// A reporter for vitest: what passed, and in words what did not, or only with another try, also outside of any test (a
// hook, a file that cannot be loaded, a rejection that nobody handles). Written as JSON into the file that `TEST_SUMMARY` names.
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export default class VitestSummary {
	onTestRunEnd(modules, unhandled) {
		const failures = unhandled.map((error) => `outside of any test\n${wordsOf(error)}`);
		const retried = [];
		const count = { passed: 0, skipped: 0 };
		for (const module of modules) {
			const file = path.relative(process.cwd(), module.moduleId);
			const told = (name, errors) => [`${file}${name === '' ? '' : `: ${name}`}`, ...errors.map(wordsOf)].join('\n');
			for (const test of module.children.allTests()) {
				const { state, errors } = test.result();
				if (test.diagnostic()?.flaky) retried.push(told(test.fullName, errors ?? []));
				if (state === 'failed') failures.push(told(test.fullName, errors));
				else count[state === 'passed' ? 'passed' : 'skipped']++;
			}
			for (const suite of [module, ...module.children.allSuites()])
				if (suite.errors().length > 0) failures.push(told(suite.fullName ?? '', suite.errors()));
		}
		writeFileSync(process.env.TEST_SUMMARY, JSON.stringify({ ...count, retried, failures }));
	}
}

function wordsOf({ name, message, stacks, stack }) {
	const [place] = stacks ?? [];
	const where = place === undefined ? (stack ?? '') : `at ${place.file}:${place.line}:${place.column}`;
	return `${name}: ${message}\n${where}`;
}
