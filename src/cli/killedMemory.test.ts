// Mending the memory and taking that back, killed before each step: the next command finds it made or not made, never half,
// and no line of MEMORY.md is lost.
import path from 'node:path';
import { expect, test } from 'vitest';
import { LIMIT_MS, newKilling, readShared, readText } from './testing/killing';

const killing = newKilling();
const INDEX = '# Memory\n- [Old](old.md) — x\n- [New](new.md) — y\n';
const memory = (name: string): string =>
	path.join(killing.place.root, `home/.claude/projects/${killing.place.slug}/memory`, name);
const body = (name: string): string =>
	`---\nname: ${name}\ndescription: about it\nmetadata:\n  type: feedback\n---\n\nAlways run the linter before committing.\n`;

test(
	'memory fix, and memory undo: the memory and its line are both there or both gone, and come back',
	async () => {
		const prepare = (): void => {
			const write = (name: string, text: string, days: number): void =>
				void killing.place.write(path.relative(killing.place.root, memory(name)), text, days);
			write('MEMORY.md', INDEX, 1);
			write('old.md', body('old'), 9);
			write('new.md', body('new'), 1);
		};
		const fix = ['memory', 'fix', 'duplicate:old.md'];
		const isBefore = (): void => {
			expect([readText(memory('MEMORY.md')), readText(memory('old.md'))]).toEqual([INDEX, body('old')]);
		};
		const undone = async (): Promise<void> => {
			expect(await killing.run(['memory', 'undo'])).toMatchObject({ code: 0 });
			isBefore();
			expect(await killing.run(['memory', 'undo'])).toMatchObject({ code: 0, out: 'Nothing to undo.\n' });
		};
		await killing.everywhere(prepare, fix, async () => {
			expect([INDEX, INDEX.replace(/- \[Old.*\n/u, '')]).toContain(readShared(memory('MEMORY.md')));
			// Whatever was begun is taken back first: then there is something to mend again, unless all of it was made.
			const { code, err } = await killing.run(fix);
			if (code !== 0) expect(err).toContain('No such problem');
			expect([readText(memory('MEMORY.md')), readText(memory('old.md'))]).toEqual([
				INDEX.replace(/- \[Old.*\n/u, ''),
				undefined,
			]);
			await undone();
		});
		const fixed = async (): Promise<void> => {
			prepare();
			expect((await killing.run(fix)).code).toBe(0);
		};
		await killing.everywhere(fixed, ['memory', 'undo'], async () => {
			await killing.run(['memory', 'undo']);
			isBefore();
		});
	},
	LIMIT_MS,
);
