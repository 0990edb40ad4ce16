// `session-keeper documents …` in a real repository.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { longSession } from '../../core/testing/longSession';
import { assistantLine, chained, jsonl, userLine } from '../../core/testing/transcripts';
import { NOW_MS, type Place, newPlace, newRepository } from '../../node/testing/places';
import { useUtc } from '../../node/testing/timeZone';
import { type Ended, call } from '../testing/inProcess';

const SESSION = 'aaaaaaaa-0000-4000-8000-000000000001';
const OTHER = 'aaaaaaaa-0000-4000-8000-000000000002';

useUtc();
let place: Place;
let repo: string;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	transcript(SESSION, jsonl(longSession()));
});
afterEach(() => place.remove());

function transcript(session: string, text: string): void {
	const folder = path.join(place.claude.projectsDir, projectSlug(repo));
	mkdirSync(folder, { recursive: true });
	const own = text
		.trim()
		.split('\n')
		.map((line) =>
			JSON.stringify({ ...(JSON.parse(line) as object), sessionId: session, cwd: repo }).replaceAll(
				'/home/dev/app',
				repo,
			),
		);
	writeFileSync(path.join(folder, `${session}.jsonl`), `${own.join('\n')}\n`);
}
function run(args: readonly string[], how: { input?: string; env?: NodeJS.ProcessEnv } = {}): Promise<Ended> {
	const env = { ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString(), ...how.env };
	return call(args, { cwd: repo, env, input: how.input ?? '' });
}
const memory = (name: string): string => path.join(repo, '.claude/memory', name);
const DOCUMENT = '.claude/memory/session-2026-11-21-1000.md';

