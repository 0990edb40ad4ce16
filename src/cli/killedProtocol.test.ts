// Saving the protocol and taking a save back, killed before each step: the file is then either as it was or as it should be,
// nothing is half there, and doing the same again brings it to its end.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { protocolOf, protocolTask } from '../core/testing/protocols';
import { assistantLine, resultLine, userLine } from '../core/testing/transcripts';
import { SESSION } from '../node/testing/backupPlace';
import { LIMIT_MS, newKilling, readShared, readText } from './testing/killing';

const killing = newKilling();

test(
	'saving the protocol, and taking the save back: the file is what it was or what it should be, and can be taken back',
	async () => {
		const before = `${JSON.stringify(protocolOf([protocolTask(7)]))}\n`;
		const file = (): string => path.join(killing.place.repo, 'session-protocol.json');
		const write = (): void => {
			writeFileSync(file(), before);
			const call = { id: 'call-1', tool: 'TaskCreate', input: { subject: 'Write it', description: '' } };
			const lines = [
				userLine('Go'),
				assistantLine(call),
				resultLine('call-1', 'ok', { toolUseResult: { task: { id: '1' } } }),
			];
			killing.place.say(lines.map((line) => JSON.stringify({ ...line, cwd: killing.place.repo, sessionId: SESSION })));
		};
		const isSaved = (): boolean => readShared(file())?.includes('Write it') === true;
		const undone = async (): Promise<void> => {
			expect(await killing.run(['protocol', 'undo'])).toMatchObject({ code: 0 });
			expect(readText(file())).toBe(before);
		};
		await killing.everywhere(write, ['protocol', 'save'], async () => {
			expect(readShared(file()) === before || isSaved()).toBe(true);
			await undone();
			expect(await killing.run(['protocol', 'save'])).toMatchObject({ code: 0 });
			expect(isSaved()).toBe(true);
			await undone();
		});
		const save = async (): Promise<void> => {
			write();
			expect((await killing.run(['protocol', 'save'])).code).toBe(0);
		};
		await killing.everywhere(save, ['protocol', 'undo'], async () => {
			expect(readShared(file()) === before || isSaved()).toBe(true);
			await undone();
			expect((await killing.run(['protocol', 'undo'])).out).toBe('Nothing to undo.\n');
		});
	},
	LIMIT_MS,
);
