// The result of a reflection, whichever engine made it: claims, each with its source messages. The answer of a language
// model is checked against a schema and against the session; anything only half right is rejected.
import * as z from 'zod/mini';
import { type Result, fail, ok } from '../base/result';
import { singleLine } from '../base/text';
import type { MomentPointer } from './material';
import { type ItemId, type MenuItem, menuItem } from './menu';
import type { Confidence } from '../handoff/nextSteps';
import { MEMORY_TYPES } from '../memory/candidate';
import { memoryTypeOf } from '../memory/memoryType';

/** One sentence, and where it comes from. */
export interface Claim {
	readonly text: string;
	readonly at: readonly MomentPointer[];
}

/** The result for one item of the menu. */
export interface Note extends Claim {
	readonly item: ItemId;
}

/** Something that could be remembered for good. */
export interface MemoryClaim extends Claim {
	readonly type: (typeof MEMORY_TYPES)[number];
}

export interface Reflection {
	/** One line. */
	readonly topic: string;
	/** A slug: `billing-import`. Nothing where the session belongs to no line of work. */
	readonly workstream: string | undefined;
	readonly summary: readonly Claim[];
	readonly decisions: readonly Claim[];
	readonly failed: readonly Claim[];
	readonly assumptions: readonly Claim[];
	/** What was planned, compared with what happened. */
	readonly scope: readonly Claim[];
	readonly notes: readonly Note[];
	/** What to tell the next session, sentence by sentence. */
	readonly resumePrompt: readonly Claim[];
	readonly confidence: Confidence;
	readonly candidates: readonly MemoryClaim[];
}

/** A longer text is not a sentence but a copy of the transcript. */
const TEXT_LIMIT = 600;

const text = (limit: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(limit));
const at = z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(12));
const claim = z.strictObject({ text: text(TEXT_LIMIT), at });
const claims = (limit: number) => z.array(claim).check(z.maxLength(limit));

/**
 * The answer of a language model. Strict: a field that we did not ask for means that the model did not follow our
 * request.
 */
const answer = z.strictObject({
	topic: text(120),
	workstream: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,59}$/u)),
	summary: claims(8).check(z.minLength(1)),
	decisions: claims(12),
	failed: claims(12),
	assumptions: claims(8),
	scope: claims(6),
	notes: z.array(z.strictObject({ item: text(60), text: text(TEXT_LIMIT), at })).check(z.maxLength(8)),
	resume_prompt: claims(8).check(z.minLength(1)),
	confidence: z.enum(['high', 'medium', 'low']),
	memories: z.array(z.strictObject({ type: z.enum(MEMORY_TYPES), text: text(300), at })).check(z.maxLength(8)),
});

/** The schema as JSON Schema, for engines that take one. */
export function answerSchema(): Readonly<Record<string, unknown>> {
	const { $schema: _, ...schema } = z.toJSONSchema(answer);
	return schema;
}

/**
 * Checks a model's answer.
 * @param messages by number, as the model was shown them. A claim that points elsewhere has no source.
 * @param items what the model was asked about.
 * @param redact is applied once more: a model may join parts of a secret.
 * @returns the reflection, or what is wrong with the answer, without any of its text.
 */
export function checkAnswer(
	value: unknown,
	messages: ReadonlyMap<number, MomentPointer>,
	items: readonly MenuItem[],
	redact: (text: string) => string,
): Result<Reflection, string> {
	const parsed = z.safeParse(answer, value);
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		return fail(`the answer does not fit the schema at “${issue?.path.join('.') ?? ''}” (${issue?.code ?? 'unknown'})`);
	}
	const { data } = parsed;
	const lost = new Set<number>();
	const pointers = (numbers: readonly number[]): readonly MomentPointer[] =>
		[...new Set(numbers)].flatMap((number) => {
			const found = messages.get(number);
			if (found === undefined) lost.add(number);
			return found === undefined ? [] : [{ uuid: found.uuid, index: found.index }];
		});
	const safe = (line: string): string => singleLine(redact(line));
	const each = (list: readonly z.infer<typeof claim>[]): readonly Claim[] =>
		list.map((one) => ({ text: safe(one.text), at: pointers(one.at) }));
	const asked = new Set<string>(items.map((item) => item.id));
	const strange = data.notes.find((note) => !asked.has(note.item));
	if (strange !== undefined) return fail('the answer speaks of an item that was not asked about');
	const reflection: Reflection = {
		topic: safe(data.topic),
		workstream: data.workstream,
		summary: each(data.summary),
		decisions: each(data.decisions),
		failed: each(data.failed),
		assumptions: each(data.assumptions),
		scope: each(data.scope),
		notes: data.notes.flatMap((note) => {
			const item = menuItem(note.item);
			return item === undefined ? [] : [{ item: item.id, text: safe(note.text), at: pointers(note.at) }];
		}),
		resumePrompt: each(data.resume_prompt),
		confidence: data.confidence,
		candidates: data.memories.map((memory) => ({
			// The same statement is of the same type, wherever it comes from.
			type: memoryTypeOf(memory.text) ?? memory.type,
			text: safe(memory.text),
			at: pointers(memory.at),
		})),
	};
	return lost.size > 0
		? fail(`the answer points to ${lost.size} messages that the session does not have`)
		: ok(reflection);
}
