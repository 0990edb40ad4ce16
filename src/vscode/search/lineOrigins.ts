// Who wrote the lines of a file that is open. What was read of transcripts is kept, and what was told of a text for as long
// as it stays the same.
import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import { projectOfFile } from '../../node/project/project';
import { type BlamedLines, blameFile } from '../../node/search/blameFile';
import { filesToSearch } from '../../node/search/filesToSearch';
import { WrittenCalls } from '../../node/search/writtenChanges';
import { cacheFolderOf } from '../../node/keeper/cacheFolder';
import type { Services } from '../services';

type Needs = Pick<Services, 'claude' | 'sessions' | 'workspace'>;

interface Told {
	readonly version: number;
	/** Of the sessions: they are read again when one of them, or a subagent of one that runs, says more. */
	readonly stamp: string;
	readonly lines: Promise<BlamedLines | undefined>;
}

export class LineOrigins {
	private readonly known = new WrittenCalls();
	private readonly told = new WeakMap<vscode.TextDocument, Told>();
	/** One file at a time: what it has read, the next one need not. */
	private queue: Promise<unknown> = Promise.resolve();

	constructor(private readonly services: Needs) {}

	/**
	 * @returns nothing where the document is no file of a project that is open
	 * @throws the signal's reason, where it was called off
	 */
	async of(document: vscode.TextDocument, signal?: AbortSignal): Promise<BlamedLines | undefined> {
		if (document.uri.scheme !== 'file') return undefined;
		if (vscode.workspace.isTrusted) this.known.cacheFolder = cacheFolderOf(this.services.claude);
		const file = await realpath(document.uri.fsPath).catch(() => document.uri.fsPath);
		const project = await projectOfFile(this.services.workspace.projects, file);
		if (project === undefined) return undefined;
		const sessions = this.services.sessions.list().filter((session) => session.project.root === project.root);
		const running = await filesToSearch(sessions.flatMap(({ live, file: own }) => (live ? [{ file: own }] : [])));
		const size = sessions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
		const stamp = [sessions.length, size, ...running.map(({ modifiedMs }) => modifiedMs)].join();
		const before = this.told.get(document);
		if (before?.version === document.version && before.stamp === stamp) {
			const told = await before.lines.catch((error: unknown) => {
				// Who asked first called it off, and this one has not.
				if (signal?.aborted === true || !(error instanceof Error && error.name === 'AbortError')) throw error;
				return this.of(document, signal);
			});
			signal?.throwIfAborted();
			return told;
		}
		const lines = this.queue.then(() =>
			blameFile(
				{ file, text: document.getText() },
				{ project, sessions, known: this.known, signal, stamp: `${project.checkout} ${stamp}` },
			),
		);
		this.queue = lines.catch(() => {
			if (this.told.get(document)?.lines === lines) this.told.delete(document);
		});
		this.told.set(document, { version: document.version, stamp, lines });
		return lines;
	}
}
