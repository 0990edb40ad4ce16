// What is on record of a change that can be taken back: its form, and how the forms of earlier versions are read.
import * as z from 'zod/mini';
import { once } from '../../core/base/once';
import { asRecord, parseObject } from '../../core/base/result';
import { isInside } from '../base/insideProject';
import type { Project } from '../project/project';
import { stepSchema } from './changeStep';
import type { DOCUMENT_TRASH, MEMORY_TRASH, PROTOCOL_TRASH, SETTINGS_TRASH } from './trash';

/** Changes of an installation: of our hooks, and of what comes with them. */
export const HOOKS_CHANGE = 'hooks';

/** Whose change it is; the trash has the same names, but for what never goes there. */
export type ChangeKind =
	typeof MEMORY_TRASH | typeof PROTOCOL_TRASH | typeof DOCUMENT_TRASH | typeof SETTINGS_TRASH | typeof HOOKS_CHANGE;

const schema = once(() =>
	z.object({
		schemaVersion: z.literal(1),
		id: z.string(),
		/** ISO 8601 in UTC. */
		ts: z.string(),
		kind: z._default(z.string(), 'memory'),
		/** What was done, for people. */
		label: z.string(),
		/** Root of the project, or of the checkout whose protocol it is. */
		project: z.string(),
		steps: z.array(stepSchema()),
		/** These are all the steps: who finds all of them done finds the change made. */
		isWhole: z.optional(z.boolean()),
		/** Somebody did not live to end it, and it could not be taken back by itself: it may be done in part. */
		isCut: z.optional(z.boolean()),
		/** What else its owner needs to take it back. */
		about: z.optional(z.unknown()),
	}),
);
export type Change = z.infer<ReturnType<typeof schema>>;

/** Whether it is of files that are no longer where it made them: they have moved with the project. */
export const isLeftBehind = ({ root }: Pick<Project, 'root'>, { project, steps }: Change): boolean =>
	project !== root &&
	steps.some((step) => isInside(project, 'file' in step ? step.file : 'folder' in step ? step.folder : step.from));

/**
 * Reads the text of a record.
 * @returns `newer` for one that is whole, and that another version understands; nothing for one that is not.
 */
export function readChange(text: string): Change | 'newer' | undefined {
	const record = parseObject(text);
	if (record === undefined) return undefined;
	const parsed = z.safeParse(schema(), ofNow(record));
	return parsed.success ? parsed.data : 'newer';
}

/** A record as it is written now: those of protocols were of another form. */
function ofNow(value: unknown): unknown {
	const fields = asRecord(value);
	if (fields?.['checkout'] === undefined) return value;
	const { place, before, afterSha256, session, checkout, ...same } = fields;
	const [to, was] = [asRecord(place), asRecord(before)];
	const step = { kind: 'edited', file: to?.['file'], before: was?.['text'], afterSha256 };
	return {
		...same,
		kind: 'protocol',
		label: to?.['label'],
		project: checkout,
		isWhole: true,
		steps: [{ ...step, modifiedMs: was?.['modifiedMs'] ?? 0 }],
		about: { root: to?.['root'], session },
	};
}
