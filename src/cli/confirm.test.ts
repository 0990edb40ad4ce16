// A question on a terminal: a yes does it, and a no is an answer and no failure to be explained.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NOW, place, raw, repo, useCliPlace } from './testing/cliPlace';
import { type Ended, call } from './testing/inProcess';

useCliPlace();

const RAW = '20261120_091500_exit.jsonl';
const discard = (input: string): Promise<Ended> =>
	call(['backups', 'discard', RAW], {
		cwd: repo,
		env: { ...place.env, SESSION_KEEPER_NOW: NOW },
		input,
		isTerminal: true,
	});

test.each(['n\n', '\n', 'nope\n'])('%j changes nothing, says so, and offers no way around', async (answer) => {
	const file = raw(RAW);
	expect(await discard(answer)).toEqual({
		code: 1,
		out: '',
		err: expect.stringMatching(/Discard \S+\? \[y\/N\] [^]*\nCanceled\. Nothing was changed\.\n$/u) as string,
	});
	expect(existsSync(file)).toBe(true);
});

test.each([
	['Ctrl-C', '\u0003'],
	['Ctrl-D', '\u0004'],
])('%s is a no', async (_, key) => {
	const file = raw(RAW);
	const env = { ...place.env, SESSION_KEEPER_NOW: NOW };
	expect(
		await call(['backups', 'discard', RAW], { cwd: repo, env, columns: 80, keys: [[/\[y\/N\] /u, key]] }),
	).toMatchObject({ code: 1, err: expect.stringMatching(/\nCanceled\. Nothing was changed\.\n$/u) as string });
	expect(existsSync(file)).toBe(true);
});

test.each(['y\n', 'Yes\n'])('%j does it', async (answer) => {
	const file = raw(RAW);
	expect(await discard(answer)).toMatchObject({ code: 0, out: expect.stringContaining('Discarded: ') as string });
	expect(existsSync(file)).toBe(false);
});
