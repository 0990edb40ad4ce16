// Writes a protocol: minified, on one line, known fields in the format's order and unknown ones after them.
import type { ContextBlock, Protocol, ProtocolTask } from './protocol';

const TOP = ['metadata', 'tasks', 'context_blocks'];
const METADATA = ['version', 'created', 'updated', 'git_branch', 'git_commit'];
const TASK: readonly (keyof ProtocolTask)[] = [
	'id',
	'title',
	'status',
	'priority',
	'category',
	'created',
	'completed',
	'consolidated',
	'consolidated_count',
	'context',
	'files',
];
const BLOCK: readonly (keyof ContextBlock)[] = ['title', 'content', 'updated', 'related_tasks'];

/** The bytes of the file, as text. No line break: the file is one line. */
export function renderProtocol(protocol: Protocol): string {
	return JSON.stringify(inOrder(protocol));
}

/** The same for people, over many lines: used to compare in a preview. */
export function renderReadable(protocol: Protocol): string {
	return `${JSON.stringify(inOrder(protocol), undefined, 2)}\n`;
}

function inOrder(protocol: Protocol): unknown {
	return ordered(
		{
			...protocol,
			metadata: ordered(protocol.metadata, METADATA),
			tasks: protocol.tasks.map((task) => ordered(task, TASK)),
			...(protocol.context_blocks === undefined
				? {}
				: { context_blocks: protocol.context_blocks.map((block) => ordered(block, BLOCK)) }),
		},
		TOP,
	);
}

/** A field that was never set is not written; `__proto__` is treated like any other field. */
function ordered(value: object, first: readonly (string | number)[]): unknown {
	const fields = new Map(Object.entries(value).filter(([, field]) => field !== undefined));
	const keys = [
		...first.map(String).filter((key) => fields.has(key)),
		...[...fields.keys()].filter((key) => !first.includes(key)),
	];
	return Object.fromEntries(keys.map((key) => [key, fields.get(key)]));
}
