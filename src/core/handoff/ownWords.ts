// Our own words in a transcript: slash commands, calls of our program, reports, notices, progress, and the record of an
// earlier session that a new one was started with. They say nothing about the work, so no rule ever reads them.
import { asText } from '../base/result';
import type { AssistantBlock, TranscriptEntry } from '../transcript/entry';

/** Commands with which a session takes up earlier work, and then goes on with it. */
const TAKING_UP = 'resume-(?:latest|from)|sessions-list|load-session-protocol';
const typedAs = (names: string): RegExp => new RegExp(String.raw`^/(?:session-keeper:)?(?:${names})(?:\s|$)`, 'u');
const TAKES_UP = typedAs(TAKING_UP);
const COMMAND = typedAs(`${TAKING_UP}|document-and-save(?:-to)?|discard-backup|session|save-session-protocol`);

/** Whether a typed slash command is one of ours. */
export function isOwnCommand(typed: string): boolean {
	return COMMAND.test(typed);
}

/** Whether a typed slash command is one of ours that take up earlier work. */
export function takesUpWork(typed: string): boolean {
	return TAKES_UP.test(typed);
}

/** A line of ours, wherever it was copied to: in a list, quoted, in bold. */
const LINE =
	/^[\s>*_`#-]*(?:(?:Saved|Would be saved) →|Next: TASK_\d{3,}|Git: \S+ @ [0-9a-f]{7}|\d+ pend\b|\d+ done(?: \(|$)|Loaded \S+ \(\d+[hd] old\)|(?:Parked|Archived|Active context|Backups that wait no more|No longer pending): |Undo: session-keeper |To resume: \S*(?:resume-latest|session-keeper"? )|New, by where it was found:|Redacted: \S+ in \S|SESSION_(?:BACKUP_PENDING|HANDOFF_DRAFT):|User should run \S*(?:resume-latest|session-keeper"? )|[a-z]+(?: [a-z-]+)?: (?:working|\d+ s so far)(?:…|\.\.\.)[\s*_`]*$)/u;
const BLOCK =
	/\[SESSION CONTEXT\][^]*?(?:\[END SESSION\]|$(?![^]))|<!-- session-keeper:(\S+) -->[^]*?<!-- \/session-keeper:\1 -->/gu;
/** What begins a session that goes on from an earlier one. */
const CONTINUED = /^(?:Continue the work on “[^”\n]*”|Go on with the work in \S+)/u;
const RECORD = /^What follows (?:is the record of the last session|comes out of that file)/mu;
const PROGRAM =
	/(?:^|[\s;&|/'"])session-keeper(?:\.[a-z]+)?['"]?\s+(?:backups|config|documents|export|forget|hooks|mcp|memory|parked|protocol|recall|reflect|resume|review|sessions|vault)\b/u;

/** A text without our lines; the same text where none of them is in it. */
export function withoutOwnWords(text: string): string {
	const start = CONTINUED.exec(text)?.[0];
	if (start !== undefined && RECORD.test(text)) return start;
	const rest = text.includes('SESSION CONTEXT') || text.includes('session-keeper:') ? text.replace(BLOCK, '') : text;
	const lines = rest.split('\n');
	return lines.some((line) => LINE.test(line)) ? lines.filter((line) => !LINE.test(line)).join('\n') : rest;
}

/** A message without our words and without calls of our program, whose results then belong to no call. */
export function withoutOwnParts<T extends TranscriptEntry>(entry: T): T {
	if (entry.type === 'assistant')
		return {
			...entry,
			blocks: entry.blocks.flatMap((block) =>
				isOwnCall(block) ? [] : [block.type === 'text' ? { ...block, text: withoutOwnWords(block.text) } : block],
			),
		};
	if (entry.type !== 'user') return entry;
	return {
		...entry,
		text: withoutOwnWords(entry.text),
		toolResults: entry.toolResults.map((result) => ({ ...result, text: withoutOwnWords(result.text) })),
	};
}

/** A call of our program. */
export function isOwnCall(block: AssistantBlock): boolean {
	if (block.type !== 'tool_use') return false;
	return block.name === 'Bash'
		? PROGRAM.test(asText(block.input['command']) ?? '')
		: /^mcp__(?:plugin_)?session-keeper/u.test(block.name);
}
