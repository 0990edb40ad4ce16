// What a language model adds to a session document, with a stand-in for the engine: only what was checked, only where it may,
// and the document of the rules whatever happens.
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../core/base/dates';
import type { EngineAnswer, EngineFailure, EngineTask } from '../../core/reflection/engine';
import { pastOf, runsOn } from '../../core/reflection/ledger';
import { type Result, fail, ok } from '../../core/base/result';
import { longSession } from '../../core/testing/longSession';
import { type Line, chained, forkedLines, metaLine, userLine } from '../../core/testing/transcripts';
import { BackupStore } from '../backups/backupStore';
import { homePlace } from '../backups/place';
import { DocumentStore, type SavedFile } from '../documents/documentStore';
import { DocumentPathError } from '../documents/documentPathError';
import { openTrash } from '../keeper/keeperTrash';
import { openRedactor } from '../privacy/openRedactor';
import { LedgerFile } from './ledgerFile';
import type { ReflectionSettings } from '../../core/reflection/settings';
import { changeReflectionSettings } from './reflectionSettings';
import { writeLabels } from '../sessions/sessionLabels';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../testing/backupPlace';
import { NOW_MS } from '../testing/places';
import { enrich } from './enrich';
import { useFilesAtOnce } from '../testing/atOnce';

useFilesAtOnce();
let place: BackupTestPlace;
let asked: EngineTask[];
let ledger: LedgerFile;
const clock = { now: () => NOW_MS, schedule: () => ({ dispose: () => undefined }) };
// The state of git is of no interest here, and each save starts git five times for it.
const noGit = { PATH: '' };
beforeEach(() => {
	place = newBackupPlace();
	asked = [];
	ledger = new LedgerFile(place.claude);
	write(longSession());
});
afterEach(() => place.remove());

type Answered = Result<EngineAnswer, EngineFailure>;
const write = (lines: readonly Line[]): string =>
	place.say(lines.map((line) => JSON.stringify({ ...line, sessionId: SESSION, cwd: place.repo })));
const consent = (more: Partial<ReflectionSettings> = {}): Promise<ReflectionSettings> =>
	changeReflectionSettings(place.claude, () => ({
		consent: new Date(NOW_MS).toISOString(),
		paid: ['claude'],
		...more,
	}));
const SAID = 'Users are logged out whenever the server restarts.';
const answer = (...more: readonly object[]): Answered =>
	ok({
		value: {
			statements: [
				{ section: 'summary', text: 'Logins were kept @home in the database.', quotes: [SAID] },
				{ section: 'fact', text: 'Mobile clients parse the cookie.', quotes: ['mobile clients parse it'] },
				{
					section: 'next',
					text: 'Delete expired rows first.',
					quotes: ["I'll look at how sessions are stored first."],
				},
				...more,
			],
		},
		model: 'stand-in-1',
		costUsd: 0.02,
		inputTokens: 800,
		outputTokens: 90,
	});

async function save(
	reply: Answered | ((signal: AbortSignal) => Promise<Answered>),
	options: {
		readonly target?: string;
		readonly signal?: AbortSignal | undefined;
		readonly file?: string | undefined;
	} = {},
): Promise<SavedFile> {
	const project = await place.project();
	const backups = new BackupStore(project, openTrash(place.claude), clock, homePlace(place.claude, project));
	const env = { ...place.env, ...noGit };
	const store = new DocumentStore(project, backups, () => openRedactor(place.claude), clock, env, place.claude);
	const { signal = new AbortController().signal, target, file = place.transcript() } = options;
	const saved = await store.save(file, {
		target,
		enrich: (file, facts) =>
			enrich(file, facts, {
				claude: place.claude,
				project,
				clock,
				engine: 'claude',
				open: () =>
					Promise.resolve({
						name: 'claude',
						ask(task, limit) {
							asked.push(task);
							return typeof reply === 'function' ? reply(limit) : Promise.resolve(reply);
						},
					}),
				signal,
			}),
	});
	if (saved === undefined) throw new Error('nothing was said');
	return saved;
}

/** A saved document that the rules alone have made, and why. */
async function left(reply: Parameters<typeof save>[0], signal?: AbortSignal, file?: string): Promise<string> {
	const { document, contextFile, enrichment } = await save(reply, { signal, file });
	expect(document.text).toContain('Read off the transcript by rules, not by a model');
	expect(document.text).not.toContain('From a language model');
	expect(document.text).not.toMatch(/^engine:/mu);
	expect(document.next[0]).toContain('Delete expired rows once an hour');
	expect(readFileSync(contextFile, 'utf8')).toContain(document.path);
	return enrichment?.kind === 'left' ? enrichment.reason : '';
}

