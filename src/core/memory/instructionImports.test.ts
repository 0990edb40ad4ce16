import { expect, test } from 'vitest';
import { importsIn } from './instructionImports';

test.each([
	['a line of its own', '@docs/rules.md\n', ['docs/rules.md']],
	['a list item, and one in a sentence', '- @a.md\nSee @./b/c.md, and @~/d.md.', ['a.md', './b/c.md', '~/d.md']],
	['the same twice', '@a.md @a.md', ['a.md']],
	['a blank in the name', '@my\\ rules.md x', ['my rules.md']],
	['one in code', 'Run `npx @scope/tool` and\n```\n@b.md\n```\n@a.md', ['a.md']],
	['one in code that never ends', '@a.md\n```\n@b.md\n', ['a.md']],
	['one that is commented out', '<!-- @b.md\n@c.md -->\n@a.md <!-- @d.md', ['a.md', 'd.md']],
	['an address', 'Mail me@example.com', []],
	['nothing behind it', 'a @ b @', []],
])('imports: %s', (_name, text, expected) => expect(importsIn(text)).toEqual(expected));

test('T41: a text that is made to take long does not', () => {
	for (const unit of ['`', '~', '<!--', '@', '@.', '\\ ', '`` `', '@a,'])
		for (const end of ['', 'x', '\n@a.md']) expect(importsIn(unit.repeat(250_000) + end).length).toBeLessThanOrEqual(2);
});
