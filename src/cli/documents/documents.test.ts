// `session-keeper documents …` as a child process, in a real repository.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { longSession } from '../../core/testing/longSession';
import { assistantLine, chained, jsonl, userLine } from '../../core/testing/transcripts';
import { bundle } from '../../node/testing/bundle';
import { NOW_MS, type Place, newPlace, newRepository, snapshot } from '../../node/testing/places';

const SESSION = 'aaaaaaaa-0000-4000-8000-000000000001';
const OTHER = 'aaaaaaaa-0000-4000-8000-000000000002';

let built: Place;
let cli: string;
beforeAll(() => {
	built = newPlace();
	cli = bundle('src/cli/main.ts', built.root, 'cli');
});
afterAll(() => built.remove());

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
interface Ended {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}
function run(args: readonly string[], how: { input?: string; env?: NodeJS.ProcessEnv } = {}): Ended {
	const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
		cwd: repo,
		env: { ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString(), ...how.env },
		input: how.input ?? '',
		encoding: 'utf8',
	});
	return { code: status, out: stdout, err: stderr };
}
const memory = (name: string): string => path.join(repo, '.claude/memory', name);
const DOCUMENT = '.claude/memory/session-2026-11-21-1000.md';

describe('documents', () => {
	test('are saved, listed, opened and resumed', () => {
		expect(run(['documents', 'list'])).toMatchObject({ code: 0, out: 'No session documents.\n' });
		const saved = run(['documents', 'save']);
		expect(saved).toMatchObject({ code: 0, err: '' });
		expect(saved.out.split('\n').slice(0, 2)).toEqual([
			`Saved: ${DOCUMENT}`,
			`Active context: ${memory('active-context.md')}`,
		]);
		expect(saved.out).toContain(`/resume-from ${DOCUMENT}`);
		expect(run(['documents', 'list']).out).toContain(`- ${DOCUMENT} — Sessions survive a restart (main, just now)`);
		const opened = run(['documents', 'open', 'restart']);
		expect(opened.out).toContain(
			'Since then:\n- Saved 0 minutes ago.\n- Files that it names are gone: src/sessions.ts, src/db.ts.',
		);
		expect(opened.out).toContain('## Sources');
		const resumed = run(['documents', 'resume']);
		expect(resumed.out).toMatch(/^## Resumed: Sessions survive a restart\n\nFrom: \.claude\/memory\/session-/u);
		expect(resumed.out).not.toContain('## Sources');
		expect(run(['documents', 'resume', '--prompt']).out).toMatch(/^Continue the work on “Sessions survive a restart”/u);
	});

	test('speak JSON with every field', () => {
		const { saved, ...rest } = JSON.parse(run(['documents', 'save', '--json']).out) as Record<string, unknown>;
		expect(rest).toEqual({
			schemaVersion: 1,
			engine: 'builtin',
			notEnriched: null,
			activeContext: memory('active-context.md'),
			processed: [],
			pending: [],
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
		const list = JSON.parse(run(['documents', 'list', '--json']).out) as { documents: unknown[]; pending: unknown[] };
		expect([list.documents, list.pending]).toEqual([[saved], []]);
		const resumed = JSON.parse(run(['documents', 'resume', '--json']).out) as Record<string, unknown>;
		expect(resumed).toMatchObject({
			resumed: { file: path.join(repo, DOCUMENT) },
			processed: null,
			pendingLeft: 0,
			drift: { ageSeconds: 0, branchNow: 'main', commits: 'same', ahead: null, gone: ['src/sessions.ts', 'src/db.ts'] },
		});
		expect(resumed['text']).toBe(readFileSync(path.join(repo, DOCUMENT), 'utf8'));
	});

	test('of a pending backup are made by resume, which clears the marker', () => {
		expect(run(['backups', 'create', '--session', SESSION]).code).toBe(0);
		transcript(OTHER, jsonl(chained([userLine('Draw the logo'), assistantLine('It is in the file logo.svg now.')])));
		const saved = run(['documents', 'save', '--session', OTHER]);
		expect(saved).toMatchObject({ code: 0, err: expect.stringContaining('A backup is pending') });
		const list = run(['documents', 'list']).out;
		expect(list).toMatch(/## Session documents\n\n- ⏳ pending backup 20261121_100000_manual\.jsonl/u);
		const resumed = run(['documents', 'resume', 'latest']);
		expect(resumed.out).toContain('made of the backup 20261121_100000_manual.jsonl');
		expect(resumed.out).toContain('## Resumed: Sessions survive a restart');
		expect(existsSync(memory('.pending-backup'))).toBe(false);
		expect(run(['backups', 'list']).out).toBe('No pending backups.\n');
	});

	test('wait for a yes while a backup is pending, which may be newer; without one nothing is written', () => {
		run(['documents', 'save', '--session', SESSION]);
		transcript(OTHER, jsonl(chained([userLine('Draw the logo'), assistantLine('It is in the file logo.svg now.')])));
		expect(run(['backups', 'create', '--session', OTHER]).code).toBe(0);
		const before = snapshot(place.root);
		const refused = run(['documents', 'resume', path.basename(DOCUMENT)]);
		expect(refused).toEqual({
			code: 1,
			out: '',
			err: 'A backup is pending: documents resume latest processes it, backups discard drops it. Resume the document all the same?\nSay --yes to do it.\n',
		});
		expect(JSON.parse(run(['documents', 'resume', DOCUMENT, '--json']).out)).toMatchObject({
			error: { code: 'notConfirmed' },
		});
		expect(snapshot(place.root)).toEqual(before);
		const told = run(['documents', 'resume', '--stdin', '--for-claude'], { input: DOCUMENT });
		expect(told).toMatchObject({ code: 0, err: refused.err });
		const resumed = run(['documents', 'resume', DOCUMENT, '--yes']);
		expect(resumed).toMatchObject({ code: 0, out: expect.stringContaining('## Resumed: Sessions survive a restart') });
		expect(JSON.parse(run(['documents', 'resume', DOCUMENT, '--yes', '--json']).out)).toMatchObject({ pendingLeft: 1 });
		// The session that has the backup, compacted a moment ago, knows it; and of two names the wrong one is said first.
		const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: OTHER };
		expect(run(['documents', 'resume', DOCUMENT], { env }).code).toBe(0);
		expect(run(['documents', 'resume', 'nothing-of-it']).err).toContain('No session document matches');
	});

	test('wait for nothing where the backup is of a session that the document holds, though its hook has not said so', () => {
		run(['documents', 'save', '--session', SESSION]);
		expect(run(['backups', 'create', '--session', SESSION]).code).toBe(0);
		expect(run(['backups', 'list']).out).not.toContain('No pending backups');
		expect(run(['documents', 'resume', DOCUMENT])).toMatchObject({ code: 0, err: '' });
		expect(run(['backups', 'list']).out).toBe('No pending backups.\n');
	});

	test('belong to the session that the command runs in', () => {
		transcript(OTHER, jsonl(chained([userLine('Draw the logo'), assistantLine('It is in the file logo.svg now.')])));
		const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: SESSION };
		expect(run(['documents', 'save'], { env }).out).toContain('Next: Delete expired rows');
	});

	test('T42: take their path from standard input as it is, and write nothing over', () => {
		const name = "it's `a` $(id).md";
		expect(run(['documents', 'save', '--stdin'], { input: `${name}\n` })).toMatchObject({ code: 0 });
		expect(existsSync(path.join(repo, name))).toBe(true);
		const again = run(['documents', 'save', name]);
		expect(again).toMatchObject({ code: 1, out: '' });
		expect(again.err).toContain('There is a file already');
		const told = run(['documents', 'save', '--stdin', '--for-claude'], { input: name });
		expect(told).toMatchObject({ code: 0, err: again.err });
	});

	test('that nobody can mean are refused, and of several the person has to say which', () => {
		expect(run(['documents', 'open', 'x1'])).toMatchObject({
			code: 1,
			err: expect.stringContaining('no session documents'),
		});
		run(['documents', 'save']);
		run(['documents', 'save']);
		expect(run(['documents', 'open', 'x1'])).toMatchObject({
			code: 1,
			err: expect.stringContaining('No session document matches x1'),
		});
		const ambiguous = JSON.parse(run(['documents', 'resume', 'restart', '--json']).out) as Record<string, unknown>;
		expect(ambiguous).toMatchObject({
			error: { code: 'ambiguous' },
			documents: [expect.any(String), expect.any(String)],
		});
		expect(run(['documents', 'open', path.basename(DOCUMENT)]).code).toBe(0);
		expect(run(['documents', 'save', '--session', 'nobody']).code).toBe(1);
		expect(run(['documents', 'list', 'more']).code).toBe(2);
	});

	test('offer facts, and the chosen ones stay', () => {
		run(['documents', 'save']);
		expect(run(['documents', 'keep']).out).toMatch(/^1\. The person: Don't change the cookie format/u);
		expect(run(['documents', 'keep', '--fact', '2']).out).toBe(
			'Kept in .claude/memory/project-memory.md:\n- Where should sessions be kept? → SQLite\n',
		);
		expect(run(['documents', 'keep', '--fact', '2']).out).toContain('Nothing new');
		expect(run(['documents', 'keep', '--fact', '99']).code).toBe(2);
		expect(readFileSync(memory('project-memory.md'), 'utf8')).toBe(
			'# Project memory\n\n- Where should sessions be kept? → SQLite (session-2026-11-21-1000)\n',
		);
	});
});

describe('documents save --engine', () => {
	const CONSENT = { schemaVersion: 1, consent: '2026-11-20T00:00:00Z', paid: ['claude'] };
	/** A `claude` on the PATH that answers what it is told to. */
	function standIn(structured: unknown): NodeJS.ProcessEnv {
		const file = place.write(
			'bin/claude',
			`#!${process.execPath}\nrequire('fs').readFileSync(0);process.stdout.write(${JSON.stringify(
				JSON.stringify({ type: 'result', subtype: 'success', is_error: false, structured_output: structured }),
			)});`,
		);
		chmodSync(file, 0o755);
		return { PATH: `${path.dirname(file)}${path.delimiter}${place.env['PATH'] ?? ''}` };
	}
	const answer = (at: number): unknown => ({
		topic: 'Logins',
		workstream: 'logins',
		summary: [{ text: 'Logins were kept.', at: [at] }],
		decisions: [],
		failed: [],
		assumptions: [],
		scope: [],
		notes: [],
		resume_prompt: [{ text: 'Delete expired rows.', at: [at] }],
		confidence: 'high',
		memories: [],
	});
	const saved = (env: NodeJS.ProcessEnv): Record<string, unknown> => {
		const { code, out, err } = run(['documents', 'save', '--engine', 'claude', '--json'], { env });
		expect({ code, err }).toEqual({ code: 0, err: '' });
		return JSON.parse(out) as Record<string, unknown>;
	};

	test('adds statements where there is a consent, and saves what the rules found where not', () => {
		const NO = 'Nobody has said yes to the engine “claude” yet.';
		expect(saved(standIn(answer(1)))).toMatchObject({ engine: 'builtin', notEnriched: NO });
		place.write('home/.claude/session-keeper/reflection/settings.json', JSON.stringify(CONSENT));
		expect(saved(standIn(answer(1)))).toMatchObject({ engine: 'claude', notEnriched: null });
		expect(readFileSync(memory('session-2026-11-21-1000-2.md'), 'utf8')).toContain('- Summary: Logins were kept. [m1]');
		expect(saved(standIn(answer(999)))).toMatchObject({
			engine: 'builtin',
			notEnriched: 'the answer points to 1 messages that the session does not have',
		});
		const { out } = run(['documents', 'save', '--engine', 'claude'], { env: standIn(answer(999)) });
		expect(out).toContain('\nRules alone: the answer points to');
		const runs = JSON.parse(run(['reflect', 'ledger', '--json']).out) as { runs: readonly unknown[] };
		expect(runs.runs).toMatchObject([{ outcome: 'failed' }, { outcome: 'failed' }, { outcome: 'document' }]);
		expect(saved({ ...standIn(answer(1)), SESSION_KEEPER_REFLECTION: '1' })).toMatchObject({
			notEnriched: 'A reflection asks no engine.',
		});
		expect(run(['documents', 'save', '--engine', 'vscode'])).toMatchObject({ code: 2 });
	});

	test('adds to the document of a pending backup as to a saved one', () => {
		expect(run(['backups', 'create', '--session', SESSION]).code).toBe(0);
		place.write('home/.claude/session-keeper/reflection/settings.json', JSON.stringify(CONSENT));
		const env = standIn(answer(1));
		const { out, code } = run(['documents', 'resume', 'latest', '--engine', 'claude', '--json'], { env });
		expect(code).toBe(0);
		expect(JSON.parse(out)).toMatchObject({ engine: 'claude', notEnriched: null, pendingLeft: 0 });
		expect(readFileSync(memory('session-2026-11-21-1000.md'), 'utf8')).toContain('- Summary: Logins were kept. [m1]');
		expect(run(['documents', 'resume', '--engine', 'other'])).toMatchObject({ code: 2 });
	});
});
