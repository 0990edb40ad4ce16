import { describe, expect, it } from 'vitest';
import { SESSION, type Line, assistantLine, resultLine, userLine } from '../testing/transcripts';
import { entriesOf } from '../transcript/parseEntry';
import { lifecycleReader } from './fromTranscript';
import { foldLife } from './life';

const read = (...lines: readonly Line[]) => {
	return entriesOf(lines.map((line) => JSON.stringify(line))).flatMap(lifecycleReader(SESSION));
};

describe('events of a transcript', () => {
	it('are prompts, tools that answered, and last words', () => {
		const events = read(
			userLine('do it'),
			assistantLine({ tool: 'Edit', id: 't1', input: { file_path: 'a.ts', old_string: 'x', new_string: 'y' } }),
			resultLine('t1', 'fine'),
			assistantLine('Done.', { id: 'm9' }),
			assistantLine('And that.', { id: 'm9' }),
		);
		expect(events.map((event) => event.kind)).toEqual([
			'prompt_submitted',
			'message',
			'tool_executed',
			'response_completed',
			'message',
		]);
		expect(events[2]).toMatchObject({ tool: 'Edit', filePath: 'a.ts', oldText: 'x', newText: 'y', outputLength: 4 });
	});

	it('leave out subagents, other sessions and tools that were refused', () => {
		const events = read(
			userLine('theirs', { sessionId: 'other' }),
			userLine('inner', { isSidechain: true }),
			assistantLine({ tool: 'Bash', id: 't2', input: { command: 'rm x' } }),
			resultLine('t2', 'no', { isError: true, toolDenialKind: 'user-rejected' }),
			userLine('summary', { isCompactSummary: true }),
		);
		expect(events.map((event) => event.kind)).toEqual(['message', 'message']);
	});

	it('end where the program wrote its final figures', () => {
		const events = read(userLine('a'), assistantLine('b'), { type: 'cost-state', sessionId: SESSION, totalCostUSD: 1 });
		const life = foldLife(undefined, events);
		expect(life?.events.map((event) => event.type)).toEqual([
			'session_start',
			'prompt_submitted',
			'response_completed',
			'session_end',
		]);
		expect(life?.endedMs).toBe(life?.lastMs);
	});
});
