// A session's life as a pure fold over its events. No event reports an idle spell: idle spells are the gaps.
import { MINUTE_MS } from '../base/dates';
import { extractEntities } from './entities';
import type { LifecycleEvent } from './event';
import { type HotLine, MAX_HOT, hotLine } from './hotMemory';
import { DEFAULT_LIFECYCLE, type LifecycleSettings } from './state';

/** The reference's names. */
type RecordedEventType =
	| 'session_start'
	| 'prompt_submitted'
	| 'tool_executed'
	| 'response_completed'
	| 'session_idle'
	| 'session_resume'
	| 'session_end';

export const MAX_EVENTS = 50;
const MAX_RECENT = 10;
const MAX_ENTITIES = 20;
/** Before redaction, see `HotLine`. */
const KEPT = 2_000;

/** An event on its way into a record; its texts are not redacted yet. */
export interface LifeEvent {
	readonly type: RecordedEventType;
	readonly atMs: number;
	readonly data: Readonly<Record<string, string | number | readonly string[]>>;
}

/** All times in milliseconds since 1970. */
export interface Life {
	readonly firstMs: number;
	readonly lastMs: number;
	readonly endedMs: number | undefined;
	/** Time that was worked: the spans between two messages, without those in which the session was idle. */
	readonly workedMs: number;
	/** A turn is open: Claude has not finished answering the last prompt. */
	readonly isBusy: boolean;
	/** The newest `MAX_EVENTS`. */
	readonly events: readonly LifeEvent[];
	/** How many there are in all. */
	readonly eventCount: number;
	readonly files: readonly string[];
	readonly tools: readonly string[];
	readonly entities: readonly string[];
	readonly hot: readonly HotLine[];
}

/** The same in whole minutes, for every face that says how long a session was. */
export const workedMinutes = ({ workedMs }: Life): number => Math.floor(workedMs / MINUTE_MS);

/** The life after some more events, in order. `life` is undefined before the first event; it is not changed. */
export function foldLife(
	life: Life | undefined,
	events: Iterable<LifecycleEvent>,
	settings: LifecycleSettings = DEFAULT_LIFECYCLE,
): Life | undefined {
	let after = life;
	for (const event of events) after = next(after, event, settings);
	return after;
}

function next(before: Life | undefined, event: LifecycleEvent, settings: LifecycleSettings): Life {
	if (before === undefined) {
		const born = record(bornAt(event.atMs), 'session_start', event.atMs, {});
		if (event.kind === 'session_end') return ended(born, event.atMs, event.reason);
		return event.kind === 'session_start' ? born : note(born, event);
	}
	if (event.kind === 'session_end') return ended(before, event.atMs, event.reason);
	// To Claude Code, compaction starts a new session; to the person it does not.
	if (event.kind === 'session_start' && event.source === 'compact') return before;
	// A fork inherits what the session knows; its own life begins here.
	if (event.kind === 'session_start' && event.source === 'fork') {
		const { files, tools, entities, hot } = before;
		return record({ ...bornAt(event.atMs), files, tools, entities, hot }, 'session_start', event.atMs, {});
	}
	const spanMs = event.atMs - before.lastMs;
	const isWork = spanMs > 0 && spanMs < settings.idleMs && event.kind !== 'session_start';
	const worked = isWork ? { ...before, workedMs: before.workedMs + spanMs } : before;
	return note(resumed(worked, event, settings), event);
}

/** The idle spell and the return between the last activity and this event, if there are any. */
function resumed(life: Life, event: LifecycleEvent, settings: LifecycleSettings): Life {
	const hasEnded = life.endedMs !== undefined;
	// A long silence within a turn means that Claude is working, unless it is the person who ends it.
	const isWork = life.isBusy && event.kind !== 'prompt_submitted' && event.kind !== 'session_start';
	const wasIdle = !hasEnded && !isWork && event.atMs - life.lastMs >= settings.idleMs;
	const isResume = event.kind === 'session_start' && event.source === 'resume';
	if (!hasEnded && !wasIdle && !isResume) return life;
	const idle = wasIdle ? record(life, 'session_idle', life.lastMs + settings.idleMs, {}) : life;
	return record({ ...idle, endedMs: undefined, isBusy: false }, 'session_resume', event.atMs, {});
}

function note(life: Life, event: LifecycleEvent): Life {
	const at = event.atMs;
	// If the clock was set back, no time moves back.
	const now = { ...life, lastMs: Math.max(life.lastMs, at) };
	switch (event.kind) {
		case 'session_start':
		case 'message':
		case 'session_end':
			return now;
		case 'response_completed':
			return record({ ...now, isBusy: false }, event.kind, at, { response_preview: event.text.slice(0, KEPT) });
		case 'prompt_submitted': {
			const entities = extractEntities(event.text.slice(0, 20_000)).slice(0, MAX_ENTITIES);
			const asked: Life = { ...now, isBusy: true, entities: withEntities(life.entities, entities) };
			return record(asked, event.kind, at, { prompt_preview: event.text.slice(0, KEPT), entities });
		}
		case 'tool_executed': {
			const line = hotLine(event, at);
			const used: Life = {
				...now,
				isBusy: true,
				tools: withRecent(life.tools, event.tool),
				files: event.filePath === undefined ? life.files : withRecent(life.files, event.filePath),
				hot: line === undefined ? life.hot : [...life.hot, line].slice(-MAX_HOT),
			};
			return record(used, event.kind, at, {
				tool: event.tool,
				...(event.filePath === undefined ? {} : { file_path: event.filePath }),
				output_length: event.outputLength ?? 0,
			});
		}
	}
}

function bornAt(ms: number): Life {
	return {
		firstMs: ms,
		lastMs: ms,
		endedMs: undefined,
		workedMs: 0,
		isBusy: false,
		events: [],
		eventCount: 0,
		files: [],
		tools: [],
		entities: [],
		hot: [],
	};
}

function record(life: Life, type: RecordedEventType, atMs: number, data: LifeEvent['data']): Life {
	return {
		...life,
		events: [...life.events, { type, atMs, data }].slice(-MAX_EVENTS),
		eventCount: life.eventCount + 1,
	};
}

/** The transcript and the hook both report the end, the hook with its reason. They are one end. */
function ended(life: Life, atMs: number, reason: string | undefined): Life {
	const data = reason === undefined ? {} : { reason };
	const endedMs = Math.max(life.lastMs, atMs);
	if (life.endedMs === undefined) return record({ ...life, endedMs, isBusy: false }, 'session_end', atMs, data);
	const last = life.events.at(-1);
	const merged = last === undefined ? [] : [{ ...last, atMs, data: { ...last.data, ...data } }];
	return { ...life, endedMs, events: [...life.events.slice(0, -1), ...merged] };
}

/** A file or tool is added unless it is among the last five; the ten newest stay. */
export function withRecent(list: readonly string[], item: string): readonly string[] {
	return list.slice(-5).includes(item) ? list : [...list, item].slice(-MAX_RECENT);
}

/** Each entity is added once; the twenty newest stay. */
function withEntities(list: readonly string[], entities: readonly string[]): readonly string[] {
	return [...new Set([...list, ...entities])].slice(-MAX_ENTITIES);
}
