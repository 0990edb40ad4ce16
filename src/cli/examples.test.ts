// Each example of the help is run, in a place where there is something to do, and ends as it should.
import { expect, test } from 'vitest';
import { useCliPlace } from './testing/cliPlace';
import { EXAMPLES, IN_JSON, OTHERWISE, runExample } from './testing/examplePlace';

useCliPlace();

/** The last line of what changes something: what undoes it. Of other verbs, why they have none. */
const LAST_LINES: Readonly<Record<string, RegExp | 'looks' | 'says it itself'>> = {
	status: 'looks',
	// It goes on where somebody left off; what it prints is the record.
	resume: 'says it itself',
	'documents resume': 'says it itself',
	'parked list': 'looks',
	parked: 'looks',
	'parked park': /^Undo: session-keeper parked archive \S+$/u,
	'parked archive': /^Undo: session-keeper parked restore .+$/u,
	'parked restore': /^Undo: session-keeper parked archive \S+$/u,
	'parked suggestions': 'looks',
	'parked summary': 'looks',
	// Claude says after it what it prints.
	'parked session': 'says it itself',
	'backups list': 'looks',
	'backups create': /^Undo: session-keeper backups discard \S+$/u,
	'backups verify': 'looks',
	'backups restore': /^Continue: /u,
	'backups discard': /^Undo: session-keeper backups discard( --undo| \S+)$/u,
	// A copy more; only --older makes it.
	'backups archive': 'looks',
	'backups purge': /cannot be undone\.$/u,
	'sessions list': 'looks',
	sessions: 'looks',
	'sessions show': 'looks',
	'sessions search': 'looks',
	'sessions blame': 'looks',
	// A note is written only where it is asked for.
	'sessions of-commit': 'looks',
	recall: 'looks',
	// A folder of its own.
	export: 'says it itself',
	// New files, which they name.
	'sessions export': 'says it itself',
	'sessions archive': /^Undo: delete this file$/u,
	'sessions private': /^Undo: session-keeper sessions private \S+( --off)?$/u,
	'sessions done': /^Undo: session-keeper sessions done \S+( --off)?$/u,
	'sessions edit': /^Undo: session-keeper sessions edit \S+ --/u,
	'documents list': 'looks',
	'documents save': /^Undo: session-keeper undo$/u,
	'documents open': 'looks',
	'documents keep': 'says it itself',
	// Its report is fixed to the letter; the way back is said on standard error.
	'protocol save': 'says it itself',
	'protocol load': 'looks',
	'protocol check': 'looks',
	'protocol undo': /^Undone: /u,
	'review list': 'looks',
	review: 'looks',
	'review show': 'looks',
	'review accept': /^Undo: session-keeper review undo \S+$/u,
	'review edit': /^Undo: session-keeper review edit --undo \S+$/u,
	'review reject': /^Undo: session-keeper review undo \S+$/u,
	'review ratify': /^Undo: session-keeper review undo \S+$/u,
	'review discard': /^Undo: session-keeper review undo \S+$/u,
	'review decided': 'looks',
	'review undo': /^Undone: /u,
	'memory list': 'looks',
	'memory health': 'looks',
	'memory fix': /^Undo: session-keeper memory undo$/u,
	'memory adopt': 'says it itself',
	'memory undo': /^Undone: /u,
	'hooks install': /^Undo: session-keeper undo \w+$/u,
	'hooks uninstall': 'says it itself',
	'hooks cleanup-days': /^Undo: session-keeper undo$/u,
	'hooks status': 'looks',
	'hooks doctor': 'looks',
	hook: 'looks',
	'config list': 'looks',
	'config get': 'looks',
	'config set': /^Undo: session-keeper config \w+ \S+/u,
	'config unset': /^Undo: session-keeper config set \S+ \S+$/u,
	reflect: /^Undo: session-keeper review reject draft-/u,
	'reflect schedule': /^Undo: session-keeper reflect unschedule$/u,
	'reflect unschedule': /^Undo: session-keeper reflect schedule$/u,
	'reflect ledger': 'looks',
	undo: /^Undone: /u,
	vault: 'looks',
	forget: /cannot be undone\.$/u,
	update: 'looks',
	completion: 'looks',
	mcp: 'looks',
};

// Those in JSON are run in schemas.test.ts.
test.each(EXAMPLES.filter(({ example }) => !IN_JSON.has(example)))('session-keeper $example', async (each) => {
	const { example, verb } = each;
	const { code, out, err } = await runExample(each);
	expect({ code, err: code === (OTHERWISE[example] ?? 0) ? '' : err }).toEqual({
		code: OTHERWISE[example] ?? 0,
		err: '',
	});
	if (code === 0 && !example.startsWith('hook ')) expect(out).not.toBe('');
	const last = LAST_LINES[verb.startsWith('hook ') ? 'hook' : verb];
	expect(last, `a last line of ${verb}`).toBeDefined();
	const isChange = code === 0 && !/--(?:json|dry-run|idle|output)/u.test(example) && !example.endsWith('purge');
	if (last instanceof RegExp && isChange) expect(out.trimEnd().split('\n').at(-1)).toMatch(last);
	if (last === 'looks') expect(out).not.toContain('\nUndo: ');
});
