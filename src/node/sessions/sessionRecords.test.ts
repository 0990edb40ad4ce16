import {
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type SessionRecord, parseRecord } from '../../core/sessions/record';
import type { Project } from '../project/project';
import { archiveRecord, readRecords, writeActiveRecord } from './sessionRecords';

const folders: string[] = [];
function temporary(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'records-'));
	folders.push(folder);
	return folder;
}
afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function project(root = temporary()): Project {
	return {
		id: 'project',
		identity: { id: 'project', former: [], copyOf: [], sinceMs: undefined, news: undefined },
		home: root,
		folder: root,
		checkout: root,
		root,
		isGit: false,
		gitDir: undefined,
		gitTop: root,
		filesRoot: root,
		savesRoot: root,
		memoryDir: root,
		formulaDirs: [],
		formerMemory: [],
		checkouts: [root],
		launchRoots: [root],
		transcriptsDir: root,
	};
}
function record(id: string, startedAt = '2026-11-20T09:05:00.000Z'): SessionRecord {
	const fields = { id, state: 'active', started_at: startedAt, last_activity: startedAt };
	return parseRecord(JSON.stringify(fields)) ?? expect.fail('No record.');
}
const sessions = (p: Project, ...rest: string[]): string =>
	path.join(p.filesRoot, '.claude', 'memory', 'sessions', ...rest);

describe('session records', () => {
	it('are written for their owner alone and read back, newest first', async () => {
		const p = project();
		await writeActiveRecord(p, record('a', '2026-11-20T09:00:00Z'));
		const file = await writeActiveRecord(p, record('b', '2026-11-20T10:00:00Z'));
		await writeActiveRecord(p, record('b', '2026-11-20T10:00:00Z'));
		expect((await readRecords(p, 'active')).map((r) => r.record.id)).toEqual(['b', 'a']);
		expect(readdirSync(sessions(p, 'active')).sort()).toEqual(['a.json', 'b.json']);
		if (process.platform !== 'win32') {
			expect(statSync(file).mode & 0o777).toBe(0o600);
			expect(statSync(sessions(p, 'active')).mode & 0o777).toBe(0o700);
		}
		expect(readFileSync(path.join(p.filesRoot, '.claude/memory/.gitignore'), 'utf8')).toContain('sessions/');
	});

	it('move to the archive under their start', async () => {
		const p = project();
		await writeActiveRecord(p, record('a'));
		const file = await archiveRecord(p, { ...record('a'), state: 'ended' });
		expect(path.basename(file)).toBe('2026-11-20_09-05_a.json');
		expect(readdirSync(sessions(p, 'active'))).toEqual([]);
		expect((await readRecords(p, 'archive'))[0]?.record.state).toBe('ended');
		await archiveRecord(p, { ...record('a'), state: 'ended' });
		expect(readdirSync(sessions(p, 'archive'))).toHaveLength(1);
	});

	it('of a broken, a foreign or a huge file are none, and the file stays', async () => {
		const p = project();
		await writeActiveRecord(p, record('a'));
		writeFileSync(sessions(p, 'active', 'broken.json'), '{');
		writeFileSync(sessions(p, 'active', 'huge.json'), ' '.repeat(1_100_000));
		writeFileSync(sessions(p, 'active', 'note.txt'), 'x');
		mkdirSync(sessions(p, 'active', 'folder.json'));
		writeFileSync(sessions(p, 'active', 'short.json'), readFileSync(sessions(p, 'active', 'a.json')).subarray(0, -3));
		const names = readdirSync(sessions(p, 'active'));
		expect((await readRecords(p, 'active')).map((r) => r.record.id)).toEqual(['a']);
		expect(readdirSync(sessions(p, 'active'))).toEqual(names);
	});

	it('of a project without any are none', async () => {
		expect(await readRecords(project(), 'active')).toEqual([]);
	});

	it('are not written for an id that names another folder', async () => {
		const p = project();
		expect(path.dirname(await writeActiveRecord(p, record('../../x')))).toBe(sessions(p, 'active'));
	});

	it.skipIf(process.platform === 'win32')('are refused where a link leads outside the project', async () => {
		const p = project();
		const elsewhere = temporary();
		mkdirSync(path.dirname(sessions(p)), { recursive: true });
		symlinkSync(elsewhere, sessions(p));
		const refused = /^Refused: .*sessions.* leads outside the project$/u;
		await expect(writeActiveRecord(p, record('a'))).rejects.toThrow(refused);
		await expect(archiveRecord(p, record('a'))).rejects.toThrow(refused);
		await expect(readRecords(p, 'active')).rejects.toThrow(refused);
		expect(readdirSync(elsewhere)).toEqual([]);
	});
});
