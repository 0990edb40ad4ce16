// What this Claude Code writes and calls is what we know of: each line of its transcripts, each field that our hooks read.
// `npm run canary` runs this with the newest version, before its users meet it.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseLine } from '../../src/core/transcript/parseEntry';
import { openClaude } from './support/claude.mjs';

let claude;
beforeEach(async () => {
	claude = await openClaude();
});
afterEach(async () => claude.close());

test('every line of a session is known: prompts, tools, a compaction, a new beginning', async () => {
	await claude.start('--permission-mode', 'acceptEdits');
	await claude.say('apples');
	claude.api.calls.push({ tool: 'Write', input: { file_path: `${claude.repo}/a.txt`, content: 'a\n' } });
	await claude.type('write a file');
	await claude.until(() => claude.screen().includes('You said: write a file'), 'the answer after the tool');
	await claude.turnEnded();
	await claude.type('/compact');
	await claude.until(
		() => claude.transcripts().some((file) => claude.read(file).includes('compact_boundary')),
		'the compaction',
	);
	await claude.say('pears');
	await claude.type('/clear');
	await claude.say('plums');
	await claude.type('/exit');
	await claude.ended();

	const lines = claude
		.transcripts()
		.flatMap((file) => claude.read(file).split('\n'))
		.filter((line) => line.trim() !== '');
	expect(lines.filter((line) => parseLine(line) === undefined)).toEqual([]);
	const entries = lines.map(parseLine);
	expect(entries.flatMap((entry) => (entry.type === 'unknown' ? [entry.originalType] : []))).toEqual([]);
	const kinds = new Set(entries.map(({ type, kind, subtype }) => [type, kind, subtype].filter(Boolean).join(' ')));
	for (const kind of ['user prompt', 'user toolResult', 'user compactSummary', 'assistant', 'system compact_boundary'])
		expect([...kinds]).toContain(kind);
	expect(new Set(claude.firings().map(({ event }) => event))).toEqual(
		new Set(['SessionStart', 'SessionEnd', 'PreCompact', 'Stop']),
	);
	expect(JSON.parse(claude.keeper('hooks', 'doctor', '--json').out).findings).toEqual([]);
});
