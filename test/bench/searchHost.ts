// Searches a store in a process of its own and prints how long the search alone took, as the extension host would see it:
// the process runs already, and the program is loaded. Prints one line of JSON.
// usage: node searchHost.cjs <folder with projects> <query> [ripgrep]
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseQuery } from '../../src/core/search/query';
import { createRipgrepEngine } from '../../src/node/search/ripgrep';
import { type SearchedFile, searchTranscripts } from '../../src/node/search/searchTranscripts';
import { createThreadEngine } from '../../src/node/search/threadEngine';

const [projects = '', typed = '', ripgrep] = process.argv.slice(2);

async function search(files: readonly SearchedFile[]): Promise<unknown> {
	const query = parseQuery(typed);
	if (!query) throw new Error('Search for what?');
	const engine =
		ripgrep === undefined ? createThreadEngine(path.join(__dirname, 'searchWorker.js')) : createRipgrepEngine(ripgrep);
	let longestMs = 0;
	let lastMs = performance.now();
	const timer = setInterval(() => {
		longestMs = Math.max(longestMs, performance.now() - lastMs);
		lastMs = performance.now();
	}, 1);
	const began = performance.now();
	let hits = 0;
	await searchTranscripts(files, query, { engine, onHit: () => void hits++ });
	const ms = performance.now() - began;
	clearInterval(timer);
	return { ms, hits, pauseMs: longestMs, rssMb: process.resourceUsage().maxRSS / 1_024 };
}

const files = readdirSync(projects, { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.jsonl'))
	.map((name) => path.join(projects, name))
	.map((file) => ({ file, modifiedMs: statSync(file).mtimeMs }));

// Once over a few files, so that nobody measures the compiler.
void search(files.slice(0, 5))
	.then(() => search(files))
	.then((result) => process.stdout.write(`${JSON.stringify(result)}\n`));
