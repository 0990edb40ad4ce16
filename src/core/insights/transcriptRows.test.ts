// How often a line is read for its rows.
import { expect, test } from 'vitest';
import { assistantLine } from '../testing/transcripts';
import { parseLine } from '../transcript/parseEntry';
import { TranscriptRows } from './transcriptRows';

test('who asks for the texts of a month has no line read a second time for its tokens', () => {
	const line = assistantLine('Done.', { usage: [1, 2, 3, 4] });
	const entry = parseLine(JSON.stringify(line)) ?? expect.fail();
	let read = 0;
	const tablesOf = (isWanted?: () => boolean): readonly string[] =>
		new TranscriptRows({ mainId: 'a', isWanted }, String)
			.take(entry, () => {
				read++;
				return line;
			})
			.map(({ table }) => table);
	expect([tablesOf(() => true), read]).toEqual([['messages'], 0]);
	expect([tablesOf(), read]).toEqual([['tokens', 'messages'], 1]);
});
