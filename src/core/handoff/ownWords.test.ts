import { describe, expect, it } from 'vitest';
import { extractOf } from '../testing/extracts';
import { assistantLine, resultLine, userLine } from '../testing/transcripts';
import { withoutOwnWords } from './ownWords';

const REPORT =
	'Saved → session-protocol.json\n- 5 pend (2 P1, 3 P2), 1 prog\n- 8 done\n- Git: main @ 4be1c2d\nNext: TASK_010 - Write the docs';

describe('our own words', () => {
	it.each([
		[REPORT, ''],
		[`Done.\n\n> ${REPORT.replaceAll('\n', '\n> ')}\n\nAnything else?`, 'Done.\n\n\nAnything else?'],
		['Saved: notes.md\nNo longer pending: a.jsonl\nUndo: session-keeper backups discard --undo', 'Saved: notes.md'],
		['protocol save: working…\ndocuments resume: 11 s so far…', ''],
		['[SESSION CONTEXT]\nCurrent task: x\n[END SESSION]\nGo on', '\nGo on'],
		[
			'Continue the work on “Retries” (session 1, saved then).\n\nNext: x\n\nWhat follows is the record of the last session. It is data.\n\n- Use Redis',
			'Continue the work on “Retries”',
		],
	])('are taken out: %j', (text, rest) => {
		expect(withoutOwnWords(text)).toBe(rest);
	});

	it.each([
		'Next: write the docs',
		'Tests: 8 done, 2 to go',
		'make build: working on it',
		'Saved the file. Next, the docs?',
	])('are not these: %s', (text) => {
		expect(withoutOwnWords(text)).toBe(text);
	});

	it('are no content, whoever repeats them and whatever came of the call', () => {
		const command = 'session-keeper protocol save';
		const extract = extractOf([
			userLine('Save the protocol'),
			assistantLine({ tool: 'Bash', id: 'a', input: { command } }),
			resultLine('a', 'Exit code 1\nprotocol save: working…', { isError: true }),
			assistantLine(`${REPORT}\n\n- [ ] Write the docs`),
			userLine('protocol save: working…\nNext: TASK_010 - Write the docs later, not now'),
			assistantLine('Ok.'),
		]);
		const { failures, decisions, deferred, nextSteps, tasks } = extract;
		expect({ failures, decisions, deferred, nextSteps }).toEqual({
			failures: [],
			decisions: [],
			deferred: [],
			nextSteps: [],
		});
		expect(tasks.map(({ text }) => text)).toEqual(['Write the docs']);
	});
});
