// Stands in for the module that only the editor brings (vitest.config.mts puts it there): as much of it as unit tests need.
import { afterAll } from 'vitest';

export const env = { language: 'en' };

/** Texts as they are written, with their places filled. */
export const l10n = {
	t: (text: string, ...values: readonly unknown[]): string =>
		text.replace(/\{(\d)\}/gu, (_, at) => String(values[Number(at)])),
};

/** What the person has set. */
export const chosen = new Map<string, unknown>();
/** What a workspace says. */
export const chosenHere = new Map<string, unknown>();

/** What a file of tests has the editor do, until its end. @param part of the editor, such as `window` */
export function play(part: object, calls: object): void {
	const before = { ...part };
	Object.assign(part, calls);
	afterAll(() => {
		for (const name of Object.keys(calls)) Reflect.deleteProperty(part, name);
		Object.assign(part, before);
	});
}
export const window = { registerWebviewPanelSerializer: () => ({ dispose: () => undefined }) };
export const extensions = {};
export const languages = {};
export const QuickInputButtons = { Back: { iconPath: 'back' } };
export const QuickPickItemKind = { Separator: -1 };
export const lm = {};
export const ProgressLocation = { Notification: 15 };
export class LanguageModelTextPart {
	constructor(readonly text: string) {}
}
export class LanguageModelToolResult {
	constructor(readonly parts: readonly LanguageModelTextPart[]) {}
}
export const commands = { executeCommand: (): Promise<void> => Promise.resolve() };

export class MarkdownString {
	value = '';
	appendText(text: string): this {
		this.value += text;
		return this;
	}
}

export class TabInputText {
	constructor(readonly uri: Uri) {}
}
export class CancellationError extends Error {}
export const Disposable = { from: () => ({ dispose: () => undefined }) };
export const TreeItemCollapsibleState = { None: 0, Expanded: 2 };
export class TreeItem {
	constructor(readonly label: string) {}
}
export class ThemeIcon {
	constructor(readonly id: string) {}
}

export class EventEmitter<T> {
	readonly #heard = new Set<(event: T) => void>();
	readonly event = (hear: (event: T) => void): { dispose(): void } => {
		this.#heard.add(hear);
		return { dispose: () => void this.#heard.delete(hear) };
	};
	fire(event: T): void {
		for (const hear of this.#heard) hear(event);
	}
	dispose(): void {
		this.#heard.clear();
	}
}

export const DiagnosticSeverity = { Error: 0, Warning: 1 };
export class Diagnostic {
	constructor(
		readonly range: unknown,
		readonly message: string,
		readonly severity: number,
	) {}
}
export const FileSystemError = { FileNotFound: () => new Error('not found') };
export const FileType = { File: 1 };
export const FilePermission = { Readonly: 1 };
export const CodeActionKind = { QuickFix: 'quickfix' };
export class CodeAction {
	constructor(
		readonly title: string,
		readonly kind: string,
	) {}
}

export class Uri {
	static file = (path: string): Uri => new Uri('file', path);
	static from = ({ scheme, path, query }: { scheme: string; path: string; query?: string }): Uri =>
		new Uri(scheme, path, query);
	static joinPath = (base: unknown, ...parts: readonly string[]): string => [base, ...parts].join('/');
	constructor(
		readonly scheme = '',
		readonly path = '',
		readonly query = '',
	) {}
	with = ({ scheme = this.scheme, path = this.path, query = this.query }): Uri => new Uri(scheme, path, query);
}

export const workspace = {
	isTrusted: true,
	workspaceFolders: [] as readonly unknown[] | undefined,
	getConfiguration: () => ({
		get: (key: string, otherwise?: unknown) => chosenHere.get(key) ?? chosen.get(key) ?? otherwise,
		inspect: (key: string) => ({ globalValue: chosen.get(key), workspaceValue: chosenHere.get(key) }),
	}),
	onDidChangeConfiguration: () => ({ dispose: () => undefined }),
	onDidGrantWorkspaceTrust: () => ({ dispose: () => undefined }),
};
