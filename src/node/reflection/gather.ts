// Everything that a reflection goes by: the session, its project, and the sessions before it. Reads only.
import { tokensTaken } from '../../core/documents/words';
import { beganMs } from '../../core/transcript/facts';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SessionExtract } from '../../core/handoff/extract';
import { withoutOwnParts } from '../../core/handoff/ownWords';
import { relativePath } from '../../core/protocol/namedFiles';
import { MINUTE_MS } from '../../core/base/dates';
import type { LedgerRun } from '../../core/reflection/ledger';
import { type Material, readMaterial, used } from '../../core/reflection/material';
import {
	type EarlierHandOff,
	type EarlierSession,
	type SignalContext,
	readingOf,
} from '../../core/reflection/signals/context';
import { failureShapes, habitsOf } from '../../core/reflection/signals/meta';
import type { GitState } from '../../core/project/drift';
import { parseLine } from '../../core/transcript/parseEntry';
import type { Session } from '../../core/transcript/session';
import type { ClaudeHome } from '../claude/claudeHome';
import { extractWorked } from '../sessions/extractWorked';
import { readOwnSettings } from '../keeper/ownSettings';
import { foldTranscript } from '../transcript/foldTranscript';
import { readGitStateAfter } from '../project/gitDrift';
import { commitsSince, filesCommittedSince } from '../project/gitRepository';
import type { Project } from '../project/project';
import { recentTranscripts } from '../sessions/projectSessions';
import { readRegularFile } from '../base/regularFile';
import { readTranscriptLines } from '../transcript/transcriptLines';
import { readEarlierHandOffs } from './earlierHandOffs';
import { tagIn } from './privateTag';
import { queuedTexts } from '../memory/memoryQueue';
import { ANY_MODEL, isPrivate } from '../../core/sessions/labels';
import { labelsFor } from '../sessions/labelsFor';
import { isPrivatePlace, readReflectionSettings } from './reflectionSettings';

/** A session, ready to be reflected on. Texts in `material` and `context` are redacted, those in `extract` are not. */
export interface Gathered {
	readonly session: Session;
	readonly extract: SessionExtract;
	/** That were worked. */
	readonly minutes: number | undefined;
	readonly material: Material;
	readonly context: SignalContext;
	readonly git: GitState | undefined;
	readonly lastHandOff: EarlierHandOff | undefined;
	/** The person tagged it in Claude Code as one that is nobody's business. */
	readonly isTaggedPrivate: boolean;
}

/** So many sessions before this one are compared with, and none that takes long to read. */
const EARLIER = 5;
const EARLIER_BYTES = 32 * 1024 * 1024;
const MEMORIES = 200;
const MEMORY_BYTES = 64 * 1024;

/** Folders that tend to grow until nobody finds anything in them. */
const GROWING = ['scripts', 'docs', 'docs/sessions', 'docs/plans', 'docs/conventions', 'plans', 'workstreams', 'tools'];

/**
 * @param runs of the ledger: what earlier hand-offs foretold, and how it went.
 * @throws the file system's error where the transcript cannot be read.
 */
export async function gather(
	claude: ClaudeHome,
	project: Project,
	transcript: { readonly id: string; readonly file: string; readonly forkedMs?: number | undefined },
	runs: readonly LedgerRun[],
	redact: (text: string) => string,
	signal?: AbortSignal,
): Promise<Gathered> {
	const options = { sessionId: transcript.id, signal };
	const { forkedMs } = transcript;
	const { idleMinutes } = await readOwnSettings(claude);
	const { session, extract, minutes } = await extractWorked(transcript.file, options, { idleMinutes, forkedMs });
	const { material, isTaggedPrivate } = await materialOf(transcript, redact, signal);
	const { facts } = session;
	// Other files may tell of a fork what its own does not.
	const startMs = forkedMs ?? beganMs(facts);
	const endMs = facts.lastMessageMs;
	// What the last answer has begun may be committed when no message follows any more.
	const untilMs = endMs === undefined ? undefined : endMs + MINUTE_MS;
	const git = await readGitStateAfter({ last: extract.commits.at(-1), endMs }, project, claude.env);
	const isSeen = await whatIsSeen(claude, project);
	const before = (await readEarlierHandOffs(project)).filter(
		(each) => each.session !== transcript.id && each.atMs < (startMs ?? 0) && isSeen(each.session),
	);
	const checkout = redact(project.checkout);
	// With the whole path, as what the session names is redacted: only so are they the same.
	const named = (file: string): string =>
		relativePath(redact(path.join(project.checkout, file)), checkout) ?? redact(file);
	const context: SignalContext = {
		minutes: startMs === undefined || endMs === undefined ? 0 : (endMs - startMs) / MINUTE_MS,
		tokens: tokensTaken(facts.tokens),
		earlier: await earlierSessions(claude, project, transcript.id, startMs ?? 0, { redact, isSeen, signal }),
		earlierHandOffs: before.slice(0, 5).map((each) => ({ ...each, resumePrompt: redact(each.resumePrompt) })),
		calibration: runs.flatMap((run) => (run.project === project.root && run.end?.predicted ? [run.end.predicted] : [])),
		commits: (startMs === undefined ? [] : await commitsSince(project, startMs, claude.env, untilMs)).map((commit) => ({
			...commit,
			subject: redact(commit.subject),
		})),
		committedFiles:
			startMs === undefined
				? undefined
				: (await filesCommittedSince(project, startMs, claude.env, untilMs))?.map(named),
		dirtyFiles: git?.dirty?.map(named),
		checkout,
		...readingOf(extract, redact),
		memories: (await memoriesOf(project)).map(({ file, text }) => ({ file: redact(file), text: redact(text) })),
		queued: (await queuedTexts(claude, transcript.id)).map((text) => redact(text)),
		conventions: (await readdir(path.join(project.checkout, 'docs/conventions')).catch(() => []))
			.filter((name) => name.endsWith('.md'))
			.map((name) => redact(name.slice(0, -3))),
		folders: await foldersOf(project),
		hourOf: (ms) => new Date(ms).getHours(),
	};
	return { session, extract, minutes, material, context, git, lastHandOff: before[0], isTaggedPrivate };
}

