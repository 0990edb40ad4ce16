import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, jsonl, userLine } from '../../core/testing/transcripts';
import { dismissSuggestion } from '../parking/suggestionStore';
import { type BackupTestPlace, newBackupPlace } from '../testing/backupPlace';
import { type OpenWorkspace, openWorkspace } from '../testing/openWorkspace';
import { SuggestedItems } from './suggestedItems';

const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

let place: BackupTestPlace;
let open: OpenWorkspace;
beforeEach(() => (place = newBackupPlace()));
afterEach(() => {
	open.dispose();
	place.remove();
});

function session(id: string, said: string, timestamp = '2026-11-21T09:00:00Z'): void {
	const own = { sessionId: id, cwd: place.repo, timestamp };
	place.write(`home/.claude/projects/${projectSlug(place.repo)}/${id}.jsonl`, jsonl([userLine(said, own)]));
}
async function suggested(): Promise<readonly string[]> {
	open = await openWorkspace(place, [place.repo]);
	return (await new SuggestedItems(open).read()).map(({ suggestion }) => suggestion.text);
}
const PUT_OFF = "Let's come back to the retry logic later. Now fix the test.";

test('what was put off in a session of an open folder is offered', async () => {
	session('s1', PUT_OFF);
	expect(await suggested()).toEqual([expect.stringContaining('retry logic')]);
});

test('what the person does not want to see again is not', async () => {
	session('s1', PUT_OFF);
	expect(await suggested()).toHaveLength(1);
	const items = new SuggestedItems(open);
	const [only] = await items.read();
	await dismissSuggestion(place.claude, only?.suggestion.key ?? '', open.clock.now());
	expect(await items.read()).toEqual([]);
});

test('of a long session the end is read, and what is appended; one that is gone says what it said', async () => {
	session('s1', PUT_OFF);
	const file = path.join(place.claude.projectsDir, projectSlug(place.repo), 's1.jsonl');
	const own = { sessionId: 's1', cwd: place.repo, timestamp: '2026-11-21T09:00:00Z' };
	appendFileSync(file, jsonl([assistantLine('x'.repeat(1024 * 1024), {}, own)]).repeat(9));
	const late = "Let's revisit the error handling later.";
	appendFileSync(file, jsonl([userLine(late, { ...own, uuid: 'late' })]));
	expect(await suggested()).toEqual([late]);
	const items = new SuggestedItems(open);
	expect(await items.read()).toHaveLength(1);
	rmSync(file);
	expect(await items.read()).toHaveLength(1);
});

test('a private session is not read, nor one of long ago', async () => {
	session('s1', PUT_OFF);
	session('s2', PUT_OFF, '2026-10-01T09:00:00Z');
	session('s3', "Let's revisit the error handling later.");
	open = await openWorkspace(place, [place.repo]);
	await open.sessions.label('s1', [{ mark: 'private', on: true }]);
	expect((await new SuggestedItems(open).read()).map(({ session }) => session.id)).toEqual(['s3']);
});

test('a secret in it is not shown', async () => {
	session('s1', `Let's come back to the retry logic later, it uses ${TOKEN}. Now fix the test.`);
	const texts = await suggested();
	expect(texts).toHaveLength(1);
	expect(texts.join()).not.toContain(TOKEN);
});
