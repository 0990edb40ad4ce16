import { describe, expect, test } from 'vitest';
import { extractOf } from '../testing/extracts';
import { type Line, SESSION, assistantLine, chained, jsonl, resultLine, userLine } from '../testing/transcripts';
import { entriesOf } from '../transcript/parseEntry';
import { createWorkSigns, hasWork } from './withWork';

const edit = (own: Line = {}): readonly Line[] => [
	assistantLine({ tool: 'Write', id: 'w1', input: { file_path: '/home/dev/app/a.ts', content: 'x' } }),
	resultLine('w1', 'File created', { toolUseResult: { type: 'create' }, ...own }),
];
const command = (name: string): Line =>
	userLine(`<command-message>${name}</command-message>\n<command-name>/${name}</command-name>`);
const askedOf = (id: string): readonly Line[] => [
	assistantLine({ tool: 'AskUserQuestion', id, input: { questions: [{ question: 'Which one?' }] } }),
	resultLine(id, 'answered', { toolUseResult: { answers: { 'Which one?': 'The blue one' } } }),
];
const bash = (run: string, out: string): readonly Line[] => [
	assistantLine({ tool: 'Bash', id: 'b1', input: { command: run } }),
	resultLine('b1', out),
];
const todo = [
	assistantLine({ tool: 'TodoWrite', id: 't1', input: { todos: [{ content: 'Test it', status: 'pending' }] } }),
	resultLine('t1'),
];
const ask = (text: string): readonly Line[] => [userLine(text), assistantLine('Sure.')];

const shows = (lines: readonly Line[]): boolean => {
	const signs = createWorkSigns(SESSION);
	return entriesOf(jsonl(chained(lines)).split('\n')).some((entry) => signs.note(entry));
};

describe('a session', () => {
	test.each<[string, readonly Line[]]>([
		['a greeting', ask('hi')],
		['one question', ask('What does this function do?')],
		['two prompts', [...ask('hi'), ...ask('thanks')]],
		['a greeting, and a document saved of it', [...ask('hi'), command('document-and-save'), ...edit()]],
		['a change that was refused', [...ask('Make it'), ...edit({ toolDenialKind: 'user-rejected' })]],
	])('without work: %s', (_name, lines) => {
		expect(hasWork(extractOf(lines))).toBe(false);
		expect(shows(lines)).toBe(false);
	});

	test.each<[string, readonly Line[]]>([
		['a changed file', [...ask('Make it'), ...edit()]],
		['three prompts', [...ask('one'), ...ask('two'), ...ask('three')]],
	])('with work that shows before its end: %s', (_name, lines) => {
		expect(hasWork(extractOf(lines))).toBe(true);
		expect(shows(lines)).toBe(true);
	});

	test.each<[string, readonly Line[]]>([
		['a commit', [...ask('Commit it'), ...bash('git commit -m Fix', '[main 1a2b3c4] Fix\n 1 file changed')]],
		['a task', [...ask('Plan it'), ...todo]],
		['an answer to a question', [...ask('Paint it'), ...askedOf('q1')]],
	])('with work that the whole reading finds: %s', (_name, lines) => {
		expect(hasWork(extractOf(lines))).toBe(true);
		expect(shows(lines)).toBe(false);
	});

	test('has the prompts that it went back from, too', () => {
		const [first, ...rest] = [userLine('one'), userLine('two'), userLine('three')];
		const all = [first, ...rest].flatMap((line) => (line === undefined ? [] : [{ ...line, parentUuid: null }]));
		expect(extractOf(all).prompts).toBe(3);
		expect(shows(all)).toBe(true);
	});

	test('is not that of other lines in its file, nor of a subagent', () => {
		const foreign = edit().map((line) => ({ ...line, sessionId: 'other' }));
		const aside = edit().map((line) => ({ ...line, isSidechain: true }));
		for (const lines of [foreign, aside]) expect(shows([...ask('hi'), ...lines])).toBe(false);
	});
});
