// Lines of a transcript for tests: a case says what matters and leaves the rest to these.

export type Line = Readonly<Record<string, unknown>>;

export const SESSION = '11111111-1111-4111-8111-111111111111';
export const START_MS = Date.UTC(2026, 10, 20, 12);

let made = 0;
const next = (): number => ++made;

/** Numbers lines from one again: each file of tests begins so, whatever its process tested before. */
export function numberAnew(): void {
	made = 0;
}

/** Numbers the lines that `make` makes from one, whatever was made before: for text that is held word by word. */
export function numberedAnew<T>(make: () => T): T {
	const before = made;
	made = 0;
	try {
		return make();
	} finally {
		made = Math.max(made, before);
	}
}

function message(type: string, own: Line): Line {
	const n = next();
	return {
		parentUuid: null,
		isSidechain: false,
		type,
		uuid: `uuid-${n}`,
		timestamp: new Date(START_MS + n * 1_000).toISOString(),
		cwd: '/home/dev/app',
		sessionId: SESSION,
		version: '2.1.329',
		gitBranch: 'main',
		entrypoint: 'cli',
		...own,
	};
}

/** What a person typed, or whatever `own` makes of it. */
export function userLine(text: string, own: Line = {}): Line {
	return message('user', { message: { role: 'user', content: text }, ...own });
}

/** The answer of a tool. `result` is its structured form. */
export function resultLine(toolUseId: string, text = 'ok', own: Line & { readonly isError?: boolean } = {}): Line {
	const { isError, ...rest } = own;
	const block = { type: 'tool_result', tool_use_id: toolUseId, content: text, ...(isError ? { is_error: true } : {}) };
	return message('user', { message: { role: 'user', content: [block] }, ...rest });
}

export interface Said {
	readonly id?: string;
	readonly model?: string;
	readonly stop?: string | null;
	/** input, output, cache write, cache read */
	readonly usage?: readonly [number, number, number, number];
}

/** One block of an API message: a text, or a tool call given as its name, id and input. */
export function assistantLine(
	block: string | { readonly tool: string; readonly id: string; readonly input?: Line },
	said: Said = {},
	own: Line = {},
): Line {
	const { id = `msg_${next()}`, model = 'claude-opus-5-5', usage = [10, 5, 3, 2] } = said;
	const isText = typeof block === 'string';
	const content = isText
		? { type: 'text', text: block }
		: { type: 'tool_use', id: block.id, name: block.tool, input: block.input ?? {} };
	return message('assistant', {
		message: {
			id,
			type: 'message',
			role: 'assistant',
			model,
			content: [content],
			stop_reason: said.stop === undefined ? (isText ? 'end_turn' : 'tool_use') : said.stop,
			stop_sequence: null,
			usage: {
				input_tokens: usage[0],
				output_tokens: usage[1],
				cache_creation_input_tokens: usage[2],
				cache_read_input_tokens: usage[3],
			},
		},
		requestId: `req_${id}`,
		...own,
	});
}

export function systemLine(subtype: string, own: Line = {}): Line {
	return message('system', { subtype, ...own });
}

/** A line outside of the conversation. */
export function metaLine(type: string, own: Line = {}): Line {
	return { type, ...own, sessionId: SESSION };
}

/** Lines as a file holds them. */
export function jsonl(lines: readonly (Line | string)[]): string {
	return lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
}

/** The same lines as a conversation without branches: each message points to the one before it. */
export function chained(lines: readonly Line[]): readonly Line[] {
	let parent: unknown = null;
	return lines.map((line) => {
		if (!('parentUuid' in line)) return line;
		const next = { ...line, parentUuid: parent };
		parent = line['uuid'];
		return next;
	});
}

/** Lines of the conversation as the SDK's `forkSession` copies them: new ids, the last one at the time of the copying, and a title. */
export function forkedLines(lines: readonly Line[], sessionId: string, atMs: number): readonly Line[] {
	const copied = lines.filter((line) => typeof line['uuid'] === 'string');
	const ids = new Map(copied.map((line) => [line['uuid'], `copy-${next()}`]));
	const timestamp = new Date(atMs).toISOString();
	return [
		...copied.map((line, n) => ({
			...line,
			parentUuid: ids.get(line['parentUuid']) ?? null,
			uuid: ids.get(line['uuid']),
			sessionId,
			...(n === copied.length - 1 ? { timestamp } : {}),
			forkedFrom: { sessionId: line['sessionId'], messageUuid: line['uuid'] },
		})),
		{ type: 'custom-title', sessionId, customTitle: 'The origin (fork)', uuid: `copy-${next()}`, timestamp },
	];
}
