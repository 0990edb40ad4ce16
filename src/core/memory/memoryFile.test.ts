import { expect, test } from 'vitest';
import { formatIndexLine } from './memoryFile';

test.each([
	['a.md', 'Title', 'why', '- [Title](a.md) — why'],
	['a.md', 'Title', '', '- [Title](a.md)'],
	['a b (1).md', 'Title', '', '- [Title](a%20b%20%281%29.md)'],
	['ü.md', 'T [x](y) `z`', '@import.md <!-- c -->', '- [T xy z](%C3%BC.md) — import.md c'],
	['a.md', '[]', 'h', '- [Memory](a.md) — h'],
	['a.b-c_1.md', 'T', '', '- [T](a.b-c_1.md)'],
])('the line of %s', (file, title, hook, line) => {
	expect(formatIndexLine(file, title, hook)).toBe(line);
});