describe('a language model’s part', () => {
	test('stands in a section of its own, marked, each statement with messages that are told in Sources', async () => {
		await consent();
		const { document, contextFile, enrichment } = await save(answer());
		expect(enrichment?.kind).toBe('added');
		const part = /## From a language model\n\n([^]*?)\n\n## Resume prompt/u.exec(document.text)?.[1] ?? '';
		expect(part.split('\n')).toEqual([
			'Written by claude, stand-in-1, not by the rules: check it against the messages.',
			'',
			'- Summary: Logins were kept `@home` in the database. [m1]',
			'- Fact: Mobile clients parse the cookie. [m1]',
			'- Next: Delete expired rows first. [m2]',
		]);
		expect(document.text).toMatch(/^engine: claude$/mu);
		expect(document.text).toContain('only the section *From a language model* is a model’s'.replace('’', "'"));
		for (const number of [1, 2]) expect(document.text).toMatch(new RegExp(`^- m${number} · turn 1 · `, 'mu'));
		// What is read out of the document, and what the next session loads, is the rules' all the same.
		expect(document.next[0]).toContain('Delete expired rows once an hour');
		expect(readFileSync(contextFile, 'utf8')).not.toContain('Mobile clients parse the cookie.\n');
	});

	test('is without what the conversation does not prove', async () => {
		await consent();
		const quotes = ['the rows were sold to a rival'];
		const { document } = await save(answer({ section: 'decision', text: 'Sold to a rival.', quotes }));
		expect(document.text).toContain('- Summary: Logins were kept');
		expect(document.text).not.toContain('rival');
	});

	test('is counted in the ledger and the cap, and hands nothing off', async () => {
		await consent();
		await save(answer());
		const read = await ledger.read();
		expect(read.runs).toMatchObject([
			{
				session: SESSION,
				engine: 'claude',
				trigger: 'document',
				end: { outcome: 'document', model: 'stand-in-1', costUsd: 0.02, inputTokens: 800 },
			},
		]);
		expect(runsOn(read, NOW_MS)).toHaveLength(1);
		expect(pastOf(read, SESSION, 0, NOW_MS)).toEqual({
			reflectedUpToMs: undefined,
			failures: 0,
			failedMs: undefined,
		});
	});

	test('T40: what the engine is sent holds no secret, nor does what it puts together', async () => {
		await consent();
		const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
		write([userLine(`Use the token ${key}.`, { timestamp: new Date(NOW_MS).toISOString() })]);
		const { document } = await save(
			answer({ section: 'fact', text: `The token is ${key}.`, quotes: ['Use the token [redacted: GitHub token].'] }),
		);
		expect(JSON.stringify(asked)).toContain('Use the token [redacted');
		expect(JSON.stringify(asked)).not.toContain(key);
		expect(document.text).not.toContain(key);
		expect(document.text).toContain('- Fact: The token is [redacted');
	});
});

