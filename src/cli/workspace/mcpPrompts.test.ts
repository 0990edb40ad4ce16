// Slash commands as prompts, for clients that have none of them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SLASH_COMMANDS } from '../../core/claude/slashCommands';
import { SESSION } from '../../core/testing/transcripts';
import { good, repo, run } from '../testing/cliPlace';
import { connectedHere, said, useClients } from '../testing/mcpClient';

useClients();

test('every slash command is a prompt, and the commands that a prompt names do what it says', async () => {
	said(SESSION, ['where do exports go?', 'A folder per month.', 'yes, a folder per month, please', 'Done.']);
	const client = await connectedHere();
	const { prompts } = await client.listPrompts();
	const skill = 'managing-session-continuity';
	expect(new Set([...prompts.map(({ name }) => name), skill])).toEqual(new Set(SLASH_COMMANDS));
	const named = async (name: string, given: Record<string, string> = {}): Promise<readonly string[][]> => {
		const text = JSON.stringify(await client.getPrompt({ name, arguments: given }));
		const [value] = Object.values(given);
		expect(text).toContain(value === undefined ? ' out.' : ` is ${value}"`);
		return [...text.matchAll(/`session-keeper ([^`]+)`/gu)].map(([, words = '']) =>
			words.split(' ').flatMap((word) => (/^(?:PATH|NAME)$/u.test(word) ? (value ?? []) : word)),
		);
	};
	await expect(client.getPrompt({ name: 'document-and-save-to' })).rejects.toThrow('path is missing');
	const quotes = ['yes, a folder per month'];
	const statements = JSON.stringify({ statements: [{ section: 'task', text: 'Name the folders.', quotes }] });
	const env = { CLAUDE_CODE_SESSION_ID: SESSION };
	const [save = []] = await named('document-and-save-to', { path: 'notes.md' });
	expect((await run(save, { input: statements, env })).code).toBe(0);
	expect(readFileSync(path.join(repo, 'notes.md'), 'utf8')).toContain('Name the folders.');
	for (const file of ['session-protocol.json', 'open.json']) {
		const given: Record<string, string> = file === 'open.json' ? { path: file } : {};
		const [look = [], write = []] = await named('save-session-protocol', given);
		expect((await run(look, { env })).code).toBe(0);
		expect((await run(write, { input: statements, env })).code).toBe(0);
		expect(readFileSync(path.join(repo, file), 'utf8')).toContain('Name the folders.');
	}
	const [discard = [], undo = []] = await named('discard-backup');
	expect(await good(...discard)).toContain('No pending backups.');
	expect(undo).toEqual(['backups', 'discard', '--undo']);
	const [one = []] = await named('discard-backup', { name: 'exports' });
	expect(one).toEqual([...discard, 'exports']);
});
