// Parked items as Claude and our own faces write them, at the ages that a test or a demonstration needs.
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from './frontMatter.mjs';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The local calendar date, `YYYY-MM-DD`: names of parked items carry the date that a person sees. */
export function localDate(time) {
	const date = new Date(time);
	const two = (n) => String(n).padStart(2, '0');
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const titleSlug = (text) =>
	text
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '')
		.slice(0, 48);

/**
 * Writes one parked item and sets its age, which is the file's modification time.
 * `raw` is written as it stands, for items that are broken on purpose.
 * @returns {string} the path of the file
 */
export function writeParkedItem(memoryDir, item) {
	const { name, now = Date.now(), ageDays = 0, ageMinutes = 10 } = item;
	// An age of whole days keeps a margin: an item of 14 days must not turn 13 because the clock was read twice.
	const written = now - ageDays * DAY_MS - ageMinutes * MINUTE_MS;
	const file = path.join(memoryDir, item.fileName ?? `session-open-${titleSlug(name)}-${localDate(written)}.md`);
	mkdirSync(memoryDir, { recursive: true });
	writeFileSync(file, item.raw ?? parkedItemText(item, written));
	utimesSync(file, written / 1000, written / 1000);
	return file;
}

function parkedItemText({ name, description, text, why, how, session, due, rewritten }, written) {
	// When Claude's own Write tool saves an item, the program moves the type below `metadata`.
	const modified = new Date(written).toISOString();
	const kind = rewritten
		? { metadata: { node_type: 'memory', type: 'project', originSessionId: session, modified } }
		: { type: 'project', session };
	return [
		stringify({ name, description, ...kind, due }),
		`${text}\n`,
		`**Why:** ${why ?? 'It came up while something else was being done.'}`,
		`**How to apply:** ${how ?? 'Take it up when the current task is finished.'}\n`,
	].join('\n');
}

/** Adds the line that Claude keeps in MEMORY.md for a file of its memory folder. */
export function writeMemoryIndex(memoryDir, entries) {
	mkdirSync(memoryDir, { recursive: true });
	const lines = entries.map(({ title, file, hook }) => `- [${title}](${path.basename(file)}) — ${hook}`);
	writeFileSync(path.join(memoryDir, 'MEMORY.md'), `${lines.join('\n')}\n`);
}

/** One item of every state. Nine files in two folders, eight once the expired one is gone: there is room to park. */
export function writeSampleParked({ memoryDir, formulaDir, now, session }) {
	const write = (item) => writeParkedItem(memoryDir, { now, ...item });
	const files = {
		question: write({
			name: 'remove-result',
			description: 'Returning a boolean would save callers a list() beforehand',
			text: 'User raised: `remove(id)` returns nothing today. Should it return whether something was removed?',
			why: 'Came up while the test for `remove()` was written; both answers are cheap now and dear later.',
			how: 'Decide before the next release, then document it in the README.',
			session,
			ageMinutes: 4,
		}),
		idea: write({
			name: 'todos-in-prompt',
			description: 'A one-line shell integration would do',
			text: 'Side idea: print the number of open todos in the shell prompt.',
			session,
			rewritten: true,
			ageMinutes: 25,
		}),
		due: write({
			name: 'demo-certificate',
			description: 'The workshop server needs it today',
			text: 'Deferred: the certificate of the demo server runs out.',
			due: localDate(now),
			ageDays: 5,
		}),
		recent: write({
			name: 'map-order',
			description: 'Renaming a todo moves it to the end of the list',
			text: 'Deferred: `rename()` deletes and inserts, so the order changes.',
			ageDays: 3,
		}),
		stale: write({
			name: 'cold-start',
			description: 'Somebody reported two seconds; nobody could repeat it',
			text: 'Deferred: measure start-up with a cold file cache.',
			ageDays: 16,
		}),
		expired: write({
			name: 'windows-line-endings',
			description: 'The importer may see CRLF',
			text: 'User raised: does the importer have to read CRLF?',
			ageDays: 31,
		}),
		broken: write({
			name: 'broken front matter',
			raw: '---\nname: [half a list\ndescription: "never closed\n---\n\nThe text is still worth reading.\n',
			ageDays: 2,
		}),
		notes: write({
			name: 'store-dates',
			description: 'ISO text, milliseconds or seconds',
			text: 'Deferred: which representation do the API clients expect?',
			ageMinutes: 50,
		}),
	};
	files.formula = writeParkedItem(formulaDir, {
		now,
		name: 'changelog-tense',
		description: 'Parked by a script that computes the folder differently',
		text: 'Side idea: write the whole changelog in the imperative.',
		ageDays: 1,
	});
	writeMemoryIndex(memoryDir, [
		{ title: 'Compare ways to store dates', file: files.notes, hook: 'parked, not urgent' },
		{ title: 'Prefers node:test', file: 'prefers-node-test.md', hook: 'no test framework' },
	]);
	const memory = { node_type: 'memory', type: 'feedback' };
	const front = { name: 'prefers-node-test', description: 'Wants node:test for every test', metadata: memory };
	writeFileSync(path.join(memoryDir, 'prefers-node-test.md'), `${stringify(front)}\nUse \`node:test\`.\n`);
	return files;
}
