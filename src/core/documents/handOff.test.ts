import { expect, it } from 'vitest';
import { type Line, SESSION, START_MS, assistantLine, chained, jsonl, userLine } from '../testing/transcripts';
import { foldLines } from '../testing/foldLines';
import { entriesOf } from '../transcript/parseEntry';
import { emptySession, foldEntries } from '../transcript/session';
import { type HandOff, type LastPrompt, handOffOf, lastPromptIn, lastPromptOf } from './handOff';

const at = (minute: number): { timestamp: string } => ({
	timestamp: new Date(START_MS + minute * 60_000).toISOString(),
});
const command = (name: string): string =>
	`<command-message>${name}</command-message>\n<command-name>/${name}</command-name>\n<command-args></command-args>`;
const lastOf = (...prompts: readonly (readonly [number, string])[]): LastPrompt | undefined =>
	lastPromptOf(
		foldLines(
			emptySession(SESSION),
			jsonl(chained(prompts.map(([minute, text]) => userLine(text, at(minute))))).split('\n'),
		),
	);
const document = (minute: number): HandOff => ({ kind: 'document', atMs: START_MS + minute * 60_000 });

it('is the newest of what was made after the last prompt', () => {
	const last = lastOf([0, 'fix it'], [10, 'and test it']);
	expect(handOffOf(last, [document(5)])).toBeUndefined();
	expect(handOffOf(last, [document(5), document(11), { ...document(12), kind: 'protocol' }])?.kind).toBe('protocol');
});

it('is the command of the person, while nothing was asked after it', () => {
	expect(handOffOf(lastOf([0, 'fix it'], [5, command('handoff')]), [])?.kind).toBe('command');
	expect(handOffOf(lastOf([5, command('handoff')], [6, 'one more thing']), [])).toBeUndefined();
	expect(handOffOf(lastOf([5, command('handoff-notes')]), [])).toBeUndefined();
});

it('stays through our own commands, which ask for nothing', () => {
	expect(handOffOf(lastOf([0, 'fix it'], [5, command('sessions-list')]), [document(4)])?.kind).toBe('document');
	expect(handOffOf(lastOf([0, 'fix it'], [5, command('standup')]), [document(4)])).toBeUndefined();
});

it('is wanted where earlier work was taken up and gone on with, with a prompt or without', () => {
	const taken = (...minutes: readonly number[]): readonly Line[] => [
		userLine(command('resume-latest'), at(5)),
		...minutes.map((minute) => ({
			...assistantLine({ tool: 'Edit', id: `e${minute}`, input: { file_path: '/a.ts' } }),
			...at(minute),
		})),
	];
	const both = (lines: readonly Line[]): readonly (number | undefined)[] => {
		const entries = entriesOf(jsonl(chained(lines)).split('\n'));
		const folded = lastPromptOf(foldEntries(emptySession(SESSION), entries));
		expect(lastPromptIn(entries, SESSION)).toEqual(folded);
		return [folded && (folded.atMs - START_MS) / 60_000];
	};
	const asked = userLine('fix it', at(0));
	expect(both([asked, ...taken(6, 7)])).toEqual([7]);
	expect(both(taken(6))).toEqual([6]);
	// As long as nothing is done, it asks for nothing.
	expect(both([asked, ...taken()])).toEqual([0]);
	expect(both(taken())).toEqual([undefined]);
	// What our other commands write is no work.
	const saved = [userLine(command('document-and-save'), at(5)), ...taken(6).slice(1)];
	expect(both([asked, ...saved])).toEqual([0]);
});

it('is nothing for a session in which nothing was asked', () => {
	expect(handOffOf(lastOf(), [document(4)])).toBeUndefined();
});
