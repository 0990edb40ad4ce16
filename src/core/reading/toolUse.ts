// A tool use in one line: what it was, on what, and how it went.
import { say } from '../base/say';
import { asRecord, asText } from '../base/result';
import { countLines, shortPath } from '../base/shown';
import { refusalWords } from '../transcript/denial';
import type { AssistantBlock, ToolResult, UserEntry } from '../transcript/entry';
import type { ToolOutput, Subject, ToolBlock } from './block';
import { clean, clipOutput, wholeOutput } from './clip';

export type ToolUse = Extract<AssistantBlock, { type: 'tool_use' }>;
type Input = Readonly<Record<string, unknown>>;
/** What a tool use and its result come to. */
type ToolLine = Pick<ToolBlock, 'name' | 'subject' | 'detail' | 'outcome' | 'isError' | 'output' | 'agent'>;

/** Tools whose result says nothing that the line does not say. */
const QUIET = new Set(
	'Read Write Edit MultiEdit NotebookEdit TodoWrite TaskCreate TaskUpdate ToolSearch EnterPlanMode'.split(' '),
);
/** Tools whose result has a patch. */
const PATCHING = new Set(['Edit', 'MultiEdit', 'Write']);
/** Where a tool that we do not know says what it is about, best first. */
const TELLING = 'path subject title description query pattern url name command prompt action id'.split(' ');
const SUBJECT_LIMIT = 4_000;

/**
 * @param cwd the session's folder at that time; paths below it are told without it.
 * @param answer the result and its line; nothing where none came.
 */
export function describeTool(
	call: ToolUse,
	cwd: string | undefined,
	answer: { readonly entry: UserEntry; readonly result: ToolResult } | undefined,
): ToolLine {
	const subject = subjectOf(call.name, call.input, cwd);
	const line = {
		name: clean(nameOf(call)),
		subject: subject && { ...subject, text: clean(subject.text.slice(0, SUBJECT_LIMIT)) },
	};
	if (answer === undefined)
		return { ...line, detail: undefined, outcome: say('no result'), isError: false, output: undefined };
	const { entry, result } = answer;
	const outcome = outcomeOf(call.name, entry, result);
	const details = asRecord(entry.toolUseResult);
	const isRefused = entry.toolDenialKind !== undefined;
	const isError = result.isError || isRefused;
	return {
		...line,
		detail: isError ? undefined : detailOf(call, details),
		outcome,
		isError,
		output: isRefused ? refusedOutput(call, result) : outputOf(call, details, result),
		agent: agentOf(details),
	};
}

/** Names a file of the session: nothing but letters and digits is taken for one. */
function agentOf(details: Input | undefined): string | undefined {
	const id = asText(details?.['agentId']);
	return id !== undefined && /^[A-Za-z0-9-]{1,64}$/u.test(id) ? id : undefined;
}

/** Subagents are named by what they are. */
function nameOf({ name, input }: ToolUse): string {
	const type = name === 'Agent' || name === 'Task' ? asText(input['subagent_type']) : undefined;
	return type === undefined ? name || 'Tool' : `${name} (${type})`;
}

function subjectOf(name: string, input: Input, cwd: string | undefined): Subject | undefined {
	const text = (key: string): string | undefined => asText(input[key]);
	const code = (value: string | undefined): Subject | undefined => (value ? { style: 'code', text: value } : undefined);
	const words = (value: string | undefined): Subject | undefined =>
		value ? { style: 'words', text: value } : undefined;
	const file = text('file_path') ?? text('notebook_path');
	if (file !== undefined) return { style: 'path', text: shortPath(file, cwd) };
	switch (name) {
		case 'Bash':
			return code(text('command'));
		case 'Grep':
		case 'Glob': {
			const folder = text('path');
			const where = folder === undefined ? '' : ` in ${shortPath(folder, cwd)}`;
			return code(text('pattern') && `${text('pattern')}${where}`);
		}
		case 'Agent':
		case 'Task':
			return words(text('description'));
		case 'TaskUpdate':
			return words(
				[`#${text('taskId') ?? '?'}`, text('subject'), text('status')?.replace('_', ' ')].filter(Boolean).join(' '),
			);
		case 'TodoWrite':
			return words(todoCounts(input['todos']));
		case 'ExitPlanMode':
			return undefined;
		default: {
			const key = TELLING.find((each) => text(each) !== undefined);
			return key === undefined
				? undefined
				: key === 'path'
					? { style: 'path', text: shortPath(text(key) ?? '', cwd) }
					: words(text(key));
		}
	}
}

