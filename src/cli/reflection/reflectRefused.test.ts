// `session-keeper reflect …`: what keeps it from a session, and what it does with a consent, an engine or a timer that fails.
import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { chained, forkedLines, userLine } from '../../core/testing/transcripts';
import { NOW_MS } from '../../node/testing/places';
import { call } from '../testing/inProcess';
import {
	ID,
	OTHER,
	environment,
	draftFile,
	ledger,
	place,
	repo,
	run,
	said,
	useReflectPlace,
	writeLines,
	writeTranscript,
} from '../testing/reflectPlace';

useReflectPlace();

const cli = (...args: readonly string[]): ReturnType<typeof call> => call(args, { cwd: repo, env: environment() });
const transcript = (): string => path.join(place.claude.projectsDir, projectSlug(repo), `${ID}.jsonl`);
const tag = (text: string): void =>
	appendFileSync(transcript(), `${JSON.stringify({ type: 'tag', tag: text, sessionId: ID })}\n`);
/** Some minutes on. */
const later = (minutes: number) => ({ SESSION_KEEPER_NOW: new Date(NOW_MS + minutes * 60_000).toISOString() });
const results = (out: string): unknown => (JSON.parse(out) as { results: unknown }).results;

describe('a private session', () => {
	test.each<[string, () => unknown, RegExp]>([
		['by its mark', () => cli('sessions', 'private', ID), new RegExp(`sessions private ${ID} --off`, 'u')],
		['by its tag', () => tag('Private'), /remove its tag “private” in Claude Code/u],
		[
			'by its folder',
			() => cli('config', 'set', 'reflection.privateFolders', repo),
			/the setting reflection\.privateFolders/u,
		],
	])('%s is refused, before a dry run names it, with what helps', async (_by, make, hint) => {
		await make();
		for (const more of [['--dry-run'], ['--yes']])
			expect(JSON.parse((await run(['--session', ID, '--json', ...more])).out)).toMatchObject({
				error: { code: 'private', hint: expect.stringMatching(hint) as string },
			});
		expect(ledger()).toEqual([]);
	});

	test('is also a fork of one', async () => {
		const at = said(OTHER, 60);
		const lines = chained([userLine('My salary is 1', at(0)), userLine('Keep it', at(1))]);
		writeLines(OTHER, lines);
		writeLines(ID, forkedLines(lines, ID, NOW_MS - 1_800_000));
		await cli('sessions', 'private', OTHER);
		expect(JSON.parse((await run(['--session', ID, '--json', '--dry-run'])).out)).toMatchObject({
			error: { code: 'private', hint: expect.stringContaining('It is a fork of a private session') as string },
		});
	});

	test('is reflected on when its tag is taken back, and counts for nothing until then', async () => {
		writeTranscript(OTHER, 40);
		tag('private');
		const first = await run(['--idle', '--yes', '--json']);
		expect(results(first.out)).toMatchObject([{ session: OTHER, outcome: 'draft' }]);
		expect(ledger().filter(({ event }) => event === 'started')).toHaveLength(1);
		tag('');
		expect(results((await run(['--idle', '--json'])).out)).toMatchObject([{ session: ID, outcome: 'draft' }]);
	});
});

describe('the consent', () => {
	test('is that of the engine that runs, whatever is set', async () => {
		await cli('config', 'set', 'reflection.engine', 'claude');
		const { out } = await run(['--idle', '--engine', 'builtin', '--yes', '--json']);
		expect(JSON.parse(out)).toMatchObject({ held: null, results: [{ session: ID, outcome: 'draft' }] });
	});

	test('of VS Code’s models is not needed for the rules, which stand for them in the terminal', async () => {
		await cli('config', 'set', 'reflection.engine', 'vscode');
		const { out } = await run(['--idle', '--yes', '--json']);
		expect(JSON.parse(out)).toMatchObject({ engine: 'builtin', held: null, results: [{ outcome: 'draft' }] });
	});
});

test('an engine that cannot be opened fails each session once and once more, and then no others wait for it', async () => {
	writeTranscript(OTHER, 40);
	const idle = async (env: Readonly<Record<string, string>>): Promise<unknown> =>
		results((await run(['--idle', '--engine', 'anthropic', '--yes', '--json'], env)).out);
	const failed = (session: string): unknown => ({ session, outcome: 'failed', reason: 'No Anthropic API key is set.' });
	const both = [failed(ID), failed(OTHER)];
	expect(await idle({})).toMatchObject(both);
	expect(ledger().at(-1)).toMatchObject({ outcome: 'failed', reason: 'No Anthropic API key is set.' });
	expect(await idle(later(10))).toEqual([]);
	expect(await idle(later(31))).toMatchObject(both);
	expect(await idle(later(90))).toEqual([]);
	expect(existsSync(draftFile())).toBe(false);
});

describe('reflect schedule', () => {
	const units = (): readonly string[] =>
		['service', 'timer'].map((ending) =>
			readFileSync(path.join(place.home, `.config/systemd/user/session-keeper-reflect.${ending}`), 'utf8'),
		);
	const systemctl = (code: string): void => {
		const file = path.join(place.folder('bin'), 'systemctl');
		writeFileSync(file, `#!/bin/sh\n${code}\n`);
		chmodSync(file, 0o755);
	};

	test('that fails leaves the timer that was there', async () => {
		systemctl('exit 0');
		expect(await run(['schedule', '--yes'], {}, place.write('built/cli.js', ''))).toMatchObject({ code: 0 });
		const before = units();
		systemctl('exit 1');
		expect(
			JSON.parse(
				(await run(['schedule', '--every', '30', '--yes', '--json'], {}, place.write('built/cli.js', ''))).out,
			),
		).toMatchObject({
			error: { code: 'notScheduled', hint: 'Nothing was changed.' },
		});
		expect(units()).toEqual(before);
		systemctl('exit 0');
		expect(JSON.parse((await run(['unschedule', '--json'])).out)).toMatchObject({ unscheduled: true });
	});

	test('refuses an engine whose key no timer has', async () => {
		systemctl('exit 0');
		await cli('config', 'set', 'reflection.engine', 'anthropic');
		const { out } = await run(
			['schedule', '--yes', '--json'],
			{ ANTHROPIC_API_KEY: 'k' },
			place.write('built/cli.js', ''),
		);
		expect(JSON.parse(out)).toMatchObject({
			error: { code: 'notScheduled', hint: expect.stringContaining('ANTHROPIC_API_KEY') as string },
		});
		expect(existsSync(path.join(place.home, '.config'))).toBe(false);
	});
});