describe('the document of the rules is saved, and one line says why', () => {
	test('where the answer is nonsense, which is kept for diagnosis', async () => {
		await consent();
		const nonsense: Answered = ok({
			value: { poem: 'roses' },
			model: 'stand-in-1',
			costUsd: 0.01,
			inputTokens: 1,
			outputTokens: 1,
		});
		expect(await left(nonsense)).toMatch(/^the answer does not fit the schema/u);
		const [run] = (await ledger.read()).runs;
		expect(run?.end).toMatchObject({ outcome: 'failed', costUsd: 0.01 });
		expect(readFileSync(run?.end?.diagnosis ?? '', 'utf8')).toContain('roses');
	});

	test('with what the answer cost in the ledger, whatever happens to the transcript then', async () => {
		await consent();
		const saved = save(() => {
			rmSync(place.transcript());
			return Promise.resolve(answer());
		});
		await expect(saved).rejects.toThrow('ENOENT');
		const [run] = (await ledger.read()).runs;
		expect(run?.end).toMatchObject({ outcome: 'failed', model: 'stand-in-1', costUsd: 0.02, inputTokens: 800 });
	});

	test('where the conversation proves nothing of it', async () => {
		await consent();
		const value = { statements: [{ section: 'decision', text: 'Sold to a rival.', quotes: ['sold it to a rival'] }] };
		const made = ok({ value, model: 'm', costUsd: 0, inputTokens: 1, outputTokens: 1 });
		expect(await left(made)).toBe('the conversation proves nothing of the answer');
	});

	test('where it speaks of matters that nobody asked about', async () => {
		await consent();
		expect(await left(answer({ section: 'tone', text: 'Angry.', quotes: [SAID] }))).toContain('section is none of');
	});

	test('where the engine takes too long, throws, or is stopped', async () => {
		await consent();
		expect(await left(fail({ message: 'Claude Code took too long.', raw: '' }))).toBe('Claude Code took too long.');
		expect(await left(() => Promise.reject(new Error('it broke')))).toBe('it broke');
		const controller = new AbortController();
		const stopped = await left((signal) => {
			controller.abort();
			return Promise.resolve(fail({ message: signal.aborted ? 'Stopped.' : 'not told', raw: '' }));
		}, controller.signal);
		expect(stopped).toBe('Stopped.');
		expect((await ledger.read()).runs.map((run) => run.end?.outcome)).toEqual(['failed', 'failed', 'aborted']);
	});

	test('without a consent, or with one for another engine: nothing is sent', async () => {
		expect(await left(answer())).toBe('You have not allowed the engine “claude” yet.');
		await consent({ paid: ['anthropic'] });
		expect(await left(answer())).toBe('You have not allowed the engine “claude” yet.');
		expect([asked, (await ledger.read()).runs]).toEqual([[], []]);
	});

	test('at the cap, which other runs of the day count towards', async () => {
		await consent({ dailyCap: 1 });
		const other = { run: 'r', session: 'other', project: '/', engine: 'builtin', trigger: 'idle', upToMs: 0 } as const;
		await ledger.begin(other, NOW_MS - DAY_MS);
		await ledger.end({ run: 'r', outcome: 'draft' }, NOW_MS - DAY_MS);
		expect((await save(answer())).enrichment?.kind).toBe('added');
		expect(await left(answer())).toBe('The daily limit of reflections is reached.');
		expect(asked).toHaveLength(1);
	});

	test('while another window asks', async () => {
		await consent();
		const busy = await ledger.withLease(() => left(answer()));
		expect(busy?.value).toBe('Another window or command is drafting a hand-off.');
	});

	test('T1: about a private session, by mark, folder or tag', async () => {
		await consent({ privateFolders: [place.repo] });
		const PRIVATE = 'This session is private: no engine is asked about it.';
		expect(await left(answer())).toBe(PRIVATE);
		await consent({ privateFolders: [], foldersOff: [place.repo] });
		expect(await left(answer())).toBe('Reflection is off in this folder.');
		await consent({ foldersOff: [] });
		const mark = (on: boolean): Promise<void> => writeLabels(place.claude, clock, SESSION, [{ mark: 'private', on }]);
		await mark(true);
		expect(await left(answer())).toBe(PRIVATE);
		await mark(false);
		write([metaLine('tag', { tag: 'private' })]);
		expect(await left(answer())).toBe(PRIVATE);
		expect(asked).toEqual([]);
	});

	test.each([
		['a fork of a private session', true],
		['a backup of one, whose transcripts are gone', false],
	])('about %s', async (_what, isThere) => {
		await consent();
		const origin = 'cccccccc-0000-4000-8000-000000000003';
		const said = chained([...longSession()]).map((line): Line => ({ ...line, sessionId: origin, cwd: place.repo }));
		const fork = forkedLines(said, SESSION, NOW_MS);
		if (isThere)
			place.say(
				said.map((line) => JSON.stringify(line)),
				origin,
			);
		rmSync(place.transcript());
		write(fork);
		await writeLabels(place.claude, clock, origin, [{ mark: 'private', on: true }]);
		const moved = path.join(place.memory, 'raw', `${SESSION}.jsonl`);
		if (!isThere) {
			place.write(path.relative(place.root, moved), readFileSync(place.transcript(), 'utf8'));
			rmSync(place.transcript());
		}
		expect(await left(answer(), undefined, isThere ? undefined : moved)).toBe(
			'This session is private: no engine is asked about it.',
		);
		expect(asked).toEqual([]);
	});

	test('and a path that is taken costs nothing', async () => {
		await consent();
		const taken = place.write('repo/notes.md', 'mine');
		await expect(save(answer(), { target: taken })).rejects.toThrow(DocumentPathError);
		expect(asked).toEqual([]);
	});
});

test('nothing of a save is on the disk while the engine is asked', async () => {
	await consent();
	let seen: readonly string[] = ['never asked'];
	await save(() => {
		seen = readdirSync(path.dirname(place.memory), { recursive: true }).map(String);
		return Promise.resolve(answer());
	});
	expect(seen.filter((name) => /session-|active-context/u.test(name))).toEqual([]);
});
