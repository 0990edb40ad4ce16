import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { extractOf as of, extractOfText } from '../testing/extracts';
import { longSession } from '../testing/longSession';
import { type Line, assistantLine, resultLine, userLine } from '../testing/transcripts';
import type { Statement } from './statement';

const SAMPLES = path.resolve('test/fixtures/sessions');

const texts = (statements: readonly Statement[]): readonly string[] => statements.map(({ text }) => text);
/** Every statement of an extract, wherever it is. */
const statementsIn = (value: unknown): readonly Statement[] =>
	typeof value !== 'object' || value === null
		? []
		: [
				...('from' in value && 'text' in value ? [value as Statement] : []),
				...Object.values(value).flatMap((each: unknown) => statementsIn(each)),
			];

describe('the state of a session', () => {
	const long = of(longSession());

	it('tells what was asked and what came of it', () => {
		expect(long.title).toBe('Sessions survive a restart');
		expect(
			long.exchanges.map(({ turn, request, outcome }) => [turn, request.text.slice(0, 40), outcome?.text]),
		).toEqual([
			[
				1,
				'Users are logged out whenever the server',
				'Sessions now live in SQLite (`src/db.ts`), and all 12 tests pass.',
			],
			[2, '30 days, as it is now.', 'The maximum age is 30 days, and the work is committed as `4be1c2d`.'],
			[
				3,
				'The admin page should list sessions, too',
				'The push was refused: the remote denies `ci-bot` write access, so the commit is only on this machine.',
			],
		]);
	});

	it('tells what was decided, by whom, and on which question', () => {
		expect(long.decisions.map(({ text, how, question, from }) => [how, from.by, question, text])).toEqual([
			['said', 'person', undefined, "Don't change the cookie format, mobile clients parse it."],
			['answer', 'person', 'Where should sessions be kept?', 'SQLite'],
			[
				'said',
				'claude',
				undefined,
				'I kept one shared connection instead of one for each request because parallel writers lock the file.',
			],
			['answer', 'person', 'How long should a session stay valid without activity?', '30 days, as it is now.'],
		]);
	});

	it('tells a decision once that is announced as one', () => {
		const { decisions } = of([
			userLine('Fix the login.'),
			assistantLine('I looked at it.\n\nDecision: we use sliding sessions, because the token is bound to the session.'),
		]);
		expect(texts(decisions)).toEqual(['Decision: we use sliding sessions, because the token is bound to the session.']);
	});

	it('takes no rule for the future for the answer to a question', () => {
		const { decisions, openQuestions } = of([
			userLine('Fix the login.'),
			assistantLine('It is fixed.\n\nShould the window be 30 or 60 minutes?'),
			userLine('Remember that we always use pnpm here. And merges are frozen on Thursday.'),
		]);
		expect(decisions.filter(({ how }) => how === 'answer')).toEqual([]);
		expect(texts(openQuestions)).toEqual(['Should the window be 30 or 60 minutes?']);
	});

	it('tells what did not work, and leaves out what worked in the end', () => {
		expect(long.failures.map(({ how, text, outcome }) => [how, text, outcome])).toEqual([
			[
				'said',
				'Opening the database in every request did not work: the tests run in parallel and get SQLITE_BUSY.',
				undefined,
			],
			['said', 'I reverted that part.', undefined],
			['undone', 'git checkout -- src/middleware.ts', undefined],
			['refused', 'Bash: git push --force origin fix/sessions', 'no force push, ever'],
			['tool', 'Bash: git push origin fix/sessions', 'exit 128: remote: Permission to acme/app.git denied to ci-bot.'],
		]);
	});

	it('tells which files changed, what was committed, and how the checks went last', () => {
		expect(long.files.map((file) => [file.path, file.isCreated, file.addedLines, file.removedLines])).toEqual([
			['/home/dev/app/src/sessions.ts', false, 3, 1],
			['/home/dev/app/src/db.ts', true, 2, 0],
		]);
		expect(long.commits).toMatchObject([
			{ hash: '4be1c2d', branch: 'fix/sessions', subject: 'Keep sessions in SQLite' },
		]);
		expect(long.checks.map(({ text, outcome, verdict }) => [text, outcome, verdict])).toEqual([
			['npm test -- sessions', 'exit 0', ['Tests  12 passed (12)']],
		]);
	});

	it('tells what is left, from the last list and the last reply', () => {
		expect(texts(long.nextSteps)).toEqual([
			'Delete expired rows once an hour',
			'Document `SESSION_DB` in the README',
			'The clean-up of expired rows is not done yet.',
		]);
		expect(texts(long.deferred)).toEqual(["The admin page should list sessions, too. Let's do that in a separate PR."]);
		// An offer that nobody took up is a question, and no step.
		expect(texts(long.openQuestions)).toEqual(['Do you want me to open the pull request once you have access?']);
	});

	it('points every statement to a message that says it', () => {
		const lines = longSession();
		const extract = of(lines);
		const byUuid = new Map(lines.map((line) => [line['uuid'], line]));
		const all = statementsIn(extract);
		expect(all.length).toBeGreaterThan(20);
		for (const { text, from } of all) {
			const line = byUuid.get(from.uuid);
			expect(line, text).toBeDefined();
			// The last word of each statement stands in the message itself, or (of a tool) in the call that it answers.
			if (from.by === 'tool') continue;
			const word = /[\p{L}\p{N}]+(?=[^\p{L}\p{N}]*$)/u.exec(text)?.[0] ?? '';
			expect(JSON.stringify(line), text).toContain(word);
		}
	});
});

