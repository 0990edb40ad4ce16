// What holds between a look at a candidate and the decision about it, and what candidates are compared with.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReviewEntry } from '../../core/review/entry';
import { FakeClock } from '../../core/testing/fakeClock';
import { addToQueue } from './memoryQueue';
import { reviewStoreOf } from '../workspace/openStores';
import type { ReviewStore } from '../review/reviewStore';
import { openJournal } from '../keeper/changeJournal';
import { MEMORY_TRASH } from '../keeper/trash';
import { EVERY, PARTS } from '../testing/casesOf';
import { beforeFileCalls, systemError } from '../testing/fileCalls';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../testing/backupPlace';
import { NOW_MS, snapshot } from '../testing/places';
import { useFilesAtOnce } from '../testing/atOnce';

useFilesAtOnce();
let place: BackupTestPlace;
let review: ReviewStore;
let memory: string;
let turn: number;

beforeEach(async () => {
	place = newBackupPlace();
	turn = 0;
	const project = await place.project();
	memory = project.memoryDir;
	const { claude } = place;
	review = await reviewStoreOf({ claude, clock: new FakeClock(NOW_MS), project }, () => 'claude');
});
afterEach(() => place.remove());

async function say(text: string, session = SESSION): Promise<void> {
	turn++;
	const ts = new Date(NOW_MS - 60_000 * (10 - turn)).toISOString();
	const candidates = [{ type: 'feedback' as const, text, rule: 'always', message: `u-${turn}` }];
	await addToQueue(place.claude, { session, turn, ts, cwd: place.repo, candidates });
}
const titles = async (): Promise<readonly string[]> => (await review.list()).map(({ title }) => title);
async function only(): Promise<ReviewEntry> {
	const entries = await review.list();
	expect(entries).toHaveLength(1);
	return entries[0] as ReviewEntry;
}
function writeMemory(name: string, body: string): string {
	const file = path.join(memory, `${name}.md`);
	const text = `---\nname: ${name}\ndescription: x\nmetadata:\n  type: feedback\n---\n\n${body}\n`;
	return place.write(path.relative(place.root, file), text);
}
const journal = (): string => path.join(place.claude.keeperHome, 'review-memory.jsonl');

test('is not offered where a file says it that a CLAUDE.md imports, or a rule, or a CLAUDE.md of a folder above', async () => {
	place.write('repo/CLAUDE.md', 'See @docs/rules.md for more.\n');
	place.write('repo/docs/rules.md', '- Use pnpm and not npm.\n\n@deeper.md\n');
	place.write('repo/docs/deeper.md', 'Never commit generated files.\n');
	place.write(
		'repo/.claude/rules/tests/unit.md',
		'---\npaths: "**/*.test.ts"\n---\n- Run the tests with the race detector.\n',
	);
	place.write('CLAUDE.md', 'Write dates as year, month, day.\n');
	place.write('home/.claude/CLAUDE.md', '@~/.claude/mine.md\n');
	place.write('home/.claude/mine.md', 'Answer in German.\n');
	place.write('home/.claude/rules/style.md', 'Indent with tabs and never with spaces.\n');
	for (const text of [
		'always use pnpm, not npm',
		'Never commit generated files',
		'Always run the tests with the race detector.',
		'Always write dates as year, month, day',
		'always answer in German',
		'indent with tabs, never with spaces',
		'Always squash commits before a merge.',
	])
		await say(text);
	expect(await titles()).toEqual(['Always squash commits before a merge.']);
});

test('T42: what a repository imports from outside of it is not read', async () => {
	place.write('elsewhere/rules.md', 'Always squash commits before a merge.\n');
	place.write('home/notes.md', 'Never commit generated files.\n');
	place.write('repo/CLAUDE.md', '@../elsewhere/rules.md @~/notes.md @linked.md @CLAUDE.md\n');
	symlinkSync(path.join(place.root, 'elsewhere/rules.md'), path.join(place.repo, 'linked.md'));
	// And what the person's own files name is read in their home.
	place.write('home/.claude/CLAUDE.md', '@../../elsewhere/rules.md\n');
	await say('Always squash commits before a merge.');
	await say('Never commit generated files.');
	expect(await titles()).toHaveLength(2);
});

