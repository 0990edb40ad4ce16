// The one definition of session-protocol.json: files are checked against it, and the JSON schema for editors is
// generated from it. Unknown fields are not checked. Loaded on demand, because it needs a library.
import * as z from 'zod/mini';
import { CATEGORIES, PRIORITIES, TASK_ID, TASK_STATUSES } from './protocol';

/** ISO 8601 with seconds; an offset and fractions are allowed. */
const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/u;

const about = (description: string) => z.meta({ description });
const stamp = (description: string) => z.string().check(z.regex(STAMP, 'stamp'), about(description));
const text = (description: string) => z.string().check(about(description));
const nonEmpty = (description: string) => z.string().check(z.minLength(1, 'empty'), about(description));
const texts = (description: string) => z.array(z.string()).check(about(description));

const metadata = z
	.looseObject({
		version: z.optional(text('Version of the format: "2.0".')),
		created: stamp('When the file was first saved, e.g. 2026-11-21T10:00:00Z.'),
		updated: z.optional(stamp('When it was last saved.')),
		git_branch: z.optional(z.nullable(text('The branch that was checked out; null without git.'))),
		git_commit: z.optional(z.nullable(text('The commit that was checked out; null without git.'))),
	})
	.check(about('About the file itself.'));

const task = z
	.looseObject({
		id: z.string().check(z.regex(TASK_ID, 'id'), about('TASK_001, TASK_002, …: unique, and never used again.')),
		title: nonEmpty('What is to be done.'),
		status: z.enum(TASK_STATUSES).check(about('How far it is.')),
		priority: z.optional(z.enum(PRIORITIES).check(about('P1 is the most urgent.'))),
		category: z.optional(z.enum(CATEGORIES).check(about('What kind of work it is.'))),
		created: stamp('When it came up.'),
		completed: z.nullable(stamp('When it was completed; null until then.')),
		consolidated: z.optional(z.boolean().check(about('It stands for several completed tasks.'))),
		consolidated_count: z.optional(
			z.int().check(z.nonnegative('negative'), about('How many tasks it stands for; 0 for a single one.')),
		),
		context: z.optional(text('What one must know: summary, pitfalls, references to plans and files.')),
		files: z.optional(texts('path:line, relative to the project or below ~/.')),
	})
	.check(about('One task, or a group of completed ones.'));

const block = z
	.looseObject({
		title: nonEmpty('What the block is about.'),
		content: text('Architecture decisions, error patterns, critical pitfalls.'),
		updated: stamp('When it was last changed.'),
		related_tasks: z.optional(texts('Ids of the tasks that it belongs to.')),
	})
	.check(about('Something to know that is no task.'));

/** The whole file. */
export const protocolSchema = z
	.looseObject({
		metadata,
		tasks: z.array(task).check(z.minLength(1, 'empty'), about('At least one.')),
		context_blocks: z.optional(z.array(block).check(about('What else the next session should know.'))),
	})
	.check(z.meta({ title: 'Session protocol 2.0', description: 'Unfinished work of a Claude Code session.' }));