describe('a session that went otherwise', () => {
	it('says what it went back from, and takes nothing else from there', () => {
		const [label] = readdirSync(SAMPLES).filter((name) => name.startsWith('22-'));
		const folder = path.join(SAMPLES, label ?? '', 'projects/-home-dev-app');
		const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.jsonl'));
		const extract = extractOfText(readFileSync(path.join(folder, name), 'utf8'), name.replace('.jsonl', ''));
		expect(extract.exchanges.map(({ request }) => request.text)).toEqual([
			'What does this project do?',
			'And how do I run the tests?',
		]);
		expect(extract.failures).toMatchObject([
			{ how: 'left', text: 'Document it in the README', outcome: 'README.md now lists the three functions.' },
		]);
		expect(extract.files).toMatchObject([{ path: '/home/dev/app/README.md', isAbandoned: true }]);
	});

	it('ends with the question that nobody answered', () => {
		const extract = of([
			userLine('Split the module'),
			assistantLine('Done.\n\nWhich name should the new package have?'),
		]);
		expect(texts(extract.openQuestions)).toEqual(['Which name should the new package have?']);
	});

	it('keeps a question that the next request ignored', () => {
		const extract = of([
			userLine('Make it configurable'),
			assistantLine('I can do it.\n\nWhat port should the dev server listen on?'),
			userLine('Now write the docs for the new command line flags.'),
			assistantLine('Written.'),
		]);
		expect(texts(extract.openQuestions)).toEqual(['What port should the dev server listen on?']);
		expect(extract.decisions).toEqual([]);
	});

	it('reads an approved plan and its check list', () => {
		const plan = '# Move to ESM\n\n- [x] Rename the files\n- [ ] Fix the imports';
		const extract = of([
			userLine('Plan it'),
			assistantLine({ tool: 'ExitPlanMode', id: 'p', input: { plan } }),
			resultLine('p', 'User has approved your plan', {
				toolUseResult: { plan, filePath: '/home/dev/.claude/plans/esm.md' },
			}),
			assistantLine(plan),
		]);
		expect(extract.plans).toMatchObject([
			{ text: 'Move to ESM', file: '/home/dev/.claude/plans/esm.md', isApproved: true },
		]);
		expect(extract.decisions).toMatchObject([{ how: 'plan', text: 'Move to ESM; Rename the files; Fix the imports' }]);
		expect(extract.tasks).toMatchObject([
			{ kind: 'plan', text: 'Rename the files', status: 'completed' },
			{ kind: 'plan', text: 'Fix the imports', status: 'pending' },
		]);
	});

	it('counts a tool that worked later as no failure, and a search without a hit as none', () => {
		const extract = of([
			userLine('go'),
			assistantLine({ tool: 'Bash', id: 'a', input: { command: 'make build' } }),
			resultLine('a', 'Exit code 2\nmake: *** no rule', { isError: true }),
			assistantLine({ tool: 'Bash', id: 'b', input: { command: 'make build' } }),
			resultLine('b', 'built'),
			assistantLine({ tool: 'Bash', id: 'c', input: { command: 'grep -rn nothing src' } }),
			resultLine('c', 'Exit code 1', { isError: true }),
		]);
		expect(extract.failures).toEqual([]);
	});

	it('says what was interrupted', () => {
		const extract = of([
			userLine('Rewrite all of it'),
			assistantLine('Starting.'),
			userLine('[Request interrupted by user]'),
		]);
		expect(extract.failures).toMatchObject([{ how: 'stopped', text: 'Rewrite all of it' }]);
		expect(extract.ending).toBe('interrupted');
	});

	it('takes nothing from the turns of our own commands, and is not unfinished because of them', () => {
		const own = '<command-message>document-and-save</command-message>\n<command-name>/document-and-save</command-name>';
		const extract = of([
			userLine('Rename it'),
			assistantLine('Renamed.'),
			userLine(own),
			assistantLine({ tool: 'Write', id: 'w', input: { file_path: '/home/dev/app/x.md' } }),
			resultLine('w', 'ok', { toolUseResult: { type: 'create' } }),
			assistantLine('I decided to save it.'),
			userLine(own),
		]);
		expect(extract.exchanges.map(({ request, outcome }) => [request.text, outcome?.text])).toEqual([
			['Rename it', 'Renamed.'],
		]);
		expect([extract.files, extract.decisions, extract.ending]).toEqual([[], [], 'idle']);
		expect(of([userLine('Rename it'), userLine(own)]).ending).toBe('prompted');
	});

	it('takes nothing from other sessions, subagents and repeated lines', () => {
		const line = userLine('Use tabs instead of spaces');
		const extract = of([
			line,
			line,
			userLine('Use spaces instead of tabs', { sessionId: 'other' }),
			userLine('Use nothing instead of tabs', { isSidechain: true }),
		]);
		expect(extract.exchanges).toHaveLength(1);
		expect(texts(extract.decisions)).toEqual(['Use tabs instead of spaces']);
	});

	it('keeps its size, however long the session', () => {
		const extract = of(
			Array.from({ length: 500 }, (_, at) => [
				userLine(`Request ${at}: use a${at} instead of b${at}`),
				assistantLine(`I decided on ${at}.`),
			]).flat(),
		);
		expect(extract.exchanges).toHaveLength(220);
		expect(extract.leftOut).toBe(280);
		expect(extract.exchanges.at(-1)?.turn).toBe(500);
		expect(extract.decisions).toHaveLength(200);
	});
});

