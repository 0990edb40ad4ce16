// The safety net under the real Claude Code: what is talked about is never lost, whatever ends the session.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
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
	await claude.say('plums');
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

	// The next session is told, in the two lines of the reference.
	await claude.start();
	await claude.say('cherries');
	const told = JSON.stringify(claude.api.requests.at(-1).messages);
	const newest = path.basename(verified().at(-1).raw);
	expect(told).toContain(`SESSION_BACKUP_PENDING: A previous session backup exists at .claude/memory/raw/${newest}`);
	expect(told).toContain('User should run /resume-latest to restore context, or /discard-backup to discard.');
	await claude.type('/exit');
	await claude.ended();

	// A deleted session comes back, and Claude Code opens it.
	const raw = path.basename(verified().findLast((each) => each.session === idOf(first)).raw);
	rmSync(first);
	expect(claude.keeper('backups', 'restore', raw)).toMatchObject({ code: 0, out: `Restored: ${first}\n` });
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

test('an unattended run leaves no trace of ours', async () => {
	expect(await claude.print('apples')).toContain('You said: apples');
	expect(claude.transcripts()).toHaveLength(1);
	expect(existsSync(path.join(claude.config, 'session-keeper'))).toBe(false);
	expect(readdirSync(claude.repo)).toEqual(['.git']);
	expect(JSON.stringify(claude.api.requests)).not.toContain('SESSION_BACKUP');
});
