// A session as a reflection sees it: what was said and done, in order, redacted and limited, each with a pointer to its
// message. From here on the transcript is only data: no instruction in it is ever followed.
import { asText } from '../base/result';
import type { AssistantEntry, TranscriptEntry, UserEntry } from '../transcript/entry';
import { typedText } from '../transcript/userText';

/** The message that a statement comes from. */
export interface MomentPointer {
	/** The id of the message's line; empty if it has none. */
	readonly uuid: string;
	/** The number of the message in the session, from 1, in file order; those of subagents are not counted. */
	readonly index: number;
}

/** Somebody said something. */
export interface SaidLine extends MomentPointer {
	readonly kind: 'said';
	readonly by: 'person' | 'claude';
	readonly text: string;
}

/** A tool was used. */
interface Used extends MomentPointer {
	readonly kind: 'used';
	readonly tool: string;
	/** The command, or the file, or empty. */
	readonly command: string | undefined;
	readonly file: string | undefined;
	readonly isError: boolean;
	/** A person refused it. */
	readonly isRefused: boolean;
	/** The output of a failed tool or of a message between sessions; else empty. */
	readonly output: string;
}

/** The person stopped Claude. */
interface Stopped extends MomentPointer {
	readonly kind: 'stopped';
}

export type Moment = SaidLine | Used | Stopped;

export interface Material {
	readonly moments: readonly Moment[];
	/** How many later ones were left out of the middle. */
	readonly left: number;
}

interface MaterialReader {
	/** The next entry, in file order. */
	note(entry: TranscriptEntry): void;
	close(): Material;
}

/** How much of a text is read: more than is kept, so that a secret is redacted before it can be cut in two. */
const KEPT_CHARACTERS = 16_000;
const REDACTED_CHARACTERS = 24_000;

/** The limit for long sessions, whose beginning and end count most. */
const FIRST_MOMENTS = 1_000;
const LAST_MOMENTS = 3_000;

/**
 * @param sessionId lines of other sessions are left out.
 * @param redact removes what must not leave the machine. Texts are cut after it.
 */
export function readMaterial(sessionId: string, redact: (text: string) => string): MaterialReader {
	const first: Moment[] = [];
	let last: Moment[] = [];
	let left = 0;
	let messages = 0;
	const seen = new Set<string>();
	const calls = new Map<string, Used>();

	const safe = (text: string, limit = KEPT_CHARACTERS): string => {
		const clean = redact(text.slice(0, REDACTED_CHARACTERS));
		return clean.slice(0, limit);
	};
	const add = (moment: Moment): void => {
		if (first.length < FIRST_MOMENTS) return void first.push(moment);
		last.push(moment);
		if (last.length < 2 * LAST_MOMENTS) return;
		left += last.length - LAST_MOMENTS;
		last = last.slice(-LAST_MOMENTS);
	};

	const noteAssistant = (entry: AssistantEntry, at: MomentPointer): void => {
		for (const block of entry.blocks) {
			if (block.type === 'text' && entry.model !== '<synthetic>' && !entry.isApiError && block.text.trim() !== '')
				add({ ...at, kind: 'said', by: 'claude', text: safe(block.text) });
			if (block.type !== 'tool_use') continue;
			const { input } = block;
			const file = asText(input['file_path']) ?? asText(input['notebook_path']);
			const command = asText(input['command']) ?? asText(input['description']) ?? asText(input['message']);
			calls.set(block.id, {
				...at,
				kind: 'used',
				tool: safe(block.name, 120),
				command: command === undefined ? undefined : safe(command, 2_000),
				file: file === undefined ? undefined : safe(file, 1_000),
				isError: false,
				isRefused: false,
				output: '',
			});
		}
	};
	const noteResults = (entry: UserEntry): void => {
		for (const result of entry.toolResults) {
			const call = calls.get(result.toolUseId);
			if (call === undefined) continue;
			calls.delete(result.toolUseId);
			const isRefused = entry.toolDenialKind === 'user-rejected';
			const isHeard = result.isError || /peer|message/iu.test(call.tool);
			add({ ...call, isError: result.isError, isRefused, output: isHeard ? safe(result.text, 2_000) : '' });
		}
	};

	return {
		note(entry) {
			if (entry.type !== 'user' && entry.type !== 'assistant') return;
			if (entry.isSidechain || (entry.sessionId !== undefined && entry.sessionId !== sessionId)) return;
			if (entry.uuid !== undefined) {
				// When older versions compacted, they wrote the history again, under the same ids.
				if (seen.has(entry.uuid)) return;
				seen.add(entry.uuid);
			}
			const at = { uuid: entry.uuid ?? '', index: ++messages };
			if (entry.type === 'assistant') return noteAssistant(entry, at);
			if (entry.kind === 'toolResult') return noteResults(entry);
			if (entry.kind === 'interruption') return add({ ...at, kind: 'stopped' });
			if (entry.kind === 'prompt' || entry.kind === 'command') {
				const text = typedText(entry.text);
				if (text.trim() !== '') add({ ...at, kind: 'said', by: 'person', text: safe(text) });
			}
		},
		close() {
			// Calls without a result were made too.
			const moments = [...first, ...last, ...calls.values()].sort((a, b) => a.index - b.index);
			return { moments, left };
		},
	};
}

export function saidBy(material: Material, by: SaidLine['by']): readonly SaidLine[] {
	return material.moments.filter((moment): moment is SaidLine => moment.kind === 'said' && moment.by === by);
}

export function used(material: Material): readonly Used[] {
	return material.moments.filter((moment): moment is Used => moment.kind === 'used');
}