function detailOf({ name, input }: ToolUse, details: Input | undefined): string | undefined {
	const patch = patchLines(details);
	switch (name) {
		case 'Edit':
		case 'MultiEdit': {
			const lines = patch ?? [...marked('-', asText(input['old_string'])), ...marked('+', asText(input['new_string']))];
			const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
			return lines.length === 0 ? undefined : `+${count('+')} −${count('-')}`;
		}
		case 'Write': {
			const content = asText(input['content']) ?? '';
			const size = lineWords(countLines(content.replace(/\n$/u, '')));
			return details?.['type'] === 'create' ? say('new, {0}', size) : size;
		}
		case 'Read': {
			const file = asRecord(details?.['file']);
			const [lines, start, total] = ['numLines', 'startLine', 'totalLines'].map((key) => file?.[key]);
			if (typeof lines !== 'number') return undefined;
			const isPart = typeof start === 'number' && typeof total === 'number' && lines < total;
			return isPart ? say('lines {0}–{1} of {2}', start, start + lines - 1, total) : lineWords(lines);
		}
		default:
			return undefined;
	}
}

function outcomeOf(name: string, entry: UserEntry, result: ToolResult): string | undefined {
	const details = asRecord(entry.toolUseResult);
	if (entry.toolDenialKind !== undefined)
		return entry.toolDenialKind === 'user-rejected' ? say('refused') : say('blocked by a rule');
	const exit = /^(?:Error: )?Exit code (\d+)/u.exec(result.text)?.[1];
	if (result.isError) return exit === undefined ? say('error') : say('exit {0}', exit);
	if (details?.['interrupted'] === true) return say('interrupted');
	if (details?.['isAsync'] === true || asText(details?.['backgroundTaskId']) !== undefined)
		return say('in the background');
	return name === 'Bash' ? say('exit {0}', 0) : undefined;
}

function outputOf(call: ToolUse, details: Input | undefined, result: ToolResult): ToolOutput | undefined {
	if (!result.isError && PATCHING.has(call.name)) return diffOf(patchLines(details) ?? []);
	if (!result.isError && call.name === 'ExitPlanMode') return wholeOutput(planOf(call));
	if ((!result.isError && QUIET.has(call.name)) || details?.['isAsync'] === true) return undefined;
	if (call.name === 'Agent' || call.name === 'Task') return clipOutput(lastText(details?.['content']) ?? result.text);
	return clipOutput(withoutWrapping(result.text));
}

/** What a person said on refusing, below the plan where it was one. */
function refusedOutput(call: ToolUse, { text }: ToolResult): ToolOutput | undefined {
	const parts = [call.name === 'ExitPlanMode' ? planOf(call) : '', refusalWords(text) ?? ''];
	return wholeOutput(parts.filter((part) => part !== '').join('\n\n→ '));
}

function planOf({ input }: ToolUse): string {
	return asText(input['plan']) ?? '';
}

function diffOf(lines: readonly string[]): ToolOutput | undefined {
	const output = clipOutput(lines.join('\n'), 'diff');
	return output && { ...output, changed: lines.filter(isChange).length };
}

/** Whether a line of a diff stands on one side alone. */
export const isChange = (line: string): boolean => /^[-+]/u.test(line);

/** Between two places of a file. */
const GAP = '⋯';

/** The text itself, without what Claude Code puts around it for Claude. */
function withoutWrapping(text: string): string {
	const output = text.replace(/^(?:Error: )?Exit code \d+(?:\n|$)/u, '');
	// Of a huge output only both ends are shown, and Claude Code does not wrap those.
	if (output.length > 50_000) return output;
	return output
		.replace(/^<(tool_use_error|persisted-output)>([^]*)<\/\1>\s*$/u, '$2')
		.replace(/<system-reminder>[^<]*<\/system-reminder>\s*$/u, '');
}

function patchLines(details: Input | undefined): readonly string[] | undefined {
	const hunks = details?.['structuredPatch'];
	if (!Array.isArray(hunks) || hunks.length === 0) return undefined;
	return hunks.flatMap((hunk, at) => {
		const lines = asRecord(hunk)?.['lines'];
		const own = Array.isArray(lines) ? lines.filter((line) => typeof line === 'string' && !line.startsWith('\\')) : [];
		return at === 0 ? own : [GAP, ...own];
	});
}

function marked(sign: string, text: string | undefined): readonly string[] {
	return text === undefined ? [] : text.split('\n').map((line) => sign + line);
}

function lastText(blocks: unknown): string | undefined {
	if (!Array.isArray(blocks)) return undefined;
	return blocks.map((block) => asText(asRecord(block)?.['text'])).findLast((text) => text !== undefined);
}

function todoCounts(todos: unknown): string | undefined {
	if (!Array.isArray(todos)) return undefined;
	const all = todos.map(asRecord);
	const done = all.filter((todo) => todo?.['status'] === 'completed').length;
	const now = asText(all.find((todo) => todo?.['status'] === 'in_progress')?.['content']);
	return now === undefined
		? say('{0} of {1} done', done, all.length)
		: say('{0} of {1} done, now: {2}', done, all.length, now);
}

function lineWords(lines: number): string {
	return lines === 1 ? say('1 line') : say('{0} lines', lines);
}
