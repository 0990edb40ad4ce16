// What looks told is taken for true only while the transcript is what it was then.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Looks } from './looks';
import type { Told } from './told';

let home: string;
beforeEach(() => {
	home = mkdtempSync(path.join(tmpdir(), 'keeper-looks-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const FOUND = { file: '/c/projects/a/s.jsonl', session: 's', slug: 'a', sizeBytes: 100, modifiedMs: 5 };
const TOLD: Told = {
	launch: { cwd: '/a', atMs: 1 },
	title: 'Use the key hunter2',
	entrypoint: 'cli',
	lastMessageMs: 4,
	lastPrompt: { atMs: 3, isHandOff: false },
	hasWork: true,
};
const redact = (text: string): string => text.replace('hunter2', '[redacted]');
const kept = (): string => readFileSync(path.join(home, 'looks.json'), 'utf8');

test('a look is found again while nothing was appended, without its secrets', async () => {
	const looks = await Looks.read({ home });
	looks.set(FOUND, TOLD);
	await looks.write(redact, () => true);
	const again = await Looks.read({ home });
	expect(again.get(FOUND)).toEqual({ ...TOLD, title: 'Use the key [redacted]' });
	expect(again.get({ ...FOUND, sizeBytes: 101 })).toBeUndefined();
	expect(again.get({ ...FOUND, modifiedMs: 6 })).toBeUndefined();
	expect(kept()).not.toContain('hunter2');
});

test('nothing is kept of what is withheld, and of the others the newest hundred', async () => {
	const looks = await Looks.read({ home });
	for (let n = 0; n < 102; n++) looks.set({ ...FOUND, file: `/c/${n}.jsonl`, modifiedMs: n }, TOLD);
	await looks.write(redact, (file) => file !== '/c/101.jsonl');
	const again = await Looks.read({ home });
	const found = [0, 1, 100, 101].filter((n) => again.get({ ...FOUND, file: `/c/${n}.jsonl`, modifiedMs: n }));
	expect(found).toEqual([1, 100]);
});

test.each(['', '{', '[]', '{"version":2,"looks":[]}', '{"version":1,"looks":[null,{"file":"/c/1"}]}'])(
	'what is kept in %j is nothing',
	async (text) => {
		writeFileSync(path.join(home, 'looks.json'), text);
		expect((await Looks.read({ home })).get({ ...FOUND, file: '/c/1' })).toBeUndefined();
	},
);
