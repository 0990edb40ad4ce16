// Which files a session changed, from its transcript and those of its subagents.
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Line, SESSION, assistantLine, chained, jsonl, resultLine } from '../../core/testing/transcripts';
import { type Place, newPlace } from '../testing/places';
import { filesChanged } from './ownChanges';

let place: Place;
beforeEach(() => void (place = newPlace()));
afterEach(() => place.remove());

let calls = 0;
/** A call that writes all of a file, and its answer. */
function write(file: string, before: string | null, after: string, own: Line = {}): readonly Line[] {
	const id = `call-${++calls}`;
	const type = before === null ? 'create' : 'update';
	const toolUseResult = { type, filePath: file, content: after, structuredPatch: [], originalFile: before };
	return [
		{ ...assistantLine({ tool: 'Write', id, input: { file_path: file, content: after } }), ...own },
		{ ...resultLine(id, 'ok', { toolUseResult }), cwd: '/work', ...own },
	];
}
const at = (minute: number): Line => ({ timestamp: new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString() });
const transcript = (lines: readonly Line[]): string => place.write(`${SESSION}.jsonl`, jsonl(chained(lines)));
const told = async (file: string): Promise<unknown> =>
	(await filesChanged({ id: SESSION, file }, '/work')).map(({ path: changed, changes, isCreated, texts }) => [
		changed,
		changes,
		isCreated,
		...texts.map(({ before, after }) => `${before}→${after}`),
	]);

test('a file is one however its path is written, and what it was and is comes from the transcript', async () => {
	const file = transcript([...write('/work/a', null, '1'), ...write('b', 'x', 'y'), ...write('a', '1', '2')]);
	expect(await told(file)).toEqual([
		[path.resolve('/work/a'), 2, true, '→2'],
		[path.resolve('/work/b'), 1, false, 'x→y'],
	]);
});

test('what a subagent did in between is the session’s own, in its place', async () => {
	const file = transcript([...write('/work/a', '0', '1', at(1)), ...write('/work/a', '2', '3', at(3))]);
	place.write(`${SESSION}/subagents/agent-1.jsonl`, jsonl(chained(write('/work/a', '1', '2', at(2)))));
	expect(await told(file)).toEqual([[path.resolve('/work/a'), 3, false, '0→3']]);
});

test('lines of another session, lines that stand there twice, and calls that failed do not count', async () => {
	const twice = chained(write('/work/a', '0', '1'));
	const refused = write('/work/c', '0', '1', { toolDenialKind: 'user-rejected' });
	const file = place.write(
		`${SESSION}.jsonl`,
		jsonl([...twice, ...twice, ...write('/work/b', '0', '1', { sessionId: 'another' }), ...refused]),
	);
	expect(await told(file)).toEqual([[path.resolve('/work/a'), 1, false, '0→1']]);
});

test('a transcript that is gone is said to be', async () => {
	await expect(told(path.join(place.root, 'gone.jsonl'))).rejects.toThrow('ENOENT');
});

test('a line that does not say its folder was said in that of the session', async () => {
	const file = transcript(write('src/a', null, '1').map((line) => ({ ...line, cwd: undefined })));
	expect(await told(file)).toEqual([[path.resolve('/work/src/a'), 1, true, '→1']]);
});

test('a file that was removed and made anew has before it what it was', async () => {
	const file = transcript([...write('a', 'old', 'x', at(1)), ...write('a', null, 'new', at(2))]);
	expect(await told(file)).toEqual([[path.resolve('/work/a'), 2, true, 'old→x', '→new']]);
});