test('what is replaced is what the person saw: where it is something else by now, nothing is done', async () => {
	writeMemory('indent', 'Indent the code with two spaces.');
	await say('From now on indent the code with tabs.');
	const seen = (await review.propose(await only()))?.before;
	expect(seen).toMatchObject({ name: 'indent' });
	writeMemory('indent', 'Indent the code with four spaces.');
	const before = snapshot(memory);
	const replacing = { isReplacing: true, ...(seen === undefined ? {} : { seen }) };
	expect(await review.accept(await only(), replacing)).toMatchObject({ kind: 'refused', code: 'changed' });
	expect(snapshot(memory)).toEqual(before);
	const again = (await review.propose(await only()))?.before;
	expect(
		await review.accept(await only(), { isReplacing: true, ...(again === undefined ? {} : { seen: again }) }),
	).toMatchObject({
		kind: 'done',
	});
	expect(readdirSync(memory).filter((name) => name === 'indent.md')).toEqual([]);
});

test('T40: what exists is shown without what is private in it, and can be replaced all the same', async () => {
	writeMemory('indent', 'Indent the code with two spaces (password=hunter2forever here).');
	await say('From now on indent the code with tabs.');
	const seen = (await review.propose(await only()))?.before;
	expect(seen).toEqual({
		name: 'indent',
		text: 'Indent the code with two spaces (password=[redacted: password] here).',
	});
	if (seen !== undefined)
		expect(await review.accept(await only(), { isReplacing: true, seen })).toMatchObject({ kind: 'done' });
	expect(readdirSync(memory)).not.toContain('indent.md');
});

test('an acceptance of which the record is gone is not said to be taken back', async () => {
	await say('Always run the tests with the race detector.');
	await review.accept(await only());
	const before = snapshot(memory);
	rmSync(path.join(place.claude.keeperHome, 'changes'), { recursive: true });
	const [decision = expect.fail()] = await review.decided();
	expect(await review.undo(decision)).toMatchObject({ kind: 'refused', code: 'gone' });
	expect(snapshot(memory)).toEqual(before);
	expect(await review.decided()).toHaveLength(1);
});

test('an acceptance whose replaced memory left the trash is not taken back by half', async () => {
	writeMemory('indent', 'Indent the code with two spaces.');
	await say('From now on indent the code with tabs.');
	await review.accept(await only(), { isReplacing: true });
	const before = snapshot(memory);
	rmSync(path.join(place.claude.keeperHome, 'trash'), { recursive: true });
	const [decision = expect.fail()] = await review.decided();
	expect(await review.undo(decision)).toMatchObject({ kind: 'refused', code: 'gone' });
	expect(snapshot(memory)).toEqual(before);
});

test.each([true, false].flatMap((isForGood) => PARTS.map((part) => [isForGood, part] as const)))(
	'an undo of an acceptance that fails at any call (for good: %s, part %i) loses nothing: ended or done again, the memory is gone and its candidate waits',
	async (isForGood, part) => {
		await say('Always run the tests with the race detector.');
		const clock = new FakeClock(NOW_MS);
		const seen = { undone: 0, kept: 0 };
		for (let at = part; ; at += EVERY) {
			expect(await review.accept(await only())).toMatchObject({ kind: 'done' });
			const [decision = expect.fail()] = await review.decided();
			let call = 0;
			const stop = beforeFileCalls((_name, of) => {
				// Who cannot have the lock waits for it.
				if (of.includes('.lock')) return;
				if (isForGood ? call++ >= at : call++ === at) throw systemError('EIO');
			});
			await review.undo(decision).catch(() => undefined);
			stop();
			const changes = openJournal({ claude: place.claude, clock });
			const [change] = await changes.list(MEMORY_TRASH, [(await place.project()).root]);
			const file = path.join(memory, 'feedback_always-run-tests-race-detector.md');
			seen[change === undefined ? 'undone' : 'kept']++;
			// Who died between the two has them apart, until the change is taken back as any other.
			const [still] = await review.decided();
			if (still !== undefined) expect([at, await review.undo(still)]).toMatchObject([at, { kind: 'done' }]);
			else if (change !== undefined) expect([at, await changes.undo(change.id)]).toEqual([at, 'undone']);
			expect([at, await review.decided(), existsSync(file)]).toEqual([at, [], false]);
			await only();
			if (call <= at) break;
			rmSync(path.join(place.claude.keeperHome, 'trash'), { recursive: true, force: true });
		}
		expect(Math.min(seen.undone, seen.kept)).toBeGreaterThan(0);
	},
);

