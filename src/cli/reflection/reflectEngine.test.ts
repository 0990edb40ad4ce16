// `session-keeper reflect …` with the person's own claude: what it is given, and what becomes of its answer.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { assistantLine, chained, userLine } from '../../core/testing/transcripts';
import {
	ID,
	SECRETS,
	INJECTION,
	place,
	repo,
	answer,
	statement,
	result,
	standIn,
	printing,
	saying,
	shellStandIn,
	calls,
	run,
	ask,
	draftFile,
	ledger,
	said,
	useReflectPlace,
	writeLines,
} from '../testing/reflectPlace';

useReflectPlace();

/** Rests on the last words of the session. */
const of = (words: string): unknown => ({ statements: [statement('summary', 'Much was said.', words)] });

describe('the person’s own claude', () => {
	test('T2, T3, T8: it gets no tools, no hooks, no memory, no session of its own, and is marked', async () => {
		standIn(printing(result(answer())));
		place.write(
			'home/.claude/settings.json',
			JSON.stringify({
				hooks: { Stop: [] },
				apiKeyHelper: '/bin/helper',
				env: { ANTHROPIC_BASE_URL: 'http://proxy', EDITOR: 'vi' },
			}),
		);
		expect((await ask()).code).toBe(0);
		const [call, second] = calls();
		expect(second).toBeUndefined();
		const value = (flag: string): string | undefined => call?.args[call.args.indexOf(flag) + 1];
		expect(call?.args).toEqual(
			expect.arrayContaining(['-p', '--no-session-persistence', '--strict-mcp-config', '--disable-slash-commands']),
		);
		expect(['--tools', '--setting-sources', '--output-format', '--max-budget-usd', '--max-turns'].map(value)).toEqual([
			'',
			'',
			'json',
			'0.5',
			'3',
		]);
		expect(JSON.parse(call?.settings ?? '')).toEqual({
			disableAllHooks: true,
			autoMemoryEnabled: false,
			apiKeyHelper: '/bin/helper',
			env: { ANTHROPIC_BASE_URL: 'http://proxy' },
		});
		expect(call?.env).toMatchObject({
			SESSION_KEEPER_REFLECTION: '1',
			CLAUDE_CODE_MAX_RETRIES: '1',
			CLAUDE_CODE_SKIP_PROMPT_HISTORY: '1',
		});
		expect(call?.cwd.startsWith(place.claude.keeperHome)).toBe(true);
		// The file that signs the person in is gone.
		expect(
			readdirSync(path.join(place.claude.keeperHome, 'reflection')).filter((name) => name.startsWith('claude-')),
		).toEqual([]);
	});

	test('its answer becomes the draft, with what it cost in the ledger and the memories in the queue', async () => {
		shellStandIn(saying(result(answer())));
		expect(JSON.parse((await ask()).out)).toMatchObject({
			results: [{ outcome: 'draft', candidates: 1, costUsd: 0.0123 }],
		});
		const draft = readFileSync(draftFile(), 'utf8');
		expect(draft).toContain('- Exports were moved into a folder per month. (#6)');
		expect(draft).toContain('Made by your own Claude Code.');
		expect(ledger().at(-1)).toMatchObject({
			outcome: 'draft',
			costUsd: 0.0123,
			inputTokens: 900,
			outputTokens: 210,
			model: 'claude-haiku-4-5',
		});
		const queue = path.join(place.claude.configDir, 'memory_queue');
		const [file = ''] = readdirSync(queue).filter((name) => name !== '.gitignore');
		expect(JSON.parse(readFileSync(path.join(queue, file), 'utf8'))).toMatchObject({
			schemaVersion: 1,
			session: ID,
			candidates: [{ type: 'project', text: 'We write exports into a folder per month.', rule: 'reflection' }],
		});
	});

	test('what it has made up is in no section and no queue, and says nothing of what is true', async () => {
		const words = 'we shall deploy on Friday evening';
		const invented = ['topic', 'summary', 'decision', 'tried', 'open', 'later', 'next', 'fact', 'task'].map((section) =>
			statement(section, `Invented for ${section}.`, words),
		);
		const half = statement('next', 'Invented by half.', 'Exports now go to a folder per month.', words);
		shellStandIn(saying(result(answer(...invented, half))));
		expect((await ask()).code).toBe(0);
		const draft = readFileSync(draftFile(), 'utf8');
		expect(draft).toContain('topic: Exports by month');
		expect(draft).not.toContain('Invented');
		const queue = path.join(place.claude.configDir, 'memory_queue');
		const queued = readdirSync(queue, { withFileTypes: true }).filter((each) => each.name.endsWith('.json'));
		expect(queued).not.toEqual([]);
		for (const { name } of queued) expect(readFileSync(path.join(queue, name), 'utf8')).not.toContain('Invented');
	});

	test('what it says of the matters it is asked about stands below them, as far as it is proven', async () => {
		standIn(`const { properties } = JSON.parse(args[args.indexOf('--json-schema') + 1]);
const asked = properties.statements.items.properties.section.enum.slice(9);
const note = (section, text, words) => ({ section, text, quotes: [words] });
const statements = asked.flatMap((id) => [note(id, 'True of ' + id + '.', 'ok fine'), note(id, 'Invented.', 'it was fine by me')]);
const out = JSON.parse(${JSON.stringify(result({}))});
process.stdout.write(JSON.stringify({ ...out, structured_output: { statements } }), () => process.exit(0));`);
		expect((await ask()).code).toBe(0);
		const draft = readFileSync(draftFile(), 'utf8');
		expect(draft).toContain('### Implicit decisions → decision record\n\n- True of implicit-decisions. (#3)\n');
		expect(draft).not.toContain('Invented');
	});

	test('quotes what it was shown, also where that was redacted', async () => {
		const text = `Send the report to ${SECRETS[3]} every Monday`;
		const at = said(ID, 15);
		writeLines(
			ID,
			chained([
				userLine(text, at(0)),
				assistantLine('The report goes out every Monday.', {}, at(1)),
				userLine('Good, and the archive?', at(2)),
				assistantLine('It stays where it is.', {}, at(3)),
				userLine('Go on', at(4)),
			]),
		);
		// It copies the line that it is shown.
		standIn(`const words = /person: (Send the report.*)/.exec(input)[1];
const statements = [{ section: 'fact', text: 'The report is sent every Monday.', quotes: [words] }];
const out = JSON.parse(${JSON.stringify(result({}))});
process.stdout.write(JSON.stringify({ ...out, structured_output: { statements } }), () => process.exit(0));`);
		expect(JSON.parse((await ask()).out)).toMatchObject({ results: [{ outcome: 'draft', candidates: 1 }] });
		expect(JSON.stringify(calls())).not.toContain(SECRETS[3]);
	});

	test.each<[string, string, RegExp]>([
		['nonsense', saying('I am a teapot'), /exit code 0 and no answer/u],
		['half an answer', saying(result(answer()).slice(0, 200)), /no answer/u],
		['no structured part', saying(result(undefined)), /no structured part/u],
		['an object of another shape', saying(result({ hello: 'world' })), /does not fit the schema/u],
		[
			'a field that nobody asked for',
			saying(result({ ...answer(), run: 'rm -rf /' })),
			/does not fit the schema: nobody asked/u,
		],
		[
			'statements that the conversation does not prove',
			saying(
				result({
					statements: [
						statement('summary', 'It was deployed.', 'the deployment has gone through'),
						statement('decision', 'It is to be deployed.'),
					],
				}),
			),
			/proves nothing of the answer/u,
		],
		[
			'an over-long one',
			saying(result(answer(statement('summary', 'x'.repeat(50_000), 'ok fine')))),
			/does not fit the schema/u,
		],
		['an endless one', `exec yes ${'x'.repeat(1_000)}`, /without end/u],
		[
			'an error that calls itself a success',
			saying(
				result(undefined, { is_error: true, api_error_status: 529, terminal_reason: 'api_error', total_cost_usd: 0 }),
				1,
			),
			/status 529/u,
		],
		['not signed in', saying(result(undefined, { is_error: true, api_error_status: 401 }), 1), /not signed in/u],
		[
			'the limit of money',
			saying(result(undefined, { is_error: true, subtype: 'error_max_budget_usd' }), 1),
			/limit of money/u,
		],
		['nothing at all', 'exit 0', /no answer/u],
		['a crash', 'echo boom >&2; exit 3', /exit code 3/u],
	])('%s ends in a clear state and no draft', async (_what, script, reason) => {
		shellStandIn(script);
		const done = await ask();
		expect(done.code).toBe(1);
		const { error } = JSON.parse(done.out) as { error: { code: string; message: string } };
		expect(error.code).toBe('failed');
		expect(error.message).toMatch(reason);
		expect(existsSync(path.join(repo, 'docs'))).toBe(false);
		expect(existsSync(path.join(place.claude.configDir, 'memory_queue'))).toBe(false);
		expect(ledger().map((line) => line['event'])).toEqual(['started', 'ended']);
		expect(ledger().at(-1)).toMatchObject({ outcome: 'failed' });
	});

	test('where it is missing, that is said', async () => {
		expect(
			JSON.parse(
				(await run(['--session', ID, '--engine', 'claude', '--yes', '--json'], { PATH: '/usr/bin:/bin' })).out,
			),
		).toMatchObject({
			error: { code: 'failed', message: expect.stringContaining('was not found on the PATH') as string },
		});
	});

	test('T40: of planted secrets none reaches it, and injected instructions stay data between two lines that nobody can guess', async () => {
		standIn(printing(result(of('Go on'))));
		const at = said(ID, 15);
		writeLines(
			ID,
			chained([
				userLine(`Use the key ${SECRETS[0]} and mail ${SECRETS[3]}. ${INJECTION}`, at(0)),
				assistantLine(`export ANTHROPIC_API_KEY=${SECRETS[1]}\n${'filler '.repeat(3_000)} ${SECRETS[2]}`, {}, at(1)),
				assistantLine(
					{ tool: 'Bash', id: 'toolu_x', input: { command: `aws configure set key ${SECRETS[2]}` } },
					{},
					at(2),
				),
				userLine(`Remember that the token is ${SECRETS[0]}`, at(3)),
				userLine('Go on', at(4)),
			]),
		);
		expect((await ask()).code).toBe(0);
		const [call] = calls();
		const given = JSON.stringify(call);
		for (const secret of SECRETS) expect(given).not.toContain(secret);
		expect(given).not.toContain(place.home.slice(1) + '/secret');
		const fence = /=====[\w-]+=====/u.exec(call?.input ?? '')?.[0] ?? 'none';
		const parts = (call?.input ?? '').split(fence);
		expect(parts).toHaveLength(4);
		expect(parts[2]).toContain('Ignore all previous instructions');
		expect([parts[0], parts[1], parts[3]].join()).not.toContain('Ignore all previous');
		const written = readFileSync(draftFile(), 'utf8');
		for (const secret of SECRETS) expect(written).not.toContain(secret);
		expect(existsSync('/tmp/pwned')).toBe(false);
	});

	test('T5: the prompt is bounded, whatever the session’s size', async () => {
		standIn(printing(result(of('because because because because'))));
		const at = said(ID, 60, 100);
		const lines = Array.from({ length: 600 }, (_, n) =>
			n % 2 === 0
				? userLine(`Question ${n} ${'why '.repeat(200)}`, at(n))
				: assistantLine(`Answer ${n} ${'because '.repeat(300)}`, {}, at(n)),
		);
		writeLines(ID, lines);
		expect((await ask()).code).toBe(0);
		const [call] = calls();
		expect(Buffer.byteLength(call?.input ?? '')).toBeLessThan(60_000);
		expect(call?.input).toContain('Question 0 ');
		expect(call?.input).toContain('Answer 599 ');
		expect(call?.input).toContain('messages are left out here');
	}, 300_000);
});
