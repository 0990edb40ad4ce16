import { describe, expect, it } from 'vitest';
import { extractOf, extractOfText } from '../testing/extracts';
import { type Line, assistantLine, chained, jsonl, resultLine, userLine } from '../testing/transcripts';

interface Asked {
	readonly question: string;
	readonly options?: readonly string[];
	readonly answer?: string;
}

const menu = (asked: readonly Asked[], own: Line = {}): readonly Line[] => {
	const questions = asked.map(({ question, options = ['SQLite', 'Flat files'] }) => ({
		question,
		options: options.map((label) => ({ label })),
	}));
	const answers = Object.fromEntries(asked.flatMap(({ question, answer }) => (answer ? [[question, answer]] : [])));
	return [
		assistantLine({ tool: 'AskUserQuestion', id: 'q1', input: { questions } }),
		resultLine('q1', 'answered', { toolUseResult: { answers }, ...own }),
	];
};
const STORAGE = 'Which storage?';
const PLAN = '/home/dev/.claude/plans/brave-fox.md';
const shown = resultLine('p1', 'approved', { toolUseResult: { plan: null, filePath: PLAN } });
const show = assistantLine({ tool: 'ExitPlanMode', id: 'p1', input: {} });

describe('an answer in a menu', () => {
	const answered = (answer: string, options?: readonly string[]): readonly (readonly string[])[] => {
		const { decisions, openQuestions, deferred } = extractOf([
			userLine('Keep the items'),
			...menu([{ question: STORAGE, answer, ...(options && { options }) }]),
			assistantLine('Noted.'),
		]);
		return [decisions, openQuestions, deferred].map((list) => list.map(({ text }) => text));
	};

	it.each(['SQLite', 'SQLite, Flat files', 'Postgres, the ops team knows it'])('decides: %s', (answer) => {
		expect(answered(answer)).toEqual([[answer], [], []]);
	});

	it.each(["I don't know yet, ask me on Monday", 'What is the difference?'])('leaves it open: %s', (answer) => {
		expect(answered(answer)).toEqual([[], [STORAGE], []]);
	});

	it('is in the person’s own words also where an option is a part of one of these', () => {
		expect(answered('Not now, later', ['Yes', 'No'])).toEqual([[], [], [`${STORAGE} Not now, later`]]);
		expect(answered('None of these?', ['Yes', 'No'])).toEqual([[], [STORAGE], []]);
	});

	it('puts it off', () => {
		expect(answered("Let's decide that later")).toEqual([[], [], [`${STORAGE} Let's decide that later`]]);
	});
});

describe('a menu that was refused', () => {
	const refused = { toolDenialKind: 'user-rejected', toolUseResult: 'User rejected tool use' };
	const open = (asked: readonly string[], said: string): readonly string[] =>
		extractOf([
			userLine('Keep the items'),
			...menu(
				asked.map((question) => ({ question })),
				refused,
			),
			userLine(said),
			assistantLine('Fine.'),
		]).openQuestions.map(({ text }) => text);

	it('is answered by what the person says next, as far as that speaks of it', () => {
		const asked = ['Which storage?', 'Which licence?'];
		expect(open(asked, 'We use pnpm from now on.')).toEqual(asked);
		expect(open(asked, 'We decided to use SQLite as the storage.')).toEqual(['Which licence?']);
		expect(open(['Which storage?'], 'I chose flat files.')).toEqual([]);
	});
});

it('takes no decision from a branch that the conversation went back from', () => {
	const left = chained([userLine('Keep the items'), ...menu([{ question: STORAGE, answer: 'SQLite' }]), show, shown]);
	const instead = chained([userLine('Count the items instead'), assistantLine('There are 12.')]);
	const { decisions, openQuestions, plans } = extractOfText(jsonl([...left, ...instead]));
	expect([decisions, openQuestions, plans]).toEqual([[], [], []]);
});

describe('a plan whose text is not in the call', () => {
	it('is what was written into its file', () => {
		const write = { file_path: PLAN, content: '# Keep items\n\n1. Open the store\n2. Write to it' };
		const edit = { file_path: PLAN, old_string: 'Write to it', new_string: 'Save to it' };
		const { decisions } = extractOf([
			userLine('Keep the items'),
			assistantLine({ tool: 'Write', id: 'w1', input: write }),
			resultLine('w1', 'written', { toolUseResult: { type: 'create' } }),
			assistantLine({ tool: 'Edit', id: 'w2', input: edit }),
			resultLine('w2', 'written'),
			show,
			shown,
		]);
		expect(decisions.map(({ text }) => text)).toEqual(['Keep items; Open the store; Save to it']);
	});

	it('is what was edited, where only that is known', () => {
		const edit = { file_path: PLAN, old_string: 'Write to it', new_string: '# Keep items\n\n1. Save to it' };
		const { decisions } = extractOf([
			userLine('Keep the items'),
			assistantLine({ tool: 'Edit', id: 'w2', input: edit }),
			resultLine('w2', 'written'),
			show,
			shown,
		]);
		expect(decisions.map(({ text }) => text)).toEqual(['Keep items; Save to it']);
	});

	it('decides nothing where nobody knows it', () => {
		const { decisions, plans } = extractOf([userLine('Keep the items'), show, shown]);
		expect(decisions).toEqual([]);
		expect(plans).toMatchObject([{ text: 'brave-fox.md', isApproved: true }]);
	});
});
