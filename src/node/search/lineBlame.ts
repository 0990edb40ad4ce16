// "Which session changed this line?": a search for the text of the line among the edits of a file, over any number of
// transcripts.
import { type FileEdit, type LineTarget, editsOf, isSameFile, planLine } from '../../core/search/lineHistory';
import { createMatcher } from '../../core/search/matcher';
import type { TranscriptEntry } from '../../core/transcript/entry';
import type { SearchEngine } from './engine';
import { type SearchedFile, searchEntries } from './searchTranscripts';

/** An edit of Claude's that brought the line in. */
export interface LineChange {
	/** The transcript, and the byte offset of the line in it. */
	readonly file: string;
	readonly offset: number;
	readonly sessionId: string | undefined;
	/** The message with the tool use; with its answer where the tool use does not hold the line. */
	readonly uuid: string | undefined;
	/** Milliseconds since 1970. */
	readonly atMs: number | undefined;
	readonly isSidechain: boolean;
	/** `Edit`, `Write`, …; unknown where only the answer was found. */
	readonly tool: string | undefined;
	/** The edited file, as the transcript has it: in another worktree it is another path. */
	readonly editedFile: string;
}

export type LineBlame =
	| { readonly kind: 'tooCommon' }
	/** Newest first. Empty: a person wrote it, or the transcript is gone. */
	| { readonly kind: 'searched'; readonly changes: readonly LineChange[]; readonly isCancelled: boolean };

/** More edits of one file with one line are not told apart by anybody. */
const LIMIT = 500;

interface Found extends LineChange {
	readonly copyOf: string | undefined;
	readonly edit: FileEdit;
}

/** @param files the transcripts of the project, subagents' included. */
export async function blameLine(
	files: readonly SearchedFile[],
	target: LineTarget,
	options: { readonly engine?: SearchEngine; readonly signal?: AbortSignal } = {},
): Promise<LineBlame> {
	const plan = planLine(target);
	if (plan.kind === 'tooCommon') return plan;
	const found: Found[] = [];
	const read = (entry: TranscriptEntry, at: { readonly file: string; readonly offset: number }): Found | undefined => {
		if (entry.type !== 'user' && entry.type !== 'assistant') return undefined;
		const edit = editsOf(entry).find((each) => isSameFile(target, each.file, entry.cwd));
		const { sessionId, uuid, copyOf, timestampMs: atMs, isSidechain } = entry;
		return (
			edit && {
				...at,
				sessionId,
				uuid,
				copyOf: copyOf?.uuid,
				atMs,
				isSidechain,
				tool: edit.tool,
				editedFile: edit.file,
				edit,
			}
		);
	};
	const { isCancelled } = await searchEntries(
		files,
		createMatcher({ terms: plan.terms, isCaseSensitive: true }),
		read,
		{
			...options,
			limit: LIMIT,
			limitPerFile: LIMIT,
			onHit: (hit) => found.push(hit),
		},
	);
	const done = new Map(found.filter(({ edit }) => edit.isDone).map((each) => [each.edit.toolUseId, each]));
	const uses = found.filter(({ edit }) => !edit.isDone);
	const used = new Set(uses.map(({ edit }) => edit.toolUseId));
	const changes = [
		// What the tool did counts before what it was to do; the answer of a subagent's tool does not say what that was.
		...uses.filter((use) => plan.isBroughtInBy((done.get(use.edit.toolUseId) ?? use).edit)),
		...[...done.values()].filter(({ edit }) => !used.has(edit.toolUseId) && plan.isBroughtInBy(edit)),
	];
	const refused = await refusedUses(
		changes.filter(({ edit }) => !done.has(edit.toolUseId)),
		options,
	);
	return {
		kind: 'searched',
		isCancelled,
		changes: changes
			.filter(({ edit }) => !refused.has(edit.toolUseId))
			.map(({ edit: _edit, copyOf: _copyOf, ...change }) => change)
			.sort((a, b) => (b.atMs ?? 0) - (a.atMs ?? 0)),
	};
}

/** Those of some tool uses that failed or that somebody said no to. Their answers do not hold the line. */
async function refusedUses(
	uses: readonly Found[],
	options: { readonly engine?: SearchEngine; readonly signal?: AbortSignal },
): Promise<ReadonlySet<string>> {
	const refused = new Set<string>();
	for (const { file, edit } of uses) {
		const isAnswer = (entry: TranscriptEntry): { readonly uuid: undefined; readonly copyOf: undefined } | undefined => {
			const answer = entry.type === 'user' && entry.toolResults.find(({ toolUseId }) => toolUseId === edit.toolUseId);
			if (answer && (answer.isError || (entry.type === 'user' && entry.toolDenialKind !== undefined)))
				refused.add(edit.toolUseId);
			return answer ? { uuid: undefined, copyOf: undefined } : undefined;
		};
		const matcher = createMatcher({ terms: [edit.toolUseId], isCaseSensitive: true });
		const limits = { limit: 1, onHit: () => undefined };
		if (edit.toolUseId !== '')
			await searchEntries([{ file, modifiedMs: 0 }], matcher, isAnswer, { ...options, ...limits });
	}
	return refused;
}
