// Our own words in a transcript: slash commands, calls of our program, reports, notices, progress, and the record of an
// earlier session that a new one was started with. They say nothing about the work, so no rule ever reads them.
import { asRecord, asText } from '../base/result';
import { changesFiles } from '../transcript/changedFiles';
import type { AssistantBlock, AssistantEntry, TranscriptEntry, UserEntry } from '../transcript/entry';
import { TASK_TOOLS } from '../transcript/tasks';
import { typedText } from '../transcript/userText';
import type { Call } from './calls';

const COMMAND =
	/^\/(?:session-keeper:)?(?:document-and-save(?:-to)?|resume-(?:latest|from)|sessions-list|discard-backup|session|(?:save|load)-session-protocol)(?:\s|$)/u;

/** Whether a typed slash command is one of ours. */
export function isOwnCommand(typed: string): boolean {
	return COMMAND.test(typed);
}

/** Commands with which a session takes up earlier work, and then goes on with it. */
const TAKES_UP = /^\/(?:session-keeper:)?(?:resume-(?:latest|from)|sessions-list|load-session-protocol)(?:\s|$)/u;

/** Whether a typed slash command is one of ours that take up earlier work. */
export function takesUpWork(typed: string): boolean {
	return TAKES_UP.test(typed);
}

/** What somebody says, or a tool. */
export type Message = UserEntry | AssistantEntry;

/**
 * Tells what of a conversation is work. A turn that one of our own commands began is not, up to the next prompt. Where it
 * takes up earlier work, Claude asks how to go on: what is done after the answer is work, and the answer its prompt. So
 * is a change without any answer.
 */
export class OwnTurns<Place> {
	private command: { readonly entry: UserEntry; readonly at: Place; readonly takesUp: boolean } | undefined;
	/** What the person chose last in such a turn. */
	private answer: readonly [UserEntry, Place] | undefined;

	/** The last message belongs to such a turn. */
	get isOwn(): boolean {
		return this.command !== undefined;
	}

	/** It does, and Claude may have copied the earlier tasks into its list. */
	get isTakingUp(): boolean {
		return this.command?.takesUp === true;
	}

	/** The next message, and where it stands. @returns what is work now, in order: mostly that message, or nothing. */
	note(entry: Message, at: Place): readonly (readonly [Message, Place])[] {
		if (entry.type === 'user' && (entry.kind === 'prompt' || entry.kind === 'notification')) this.command = undefined;
		else if (entry.type === 'user' && entry.kind === 'command') {
			const typed = typedText(entry.text);
			this.command = isOwnCommand(typed) ? { entry, at, takesUp: takesUpWork(typed) } : undefined;
			this.answer = undefined;
		}
		const { command } = this;
		if (command === undefined) return [[entry, at]];
		if (!command.takesUp) return [];
		if (entry.type === 'user') {
			const text = answersIn(entry);
			if (text !== '') this.answer = [{ ...entry, kind: 'prompt', text, toolResults: [] }, at];
			return [];
		}
		const calls = entry.blocks.filter((block) => block.type === 'tool_use');
		// Which session is meant is our own matter, too.
		if (calls.some(isOwnCall)) this.answer = undefined;
		const isWork = calls.some(
			(call) => changes(call) || (this.answer !== undefined && !isOwnCall(call) && !TASK_TOOLS.has(call.name)),
		);
		if (!isWork) return [];
		this.command = undefined;
		return [this.answer ?? [command.entry, command.at], [entry, at]];
	}
}

/** What the person chose in menus, a line for each. */
function answersIn({ toolUseResult }: UserEntry): string {
	const answers = asRecord(asRecord(toolUseResult)?.['answers']) ?? {};
	return Object.values(answers)
		.flatMap((each) => asText(each) ?? [])
		.join('\n');
}

function changes(call: Call): boolean {
	return changesFiles(call.name) || /\bgit commit\b/u.test(asText(call.input['command']) ?? '');
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

function isOwnCall(block: AssistantBlock): boolean {
	if (block.type !== 'tool_use') return false;
	return block.name === 'Bash'
		? PROGRAM.test(asText(block.input['command']) ?? '')
		: /^mcp__(?:plugin_)?session-keeper/u.test(block.name);
}
