// What of a transcript is the conversation: what people and Claude said, what tools were given and what they answered.
// Everything else on a line (ids, folders, raw requests, what the harness added for the model) is not searched.
import { asRecord } from '../base/result';
import { withoutColours } from '../base/text';
import type { AssistantBlock, TranscriptEntry, UserEntry } from '../transcript/entry';
import { typedText } from '../transcript/userText';

export type PassageRole = 'user' | 'assistant' | 'toolUse' | 'toolResult' | 'summary' | 'title';

export interface SearchedPassage {
	readonly role: PassageRole;
	/** Uncut, with its lines and its controls, and without the colours of a terminal. */
	readonly text: string;
	/** Which tool was given this. */
	readonly tool?: string;
	/** Paths of the files that it is about. */
	readonly files?: readonly string[];
}

/** The passages of one line, in the order in which they are written. */
export function passagesOf(entry: TranscriptEntry): readonly SearchedPassage[] {
	switch (entry.type) {
		case 'user':
			return userPassages(entry);
		case 'assistant':
			return entry.blocks.flatMap(blockPassages);
		case 'system':
			return entry.subtype === 'local_command' && entry.content !== undefined
				? [{ role: 'user', text: typedText(entry.content) }]
				: [];
		case 'title':
			return [{ role: 'title', text: entry.text }];
		case 'attachment':
		case 'progress':
		case 'last-prompt': // The prompt has a line of its own.
		case 'cost-state':
		case 'relocated':
		case 'other':
		case 'unknown':
			return [];
	}
}

function userPassages(entry: UserEntry): readonly SearchedPassage[] {
	switch (entry.kind) {
		case 'toolResult':
			return [...entry.toolResults.map((result) => result.text), ...fullOutput(entry)].map((text) => ({
				role: 'toolResult',
				text: withoutColours(text),
			}));
		case 'compactSummary':
			return [{ role: 'summary', text: entry.text }];
		case 'prompt':
		case 'command':
		case 'localCommand':
		case 'localOutput':
		case 'notification':
			return [{ role: 'user', text: withoutColours(typedText(entry.text)) }];
		case 'interruption':
		case 'meta':
			return [];
	}
}

/** A long output is only previewed in the message; its structured form has more of it. */
function fullOutput({ toolUseResult }: UserEntry): readonly string[] {
	const result = asRecord(toolUseResult);
	return [result?.['stdout'], result?.['stderr']].filter((text) => typeof text === 'string');
}

function blockPassages(block: AssistantBlock): readonly SearchedPassage[] {
	switch (block.type) {
		case 'text':
		case 'handIn':
			return [{ role: 'assistant', text: block.text }];
		case 'tool_use':
			// No phrase begins in one text and ends in the next.
			return [
				{
					role: 'toolUse',
					text: [...textsIn(block.input)].join('\f'),
					tool: block.name,
					files: filesIn(block.input),
				},
			];
		case 'thinking':
		case 'unknown':
			return [];
	}
}

/** As Claude Code's own tools name them. */
function filesIn(input: unknown): readonly string[] {
	const given = asRecord(input);
	return ['file_path', 'path', 'notebook_path'].flatMap((key) => {
		const value = given?.[key];
		return typeof value === 'string' ? [value] : [];
	});
}

/** Every string in a value, at any depth, without the keys. Not recursive: nobody vouches for the depth. */
function* textsIn(value: unknown): Generator<string> {
	const open = [value];
	while (open.length > 0) {
		const next = open.pop();
		if (typeof next === 'string') yield next;
		else if (typeof next === 'object' && next !== null) open.push(...Object.values(next).reverse());
	}
}
