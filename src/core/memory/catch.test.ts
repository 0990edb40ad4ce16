import { describe, expect, test } from 'vitest';
import { MEMORIES, NO_MEMORIES, isKeptOut } from '../testing/memoryCases';
import { catchMemories } from './catch';

interface Score {
	readonly precision: number;
	readonly recall: number;
	/** How many of the hits have the right type. */
	readonly typed: number;
	readonly words: string;
}

function score(isWanted: (text: string) => boolean): Score {
	const memories = MEMORIES.filter(([, text]) => isWanted(text));
	const others = NO_MEMORIES.filter(isWanted);
	const hits = memories.filter(([, text]) => catchMemories(text).length > 0);
	const wrong = others.filter((text) => catchMemories(text).length > 0);
	const right = hits.filter(([type, text]) => catchMemories(text).some((each) => each.type === type));
	const [precision, recall] = [hits.length / (hits.length + wrong.length), hits.length / memories.length];
	const words = `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, right type ${(right.length / hits.length).toFixed(3)}, of ${memories.length} memories and ${others.length} others`;
	return { precision, recall, typed: right.length / hits.length, words };
}

test('what we wrote ourselves is nothing that the person says', () => {
	const rule = 'Always run the linter before you commit.';
	const record = 'What follows is the record of the last session, as it was saved.';
	expect(catchMemories(`Continue the work on “Exports”\n\n${record}\n\n${rule}`)).toEqual([]);
	expect(catchMemories(`[SESSION CONTEXT]\n${rule}\n[END SESSION]`)).toEqual([]);
	expect(catchMemories(`Continue the work on exports. ${rule}`)).toHaveLength(1);
});

describe('what is worth remembering', () => {
	test('is found in the part that no rule was made with, and told', () => {
		const keptOut = score(isKeptOut);
		console.log(`Memory rules, part that was kept out of the tuning: ${keptOut.words}.`);
		expect(keptOut.precision).toBeGreaterThanOrEqual(0.95);
		expect(keptOut.recall).toBeGreaterThanOrEqual(0.85);
		expect(keptOut.typed).toBeGreaterThanOrEqual(0.85);
	});

	test('is found in the part that the rules were made with', () => {
		const isTuned = (text: string): boolean => !isKeptOut(text);
		const tuned = score(isTuned);
		const missed = MEMORIES.filter(([, text]) => isTuned(text) && catchMemories(text).length === 0);
		const wrong = NO_MEMORIES.filter((text) => isTuned(text) && catchMemories(text).length > 0);
		console.log(
			[
				`Memory rules, the rest: ${tuned.words}.`,
				...missed.map(([type, text]) => `  not found (${type}): ${JSON.stringify(text)}`),
				...wrong.map((text) => `  wrong (${catchMemories(text)[0]?.rule ?? ''}): ${JSON.stringify(text)}`),
			].join('\n'),
		);
		expect(tuned.precision).toBeGreaterThanOrEqual(0.97);
		expect(tuned.recall).toBeGreaterThanOrEqual(0.92);
	});

	test('has enough cases on both sides, none of them twice', () => {
		const texts = [...MEMORIES.map(([, text]) => text), ...NO_MEMORIES];
		expect(new Set(texts).size).toBe(texts.length);
		expect(MEMORIES.length).toBeGreaterThanOrEqual(200);
		expect(NO_MEMORIES.length).toBeGreaterThanOrEqual(250);
		expect(texts.filter(isKeptOut).length).toBeGreaterThanOrEqual(120);
	});
});
