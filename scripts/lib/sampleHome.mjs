// A workspace and a Claude home that show every state the product knows: for `npm start`, the integration tests and
// the end-to-end tests. Nothing outside of the folder that is given is read or written.
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { toolEnvironment } from './process.mjs';
import { writeDeletedSession, writeSampleBackups } from './sampleBackups.mjs';
import { writeSampleParked } from './sampleParked.mjs';
import { claudeSlug, formulaSlug, writeLiveSession, writeTranscript } from './sampleSessions.mjs';

export { projectMemory } from './sampleBackups.mjs';
export { localDate, writeMemoryIndex, writeParkedItem } from './sampleParked.mjs';
export { claudeSlug, formulaSlug, processStart, writeLiveSession } from './sampleSessions.mjs';
export { writeTranscript } from './sampleSessions.mjs';

/** Fixed ids, so that a test can name a session. */
export const SESSIONS = {
	live: '11111111-aaaa-4aaa-8aaa-000000000001',
	ended: '22222222-bbbb-4bbb-8bbb-000000000002',
	compacted: '33333333-cccc-4ccc-8ccc-000000000003',
	tasks: '44444444-dddd-4ddd-8ddd-000000000004',
	plain: '55555555-eeee-4eee-8eee-000000000005',
	deleted: '66666666-ffff-4fff-8fff-000000000006',
};

const COMMITS = [
	{
		subject: 'Add a store for todos',
		files: {
			'README.md': '# Todo app\n\nA tiny in-memory todo list.\n',
			'package.json': '{\n  "name": "todo-app",\n  "private": true,\n  "type": "module"\n}\n',
			'src/store.js':
				'const items = new Map()\nlet nextId = 1\n\nexport function add(title) {\n  const item = { id: nextId++, title, done: false }\n  items.set(item.id, item)\n  return item\n}\n\nexport function list() {\n  return [...items.values()]\n}\n',
		},
	},
	{
		subject: 'Test the store',
		files: {
			'CLAUDE.md': '# Project notes\n- Node 20, ES modules, no dependencies.\n',
			'test/store.test.js':
				"import test from 'node:test'\nimport assert from 'node:assert'\nimport { add, list } from '../src/store.js'\n\ntest('add and list', () => {\n  add('milk')\n  assert.equal(list().length, 1)\n})\n",
		},
	},
	{
		subject: 'Remove a todo by its id',
		files: { 'src/remove.js': 'export function remove(items, id) {\n  return items.delete(id)\n}\n' },
	},
];

/** The folders only: a git repository and a home without Claude. Tests build their own state on it. */
export function buildEmptySample(dir, { workspaceName = 'todo-app' } = {}) {
	mkdirSync(dir, { recursive: true });
	// Claude Code names folders by the physical path.
	const real = realpathSync(dir);
	const [workspace, home] = [path.join(real, workspaceName), path.join(real, 'home')];
	for (const folder of [workspace, home]) mkdirSync(folder, { recursive: true });
	commitFiles(workspace);
	const claude = path.join(home, '.claude');
	const projectDir = path.join(claude, 'projects', claudeSlug(workspace));
	return {
		workspace,
		home,
		claude,
		projectDir,
		memoryDir: path.join(projectDir, 'memory'),
		formulaDir: path.join(claude, 'projects', formulaSlug(workspace), 'memory'),
	};
}

/**
 * Everything at once. The live session is alive for as long as the process `pid` is.
 * @param {boolean} [options.hasDeleted] whether there is a session that Claude Code has deleted, too
 * @returns the paths of buildEmptySample, with `parked`, `sessions` and `backups` by name
 */
export function buildSample(dir, { now = Date.now(), pid = process.pid, hasDeleted = false, ...options } = {}) {
	const sample = buildEmptySample(dir, options);
	const { workspace, claude } = sample;
	const minutesAgo = (minutes) => now - minutes * 60_000;
	const session = (key, name, minutes) => ({
		id: SESSIONS[key],
		file: writeTranscript({ claude, workspace, name, sessionId: SESSIONS[key], endedAt: minutesAgo(minutes) }),
	});
	const sessions = {
		live: session('live', 'ai-title', 3),
		ended: session('ended', 'tool-use', 35),
		compacted: session('compacted', 'compacted', 100),
		tasks: session('tasks', 'tasks', 26 * 60),
		plain: session('plain', 'plain-chat', 9 * 60),
	};
	writeLiveSession({ claude, workspace, sessionId: sessions.live.id, pid, now: minutesAgo(3) });
	const gone = { workspace, claude, sessionId: SESSIONS.deleted, title: 'Count open todos', now };
	return {
		...sample,
		...(hasDeleted ? { deleted: writeDeletedSession(gone) } : {}),
		sessions,
		parked: writeSampleParked({ ...sample, now, session: sessions.live.id }),
		backups: writeSampleBackups({ workspace, claude, sessions, now }),
	};
}

function commitFiles(workspace) {
	git(workspace, 'init', '--quiet', '--initial-branch=main');
	for (const { subject, files } of COMMITS) {
		for (const [name, text] of Object.entries(files)) {
			const file = path.join(workspace, name);
			mkdirSync(path.dirname(file), { recursive: true });
			writeFileSync(file, text);
		}
		git(workspace, 'add', '--all');
		git(workspace, 'commit', '--quiet', '--no-verify', '--message', subject);
	}
}

/** Real git, without the person's own configuration: a signing key or a template must not get into a sample. */
export function git(cwd, ...args) {
	const identity = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', '-c', 'commit.gpgsign=false'];
	const env = toolEnvironment({ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });
	return execFileSync('git', [...identity, ...args], { cwd, env, encoding: 'utf8' });
}
