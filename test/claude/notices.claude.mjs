// What the real Claude Code tells Claude and the person at the start of a session, however it starts: only of other
// sessions, only by commands that are there, and nothing that the conversation has already.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openClaude } from './support/claude.mjs';

const SECOND = 'User should run /resume-latest to restore context, or /discard-backup to discard.';
const BACKED_UP = /Session Keeper: “([^”]*)” \([^)]*\) was backed up\. Continue it with\s+\/resume-latest, or/u;

let claude;
beforeEach(async () => {
	claude = await openClaude({ install: [] });
});
afterEach(() => claude.close());

const idOf = (file) => path.basename(file, '.jsonl');
const told = () =>
	claude.api.requests
		.at(-1)
		.messages.flatMap(({ content }) => textsIn(content))
		.join('\n');
const textsIn = (content) =>
	typeof content === 'string'
		? [content]
		: content.flatMap((block) => [block.text ?? '', ...textsIn(block.content ?? [])]);
/** The lines of ours in the last request. */
const notices = () => told().match(/SESSION_BACKUP_PENDING: .*$|^User should run .*$/gmu) ?? [];
const nameOf = (session) =>
	path.basename(claude.log().findLast((line) => line.event === 'pending' && line.session === session).raw);
const noticeOf = (session) =>
	`SESSION_BACKUP_PENDING: A previous session backup exists at .claude/memory/raw/${nameOf(session)}`;
const starts = () => claude.firings().filter(({ event }) => event === 'SessionStart');
/** Waits for the hook of a start, and for what the person is told by it. */
async function started(count) {
	await claude.until(() => starts().length === count, `start ${count}`);
	await new Promise((resolve) => setTimeout(resolve, 500));
}
const screen = () => claude.screen().replace(/\s+/gu, ' ');
const transcriptWith = (words) => claude.transcripts().find((file) => claude.read(file).includes(`You said: ${words}`));
async function say(...words) {
	for (const each of words) await claude.say(each);
}
async function exit() {
	const before = claude.log().filter(({ event }) => event === 'verified').length;
	await claude.type('/exit');
	await claude.ended();
	await claude.until(() => claude.log().filter(({ event }) => event === 'verified').length > before, 'the backup');
}

test('startup, clear, compact, continue, resume: each session hears of the latest other one, or of nothing', async () => {
	await claude.start();
	await say('apples', 'pears', 'plums');
	const first = transcriptWith('apples');
	expect(notices()).toEqual([]);
	await exit();

	// A new session: Claude in the two lines of the reference, and where that session stands; the person in one line.
	await claude.start();
	await claude.until(() => BACKED_UP.test(screen()), 'the line for the person');
	await claude.say('cherries');
	expect(notices()).toEqual([noticeOf(idOf(first)), SECOND]);
	expect(told()).toMatch(
		new RegExp(`\\[SESSION CONTEXT\\]\nSession: ${idOf(first)} \\| Duration: \\d+m \\| Events: 8\n`, 'u'),
	);
	await say('grapes', 'figs');
	const second = transcriptWith('figs');

	// After /clear the latest is the one that was cleared, though our process is still entered with it.
	await claude.type('/clear');
	await started(3);
	await claude.until(() => BACKED_UP.exec(screen())?.[1] === 'cherries', 'the line for the person');
	await claude.say('kiwis');
	expect(notices()).toEqual([noticeOf(idOf(second)), SECOND]);
	expect(told()).not.toContain('[SESSION CONTEXT]');
	const third = transcriptWith('kiwis');

	// After a compaction its own line.
	await claude.type('/compact');
	await started(4);
	await claude.say('melons');
	expect(notices()).toEqual([noticeOf(idOf(third))]);
	const compacted = notices();
	await exit();

	// The session itself, taken up again: nothing but what it heard before.
	for (const [words, how, file, heard] of [
		['dates', ['--continue'], third, compacted],
		['limes', ['--resume', idOf(first)], first, []],
	]) {
		const count = starts().length + 1;
		await claude.start(...how);
		await started(count);
		expect(screen()).not.toContain('was backed up');
		await claude.say(words);
		expect(claude.read(file)).toContain(`You said: ${words}`);
		expect(notices()).toEqual(heard);
		expect(told()).not.toContain('[SESSION CONTEXT]');
		await exit();
	}

	// One that is not the latest any more, and the person who knows of it.
	await claude.start();
	await claude.say('quinces');
	expect(notices()).toEqual([noticeOf(idOf(first)), SECOND]);
	expect(claude.firings().filter(({ outcome }) => /failed|not told/u.test(outcome))).toEqual([]);
});

test('what was saved is not announced, a greeting neither; without our commands the program is named', async () => {
	await claude.start();
	await say('apples', 'pears', 'plums');
	await exit();
	// The commands are gone, the program is there.
	rmSync(path.join(claude.config, 'commands'), { recursive: true });
	await claude.start();
	await claude.until(() => screen().includes('session-keeper resume latest`, or drop'), 'the line');
	await claude.say('hi');
	await exit();
	await claude.start();
	await claude.say('cherries');
	expect(screen()).not.toContain('was backed up');
	const program = '~/.claude/session-keeper/bin/session-keeper';
	const first = transcriptWith('apples');
	expect(notices()).toEqual([
		noticeOf(idOf(first)),
		`User should run \`${program} resume latest\` to restore context, or \`${program} backups discard\` to discard.`,
	]);
	expect(claude.keeper('documents', 'save', '--session', idOf(first)).code).toBe(0);
	await claude.type('/clear');
	await claude.say('grapes');
	expect(notices()).toEqual([]);
	expect(screen()).not.toContain('was backed up');
});

test('a session that is resumed after an idle spell is welcomed, and so is the person', async () => {
	await claude.start();
	await say('apples', 'pears', 'plums');
	await exit();
	claude.env.SESSION_KEEPER_NOW = new Date(Date.now() + 7_500_000).toISOString();
	await claude.start('--continue');
	await claude.until(() => /welcome back, this session was idle for 2h \dm/u.test(screen()), 'the line for the person');
	await claude.say('cherries');
	expect(told()).toMatch(/Welcome back\. Session [\w-]+ was idle for 2h \dm\.\n[^]*You were working on: apples/u);
	expect(told()).not.toContain('[SESSION CONTEXT]');
	expect(notices()).toEqual([]);
});
