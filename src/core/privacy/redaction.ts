// Everything of a session that is shown or written outside of it goes through here: home paths become `~/…`, e-mail
// addresses and secrets become marks that name their kind. Redacting twice changes nothing more. Nothing here throws.
import { secretField } from './assignments';
import { emailSpans } from './emails';
import { homePathFinder } from './paths';
import type { RedactedSecret } from './report';
import { type SecretDetector, secretSpan, secretSpans } from './secrets';
import { type Span, applySpans, mergeSpans } from './spans';

/** Takes out of a text what must not be seen outside of its session. */
export type Redact = (text: string) => string;

interface Redaction<T> {
	readonly value: T;
	readonly findings: readonly RedactedSecret[];
}

export interface Redactor {
	/** Plain text, source code, raw JSON lines, terminal output. */
	text(text: string): Redaction<string>;
	/**
	 * A value as `JSON.parse` gives it, keys included. Strings are redacted one by one, so that the value keeps its shape;
	 * a field's name counts (`{"password": "…"}`), and the findings tell each one's path.
	 */
	json(value: unknown): Redaction<unknown>;
}

/** Deeper values are replaced whole: nobody reads them, and walking them would exhaust the stack. */
const DEPTH_LIMIT = 400;

/** @param homes absolute paths of home folders to hide besides those that look like one. */
export function createRedactor(detector: SecretDetector, homes: readonly string[] = []): Redactor {
	const homePathSpans = homePathFinder(homes);
	const spansIn = (text: string): readonly Span[] =>
		mergeSpans([...secretSpans(text, detector), ...emailSpans(text), ...homePathSpans(text)]);

	const redact = (text: string, spans: readonly Span[], path?: string): Redaction<string> => ({
		value: spans.length === 0 ? text : applySpans(text, spans),
		findings: spans.map(({ kind }) => ({ kind, path })),
	});

	const walk = (
		value: unknown,
		name: string,
		path: string,
		depth: number,
		spansOf: typeof spansIn,
	): Redaction<unknown> => {
		if (depth > DEPTH_LIMIT) return redact(' ', [secretSpan(0, 1, 'nested-too-deep')], path);
		if (typeof value === 'string' || typeof value === 'number') {
			const secret = secretField(name, String(value));
			if (secret !== undefined) return redact(String(value), [secretSpan(0, String(value).length, secret)], path);
			return typeof value === 'number' ? { value, findings: [] } : redact(value, spansOf(value), path || undefined);
		}
		if (Array.isArray(value)) {
			const items = value.map((item: unknown, i) => walk(item, name, `${path}[${i}]`, depth + 1, spansOf));
			return { value: items.map((item) => item.value), findings: items.flatMap((item) => item.findings) };
		}
		if (typeof value !== 'object' || value === null) return { value, findings: [] };
		const taken = new Set<string>();
		const fields = Object.entries(value).map(([key, field]: [string, unknown]) => {
			const safe = redact(key, spansOf(key), path || undefined);
			const safeKey = freeKey(safe.value, taken);
			const inner = walk(field, key, pathTo(path, safeKey), depth + 1, spansOf);
			return { entry: [safeKey, inner.value] as const, findings: [...safe.findings, ...inner.findings] };
		});
		return {
			value: Object.fromEntries(fields.map((field) => field.entry)),
			findings: fields.flatMap((field) => field.findings),
		};
	};

	return {
		text: (text) => redact(text, spansIn(text)),
		json: (value) => walk(value, '', '', 0, lookingOnce(spansIn)),
	};
}

/** A list of records says the same keys and words again and again. */
function lookingOnce(spansIn: (text: string) => readonly Span[]): (text: string) => readonly Span[] {
	const known = new Map<string, readonly Span[]>();
	return (text) => {
		const spans = known.get(text) ?? spansIn(text);
		known.set(text, spans);
		return spans;
	};
}

/** Two keys that differ only in what was taken out of them stay two. */
function freeKey(key: string, taken: Set<string>): string {
	let free = key;
	for (let n = 2; taken.has(free); n++) free = `${key} ${n}`;
	taken.add(free);
	return free;
}

function pathTo(path: string, key: string): string {
	if (!/^[\p{L}_$][\p{L}\p{N}_$-]{0,256}$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
	return path === '' ? key : `${path}.${key}`;
}
