// A line of a transcript to an entry. Narrowed by hand, without a schema library: this runs once for every line of
// gigabytes, and most of what a line holds is not for us.
import { asNumber, asRecord, asText } from '../base/result';
import type { CompactInfo, LineOrigin, MessageBase, TitleKind, TranscriptEntry } from './entry';
import { parseAssistant, parseUser, usageOfModels } from './parseMessage';

/** One line that could not be used. It costs that line, not the file. */
interface Problem {
	/** Line number within what was read, from 1. */
	readonly line: number;
	readonly reason: 'notJson' | 'notAnEntry' | 'badShape';
	/** Which field, never what was in it. */
	readonly detail: string;
}

type ParsedLine = { readonly entry: TranscriptEntry } | { readonly problem: Problem } | undefined;

const TITLES: Readonly<Record<string, { readonly kind: TitleKind; readonly key: string }>> = {
	'custom-title': { kind: 'custom', key: 'customTitle' },
	'ai-title': { kind: 'ai', key: 'aiTitle' },
	'agent-name': { kind: 'agent', key: 'agentName' },
	summary: { kind: 'summary', key: 'summary' },
};

/** Types that Claude Code is known to write and that say nothing to us. */
export const KNOWN_TYPES: ReadonlySet<string> = new Set(
	(
		'queue-operation tag mode permission-mode file-history-snapshot file-history-delta tools-used worktree-state ' +
		'api-request api-request-shape api-request-blob api-request-resumed atis-latch isolation-latch session-owner ' +
		'dev-mods memory-mode repl-mode hybrid-organization resume-head-vouch history-suppression content-replacement ' +
		'fork-context-ref frame-link derived-from data-flow-records data-flow-incomplete attribution-snapshot pr-link ' +
		'agent-color agent-setting bridge-session observer-ref continued-in ended-by-model artifact-comment-monitor ' +
		'artifact-autoreact-ledger'
	).split(' '),
);

/** The tip was moved back: this is no line. */
const NO_LEAF = '00000000-0000-0000-0000-000000000000';

/**
 * Reads one line. Never throws.
 * @param line without its line break. A blank one is nothing at all.
 * @param lineNumber from 1, for the problem if there is one.
 */
export function parseLine(line: string, lineNumber: number): ParsedLine {
	try {
		return parseEntry(JSON.parse(line), lineNumber);
	} catch {
		// A crash leaves a block of NUL behind, and the next line begins right after it. Blank lines are no report worth.
		const rest = line.replace(/^[\s\u0000\ufeff]+/u, '');
		if (rest === '') return undefined;
		return rest.length < line.length
			? parseLine(rest, lineNumber)
			: problem(lineNumber, 'notJson', `${line.length} characters`);
	}
}

/** The same for a line that is parsed already. */
export function parseEntry(value: unknown, lineNumber: number): ParsedLine {
	const o = asRecord(value);
	const type = asText(o?.['type']);
	if (o === undefined || type === undefined) return problem(lineNumber, 'notAnEntry', 'type');
	const entry = entryOf(o, type);
	return typeof entry === 'string' ? problem(lineNumber, 'badShape', `${type}: ${entry}`) : { entry };
}

/** The entries of some lines. Blank and broken ones are left out. */
export function entriesOf(lines: Iterable<string>): readonly TranscriptEntry[] {
	const entries: TranscriptEntry[] = [];
	for (const line of lines) {
		const parsed = parseLine(line, 0);
		if (parsed !== undefined && 'entry' in parsed) entries.push(parsed.entry);
	}
	return entries;
}

/** The entry, or the path of the field that is not what it must be. */
function entryOf(o: Readonly<Record<string, unknown>>, type: string): TranscriptEntry | string {
	const sessionId = asText(o['sessionId']);
	const title = Object.hasOwn(TITLES, type) ? TITLES[type] : undefined;
	if (title) {
		const text = o[title.key];
		return typeof text === 'string' ? { type: 'title', kind: title.kind, sessionId, text } : title.key;
	}
	switch (type) {
		case 'user':
			return parseUser(o, messageBase(o));
		case 'assistant':
			return parseAssistant(o, messageBase(o));
		case 'system':
			return {
				type,
				...messageBase(o),
				subtype: asText(o['subtype']) ?? '',
				content: asText(o['content']),
				logicalParentUuid: asText(o['logicalParentUuid']),
				compact: compactInfo(o['compactMetadata']),
			};
		case 'attachment':
		case 'progress':
			return { type, ...messageBase(o) };
		case 'last-prompt': {
			const leafUuid = asText(o['leafUuid']);
			return {
				type,
				sessionId,
				text: asText(o['lastPrompt']),
				leafUuid: leafUuid === NO_LEAF ? undefined : leafUuid,
			};
		}
		case 'cost-state':
			return { type, sessionId, tokens: usageOfModels(o['modelUsage']) };
		case 'relocated': {
			const cwd = asText(o['relocatedCwd']);
			return cwd === undefined ? 'relocatedCwd' : { type, sessionId, cwd };
		}
		default:
			return { type: KNOWN_TYPES.has(type) ? 'other' : 'unknown', originalType: type, sessionId };
	}
}

function messageBase(o: Readonly<Record<string, unknown>>): MessageBase {
	const at = typeof o['timestamp'] === 'string' ? Date.parse(o['timestamp']) : Number.NaN;
	return {
		uuid: asText(o['uuid']),
		parentUuid: asText(o['parentUuid']),
		sessionId: asText(o['sessionId']),
		timestampMs: Number.isNaN(at) ? undefined : at,
		cwd: asText(o['cwd']),
		gitBranch: asText(o['gitBranch']),
		entrypoint: asText(o['entrypoint']),
		isSidechain: o['isSidechain'] === true,
		copyOf: lineOrigin(o['forkedFrom']),
	};
}

function lineOrigin(value: unknown): LineOrigin | undefined {
	const o = asRecord(value);
	const sessionId = asText(o?.['sessionId']);
	return sessionId === undefined ? undefined : { sessionId, uuid: asText(o?.['messageUuid']) };
}

function compactInfo(value: unknown): CompactInfo | undefined {
	const o = asRecord(value);
	return o && { preTokens: asNumber(o['preTokens']), postTokens: asNumber(o['postTokens']) };
}

function problem(line: number, reason: Problem['reason'], detail: string): { readonly problem: Problem } {
	return { problem: { line, reason, detail } };
}
