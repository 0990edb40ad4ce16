// Protocols for tests: a case says what matters and leaves the rest to these.
import type { FoundTask } from '../protocol/found';
import type { Protocol, ProtocolTask } from '../protocol/protocol';

/** The moment at which the tests look. */
export const PROTOCOL_NOW = '2026-11-21T10:00:00Z';

export function protocolTask(number: number, own: Partial<ProtocolTask> = {}): ProtocolTask {
	return {
		id: `TASK_${String(number).padStart(3, '0')}`,
		title: `Task ${number}`,
		status: 'pending',
		created: '2026-11-01T10:00:00Z',
		completed: null,
		consolidated: false,
		consolidated_count: 0,
		...own,
	};
}

/** A completed task. @param completed ISO 8601. */
export function doneTask(number: number, completed: string, own: Partial<ProtocolTask> = {}): ProtocolTask {
	return protocolTask(number, { status: 'completed', completed, ...own });
}

export function foundTask(title: string, own: Partial<FoundTask> = {}): FoundTask {
	return {
		id: undefined,
		title,
		formerTitles: [],
		status: 'pending',
		created: '2026-11-20T10:00:00Z',
		completed: undefined,
		context: undefined,
		files: [],
		origin: { kind: 'taskList', at: undefined },
		...own,
	};
}

export function protocolOf(tasks: readonly ProtocolTask[], own: Partial<Protocol> = {}): Protocol {
	return {
		metadata: {
			version: '2.0',
			created: '2026-11-01T10:00:00Z',
			updated: '2026-11-19T10:00:00Z',
			git_branch: 'feature/auth',
			git_commit: 'abc123f5d2e8a1b4c6e9f3a7abc123f5d2e8a1b4',
		},
		tasks,
		...own,
	};
}
