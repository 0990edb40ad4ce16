// A session record, with the reference's fields. It is stored in the project, so only redacted text goes into it.
import { asRecord, parseObject } from '../base/result';
import { singleLine } from '../base/text';
import { type Brief, briefFields } from './brief';
import { cut, hotSummary } from './hotMemory';
import { type Life, type LifeEvent, MAX_EVENTS } from './life';
import { SESSION_STATES, type SessionState } from './state';

/** Unknown fields survive a load and a save. Times are ISO 8601 in UTC. All lists are oldest first. */
export interface SessionRecord {
	readonly id: string;
	readonly state: SessionState;
	readonly started_at: string;
	readonly last_activity: string;
	readonly context: {
		readonly recent_files: readonly string[];
		readonly recent_tools: readonly string[];
		readonly key_entities: readonly string[];
		readonly current_task: string | null;
		readonly working_directory: string | null;
	};
	readonly events: readonly {
		readonly event_type: string;
		readonly timestamp: string;
		readonly data: Readonly<Record<string, unknown>>;
	}[];
	readonly hot_memory: readonly Readonly<Record<string, unknown>>[];
	/**
	 * `event_count` counts all events; only the newest 50 are listed. `end_reason` is there if a hook reported it. A brief of
	 * the session (`brief.ts`) is in it, too.
	 */
	readonly metadata: Readonly<Record<string, unknown>>;
}

/** What may be missing. */
const NO_CONTEXT: SessionRecord['context'] = {
	recent_files: [],
	recent_tools: [],
	key_entities: [],
	current_task: null,
	working_directory: null,
};

type Check = (value: unknown) => boolean;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTime: Check = (value) => isText(value) && !Number.isNaN(recordTime(value));
const isObject: Check = (value) => asRecord(value) !== undefined;
const missingOr =
	(check: Check): Check =>
	(value) =>
		value === undefined || check(value);
const fields =
	(checks: Readonly<Record<string, Check>>): Check =>
	(value) => {
		const object = asRecord(value);
		return object !== undefined && Object.entries(checks).every(([name, check]) => check(object[name]));
	};
const listOf =
	(check: Check): Check =>
	(value) =>
		Array.isArray(value) && value.every((each) => check(each));

const texts = missingOr(listOf(isText));
const textOrNull = missingOr((value) => value === null || isText(value));

/** By hand: a library for it takes as long to load as a hook that reads a record. */
const isRecord = fields({
	id: (value) => isText(value) && value !== '',
	state: (value) => SESSION_STATES.some((state) => state === value),
	started_at: isTime,
	last_activity: isTime,
	context: missingOr(
		fields({
			recent_files: texts,
			recent_tools: texts,
			key_entities: texts,
			current_task: textOrNull,
			working_directory: textOrNull,
		}),
	),
	events: missingOr(listOf(fields({ event_type: isText, timestamp: isTime, data: missingOr(isObject) }))),
	hot_memory: missingOr(listOf(isObject)),
	metadata: missingOr(isObject),
});

/** What a life does not hold. */
interface RecordExtras {
	readonly id: string;
	readonly state: SessionState;
	/** Where it stands; nothing where nobody has read the conversation. */
	readonly brief?: Brief | undefined;
	readonly workingDirectory?: string | undefined;
	readonly metadata?: Readonly<Record<string, unknown>>;
	/** Removes what must not be seen outside the session. Texts are cut after it, never before. */
	readonly redact: (text: string) => string;
}

/** The record of a life, ready to be written. */
export function toRecord(life: Life, extras: RecordExtras): SessionRecord {
	const { redact } = extras;
	const safe = (text: string): string => singleLine(redact(text));
	const nameOrNull = (text: string | undefined): string | null => (text === undefined ? null : cut(redact(text), 300));
	const reason = life.endedMs === undefined ? undefined : life.events.at(-1)?.data['reason'];
	return {
		id: extras.id,
		state: extras.state,
		started_at: iso(life.firstMs),
		last_activity: iso(life.lastMs),
		context: {
			recent_files: life.files.map(safe),
			recent_tools: life.tools.map(safe),
			key_entities: safeNames(life.entities, redact),
			current_task: nameOrNull(extras.brief?.task || undefined),
			working_directory: nameOrNull(extras.workingDirectory),
		},
		events: life.events.slice(-MAX_EVENTS).map((event) => ({
			event_type: event.type,
			timestamp: iso(event.atMs),
			data: eventData(event, redact),
		})),
		hot_memory: life.hot.map((line) => ({
			type: 'tool_result',
			tool: line.tool,
			summary: hotSummary(line, redact),
			added_at: iso(line.addedMs),
		})),
		metadata: {
			...extras.metadata,
			...(extras.brief === undefined ? {} : briefFields(extras.brief, (text) => cut(redact(text), 300))),
			event_count: life.eventCount,
			...(reason === undefined ? {} : { end_reason: reason }),
		},
	};
}

/** Reads a record back; the failure names the field. */
export function parseRecord(text: string): SessionRecord | undefined {
	const fields = parseObject(text);
	if (!isRecord(fields)) return undefined;
	const checked = fields as unknown as SessionRecord;
	// The checks let these be missing.
	const { context, events = [], hot_memory = [], metadata = {} }: Partial<SessionRecord> = checked;
	return {
		...checked,
		context: { ...NO_CONTEXT, ...context },
		events: events.map((event) => ({ ...event, data: (event as Partial<typeof event>).data ?? {} })),
		hot_memory,
		metadata,
	};
}

/** The file's text: fields in the reference's order, indented by two. */
export function formatRecord(record: SessionRecord): string {
	return `${JSON.stringify({ ...record, events: record.events.slice(-MAX_EVENTS) }, null, 2)}\n`;
}

/** All events of the session, not only those that the record lists. */
export function eventCount(record: SessionRecord): number {
	const count = record.metadata['event_count'];
	return typeof count === 'number' ? Math.max(count, record.events.length) : record.events.length;
}

/** What the session was called. */
export function recordTitle({ metadata, context, id }: SessionRecord): string {
	const { title } = metadata;
	return typeof title === 'string' && title !== '' ? title : (context.current_task ?? id);
}

const PREVIEWS: Readonly<Record<string, number>> = { prompt_preview: 100, response_preview: 200 };

function eventData({ data }: LifeEvent, redact: (text: string) => string): Record<string, unknown> {
	const safe = (name: string, value: LifeEvent['data'][string]): unknown => {
		if (typeof value === 'number') return value;
		if (typeof value === 'string') return cut(redact(value), PREVIEWS[name] ?? 300);
		return safeNames(value, redact);
	};
	return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, safe(name, value)]));
}

/** Entities. One that held a secret is left out: it says nothing any more. */
function safeNames(names: readonly string[], redact: (text: string) => string): string[] {
	return names.map((name) => singleLine(redact(name))).filter((name) => !name.includes('[redacted'));
}

/** Milliseconds since 1970 of a record's time stamp. One without a zone, as other writers leave it, means UTC. */
export function recordTime(timestamp: string): number {
	return Date.parse(/[zZ]|[+-]\d{2}:?\d{2}$/u.test(timestamp) ? timestamp : `${timestamp}Z`);
}

function iso(ms: number): string {
	return new Date(ms).toISOString();
}