async function materialOf(
	{ id, file }: { readonly id: string; readonly file: string },
	redact: (text: string) => string,
	signal: AbortSignal | undefined,
): Promise<Pick<Gathered, 'material' | 'isTaggedPrivate'>> {
	const reader = readMaterial(id, redact);
	let isTaggedPrivate = false;
	for await (const lines of readTranscriptLines(file, signal))
		for (const { text, isCut } of lines) {
			if (isCut) continue;
			isTaggedPrivate = tagIn(text, id)?.isPrivate ?? isTaggedPrivate;
			const entry = parseLine(text);
			if (entry !== undefined) reader.note(withoutOwnParts(entry));
		}
	return { material: reader.close(), isTaggedPrivate };
}

/** Private sessions are never read, whichever is reflected on. */
async function whatIsSeen(claude: ClaudeHome, project: Project): Promise<ReadEarlier['isSeen']> {
	const [labelled, settings] = await Promise.all([
		labelsFor(claude, ANY_MODEL, project),
		readReflectionSettings(claude),
	]);
	return (session, folder) =>
		!isPrivatePlace(settings, [folder], claude) && (session === undefined || !isPrivate(labelled, session));
}

interface ReadEarlier {
	readonly redact: (text: string) => string;
	readonly isSeen: (session: string | undefined, folder?: string) => boolean;
	readonly signal: AbortSignal | undefined;
}

async function earlierSessions(
	claude: ClaudeHome,
	project: Project,
	id: string,
	beforeMs: number,
	{ redact, isSeen, signal }: ReadEarlier,
): Promise<readonly EarlierSession[]> {
	const recent = (await recentTranscripts(claude, project))
		.filter((each) => each.id !== id && (each.headAndTail.lastMessageMs ?? Infinity) < beforeMs)
		.filter((each) => isSeen(each.id, each.headAndTail.cwd))
		.filter((each) => each.headAndTail.sizeBytes <= EARLIER_BYTES)
		.sort((a, b) => (b.headAndTail.lastMessageMs ?? 0) - (a.headAndTail.lastMessageMs ?? 0))
		.slice(0, EARLIER);
	const sessions: EarlierSession[] = [];
	for (const { id: sessionId, file } of recent) {
		try {
			const { facts } = await foldTranscript(file, { sessionId, signal });
			// Only counts and shapes leave it, so nothing but those is redacted.
			const { material, isTaggedPrivate } = await materialOf({ id: sessionId, file }, (text) => text, signal);
			if (isTaggedPrivate) continue;
			const { tokens, lastMessageMs = 0 } = facts;
			sessions.push({
				minutes: (lastMessageMs - (beganMs(facts) ?? 0)) / MINUTE_MS,
				tokens: tokensTaken(tokens),
				toolCalls: used(material).length,
				prompts: facts.prompts,
				failures: safeKeys(failureShapes(material), redact),
				habits: safeKeys(habitsOf(material), redact),
			});
		} catch {
			// It is gone, or not ours to read: the others still compare.
			signal?.throwIfAborted();
		}
	}
	return sessions;
}

function safeKeys(
	counts: Readonly<Record<string, number>>,
	redact: (text: string) => string,
): Readonly<Record<string, number>> {
	return Object.fromEntries(Object.entries(counts).map(([key, count]) => [redact(key), count]));
}

async function memoriesOf(project: Project): Promise<SignalContext['memories']> {
	const names = (await readdir(project.memoryDir).catch(() => [])).filter((name) => name.endsWith('.md'));
	const read = await Promise.all(
		names.slice(0, MEMORIES).map(async (name) => {
			const file = await readRegularFile(path.join(project.memoryDir, name), MEMORY_BYTES).catch(() => undefined);
			return file === undefined ? [] : [{ file: name, text: file.bytes.toString() }];
		}),
	);
	return read.flat();
}

async function foldersOf(project: Project): Promise<SignalContext['folders']> {
	const counted = await Promise.all(
		GROWING.map(async (folder) => {
			const found = await stat(path.join(project.checkout, folder)).catch(() => undefined);
			if (found?.isDirectory() !== true) return [];
			const entries = await readdir(path.join(project.checkout, folder)).catch(() => []);
			return [{ path: folder, entries: entries.filter((name) => !name.startsWith('.')).length }];
		}),
	);
	return counted.flat();
}
