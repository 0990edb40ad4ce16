// Who wrote the lines of a file that is open. What was read of transcripts is kept, and what was told of a text for as long
// as it stays the same.
import { realpath } from 'node:fs/promises';
import type * as vscode from 'vscode';
import { isInside } from '../../node/base/insideProject';
import { type BlamedLines, blameFile } from '../../node/search/blameFile';
import { WrittenCalls } from '../../node/search/writtenChanges';
import type { Services } from '../services';

type Needs = Pick<Services, 'sessions' | 'workspace'>;

interface Told {
	readonly version: number;
	/** Of the sessions: they are read again when one of them says more. */
	readonly stamp: string;
	readonly lines: Promise<BlamedLines | undefined>;
}

export class LineOrigins {
	private readonly known = new WrittenCalls();
	private readonly told = new WeakMap<vscode.TextDocument, Told>();
	/** One file at a time: what it has read, the next one need not. */
	private queue: Promise<unknown> = Promise.resolve();

	constructor(private readonly services: Needs) {}

	/** @returns nothing where the document is no file of a project that is open */
	async of(document: vscode.TextDocument): Promise<BlamedLines | undefined> {
		if (document.uri.scheme !== 'file') return undefined;
		const file = await realpath(document.uri.fsPath).catch(() => document.uri.fsPath);
		const project = this.services.workspace.state.projects
			.map((state) => state.project)
			.find((each) => [each.checkout, ...each.launchRoots].some((root) => isInside(root, file)));
		if (project === undefined) return undefined;
		const sessions = this.services.sessions.list().filter((session) => session.project === project);
		const stamp = sessions.reduce((sum, { sizeBytes }) => sum + sizeBytes, sessions.length).toString();
		const before = this.told.get(document);
		if (before?.version === document.version && before.stamp === stamp) return before.lines;
		const lines = this.queue.then(() =>
			blameFile({ file, text: document.getText() }, { project, sessions, known: this.known }),
		);
		this.queue = lines.catch(() => undefined);
		this.told.set(document, { version: document.version, stamp, lines });
		return lines;
	}
}
