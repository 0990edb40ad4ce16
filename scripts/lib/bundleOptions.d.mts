import type { BuildOptions } from 'esbuild';

export const ALIAS: Readonly<Record<string, string>>;
export const bundleOptions: BuildOptions;
