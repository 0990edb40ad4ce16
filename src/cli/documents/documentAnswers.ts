// How documents, and what has changed since they were saved, are told: as text and as stable JSON.
import { driftWords } from '../../core/documents/drift';
import type { Enrichment } from '../../core/documents/modelPart';
import type { DocumentFile, ReadableDocument } from '../../node/documents/documentFiles';
import type { DocumentStore } from '../../node/documents/documentStore';
import { ageMark } from '../base/ages';

/** A document in one line, for an answer: how long ago it was saved is said when it is printed. */
export function documentLine(document: DocumentFile): string {
	const branch = document.branch === undefined ? [] : [document.branch];
	const facts = [...documentNotes(document), ...branch, ageMark(document.atMs)];
	return `- ${document.path} — ${document.topic} (${facts.join(', ')})`;
}

/** What is not as with any document. */
export function documentNotes({ isDraft, problem }: DocumentFile): readonly string[] {
	return [...(isDraft ? ['draft'] : []), ...(problem === undefined ? [] : ['unreadable front matter'])];
}

export function driftLines(lines: readonly string[]): readonly string[] {
	return lines.length === 0 ? [] : ['', 'Since then:', ...lines.map((line) => `- ${line}`)];
}

export function enrichmentLine(enrichment: Enrichment): string {
	if (enrichment.kind === 'left') return `Rules alone: ${enrichment.reason}`;
	const { engine, statements } = enrichment.part;
	return `Statements of the engine “${engine}”: ${statements.length}`;
}

/** Which engine added to a document, and why none did. */
export function engineJson(enrichment: Enrichment | undefined): Readonly<Record<string, unknown>> {
	return {
		engine: enrichment?.kind === 'added' ? enrichment.part.engine : 'builtin',
		notEnriched: enrichment?.kind === 'left' ? enrichment.reason : null,
	};
}

export function driftJson(drift: Awaited<ReturnType<DocumentStore['drift']>>): Readonly<Record<string, unknown>> {
	const { commits, now } = drift.git;
	return {
		ageSeconds: drift.ageMs === undefined ? null : Math.floor(drift.ageMs / 1_000),
		branchNow: now?.branch ?? null,
		commitNow: now?.commit ?? null,
		commits: commits.kind,
		ahead: 'ahead' in commits ? commits.ahead : null,
		behind: 'behind' in commits ? commits.behind : null,
		dirtyNow: now?.dirty ?? null,
		gone: drift.gone,
		words: driftWords(drift),
	};
}

/** The stable form of a document under `--json`; one that is only shown lies nowhere. */
export function documentJson(document: ReadableDocument | DocumentFile): Readonly<Record<string, unknown>> {
	const { topic, workstream, session, branch, commit, dirty, model, confidence, status } = document;
	const isFile = 'file' in document;
	return {
		file: isFile ? document.file : null,
		path: isFile ? document.path : null,
		isDraft: isFile && document.isDraft,
		topic,
		workstream: workstream ?? null,
		session: session ?? null,
		saved: isFile ? new Date(document.atMs).toISOString() : null,
		branch: branch ?? null,
		commit: commit ?? null,
		dirty: dirty ?? null,
		model: model ?? null,
		confidence: confidence ?? null,
		status: (isFile ? status : undefined) ?? null,
		decisions: document.decisions,
		failures: document.failures,
		tasks: document.tasks,
		openQuestions: document.questions,
		nextSteps: document.next,
		isReadable: !isFile || document.problem === undefined,
	};
}
