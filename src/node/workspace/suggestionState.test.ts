import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { jsonl, userLine } from '../../core/testing/transcripts';
import { soon } from '../../core/testing/soon';
import { dismissSuggestion } from '../parking/suggestionStore';
import { type BackupTestPlace, newBackupPlace } from '../testing/backupPlace';
import { type OpenWorkspace, openWorkspace } from '../testing/openWorkspace';
import { type SuggestionState, followSuggestions } from './suggestionState';

const SETTLE_MS = 50;

let place: BackupTestPlace;
let open: OpenWorkspace;
let suggestions: SuggestionState;
let isWanted: boolean;
let fired: number;
beforeEach(async () => {
	place = newBackupPlace();
	session('s1', "Let's come back to the retry logic later. Now fix the test.");
	open = await openWorkspace(place, [place.repo]);
	isWanted = true;
	suggestions = followSuggestions({ ...open, isWanted: () => isWanted });
	fired = 0;
	suggestions.onDidChange(() => fired++);
});
afterEach(() => {
	suggestions.dispose();
	open.dispose();
	place.remove();
});

function session(id: string, said: string): void {
	const own = { sessionId: id, cwd: place.repo, timestamp: '2026-11-21T09:00:00Z' };
	place.write(`home/.claude/projects/${projectSlug(place.repo)}/${id}.jsonl`, jsonl([userLine(said, own)]));
}
const texts = (): readonly string[] => suggestions.current.map(({ suggestion }) => suggestion.text);
const until = (check: () => void): Promise<void> =>
	soon(() => {
		open.clock.advance(200);
		check();
	});
/** The moment at which it would look. */
const lookAt = (): number => open.clock.now() + SETTLE_MS;

test('a view that comes on screen gets what was put off, and is told once', async () => {
	expect(texts()).toEqual([]);
	suggestions.hint();
	await until(() => expect(texts()).toEqual([expect.stringContaining('retry logic')]));
	await suggestions.refresh();
	expect(fired).toBe(1);
});

test('what a new session puts off is added', async () => {
	await suggestions.refresh();
	session('s2', "Let's revisit the error handling later.");
	open.sessions.hint(undefined);
	await until(() => expect(texts()).toHaveLength(2));
	expect(fired).toBe(2);
});

test('what was dismissed goes with the next reading', async () => {
	await suggestions.refresh();
	await dismissSuggestion(place.claude, suggestions.current[0]?.suggestion.key ?? '', open.clock.now());
	suggestions.hint();
	await until(() => expect(texts()).toEqual([]));
	expect(fired).toBe(2);
});

test('nothing is read for a view that is not on screen', async () => {
	isWanted = false;
	suggestions.hint();
	expect(open.clock.waiting).not.toContain(lookAt());
	isWanted = true;
	suggestions.hint();
	expect(open.clock.waiting).toContain(lookAt());
});

test('who lets go of it is told nothing more, and leaves no timer', async () => {
	suggestions.hint();
	suggestions.dispose();
	expect(open.clock.waiting).not.toContain(lookAt());
	suggestions.hint();
	await suggestions.refresh();
	expect([texts(), fired]).toEqual([[], 0]);
});
