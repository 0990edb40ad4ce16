// What a person says to be remembered, under the real Claude Code: caught by the hook, accepted by the person, and in the
// request of the next session; or rejected, and never offered again.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openClaude } from './support/claude.mjs';

let claude;
beforeEach(async () => {
	claude = await openClaude();
});
afterEach(async () => claude.close());

const waiting = () => JSON.parse(claude.keeper('review', 'list', '--json').out).entries;
const stops = () => claude.firings().filter((each) => each.event === 'Stop');

test('remember that …, accepted: the next session has it in its request; rejected: it is never offered again', async () => {
	await claude.start();
	await claude.say('What does this do?');
	await claude.until(() => stops().length === 1, 'the Stop hook');
	expect(stops()[0].outcome).toBe('nothing');
	await claude.say('Remember that the staging database is wiped every Sunday night.');
	await claude.until(() => stops().length === 2, 'the Stop hook');
	await claude.say('Always run the tests with the race detector.');
	await claude.until(() => stops().length === 3, 'the Stop hook');
	expect(stops().map((each) => each.outcome)).toEqual(['nothing', '1 queued', '1 queued']);
	await claude.type('/exit');
	await claude.ended();

	const entries = waiting();
	expect(entries.map(({ label, title }) => [label, title])).toEqual([
		['feedback', 'Always run the tests with the race detector.'],
		['project', 'The staging database is wiped every Sunday night.'],
	]);
	const [transcript] = claude.transcripts();
	expect(entries.every(({ message }) => claude.read(transcript).includes(`"uuid":"${message}"`))).toBe(true);

	const accepted = claude.keeper('review', 'accept', entries[1].id, '--json');
	expect(accepted.code).toBe(0);
	const { file } = JSON.parse(accepted.out).accepted;
	const memory = path.join(claude.config, 'projects', claude.slug, 'memory');
	expect(path.dirname(file)).toBe(memory);
	expect(claude.keeper('review', 'reject', entries[0].id).code).toBe(0);
	expect(waiting()).toEqual([]);

	await claude.start();
	await claude.say('Hello again');
	expect(JSON.stringify(claude.api.requests.at(-1))).toContain('The staging database is wiped every Sunday night');
	await claude.say('always run the tests with the race detector');
	await claude.until(() => stops().length === 5, 'the Stop hook');
	await claude.type('/exit');
	await claude.ended();
	expect(waiting()).toEqual([]);

	// Taken back, it is in no request any more.
	expect(claude.keeper('review', 'undo', entries[1].id).code).toBe(0);
	expect(existsSync(file)).toBe(false);
	expect(existsSync(path.join(memory, 'MEMORY.md'))).toBe(false);
});

test('MEMORY.md is cut where we say it is', async () => {
	const { findClaudeHome, findProject, measureIndex } = await claude.product();
	const { memoryDir } = await findProject(findClaudeHome(claude.env), claude.repo);
	const { mkdirSync, writeFileSync } = await import('node:fs');
	mkdirSync(memoryDir, { recursive: true });
	const line = (n, hook) => `- [Note ${n}](note-${n}.md) — ${hook}`;
	for (const lines of [
		Array.from({ length: 230 }, (_, n) => line(n, 'short')),
		Array.from({ length: 150 }, (_, n) => line(n, 'é'.repeat(190 + (n % 7)))),
	]) {
		const file = path.join(memoryDir, 'MEMORY.md');
		writeFileSync(file, `\n${lines.join('\n')}\n\n`);
		const { cutLine } = measureIndex(readFileSync(file, 'utf8'));
		await claude.print('Hello');
		const sent = JSON.stringify(claude.api.requests.at(-1));
		expect(sent).toContain(`](note-${cutLine - 2}.md)`);
		expect(sent).not.toContain(`](note-${cutLine}.md)`);
		expect(sent).toContain(`starting at line ${cutLine}`);
	}
});
