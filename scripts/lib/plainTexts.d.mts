import type { Plugin } from 'esbuild';

export function plainTexts(): Plugin;
