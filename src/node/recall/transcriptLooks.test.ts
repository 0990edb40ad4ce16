import { appendFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Place, newPlace } from '../testing/places';
import { TranscriptLooks } from './transcriptLooks';

let place: Place;
beforeEach(() => void (place = newPlace()));
afterEach(() => place.remove());

const LONG_AGO = new Date(Date.now() - 86_400_000);

/** A folder in which nothing happened for a day: the sessions `old` and `other`, and a subagent's of `old`. */
function quietFolder() {
	const folder = place.folder('projects');
	const agents = path.join(folder, 'old', 'subagents');
	mkdirSync(agents, { recursive: true });
	const files = { old: path.join(folder, 'old.jsonl'), other: path.join(folder, 'other.jsonl') };
	const agent = path.join(agents, 'agent-1.jsonl');
	for (const file of [...Object.values(files), agent]) writeFileSync(file, '{}\n');
	const settle = (): void => {
		for (const each of [...Object.values(files), agent, agents, folder]) utimesSync(each, LONG_AGO, LONG_AGO);
	};
	settle();
	const looks = new TranscriptLooks();
	const sizes = (...running: readonly string[]) =>
		Object.fromEntries(
			looks.list(folder, running).files.map(({ file, stamp }) => [path.basename(file, '.jsonl'), stamp.sizeBytes]),
		);
	return { folder, ...files, agent, agents, settle, sizes };
}

test('what has lain still is believed, and looked at where its session runs', () => {
	const { old, agent, settle, sizes } = quietFolder();
	expect(sizes()).toEqual({ old: 3, other: 3, 'agent-1': 3 });
	for (const file of [old, agent]) appendFileSync(file, '{}\n');
	settle();
	expect(sizes()).toEqual({ old: 3, other: 3, 'agent-1': 3 });
	expect(sizes('old')).toEqual({ old: 6, other: 3, 'agent-1': 6 });
});

test('a session that was written to lately is as it is now, at each question', () => {
	const { other, sizes } = quietFolder();
	utimesSync(other, new Date(), new Date());
	expect(sizes()['other']).toBe(3);
	for (const size of [6, 9]) {
		appendFileSync(other, '{}\n');
		expect(sizes()['other']).toBe(size);
	}
});

test('a new session is there at once, and one that was removed is gone', () => {
	const { folder, old, agents, sizes } = quietFolder();
	sizes();
	writeFileSync(path.join(folder, 'new.jsonl'), '{}\n');
	writeFileSync(path.join(agents, 'agent-2.jsonl'), '{}\n');
	rmSync(old);
	// Twice within a tick of the file system's clock: a folder that has just changed is not believed.
	expect(sizes()).toEqual({ other: 3, 'agent-1': 3, 'agent-2': 3, new: 3 });
	writeFileSync(path.join(folder, 'next.jsonl'), '{}\n');
	expect(Object.keys(sizes())).toContain('next');
});
