// The session protocol, version 2.0: unfinished work in one file, for the next session, person or machine to continue.
// The field names are the format's own.

export const PROTOCOL_VERSION = '2.0';
export const PROTOCOL_FILE = 'session-protocol.json';
/** The file's earlier name. It is read if it is the only one. */
export const OLD_PROTOCOL_FILE = 'sp.json';

export const TASK_STATUSES = ['pending', 'in_progress', 'completed'] as const;
export const PRIORITIES = ['P1', 'P2', 'P3'] as const;
export const CATEGORIES = ['BUGFIX', 'FEATURE', 'CONFIG', 'DOCS', 'TEST', 'REFACTOR'] as const;
export type ProtocolStatus = (typeof TASK_STATUSES)[number];
export type Priority = (typeof PRIORITIES)[number];
export type Category = (typeof CATEGORIES)[number];

/** Unknown fields keep their values and their places. */
interface Open {
	readonly [field: string]: unknown;
}

export interface ProtocolTask extends Open {
	/** `TASK_001`; unique, never given to another task. */
	readonly id: string;
	readonly title: string;
	readonly status: ProtocolStatus;
	readonly priority?: Priority;
	readonly category?: Category;
	/** ISO 8601, like every time in the file. */
	readonly created: string;
	readonly completed: string | null;
	/** It stands for several completed tasks. */
	readonly consolidated: boolean;
	/** How many; 0 for a single one. */
	readonly consolidated_count: number;
	readonly context?: string;
	/** `path:line`, relative to the checkout or below `~/`. */
	readonly files?: readonly string[];
}

export interface ContextBlock extends Open {
	readonly title: string;
	readonly content: string;
	readonly updated: string;
	readonly related_tasks?: readonly string[];
}

interface ProtocolMetadata extends Open {
	readonly version: string;
	readonly created: string;
	readonly updated: string;
	readonly git_branch: string | null;
	readonly git_commit: string | null;
}

export interface Protocol extends Open {
	readonly metadata: ProtocolMetadata;
	readonly tasks: readonly ProtocolTask[];
	readonly context_blocks?: readonly ContextBlock[];
}

/** Whether a task is open: pending or in progress. */
export function isOpen(task: { readonly status: ProtocolStatus }): boolean {
	return task.status !== 'completed';
}

/** The number in an id. */
export function taskNumber(id: string): number {
	return Number(/^TASK_(\d+)$/u.exec(id)?.[1] ?? 0);
}

/** An id as `taskId` gives it. */
export const TASK_ID = /^TASK_\d{3,}$/u;

/** `TASK_007`; more digits where the number needs them. */
export function taskId(number: number): string {
	return `TASK_${String(number).padStart(3, '0')}`;
}

/** Titles are the same if they differ only in case, spaces, Markdown marks and a full stop at the end. */
export function normalTitle(title: string): string {
	return title
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[`*“”"]/gu, '')
		.replace(/\s+/gu, ' ')
		.trim()
		.replace(/[.!…:;]+$/u, '')
		.trim();
}

/** How many tasks an entry stands for. */
export function weight(task: ProtocolTask): number {
	return task.consolidated ? Math.max(1, task.consolidated_count) : 1;
}
