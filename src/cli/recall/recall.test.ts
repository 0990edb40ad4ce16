// What `recall` says to a person and to Claude.
import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { type Line, assistantLine, chained, forkedLines, jsonl, userLine } from '../../core/testing/transcripts';
import { findClaudeHome } from '../../node/claude/claudeHome';
import { askSessions } from '../../node/recall/askSessions';
import { NOW_MS, newRepository } from '../../node/testing/places';
import { good, place, repo, useCliPlace } from '../testing/cliPlace';
import { call } from '../testing/inProcess';
import { sinceWords } from '../../core/recall/since';

const EXPORTS = 'aaaaaaaa-0000-4000-8000-000000000001';
const MAILER = 'bbbbbbbb-0000-4000-8000-000000000002';
useCliPlace();
beforeEach(() => {
	said(EXPORTS, 'where do exports go?', 'A folder per month.');
	said(MAILER, 'the mailer times out', 'The pool of connections is too small.', { gitBranch: 'fix\nmailer' });
});

function said(sessionId: string, asked: string, answered: string, more: Record<string, unknown> = {}): void {
	const own = { sessionId, cwd: repo, timestamp: new Date(NOW_MS - 3_600_000).toISOString(), ...more };
	const lines = chained([userLine(asked, own), assistantLine(answered, {}, own)]);
	place.write(`home/.claude/projects/${projectSlug(repo)}/${sessionId}.jsonl`, jsonl(lines));
}
const found = async (words: readonly string[], env: object = {}): Promise<readonly string[]> => {
	const { out, code } = await call(['recall', ...words, '--json'], { cwd: repo, env: { ...place.env, ...env } });
	expect(code).toBe(0);
	return (JSON.parse(out) as { hits: readonly { session: string }[] }).hits.map(({ session }) => session);
};

test('the session that answers comes with what was asked and how it ended, one line each', async () => {
	const out = await good('recall', 'connection pools of the mailer');
	expect(out).toMatch(/^bbbbbbbb {2}1 hour ago {2}fix mailer {2}the mailer times out$/mu);
	expect(out).toContain('    Asked: the mailer times out\n');
	expect(out).toContain('The pool of connections is too small.');
});

test('what has changed since is said, and what a newer session concluded', async () => {
	const at = (day: number): Record<string, unknown> => ({
		timestamp: new Date(NOW_MS - day * 86_400_000).toISOString(),
	});
	said(EXPORTS, 'which folders for exports, by year or by month?', 'A folder per month.', at(9));
	said(MAILER, 'should exports keep a folder per month?', 'By year, because months are too many.', at(2));
	const out = await good('recall', 'which folder for exports');
	expect(out).toContain(
		'A newer session concluded otherwise: bbbbbbbb should exports keep a folder per month?: By year',
	);
	expect(out.indexOf('bbbbbbbb')).toBeLessThan(out.indexOf('aaaaaaaa'));
	expect(sinceWords({ files: 1, gone: 1, branch: 'merged' }, 3)).toEqual([
		'1 of 3 files changed',
		'1 deleted',
		'branch merged',
	]);
});

test('a name of the person’s own is the one that is shown', async () => {
	await good('sessions', 'edit', EXPORTS, '--name', 'Monthly exports');
	expect(await good('recall', 'export folders')).toMatch(/^aaaaaaaa .*Monthly exports$/mu);
});

test('several wordings are one question', async () => {
	expect((await found(['smtp', '--query', 'connection pool']))[0]).toBe(MAILER);
});

test('what nothing answers is said, and is no failure', async () => {
	expect(await good('recall', 'kubernetes')).toBe('No session answers this.\n');
	const { code, err } = await call(['recall'], { cwd: repo, env: place.env });
	expect([code, err]).toEqual([2, expect.stringContaining('Ask what?')]);
});

test('a part of a clause is found in writing without spaces', async () => {
	said(EXPORTS, 'ログイン画面でセッションの有効期限を延ばしたい', '有効期限を三十日にしました。');
	said(MAILER, '我们决定把数据库连接池调大', '连接池现在是五十。');
	expect(await found(['有効期限はどうなった?'])).toEqual([EXPORTS]);
	expect(await found(['连接池为什么调大'])).toEqual([MAILER]);
	expect(await found(['"連絡先"'])).toEqual([]);
});

test('Claude gets neither its own session nor a private one', async () => {
	const question = ['exports mailer', '--limit', '5'];
	await good('sessions', 'private', EXPORTS);
	expect([...(await found(question))].sort()).toEqual([EXPORTS, MAILER]);
	const asking = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'cccccccc-0000-4000-8000-000000000003' };
	expect(await found(question, asking)).toEqual([MAILER]);
	expect(await found(question, { ...asking, CLAUDE_CODE_SESSION_ID: MAILER })).toEqual([]);
});

