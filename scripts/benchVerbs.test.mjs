// Each verb of the command line has a row in the bench, or is named as one that needs none.
import { expect, test } from 'vitest';
import { DESCRIPTIONS } from '../src/cli/commands';
import { commandsKnown } from '../test/bench/rows/commandLine.mjs';

test('each verb is measured or exempt', () => {
	const described = Object.entries(DESCRIPTIONS).flatMap(([group, { verbs }]) =>
		Object.keys(verbs).map((verb) => (verb === '' ? group : `${group} ${verb}`)),
	);
	// A group alone walks through its list; the verbs of `hook` are what Claude Code calls.
	const named = described.filter((each) => !/^(?:parked|sessions|review)$|^hook /u.test(each));
	const known = commandsKnown.map((each) => each.split(' '));
	const knownAs = known.map(([group = '', verb]) =>
		named.includes(`${group} ${verb ?? ''}`) ? `${group} ${verb ?? ''}` : group,
	);
	expect([...new Set(knownAs)].sort()).toEqual([...named, 'hook'].sort());
});
