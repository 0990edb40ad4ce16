// Stands in for the module that only the editor brings (vitest.config.ts puts it there): as much of it as unit tests need.

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

export const workspace = {
	isTrusted: true,
	workspaceFolders: [] as readonly unknown[] | undefined,
	getConfiguration: () => ({
		get: (key: string, otherwise?: unknown) => chosenHere.get(key) ?? chosen.get(key) ?? otherwise,
		inspect: (key: string) => ({ globalValue: chosen.get(key), workspaceValue: chosenHere.get(key) }),
	}),
	onDidChangeConfiguration: () => ({ dispose: () => undefined }),
};

export const Uri = { joinPath: (base: unknown, ...parts: readonly string[]): string => [base, ...parts].join('/') };

export const window = { registerWebviewPanelSerializer: () => ({ dispose: () => undefined }) };

export const commands = { executeCommand: (): Promise<void> => Promise.resolve() };