test('Claude gets nothing that was forked from a private session, whoever made the fork', async () => {
	const FORKED = 'cccccccc-0000-4000-8000-000000000003';
	const COPIED = 'dddddddd-0000-4000-8000-000000000004';
	const own = { sessionId: EXPORTS, cwd: repo, timestamp: new Date(NOW_MS - 3_600_000).toISOString() };
	const origin = chained([
		userLine('where do exports go?', own),
		assistantLine('A folder per month.', {}, own),
		userLine('and who reads them?', own),
	]);
	const late = { timestamp: new Date(NOW_MS - 60_000).toISOString(), cwd: repo };
	const write = (id: string, lines: readonly Line[]): string =>
		place.write(`home/.claude/projects/${projectSlug(repo)}/${id}.jsonl`, jsonl(lines));
	write(EXPORTS, origin);
	// By the SDK, which names the origin; and by `--fork-session`, which copies the lines as they are.
	write(FORKED, [
		...forkedLines(origin, FORKED, NOW_MS - 120_000),
		userLine('which month?', { ...late, sessionId: FORKED }),
	]);
	write(COPIED, [
		...origin.map((line) => ({ ...line, sessionId: COPIED })),
		userLine('which day?', { ...late, sessionId: COPIED }),
	]);
	const asking = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: MAILER };
	expect(await found(['exports'], asking)).not.toEqual([]);
	await good('sessions', 'private', EXPORTS);
	expect(await found(['exports'], asking)).toEqual([]);
	expect(await found(['which', 'day'], asking)).toEqual([]);
	expect(await found(['exports'])).not.toEqual([]);
	// The fork itself may go on with what it has.
	for (const words of [['list'], ['search', 'exports'], ['show', FORKED], ['show', COPIED]]) {
		const env = { ...place.env, ...asking };
		const { out, err } = await call(['sessions', ...words], { cwd: repo, env });
		expect([words, /exports|which/u.test(`${out}${err}`.replace(/^.*matches exports.*$/mu, ''))]).toEqual([
			words,
			false,
		]);
	}
	const forks = { ...place.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: COPIED };
	expect((await call(['sessions', 'show', COPIED], { cwd: repo, env: forks })).code).toBe(0);
});

test('what is read ahead of all questions is there for the first, but for private sessions, which wait for one', async () => {
	await good('sessions', 'private', EXPORTS);
	const claude = findClaudeHome(place.env);
	const ahead = { claude, project: undefined, questions: [], limit: 0, nowMs: NOW_MS };
	expect((await askSessions(ahead)).hits).toEqual([]);
	const folder = path.join(claude.keeperHome, 'cache', 'recall');
	const spoken = (): string =>
		readdirSync(folder)
			.map((name) => readFileSync(path.join(folder, name), 'latin1'))
			.join();
	expect(spoken()).toContain('connections');
	expect(spoken()).not.toContain('exports');
	expect([...(await found(['exports mailer', '--limit', '5']))].sort()).toEqual([EXPORTS, MAILER]);
	expect(spoken()).toContain('exports');
});

interface Written {
	readonly session: string | null;
	readonly source: string;
	readonly name: string;
	readonly file: string;
	readonly text: string;
}
const hitsOf = async (words: readonly string[], env: object = {}, cwd = repo): Promise<readonly Written[]> => {
	const { out } = await call(['recall', ...words, '--json'], { cwd, env: { ...place.env, ...env } });
	return (JSON.parse(out) as { hits: readonly Written[] }).hits;
};
const inMemory = (name: string): string => `home/.claude/projects/${projectSlug(repo)}/memory/${name}`;
const ASKING = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'cccccccc-0000-4000-8000-000000000003' };

