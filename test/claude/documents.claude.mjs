// Our slash commands in the real Claude Code, headless and in the terminal: each does what the palette and the command line
// do, before the model says a word.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openClaude } from './support/claude.mjs';

let claude;
beforeEach(async () => {
	claude = await openClaude({ install: ['--scope', 'user', '--imports'] });
});
afterEach(() => claude.close());

const documents = () => readdirSync(claude.memory).filter((name) => /^session-\d/u.test(name));
const memory = (name) => readFileSync(path.join(claude.memory, name), 'utf8');
/** What Claude Code sent to its API last, all of it. */
const lastRequest = () => JSON.stringify(claude.api.requests.at(-1));
/** The last thing that stands in a request as words of the person's turn. */
const told = () => claude.api.prompts.at(-1);
const marker = () => path.join(claude.memory, '.pending-backup');
const newest = () => documents().sort().at(-1);

/** A session of a person, from its first word to `/exit`, with all that the hooks do. */
async function finishedSession(...words) {
	await claude.start();
	for (const word of words) await claude.say(word);
	await claude.type('/exit');
	await claude.ended();
	await claude.until(() => claude.log().some((line) => line.event === 'verified'), 'a verified backup');
}

describe('in the terminal', () => {
	test('save, close, open again: the next session knows the state, and the backup waits no more', async () => {
		await claude.start();
		await claude.say('we use apples instead of pears');
		await claude.type('/document-and-save');
		await claude.until(() => existsSync(claude.memory) && documents().length === 1, 'a document');
		await claude.until(() => told().includes('Saved: .claude/memory/session-'), 'the answer');
		expect(memory('active-context.md')).toContain('we use apples instead of pears');
		expect(memory(newest())).toContain('Asked: we use apples instead of pears [m1]');
		// The turn of the command itself is no work of the session.
		expect(memory(newest())).not.toContain('/document-and-save');
		await claude.type('/exit');
		await claude.ended();
		// It is made at the end, after the document, and what is in it is in the document.
		await claude.until(() => claude.log().some(({ event }) => event === 'verified'), 'a verified backup');
		await claude.until(() => claude.log().at(-1).event === 'processed', 'the word that it waits no more');
		expect(claude.log().at(-1).session).toBe(path.basename(claude.transcripts()[0], '.jsonl'));
		await claude.until(() => !existsSync(marker()), 'the end of the marker');
		expect(claude.keeper('backups', 'list').out).toBe('No pending backups.\n');

		await claude.start();
		await claude.say('cherries');
		expect(lastRequest()).not.toContain('SESSION_BACKUP_PENDING');
		// By the @ imports, in the very first request; our marks around them and in the file are comments, which Claude is not shown.
		expect(lastRequest()).not.toMatch(/written by its installer|session-keeper:state/u);
		expect(lastRequest()).toContain('Active context: we use apples instead of pears');
		await claude.type('/sessions-list');
		await claude.until(() => told().includes('## Session documents'), 'the list');
		expect(told()).toContain(newest());
		await claude.type(`/resume-from .claude/memory/${newest()}`);
		await claude.until(() => told().includes('## Resumed: we use apples instead of pears'), 'the document');
		expect(told()).toMatch(/Since then:\n- Saved (?:just now|\d+ minutes? ago)\./u);
	});

	test('what was not saved comes back with /resume-latest, and the marker is gone', async () => {
		await finishedSession('draw the logo in blue', 'and the text in white', 'that is all');
		expect(existsSync(marker())).toBe(true);
		await claude.start();
		await claude.say('plums');
		expect(lastRequest()).toContain('SESSION_BACKUP_PENDING');
		await claude.type('/resume-latest');
		await claude.until(() => told().includes('## Resumed: draw the logo in blue'), 'the document');
		expect(existsSync(marker())).toBe(false);
		expect(claude.keeper('backups', 'list').out).toBe('No pending backups.\n');
		expect(memory('active-context.md')).toContain('Active context: draw the logo in blue');
		expect(claude.log().at(-1).event).toBe('processed');
	});

	test('what is done in the turn of /resume-latest, once the person has said how to go on, is saved', async () => {
		await finishedSession('draw the logo in blue', 'and the text in white', 'that is all');
		const file = path.join(claude.repo, 'logo.svg');
		const options = ['Draw the text', 'Stop here'].map((label) => ({ label, description: label }));
		const questions = [{ question: 'How shall we go on?', header: 'Go on', multiSelect: false, options }];
		claude.api.calls.push(
			{ tool: 'AskUserQuestion', input: { questions } },
			{ tool: 'Write', input: { file_path: file, content: '<svg/>\n' } },
		);
		await claude.start('--permission-mode', 'acceptEdits');
		await claude.type('/resume-latest');
		await claude.choose(/(\d)\. Draw the text/u);
		await claude.until(() => existsSync(file), 'the change');
		await claude.turnEnded();
		await claude.type('/document-and-save');
		await claude.until(() => documents().some((name) => memory(name).includes('logo.svg')), 'a document of it');
		const [saved] = documents().filter((name) => memory(name).includes('logo.svg'));
		expect(memory(saved)).toMatch(/^- Asked: Draw the text \[m\d+\]/mu);
		expect(memory(saved)).toMatch(/^- `logo\.svg` \(new/mu);
		expect(memory(saved)).toContain('## Decisions\n\nNone that the transcript shows.');
	});

	test('a discarded backup is gone, and comes back on request; parked items are listed and archived', async () => {
		await finishedSession('draw the logo in red');
		const park = ['parked', 'park', '--name', 'zoom', '--text', 'pinch to zoom', '--kind', 'idea'];
		expect(claude.keeper(...park).code).toBe(0);
		await claude.start();
		await claude.type('/discard-backup');
		await claude.until(() => told().includes('Discarded: '), 'the answer');
		expect(existsSync(marker())).toBe(false);
		await claude.type('/session resume');
		await claude.until(() => told().includes('## Session Pending'), 'the list');
		expect(told()).toContain('- [ ] zoom');
		await claude.type('/session archive zoom');
		await claude.until(() => told().includes('Archived: zoom'), 'the answer');
		expect(claude.keeper('parked', 'list').out).toContain('No pending session items.');
		expect(claude.keeper('backups', 'discard', '--undo').code).toBe(0);
		expect(existsSync(marker())).toBe(true);
	});
});

describe('headless', () => {
	test('each slash command runs, with whatever a person types behind it', async () => {
		await finishedSession('paint it green', 'and the door', 'that is all');
		const session = path.basename(claude.transcripts()[0], '.jsonl');
		expect(await claude.print('/sessions-list')).toContain('backup pending');
		expect(await claude.print('/resume-latest')).toContain('## Resumed: paint it green');
		expect(existsSync(marker())).toBe(false);
		const [first] = documents();
		expect(await claude.print(`/resume-from ${first}`)).toContain('## Resumed: paint it green');
		expect(await claude.print('/resume-from')).toContain('Which one? Name a path, a session or a document.');
		expect(await claude.print('/discard-backup')).toContain('No pending backups.');
		expect(await claude.print('/session')).toContain('Which session mode did you want?');
		expect(await claude.print('/session summary')).toContain('## Session Summary');

		// A run without another word has nothing to save; one that goes on from a session has.
		expect(await claude.print('/document-and-save')).toContain('This session is empty.');
		const resumed = ['--resume', session];
		const name = "it's `here` $(touch pwned).md";
		expect(await claude.print(`/document-and-save-to ${name}`, ...resumed)).toContain(`Saved: ${name}`);
		expect(readFileSync(path.join(claude.repo, name), 'utf8')).toContain('paint it green');
		expect(existsSync(path.join(claude.repo, 'pwned'))).toBe(false);
		expect(await claude.print('/document-and-save', ...resumed)).toContain('Saved: .claude/memory/session-');
		expect(documents()).toHaveLength(2);
	});

	test('the plugin has the same commands under its own name', async () => {
		await finishedSession('paint it yellow', 'and the door', 'that is all');
		expect(claude.keeper('hooks', 'uninstall', '--scope', 'user', '--yes').code).toBe(0);
		const answer = await claude.print('/session-keeper:resume-latest', '--plugin-dir', claude.plugin);
		expect(answer).toContain('## Resumed: paint it yellow');
		expect(claude.api.prompts.at(-1)).toContain('`/session-keeper:sessions-list`');
		// Its server offers the same tools. Claude Code waits for it only so long, and goes on without it.
		const tool = 'mcp__plugin_session-keeper_session-keeper__recall';
		await claude.until(async () => {
			await claude.print('hello', '--plugin-dir', claude.plugin);
			return JSON.stringify(claude.api.requests.at(-1)).includes(tool);
		}, 'the tools of the plugin');
	});

	test('commands of others stay, are named at installation, and ours go without a trace', async () => {
		const folder = path.join(claude.repo, '.claude/commands');
		mkdirSync(folder, { recursive: true });
		writeFileSync(path.join(folder, 'session.md'), 'Mine: $ARGUMENTS\n');
		const mine = path.join(folder, 'session.md');
		const install = (scope) => claude.keeper('hooks', 'install', '--scope', scope, '--commands', '--yes', '--json');
		expect(install('user').err).toContain(`Another /session exists (${mine}).`);
		expect(claude.keeper('hooks', 'uninstall', '--scope', 'user', '--yes').code).toBe(0);
		expect(existsSync(path.join(claude.config, 'commands'))).toBe(false);
		const shared = install('project');
		expect(shared).toMatchObject({ code: 0 });
		expect(shared.err).toContain(`/session is not installed: ${mine} is not from Session Keeper`);
		expect(shared.err).toContain('replaces a hidden command of Claude Code itself');
		expect(readdirSync(folder)).toContain('resume-latest.md');
		expect(await claude.print('/session hello')).toContain('Mine: hello');
		expect(claude.keeper('hooks', 'uninstall', '--scope', 'project', '--yes').code).toBe(0);
		expect(readdirSync(folder)).toEqual(['session.md']);
		expect(existsSync(path.join(claude.repo, '.claude/CLAUDE.md'))).toBe(false);
	});
});
