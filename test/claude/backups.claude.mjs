// The safety net under the real Claude Code: what is talked about is never lost, whatever ends the session.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openClaude } from './support/claude.mjs';

let claude;
beforeEach(async () => {
	claude = await openClaude();
});
afterEach(async () => claude.close());

const reasons = () =>
	claude
		.log()
		.filter((line) => line.event === 'pending' || line.event === 'missed')
		.map((line) => line.reason);
const copyOf = (raw, folder = claude.memory) => readFileSync(path.join(folder, 'raw', path.basename(raw)), 'utf8');
const verified = () => claude.log().filter((line) => line.event === 'verified');
const idOf = (transcript) => path.basename(transcript, '.jsonl');

test('talk, compact, clear, exit, start again: everything is backed up, told of, and comes back', async () => {
	await claude.start();
	await claude.say('apples');
	const [first] = claude.transcripts();

	await claude.type('/compact');
	await claude.until(
		() => claude.firings().some((each) => each.event === 'SessionStart' && each.outcome.startsWith('1 pending')),
		'the start after the compaction',
	);
	expect(reasons()).toEqual(['compact']);
	await claude.until(() => claude.read(first).includes('compact_boundary'), 'the compaction');

	await claude.say('pears');
	await claude.type('/clear');
	await claude.until(() => reasons().includes('clear'), 'the backup of /clear');
	for (const word of ['plums', 'figs', 'limes']) await claude.say(word);
	const second = claude.transcripts().find((file) => file !== first);
	await claude.type('/exit');
	await claude.ended();
	await claude.until(() => verified().length >= 3, 'three verified backups');

	// One for each session: that of the compaction grew into that of /clear.
	expect(reasons()).toEqual(['compact', 'clear', 'exit']);
	expect(claude.log().filter((line) => line.event === 'superseded')).toHaveLength(1);
	const checked = claude.keeper('backups', 'verify', '--json');
	expect([checked.code, JSON.parse(checked.out).backups.length]).toEqual([0, 2]);
	for (const [file, words] of [
		[first, ['apples', 'pears']],
		[second, ['plums']],
	]) {
		const line = verified().findLast((each) => each.session === idOf(file));
		for (const folder of [claude.memory, claude.second]) {
			const copy = copyOf(line.raw, folder);
			expect(claude.read(file).startsWith(copy)).toBe(true);
			for (const word of words) expect(copy).toContain(`You said: ${word}`);
		}
	}

	// The next session is told.
	await claude.start();
	await claude.say('cherries');
	const told = JSON.stringify(claude.api.requests.at(-1).messages);
	const newest = path.basename(verified().at(-1).raw);
	expect(told).toContain(`SESSION_BACKUP_PENDING: A previous session backup exists at .claude/memory/raw/${newest}`);
	await claude.type('/exit');
	await claude.ended();

	// A deleted session comes back, and Claude Code opens it.
	rmSync(first);
	expect(claude.keeper('sessions', 'list', '--deleted').out).toMatch(
		/^\w+ {2}(?:just now|.* ago) {2}apples {2}.*backup/u,
	);
	const out = `Restored: ${first}\nContinue: claude --resume ${idOf(first)}\n`;
	expect(claude.keeper('backups', 'restore', 'apples')).toMatchObject({ code: 0, out });
	await claude.start('--resume', idOf(first));
	await claude.say('grapes');
	expect(claude.read(first)).toContain('You said: grapes');
	expect(JSON.stringify(claude.api.requests.at(-1).messages)).toContain('pears');
	expect(claude.firings().every((each) => !each.outcome.startsWith('failed'))).toBe(true);
});

describe('where no hook runs to its end', () => {
	test('a session that is killed is backed up by who watches', async () => {
		await claude.start();
		await claude.say('apples');
		const [transcript] = claude.transcripts();
		claude.kill();
		await claude.ended();
		expect(claude.log()).toEqual([]);
		const { backUpMissed, findClaudeHome, findProject, systemClock } = await claude.product();
		const home = findClaudeHome(claude.env);
		const project = await findProject(home, claude.repo);
		const session = { id: idOf(transcript), lastMessageMs: Date.now(), isLive: false };
		expect(await backUpMissed(home, project, [session], systemClock)).toEqual([session.id]);
		expect(reasons()).toEqual(['missed']);
		expect(copyOf(verified()[0].raw)).toBe(claude.read(transcript));
		rmSync(transcript);
		expect(claude.keeper('backups', 'restore', path.basename(verified()[0].raw)).code).toBe(0);
		await claude.start('--resume', session.id);
		await claude.say('pears');
		expect(JSON.stringify(claude.api.requests.at(-1).messages)).toContain('apples');
	});
});

