import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_LIFECYCLE } from '../../core/sessions/state';
import { findClaudeHome } from '../claude/claudeHome';
import { createRedactor } from '../../core/privacy/redaction';
import { loadSecretDetector } from '../privacy/secretDetector';
import { SessionIndex } from './index/sessionIndex';
import { archiveSessionRecord, buildSessionRecord } from './sessionFold';

const SAMPLE = path.resolve(import.meta.dirname, '../../../test/fixtures/sessions/02-tool-use-interactive');
const redactor = createRedactor(loadSecretDetector());

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'sk-fold-'));
	cpSync(SAMPLE, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function sample(): Promise<Parameters<typeof archiveSessionRecord>[0]> {
	const index = new SessionIndex();
	const projects = path.join(folder, 'projects');
	await index.start(readdirSync(projects).map((name) => path.join(projects, name)));
	const [summary] = [...index.sessions.values()];
	index.dispose();
	if (summary === undefined) throw new Error('The sample has no session.');
	const root = path.join(folder, 'project');
	mkdirSync(root, { recursive: true });
	const project = {
		id: 'project',
		identity: { id: 'project', former: [], copyOf: [], sinceMs: undefined, news: undefined },
		home: root,
		folder: root,
		checkout: root,
		root,
		isGit: true,
		gitDir: undefined,
		gitTop: root,
		filesRoot: root,
		savesRoot: root,
		memoryDir: '',
		transcriptsDir: '',
		formulaDirs: [],
		formerMemory: [],
		checkouts: [root],
		launchRoots: [root],
	};
	const labels = { marks: new Set<never>(), ownName: undefined, saidName: summary.name, tags: [], group: undefined };
	return { ...summary, ...labels, project, from: undefined, live: undefined, end: undefined };
}

describe('what only a full reading tells', () => {
	test('a record with the files, the tools and the task of the session', async () => {
		const session = await sample();
		const record = await buildSessionRecord(session, 'ended', redactor, DEFAULT_LIFECYCLE);
		expect(record).toMatchObject({ id: session.id, state: 'ended', metadata: { title: session.name } });
		expect(record?.context.recent_tools).toContain('Edit');
		expect(record?.context.recent_files.join()).toContain('store.js');
		expect(record?.events.length).toBeGreaterThan(0);
		expect(record?.context.current_task).toBe(session.name);
		expect(record?.metadata).toMatchObject({ open_tasks: [], worked_minutes: 0 });
	});

	test('of the end of a large file nobody knows how long it was worked', async () => {
		const session = await sample();
		const record = await buildSessionRecord(session, 'ended', redactor, DEFAULT_LIFECYCLE, session.sizeBytes >> 1);
		expect(record?.metadata).toMatchObject({ worked_minutes: null });
	});

	test('an archived record is for its owner only', async () => {
		const sessions = { stateOf: () => 'ended' as const, lifecycle: DEFAULT_LIFECYCLE };
		const file = await archiveSessionRecord(await sample(), sessions, findClaudeHome({ HOME: folder }));
		expect(path.basename(file)).toMatch(/^\d{4}-\d\d-\d\d_\d\d-\d\d_[0-9a-f-]+\.json$/u);
		expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ state: 'ended' });
		if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
	});

	test('a transcript that is gone is said to be', async () => {
		const session = await sample();
		rmSync(session.file);
		await expect(buildSessionRecord(session, 'ended', redactor, DEFAULT_LIFECYCLE)).rejects.toThrow('ENOENT');
	});
});
