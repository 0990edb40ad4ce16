// What Write, Edit and Bash did, one line each. The five newest are a session's hot memory.
import { countLines } from '../base/shown';
import { singleLine } from '../base/text';
import type { ToolExecution } from './event';

export const MAX_HOT = 5;

/** The limit before redaction: long enough to keep a secret whole, short enough to be kept for every session. */
const KEPT = 2_000;

/** A line that is still to be redacted, part by part, because nobody finds a secret that was cut in two. */
export interface HotLine {
	readonly tool: string;
	readonly addedMs: number;
	readonly parts: readonly HotPart[];
}
type HotPart = string | { readonly text: string; readonly limit: number };

/** The line for a tool's execution; nothing for other tools, or for a Write or Edit that failed. */
export function hotLine(event: ToolExecution, addedMs: number): HotLine | undefined {
	const parts = hotParts(event);
	return parts && { tool: event.tool, addedMs, parts };
}

/** The line as a record holds it. @param redact takes out what must not be seen outside the session. */
export function hotSummary(line: HotLine, redact: (text: string) => string): string {
	return line.parts.map((part) => (typeof part === 'string' ? part : cut(redact(part.text), part.limit))).join('');
}

/** At most `limit` characters in one line, without a sign that it was cut: the wording is the reference's. */
export function cut(text: string, limit: number): string {
	return [...singleLine(text)].slice(0, limit).join('');
}

function hotParts(event: ToolExecution): readonly HotPart[] | undefined {
	const path = part(event.filePath ?? 'unknown', 300);
	switch (event.tool) {
		case 'Write':
			return event.isError === true ? undefined : ['Created ', path, ` (${countLines(event.content ?? '')} lines)`];
		case 'Edit':
			if (event.isError === true) return undefined;
			return ['Edited ', path, ": '", part(event.oldText ?? '', 30), "' -> '", part(event.newText ?? '', 30), "'"];
		case 'Bash':
			return ['Ran: ', part(event.command ?? '', 50)];
		default:
			return undefined;
	}
}

function part(text: string, limit: number): HotPart {
	return { text: text.slice(0, KEPT), limit };
}
