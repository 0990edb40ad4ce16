import { expect, it } from 'vitest';
import { SESSION, START_MS, chained, jsonl, userLine } from '../testing/transcripts';
import { foldLines } from '../testing/foldLines';
import { emptySession } from '../transcript/session';
import { type HandOff, type LastPrompt, handOffOf, lastPromptOf } from './handOff';

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

it('is wanted of a session that took up earlier work and was given no other prompt', () => {
	expect(lastOf([5, command('resume-latest')])?.atMs).toBe(START_MS + 5 * 60_000);
	expect(handOffOf(lastOf([0, 'fix it'], [5, command('resume-latest')]), [document(4)])?.kind).toBe('document');
});

it('is nothing for a session in which nothing was asked', () => {
	expect(handOffOf(lastOf(), [document(4)])).toBeUndefined();
});
