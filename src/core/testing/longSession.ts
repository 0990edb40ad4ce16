// A session as people have them: a bug is looked for, one attempt fails, a choice is made, something is put off, and the day
// ends before the work does. Its lines are in the form of 2.1.329; what is said in it was invented for the tests.
import { type Line, assistantLine, chained, metaLine, resultLine, systemLine, userLine } from './transcripts';

const HOME = '/home/dev/app';

/** A tool call and its answer, as two lines. */
function used(
	tool: string,
	input: Line,
	answer: string,
	own: Line & { readonly isError?: boolean } = {},
): readonly Line[] {
	const id = `toolu_${tool}_${JSON.stringify(input).length}_${answer.length}`;
	return [assistantLine({ tool, id, input }), resultLine(id, answer, own)];
}

const edit = (file: string, added: readonly string[], removed: readonly string[] = []): readonly Line[] =>
	used('Edit', { file_path: `${HOME}/${file}`, old_string: 'a', new_string: 'b' }, 'ok', {
		toolUseResult: {
			filePath: `${HOME}/${file}`,
			structuredPatch: [{ lines: [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)] }],
		},
	});

const bash = (command: string, output: string, own: Line & { readonly isError?: boolean } = {}): readonly Line[] =>
	used('Bash', { command }, output, { toolUseResult: { stdout: output, stderr: '', interrupted: false }, ...own });

/** The lines of the session, in file order. The parents are those of a conversation without branches. */
export function longSession(): readonly Line[] {
	return chained([
		metaLine('custom-title', { customTitle: 'Sessions survive a restart' }),
		userLine(
			"Users are logged out whenever the server restarts. Find out why and fix it.\nDon't change the cookie format, mobile clients parse it.",
		),
		assistantLine("I'll look at how sessions are stored first."),
		...used('Read', { file_path: `${HOME}/src/sessions.ts` }, '1\texport const sessions = new Map()', {
			toolUseResult: { type: 'text', file: { filePath: `${HOME}/src/sessions.ts` } },
		}),
		...bash(
			'npm test -- sessions',
			'Exit code 1\n FAIL  test/sessions.test.ts > survives a restart\nTests  1 failed | 11 passed (12)',
			{
				isError: true,
			},
		),
		assistantLine({
			tool: 'AskUserQuestion',
			id: 'toolu_ask',
			input: {
				questions: [
					{
						question: 'Where should sessions be kept?',
						header: 'Store',
						options: [{ label: 'SQLite' }, { label: 'Redis' }],
						multiSelect: false,
					},
				],
			},
		}),
		resultLine('toolu_ask', 'User has answered your questions', {
			toolUseResult: { answers: { 'Where should sessions be kept?': 'SQLite' } },
		}),
		...edit(
			'src/sessions.ts',
			['import { openDatabase } from "./db"', 'const db = openDatabase()'],
			['const sessions = new Map()'],
		),
		...used('Write', { file_path: `${HOME}/src/db.ts`, content: 'export function openDatabase() {}\n' }, 'ok', {
			toolUseResult: { type: 'create', filePath: `${HOME}/src/db.ts`, structuredPatch: [] },
		}),
		...bash(
			'npm test -- sessions',
			'Exit code 1\nError: SQLITE_BUSY: database is locked\nTests  2 failed | 10 passed (12)',
			{
				isError: true,
			},
		),
		assistantLine(
			'Opening the database in every request did not work: the tests run in parallel and get SQLITE_BUSY. I reverted that part.',
			{ stop: 'tool_use' },
		),
		...bash('git checkout -- src/middleware.ts', ''),
		...edit('src/db.ts', ['export const db = connect()']),
		...bash('npm test -- sessions', 'Tests  12 passed (12)'),
		assistantLine(
			[
				'Sessions now live in SQLite (`src/db.ts`), and all 12 tests pass.',
				'',
				'I kept one shared connection instead of one for each request because parallel writers lock the file.',
				'',
				'## Next steps',
				'',
				'- Delete expired rows once an hour',
				'- Document `SESSION_DB` in the README',
				'',
				'How long should a session stay valid without activity?',
			].join('\n'),
		),
		userLine('30 days, as it is now.'),
		...edit('src/sessions.ts', ['const MAX_AGE_MS = 30 * DAY_MS']),
		...bash(
			'git add -A && git commit -m "Keep sessions in SQLite"',
			'[fix/sessions 4be1c2d] Keep sessions in SQLite\n 2 files changed, 14 insertions(+), 3 deletions(-)',
		),
		assistantLine('The maximum age is 30 days, and the work is committed as `4be1c2d`.'),
		userLine("The admin page should list sessions, too. Let's do that in a separate PR. Now push the branch."),
		assistantLine({ tool: 'Bash', id: 'toolu_push', input: { command: 'git push --force origin fix/sessions' } }),
		resultLine(
			'toolu_push',
			"The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nno force push, ever",
			{
				isError: true,
				toolDenialKind: 'user-rejected',
				toolUseResult: 'User rejected tool use',
			},
		),
		...bash('git push origin fix/sessions', 'Exit code 128\nremote: Permission to acme/app.git denied to ci-bot.', {
			isError: true,
		}),
		assistantLine(
			[
				'The push was refused: the remote denies `ci-bot` write access, so the commit is only on this machine.',
				'',
				'The clean-up of expired rows is not done yet. Do you want me to open the pull request once you have access?',
			].join('\n'),
		),
		systemLine('turn_duration', { durationMs: 1_000 }),
	]);
}
