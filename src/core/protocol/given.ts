// Tasks and context that a person or Claude hands in, besides what a session shows: the part of a protocol that the
// program cannot know itself. Loaded on demand, because it needs a library.
import * as z from 'zod/mini';
import { type Result, fail, ok } from '../base/result';
import { singleLine } from '../base/text';
import { type FoundBlock, type FoundTask, splitId } from './found';
import { memberPath } from './parse';
import { CATEGORIES, PRIORITIES, TASK_ID, TASK_STATUSES } from './protocol';

const givenSchema = z.looseObject({
	tasks: z.optional(
		z.array(
			z.looseObject({
				id: z.optional(z.string().check(z.regex(TASK_ID))),
				title: z.string().check(z.minLength(1)),
				status: z.optional(z.enum(TASK_STATUSES)),
				priority: z.optional(z.enum(PRIORITIES)),
				category: z.optional(z.enum(CATEGORIES)),
				context: z.optional(z.string()),
				files: z.optional(z.array(z.string())),
			}),
		),
	),
	context_blocks: z.optional(z.array(z.looseObject({ title: z.string().check(z.minLength(1)), content: z.string() }))),
});

/** @returns what was handed in, or the first error in it with its path. Never throws. */
export function parseGiven(
	text: string,
): Result<{ readonly tasks: readonly FoundTask[]; readonly blocks: readonly FoundBlock[] }, string> {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return fail('invalid JSON');
	}
	const parsed = givenSchema.safeParse(value);
	if (!parsed.success) {
		const path = memberPath(parsed.error.issues[0]?.path ?? []);
		return fail(path === '' ? 'it is no object' : `${path} is not as it should be`);
	}
	return ok({
		tasks: (parsed.data.tasks ?? []).map((task): FoundTask => {
			const named = splitId(singleLine(task.title));
			return {
				id: task.id ?? named.id,
				title: named.title,
				formerTitles: [],
				status: task.status ?? 'pending',
				priority: task.priority,
				category: task.category,
				created: undefined,
				completed: undefined,
				context: task.context,
				files: task.files ?? [],
				origin: { kind: 'given', at: undefined },
			};
		}),
		blocks: (parsed.data.context_blocks ?? []).map(({ title, content }) => ({
			title: singleLine(title),
			lines: content.split('\n').filter((line) => line.trim() !== ''),
		})),
	});
}
