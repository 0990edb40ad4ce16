import type { BuildOptions, BuildResult } from 'esbuild';

export function hookBundles(folder: string): readonly BuildOptions[];
export function buildHooks(folder: string, options?: BuildOptions): Promise<readonly BuildResult<{ metafile: true }>[]>;
