// Saving a document and taking that back, killed before each step: the document and the context that names it are both there,
// or both as they were.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { jsonl, chained, assistantLine, userLine } from '../core/testing/transcripts';
import { SESSION } from '../node/testing/backupPlace';
import { LIMIT_MS, newKilling, readShared, readText } from './testing/killing';

const killing = newKilling();
const OWN = 'My own words.\n';
const memory = (name: string): string => path.join(killing.place.repo, '.claude/memory', name);
const documents = (): readonly string[] => readdirSync(memory('')).filter((name) => /^session-2.*\.md$/u.test(name));

test(
	'documents save, and undo',
	async () => {
		const prepare = (): void => {
			const said = [userLine('We keep the sessions in SQLite.'), assistantLine('Moved.')];
			const lines = chained(said).map((line) => ({ ...line, sessionId: SESSION, cwd: killing.place.repo }));
			killing.place.say(jsonl(lines).trim().split('\n'));
			killing.place.write('repo/.claude/memory/active-context.md', OWN);
		};
		const isBefore = (): void => {
			expect([documents(), readText(memory('active-context.md'))]).toEqual([[], OWN]);
		};
		await killing.everywhere(prepare, ['documents', 'save'], async () => {
			expect(readShared(memory('active-context.md'))).toContain(OWN);
			expect((await killing.run(['undo', '--list'])).code).toBe(0);
			const [name] = documents();
			if (name === undefined) return isBefore();
			expect(readText(memory('active-context.md'))).toContain(name);
			expect(await killing.run(['undo'])).toMatchObject({ code: 0, out: expect.stringContaining('Undone: ') });
			isBefore();
		});
		const saved = async (): Promise<void> => {
			prepare();
			expect((await killing.run(['documents', 'save'])).code).toBe(0);
		};
		await killing.everywhere(saved, ['undo'], async () => {
			await killing.run(['undo']);
			isBefore();
		});
	},
	LIMIT_MS,
);

test(
	'cleanup-days, and undo: the settings are the old ones or the new ones, and come back',
	async () => {
		const file = (): string => path.join(killing.place.root, 'home/.claude/settings.json');
		const before = '{\n\t"cleanupPeriodDays": 40 // mine\n}\n';
		const prepare = (): void => void killing.place.write('home/.claude/settings.json', before);
		await killing.everywhere(prepare, ['hooks', 'cleanup-days', '365', '--yes'], async () => {
			await killing.run(['undo', '--list']);
			expect([before, before.replace('40', '365')]).toContain(readText(file()));
			await killing.run(['undo']);
			expect(readText(file())).toBe(before);
		});
	},
	LIMIT_MS,
);
