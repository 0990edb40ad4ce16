import MarkdownIt from 'markdown-it';
import { describe, expect, it, test } from 'vitest';
import { seeded } from '../testing/seeded';
import { fenced, inlineCode, safeLine, safeMarkdown } from './safeMarkdown';

/** As a careless reader would show it: HTML is HTML, and every link is a link. */
const careless = new MarkdownIt({ html: true });
careless.validateLink = () => true;
const live = (markdown: string): boolean =>
	/<(?!\/?(?:p|h[1-6]|ul|ol|li|pre|code|em|strong|s|hr|br|blockquote|table|thead|tbody|tr|th|td)\b|\/?a\b)|<img|href="(?!https?:\/\/|mailto:|#|[^":&]*")/iu.test(
		careless.render(markdown),
	);

describe('headings', () => {
	test.each([
		['# One\n\n## Two', '### One\n\n#### Two'],
		['##### Deep\n###### Deeper', '###### Deep\n###### Deeper'],
		['Title\n=====\ntext', '### Title\ntext'],
		['Two\nlines\n---', '#### Two lines'],
		['> # Quoted', '> ### Quoted'],
		['- # Listed', '- ### Listed'],
		['```\n# a comment\n```', '```\n# a comment\n```'],
		['#no heading', '#no heading'],
	])('%j stand below the turns', (text, expected) => expect(safeMarkdown(text)).toBe(expected));
});

describe('a fence that was left open', () => {
	it('is closed with its own marks', () => {
		expect(safeMarkdown('Look:\n````js\nconst a = 1;\n```')).toBe('Look:\n````js\nconst a = 1;\n```\n````');
		expect(safeMarkdown('~~~')).toBe('~~~\n~~~');
	});

	it('needs nothing inside of a list, which ends with it', () => {
		expect(safeMarkdown('- ```\n  code')).toBe('- ```\n  code');
	});
});

describe('what could run', () => {
	test.each([
		['<script>alert(1)</script>', '\\<script>alert(1)\\</script>'],
		['a `<b>` c <b>', 'a `<b>` c \\<b>'],
		['Map<string, number>', 'Map\\<string, number>'],
		['1 < 2', '1 < 2'],
		['[x](command:evil)', '[x]\\(command:evil)'],
		['[x](  <JavaScript:evil>)', '[x]\\(  \\<JavaScript:evil>)'],
		['[x](c&#111;mmand:evil)', '[x]\\(c&#111;mmand:evil)'],
		['[x](command\\:evil)', '[x]\\(command\\:evil)'],
		['[x](\ncommand:evil)', '[x]\\(\ncommand:evil)'],
		['[x]: command:evil', '[x]\\: command:evil'],
		['<command:evil>', '\\<command:evil>'],
		['![x](https://a.example/p.png)', '\\![x](https://a.example/p.png)'],
		[
			'[x](src/a.ts#L3), <https://a.example>, [y](mailto:a@b.example)',
			'[x](src/a.ts#L3), <https://a.example>, [y](mailto:a@b.example)',
		],
		['```html\n<script>\n```', '```html\n<script>\n```'],
	])('%j is only text', (text, expected) => {
		expect(safeMarkdown(text)).toBe(expected);
		expect(live(safeMarkdown(text))).toBe(false);
	});

	test.each([
		// Back-ticks that pair across lines, across list items, through a table, and behind an address.
		'a ` b\nc ` [x](command:y) ` d',
		'- a ` b\n- [x](command:y) ` c',
		'|a|b|\n|-|-|\n| ` | <b onclick=x> ` |',
		'<http://x`>[a](command:y) `',
		'\\` <b> `x` `<i>',
		// Fences in containers, and in what looks like HTML.
		'- ```js\n  a\n  ```\n<script>',
		'<!--\n```\n-->\n```\n<script>\n```',
		'[a]: command:x\n    <script>',
		'> ```\n<script>\n```',
		'    code\n<b>',
		'<a\nhref="command:x">y</a>',
		'[a][b]\n\n[b]:\ncommand:x',
		'&lt;script&gt; <![CDATA[x]]> <?php ?>',
	])('%j does not slip through', (text) => {
		expect(live(safeMarkdown(text))).toBe(false);
		expect(live(`> ${safeMarkdown(text).replace(/\n/gu, '\n> ')}`)).toBe(false);
	});

	it('does not slip through in two thousand random mixtures', () => {
		const pieces: [string, ...string[]] = [
			'`',
			'``',
			'```',
			'~~~',
			'\n',
			'\n\n',
			'- ',
			'> ',
			'    ',
			'\t',
			'<b>',
			'<script>',
			'</a>',
			'<!--',
			'-->',
			'[x](command:y)',
			'[x]: command:y',
			'\n[x]:',
			'[x]',
			'![i](z)',
			'\\',
			'|',
			'|-|',
			'---',
			'===',
			'# ',
			'1. ',
			' a ',
			'<http://x>',
			'<http://x`>',
			'&#58;',
			'](',
			'javascript:y',
			')',
			'*',
			'_',
		];
		const random = seeded(7);
		for (let n = 0; n < 2_000; n++) {
			const text = Array.from({ length: 1 + random.int(0, 13) }, () => random.pick(pieces)).join('');
			const safe = safeMarkdown(text);
			expect(live(safe), JSON.stringify({ text, safe })).toBe(false);
			expect(live(`- Bash\n\n${safe}`), JSON.stringify({ text, safe })).toBe(false);
			expect(live(`> ${safe.replace(/\n/gu, '\n> ')}`), JSON.stringify({ text, safe })).toBe(false);
			expect(/<h[12]>/u.test(careless.render(safe)), JSON.stringify({ text, safe })).toBe(false);
			// What comes after it is not swallowed.
			expect(careless.render(`${safe}\n\nAFTERWARDS`), JSON.stringify({ text, safe })).toMatch(
				/<p>AFTERWARDS<\/p>\s*$/u,
			);
		}
	});
});

it('a very long text is shown as it is', () => {
	const long = `# x\n${'word '.repeat(5_000)}\`\`\``;
	expect(safeMarkdown(long)).toBe(`\`\`\`\`\n${long}\n\`\`\`\``);
});

it('code is never closed by what is in it', () => {
	expect(fenced('a\n```\nb', 'diff')).toBe('````diff\na\n```\nb\n````');
	expect(inlineCode('a `b` c')).toBe('``a `b` c``');
	expect(inlineCode('`b`')).toBe('`` `b` ``');
});

it('a line of words keeps its code and loses its tags', () => {
	expect(safeLine('use `<b>` or <b>')).toBe('use `<b>` or \\<b>');
});
