// Makes a new protocol from the existing file, the session, and what a person said about it. Everything is redacted
// before it is compared, so that texts that are redacted in the file are recognised.
import { utcSeconds } from '../base/dates';
import type { Redactor } from '../privacy/redaction';
import { truncate } from '../base/text';
import { type Consolidated, consolidate } from './consolidate';
import { type FoundBlock, type FoundTask, ORIGIN_WORDS, type Origin, withoutRepetitions } from './found';
import { type MergeMode, idSource, mergeBlocks, mergeTasks } from './merge';
import {
	type Category,
	type Priority,
	type Protocol,
	type ProtocolTask,
	PROTOCOL_VERSION,
	taskNumber,
} from './protocol';

export interface ComposeRequest {
	/** What the file holds, if there is one. */
	readonly existing: Protocol | undefined;
	readonly mode: MergeMode;
	readonly tasks: readonly FoundTask[];
	readonly blocks: readonly FoundBlock[];
	readonly branch: string | null;
	readonly commit: string | null;
	readonly nowMs: number;
	/** The highest number ever given in this file, as far as it is known. */
	readonly highestId: number;
	/** The id that was shown by this name (`Composed.shown`), where the file does not hold it. */
	readonly shownAs?: ((name: string) => string | undefined) | undefined;
	/** Ids of tasks that the person removed. They change no other id. */
	readonly without?: ReadonlySet<string> | undefined;
	/** The person's changes to tasks, by id. */
	readonly edits?: ReadonlyMap<string, TaskEdit> | undefined;
}

export interface TaskEdit {
	readonly priority?: Priority | undefined;
	readonly category?: Category | undefined;
}

/** A line of the list that a person sees before the file is written. */
export interface ProposedTask {
	readonly task: ProtocolTask;
	/** Nothing if only the file has the task. */
	readonly origin: Origin | undefined;
	/** `kept`: the file has it, and the session says nothing new. */
	readonly change: 'new' | 'updated' | 'kept';
}

/** Something that was removed from a text. It never holds what was found. */
interface RedactedPlace {
	/** `github-token`, `e-mail`, `home-path`, … */
	readonly kind: string;
	/** `TASK_004.title`, `metadata.owner`, `"Decisions".content`. */
	readonly where: string;
}

export interface Composed {
	readonly protocol: Protocol;
	/** Every task before consolidation. */
	readonly proposed: readonly ProposedTask[];
	/** Of every task that was there before some were taken out and others were consolidated. */
	readonly ids: ReadonlySet<string>;
	/** What the next save knows ids by: a task by its title, a group by any of its members. The most telling come last. */
	readonly shown: readonly (readonly [id: string, name: string])[];
	readonly consolidation: Pick<Consolidated, 'groups' | 'kept'>;
	readonly redacted: readonly RedactedPlace[];
	/** The highest number in use, now or earlier. */
	readonly highestId: number;
}

/** The rest of a longer title goes into the task's context. */
const TITLE_LIMIT = 200;

/** Composes a protocol; never throws. A protocol without any task makes no valid file: the caller checks that. */
export function composeProtocol(request: ComposeRequest, redactor: Redactor): Composed {
	const places: RedactedPlace[] = [];
	const existing = request.existing && redactWhole(request.existing, redactor, places);
	const blocks = request.blocks.map((block) => redactBlock(block, redactor, places));
	const found = withoutRepetitions(request.tasks).map((task) => redactTask(task, redactor));
	const now = utcSeconds(request.nowMs);
	const ids = idSource(request.existing?.tasks ?? [], request.existing?.context_blocks ?? [], request.highestId);
	const standing = standingIds(request, ids);
	const merged = mergeTasks(
		existing?.tasks ?? [],
		found.map(({ task }) => task),
		request.mode,
		now,
		({ title, formerTitles }) => standing([title, ...formerTitles]),
	);

	// What is taken out is taken out at the end: every other task keeps the id that it was shown with.
	const isWanted = (id: string): boolean => request.without?.has(id) !== true;
	const rest = existing && withoutTasks(existing, (id) => !isWanted(id));
	const tasks = merged.tasks
		.filter(({ id }) => isWanted(id))
		.map((task): ProtocolTask => ({ ...task, ...defined(request.edits?.get(task.id) ?? {}) }));
	found.forEach(({ task, findings }, i) => {
		const id = merged.ids[i];
		if (id === undefined || isWanted(id))
			places.push(...findings.map(({ kind, where }) => ({ kind, where: `${id ?? task.title}.${where}` })));
	});
	const mergedBlocks = mergeBlocks(rest?.context_blocks ?? [], blocks, now);
	const done = consolidate(tasks, mergedBlocks, request.nowMs, (members) => standing(members.map(memberName)));
	const { context_blocks: _, ...others } = rest ?? {};
	const protocol = redactWhole(
		{
			...others,
			metadata: {
				...rest?.metadata,
				version: versionOf(rest),
				created: rest?.metadata.created ?? now,
				updated: now,
				git_branch: request.branch,
				git_commit: request.commit,
			},
			tasks: done.tasks,
			...(done.blocks.length > 0 || rest?.context_blocks !== undefined ? { context_blocks: done.blocks } : {}),
		},
		redactor,
		places,
	);
	return {
		protocol,
		proposed: propose(tasks, existing, found, merged.ids),
		ids: new Set(merged.tasks.map(({ id }) => id)),
		shown: [
			...done.groups.flatMap(({ id, members }) => members.map((member) => [id, memberName(member)] as const)),
			...merged.tasks.map(({ id, title }) => [id, title] as const),
		],
		consolidation: { groups: done.groups, kept: done.kept },
		redacted: places,
		highestId: Math.max(request.highestId, ...[...merged.tasks, ...done.tasks].map(({ id }) => taskNumber(id))),
	};
}