test.each(['project', 'local'])('hooks in the %s settings fire as well, and leave nothing behind', async (scope) => {
	const own = await openClaude({ install: ['--scope', scope] });
	try {
		await own.start();
		await own.say('apples');
		await own.type('/exit');
		await own.ended();
		await own.until(() => own.log().some(({ event }) => event === 'verified'), 'a verified backup');
		const count = (event) => own.firings().filter((each) => each.event === event).length;
		expect([count('SessionStart'), count('SessionEnd')]).toEqual([1, 1]);
		expect(JSON.parse(own.keeper('hooks', 'doctor', '--json').out).findings).toEqual([]);
		expect(own.keeper('hooks', 'uninstall', '--scope', scope, '--yes').code).toBe(0);
		expect(readdirSync(path.join(own.repo, '.claude')).filter((name) => name.endsWith('.json'))).toEqual([]);
	} finally {
		await own.close();
	}
});

test('a session that ends leaves its record, though no editor is there, and the next one is told of it', async () => {
	const settings = path.join(claude.config, 'session-keeper/settings.json');
	const own = existsSync(settings) ? JSON.parse(claude.read(settings)) : {};
	writeFileSync(settings, JSON.stringify({ ...own, injectContext: 'normal' }));
	await claude.start();
	for (const word of ['apples', 'figs', 'limes']) await claude.say(word);
	const id = idOf(claude.transcripts()[0]);
	await claude.type('/exit');
	await claude.ended();
	const folder = path.join(claude.memory, 'sessions/archive');
	const names = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(`_${id}.json`)) : []);
	await claude.until(() => names().length > 0, 'the record');
	const record = JSON.parse(readFileSync(path.join(folder, names()[0]), 'utf8'));
	expect(record).toMatchObject({ id, state: 'ended', metadata: { end_reason: 'exit', prompts: 3 } });
	expect(record.events.map(({ event_type: type }) => type)).toEqual(
		expect.arrayContaining(['prompt_submitted', 'response_completed', 'session_end']),
	);

	await claude.start();
	await claude.say('pears');
	const told = JSON.stringify(claude.api.requests.at(-1).messages);
	expect(told).toContain(`[SESSION CONTEXT]\\nSession: ${id} |`);
	expect(told).toContain('Current task: apples');
	expect(claude.firings().filter((each) => each.event === 'Housekeeping')).toEqual([]);
});

test('an automatic compaction is backed up before it, and named so', async () => {
	await claude.close();
	claude = await openClaude({ env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '100000' } });
	await claude.start();
	await claude.say('apples');
	const [transcript] = claude.transcripts();
	// As the stand-in counts, the context is full after these words.
	claude.api.extraTokens = 98_000;
	await claude.say('pears');
	await claude.type('plums');
	await claude.until(() => reasons().includes('auto-compact'), 'the backup before the compaction');
	claude.api.extraTokens = 0;
	await claude.until(() => claude.read(transcript).includes('"trigger":"auto"'), 'the compaction');
	await claude.until(() => verified().length > 0, 'a verified backup');
	expect(copyOf(verified()[0].raw)).toContain('You said: pears');
});

test('T1, T2, T3: hooks start no session, ask no model, and fire nothing that would fire them again', async () => {
	await claude.start();
	await claude.say('apples');
	const asked = claude.api.requests.length;
	await claude.type('/exit');
	await claude.ended();
	await claude.until(() => verified().length > 0, 'the backup');
	expect(claude.api.requests.length).toBe(asked);
	expect(claude.transcripts()).toHaveLength(1);
	const once = claude.firings().filter(({ event }) => event === 'SessionStart' || event === 'SessionEnd');
	expect(once.map(({ event }) => event)).toEqual(['SessionStart', 'SessionEnd']);
	expect(new Set(claude.firings().map(({ session }) => session)).size).toBe(1);
});

test('an unattended run leaves no trace of ours', async () => {
	const ours = () => readdirSync(path.join(claude.config, 'session-keeper'), { recursive: true }).sort();
	const before = ours();
	expect(await claude.print('apples')).toContain('You said: apples');
	expect(claude.transcripts()).toHaveLength(1);
	expect(ours()).toEqual(before);
	expect(readdirSync(claude.repo)).toEqual(['.git']);
	expect(JSON.stringify(claude.api.requests)).not.toContain('SESSION_BACKUP');
});
