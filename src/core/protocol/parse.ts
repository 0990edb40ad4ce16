// Turns the text of a protocol file into a protocol, or into a list of all that is wrong with it, each with its path.
// Loaded on demand, because it needs the schema's library.
import { utcSeconds } from '../base/dates';
import { type Result, asRecord, fail, ok } from '../base/result';
import { singleLine, truncate } from '../base/text';
import { type ContextBlock, type Protocol, type ProtocolTask, PROTOCOL_VERSION, TASK_STATUSES } from './protocol';
import { CATEGORIES, PRIORITIES } from './protocol';
import { protocolSchema } from './schema';

/** Something that violates the format. */
export interface Violation {
	/** `tasks[3].status`; empty for the whole file. */
	readonly path: string;
	/** What is wrong, for people, with the path. From the file it repeats only names of fields and ids. */
	readonly message: string;
}

export interface ParsedProtocol {
	readonly protocol: Protocol;
	/** What is odd but still readable. */
	readonly warnings: readonly Violation[];
}

/** Deeper than any real file, and far below what exhausts the stack. */
const DEPTH_LIMIT = 64;
/** More tasks than anybody has. */
const TASK_LIMIT = 10_000;

/** Reads a protocol. @param text with or without a byte-order mark. Never throws. */
export function parseProtocol(text: string): Result<ParsedProtocol, readonly Violation[]> {
	const json = text.startsWith('\ufeff') ? text.slice(1) : text;
	if (isTooDeep(json)) return fail([{ path: '', message: 'nested too deeply' }]);
	let value: unknown;
	try {
		value = JSON.parse(json);
	} catch {
		return fail([{ path: '', message: 'invalid JSON' }]);
	}
	const root = asRecord(value);
	if (root === undefined) return fail([{ path: '', message: 'invalid JSON' }]);
	const tooNew = newerVersion(root);
	if (tooNew !== undefined) return fail([tooNew]);
	if (Array.isArray(root['tasks']) && root['tasks'].length > TASK_LIMIT)
		return fail([{ path: 'tasks', message: `tasks has more than ${TASK_LIMIT} entries` }]);
	const checked = protocolSchema.safeParse(root);
	const violations = [
		...(checked.success ? [] : checked.error.issues.map((issue) => describe(root, issue as Issue))),
		...impossibleTimes(root),
		...duplicateIds(root),
	];
	if (violations.length > 0) return fail(violations);
	const protocol = complete(root as unknown as Protocol);
	return ok({ protocol, warnings: warningsOf(root as unknown as Protocol) });
}

/** Brackets outside of strings, counted without recursion. */
function isTooDeep(json: string): boolean {
	let depth = 0;
	for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[{]|[\]}]/gsu)) {
		if (token === '[' || token === '{') depth++;
		else if (token === ']' || token === '}') depth--;
		if (depth > DEPTH_LIMIT) return true;
	}
	return false;
}

function versionOf(root: Readonly<Record<string, unknown>>): unknown {
	return asRecord(root['metadata'])?.['version'];
}

/** A file of a later format can mean anything, so no other problem is reported. */
function newerVersion(root: Readonly<Record<string, unknown>>): Violation | undefined {
	const version = versionOf(root);
	const major = Number(
		/^v?(\d+)(?:\.|$)/u.exec(typeof version === 'number' ? String(version) : asVersion(version))?.[1],
	);
	if (!(major > Number.parseInt(PROTOCOL_VERSION, 10))) return undefined;
	return {
		path: 'metadata.version',
		message: `metadata.version is newer than ${PROTOCOL_VERSION}, the version that this program reads`,
	};
}

function asVersion(version: unknown): string {
	return typeof version === 'string' ? version.trim() : '';
}

interface Issue {
	readonly code: string;
	readonly path: readonly (string | number)[];
	readonly message: string;
	readonly expected?: string;
}

function describe(root: Readonly<Record<string, unknown>>, issue: Issue): Violation {
	const path = memberPath(issue.path);
	const at = (message: string): Violation => ({ path, message: `${path} ${message}` });
	if (issue.code === 'invalid_type' && valueAt(root, issue.path) === undefined)
		return { path, message: `missing ${path}` };
	const field = issue.path.findLast((part) => typeof part === 'string');
	switch (field) {
		case 'status':
			return at(`must be ${oneOf(TASK_STATUSES)}`);
		case 'priority':
			return at(`must be ${oneOf(PRIORITIES)}`);
		case 'category':
			return at(`must be ${oneOf(CATEGORIES)}`);
		case 'id':
			return at('must be TASK_ and a number of three digits or more, like TASK_001');
		case 'created':
		case 'updated':
		case 'completed':
			return at(`must be a time like 2026-11-21T10:00:00Z${field === 'completed' ? ', or null' : ''}`);
		case 'consolidated_count':
			return at('must be a whole number, 0 or more');
		case 'git_branch':
		case 'git_commit':
			return at('must be text or null');
		default:
			return at(
				issue.message === 'empty' ? 'is empty' : `must be ${EXPECTED[issue.expected ?? ''] ?? 'something else'}`,
			);
	}
}

const EXPECTED: Readonly<Record<string, string>> = {
	string: 'text',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
};

