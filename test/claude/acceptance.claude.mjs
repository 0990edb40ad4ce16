// A day of work under the real Claude Code: ten turns with a plan that is approved, a question that is passed over, an attempt
// that fails, a nod, a put-off; saved, closed, and taken up by the next session, which knows the state.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openClaude } from './support/claude.mjs';

const PROGRAM = '~/.claude/session-keeper/bin/session-keeper';
const QUESTION = /Do you want to proceed|requires approval|Contains brace|Unknown (?:slash )?command/iu;

/** What the model says to each prompt; to others it repeats them. */
const ANSWERS = {
	'how should the export be stored?': 'I propose that the export is stored as CSV, one file a day. Shall I do it so?',
	'yes, do that': 'Good. The export is stored as CSV, one file a day.',
	'what did the upload do?':
		'Uploading by FTP does not work: the server refuses passive mode. Should the old exports be deleted?',
	'now look at the header of the file': 'The header has seven columns.',
	"let's come back to the compression later": 'All right, the compression waits.',
};
const PLAN = [
	'# Export',
	'',
	'- [ ] Write the exporter',
	'- [ ] Add a test for the header',
	'- [ ] Describe it in the README',
];

let claude;
beforeEach(async () => {
	const reply = (prompt) => ANSWERS[prompt] ?? `You said: ${prompt.slice(0, 200)}`;
	claude = await openClaude({ install: [], reply });
});
afterEach(() => claude.close());

const told = () => claude.api.prompts.at(-1);
const documents = () =>
	existsSync(claude.memory) ? readdirSync(claude.memory).filter((name) => /^session-\d/u.test(name)) : [];
const document = () => documents().map((name) => readFileSync(path.join(claude.memory, name), 'utf8'))[0] ?? '';
/** The part of a document below a heading. */
const part = (text, heading) => text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

/** What the person has said so far. */
const prompts = () =>
	claude
		.transcripts()
		.slice(-1)
		.flatMap((file) => claude.lines(file))
		.filter(({ type, promptSource, isMeta }) => type === 'user' && promptSource === 'typed' && isMeta !== true);

/** Says something, and waits for the end of the answer. */
async function turn(words) {
	await claude.type(words);
	const answer = (ANSWERS[words] ?? `You said: ${words}`).slice(0, 40);
	await claude.until(
		() => claude.transcripts().some((file) => claude.read(file).includes(JSON.stringify(answer).slice(1, -1))),
		`the answer to ${words}`,
	);
	// What is typed before is queued, and is no prompt of its own.
	await claude.turnEnded();
	expect(claude.screen()).not.toMatch(QUESTION);
}

test('ten turns, saved and closed: the next session is given topic, decision, tasks, what is open and what comes next', async () => {
	await claude.start('--permission-mode', 'plan');
	await turn('plan the export of the orders, please');
	// Where Claude Code wants the plan, it says in the first request.
	const [file] = JSON.stringify(claude.api.requests).match(/\/[\w./-]+\/\.claude\/plans\/[\w-]+\.md/u);
	claude.api.calls.push(
		{ tool: 'Write', input: { file_path: file, content: PLAN.join('\n') } },
		{ tool: 'ExitPlanMode', input: {} },
	);
	await claude.type('write it down');
	// Claude Code's own question: each change is looked at, and the conversation goes on.
	await claude.choose(/(\d)\. Yes, (?:and )?manually approve/u);
	await claude.until(() => claude.screen().includes('You said: write it down'), 'the go-ahead');
	await claude.turnEnded();
	for (const words of Object.keys(ANSWERS)) await turn(words);
	await turn('the exporter is written by hand, not generated');
	await turn('the columns keep their order');
	await turn('next, add the test for the header');
	expect(prompts()).toHaveLength(10);
	// Manual: who approves a plan and looks at each change is asked about everything that no rule allows.
	expect(prompts().at(-1).permissionMode).toBe('default');

	const line = (kind, text, words) => `${kind}: ${text} | "${words}"`;
	claude.api.calls.push({
		text: [
			'I hand in what I know.',
			'',
			'```session-keeper',
			line('topic', 'Export of the orders', 'plan the export of the orders, please'),
			line('decision', 'The export is CSV, one file a day', 'the export is stored as CSV, one file a day'),
			line('tried', 'Upload by FTP: the server refuses passive mode', 'the server refuses passive mode'),
			line('next', 'Add the test for the header', 'next, add the test for the header'),
			line('decision', 'Everything goes to Kafka', 'all events go to Kafka'),
			'```',
		].join('\n'),
		tool: 'Bash',
		input: { command: `${PROGRAM} documents save --from-answer`, description: 'Hand in' },
	});
	await claude.type('/document-and-save');
	await claude.until(() => QUESTION.test(claude.screen()) || document().includes('(Claude)'), 'the statements');
	expect(claude.screen()).not.toMatch(QUESTION);
	await claude.turnEnded();
	await claude.type('/exit');
	await claude.ended();

	await claude.start('--permission-mode', 'default');
	await claude.type('/resume-latest');
	await claude.until(() => QUESTION.test(claude.screen()) || told().includes('## Resumed: '), 'the record');
	expect(claude.screen()).not.toMatch(QUESTION);
	const record = told();
	expect(record).toContain('## Resumed: Export of the orders');
	expect(part(record, 'Decisions')).toMatch(/CSV, one file a day/u);
	expect(part(record, 'Decisions')).toContain('Plan approved: ');
	// Neither the question that was passed over, nor what nobody said, nor the nod in place of what it settled.
	expect(part(record, 'Decisions')).not.toMatch(/deleted|Kafka|The person: yes/u);
	expect(part(record, 'Open questions')).toContain('Should the old exports be deleted?');
	expect(part(record, 'Open questions')).toMatch(/compression/u);
	expect(part(record, 'Tried, and did not work')).toContain('passive mode');
	for (const step of ['Write the exporter', 'Add a test for the header', 'Describe it in the README'])
		expect(part(record, 'Tasks')).toContain(`- [ ] ${step}`);
	expect(part(record, 'Next steps')).toContain('Add the test for the header');
});