test('what was written down answers, too, and says where it stands', async () => {
	const document = place.write(
		'repo/.claude/memory/session-2026-11-20-0900.md',
		`---\nsession: ${EXPORTS}\ndate: 2026-11-20T09:00:00Z\ntopic: Exports\ndirty:\n  - a.ts\n---\n# Exports\n\n## Decisions\n\n- Durian queues hold at most ten.\n\n## Next steps\n\n- None.\n`,
	);
	place.write('repo/.claude/memory/active-context.md', '# Durian queues\n');
	place.write('repo/docs/sessions/2026-11-19-mango.md', '# Mango sorting\n\nSorted by weight.\n');
	place.write('repo/docs/sessions/2026-11-19-mango.draft.md', '# Mango peeling\n');
	place.write(
		inMemory('session-open-kumquat-2026-11-21.md'),
		'---\nname: Kumquat limit\ndescription: how many per tenant\n---\nAsk sales.\n',
	);
	place.write(inMemory('project_papaya.md'), '---\nname: papaya\ntype: project\n---\nPapaya deploys need a tag.\n');
	place.write(inMemory('MEMORY.md'), '- [papaya](project_papaya.md) — papaya deploys\n');

	const durian = await hitsOf(['durian queues']);
	expect(durian).toMatchObject([
		{ session: EXPORTS, source: 'document', name: 'where do exports go?', file: document, role: 'summary' },
	]);
	expect(durian[0]?.text).toBe('## Decisions - Durian queues hold at most ten.');
	expect(await hitsOf(['mango sorting'])).toMatchObject([{ session: null, source: 'document', name: 'Mango sorting' }]);
	expect(await hitsOf(['mango peeling'])).not.toMatchObject([{ name: 'Mango peeling' }]);
	expect(await hitsOf(['kumquat limit'])).toMatchObject([{ session: null, source: 'parkedItem' }]);
	expect(await hitsOf(['how do papayas deploy'])).toMatchObject([{ session: null, source: 'memory', name: 'papaya' }]);
	expect(await good('recall', 'kumquat limit')).toContain(`    From: ~/.claude/projects/${projectSlug(repo)}/memory/`);
	expect(await good('recall', 'durian queues')).toContain(
		'    From: .claude/memory/session-2026-11-20-0900.md\n    Match: ## Decisions - Durian queues hold at most ten.\n',
	);
});

test('what was said in a session rather answers than what was written down of it', async () => {
	place.write(
		'repo/.claude/memory/session-2026-11-20-0900.md',
		`---\nsession: ${EXPORTS}\n---\n# Exports\n\nWhere do exports go? A folder per month.\n`,
	);
	expect(await hitsOf(['where do exports go'])).toMatchObject([{ session: EXPORTS, source: 'transcript' }]);
});

test('what is written anew, or taken away, is answered as it is now', async () => {
	const item = 'session-open-kumquat-2026-11-21.md';
	const write = (body: string): string => place.write(inMemory(item), `---\nname: Kumquat\n---\n${body}\n`);
	const file = write('Ask sales.');
	expect(await hitsOf(['kumquat'])).toMatchObject([{ source: 'parkedItem' }]);
	write('Ask sales, and the tamarind team.');
	expect(await hitsOf(['tamarind'])).toMatchObject([{ source: 'parkedItem', name: 'Kumquat' }]);
	rmSync(file);
	expect(await hitsOf(['kumquat'])).toEqual([]);
});

test('a session whose transcript is gone is found by what its record says', async () => {
	const record = (id: string): object => ({
		id,
		state: 'ended',
		started_at: '2026-11-18T09:00:00Z',
		last_activity: '2026-11-18T10:00:00Z',
		context: { current_task: 'Lychee invoices', recent_files: [], recent_tools: [], key_entities: [] },
		events: [],
		hot_memory: [],
		metadata: { title: 'Lychee invoices' },
	});
	const GONE = 'dddddddd-0000-4000-8000-000000000004';
	for (const id of [GONE, MAILER])
		place.write(`repo/.claude/memory/sessions/archive/2026-11-18_09-00_${id}.json`, JSON.stringify(record(id)));
	expect(await hitsOf(['lychee invoices'])).toMatchObject([
		{ session: GONE, source: 'record', name: 'Lychee invoices' },
	]);
});

test('Claude gets nothing that was written of a private session, and one project nothing of another', async () => {
	place.write(
		inMemory('session-open-fig-2026-11-21.md'),
		`---\nname: Fig trees\nsession: ${EXPORTS}\n---\nWater them.\n`,
	);
	const other = newRepository(path.join(place.root, 'other'));
	expect(await hitsOf(['fig trees'], ASKING)).toMatchObject([{ session: EXPORTS, source: 'parkedItem' }]);
	expect(await hitsOf(['fig trees'], {}, other)).toEqual([]);
	expect(await hitsOf(['fig trees', '--everywhere'], {}, other)).toMatchObject([{ session: EXPORTS }]);
	await good('sessions', 'private', EXPORTS);
	expect(await hitsOf(['fig trees'], ASKING)).toEqual([]);
	expect(await hitsOf(['fig trees'])).toMatchObject([{ session: EXPORTS }]);
});

test('a link that leads the documents out of the project is not followed', async () => {
	place.write('elsewhere/session-2026-11-20-0900.md', '# Durian queues\n');
	mkdirSync(path.join(repo, '.claude'), { recursive: true });
	symlinkSync(path.join(place.root, 'elsewhere'), path.join(repo, '.claude/memory'));
	expect(await hitsOf(['durian queues'])).toEqual([]);
});
