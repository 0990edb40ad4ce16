// The steps that a change of other people's files consists of, as a record keeps them, and how each is taken back. A record
// is on the disk before its steps are done, so whoever reads one asks the files whether a step was.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { numberedNames } from '../../core/base/text';
import { once } from '../../core/base/once';
import { withExitOf } from '../../core/keeper/exitStamp';
import { isSurelyThere } from '../base/lookAt';
import { readRegularFile } from '../base/regularFile';
import { sha256 } from '../base/sha256';
import { changeFile, readSharedFile } from '../base/sharedFile';
import { putIndexLines, readIndex, rewriteIndex, takeIndexLines } from '../claude/memoryIndexFile';
import type { Trash, TrashEntry } from './trash';

/** No file is edited that is larger. Bytes. */
export const EDIT_LIMIT_BYTES = 8 * 1024 * 1024;

const line = once(() =>
	z.object({
		line: z.number(),
		text: z.string(),
		shared: z.optional(z.object({ left: z.string(), own: z.string() })),
	}),
);
export const stepSchema = once(() =>
	z.discriminatedUnion('kind', [
		z.object({ kind: z.literal('created'), file: z.string() }),
		z.object({
			kind: z.literal('taken'),
			file: z.string(),
			/** In the trash; while it is not known, the one of this file and of the change's moment. */
			entry: z.optional(z.string()),
			modifiedMs: z.number(),
			/** What led to it in MEMORY.md. */
			lines: z.array(line()),
		}),
		z.object({
			kind: z.literal('edited'),
			file: z.string(),
			/** Nothing where there was no file. */
			before: z.optional(z.string()),
			afterSha256: z.string(),
			modifiedMs: z.number(),
		}),
		z.object({
			kind: z.literal('indexed'),
			folder: z.string(),
			fileName: z.string(),
			line: z.string(),
			isFirst: z.boolean(),
			/** The line before it had no line break of its own. */
			isUnended: z.optional(z.boolean()),
		}),
		z.object({ kind: z.literal('moved'), from: z.string(), to: z.string() }),
		/** Its bytes are not kept: who made the change takes it back by what it means. Nothing stands for no file. */
		z.object({
			kind: z.literal('meant'),
			file: z.string(),
			beforeSha256: z.optional(z.string()),
			afterSha256: z.optional(z.string()),
		}),
	]),
);
export type Step = z.infer<ReturnType<typeof stepSchema>>;

/**
 * `changed`: somebody has edited the file since; `gone`: what was taken away is nowhere any more; `unsure`: the file is
 * something else by now, and what is in it of the change is not to be seen by its bytes.
 */
type StepState = 'done' | 'undone' | 'changed' | 'gone' | 'unsure';

/** What taking a step back needs to know of the change that it is of. */
export interface StepContext {
	readonly trash: Trash;
	/** Of the trash where what was created goes to, and what was taken is. */
	readonly kind: string;
	/** When the change was made, in milliseconds since 1970. */
	readonly madeMs: number;
	readonly nowMs: number;
	/** Whose words it has, where that is known: what is in the trash need not say. */
	readonly session?: string | undefined;
}

/**
 * How each step of a change stands. Of several edits of one file its bytes show but one: those before it were done, and
 * those after it were not.
 * @throws what a file or the trash says that cannot be read.
 */
export async function statesOf(steps: readonly Step[], context: StepContext): Promise<readonly StepState[]> {
	const states = await Promise.all(steps.map((step) => stateOf(step, context)));
	const links = steps.flatMap((step, at) => {
		const next = steps.findIndex((later, by) => by > at && isBuiltOn(step, later));
		return next < 0 ? [] : [[at, next] as const];
	});
	for (const [at, next] of links.toReversed()) if (states[next] === 'done') states[at] = 'done';
	for (const [at, next] of links) if (states[at] === 'undone') states[next] = 'undone';
	return states;
}

/** Whether what the one edit leaves is what the other begins with. */
function isBuiltOn(step: Step, later: Step): boolean {
	if (step.kind !== 'edited' || later.kind !== 'edited' || later.before === undefined) return false;
	return step.file === later.file && step.afterSha256 === sha256(later.before);
}

/** Whether a step was done, and still is. @throws where a file or the trash cannot be looked at or read. */
async function stateOf(step: Step, context: StepContext): Promise<StepState> {
	switch (step.kind) {
		case 'created':
			return (await isSurelyThere(step.file)) ? 'done' : 'undone';
		case 'taken':
			if ((await entryOf(step, context)) !== undefined) return 'done';
			return (await isSurelyThere(step.file)) ? 'undone' : 'gone';
		case 'edited': {
			const now = (await readSharedFile(step.file, EDIT_LIMIT_BYTES))?.bytes;
			if (now !== undefined && isAsLeft(step, now)) return 'done';
			return (now && withExitOf(now.toString(), step.before ?? '')) === step.before ? 'undone' : 'changed';
		}
		case 'indexed':
			return 'done';
		case 'moved':
			if (!(await isSurelyThere(step.to))) return (await isSurelyThere(step.from)) ? 'undone' : 'gone';
			return !(await isSurelyThere(step.from)) || (await holdSame(step.to, step.from)) ? 'done' : 'changed';
		case 'meant': {
			const now = await readSharedFile(step.file, EDIT_LIMIT_BYTES);
			const hash = now && sha256(now.bytes);
			return hash === step.beforeSha256 ? 'undone' : hash === step.afterSha256 ? 'done' : 'unsure';
		}
	}
}

