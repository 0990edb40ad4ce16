import type { Plugin } from 'esbuild';

export function wordsInsteadOfRules(): Plugin;
export function plainTexts(): Plugin;
