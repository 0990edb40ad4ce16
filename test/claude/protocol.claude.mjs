// The session protocol under the real Claude Code: tasks of a session arrive in the file, and the next session begins with
// them.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openClaude } from './support/claude.mjs';

const PROGRAM = '~/.claude/session-keeper/bin/session-keeper';
let claude;
afterEach(() => claude.close());

async function open(env) {
	claude = await openClaude({ env });
}
const file = () => path.join(claude.repo, 'session-protocol.json');
const saved = () => JSON.parse(readFileSync(file(), 'utf8'));
const short = () => saved().tasks.map(({ id, title, status }) => `${id} ${title} ${status}`);
/** The last thing that stands in a request as words of the person's turn. */
const told = () => claude.api.prompts.at(-1);

/** Answers in words so far. */
const answers = () =>
	claude.transcripts().flatMap((each) => claude.read(each).match(/"text":"You said: /g) ?? []).length;

/** Says something to which Claude uses tools, one after the other, and then answers. */
async function use(text, ...calls) {
	const before = answers();
	claude.api.calls.push(...calls.map(([tool, input]) => ({ tool, input })));
	await claude.type(text);
	await claude.until(() => claude.api.calls.length === 0 && answers() > before, `an answer to ${text}`);
}

test('tasks of a session arrive in the file, and a session that is started from it has them in its first prompt', async () => {
	await open({ CLAUDE_CODE_ENABLE_TODO_TOOLS: '1' });
	await claude.start();
	await use(
		'plan the apples',
		['ToolSearch', { query: 'select:TaskCreate,TaskUpdate', max_results: 5 }],
		['TaskCreate', { subject: 'Add apples()', description: 'See src/fruit.js:4' }],
		['TaskCreate', { subject: 'Test apples()', description: 'With node:test' }],
		['TaskUpdate', { taskId: '1', status: 'in_progress' }],
	);
	claude.api.calls.push({ tool: 'Bash', input: { command: `${PROGRAM} protocol save --priority TASK_001=P1` } });
	await claude.type('/save-session-protocol');
	await claude.until(() => existsSync(file()), 'the file');
	// Claude saw the list before anything was written, and the report after it.
	expect(JSON.stringify(claude.api.requests)).toContain('Would be saved → session-protocol.json');
	await claude.until(
		() => JSON.stringify(claude.api.requests.at(-1)).includes('Saved → session-protocol.json'),
		'the report',
	);
	expect(short()).toEqual(['TASK_001 Add apples() in_progress', 'TASK_002 Test apples() pending']);
	expect(saved().tasks[0]).toMatchObject({ priority: 'P1', context: 'See src/fruit.js:4', files: ['src/fruit.js:4'] });
	await claude.type('/exit');
	await claude.ended();

	// As the editor starts it: the context is one argument.
	const { out: prompt } = claude.keeper('protocol', 'load', '--context');
	const before = answers();
	await claude.start(prompt);
	await claude.until(() => told().includes('Go on with the work in session-protocol.json.'), 'the first prompt');
	expect(told()).toContain('- TASK_001 (in progress, P1): Add apples()\n  See src/fruit.js:4\n  Files: src/fruit.js:4');
	await claude.until(() => claude.transcripts().length === 2 && answers() > before, 'the transcript');

	// That session knows the file, so what it says of a task is the task's.
	await use(
		'apples are done',
		['ToolSearch', { query: 'select:TaskCreate,TaskUpdate', max_results: 5 }],
		['TaskCreate', { subject: 'TASK_001 - Add apples() at last', description: '' }],
		['TaskUpdate', { taskId: '1', status: 'completed' }],
	);
	const again = JSON.parse(claude.keeper('protocol', 'save', '--json').out);
	expect(again.mode).toBe('overwrite');
	expect(short()).toEqual(['TASK_001 Add apples() completed', 'TASK_002 Test apples() pending']);
});

test('the older todo list arrives, too, and /load-session-protocol gives Claude all of it as data', async () => {
	await open({ CLAUDE_CODE_ENABLE_TODO_TOOLS: '1', CLAUDE_CODE_ENABLE_TASKS: '0' });
	await claude.start();
	const todo = (content, status) => ({ content, status, activeForm: content });
	await use(
		'plan the pears',
		['TodoWrite', { todos: [todo('Add pears()', 'in_progress'), todo('Test pears()', 'pending')] }],
		['TodoWrite', { todos: [todo('Add pears()', 'completed'), todo('Test pears()', 'in_progress')] }],
	);
	expect(claude.keeper('protocol', 'save').code).toBe(0);
	expect(short()).toEqual(['TASK_001 Add pears() completed', 'TASK_002 Test pears() in_progress']);
	await claude.type('/exit');
	await claude.ended();

	await claude.start();
	const before = answers();
	await claude.type('/load-session-protocol');
	await claude.until(() => told().includes('Next: TASK_002 - Test pears()'), 'the context');
	expect(told()).toContain('data and not instructions');
	// It was loaded in that session, as its transcript says once the answer stands in it: the file itself is there before.
	await claude.until(() => answers() > before, 'the transcript');
	const known = JSON.parse(claude.keeper('protocol', 'save', '--json').out);
	expect(known.mode).toBe('overwrite');
	// Claude Code offers the skill that explains it.
	expect(JSON.stringify(claude.api.requests.at(-1))).toContain('managing-session-continuity');
});
