// The exported HTML in a real browser: it looks as it should, and nothing of what a transcript says runs or is loaded.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openBrowser } from '../../scripts/lib/browser.mjs';
import { inRoot, results } from '../../scripts/lib/paths.mjs';
import { readAsHtml } from '../../src/node/reading/sessionHtml.ts';
import { sampleFolder } from './support/harness.mjs';

const SESSION = '11111111-1111-4111-8111-111111111111';
const SAMPLE = 'test/fixtures/sessions/22-rewound/projects/-home-dev-app/584902eb-20a9-4dbb-9ab9-6d91a5458c29.jsonl';

/** Lines of a transcript: prompts as texts, replies as `{ say }`, tool uses as `{ use, input, result }`. */
function transcript(steps) {
	let uuid = null;
	const line = (type, own) => {
		const parentUuid = uuid;
		uuid = `u${lines.length}`;
		const timestamp = new Date(Date.UTC(2026, 10, 20, 9, lines.length)).toISOString();
		lines.push({
			parentUuid,
			uuid,
			type,
			sessionId: SESSION,
			timestamp,
			cwd: '/home/dev/app',
			gitBranch: 'main',
			...own,
		});
	};
	const assistant = (block) =>
		line('assistant', {
			message: { id: `m${lines.length}`, role: 'assistant', model: 'claude-opus-5-5', content: [block] },
		});
	const lines = [];
	for (const step of steps) {
		if (typeof step === 'string') line('user', { message: { role: 'user', content: step } });
		else if (step.say !== undefined) assistant({ type: 'text', text: step.say });
		else if (step.use !== undefined) {
			const id = `t${lines.length}`;
			assistant({ type: 'tool_use', id, name: step.use, input: step.input });
			const result = { type: 'tool_result', tool_use_id: id, content: step.result ?? '', is_error: step.isError };
			line('user', { message: { role: 'user', content: [result] }, toolUseResult: step.details });
		} else line(step.type, step);
	}
	return lines.map((each) => `${JSON.stringify(each)}\n`).join('');
}

async function open(html, colorScheme = 'light') {
	const dir = sampleFolder();
	const file = path.join(dir, 'session.html');
	writeFileSync(file, html);
	const { browser, page, offsite } = await openBrowser({ dir, viewport: { width: 1280, height: 1000 } });
	onTestFinished(() => browser.close());
	const said = [];
	page.on('console', (message) => said.push(message.text()));
	page.on('pageerror', (error) => said.push(String(error)));
	page.on('dialog', (dialog) => {
		said.push(`dialog: ${dialog.message()}`);
		return dialog.dismiss();
	});
	const loaded = [];
	page.on('request', (request) => loaded.push(request.url()));
	await page.emulateMedia({ colorScheme });
	await page.goto(pathToFileURL(file).href);
	const screenshot = (name) => {
		mkdirSync(path.join(results, 'screenshots'), { recursive: true });
		return page.screenshot({ path: path.join(results, 'screenshots', `${name}.png`) });
	};
	return { page, offsite, said, loaded, screenshot };
}

async function exported(content) {
	const file = path.join(sampleFolder(), `${SESSION}.jsonl`);
	writeFileSync(file, content);
	return join(readAsHtml(file, { title: 'Store: add remove()' }));
}

async function join(pieces) {
	let html = '';
	for await (const piece of pieces) html += piece;
	return html;
}