/** A task or a group has the id that it was shown with, whatever was said or handed in since. */
function standingIds(
	{ existing, shownAs = () => undefined }: ComposeRequest,
	next: () => string,
): (names: readonly string[]) => string {
	const used = new Set(existing?.tasks.map(({ id }) => id));
	return (names) => {
		const shown = names.map(shownAs).find((id) => id !== undefined && !used.has(id));
		const id = shown ?? next();
		used.add(id);
		return id;
	};
}

/** A group that gained or lost a member is known by the others. */
function memberName({ id }: { readonly id: string }): string {
	return `group of ${id}`;
}

function propose(
	tasks: readonly ProtocolTask[],
	before: Protocol | undefined,
	found: readonly SafeTask[],
	ids: readonly (string | undefined)[],
): readonly ProposedTask[] {
	const old = new Map((before?.tasks ?? []).map((task) => [task.id, JSON.stringify(task)]));
	return tasks.map((task) => {
		const origin = found[ids.indexOf(task.id)]?.task.origin;
		const was = old.get(task.id);
		return { task, origin, change: was === undefined ? 'new' : was === JSON.stringify(task) ? 'kept' : 'updated' };
	});
}

function withoutTasks(protocol: Protocol, isOut: (id: string) => boolean): Protocol {
	const gone = new Set(protocol.tasks.filter((task) => isOut(task.id)).map((task) => task.id));
	if (gone.size === 0) return protocol;
	return {
		...protocol,
		tasks: protocol.tasks.filter((task) => !gone.has(task.id)),
		...(protocol.context_blocks === undefined
			? {}
			: {
					context_blocks: protocol.context_blocks.map((block) =>
						block.related_tasks === undefined
							? block
							: { ...block, related_tasks: block.related_tasks.filter((id) => !gone.has(id)) },
					),
				}),
	};
}

function versionOf(existing: Protocol | undefined): string {
	const version = existing?.metadata.version ?? PROTOCOL_VERSION;
	return version.startsWith('2.') ? version : PROTOCOL_VERSION;
}

/** A path in the file in terms that people know: the id of the task, the title of the block. */
function named(protocol: Protocol, path: string): string {
	const [, list, at, rest = ''] = /^(tasks|context_blocks)\[(\d+)\]\.?(.*)$/su.exec(path) ?? [];
	const name =
		list === 'tasks' ? protocol.tasks[Number(at)]?.id : list === undefined ? undefined : `context_blocks[${at ?? ''}]`;
	return name === undefined ? path : rest === '' ? name : `${name}.${rest}`;
}

function redactBlock(block: FoundBlock, redactor: Redactor, places: RedactedPlace[]): FoundBlock {
	const { value, findings } = redactor.json({ title: block.title, lines: block.lines });
	for (const { kind } of findings) places.push({ kind, where: `“${(value as FoundBlock).title}”` });
	return value as FoundBlock;
}

interface SafeTask {
	readonly task: FoundTask;
	readonly findings: readonly RedactedPlace[];
}

/**
 * Claude's own lists and tasks that were handed in need no explanation; for all others the reader is told the source.
 */
function contextOf({ context, origin }: FoundTask): string {
	const isPlain = origin.kind === 'given' || origin.kind === 'taskList' || origin.kind === 'todoList';
	return [context ?? '', isPlain ? '' : `From: ${ORIGIN_WORDS[origin.kind]}.`].filter(Boolean).join(' ');
}

function redactTask(task: FoundTask, redactor: Redactor): SafeTask {
	const { title, files, formerTitles } = task;
	const context = contextOf(task);
	const { value, findings } = redactor.json({ title, context, files });
	const safe = value as { readonly title: string; readonly context: string; readonly files: readonly string[] };
	// Cut only now: half a secret is not recognised as one.
	const short = truncate(safe.title, TITLE_LIMIT);
	const whole = short === safe.title ? safe.context : [safe.title, safe.context].filter(Boolean).join(' — ');
	return {
		task: {
			...task,
			title: short,
			context: whole === '' ? undefined : whole,
			files: safe.files,
			formerTitles: formerTitles.map((former) => truncate(redactor.text(former).value, TITLE_LIMIT)),
		},
		findings: findings.map(({ kind, path = '' }) => ({ kind, where: path })),
	};
}

/** All of a protocol: parts that hold no secret can form one when they are put together. */
function redactWhole(protocol: Protocol, redactor: Redactor, places: RedactedPlace[]): Protocol {
	const { value, findings } = redactor.json(protocol);
	if (findings.length === 0) return protocol;
	for (const { kind, path = '' } of findings) places.push({ kind, where: named(protocol, path) });
	return value as Protocol;
}

function defined({ priority, category }: TaskEdit): Partial<Pick<ProtocolTask, 'priority' | 'category'>> {
	return { ...(priority === undefined ? {} : { priority }), ...(category === undefined ? {} : { category }) };
}
