import { describe, expect, test } from 'vitest';
import {
	type TimelineSession,
	canBeLatest,
	documentToTakeUp,
	inOrder,
	isCovered,
	isHeld,
	resumableOf,
} from './timeline';

const PROMPT_MS = 1_000_000;
const session = (own: Partial<TimelineSession> = {}): TimelineSession => ({
	id: 's',
	lastMs: PROMPT_MS + 60_000,
	lastPrompt: { atMs: PROMPT_MS, isHandOff: false },
	hasWork: true,
	isLive: false,
	isProgram: false,
	isDone: false,
	isReadable: true,
	documents: [],
	handOffs: [],
	...own,
});
const saved = (minutes: number, isDraft = false) => ({ atMs: PROMPT_MS + minutes * 60_000, isDraft });

test('newest words come first, and the id decides between equals', () => {
	const rows = [session({ id: 'b', lastMs: 1 }), session({ id: 'a', lastMs: 1 }), session({ id: 'c', lastMs: 2 })];
	expect(inOrder(rows).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
});

describe('latest', () => {
	test.each<[string, Partial<TimelineSession>, boolean]>([
		['has work', {}, true],
		['is not one without work', { hasWork: false }, false],
		['is not the one that asks', { id: 'me' }, false],
		['is not one that a process holds', { isLive: true }, false],
		['is not a program’s', { isProgram: true }, false],
		['is not one that a person marked as done', { isDone: true }, false],
		['may be a document that names no session', { id: undefined }, true],
	])('%s', (_name, own, expected) => {
		expect(canBeLatest(session(own), 'me')).toBe(expected);
	});

	test('may be a document without a session where no session asks', () => {
		expect(canBeLatest(session({ id: undefined }), undefined)).toBe(true);
	});

	test('passes over what a process holds, and says so unless it is the asking one or a program’s', () => {
		const live = { isLive: true };
		expect(
			[live, { ...live, id: 'me' }, { ...live, isProgram: true }, {}].map((own) => isHeld(session(own), 'me')),
		).toEqual([true, false, false, false]);
	});
});

describe('backups are covered', () => {
	test.each<[string, Partial<TimelineSession>, boolean]>([
		['by a document after the last prompt', { handOffs: [{ kind: 'document', atMs: PROMPT_MS + 1 }] }, true],
		['by a saved protocol', { handOffs: [{ kind: 'protocol', atMs: PROMPT_MS + 1 }] }, true],
		[
			'within the second, which is all that a document says',
			{ handOffs: [{ kind: 'document', atMs: PROMPT_MS - 900 }] },
			true,
		],
		['not by one before it', { handOffs: [{ kind: 'document', atMs: PROMPT_MS - 60_000 }] }, false],
		['not by a hand-off that we know nothing of', { lastPrompt: { atMs: PROMPT_MS, isHandOff: true } }, false],
		['not by nothing', {}, false],
	])('%s', (_name, own, expected) => {
		expect(isCovered(session(own))).toBe(expected);
	});
});

describe('taking up', () => {
	test('a document that is newer than the last prompt', () => {
		expect(documentToTakeUp(session({ documents: [saved(2), saved(1)] }))).toEqual(saved(2));
	});
	test('nothing older, so that one is made', () => {
		expect(documentToTakeUp(session({ documents: [saved(-2)] }))).toBeUndefined();
	});
	test('no draft while the session can be read', () => {
		expect(documentToTakeUp(session({ documents: [saved(3, true), saved(-2)] }))).toBeUndefined();
	});
	test('whatever is left where it cannot, and never a draft', () => {
		const gone = { isReadable: false, lastPrompt: undefined };
		expect(documentToTakeUp(session({ ...gone, documents: [saved(3, true), saved(-2)] }))).toEqual(saved(-2));
		expect(documentToTakeUp(session({ ...gone, documents: [saved(3, true)] }))).toBeUndefined();
		expect(documentToTakeUp(session(gone))).toBeUndefined();
	});
});

describe('a session offers to go on', () => {
	const offered = (own: Partial<TimelineSession>): unknown =>
		resumableOf(session(own)).map(({ document }) => document ?? 'itself');
	test.each<[string, Partial<TimelineSession>, unknown]>([
		['with it as it is', {}, ['itself']],
		[
			'also with its older documents and drafts',
			{ documents: [saved(-2), saved(3, true)] },
			['itself', saved(-2), saved(3, true)],
		],
		['with the document that would be taken up once', { documents: [saved(2), saved(1)] }, ['itself', saved(1)]],
		['with what a program left alone', { isProgram: true, documents: [saved(-2)] }, [saved(-2)]],
		['with nothing where it is a program’s', { isProgram: true }, []],
		['with nothing where it has no work', { hasWork: false }, []],
	])('%s', (_name, own, expected) => expect(offered(own)).toEqual(expected));
});
