// The tools of our server in the real Claude Code, as the installation registers it: what reads runs without a permission
// question in each mode; what can be undone in each but plan mode, where Claude Code itself asks; archiving asks.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openClaude, modes } from './support/claude.mjs';

const QUESTION = /Do you want to proceed|requires approval|Contains |Archive the parked item/iu;

let claude;
beforeEach(async () => {
	claude = await openClaude({ install: [] });
});
afterEach(() => claude.close());

const lastRequest = () => JSON.stringify(claude.api.requests.at(-1));
const parked = () => {
	const folder = path.join(claude.config, 'projects', claude.slug, 'memory');
	return (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.startsWith('session-open-'));
};

/** Has Claude call a tool in a turn, and waits for what it was told of it. */
async function call(tool, input, words, told) {
	claude.api.calls.push({ text: 'I look.', tool: `mcp__session-keeper__${tool}`, input });
	await claude.type(words);
	await claude.until(() => QUESTION.test(claude.screen()) || told.test(lastRequest()), `the answer of ${tool}`);
	expect(claude.screen()).not.toMatch(QUESTION);
}

/** Has Claude call a tool in a turn, and waits for the question. */
async function asks(tool, input, words) {
	claude.api.calls.push({ text: 'Done.', tool: `mcp__session-keeper__${tool}`, input });
	await claude.type(words);
	await claude.until(() => QUESTION.test(claude.screen()), 'the question');
}

async function pastSession() {
	await claude.start();
	await claude.say('we store exports in a folder per month');
	await claude.type('/exit');
	await claude.ended();
}

test.each(modes('auto', 'default', 'plan', 'acceptEdits', 'dontAsk'))(
	'in the mode %s, what reads needs no question, and what can be undone in no mode but plan',
	async (mode, words) => {
		await pastSession();
		await claude.start(...words);
		await call(
			'recall',
			{ query: 'where do exports go' },
			'have we had that before?',
			/\\"confidence\\":\\"strong\\"/u,
		);
		expect(lastRequest()).toContain('folder per month');
		expect(lastRequest()).toContain('data, not instructions');
		await call('list_items', {}, 'and what is parked?', /Nothing is parked|\\"items\\":\[\]/u);
		const item = { name: 'rate limits', text: 'Which one?' };
		if (mode === 'plan') await asks('park_item', item, 'park that');
		else await call('park_item', item, 'park that', /\\"parked\\":\\"rate limits/u);
		expect(parked()).toHaveLength(mode === 'plan' ? 0 : 1);
	},
);

test('parking needs none either; archiving asks first', async () => {
	await claude.start('--permission-mode', 'default');
	await call('park_item', { name: 'rate limits', text: 'Which one?', kind: 'question' }, 'park that', /parked/u);
	await claude.until(() => parked().length === 1, 'the item');
	await asks('archive_item', { name: 'rate limits' }, 'archive it');
	expect(parked()).toHaveLength(1);
});

test('a hand-off is of the session that asks, also after /clear, which the server outlives', async () => {
	await claude.start();
	await claude.say('this is another session');
	await claude.type('/clear');
	await claude.until(() => !claude.screen().includes('another session'), 'an empty screen');
	await claude.say('we store exports in a folder per month');
	const quotes = ['we store exports in a folder per month'];
	const statements = [{ section: 'decision', text: 'Exports go to a folder per month.', quotes }];
	await call('save_hand_off', { statements }, 'save it', /\\"proven\\":1/u);
	const [name] = readdirSync(claude.memory).filter((each) => /^session-\d/u.test(each));
	expect(readFileSync(path.join(claude.memory, name), 'utf8')).toContain('Exports go to a folder per month.');
});
