// What docs/SECURITY.md promises of a release, as the workflow has it.
import { readFileSync, readdirSync } from 'node:fs';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';

interface Step {
	readonly uses?: string;
	readonly run?: string;
}
interface Job {
	readonly needs?: string;
	readonly permissions?: Readonly<Record<string, string>>;
	readonly steps: readonly Step[];
}
const workflow = (name: string): { readonly permissions?: unknown; readonly jobs: Readonly<Record<string, Job>> } =>
	load(readFileSync(`.github/workflows/${name}`, 'utf8')) as ReturnType<typeof workflow>;

const { permissions, jobs } = workflow('release.yml');
const job = (name: string): Job => jobs[name] ?? expect.fail(`There is no job ${name}.`);
const runs = (name: string): string =>
	job(name)
		.steps.map(({ run }) => run ?? '')
		.join('\n');
/** The jobs that must have ended well before one begins. */
const before = (name: string): readonly string[] => {
	const { needs } = job(name);
	return needs === undefined ? [] : [needs, ...before(needs)];
};

test('a release is tested, built twice and signed, in this order', () => {
	expect(before('release')).toEqual(['sign', 'same-bytes', 'build', 'test']);
	expect(Object.keys(jobs)).toHaveLength(5);
	expect(runs('test')).toContain('bash .ci/run');
	// Which has the level of checks in it.
	expect(readFileSync('.ci/run', 'utf8')).toMatch(/^exec npm test /mu);
});

test('the tag of a release says its version', () => {
	expect(runs('test')).toContain(`test "$GITHUB_REF_NAME" = "v$(node --print 'require("./package.json").version')"`);
});

test('both packages are built anew elsewhere and compared before they are signed', () => {
	const made = [...runs('build').matchAll(/npm run (package[:\w]*) -- --out (\S+)/gu)].map(([, command]) => command);
	const compared = [...runs('same-bytes').matchAll(/npm run (package[:\w]*) -- --check (\S+)/gu)];
	expect(made).toEqual(['package', 'package:cli']);
	expect(compared.map(([, command]) => command)).toEqual(made);
	const signed = JSON.stringify(job('sign').steps);
	for (const [, , file = ''] of compared) expect(signed).toContain(file.replace('../', ''));
});

test('who may write a release runs no action, and who may sign runs that which signs alone', () => {
	expect(permissions).toEqual({});
	const mayWrite = Object.keys(jobs).filter((name) => job(name).permissions?.['contents'] === 'write');
	const maySign = Object.keys(jobs).filter((name) => job(name).permissions?.['id-token'] === 'write');
	expect([mayWrite, maySign]).toEqual([['release'], ['sign']]);
	const used = (name: string): readonly string[] => job(name).steps.flatMap(({ uses }) => uses ?? []);
	expect(used('release')).toEqual([]);
	expect(used('sign').map((action) => action.split('@')[0])).toEqual(['actions/attest-build-provenance']);
});

test('no workflow runs an action of anybody but GitHub', () => {
	const actions = readdirSync('.github/workflows').flatMap((name) =>
		Object.values(workflow(name).jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? [])),
	);
	expect(actions.length).toBeGreaterThan(10);
	expect(actions.filter((action) => !action.startsWith('actions/'))).toEqual([]);
});
