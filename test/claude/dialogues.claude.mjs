// Whole dialogues with the real Claude Code, from the first word of a session to the next one, as a person's days are: in
// each permission mode, in a worktree, in two terminals at once, with a kill in between. Each holds that nobody is asked for a
// permission of ours, that no command is named that is not there, and that the right session is resumed.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openClaude } from './support/claude.mjs';

const PROGRAM = '~/.claude/session-keeper/bin/session-keeper';
const QUESTION = /Do you want to proceed|requires approval|Contains brace|Unknown (?:slash )?command/iu;

/** Of each topic a few steps are left. */
const reply = (prompt) =>
	prompt.endsWith('and the tests, please')
		? `You said: ${prompt}\n\n- [ ] Write the tests of it\n- [ ] Run them on Windows`
		: `You said: ${prompt.slice(0, 200)}`;

let claude;
/** What the person has seen, at the end of what was done. */
let screens;
/** Ours, as they are typed. */
let slashCommands;
beforeEach(async () => {
	screens = [];
	claude = await openClaude({ install: [], reply });
	slashCommands = commandsIn(claude.config);
});
afterEach(async () => {
	try {
		await expectNoDeadCommand();
	} finally {
		await claude.close();
	}
});

const commandsIn = (folder, prefix = '') =>
	readdirSync(path.join(folder, 'commands')).map((name) => prefix + path.basename(name, '.md'));
const told = () => claude.api.prompts.at(-1);
const idOf = (file) => path.basename(file, '.jsonl');
const sessionWith = (words) => idOf(claude.transcripts().find((file) => claude.read(file).includes(words)));
const documents = () =>
	existsSync(claude.memory) ? readdirSync(claude.memory).filter((name) => /^session-\d/u.test(name)) : [];
const saved = () => documents().map((name) => readFileSync(path.join(claude.memory, name), 'utf8'));
const verifiedOf = (session) => claude.log().some((line) => line.event === 'verified' && line.session === session);

