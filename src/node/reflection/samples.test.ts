// The built-in engine on real sessions, each draft as a file to be read: `test/fixtures/reflection`.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { longSession } from '../../core/testing/longSession';
import { SESSION, chained, jsonl } from '../../core/testing/transcripts';
import { openTrash } from '../keeper/keeperTrash';
import { findProject } from '../project/project';
import { FakeClock } from '../../core/testing/fakeClock';
import { readHeadAndTail } from '../transcript/headAndTail';
import { NOW_MS, type Place, newPlace } from '../testing/places';
import { useUtc } from '../testing/timeZone';
import { reflectOn } from './reflect';

const SAMPLES = path.resolve('test/fixtures/sessions');
const DRAFTS = path.resolve('test/fixtures/reflection');

useUtc();
let place: Place;
beforeEach(() => {
	place = newPlace();
});
afterEach(() => place.remove());

/** Reflects on a transcript by rules. @returns the draft, or what came of it instead. */
async function draftOf(id: string, text: string): Promise<string> {
	const repository = place.folder('app');
	const folder = path.join(place.claude.projectsDir, '-home-dev-app');
	mkdirSync(folder, { recursive: true });
	const file = path.join(folder, `${id}.jsonl`);
	writeFileSync(file, text);
	const outcome = await reflectOn(
		{
			id,
			file,
			name: (await readHeadAndTail(file))?.title ?? id,
			project: await findProject(place.claude, repository),
			lastMessageMs: 1,
		},
		{
			claude: place.claude,
			clock: new FakeClock(NOW_MS),
			trash: openTrash(place.claude),
			engine: 'builtin',
			open: () => Promise.resolve(undefined),
			trigger: 'idle',
			dailyCap: 20,
			signal: new AbortController().signal,
			offer: (_, candidates) => Promise.resolve(candidates.length),
		},
	);
	return outcome.kind === 'draft' ? readFileSync(outcome.file, 'utf8') : `${JSON.stringify(outcome)}\n`;
}

/** The messages of a transcript as pointers count them. */
function messagesIn(text: string): readonly string[] {
	const seen = new Set<string>();
	return text.split('\n').flatMap((line) => {
		if (line === '') return [];
		const entry = JSON.parse(line) as { type: string; uuid?: string; isSidechain?: boolean };
		if ((entry.type !== 'user' && entry.type !== 'assistant') || entry.isSidechain === true) return [];
		if (entry.uuid !== undefined && seen.has(entry.uuid)) return [];
		if (entry.uuid !== undefined) seen.add(entry.uuid);
		return [entry.uuid ?? ''];
	});
}

const cases = readdirSync(SAMPLES)
	.filter((label) => label !== 'index.json')
	.flatMap((label) => {
		const folder = path.join(SAMPLES, label, 'projects', '-home-dev-app');
		return readdirSync(folder)
			.filter((name) => name.endsWith('.jsonl'))
			.map((name): [string, string, string] => {
				const id = name.replace('.jsonl', '');
				return [
					label.startsWith('older') ? `${label}-${id.slice(0, 8)}` : label,
					id,
					readFileSync(path.join(folder, name), 'utf8'),
				];
			});
	});

describe('the built-in engine', () => {
	test.each([...cases, ['a-long-session', SESSION, jsonl(chained(longSession()))] as [string, string, string]])(
		'%s: every sentence is the session’s own, and points to its message',
		async (label, id, text) => {
			const draft = await draftOf(id, text);
			await expect(draft).toMatchFileSnapshot(path.join(DRAFTS, `${label}.md`));
			const messages = messagesIn(text);
			const claims = draft.split('\n').filter((line) => /^- (?!#\d)/u.test(line));
			for (const claim of claims) expect(claim).toMatch(/\(#\d+(?:, #\d+)*\)$/u);
			for (const [, index, uuid] of draft.matchAll(/^- #(\d+): `([^`]+)`$/gmu))
				expect(messages[Number(index) - 1]).toBe(uuid);
			for (const [, index] of draft.matchAll(/#(\d+)[,)]/gu))
				expect(Number(index)).toBeLessThanOrEqual(messages.length);
		},
	);
});