/** Takes back a step that was done. @throws where it cannot be, and the file system's error. */
export async function takeStepBack(step: Step, context: StepContext): Promise<void> {
	const { trash, nowMs } = context;
	switch (step.kind) {
		case 'created':
			// Claude may have added to it since: it goes to the trash and not away.
			await trash.take(trashRecord(step.file, 'undone', context, nowMs));
			return;
		case 'taken': {
			const entry = await entryOf(step, context);
			if (entry === undefined) throw new Error(`${path.basename(step.file)} is no longer in the trash.`);
			const [folder, name] = [path.dirname(step.file), path.basename(step.file)];
			const targets = function* (): Generator<string> {
				for (const each of numberedNames(name)) yield path.join(folder, each);
			};
			const finish = (target: string): Promise<void> =>
				putIndexLines(folder, step.lines, { from: name, to: path.basename(target) });
			await trash.giveBack(entry, targets(), step.modifiedMs, { finish });
			return;
		}
		case 'edited': {
			const { file, before, modifiedMs } = step;
			if (before === undefined) {
				await trash.take(trashRecord(file, 'undone', context, (await readRegularFile(file, 0))?.modifiedMs ?? nowMs));
				return;
			}
			const now = (await readRegularFile(file, EDIT_LIMIT_BYTES))?.bytes;
			// The time of an exit since stays.
			const next = now && sha256(now) !== step.afterSha256 ? withExitOf(before, now.toString()) : before;
			const isLeft = now !== undefined && isAsLeft(step, now);
			if (!isLeft || !(await changeFile(await realpath(file), now, next, { modifiedMs })))
				throw new Error(`${path.basename(file)} was edited since.`);
			return;
		}
		case 'indexed': {
			const written = ['', '\n', '\r\n'].map((lineEnd) => ({ line: 0, text: step.line + lineEnd }));
			const isLast = (await readIndex(step.folder))?.trimEnd().endsWith(step.line) === true;
			await takeIndexLines(step.folder, step.fileName, written);
			if (isLast && step.isUnended === true) await rewriteIndex(step.folder, (text) => text.replace(/\r?\n$/u, ''));
			if (step.isFirst && (await readIndex(step.folder)) === '')
				await changeFile(path.join(step.folder, 'MEMORY.md'), '', undefined);
			return;
		}
		case 'moved':
			if (!(await moveTo(step.to, step.from))) throw new Error(`There is another ${path.basename(step.from)} by now.`);
			return;
		case 'meant':
			return; // Who made it has done so.
	}
}

/** Whether a file holds what an edit left, but for the time of an exit: our hook notes that when a session ends. */
function isAsLeft({ before = '', afterSha256 }: Extract<Step, { kind: 'edited' }>, now: Buffer): boolean {
	return [now, withExitOf(now.toString(), before)].some((each) => sha256(each) === afterSha256);
}

/** Moves without ever writing over something, into another file system too. @returns false where the name is taken. */
export async function moveTo(from: string, to: string): Promise<boolean> {
	const read = await readRegularFile(from, EDIT_LIMIT_BYTES, { isLinkRefused: true });
	if (read === undefined || read.sizeBytes > EDIT_LIMIT_BYTES)
		throw new Error(`${path.basename(from)} cannot be moved.`);
	const { bytes, mode, modifiedMs } = read;
	const isPut = await changeFile(to, undefined, bytes, { mode, isModeExact: true, modifiedMs });
	// Who died between the two steps left both.
	const isMoved = isPut || (await holdSame(from, to));
	if (isMoved) await changeFile(from, bytes, undefined);
	return isMoved;
}

async function holdSame(a: string, b: string): Promise<boolean> {
	const [one, other] = await Promise.all([a, b].map((file) => readRegularFile(file, EDIT_LIMIT_BYTES)));
	return one !== undefined && other?.bytes.equals(one.bytes) === true;
}

async function entryOf(
	{ entry, file }: Extract<Step, { kind: 'taken' }>,
	{ trash, kind, madeMs }: StepContext,
): Promise<TrashEntry | undefined> {
	const all = await trash.list(kind);
	// Who died while giving it back left what it was doing in its name.
	const isOf = (id: string): boolean => id === entry || id.startsWith(`${entry}.`);
	return all.find(({ id, path: from, takenMs }) => (entry ? isOf(id) : from === file && takenMs === madeMs));
}

/** What the trash is to remember of a file. */
export function trashRecord(
	file: string,
	action: string,
	{ kind, nowMs, session }: Pick<StepContext, 'kind' | 'nowMs' | 'session'>,
	modifiedMs: number,
): Parameters<Trash['take']>[0] {
	const extra = session === undefined ? {} : { extra: { session } };
	return { kind, action, name: path.basename(file), takenMs: nowMs, path: file, modifiedMs, ...extra };
}
