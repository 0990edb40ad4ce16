// A line of a transcript to an entry. Narrowed by hand, without a schema library: this runs once for every line of
// gigabytes, and most of what a line holds is not for us.
import { asNumber, asRecord, asText } from '../base/result';
import type { CompactInfo, LineOrigin, MessageBase, TitleKind, TranscriptEntry } from './entry';
import { parseAssistant, parseUser, usageOfModels } from './parseMessage';

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
 * Reads one line, without its line break. Never throws.
 * @returns nothing for a line that is blank, broken or no entry: it costs that line, not the file
 */
export function parseLine(line: string): TranscriptEntry | undefined {
	try {
		return entryOf(JSON.parse(line));
	} catch {
		// A crash leaves a block of NUL behind, and the next line begins right after it.
		const rest = line.replace(/^[\s\u0000\ufeff]+/u, '');
		return rest === '' || rest.length === line.length ? undefined : parseLine(rest);
	}
}

/** The entries of some lines. */
export function entriesOf(lines: Iterable<string>): readonly TranscriptEntry[] {
	return Array.from(lines, parseLine).filter((entry) => entry !== undefined);
}

function entryOf(value: unknown): TranscriptEntry | undefined {
	const o = asRecord(value);
	const type = asText(o?.['type']);
	if (o === undefined || type === undefined) return undefined;
	const sessionId = asText(o['sessionId']);
	const title = Object.hasOwn(TITLES, type) ? TITLES[type] : undefined;
	if (title) {
		const text = o[title.key];
		return typeof text === 'string' ? { type: 'title', kind: title.kind, sessionId, text } : undefined;
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
			return cwd === undefined ? undefined : { type, sessionId, cwd };
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
