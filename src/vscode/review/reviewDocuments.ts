// The two sides of a proposal. What exists is read only; what is proposed can be edited, and saving it keeps the edit.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';

export const PROPOSAL_SCHEME = 'session-keeper-review';

interface Side {
	text: string;
	readonly save: ((text: string) => Promise<void>) | undefined;
	modifiedMs: number;
}

export interface ReviewDocuments extends IDisposable {
	/** @param save is called with what the person saved; nothing for a side that cannot be edited. */
	put(key: string, name: string, text: string, save?: (text: string) => Promise<void>): vscode.Uri;
}

/** @param rebuild puts the side of a key that a window before this one had, where what it is of still waits. */
export function createReviewDocuments(now: () => number, rebuild: (key: string) => Promise<unknown>): ReviewDocuments {
	const store = new DisposableStore();
	const sides = new Map<string, Side>();
	const changed = store.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
	/** Both sides are looked at together, and each puts both. */
	let rebuilding: Promise<unknown> = Promise.resolve();
	const of = async (uri: vscode.Uri): Promise<Side> => {
		if (!sides.has(uri.query)) {
			const put = (): unknown => (sides.has(uri.query) ? undefined : rebuild(uri.query));
			rebuilding = rebuilding.then(put, put);
			await rebuilding;
		}
		const side = sides.get(uri.query);
		if (side === undefined) throw vscode.FileSystemError.FileNotFound(uri);
		return side;
	};
	const refuse = (uri: vscode.Uri): never => {
		throw vscode.FileSystemError.NoPermissions(uri);
	};
	const provider: vscode.FileSystemProvider = {
		onDidChangeFile: changed.event,
		watch: () => ({ dispose: () => undefined }),
		stat: async (uri) => {
			const { text, modifiedMs, save } = await of(uri);
			const permissions = save === undefined ? { permissions: vscode.FilePermission.Readonly } : {};
			return { type: vscode.FileType.File, ctime: 0, mtime: modifiedMs, size: Buffer.byteLength(text), ...permissions };
		},
		readFile: async (uri) => Buffer.from((await of(uri)).text),
		writeFile: async (uri, content) => {
			const side = await of(uri);
			if (side.save === undefined) return refuse(uri);
			const text = Buffer.from(content).toString('utf8');
			await side.save(text);
			side.text = text;
			side.modifiedMs = now();
		},
		readDirectory: refuse,
		createDirectory: refuse,
		delete: refuse,
		rename: refuse,
	};
	store.add(vscode.workspace.registerFileSystemProvider(PROPOSAL_SCHEME, provider, { isCaseSensitive: true }));
	return {
		put(key, name, text, save) {
			const uri = vscode.Uri.from({
				scheme: PROPOSAL_SCHEME,
				path: `/${name.replace(/[\\:*?"<>|#]+/gu, ' ')}`,
				query: key,
			});
			const isKnown = sides.has(key);
			// One that is put for the first time is older than all that was typed into it before a reload: that may be saved.
			sides.set(key, { text, save, modifiedMs: isKnown ? now() : 0 });
			if (isKnown) changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
			return uri;
		},
		dispose: () => store.dispose(),
	};
}