describe('every sample', () => {
	for (const label of readdirSync(SAMPLES).filter((name) => name !== 'index.json'))
		it(`${label}: each statement stands in the transcript`, () => {
			const folder = path.join(SAMPLES, label, 'projects/-home-dev-app');
			for (const name of readdirSync(folder).filter((each) => each.endsWith('.jsonl'))) {
				const text = readFileSync(path.join(folder, name), 'utf8');
				const extract = extractOfText(text, name.replace('.jsonl', ''));
				const said = text.replace(/\\n|\\"|[^\p{L}\p{N}]+/gu, ' ');
				for (const statement of statementsIn(extract)) {
					expect(text).toContain(statement.from.uuid);
					const words = statement.text
						.replace(/[^\p{L}\p{N}]+/gu, ' ')
						.trim()
						.split(' ');
					for (const word of words) expect(said).toContain(word);
				}
			}
		});
});

describe('what a compaction calls left', () => {
	const summary = (...pending: readonly string[]): Line =>
		userLine(
			`Summary:\n1. Pending Tasks:\n${pending.map((each) => `   - ${each}`).join('\n')}\n\n2. Current Work:\n   Cookies.`,
			{ isCompactSummary: true },
		);
	const write = (file: string): readonly Line[] => [
		assistantLine({ tool: 'Write', id: file, input: { file_path: `/home/dev/app/${file}`, content: 'x' } }),
		resultLine(file),
	];
	const left = ['Expire sessions after 30 days of inactivity', 'Document remove() in README.md'];
	const begun = [userLine('Move the login to cookies'), ...write('session.ts'), assistantLine('The cookie is set.')];
	const next = (...after: readonly Line[]): readonly string[] =>
		texts(of([...begun, summary(...left), ...after]).nextSteps);

	it('is a next step as long as nothing says that it is done', () => {
		expect(next()).toEqual(left);
		expect(next(userLine('How do I run the tests?'), assistantLine('`npm test`.'))).toEqual(left);
	});

	it('is none once it was asked for and worked on, or its file was changed', () => {
		const asked = userLine('now let sessions expire after 30 days without use');
		expect(next(asked, ...write('session.ts'), assistantLine('`maxIdle` is 30 days.'))).toEqual(left.slice(1));
		expect(next(userLine('go on'), ...write('README.md'), assistantLine('OK.'))).toEqual(left.slice(0, 1));
	});

	it('is none where the reply before it, which it has not seen, says that it is done', () => {
		const kept = assistantLine('README.md now lists the three functions.');
		const { nextSteps } = of([...begun, userLine('Document it'), ...write('README.md'), kept, summary(...left)]);
		expect(texts(nextSteps)).toEqual(left.slice(0, 1));
	});

	it('is none once a later compaction leaves it out', () => {
		const later = [userLine('Go on'), assistantLine('Going on.'), summary('Test the logout')];
		expect(texts(of([...begun, summary(...left), ...later]).nextSteps)).toEqual(['Test the logout']);
	});
});
