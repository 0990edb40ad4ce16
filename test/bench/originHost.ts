// Asks who wrote the lines of files, as a window does that is just opened: `originHost.cjs PROJECTS OUR_CACHE FILE…`. All sessions
// of the store count as the project's.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { blameFile } from '../../src/node/search/blameFile';
import { WrittenCalls } from '../../src/node/search/writtenChanges';

const [projects = '', cache = '', ...files] = process.argv.slice(2);

void (async () => {
	const checkout = path.dirname(path.dirname(files[0] ?? ''));
	const project = {
		checkout,
		folder: checkout,
		gitDir: undefined,
		gitTop: checkout,
		launchRoots: [checkout],
		root: checkout,
	};
	const sessions = readdirSync(projects).flatMap((folder) =>
		readdirSync(path.join(projects, folder))
			.filter((name) => name.endsWith('.jsonl'))
			.map((name) => ({ file: path.join(projects, folder, name) })),
	);
	const known = new WrittenCalls(undefined, cache);
	/** @returns milliseconds of processor time */
	const ask = async (file: string, own = ''): Promise<number> => {
		const text = readFileSync(file, 'utf8') + own;
		const before = process.cpuUsage();
		const told = await blameFile({ file, text }, { project, sessions, known, stamp: 'same' });
		const { user, system } = process.cpuUsage(before);
		if (told?.changes.every((change) => change === undefined) !== false) throw new Error(`Nobody wrote ${file}.`);
		return (user + system) / 1_000;
	};
	const [first = '', second = ''] = files;
	const firstMs = await ask(first);
	const againMs = await ask(first);
	const editedMs = await ask(first, '\n// Mine.');
	console.log(JSON.stringify({ firstMs, againMs, editedMs, ...(second === '' ? {} : { nextMs: await ask(second) }) }));
})();
