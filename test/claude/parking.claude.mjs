// Claude parks by itself, under the real Claude Code: in any turn, in each mode, in a worktree too, nobody is asked for a
// permission. And what the install brings leaves git as it was.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openClaude, modes } from './support/claude.mjs';

const PROGRAM = '~/.claude/session-keeper/bin/session-keeper';
const QUESTION = /Do you want to proceed|requires approval|Contains |Unknown command|unknown slash command/iu;

let claude;
beforeEach(async () => {
	claude = await openClaude({ install: [] });
});
afterEach(() => claude.close());

const status = () =>
	execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], {
		cwd: claude.repo,
		env: claude.env,
		encoding: 'utf8',
	});
const parked = () => {
	const folder = path.join(claude.config, 'projects', claude.slug, 'memory');
	const names = existsSync(folder) ? readdirSync(folder) : [];
	return names
		.filter((name) => name.startsWith('session-open-'))
		.map((name) => readFileSync(path.join(folder, name), 'utf8'));
};
/** A call as the parking rule asks for it. */
const park = (name, text, kind = 'deferred') => ({
	text: 'I park that.',
	tool: 'Bash',
	input: {
		command: `${PROGRAM} parked park --name ${name} --kind ${kind} --text "${text}" --why "It came up during other work." --how "Ask about it."`,
		description: 'Park it',
	},
});
/** Says something in a turn in which Claude parks. */
async function sayAndPark(words, call) {
	const before = parked().length;
	claude.api.calls.push(call);
	await claude.type(words);
	await claude.until(() => QUESTION.test(claude.screen()) || parked().length > before, `the item of ${words}`);
	expect(claude.screen()).not.toMatch(QUESTION);
	await claude.until(
		() => JSON.stringify(claude.api.requests.at(-1)).includes('Parked: '),
		`what Claude was told of ${words}`,
	);
}

test.each(modes('auto', 'default', 'plan', 'acceptEdits', 'dontAsk'))(
	'in the mode %s, by the rule that each session is told, and turns after /session',
	async (_, words) => {
		expect(status()).toBe('');
		await claude.start(...words);
		await claude.say('hello there');
		expect(JSON.stringify(claude.api.requests)).toContain('Parking rule (the user turned it on)');
		await sayAndPark(
			'put the cache off until later',
			park('cache-later', "The cache: what is its size? It isn't clear."),
		);
		await claude.type('/session resume');
		await claude.until(
			() => QUESTION.test(claude.screen()) || JSON.stringify(claude.api.requests.at(-1)).includes('cache-later'),
			'the list',
		);
		await claude.say('thanks for the list');
		await sayAndPark('and the index as well', park('index-later', 'Deferred: the index & its keys; see #12.'));
		await sayAndPark('one more thing', park('side-idea', 'Side idea: a flag --fast (maybe).', 'idea'));
		expect(parked()).toHaveLength(3);
		expect(status()).toBe('');
		await claude.type('/exit');
		await claude.ended();
		expect(claude.keeper('hooks', 'uninstall', '--yes').code).toBe(0);
		expect(status()).toBe('');
	},
);

test('in a worktree, by the local settings of the main checkout', async () => {
	const tree = path.join(claude.dir, 'tree');
	execFileSync('git', ['worktree', 'add', '-q', tree], { cwd: claude.repo, env: claude.env });
	// As a person has answered Claude Code's own question.
	const state = path.join(claude.home, '.claude.json');
	const known = JSON.parse(readFileSync(state, 'utf8'));
	known.projects[tree] = known.projects[claude.repo];
	writeFileSync(state, JSON.stringify(known));
	const { repo } = claude;
	claude.repo = tree;
	await claude.start();
	await sayAndPark('put the cache off until later', park('cache-later', 'The cache.'));
	expect(claude.firings().map(({ event }) => event)).toContain('SessionStart');
	for (const verb of ['status', 'doctor']) {
		const { code, out } = claude.keeper('hooks', verb);
		expect([verb, code, out]).toEqual([verb, 0, expect.not.stringContaining('not installed')]);
	}
	claude.repo = repo;
});