const WORK = [
	'Add a remove function to the store.\n\nIt should say whether there was something to remove.',
	{ say: "I'll look at the store and its test first." },
	{ use: 'Read', input: { file_path: '/home/dev/app/src/store.js' }, result: 'x', details: { file: { numLines: 13 } } },
	{
		use: 'Edit',
		input: { file_path: '/home/dev/app/src/store.js' },
		details: {
			structuredPatch: [{ lines: ['-export {}', '+export function remove(id) {', '+  return items.delete(id)', '+}'] }],
		},
	},
	{ use: 'Bash', input: { command: 'npm test' }, result: 'Exit code 1\n✗ remove\n  expected true', isError: true },
	{
		say: [
			'The test needs an item first. Here is what `remove` does:',
			'',
			'# How it works',
			'',
			'1. It looks the item up in the **Map**, see [store.js](src/store.js#L11).',
			'2. It says whether there was one.',
			'',
			'```js',
			'export function remove(id) {',
			'  return items.delete(id)',
			'}',
			'```',
			'',
			'| call | answer |',
			'| --- | :-: |',
			'| `remove(1)` | `true` |',
			'| `remove(99)` | `false` |',
			'',
			'> The [reference](https://developer.example/map) says so too.',
		].join('\n'),
	},
	{ use: 'Agent', input: { subagent_type: 'Explore', description: 'Find callers' }, result: 'Nobody calls it yet.' },
	{ type: 'system', subtype: 'compact_boundary', compactMetadata: { preTokens: 160_000, postTokens: 12_000 } },
	'/commit',
	{ say: 'Committed as `1a2b3c4`.' },
];

test('an exported session reads well by day and by night', async () => {
	const html = await exported(transcript(WORK));
	const { page, said, screenshot } = await open(html);
	await expect.poll(() => page.title()).toBe('Store: add remove()');
	await page
		.getByRole('navigation', { name: 'Turns' })
		.getByRole('link', { name: /Add a remove function/u })
		.waitFor();
	await page.getByRole('heading', { name: 'How it works', level: 3 }).waitFor();
	for (const tool of ['Edit src/store.js', 'Bash npm test']) await page.getByText(tool).click();
	await page.getByText('expected true').waitFor();
	await screenshot('export-light');
	await page.emulateMedia({ colorScheme: 'dark' });
	await screenshot('export-dark');
	await page.setViewportSize({ width: 480, height: 900 });
	await screenshot('export-narrow');
	expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
	// A style that the policy refused would be told here.
	expect(said).toEqual([]);
});

test('a turn that was taken back looks like it', async () => {
	const { page, screenshot } = await open(await join(readAsHtml(inRoot(SAMPLE))));
	await page.getByRole('link', { name: /2 Document it/u }).click();
	expect(await page.evaluate(() => location.hash)).toBe('#turn-2');
	await page.getByText('Back to turn 1').waitFor();
	await screenshot('export-abandoned');
});

test('nothing of a hostile transcript runs, loads or leaves its place', async () => {
	const evil = [
		'<script>alert(1)</script></style></pre></details></section>',
		'<img src="https://tracker.example/a.png" onerror="alert(2)"> ![x](https://tracker.example/b.png)',
		"\"><svg onload=alert(3)> ' onmouseover='alert(4)",
		'[click](javascript:alert(5)) [run](command:workbench.action.quit) <javascript:alert(6)>',
		'<meta http-equiv="refresh" content="0;url=https://evil.example"> <base href="https://evil.example">',
		'&lt;script&gt;alert(7)&lt;/script&gt;',
		'```"><script>alert(8)</script>',
	].join('\n\n');
	const steps = [
		evil,
		{ say: evil },
		{ use: evil, input: { command: evil }, result: evil },
		{ use: 'Bash', input: { command: evil }, result: evil },
	];
	const { page, offsite, said, loaded } = await open(await exported(transcript(steps)));
	for (const tool of await page.locator('details.tool summary').all()) await tool.click();
	expect(await page.locator('script, img, svg, iframe, form, base, meta[http-equiv="refresh"]').count()).toBe(0);
	const links = await page.locator('a').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
	expect(links.filter((href) => !/^(?:#turn-\d+|https?:|mailto:)/u.test(href))).toEqual([]);
	const handlers = await page.evaluate(() =>
		[...document.querySelectorAll('*')]
			.flatMap((each) => each.getAttributeNames())
			.filter((name) => /^on|^style$/u.test(name)),
	);
	expect(handlers).toEqual([]);
	expect(await page.locator('.prompt').innerText()).toContain('<script>alert(1)</script></style></pre>');
	expect([said, offsite, loaded.slice(1)]).toEqual([[], [], []]);
});
