// Lists of which nothing has changed are given again without being made: what they say is always what they would say anew.
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { projectSlug } from '../core/claude/slug';
import { assistantLine, chained, jsonl, userLine } from '../core/testing/transcripts';
import { ship } from '../node/testing/bundle';
import { queueMemories } from '../node/testing/memoryQueue';
import { type Place, itemText, newPlace } from '../node/testing/places';
import { withAges } from './base/ages';
import { answerFile, keptAnswer } from './base/keptAnswer';
import { signOf } from './base/sign';
import { park, place, raw, repo, useCliPlace } from './testing/cliPlace';
import { type Ended, call } from './testing/inProcess';

const LISTS = [
	'status',
	'parked list --json',
	'sessions list',
	'sessions list --json',
	'documents list',
	'backups list --all',
	'memory list --plain',
	'memory health',
	'review list',
	'review decided',
	'reflect ledger',
	'config list',
	'config get sessions.idleMinutes',
	'--version',
];
const SESSION = '1d15ee69-80c7-4496-aef1-0af73e0095c8';
const OTHER = '2d15ee69-80c7-4496-aef1-0af73e0095c8';
/** What was changed so lately may change again without a sign, so nothing is kept of it. Milliseconds. */
const UNSURE_MS = 2_100;

let tool: Place;
let transcript: string;
useCliPlace();
beforeAll(async () => {
	tool = newPlace();
	await ship('commandLine', tool.root);
});
afterAll(() => tool.remove());
beforeEach(() => {
	const said = (sessionId: string): string =>
		jsonl(
			chained(
				[userLine('Where should the exports go?'), assistantLine('They go to a folder per month now.')].map((line) => ({
					...line,
					sessionId,
					cwd: repo,
				})),
			),
		);
	const folder = `home/.claude/projects/${projectSlug(repo)}`;
	transcript = place.write(`${folder}/${SESSION}.jsonl`, said(SESSION));
	place.write(`${folder}/${OTHER}.jsonl`, said(OTHER));
	place.write(`${folder}/memory/MEMORY.md`, '- [gone](gone.md) — it was here\n');
	park('rates', 3);
	raw('20261120_091500_exit.jsonl', said(SESSION));
	queueMemories(place, { session: SESSION, cwd: repo }, ['Always deploy on Fridays.']);
});

/** What was asked and is kept. */
const answers = (): readonly string[] => {
	const folder = path.join(place.claude.keeperHome, 'cache/answers');
	const kept = readdirSync(folder).filter((name) => name.endsWith('.json'));
	return kept.map((name) =>
		(JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as { words: readonly string[] }).words.join(' '),
	);
};

/** As a shell calls it. */
function shipped(list: string, more: NodeJS.ProcessEnv = {}): Promise<Ended> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [path.join(tool.root, 'cli.js'), ...list.split(' ')], {
			cwd: repo,
			env: { ...place.env, ...more },
		});
		let [out, err] = ['', ''];
		child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
		child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
		child.on('error', reject).on('close', (code) => resolve({ code, out, err }));
	});
}

const sure = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, UNSURE_MS));

/** What a call would be given without making it, as `boot.ts` finds it. */
function keptNow(list: string): Ended | undefined {
	const asked = { words: list.split(' '), folder: repo, program: signOf(path.join(tool.root, 'cliParts.js')).sign };
	const file = answerFile(path.join(place.claude.keeperHome, 'cache/answers'), asked);
	const kept = keptAnswer(file, asked, place.env, Date.now());
	return kept && { code: kept.exitCode, out: withAges(kept.text, Date.now()), err: '' };
}

const anew = (list: string): Promise<Ended> => call(list.split(' '), { cwd: repo, env: place.env });

/** Asks for each list that is not kept, until all of them are, and expects of each answer what is made anew. */
async function keep(after: string): Promise<void> {
	// What others do in the folders above is nothing to a list.
	const others = setInterval(() => newPlace().remove(), 500);
	try {
		// A list may leave something that another looks at, once.
		for (let asked = 1; asked <= 4 && missing().length > 0; asked++) {
			await sure();
			const lists = missing();
			const given = await Promise.all(lists.map((list) => shipped(list)));
			for (const [at, list] of lists.entries()) expect(given[at], `${list} after ${after}`).toEqual(await anew(list));
		}
	} finally {
		clearInterval(others);
	}
	expect(missing()).toEqual([]);
}

const missing = (): readonly string[] => LISTS.filter((list) => keptNow(list) === undefined);

const memory = (): string => path.join(place.claude.projectsDir, projectSlug(repo), 'memory');

const CHANGES: Readonly<Record<string, () => void>> = {
	'a message more': () =>
		appendFileSync(transcript, jsonl([userLine('And the imports?', { sessionId: SESSION, cwd: repo })])),
	'an item more': () => void park('limits', 1, itemText('limits')),
	'a memory of another program': () =>
		void place.write(
			path.relative(place.root, path.join(memory(), 'fridays.md')),
			'---\nname: fridays\ndescription: d\ntype: project\n---\n\nText\n',
		),
	'a session that is gone': () => rmSync(path.join(path.dirname(transcript), `${OTHER}.jsonl`)),
	'a raw copy that was renamed': () => {
		const kept = path.join(repo, '.claude/memory/raw');
		renameSync(path.join(kept, '20261120_091500_exit.jsonl'), path.join(kept, '20261120_091501_exit.jsonl'));
	},
	'a decision': () => void place.write('home/.claude/session-keeper/settings.json', '{"idleMinutes": 5}'),
};

/** A process for each list, and after each change for some, beside others: minutes on a slow machine. */
const SLOW_MS = 180_000;

test(
	'each list is kept, and says what it would say anew, also after a change',
	async () => {
		place.folder('home/.claude/session-keeper');
		await keep('nothing');
		expect([...answers()].sort()).toEqual([...LISTS].sort());
		const first = new Map<string, string>();
		for (const list of LISTS) {
			const made = await anew(list);
			first.set(list, made.out);
			expect(keptNow(list), list).toEqual(made);
			expect(await shipped(list), list).toEqual(made);
		}
		const changed = new Set<string>();
		for (const [what, change] of Object.entries(CHANGES)) {
			await keep(`what came before ${what}`);
			change();
			for (const list of LISTS) {
				const made = await anew(list);
				expect(keptNow(list) ?? made, `${list} after ${what}`).toEqual(made);
				if (made.out !== first.get(list)) changed.add(list);
			}
		}
		// Each change is one of something that lists say.
		expect(changed.size).toBeGreaterThan(6);
	},
	SLOW_MS,
);

test('what is kept is nobody else’s to read, and is not kept where Node is told to keep nothing', async () => {
	const folder = path.join(place.folder('home/.claude/session-keeper'), 'cache/answers');
	await sure();
	for (const env of [{ NODE_DISABLE_COMPILE_CACHE: '1' }, { SESSION_KEEPER_NOW: '2026-11-22T10:00:00Z' }]) {
		await shipped('--version', env);
		expect(existsSync(folder)).toBe(false);
	}
	for (const _ of [1, 2, 3]) {
		await shipped('--version');
		await sure();
	}
	expect(answers()).toEqual(['--version']);
	for (const name of ['', ...readdirSync(folder)]) expect(statSync(path.join(folder, name)).mode & 0o077, name).toBe(0);
});
