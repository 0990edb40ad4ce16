// T32: a folder that may not be read is no empty one. The calls are Node's own, refused: root may read everything.
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listDrafts } from '../reflection/draftFiles';
import { type BackupTestPlace, newBackupPlace } from '../testing/backupPlace';
import { listDocuments } from './documentFiles';

const { readdir } = promises;
let place: BackupTestPlace;
beforeEach(() => (place = newBackupPlace()));
afterEach(() => {
	Object.assign(promises, { readdir });
	syncBuiltinESMExports();
	place.remove();
});

function refuse(code: string, folder: string): void {
	const refused = async (...call: Parameters<typeof readdir>): Promise<unknown> => {
		if (String(call[0]).endsWith(folder)) throw Object.assign(new Error(`${code}: refused`), { code });
		return readdir(...call);
	};
	Object.assign(promises, { readdir: refused });
	syncBuiltinESMExports();
}

test.each(['.claude/memory', 'docs/sessions'])(
	'documents and drafts in %s that may not be read are not none',
	async (folder) => {
		place.write(`repo/${folder}/session-2026-11-20-1200.md`, 'A document.\n');
		place.write('repo/docs/sessions/1d15ee69.draft.md', 'A draft.\n');
		const project = await place.project();
		expect(await listDocuments(project)).not.toEqual([]);
		refuse('EACCES', folder);
		await expect(listDocuments(project)).rejects.toThrow('EACCES');
		if (folder === 'docs/sessions') await expect(listDrafts(project)).rejects.toThrow('EACCES');
		refuse('ENOENT', folder);
		expect(await listDocuments(project)).toHaveLength(folder === 'docs/sessions' ? 0 : 1);
	},
);
