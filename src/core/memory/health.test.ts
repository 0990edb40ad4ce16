import { expect, test } from 'vitest';
import { type HealthFacts, checkMemory, findingsCalled } from './health';

const facts = (own: Partial<HealthFacts>): HealthFacts => ({
	folder: '/claude/memory',
	index: undefined,
	indexPath: '/claude/memory/MEMORY.md',
	memories: [],
	names: [],
	strays: [],
	shared: [],
	root: '/home/me/app',
	otherRoots: [],
	memoryOf: {},
	secretsIn: () => [],
	...own,
});
const check = (own: Partial<HealthFacts>): readonly string[] => checkMemory(facts(own), 0).map(({ id }) => id);

test('an index that is read whole is well, and one that is cut off is not', () => {
	expect(check({ index: '# Memory\n' })).toEqual([]);
	const long = Array.from({ length: 300 }, (_, n) => `Line ${n}\n`).join('');
	const [finding] = checkMemory(facts({ index: long }), 0);
	expect(finding).toMatchObject({ code: 'indexTooLong', severity: 'error', fix: { kind: 'shorten' } });
});

test('two dead lines of one name are two matters', () => {
	const ids = check({ index: '- [A](gone.md) — one\n- [B](gone.md) — two\n- [C](other.md)\n' });
	expect(ids.filter((id) => id.includes('gone.md')).map((id) => id.slice(-2))).toEqual(
		expect.arrayContaining(['#1', '#2']),
	);
	expect(ids.some((id) => id.includes('other.md') && id.includes('#'))).toBe(false);
});

test('a finding is called by its id, or by a beginning of three letters', () => {
	const findings = checkMemory(facts({ index: '- [A](gone.md)\n- [B](other.md)\n' }), 0);
	expect(findings).toHaveLength(2);
	const [first] = findings;
	expect(findingsCalled(findings, first?.id ?? '')).toEqual([first]);
	expect(findingsCalled(findings, 'dea')).toEqual(findings);
	expect(findingsCalled(findings, 'de')).toEqual([]);
});
