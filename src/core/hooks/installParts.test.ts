import { expect, test } from 'vitest';
import { type PartChoices, installSummary, leftOutNow, wholeInstallation } from './installParts';

const NEW = { leftOut: [], own: {} };
const ALL = { commands: true, rules: true, parkingRule: true, context: true };

test('an installation brings everything, the imports only where git is to show them', () => {
	expect(wholeInstallation('local', {}, NEW)).toEqual({ ...ALL, imports: undefined });
	expect(wholeInstallation('user', {}, NEW)).toEqual({ ...ALL, imports: undefined });
	expect(wholeInstallation('project', {}, NEW)).toEqual({ ...ALL, imports: true });
	expect(wholeInstallation('local', { imports: true }, NEW).imports).toBe(true);
});

test('what a person left out stays out until they say it', () => {
	const said: PartChoices = { commands: false, rules: false, parkingRule: false, context: false };
	const leftOut = leftOutNow(wholeInstallation('local', said, NEW), []);
	expect(leftOut).toEqual(['commands', 'rules']);
	const own = { parkingRule: false, injectContext: 'off' } as const;
	const again = wholeInstallation('local', {}, { leftOut, own });
	expect(again).toEqual({});
	// A repair that mentions nothing forgets nothing.
	expect(leftOutNow({}, leftOut)).toEqual(leftOut);
	const added = wholeInstallation('local', { rules: true, context: true }, { leftOut, own });
	expect(added).toEqual({ rules: true, context: true });
	expect(leftOutNow(added, leftOut)).toEqual(['commands']);
	// A verbosity that they chose is one, too.
	expect(wholeInstallation('local', {}, { leftOut, own: { injectContext: 'full' } }).context).toBe(true);
});

test('the summary names each part with its place, in the order in which they matter', () => {
	const files = { settings: 's', commands: ['c', 'm'], own: 'o', imports: 'i', cleanup: undefined, exclude: 'e' };
	expect(installSummary({ ...ALL, rules: false }, files)).toEqual([
		{ part: 'hooks', state: 'in', files: ['s'] },
		{ part: 'commands', state: 'in', files: ['c', 'm'] },
		{ part: 'rules', state: 'out', files: ['s'] },
		{ part: 'parkingRule', state: 'in', files: ['o'] },
		{ part: 'context', state: 'in', files: ['o'] },
		{ part: 'imports', state: 'asIs', files: ['i'] },
		{ part: 'exclude', state: 'in', files: ['e'] },
	]);
	expect(installSummary(ALL, { ...files, cleanup: 'u' })).toHaveLength(8);
});