/** Whatever Claude or the person was told to type or to run is there. */
async function expectNoDeadCommand() {
	const said = [...claude.api.requests.flatMap(({ messages }) => messages.flatMap(textsIn)), ...screens].join('\n');
	const slashes =
		/(?<![\w/.~-])\/((?:session-keeper:)?(?:document|resume|session(?!-keeper)|discard|save|load)(?:-[a-z]+)*)(?![\w/*-]|\.\w)/gu;
	const named = new Set([...said.matchAll(slashes)].map(([, name]) => name));
	// Claude Code's own.
	named.delete('resume');
	expect([...named].filter((name) => !slashCommands.includes(name))).toEqual([]);
	const { call } = await claude.product();
	const calls = said.matchAll(/(?:\bbin\/|`|^)session-keeper"? ([a-z]+)(?: ([a-z-]+))?/gmu);
	const words = new Map([...calls].map(([, ...each]) => [each.join(' ').trim(), each.filter(Boolean)]));
	for (const [name, each] of words) {
		const { code } = await call([...each, '--help'], { cwd: claude.repo, env: claude.env });
		expect([name, code]).toEqual([name, 0]);
	}
}
const textsIn = ({ content }) =>
	typeof content === 'string'
		? [content]
		: content.flatMap((block) => [block.text ?? '', ...textsIn({ content: block.content ?? [] })]);

/** Says what a session is about: three prompts, so that there is work to go on with. */
async function talk(terminal, topic) {
	for (const words of [topic, `${topic.split(' ')[0]}: go on`, 'and the tests, please']) {
		await terminal.type(words);
		await terminal.until(() => claude.api.prompts.includes(words), `the request of ${words}`);
		await terminal.until(() => terminal.screen().includes(`You said: ${words.slice(0, 30)}`), `the answer to ${words}`);
	}
}
/** Runs a slash command, and waits until Claude was told what it says. */
async function command(terminal, name, answer) {
	await terminal.type(name);
	await terminal.until(() => QUESTION.test(terminal.screen()) || answer.test(told()), `what ${name} says`);
	expect(terminal.screen()).not.toMatch(QUESTION);
	// The answer to it is on the screen before the next thing is typed.
	await terminal.turnEnded();
}
/** Claude Code writes what was said a moment after it is on the screen, and a kill in between loses it. */
async function written(terminal, topic) {
	const isAnswer = (line) => line.includes('"type":"assistant"') && line.includes('and the tests, please');
	const isWhole = (file) => claude.read(file).includes(topic) && claude.read(file).split('\n').some(isAnswer);
	await terminal.until(() => claude.transcripts().some(isWhole), `what was said of ${topic} in its transcript`);
}
async function exit(terminal, topic) {
	screens.push(terminal.screen());
	await terminal.type('/exit');
	await terminal.ended();
	await terminal.until(() => verifiedOf(sessionWith(topic)), `the backup of ${topic}`);
}
/** What Claude hands in, by a call of fixed words. */
const handIn = (group, lines, program = PROGRAM) => ({
	text: ['I hand in what I know.', '', '```session-keeper', ...lines, '```'].join('\n'),
	tool: 'Bash',
	input: { command: `${program} ${group} save --from-answer`, description: 'Hand in' },
});
/** Saves where a session stands, with what Claude hands in. */
async function save(topic, { prefix = '', program } = {}) {
	claude.api.calls.push(handIn('documents', [`topic: ${topic} | "${topic}"`, `fact: ${topic} | "${topic}"`], program));
	const count = documents().length;
	await claude.type(`/${prefix}document-and-save`);
	await claude.until(
		() => QUESTION.test(claude.screen()) || saved().filter((text) => text.includes('(Claude)')).length > count,
		`the document of ${topic}`,
	);
	expect(claude.screen()).not.toMatch(QUESTION);
	expect(documents()).toHaveLength(count + 1);
	await claude.turnEnded();
}

test('a chain of sessions, one in each mode: each saves, and the next one resumes it', async () => {
	const chain = [
		['default', 'Sessions move to SQLite this week, with a migration'],
		['acceptEdits', 'Invoices get a due date and a reminder by mail'],
		['plan', 'Charts are drawn on a canvas from now on'],
		['dontAsk', 'Letters are printed on both sides of the paper'],
		// What our rules name runs without the check of this mode, which is made on Anthropic's side.
		['auto', 'Keys of the storehouse are handed out by name'],
	];
	let before;
	for (const [mode, topic] of chain) {
		await claude.start('--permission-mode', mode);
		if (before !== undefined) {
			const names = documents();
			await command(claude, '/resume-latest', new RegExp(`## Resumed: ${before}`, 'u'));
			expect(documents()).toEqual(names);
		}
		await talk(claude, topic);
		// The ids of the look are those of the save, and what is handed in gets the next one.
		claude.api.calls.push(handIn('protocol', [`task [ ]: Write it down in the manual | "${topic}"`]));
		await command(claude, '/save-session-protocol', /what it would save/u);
		const look = claude.api.prompts.findLast((prompt) => prompt.includes('what it would save'));
		await claude.until(() => existsSync(path.join(claude.repo, 'session-protocol.json')), 'the protocol');
		const { tasks } = JSON.parse(readFileSync(path.join(claude.repo, 'session-protocol.json'), 'utf8'));
		const seen = [...look.matchAll(/^- (TASK_\d+) \[\w+\] (.+?) \(/gmu)].map(([, id, title]) => `${id} ${title}`);
		expect(seen.length).toBeGreaterThan(1);
		expect(tasks.map(({ id, title }) => `${id} ${title}`)).toEqual(expect.arrayContaining(seen));
		expect(tasks.some(({ title }) => title === 'Write it down in the manual')).toBe(true);
		await save(topic);
		await exit(claude, topic);
		before = topic;
	}
	// All are covered: nothing waits, and each is there to be taken up.
	await claude.until(
		() => claude.keeper('backups', 'list').out.startsWith('No pending backups.'),
		'no backup that waits',
	);
	const list = claude.keeper('documents', 'list').out;
	for (const [, topic] of chain) expect(list).toContain(topic);
}, 900_000);

test('the plugin alone: by its own names a session is saved, the next one resumes it, and nobody is asked', async () => {
	expect(claude.keeper('hooks', 'uninstall', '--yes')).toMatchObject({ code: 0 });
	slashCommands = commandsIn(claude.plugin, 'session-keeper:');
	const plugin = { prefix: 'session-keeper:', program: `"${claude.plugin}/bin/session-keeper"` };
	const start = () => claude.start('--plugin-dir', claude.plugin, '--permission-mode', 'default');
	const topic = 'Lamps are switched by a sensor in the hall';
	await start();
	await talk(claude, topic);
	await save(topic, plugin);
	expect(told()).toContain(`\`${plugin.program} documents save --from-answer\``);
	await exit(claude, topic);
	await start();
	await command(claude, '/session-keeper:resume-latest', new RegExp(`## Resumed: ${topic}`, 'u'));
	const next = 'Doors are opened by a card from now on';
	await talk(claude, next);
	await exit(claude, next);
	// What was not saved is announced, by names that are there.
	await start();
	await claude.until(
		() => /backed up\..*\/session-keeper:resume-latest/su.test(claude.screen()),
		'the line for the person',
	);
	screens.push(claude.screen());
});

test('the newest is resumed, though an older one waits and the newest was killed; --continue and --resume go on', async () => {
	const [older, newer] = ['Apples are sorted by their size', 'Pears get a label of their own'];
	await claude.start();
	await talk(claude, older);
	await exit(claude, older);
	await claude.start();
	await talk(claude, newer);
	await written(claude, newer);
	claude.kill();
	await claude.ended();
	await claude.start();
	await claude.say('hello');
	await command(claude, '/resume-latest', new RegExp(`## Resumed: ${newer}`, 'u'));
	await command(claude, '/resume-latest', new RegExp(`## Resumed: ${newer}`, 'u'));
	// What waits of the older one still does.
	expect(claude.keeper('backups', 'list').out).toContain(older);
	await claude.type('/exit');
	await claude.ended();

	const said = claude.api.requests.length;
	await claude.start('--resume', sessionWith(newer));
	await claude.say('and a colour');
	const requests = () => claude.api.requests.slice(said).map((request) => JSON.stringify(request.messages));
	expect(requests().at(-1)).toContain(newer);
	await claude.type('/exit');
	await claude.ended();
	await claude.start('--continue');
	await claude.say('and a frame');
	expect(requests().at(-1)).toContain('and a colour');
	// Of itself a session is told nothing: what it holds of a backup was said when it began, of the older one.
	for (const request of requests()) expect(request.split('SESSION_BACKUP_PENDING')).toHaveLength(2);
	expect(idOf(claude.transcripts().find((file) => claude.read(file).includes('and a frame')))).toBe(sessionWith(newer));
});

test('two terminals at once, one in a worktree: neither resumes what the other holds, nor itself', async () => {
	const [here, there] = ['Plums are counted in the cellar', 'Quinces go to the market hall'];
	const tree = path.join(claude.dir, 'tree');
	execFileSync('git', ['worktree', 'add', '-q', tree], { cwd: claude.repo, env: claude.env });
	claude.trust(tree);
	const other = claude.terminal(tree);
	const slug = tree.replace(/[^a-zA-Z0-9]/gu, '-');
	try {
		await claude.start();
		await other.start();
		await talk(claude, here);
		await talk(other, there);
		await other.type('/resume-latest');
		await other.until(() => /Nothing to resume|still|runs/u.test(told()), 'the answer in the worktree');
		expect(told()).not.toContain('## Resumed');
		await exit(claude, here);
		await command(other, '/resume-latest', new RegExp(`## Resumed: ${here}`, 'u'));
		await other.type('/exit');
		await other.ended();
		const inTree = readdirSync(path.join(claude.config, 'projects', slug)).filter((name) => name.endsWith('.jsonl'));
		await other.until(() => inTree.some((name) => verifiedOf(idOf(name))), 'the backup of the worktree');
		await claude.start();
		await command(claude, '/resume-latest', new RegExp(`## Resumed: ${there}`, 'u'));
	} finally {
		if (other.isRunning()) {
			other.kill();
			await other.ended();
		}
	}
});