function oneOf(values: readonly string[]): string {
	const quoted = values.map((value) => `"${value}"`);
	return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) ?? ''}`;
}

function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
	return path.reduce<unknown>(
		(value, part) =>
			typeof value === 'object' && value !== null && Object.hasOwn(value, part)
				? (value as Record<string | number, unknown>)[part]
				: undefined,
		root,
	);
}

/** `tasks[3].title` */
export function memberPath(path: readonly PropertyKey[]): string {
	return path
		.map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i === 0 ? '' : '.'}${String(part)}`))
		.join('');
}

/** The pattern for times also matches days that no calendar has. */
function impossibleTimes(root: Readonly<Record<string, unknown>>): readonly Violation[] {
	const check = (value: unknown, path: string): readonly Violation[] =>
		typeof value === 'string' && /^\d{4}-/u.test(value) && Number.isNaN(Date.parse(value))
			? [{ path, message: `${path} is no time of any calendar` }]
			: [];
	const fields = (value: unknown, path: string, names: readonly string[]): readonly Violation[] =>
		names.flatMap((name) => check(asRecord(value)?.[name], `${path}.${name}`));
	return [
		...fields(root['metadata'], 'metadata', ['created', 'updated']),
		...listOf(root['tasks']).flatMap((task, i) => fields(task, `tasks[${i}]`, ['created', 'completed'])),
		...listOf(root['context_blocks']).flatMap((block, i) => fields(block, `context_blocks[${i}]`, ['updated'])),
	];
}

function duplicateIds(root: Readonly<Record<string, unknown>>): readonly Violation[] {
	const first = new Map<unknown, number>();
	return listOf(root['tasks']).flatMap((task, i) => {
		const id = asRecord(task)?.['id'];
		const before = first.get(id);
		if (typeof id !== 'string') return [];
		if (before === undefined) {
			first.set(id, i);
			return [];
		}
		const path = `tasks[${i}].id`;
		return [{ path, message: `${path} is ${named(id)}, as tasks[${before}].id is` }];
	});
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

/** Of the file's texts, messages repeat only ids. */
function named(id: string): string {
	return truncate(singleLine(id), 40);
}

function warningsOf(protocol: Protocol): readonly Violation[] {
	const { metadata, tasks, context_blocks: blocks = [] } = protocol;
	const version = versionOf(protocol);
	const ids = new Set(tasks.map((task) => task.id));
	const at = (path: string, message: string): Violation => ({ path, message: `${path} ${message}` });
	return [
		...(version === undefined
			? [{ path: 'metadata.version', message: 'missing metadata.version' }]
			: /^2\.\d/u.test(asVersion(version))
				? []
				: [at('metadata.version', `is not ${PROTOCOL_VERSION}`)]),
		...((metadata.updated as unknown) === undefined
			? [{ path: 'metadata.updated', message: 'missing metadata.updated' }]
			: []),
		...tasks.flatMap((task, i) => {
			const path = `tasks[${i}]`;
			const isDone = task.status === 'completed';
			return [
				...(isDone && task.completed === null ? [at(`${path}.completed`, 'is null, and the task is completed')] : []),
				...(!isDone && task.completed !== null
					? [at(`${path}.completed`, 'is set, and the task is not completed')]
					: []),
				...(task.consolidated && !(task.consolidated_count > 0)
					? [at(`${path}.consolidated_count`, 'is not given for a group')]
					: []),
				...(task.consolidated && !isDone ? [at(`${path}.status`, 'is not completed, and the task is a group')] : []),
			];
		}),
		...blocks.flatMap((block, i) =>
			(block.related_tasks ?? []).flatMap((id, n) =>
				ids.has(id)
					? []
					: [at(`context_blocks[${i}].related_tasks[${n}]`, `is ${named(id)}, and there is no such task`)],
			),
		),
	];
}

/** A protocol with all optional parts present and its own times as UTC in whole seconds. */
function complete(protocol: Protocol): Protocol {
	const { metadata } = protocol;
	return {
		...protocol,
		metadata: {
			...metadata,
			version: asVersion(metadata.version as unknown) || PROTOCOL_VERSION,
			created: utc(metadata.created),
			updated: utc((metadata.updated as string | undefined) ?? metadata.created),
			git_branch: (metadata.git_branch as string | null | undefined) ?? null,
			git_commit: (metadata.git_commit as string | null | undefined) ?? null,
		},
		tasks: protocol.tasks.map(completeTask),
		...(protocol.context_blocks === undefined ? {} : { context_blocks: protocol.context_blocks.map(completeBlock) }),
	};
}

function completeTask(task: ProtocolTask): ProtocolTask {
	const isGroup = (task.consolidated as boolean | undefined) ?? false;
	const count = (task.consolidated_count as number | undefined) ?? 0;
	return {
		...task,
		created: utc(task.created),
		completed: task.completed === null ? null : utc(task.completed),
		consolidated: isGroup,
		consolidated_count: isGroup ? Math.max(1, count) : count,
	};
}

function completeBlock(block: ContextBlock): ContextBlock {
	return { ...block, updated: utc(block.updated) };
}

function utc(stamp: string): string {
	return utcSeconds(Date.parse(stamp));
}
