import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { escapeHtml } from '../base/shown';
import { type Line, SESSION, assistantLine, resultLine, systemLine, userLine } from '../testing/transcripts';
import { entriesOf } from '../transcript/parseEntry';
import { foldLines } from '../testing/foldLines';
import { emptySession } from '../transcript/session';
import { Conversation } from './conversation';
import { sessionHead } from './head';
import { htmlEnd, htmlHead } from './html';
import { HTML_STYLE } from './htmlStyle';
import { safeHtml } from './safeHtml';
import { createTurnWriter } from './turnHtml';

const zone = process.env['TZ'];
beforeAll(() => void (process.env['TZ'] = 'UTC'));
afterAll(() => {
	if (zone === undefined) delete process.env['TZ'];
	else process.env['TZ'] = zone;
});

function exported(lines: readonly Line[], title = 'A session'): string {
	const texts = lines.map((line, at) =>
		JSON.stringify({ ...line, parentUuid: line['parentUuid'] ?? lines[at - 1]?.['uuid'] ?? null }),
	);
	const { facts, tree } = foldLines(emptySession(SESSION), texts);
	const conversation = new Conversation({ sessionId: SESSION, tree, isSubagent: false });
	const writer = createTurnWriter(facts.firstMessageMs, () => undefined);
	const blocks = entriesOf(texts).flatMap((entry) => conversation.note(entry));
	const outline = tree.starts.map((turn, at) => ({ number: at + 1, title: turn.text.text, isAbandoned: false }));
	return [
		htmlHead(sessionHead(facts, title, outline.length), outline, 'HASH='),
		...[...blocks, ...conversation.end()].map((block) => writer.block(block)),
		writer.end(),
		htmlEnd('That is all.'),
	].join('');
}
const main = (html: string): string => html.slice(html.indexOf('<main>'));

