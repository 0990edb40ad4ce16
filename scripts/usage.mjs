// Rewrites the usage parts of docs/CLI.md from the tables that the parser and the help are made of.
// usage: node scripts/usage.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { commandTables, withUsage } from './lib/manual.mjs';
import { inRoot } from './lib/paths.mjs';

const file = inRoot('docs/CLI.md');
writeFileSync(file, withUsage(readFileSync(file, 'utf8'), await commandTables()));
