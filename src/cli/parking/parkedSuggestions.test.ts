import { readFileSync, writeFileSync } from 'node:fs';
// `parked suggestions`
import { describe, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, chained, jsonl, userLine } from '../../core/testing/transcripts';
import { good, json, place, repo, run, useCliPlace } from '../testing/cliPlace';

useCliPlace();

const transcript = (...prompts: readonly string[]): string => {
	const own = { sessionId: 's1', cwd: repo, timestamp: '2026-11-21T08:00:00Z' };
	return place.write(
		`home/.claude/projects/${projectSlug(repo)}/s1.jsonl`,
		jsonl(chained(prompts.flatMap((text) => [userLine(text, own), assistantLine('Done.', {}, own)]))),
	);
};

describe('parked suggestions', () => {
	test('lists what sessions left open, with how to park or dismiss it', async () => {
		expect(await good('parked', 'suggestions')).toBe('Nothing to suggest.\n');
		transcript('Fix the parser', 'Put the retry logic on the backlog. At some point we should split this module.');
		expect(await good('parked', 'suggestions')).toMatch(
			/^retry-logic\S* {2}2 hours ago {2}Put the retry logic on the backlog\. {2}s1\nsplit-module\S* {2}.*\n\nPark one: session-keeper parked suggestions --park NAME\./u,
		);
	});

	test('parks one by its name, which then is no suggestion any more', async () => {
		transcript('Fix the parser', "Let's come back to the retry logic later.");
		expect(await good('parked', 'suggestions', '--park', 'retry-logic')).toMatch(
			/^Parked: retry-logic\nUndo: session-keeper parked archive retry-logic --offer \w+\n$/u,
		);
		expect(await good('parked', 'list')).toContain('retry-logic');
		expect(await good('parked', 'suggestions')).toBe('Nothing to suggest.\n');
	});

	test('what the last line says undoes it: the suggestion is offered again, and nothing is parked', async () => {
		transcript('Fix the parser', "Let's come back to the retry logic later.");
		const before = await json('parked', 'suggestions');
		const said = await good('parked', 'suggestions', '--park', 'retry-logic');
		const [, undo = ''] = /\nUndo: session-keeper (.+)\n$/u.exec(said) ?? [];
		await good(...undo.split(' '));
		expect(await json('parked', 'suggestions')).toEqual(before);
		expect(await good('parked', 'list')).toBe('No pending session items.\n');
	});

	test('does not offer again what was parked and is done', async () => {
		transcript('Fix the parser', "Let's come back to the retry logic later.");
		await good('parked', 'suggestions', '--park', 'retry-logic');
		await good('parked', 'archive', 'retry-logic');
		expect(await good('parked', 'suggestions')).toBe('Nothing to suggest.\n');
	});

	test('dismisses one for good, and no other of the same message', async () => {
		transcript('Fix the parser', 'Put the retry logic on the backlog. At some point we should split this module.');
		const { document } = await json('parked', 'suggestions');
		const [first, second] = document['suggestions'] as readonly { readonly key: string; readonly name: string }[];
		expect(Object.keys(first ?? {})).toEqual(['key', 'kind', 'name', 'text', 'why', 'how', 'session', 'message', 'at']);
		const said = await good('parked', 'suggestions', '--dismiss', first?.key ?? '');
		const [, key = '', file = ''] = /\nUndo: delete the line with (\w+) in (.+)\n$/u.exec(said) ?? [];
		expect(said.split('\n')[0]).toBe(`Dismissed: ${first?.name ?? ''}`);
		const rest = await json('parked', 'suggestions');
		expect(rest.document['suggestions']).toEqual([second]);
		// What the last line says brings it back.
		writeFileSync(file, readFileSync(file, 'utf8').replace(new RegExp(`.*${key}.*\n`, 'u'), ''));
		expect((await json('parked', 'suggestions')).document['suggestions']).toEqual([first, second]);
	});

	test('a name that nothing has is an error, and two ways at once are wrong usage', async () => {
		const { code, err } = await run(['parked', 'suggestions', '--park', 'nothing']);
		expect([code, err.split('\n')[0]]).toEqual([1, 'No suggestion is called nothing.']);
		expect((await run(['parked', 'suggestions', '--park', 'a', '--dismiss', 'a'])).code).toBe(2);
	});
});