test('T41: what names its session is an id, or is not written', async () => {
	await say('Always run the tests with the race detector.', 'x: y');
	const accepted = await review.accept(await only());
	const file = accepted.kind === 'done' ? (accepted.file ?? '') : '';
	expect(readFileSync(file, 'utf8')).not.toMatch(/originSessionId|x: y/u);
});

test('a candidate that is too long for a memory says that its end is cut off', async () => {
	await say(`Always run ${'the tests and '.repeat(500)} the linter.`);
	const proposal = await review.propose(await only());
	expect(proposal?.notes).toEqual(['It is longer than a memory may be: the end is cut off.']);
	expect(proposal?.after.text.length).toBeLessThan(4200);
	expect(proposal?.after.text.trimEnd()).toMatch(/…$/u);
});

test('where Claude Code would not load what is accepted, the proposal says so', async () => {
	await say('Always run the tests with the race detector.');
	const notes = async (): Promise<readonly string[]> => (await review.propose(await only()))?.notes ?? [];
	expect(await notes()).toEqual([]);
	const file = place.write('home/.claude/settings.json', '{"autoMemoryEnabled":false}');
	expect(await notes()).toEqual([
		`Claude Code would not load it: its memory is off, by "autoMemoryEnabled": false in ${file}.`,
	]);
	// The settings of the project decide first, where the person trusts it.
	place.write('repo/.claude/settings.local.json', '{"autoMemoryEnabled":true}');
	expect(await notes()).toHaveLength(1);
	place.write('home/.claude.json', JSON.stringify({ projects: { [place.repo]: { hasTrustDialogAccepted: true } } }));
	expect(await notes()).toEqual([]);
});

test('T40: old lines of the journal lose what is private with the next decision, and nothing else changes', async () => {
	const project = (await place.project()).root;
	const secret = 'password=hunter2forever';
	const old = [
		{
			ts: 'x',
			project,
			hash: 'a1',
			event: 'rejected',
			text: `The ${secret} is old.`,
			title: `The ${secret}`,
			more: [1],
		},
		{ ts: 'x', project: '/another', hash: 'a2', event: 'edited', text: 'Nothing private.' },
		{ ts: 'x', project: '/another', hash: 'a3', event: 'rejected', text: 'Edited.', said: `Said ${secret} too.` },
	];
	mkdirSync(place.claude.keeperHome, { recursive: true });
	const lines = [JSON.stringify(old[0]), `{"torn": "${secret}`, `  ${JSON.stringify(old[1])} `, JSON.stringify(old[2])];
	writeFileSync(journal(), `${lines.join('\n')}\n`);
	await say(`The ${secret} is old!`);
	await say('Always run the tests with the race detector.');
	// What was rejected in clear is not offered, whoever took out what is private.
	expect(await titles()).toEqual(['Always run the tests with the race detector.']);
	await review.reject(await only());
	const [first = '', torn, second, third = '', decided = '', end] = readFileSync(journal(), 'utf8').split('\n');
	expect(JSON.parse(first)).toEqual({
		...old[0],
		text: 'The password=[redacted: password] is old.',
		title: 'The password=[redacted: password]',
	});
	expect([torn, second]).toEqual(lines.slice(1, 3));
	expect(JSON.parse(third)).toEqual({ ...old[2], said: 'Said password=[redacted: password] too.' });
	expect([JSON.parse(decided), end]).toMatchObject([{ event: 'rejected' }, '']);
	expect(await titles()).toEqual([]);

	const bytes = readFileSync(journal());
	await say('Never push to main.');
	await review.reject(await only());
	expect(readFileSync(journal()).subarray(0, bytes.length).equals(bytes)).toBe(true);
});
