// What a session used: its own answers, those of its subagents, and what Claude Code counted besides.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Line, SESSION, jsonl, metaLine, userLine } from '../../../core/testing/transcripts';
import { answer, append, hint, file, of, place, start, useIndexPlace, write } from '../../testing/indexPlace';

useIndexPlace();

const SAMPLES = path.resolve('test/fixtures/sessions');

/** Claude Code's own count at the end of a transcript; nothing where it wrote none. */
function countedBy(transcript: string): { input: number; output: number } | undefined {
	const last = readFileSync(transcript, 'utf8')
		.split('\n')
		.findLast((line) => line.includes('"cost-state"'));
	if (last === undefined) return undefined;
	const { modelUsage } = JSON.parse(last) as { modelUsage: Record<string, Record<string, number>> };
	const sum = (kind: string): number => Object.values(modelUsage).reduce((all, each) => all + (each[kind] ?? 0), 0);
	return { input: sum('inputTokens'), output: sum('outputTokens') };
}

const counted = readdirSync(SAMPLES).flatMap((sample) => {
	const folder = path.join(SAMPLES, sample, 'projects/-home-dev-app');
	const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
	return files.flatMap((name) => {
		const count = countedBy(path.join(folder, name));
		return count === undefined ? [] : [{ sample, folder, id: path.basename(name, '.jsonl'), count }];
	});
});

test('samples are there', () => expect(counted.length).toBeGreaterThan(15));

test.each(counted)('of $sample, $id: what Claude Code counted itself', async ({ folder, id, count }) => {
	cpSync(folder, place.folder, { recursive: true });
	const { index } = await start();
	expect(index.sessions.get(id)?.usedTokens).toMatchObject(count);
});

/** An answer of a subagent of the session. */
function agentSays(input: number): void {
	const agents = path.join(place.folder, SESSION, 'subagents');
	mkdirSync(agents, { recursive: true });
	const lines = [of(SESSION, { ...answer(input), isSidechain: true })];
	writeFileSync(path.join(agents, `agent-${input}.jsonl`), jsonl(lines));
}
const cost = (input: number): Line => metaLine('cost-state', { modelUsage: { one: { inputTokens: input } } });
async function used(): Promise<readonly (number | undefined)[]> {
	const { index } = await start();
	const session = index.sessions.get(SESSION);
	return [session?.tokens.input, session?.usedTokens.input, session?.ownTokens.input];
}

test('subagents count as soon as they have answered', async () => {
	write([userLine('a'), answer(1)]);
	agentSays(50);
	expect(await used()).toEqual([1, 51, 51]);
});

test('what Claude Code counted has the subagents before it, and not those after it', async () => {
	write([userLine('a'), answer(1), cost(61)]);
	agentSays(50);
	expect(await used()).toEqual([1, 61, 61]);
	agentSays(70);
	expect(await used()).toEqual([1, 121, 121]);
});

test('a session that goes on keeps what was counted, and a count that is less than its answers is none', async () => {
	write([userLine('a'), answer(1), cost(11)]);
	const { index } = await start();
	append([userLine('b'), answer(5)]);
	await hint(index, file());
	expect(index.sessions.get(SESSION)).toMatchObject({ usedTokens: { input: 16 } });
	append([metaLine('cost-state', { modelUsage: 'many' })]);
	await hint(index, file());
	expect(index.sessions.get(SESSION)).toMatchObject({ usedTokens: { input: 16 } });
	append([cost(2)]);
	await hint(index, file());
	expect(index.sessions.get(SESSION)).toMatchObject({ usedTokens: { input: 6 } });
});