describe('documents', () => {
	test('one whose front matter nobody can read says so, in a list with columns, too', async () => {
		mkdirSync(memory(''), { recursive: true });
		writeFileSync(path.join(repo, DOCUMENT), '---\ntopic: [\n---\n# Broken\n');
		expect((await run(['documents', 'list'])).out).toContain('(unreadable front matter, ');
		expect((await run(['documents', 'list', '--plain'])).out).toMatch(/\tunreadable front matter\t$/mu);
	});

	test('are saved, listed, opened and resumed', async () => {
		expect(await run(['documents', 'list'])).toMatchObject({
			code: 0,
			out: expect.stringContaining('no document yet'),
		});
		const saved = await run(['documents', 'save']);
		expect(saved).toMatchObject({ code: 0, err: '' });
		expect(saved.out.split('\n').slice(0, 2)).toEqual([
			`Saved: ${DOCUMENT}`,
			`Active context: ${memory('active-context.md')}`,
		]);
		// No command of ours is installed here.
		expect(saved.out).toContain(`or session-keeper resume ${DOCUMENT}`);
		expect((await run(['documents', 'list'])).out).toContain(
			`- ${DOCUMENT} — Sessions survive a restart (main, just now)`,
		);
		const opened = await run(['documents', 'open', 'restart']);
		expect(opened.out).toContain(
			'Since then:\n- Saved just now.\n- Files no longer there: src/sessions.ts, src/db.ts.',
		);
		expect(opened.out).toContain('## Sources');
		const resumed = await run(['documents', 'resume']);
		expect(resumed.out).toMatch(/^## Resumed: Sessions survive a restart\n\nFrom: \.claude\/memory\/session-/u);
		expect(resumed.out).not.toContain('## Sources');
		expect((await run(['documents', 'resume', '--prompt'])).out).toMatch(
			/^Continue the work on “Sessions survive a restart”/u,
		);
	});

	test('speak JSON with every field', async () => {
		const { saved, ...rest } = JSON.parse((await run(['documents', 'save', '--json'])).out) as Record<string, unknown>;
		expect(rest).toEqual({
			schemaVersion: 1,
			engine: 'builtin',
			notEnriched: null,
			activeContext: memory('active-context.md'),
			processed: [],
			pending: [],
			undo: expect.stringMatching(/^20261121T/u) as string,
		});
		expect(saved).toMatchObject({
			file: path.join(repo, DOCUMENT),
			path: DOCUMENT,
			topic: 'Sessions survive a restart',
			session: SESSION,
			saved: '2026-11-21T10:00:00.000Z',
			confidence: 'high',
			status: 'ratified',
			isReadable: true,
		});
		const list = JSON.parse((await run(['documents', 'list', '--json'])).out) as {
			documents: unknown[];
			pending: unknown[];
			sessions: unknown[];
		};
		expect([list.documents, list.pending]).toEqual([[saved], []]);
		expect(list.sessions).toEqual([
			{
				id: SESSION,
				title: 'Sessions survive a restart',
				lastMessage: expect.any(String),
				hasWork: true,
				isRunning: false,
				isProgram: false,
				isReadable: true,
				isCovered: true,
				documents: [path.join(repo, DOCUMENT)],
				backups: [],
			},
		]);
		const resumed = JSON.parse((await run(['documents', 'resume', '--json'])).out) as Record<string, unknown>;
		expect(resumed).toMatchObject({
			resumed: { file: path.join(repo, DOCUMENT) },
			processed: null,
			pendingLeft: 0,
			drift: { ageSeconds: 0, branchNow: 'main', commits: 'same', ahead: null, gone: ['src/sessions.ts', 'src/db.ts'] },
		});
		expect(resumed['text']).toBe(readFileSync(path.join(repo, DOCUMENT), 'utf8'));
	});

	test('belong to the session that the command runs in', async () => {
		transcript(OTHER, jsonl(chained([userLine('Draw the logo'), assistantLine('It is in the file logo.svg now.')])));
		const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: SESSION };
		expect((await run(['documents', 'save'], { env })).out).toContain('Next: Delete expired rows');
	});

	test('T42: take their path from standard input as it is, and write nothing over', async () => {
		const name = "it's `a` $(id).md";
		expect(await run(['documents', 'save', '--stdin'], { input: `${name}\n` })).toMatchObject({ code: 0 });
		expect(existsSync(path.join(repo, name))).toBe(true);
		const again = await run(['documents', 'save', name]);
		expect(again).toMatchObject({ code: 1, out: '' });
		expect(again.err).toContain('There is a file already');
		const told = await run(['documents', 'save', '--stdin', '--for-claude'], { input: name });
		expect(told).toMatchObject({ code: 0, err: again.err });
	});

	test('whose path ends in a slash go into that folder, and nowhere where it is not there', async () => {
		for (const name of ['docs/', '../else/', '.git/HEAD/'])
			expect(await run(['documents', 'save', name])).toMatchObject({
				code: 1,
				err: expect.stringContaining(`Folder not found: ${path.resolve(repo, name)}.`) as string,
			});
		expect([existsSync(path.join(repo, 'docs')), existsSync(path.join(place.root, 'else'))]).toEqual([false, false]);
		mkdirSync(path.join(repo, 'docs'));
		expect((await run(['documents', 'save', 'docs/'])).out).toMatch(/^Saved: docs\/session-2026-11-21-1000\.md$/mu);
	});

	test('that nobody can mean are refused', async () => {
		for (const verb of ['open', 'keep'])
			expect(await run(['documents', verb])).toMatchObject({
				code: 1,
				err: expect.stringContaining('No session documents'),
			});
		await run(['documents', 'save']);
		for (const verb of ['open', 'keep', 'resume'])
			expect(await run(['documents', verb, 'x1'])).toMatchObject({
				code: 1,
				err: expect.stringContaining('No session, document or backup matches x1'),
			});
		expect((await run(['documents', 'open', path.basename(DOCUMENT)])).code).toBe(0);
		expect((await run(['documents', 'save', '--session', 'nobody'])).code).toBe(1);
		expect((await run(['documents', 'list', 'more'])).code).toBe(2);
	});

	test('that offer no facts say so, whatever is asked of them', async () => {
		transcript(
			SESSION,
			jsonl(chained([userLine('Look into the cookie parser'), assistantLine('It reads two cookies.')])),
		);
		await run(['documents', 'save']);
		for (const all of [[], ['--all']])
			expect((await run(['documents', 'keep', ...all])).out).toMatch(/^\S+\.md offers no facts\.\n$/u);
	});

	test('offer facts, and the chosen ones stay', async () => {
		await run(['documents', 'save']);
		expect((await run(['documents', 'keep'])).out).toMatch(/^1\. The person: Don't change the cookie format/u);
		expect((await run(['documents', 'keep', '--fact', '2'])).out).toBe(
			'Added to .claude/memory/project-memory.md:\n- Where should sessions be kept? → SQLite\nUndo: session-keeper undo\n',
		);
		expect((await run(['documents', 'keep', '--fact', '2'])).out).toContain('Nothing new');
		expect((await run(['documents', 'keep', '--fact', '99'])).code).toBe(2);
		expect(readFileSync(memory('project-memory.md'), 'utf8')).toBe(
			'# Project memory\n\n- Where should sessions be kept? → SQLite (session-2026-11-21-1000)\n',
		);
	});
});

describe('documents save --engine', () => {
	const CONSENT = { schemaVersion: 1, consent: '2026-11-20T00:00:00Z', paid: ['claude'] };
	/** A `claude` on the PATH that answers what it is told to. */
	function standIn(structured: unknown): NodeJS.ProcessEnv {
		const out = JSON.stringify({ type: 'result', subtype: 'success', is_error: false, structured_output: structured });
		place.write('bin/answer', out);
		// A shell starts in a tenth of the time that Node takes.
		const file = place.write('bin/claude', '#!/bin/sh\ncat >/dev/null\nexec cat "${0%/*}/answer"\n');
		chmodSync(file, 0o755);
		return { PATH: `${path.dirname(file)}${path.delimiter}${place.env['PATH'] ?? ''}` };
	}
	const SAID = 'Users are logged out whenever the server restarts.';
	const answer = (...quotes: readonly string[]): unknown => ({
		statements: [{ section: 'summary', text: 'Logins were kept.', quotes }],
	});
	const saved = async (env: NodeJS.ProcessEnv): Promise<Record<string, unknown>> => {
		const { code, out, err } = await run(['documents', 'save', '--engine', 'claude', '--json'], { env });
		expect({ code, err }).toEqual({ code: 0, err: '' });
		return JSON.parse(out) as Record<string, unknown>;
	};

	test('adds statements where there is a consent, and saves what the rules found where not', async () => {
		const NO = 'You have not allowed the engine “claude” yet.';
		expect(await saved(standIn(answer(SAID)))).toMatchObject({ engine: 'builtin', notEnriched: NO });
		place.write('home/.claude/session-keeper/reflection/settings.json', JSON.stringify(CONSENT));
		expect(await saved(standIn(answer(SAID)))).toMatchObject({ engine: 'claude', notEnriched: null });
		expect(readFileSync(memory('session-2026-11-21-1000-2.md'), 'utf8')).toContain('- Summary: Logins were kept. [m1]');
		expect(await saved(standIn(answer('sold to a rival')))).toMatchObject({
			engine: 'builtin',
			notEnriched: 'the conversation proves nothing of the answer',
		});
		const { out } = await run(['documents', 'save', '--engine', 'claude'], { env: standIn(answer('sold to a rival')) });
		expect(out).toContain('\nRules alone: the conversation proves nothing');
		const runs = JSON.parse((await run(['reflect', 'ledger', '--json'])).out) as { runs: readonly unknown[] };
		expect(runs.runs).toMatchObject([{ outcome: 'failed' }, { outcome: 'failed' }, { outcome: 'document' }]);
		expect(await saved({ ...standIn(answer(SAID)), SESSION_KEEPER_REFLECTION: '1' })).toMatchObject({
			notEnriched: 'A reflection asks no engine.',
		});
		expect(await run(['documents', 'save', '--engine', 'vscode'])).toMatchObject({ code: 2 });
	});

	test('adds to the document that resume makes as to a saved one', async () => {
		place.write('home/.claude/session-keeper/reflection/settings.json', JSON.stringify(CONSENT));
		const env = standIn(answer(SAID));
		const { out, code } = await run(['documents', 'resume', 'latest', '--engine', 'claude', '--json'], { env });
		expect(code).toBe(0);
		expect(JSON.parse(out)).toMatchObject({ engine: 'claude', notEnriched: null, isMade: true, pendingLeft: 0 });
		expect(readFileSync(memory('session-2026-11-21-1000.md'), 'utf8')).toContain('- Summary: Logins were kept. [m1]');
		expect(await run(['documents', 'resume', '--engine', 'other'])).toMatchObject({ code: 2 });
	});
});
