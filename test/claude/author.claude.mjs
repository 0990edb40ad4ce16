// Claude hands statements in, under the real Claude Code: a block in its answer, then a call of fixed words. Nobody is asked
// for a permission, whatever the mode.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openClaude, modes } from './support/claude.mjs';

const PROGRAM = '~/.claude/session-keeper/bin/session-keeper';
/** Nothing in it may go through a shell: braces with quotes, back-ticks, `$`, a backslash, no-break space. */
const BLOCK = [
	'I hand in what I know.',
	'',
	'```session-keeper',
	'topic: Sessions move to SQLite | "keep the sessions in SQLite from now on"',
	'decision: Sessions live in SQLite, as {"store": "sqlite"}, not in `$HOME\\ x` | “We keep the sessions in SQLite”',
	'decision: Events go to Kafka | "all events go to Kafka"',
	'task [x]: Move the sessions | "from now on, please move them"',
	'next: Test the\u00a0migration | "please move them"',
	'```',
].join('\n');
const QUESTION = /Do you want to proceed|requires approval|Contains brace/u;

let claude;
beforeEach(async () => {
	claude = await openClaude({ install: null });
});
afterEach(() => claude.close());

const documents = () =>
	existsSync(claude.memory) ? readdirSync(claude.memory).filter((name) => /^session-\d/u.test(name)) : [];
const saved = () => documents().map((name) => readFileSync(path.join(claude.memory, name), 'utf8'));
const call = (group, text = BLOCK) => ({
	text,
	tool: 'Bash',
	input: { command: `${PROGRAM} ${group} save --from-answer`, description: 'Hand in' },
});

function expectSaved() {
	expect(documents()).toHaveLength(1);
	const [document] = saved();
	expect(document).toContain('topic: Sessions move to SQLite');
	expect(document).toMatch(/- Sessions live in SQLite, as .+ \[m1\] \(Claude\)/u);
	expect(document).toContain('- [x] Move the sessions [m1] (Claude)');
	expect(document).not.toContain('Kafka');
	expect(readFileSync(path.join(claude.memory, 'active-context.md'), 'utf8')).toContain('Sessions move to SQLite');
	// Claude is told what it could mend.
	const told = JSON.stringify(claude.api.requests);
	expect(told).toContain('Statements: 3 of 5 proven');
	expect(told).toContain('decision: Events go to Kafka — no message has these words');
}

const FIRST = 'We keep the sessions in SQLite from now on, please move them';

test.each(modes('auto', 'default', 'plan', 'acceptEdits', 'dontAsk'))(
	'in the mode %s the command saves, and its statements amend the same document',
	async (_, words) => {
		claude.install('--scope', 'user', '--no-rules');
		await claude.start(...words);
		await claude.say(FIRST);
		claude.api.calls.push(call('documents'));
		await claude.type('/document-and-save');
		await claude.until(
			() => QUESTION.test(claude.screen()) || saved().some((text) => text.includes('(Claude)')),
			'the statements in the document',
		);
		expect(claude.screen()).not.toMatch(QUESTION);
		await claude.until(
			() => JSON.stringify(claude.api.requests.at(-1)).includes('Statements: '),
			'the answer to Claude',
		);
		expectSaved();
	},
);

test('in a run without a person, too', async () => {
	claude.install('--scope', 'user', '--no-rules');
	await claude.start();
	await claude.say(FIRST);
	await claude.type('/exit');
	await claude.ended();
	const session = path.basename(claude.transcripts()[0], '.jsonl');
	claude.api.calls.push(call('documents'));
	await claude.print('/document-and-save', '--resume', session);
	expectSaved();
});

test('with the rule that the install adds, any later turn may hand in, documents and the protocol', async () => {
	claude.install('--scope', 'user');
	await claude.start();
	await claude.say(FIRST);
	claude.api.calls.push(call('documents'), call('protocol', ''));
	await claude.type('save it all before we stop');
	await claude.until(
		() => QUESTION.test(claude.screen()) || existsSync(path.join(claude.repo, 'session-protocol.json')),
		'the protocol',
	);
	expect(claude.screen()).not.toMatch(QUESTION);
	expectSaved();
	const { tasks } = JSON.parse(readFileSync(path.join(claude.repo, 'session-protocol.json'), 'utf8'));
	expect(tasks.map(({ title, status }) => [title, status])).toEqual([['Move the sessions', 'completed']]);
});
