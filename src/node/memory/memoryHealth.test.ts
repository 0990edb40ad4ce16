import { appendFileSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { DAY_MS } from '../../core/base/dates';
import { parseFrontMatter } from '../base/frontmatter';
import { openTrash } from '../keeper/keeperTrash';
import { MEMORY_TRASH } from '../keeper/trash';
import { ChangeJournal } from '../keeper/changeJournal';
import { MemoryHealth } from './memoryHealth';
import { ReviewJournal } from '../review/reviewJournal';
import { openRedactor } from '../privacy/openRedactor';
import { type BackupTestPlace, newBackupPlace } from '../testing/backupPlace';
import { beforeFileCalls } from '../testing/fileCalls';
import { NOW_MS, snapshot } from '../testing/places';

const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

let place: BackupTestPlace;
let health: MemoryHealth;
let memory: string;

beforeEach(async () => {
	place = newBackupPlace();
	const project = await place.project();
	memory = project.memoryDir;
	health = await open();
});
afterEach(() => place.remove());

async function open(): Promise<MemoryHealth> {
	const { claude } = place;
	const redactor = (): ReturnType<typeof openRedactor> => openRedactor(claude);
	return new MemoryHealth({
		claude,
		project: await place.project(),
		trash: openTrash(claude),
		clock: new FakeClock(NOW_MS),
		redactor,
	});
}
/** Those of the memory of a project. */
const changesOf = (project: string): ReturnType<ChangeJournal['list']> =>
	new ChangeJournal(place.claude, openTrash(place.claude), new FakeClock(NOW_MS)).list(MEMORY_TRASH, [project]);
function write(name: string, text: string, ageDays = 0, folder = memory): string {
	return place.write(path.relative(place.root, path.join(folder, name)), text, ageDays);
}
const memoryText = (name: string, body: string, type = 'feedback', more = ''): string =>
	`---\nname: ${name}\ndescription: about ${name}\nmetadata:\n  node_type: memory\n  type: ${type}\n${more}---\n\n${body}\n`;
const index = (...lines: readonly string[]): string => write('MEMORY.md', lines.map((line) => `${line}\n`).join(''));
const read = (name: string): string => readFileSync(path.join(memory, name), 'utf8');

/** Each finding is mended, so that it is no longer found, and taken back, so that every byte is as before. */
async function mendAndUndo(id: string, mended: () => void): Promise<void> {
	const before = snapshot(place.root);
	const ours = (name: string): boolean => name.startsWith(path.relative(place.root, place.claude.keeperHome));
	expect((await health.look()).findings.map((each) => each.id)).toEqual([id]);
	const change = await health.fix(id);
	expect(change).toBeDefined();
	expect((await health.look()).findings).toEqual([]);
	mended();
	expect(await health.undo(change?.id ?? '')).toBe('undone');
	const after = snapshot(place.root);
	const theirs = (all: Readonly<Record<string, string>>): object =>
		Object.fromEntries(
			Object.entries(all)
				.filter(([name, text]) => !ours(name) && text !== 'folder')
				.map(([name, text]) => [name, name.endsWith('MEMORY.md') ? text.replace(/^\S+ /u, '') : text]),
		);
	expect(theirs(after)).toEqual(theirs(before));
}

test('memory in order has no findings, whatever form its front matter has', async () => {
	index('- [One](one.md) — x', '- [Two](./two.md) — y', '- [Parked](session-open-a-2026-11-20.md) — z');
	write('one.md', memoryText('one', 'Use tabs. See also [[three]].'));
	write('two.md', '---\nname: two\ndescription: d\ntype: user\n---\n\nWorks from Lisbon.\n');
	write('three.md', memoryText('three', 'Reached through another one.'));
	write('session-open-a-2026-11-20.md', 'parked');
	write('session-open-b-2026-11-20.md', 'parked, and in no line');
	expect(await health.look()).toMatchObject({ findings: [], hasIndex: true, meter: { lines: 3, cutLine: undefined } });
});

test('an index that is too long: the rest goes into a file that it leads to', async () => {
	const lines = Array.from({ length: 230 }, (_, n) => `- [M${n}](m.md#${n}) — x`);
	write('m.md', memoryText('m', 'Something.'));
	write(
		'MEMORY.md',
		`${lines.slice(0, 1).join('\n')}\n${Array.from({ length: 229 }, (_, n) => `Line ${n}`).join('\n')}\n`,
	);
	expect((await health.look()).meter).toMatchObject({ lines: 230, cutLine: 200, hiddenLines: 30, cutBy: 'lines' });
	await mendAndUndo('indexTooLong:MEMORY.md', () => {
		expect(read('MEMORY.md').split('\n')).toHaveLength(181);
		expect(read('MEMORY.md')).toContain('(more-memories.md)');
		expect(read('more-memories.md')).toMatch(/M0[^]*Line 198\n[^]*Line 228\n$/u);
	});
});

test('an orphan gets its line', async () => {
	index('- [One](one.md) — x');
	write('one.md', memoryText('one', 'Use tabs.'));
	write('lost.md', memoryText('lost', 'Nobody knows of me.'));
	await mendAndUndo('orphan:lost.md', () =>
		expect(read('MEMORY.md')).toBe('- [One](one.md) — x\n- [Lost](lost.md) — about lost\n'),
	);
});

test('the line of an orphan ends as the others do, and says something though its front matter is broken', async () => {
	write('MEMORY.md', '- [One](one.md) — x\r\n');
	write('one.md', memoryText('one', 'Use tabs.'));
	write('lost.md', '---\n: [\n---\n\nNobody knows of me.\n');
	await mendAndUndo('orphan:lost.md', () =>
		expect(read('MEMORY.md')).toBe('- [One](one.md) — x\r\n- [Lost](lost.md) — Nobody knows of me.\r\n'),
	);
});

test('the line before that of an orphan has no line break after the undo that it had not before', async () => {
	write('MEMORY.md', '- [One](one.md) — x');
	write('one.md', memoryText('one', 'Use tabs.'));
	write('lost.md', memoryText('lost', 'Nobody knows of me.'));
	await mendAndUndo('orphan:lost.md', () => expect(read('MEMORY.md')).toMatch(/x\n- \[Lost\].*\n$/u));
});

test('a line that somebody adds to an index while it is shortened is not lost', async () => {
	write('m.md', memoryText('m', 'Something.'));
	write('MEMORY.md', `${Array.from({ length: 230 }, (_, n) => `- [M${n}](m.md#${n}) — x`).join('\n')}\n`);
	const before = read('MEMORY.md');
	// After the rest is written, and before the index is.
	let isAdded = false;
	const undo = beforeFileCalls((name, file) => {
		if (isAdded || name !== 'link' || !file.includes('more-memories')) return;
		isAdded = true;
		appendFileSync(path.join(memory, 'MEMORY.md'), '- Theirs\n');
	});
	await expect(health.fix('indexTooLong:MEMORY.md')).rejects.toThrow('changed meanwhile').finally(undo);
	expect(read('MEMORY.md')).toBe(`${before}- Theirs\n`);
});

test('a dead pointer loses its line', async () => {
	index('# Index', '- [Gone](gone.md) — x');
	await mendAndUndo('deadPointer:gone.md', () => expect(read('MEMORY.md')).toBe('# Index\n'));
});

test('a pointer that stands twice loses the second', async () => {
	index('- [One](one.md) — x', '- [One again](one.md) — y');
	write('one.md', memoryText('one', 'Use tabs.'));
	await mendAndUndo('duplicatePointer:one.md1', () => expect(read('MEMORY.md')).toBe('- [One](one.md) — x\n'));
});

test('of a line that leads elsewhere, too, only the link goes', async () => {
	index('- Deploying: [how](one.md), rolling back: [how](gone.md). Never on Fridays.');
	write('one.md', memoryText('one', 'Use tabs.'));
	await mendAndUndo('deadPointer:gone.md', () =>
		expect(read('MEMORY.md')).toBe('- Deploying: [how](one.md), rolling back: how. Never on Fridays.\n'),
	);
	index('- [One](one.md) — see [it](one.md)');
	await mendAndUndo('duplicatePointer:one.md0', () => expect(read('MEMORY.md')).toBe('- [One](one.md) — see it\n'));
});

test('of two memories that say the same, the older one goes with its line', async () => {
	index('- [Old](old.md) — x', '- [New](new.md) — y');
	write('old.md', memoryText('old', 'Always run the linter before committing.'), 9);
	write('new.md', memoryText('new', 'Run the linter before every commit.\n\n**Why:** CI is slow.'), 1);
	write('other.md', memoryText('other', 'Never run the linter before committing.'), 1);
	index('- [Old](old.md) — x', '- [New](new.md) — y', '- [Other](other.md) — z');
	await mendAndUndo('duplicate:old.md', () => {
		expect(existsSync(path.join(memory, 'old.md'))).toBe(false);
		expect(read('MEMORY.md')).not.toContain('old.md');
	});
});

test('the same words are a duplicate for certain', async () => {
	index('- [Old](old.md) — x', '- [New](new.md) — y');
	write('old.md', memoryText('old', 'Always run the linter before committing.'), 9);
	write('new.md', memoryText('new', 'Always run the linter before committing.'), 1);
	await mendAndUndo('duplicate:old.md', () => expect(existsSync(path.join(memory, 'old.md'))).toBe(false));
});

test('T40: a secret is taken out, in a memory and in the index, and nothing else is', async () => {
	index('- [Token](token.md) — deploy');
	write('token.md', memoryText('token', `Deploy with ${TOKEN} on Fridays.\nMail me@example.com, files in /home/me/x.`));
	await mendAndUndo('secret:token.md', () => {
		expect(read('token.md')).not.toContain(TOKEN);
		expect(read('token.md')).toContain('on Fridays.\nMail me@example.com, files in /home/me/x.');
	});
	write('token.md', memoryText('token', 'Deploy on Fridays.'));
	index(`- [Token](token.md) — ${TOKEN}`);
	await mendAndUndo('secret:MEMORY.md', () => expect(read('MEMORY.md')).not.toContain(TOKEN));
});

test.each([
	[`description: Deploy with ${TOKEN} on Fridays.`, 'Deploy with [redacted: github-token] on Fridays.'],
	[`description: ${TOKEN}`, '[redacted: github-token]'],
	[`description: "${TOKEN} is quoted"`, '[redacted: github-token] is quoted'],
	[`description: 'It''s ${TOKEN}'`, "It's [redacted: github-token]"],
	[`description: >\n  Folded ${TOKEN}`, 'Folded [redacted: github-token]'],
	[`description: Mail me@example.com \\ ${TOKEN}\r`, 'Mail [redacted e-mail] \\ [redacted: github-token]'],
])('T40: front matter stays readable: %j', async (line, description) => {
	index('- [Token](token.md) — deploy');
	const before = `---\nname: token\n${line}\nmetadata:\n  type: reference\n---\n\nDeploy: on Fridays.\n`;
	write('token.md', before);
	await mendAndUndo('secret:token.md', () => {
		const { data, body, problem } = parseFrontMatter(read('token.md'));
		expect({ problem, body: body.trim() }).toEqual({ problem: undefined, body: 'Deploy: on Fridays.' });
		expect(data).toMatchObject({ name: 'token', metadata: { type: 'reference' } });
		expect(String(data['description']).trim()).toBe(description);
	});
});

test('T40: where the front matter could not be read without the secret, nothing is done', async () => {
	index('- [Token](token.md) — deploy');
	const before = `---\nname: token\ndescription: in two\n  lines ${TOKEN}\n---\n\nBody.\n`;
	write('token.md', before);
	await expect(health.fix('secret:token.md')).rejects.toThrow('Remove it yourself.');
	expect(read('token.md')).toBe(before);
	expect(await changesOf(place.repo)).toEqual([]);
});

test('the wrong scope: a folder that Claude does not load', async () => {
	const formula = path.join(place.claude.projectsDir, place.slug.slice(1), 'memory');
	write('stray.md', memoryText('stray', 'Use tabs.'), 3, formula);
	health = await open();
	index();
	await mendAndUndo('wrongScope:stray.md', () => expect(read('MEMORY.md')).toContain('(stray.md)'));
});

test('the wrong scope: what is about the person, where git shares it', async () => {
	index();
	write('me.md', memoryText('me', 'Works from Lisbon.', 'user'), 3, place.memory);
	await mendAndUndo('wrongScope:me.md', () => expect(existsSync(path.join(place.memory, 'me.md'))).toBe(false));
});

test('the wrong scope: what is about another project', async () => {
	const other = place.folder('other');
	place.write('home/.claude.json', JSON.stringify({ projects: { [other]: {}, [place.repo]: {} } }));
	index('- [Other](other.md) — x');
	write('other.md', memoryText('other', `The build of ${other} needs Java 21.`, 'project'));
	await mendAndUndo('wrongScope:other.md', () => {
		expect(read('MEMORY.md')).toBe('');
		const moved = path.join(place.claude.projectsDir, other.replace(/[^A-Za-z0-9]/gu, '-'), 'memory/other.md');
		expect(existsSync(moved)).toBe(true);
	});
});

test('a memory of how the project moved is about this one', async () => {
	const old = place.folder('repo-old');
	place.write('home/.claude.json', JSON.stringify({ projects: { [old]: {}, [place.repo]: {} } }));
	index('- [Moved](moved.md) — x');
	write('moved.md', memoryText('moved', `The code moved from ${old} to ${place.repo}.`, 'project'));
	expect((await health.look()).findings).toEqual([]);
});

test('a link in the folder is there, and so is the index itself', async () => {
	index('- [Notes](notes.md) — x', '- [Index](MEMORY.md) — y');
	symlinkSync(place.write('notes.md', 'Elsewhere.'), path.join(memory, 'notes.md'));
	expect((await health.look()).findings).toEqual([]);
});

test.each([
	['a date in words', 'Code freeze until November 15.', 10],
	['a date in digits', 'The deadline is 2026-11-20.', 5],
	['a weekday', 'We are freezing merges until Thursday.', 8],
])('an expired fact goes to the trash: %s', async (_name, body, ageDays) => {
	index('- [Fact](fact.md) — x');
	write('fact.md', memoryText('fact', body, 'project'), ageDays);
	await mendAndUndo('expired:fact.md', () => expect(existsSync(path.join(memory, 'fact.md'))).toBe(false));
});

test.each([
	['still ahead', 'Code freeze until 2026-12-01.'],
	['today', 'The deadline is 2026-11-21.'],
	['again and again', 'Freeze every Thursday until 2026-01-01.'],
	['history', 'We moved to Postgres in January 2025.'],
])('a fact that is %s has not expired', async (_name, body) => {
	index('- [Fact](fact.md) — x');
	write('fact.md', memoryText('fact', body, 'project'), 3);
	expect((await health.look()).findings).toEqual([]);
});

test('an accepted memory of which the record is gone is said to be gone, and not to be edited', async () => {
	const ts = new Date(NOW_MS).toISOString();
	const line = {
		ts,
		project: place.repo,
		hash: 'a'.repeat(16),
		event: 'accepted' as const,
		title: 'x',
		change: 'gone',
	};
	await new ReviewJournal(place.claude).alone(() => new ReviewJournal(place.claude).append(line));
	expect(await health.undo('gone')).toBe('gone');
});

test('an undo touches nothing that was edited since', async () => {
	index('- [Token](token.md) — deploy');
	const file = write('token.md', memoryText('token', `Deploy with ${TOKEN}.`));
	const change = await health.fix('secret:token.md');
	place.write(path.relative(place.root, file), 'Edited by Claude.\n');
	expect(await health.undo(change?.id ?? '')).toBe('changed');
	expect(read('token.md')).toBe('Edited by Claude.\n');
	expect(await health.fix('secret:token.md')).toBeUndefined();
});

test('changes are for nobody else to read, and belong to their project', async () => {
	index('- [Gone](gone.md) — x');
	await health.fix('deadPointer:gone.md');
	expect(await changesOf(place.repo)).toHaveLength(1);
	expect(await changesOf('/elsewhere')).toEqual([]);
	expect(NOW_MS % DAY_MS).toBeGreaterThan(0);
});
