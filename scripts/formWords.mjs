// Reads off the patterns of what speaks for a memory (src/core/memory/forms.ts) of which words each needs one, and writes
// them down (src/core/memory/formWords.ts): the hook that runs after every answer makes only patterns that can fit.
// usage: node scripts/formWords.mjs
import { writeFileSync } from 'node:fs';
import { formWords } from './lib/neededWords.mjs';
import { inRoot } from './lib/paths.mjs';

writeFileSync(inRoot('src/core/memory/formWords.ts'), await formWords());
