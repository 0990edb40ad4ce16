// What the editor does of itself about private files that git could take.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { soon } from '../../core/testing/soon';
import { openRedactor } from '../privacy/openRedactor';
import { SessionsStore } from '../sessions/sessionsStore';
import { NOW_MS, type Place, git, newPlace, newRepository } from '../testing/places';
import { leavePrivate } from '../testing/privateLeavings';
import { WorkspaceStore } from './workspaceStore';

let place: Place;
let repo: string;
let clock: FakeClock;
let open: { store: WorkspaceStore; sessions: SessionsStore; logger: RecordingLogger } | undefined;
beforeEach(async () => {
	place = newPlace();
	clock = new FakeClock(NOW_MS);
	repo = newRepository(path.join(place.root, 'repo'));
	await leavePrivate(place, repo);
});
afterEach(() => {
	open?.store.dispose();
	open?.sessions.dispose();
	place.remove();
});

const status = (): string => git(repo, 'status', '--porcelain', '--untracked-files=all');
/** As it was where an older version of ours met a clean-up. */
function expose(): void {
	for (const name of ['.claude/memory/.gitignore', '.claude/memory/raw/.gitignore', '.git/info/exclude'])
		rmSync(path.join(repo, name));
	expect(status()).toContain('?? .claude/memory/raw/');
}
async function openFolder(isTrusted: boolean): Promise<RecordingLogger> {
	const logger = new RecordingLogger();
	const { claude } = place;
	const sessions = new SessionsStore({ claude, clock, logger, redactor: () => openRedactor(claude) });
	const [mayExpire, isOpenTrusted] = [() => false, () => isTrusted];
	const store = new WorkspaceStore({ claude, sessions, clock, logger, mayExpire, isTrusted: isOpenTrusted });
	open = { store, sessions, logger };
	await store.open([repo]);
	return logger;
}

test('an opened folder is mended at once, and again under its eyes, with a word in the log', async () => {
	expose();
	const logger = await openFolder(true);
	expect(status()).toBe('');
	expect(JSON.stringify(logger)).toContain('git could have taken private files');
	expose();
	await soon(() => {
		clock.advance(100); // What belongs together has come.
		expect(status()).toBe('');
	});
});

test('in Restricted Mode nothing is written', async () => {
	expose();
	const before = status();
	await openFolder(false);
	expect(status()).toBe(before);
});