describe('an exported session', () => {
	const html = exported([
		userLine('Fix *this*\n  & that', { timestamp: '2026-11-20T21:30:00Z' }),
		assistantLine('# Plan\n\n- one\n- `two`\n\n[store](src/store.js) and [docs](https://docs.example/a?b=1&c)'),
		assistantLine({ tool: 'Edit', id: 't', input: { file_path: '/home/dev/app/a.ts' } }),
		resultLine('t', 'ok', {
			toolUseResult: { structuredPatch: [{ lines: [' x', '-old', '+new'] }, { lines: [' y', '+z'] }] },
		}),
		assistantLine({ tool: 'Bash', id: 'u', input: { command: 'npm test' } }),
		resultLine('u', 'Exit code 1\nboom', { isError: true }),
		systemLine('compact_boundary', { compactMetadata: { preTokens: 160_000, postTokens: 12_000 } }),
		userLine('next', { timestamp: '2026-11-21T08:00:00Z' }),
	]);

	it('tells its turns, with the prompts as they were typed', () => {
		expect(html).toContain('<a href="#turn-1"><span class="number">1</span><span>Fix *this*\n  &amp; that</span></a>');
		expect(html).toContain('<time datetime="2026-11-20T21:30:00.000Z">21:30</time>');
		expect(html).toContain('<time datetime="2026-11-21T08:00:00.000Z">2026-11-21 08:00</time>');
		expect(html).toContain('<div class="prompt">Fix *this*\n  &amp; that</div>');
	});

	it('renders replies, with headings below the turns and files as hints', () => {
		expect(html).toContain('<h3>Plan</h3>\n<ul>\n<li>one</li>\n<li><code>two</code></li>\n</ul>');
		expect(html).toContain('<span class="file" title="src/store.js">store</span>');
		expect(html).toContain('<a href="https://docs.example/a?b=1&amp;c" rel="noopener noreferrer">docs</a>');
	});

	it('folds tool uses, and says how they went', () => {
		expect(html).toContain(
			'<details class="tool"><summary><b>Edit</b> <span class="subject">a.ts</span> (+2 −1)</summary><pre>\n x\n<span class="removed">-old</span>\n<span class="added">+new</span>\n⋯\n y\n<span class="added">+z</span></pre></details>',
		);
		expect(html).toContain(
			'<span class="subject">npm test</span> → <span class="failed">exit 1</span></summary><pre>\nboom</pre>',
		);
		expect(html).toContain('<p class="mark">Compacted: 160k → 12k tokens</p>');
	});

	it('allows nothing but its own style, and is well nested', () => {
		expect(html).toContain(
			`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-HASH='; base-uri 'none'; form-action 'none'">`,
		);
		expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<style>'));
		const open: string[] = [];
		for (const [, end, tag] of html.matchAll(/<(\/?)([a-z][a-z\d]*)\b[^>]*>/gu)) {
			if (tag === undefined || ['meta', 'br', 'hr'].includes(tag)) continue;
			if (end === '') open.push(tag);
			else expect(open.pop()).toBe(tag);
		}
		expect(open).toEqual([]);
		expect(HTML_STYLE).not.toMatch(/<|url\(|@import/u);
	});
});

describe('nothing of a transcript becomes more than text', () => {
	const EVIL = [
		'<script>alert(1)</script>',
		'</style><script>alert(1)</script>',
		'</pre></code></details></section><img src=x onerror=alert(1)>',
		'"><svg onload=alert(1)>',
		"' onmouseover='alert(1)",
		'<!-- ',
		'<![CDATA[<script>]]>',
		'&lt;script&gt;&#60;script&#62;&amp;',
		'[x](javascript:alert(1)) [y](JAVASCRIPT&colon;alert(1)) [z](java\tscript:alert(1))',
		'[x](data:text/html;base64,PHNjcmlwdD4=) [y](vbscript:x) [z](file:///etc/passwd) [c](command:x)',
		'<javascript:alert(1)> <https://a.example/"onclick="x>',
		'![x](https://tracker.example/p.png "t") ![<b>](javascript:x)',
		'[x](https://a.example "\\" onclick=\\"alert(1)")',
		'[r]: javascript:alert(1)\n[r] [r2]\n\n[r2]: <java\nscript:x>',
		'```"><script>\n</code></pre><script>alert(1)</script>\n```',
		'| a | b |\n|:-:|--:|\n| <script> | `</td>` |',
		'<a href="javascript:alert(1)">x</a>',
		'<iframe srcdoc="<script>alert(1)</script>"></iframe><base href=//evil.example><meta http-equiv=refresh content=0>',
		'<form action=//evil.example><input autofocus onfocus=alert(1)>',
	];
	/** Every tag that the writer itself can make, with every attribute that it can have. */
	const KNOWN =
		/^<(?:\/?(?:html|head|body|title|style|div|nav|details|summary|ol|ul|li|main|section|h[1-6]|p|a|span|b|em|strong|s|code|pre|blockquote|table|thead|tbody|tr|th|td|time|footer|hr|br)|!doctype html|html lang="en"|meta charset="utf-8"|meta http-equiv="Content-Security-Policy" content="[^"]*"|meta name="[a-z-]+" content="[a-z0-9,=. -]+"|nav aria-label="Turns"|details open|details class="tool"|(?:div|section|span|p|pre) class="[a-z ]+"|section class="[a-z ]+" id="turn-\d+"|a href="#turn-\d+"|a href="(?:https?:\/\/|mailto:)[^"<>]*" rel="noopener noreferrer"|span class="file" title="[^"<>]*"|time datetime="[\d:.TZ-]+"|t[hd] class="(?:center|right)"|code class="language-[^"<>]*"|ol start="\d+")>$/u;
	const strangers = (html: string): readonly string[] =>
		[...html.replace(/<style>[^]*?<\/style>/u, '').matchAll(/<[^>]*>?/gu)]
			.map(([tag]) => tag)
			.filter((tag) => !KNOWN.test(tag));

	test.each(EVIL)('%j', (evil) => {
		const html = exported(
			[
				userLine(evil, { cwd: `/x/${evil}`, gitBranch: evil }),
				assistantLine(evil, { model: evil }),
				assistantLine({ tool: evil, id: 't1', input: { title: evil } }),
				resultLine('t1', evil),
				assistantLine({ tool: 'Bash', id: 't2', input: { command: evil } }),
				resultLine('t2', `Exit code 1\n${evil}`, { isError: true }),
				assistantLine({ tool: 'Edit', id: 't3', input: { file_path: evil } }),
				resultLine('t3', 'ok', { toolUseResult: { structuredPatch: [{ lines: [`+${evil}`] }] } }),
				assistantLine(evil, { model: '<synthetic>' }, { isApiErrorMessage: true }),
				userLine(`<local-command-stdout>${evil}</local-command-stdout>`),
				userLine(`<command-name>/x</command-name><command-args>${evil}</command-args>`),
				userLine(`<task-notification><summary>${evil}</summary><result>${evil}</result></task-notification>`),
				userLine(evil, { isCompactSummary: true }),
			],
			evil,
		);
		expect(strangers(html)).toEqual([]);
		expect(html.match(/<(?:script|img|iframe|svg|form|input|base)\b/iu)).toBeNull();
		expect(html.match(/<style>/gu)).toHaveLength(1);
		expect(html.indexOf('</style>')).toBe(html.lastIndexOf('</style>'));
	});

	it('controls and hidden letters are gone', () => {
		expect(exported([userLine('a\u0000\u001b[2Jb\u202ec')])).toContain('<div class="prompt">abc</div>');
	});
});

describe('Markdown as HTML', () => {
	test.each([
		['# a\n###### b', '<h3>a</h3>\n<h6>b</h6>\n'],
		['one\ntwo', '<p>one<br>\ntwo</p>\n'],
		['[a](b.md#x)', '<p><span class="file" title="b.md#x">a</span></p>\n'],
		['![alt <b>](https://a.example)', '<p>[image: alt &lt;b&gt;]</p>\n'],
		[
			'|a|\n|:-:|\n|b|',
			'<table>\n<thead>\n<tr>\n<th class="center">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td class="center">b</td>\n</tr>\n</tbody>\n</table>\n',
		],
	])('%j', (text, expected) => expect(safeHtml(text)).toBe(expected));

	it('is not rendered beyond a length that would take long', () => {
		expect(safeHtml(`**${'x'.repeat(30_000)}<`)).toMatch(/^<pre class="plain">\*\*x+&lt;<\/pre>\n$/u);
	});

	it('escapes what could end an element or an attribute', () => {
		expect(escapeHtml(`<a b="c" d='e'>&`)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;');
	});
});

it('an abandoned turn is marked, and so is where the conversation went back', () => {
	const html = exported([
		userLine('first', { uuid: 'a', parentUuid: null }),
		userLine('oops', { uuid: 'b', parentUuid: 'a' }),
		userLine('better', { uuid: 'c', parentUuid: 'a' }),
	]);
	expect(main(html)).toMatch(
		/<section class="turn abandoned" id="turn-2">[^]*oops[^]*<\/section>\n<p class="mark">Back to turn 1<\/p>\n<section class="turn" id="turn-3">/u,
	);
});

describe('the colours of an output', () => {
	const printed = (text: string): string =>
		exported([assistantLine({ tool: 'Bash', id: 't', input: { command: 'npm test' } }), resultLine('t', text)]);

	it('are classes, and what else a terminal would do is gone', () => {
		expect(
			printed('\u001b[2J\u001b[1;31mFAIL\u001b[0m <a>\u001b[0K\n\u001b[92mok\u001b[39m \u001b[38;5;208mx'),
		).toContain(
			'<pre>\n<span class="ansi-red ansi-bold">FAIL</span> &lt;a&gt;\n<span class="ansi-bright-green">ok</span> x</pre>',
		);
	});

	it('end with the line that was cut', () => {
		const html = printed(`${'x'.repeat(997)}\u001b[31mred\u001b[0m\nafter`);
		expect(html).toContain(`${'x'.repeat(997)}…\nafter`);
		expect(html).not.toContain('\u001b');
	});
});
