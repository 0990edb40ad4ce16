// The same facts with the keys in another order: formats drift, and a reader that relied on the order would be wrong.
import { mkdirSync, readFileSync, utimesSync, statSync, writeFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { createRandom } from '../corpus/random.mjs';
import { ensureCorpus } from '../corpus/generate.mjs';
import { wrongFacts } from '../proof.mjs';

export const rows = [
	{ id: 'shuffled', title: 'keys shuffled: wrong facts', unit: '', better: 'less', must: 0, stretch: 0 },
	{
		id: 'shuffled-speed',
		title: 'keys shuffled: readline and `JSON.parse` against the index',
		unit: '×',
		better: 'more',
		must: 1,
		stretch: 3,
	},
];

export async function prepare(bench) {
	const { projects, root, manifest } = ensureCorpus({ sessions: 300, bytes: 200e6, seed: 3, folder: bench.storage });
	const shuffled = path.join(root, 'shuffled');
	if (!existsSync(shuffled))
		for (const { file } of manifest) shuffleFile(path.join(projects, file), path.join(shuffled, file));
	return { shuffled, manifest };
}

export async function round(bench, { shuffled, manifest }) {
	// Bytes that are no UTF-8 do not survive the shuffling.
	const expected = manifest.map((facts) => ({ ...facts, bytes: statSync(path.join(shuffled, facts.file)).size }));
	const wrong = wrongFacts(await bench.host('dump', shuffled), expected);
	const parse = await bench.time(process.execPath, [bench.hostFile, 'parse', shuffled]);
	const cold = await bench.time(process.execPath, [bench.hostFile, 'cold', shuffled, 'bare']);
	return { shuffled: wrong.length, 'shuffled-speed': parse / cold };
}

function shuffleFile(from, to) {
	const random = createRandom(5);
	const shuffle = (o) => {
		const entries = Object.entries(o);
		for (let i = entries.length - 1; i > 0; i--) {
			const j = random.int(0, i);
			[entries[i], entries[j]] = [entries[j], entries[i]];
		}
		return Object.fromEntries(entries);
	};
	const line = (bytes) => {
		try {
			const o = JSON.parse(bytes.toString());
			if (typeof o !== 'object' || o === null || Array.isArray(o)) return bytes;
			return Buffer.from(
				JSON.stringify(shuffle(typeof o.message === 'object' && o.message ? { ...o, message: shuffle(o.message) } : o)),
			);
		} catch {
			return bytes; // Broken on purpose.
		}
	};
	const bytes = readFileSync(from);
	const out = [];
	for (let at = 0; at < bytes.length;) {
		const feed = bytes.indexOf(10, at);
		out.push(line(bytes.subarray(at, feed < 0 ? bytes.length : feed)), Buffer.from(feed < 0 ? '' : '\n'));
		at = feed < 0 ? bytes.length : feed + 1;
	}
	mkdirSync(path.dirname(to), { recursive: true });
	writeFileSync(to, Buffer.concat(out));
	const { mtime } = statSync(from);
	utimesSync(to, mtime, mtime);
}
