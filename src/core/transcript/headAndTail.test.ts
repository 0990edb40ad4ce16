import { expect, test } from 'vitest';
import { SESSION, START_MS, assistantLine, jsonl, userLine } from '../testing/transcripts';
import { foldHeadAndTail } from './headAndTail';
import { entriesOf } from './parseEntry';

const at = (seconds: number) => ({ timestamp: new Date(START_MS + seconds * 1_000).toISOString() });

test('the ends of a file tell whose session it is, and from when to when', () => {
	const lines = [userLine('First words', at(5)), assistantLine('x', {}, at(9)), userLine('Last words', at(7))];
	const entries = entriesOf([...jsonl(lines).split('\n'), '{"torn', '']);
	expect(entries).toHaveLength(3);
	expect(foldHeadAndTail(entries)).toMatchObject({
		title: 'First words',
		cwd: '/home/dev/app',
		entrypoint: 'cli',
		firstMessageMs: START_MS + 5_000,
		lastMessageMs: START_MS + 9_000,
		completedTasks: [],
	});
});

test('what is no message says nothing of the session but its title', () => {
	const title = JSON.stringify({ type: 'custom-title', customTitle: 'Mine', sessionId: SESSION });
	expect(foldHeadAndTail(entriesOf([title]))).toMatchObject({
		title: 'Mine',
		cwd: undefined,
		firstMessageMs: undefined,
	});
});
