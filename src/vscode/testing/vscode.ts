// Stands in for the module that only the editor brings (vitest.config.ts puts it there): as much of it as unit tests need.

/** What the person has set. */
export const chosen = new Map<string, unknown>();

export const workspace = {
	isTrusted: true,
	getConfiguration: () => ({
		get: (key: string, otherwise?: unknown) => chosen.get(key) ?? otherwise,
		inspect: (key: string) => ({ globalValue: chosen.get(key) }),
	}),
	onDidChangeConfiguration: () => ({ dispose: () => undefined }),
};
