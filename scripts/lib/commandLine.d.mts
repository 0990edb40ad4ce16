import type { OutputChunk } from 'rolldown';

export function buildCommandLine(
	folder: string,
	options?: { readonly minify?: boolean; readonly sourcemap?: boolean },
): Promise<readonly OutputChunk[]>;
export function buildTerminalTool(folder: string): Promise<ReadonlySet<string>>;
