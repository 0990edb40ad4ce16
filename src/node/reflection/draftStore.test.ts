import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { openTrash } from '../keeper/keeperTrash';
import { openRedactor } from '../privacy/openRedactor';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../testing/backupPlace';
import { NOW_MS } from '../testing/places';
import { DraftStore } from './draftStore';
import { LedgerFile } from './ledgerFile';

let place: BackupTestPlace;
let folder: string;
beforeEach(() => {
	place = newBackupPlace();
	folder = path.join(place.repo, 'docs/sessions');
	mkdirSync(folder, { recursive: true });
});
afterEach(() => place.remove());

test('a draft that two ratify at once becomes one file', async () => {
	const { claude } = place;
	const project = await place.project();
	const open = (): DraftStore =>
		new DraftStore(project, openTrash(claude), new LedgerFile(claude), new FakeClock(NOW_MS), () =>
			openRedactor(claude),
		);
	writeFileSync(path.join(folder, `${SESSION}.draft.md`), `---\nsession: ${SESSION}\nstatus: draft\n---\n\nWords.\n`);
	const ratified = await Promise.all([open().ratify(SESSION), open().ratify(SESSION)]);
	expect(ratified.flatMap((each) => each?.file ?? [])).toEqual([path.join(folder, `${SESSION}.md`)]);
	expect(readdirSync(folder)).toEqual([`${SESSION}.md`]);
	expect(readFileSync(path.join(folder, `${SESSION}.md`), 'utf8')).toContain('status: ratified');
});
