// SessionEnd, killed before each of its steps: the note of the exit is there as a whole or not at all, and the next end of a
// session brings everything to its end.
import path from 'node:path';
import { expect, test } from 'vitest';
import { SESSION, sha256 } from '../node/testing/backupPlace';
import { LIMIT_MS, newKilling, readShared, readText } from './testing/killing';

const killing = newKilling();
const TALK = `${'x'.repeat(200)}\n`;
const CONTEXT = '# Where we are\n\nThe parser is half done.\n';
const context = (): string => path.join(killing.place.memory, 'active-context.md');
const STAMPED =
	/^# Where we are\n\nThe parser is half done[.]\n\n<!-- session-keeper:last-exit -->\nLast session ended: \S+ [(]clear[)]\n<!-- [/]session-keeper:last-exit -->\n$/u;

test(
	'the exit stamp of the active context, and the backup that is made with it',
	async () => {
		const payload = (): string =>
			JSON.stringify({
				session_id: SESSION,
				transcript_path: killing.place.transcript(),
				cwd: killing.place.repo,
				hook_event_name: 'SessionEnd',
				reason: 'clear',
			});
		const prepare = (): void => {
			killing.place.write('repo/.claude/memory/active-context.md', CONTEXT);
			killing.place.say([TALK.trimEnd()]);
		};
		await killing.everywhere(
			prepare,
			['hook', 'SessionEnd'],
			async () => {
				const text = readShared(context()) ?? '';
				expect(text === CONTEXT || STAMPED.test(text), text).toBe(true);
				expect((await killing.run(['hook', 'SessionEnd'], { input: payload() })).code).toBe(0);
				expect(readText(context())).toMatch(STAMPED);
				expect(killing.place.pending()).toMatchObject([{ isVerified: true, sha256: sha256(TALK) }]);
			},
			{ input: payload },
		);
	},
	LIMIT_MS,
);
