// From the entries of one transcript to rows: what was said, what tools did, what answers cost.
import { clip, shown } from '../reading/clip';
import { asNumber, asRecord, asText } from '../base/result';
import type { Redact } from '../privacy/redaction';
import { passagesOf } from '../search/passages';
import { changedFileOf, changesFiles } from '../transcript/changedFiles';
import {
	type AssistantEntry,
	type MessageEntry,
	type TranscriptEntry,
	type UserEntry,
	isMessage,
} from '../transcript/entry';
import { type ApiAnswer, answersOf } from './answers';
import { MESSAGE_LIMIT, type TableRow, TOOL_LIMIT } from './tables';

/** What a transcript says, piece by piece. */
export type TranscriptRow =
	| { readonly table: 'messages'; readonly row: TableRow<'messages'> }
	| { readonly table: 'tool_calls'; readonly row: TableRow<'tool_calls'> }
	/** It counts once over all files: see `CountedOnce`. */
	| { readonly table: 'tokens'; readonly answer: ApiAnswer }
	/** What all of a session cost by Claude Code’s own count, in US dollars. Comes last, and only where nothing was said after it. */
	| { readonly table: 'sessions'; readonly session: string; readonly usd: number };

/** Whose transcript it is. */
export interface RowSource {
	/** The session that the file's name says; of a subagent's file, the one that it belongs to. */
	readonly mainId: string;
	/** Of a fork whose origin is read as well: what was said before is that one's. Milliseconds since 1970. */
	readonly forkedMs?: number | undefined;
	/** Whether messages and calls of a time are wanted, in milliseconds since 1970, and nothing else; without it all are. */
	readonly isWanted?: ((ms: number | null) => boolean) | undefined;
}

/** Calls that wait for their results. */
const MAX_CALLS = 1_000;

type Call = TableRow<'tool_calls'>;

/** Makes the rows of one transcript. What was taken cannot be taken back; memory is bounded, however long the file is. */
export class TranscriptRows {
	private readonly calls = new Map<string, Call>();
	private readonly usd = new Map<string, number>();

	/** @param redact what texts go through; without it they stay empty, but for names of files, for who only counts */
	constructor(
		private readonly source: RowSource,
		private readonly redact: Redact | undefined,
	) {}

	/** @param line the same line as `JSON.parse` gives it; it is asked for only where the entry does not tell all */
	take(entry: TranscriptEntry, line: () => unknown): readonly TranscriptRow[] {
		const session = ('sessionId' in entry ? entry.sessionId : undefined) ?? this.source.mainId;
		if (entry.type === 'cost-state') {
			const usd = asNumber(asRecord(line())?.['totalCostUSD']);
			if (usd !== undefined) this.usd.set(session, usd);
			return [];
		}
		if (!isMessage(entry)) return [];
		const rows: TranscriptRow[] = [];
		// They are counted when all is read.
		if ((entry.type === 'assistant' || entry.type === 'progress') && this.source.isWanted === undefined)
			rows.push(...answersOf(line(), session).map((answer): TranscriptRow => ({ table: 'tokens', answer })));
		if (entry.type === 'user' || entry.type === 'assistant') this.usd.delete(session);
		if (this.isCopy(entry)) return rows;
		if (entry.type === 'user') rows.push(...this.answered(entry));
		if (this.source.isWanted?.(entry.timestampMs ?? null) === false) return rows;
		if (entry.type === 'assistant') rows.push(...this.begun(entry, session));
		rows.push(...this.said(entry, session));
		return rows;
	}

	/** What is left when the file ends. */
	end(): readonly TranscriptRow[] {
		return [
			...[...this.calls.values()].map((row): TranscriptRow => ({ table: 'tool_calls', row })),
			...[...this.usd].map(([session, usd]): TranscriptRow => ({ table: 'sessions', session, usd })),
		];
	}

	private isCopy({ copyOf, timestampMs = Infinity }: MessageEntry): boolean {
		const { forkedMs } = this.source;
		return forkedMs !== undefined && (copyOf !== undefined || timestampMs < forkedMs);
	}

	private said(entry: MessageEntry, session: string): readonly TranscriptRow[] {
		const row = (role: 'user' | 'assistant' | 'system', kind: string, text: string): TranscriptRow => ({
			table: 'messages',
			row: {
				session,
				message: entry.uuid ?? null,
				time: entry.timestampMs ?? null,
				role,
				kind,
				is_side_chain: entry.isSidechain,
				text: this.safe(text, MESSAGE_LIMIT),
			},
		});
		if (entry.type === 'system' && entry.subtype === 'compact_boundary')
			return [row('system', 'compaction', entry.content ?? '')];
		if (entry.type !== 'user' && entry.type !== 'assistant') return [];
		const said = passagesOf(entry).filter(({ role }) => role !== 'toolUse' && role !== 'toolResult');
		if (said.length === 0) return [];
		const text = said.map((each) => each.text).join('\n');
		return [entry.type === 'user' ? row('user', entry.kind, text) : row('assistant', 'reply', text)];
	}

	private begun(entry: AssistantEntry, session: string): readonly TranscriptRow[] {
		for (const block of entry.blocks) {
			if (block.type !== 'tool_use') continue;
			const file = changedFileOf(block.name, block.input) ?? asText(block.input['file_path'] ?? block.input['path']);
			this.calls.set(block.id, {
				session,
				call: block.id,
				time: entry.timestampMs ?? null,
				name: block.name,
				// Who only counts tells files apart.
				file: file === undefined ? null : this.redact === undefined ? file : this.safe(file, TOOL_LIMIT),
				changes_file: changesFiles(block.name),
				has_failed: null,
				is_side_chain: entry.isSidechain,
				input: this.redact === undefined ? '' : this.safe(JSON.stringify(block.input), TOOL_LIMIT),
				result: null,
			});
		}
		// Those that were never answered are the oldest.
		const late = [...this.calls.values()].slice(0, Math.max(0, this.calls.size - MAX_CALLS));
		for (const { call } of late) this.calls.delete(call);
		return late.map((row): TranscriptRow => ({ table: 'tool_calls', row }));
	}

	private answered(entry: UserEntry): readonly TranscriptRow[] {
		return entry.toolResults.flatMap(({ toolUseId, isError, text }): TranscriptRow[] => {
			const call = this.calls.get(toolUseId);
			if (call === undefined) return [];
			this.calls.delete(toolUseId);
			const has_failed = isError || entry.toolDenialKind !== undefined;
			return [{ table: 'tool_calls', row: { ...call, has_failed, result: this.safe(text, TOOL_LIMIT) } }];
		});
	}

	/** Cut generously, redacted, and cut to its length: no half of a secret is left. */
	private safe(text: string, limit: number): string {
		if (this.redact === undefined) return '';
		const { left, text: begin } = clip(text, limit);
		return shown({ left, text: this.redact(begin) }, limit);
	}
}
