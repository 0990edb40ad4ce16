// A fuzzer that goes where the code has not been: it changes inputs by chance, and keeps those that reach something new, by
// V8's own count of what ran. Jazzer.js (4.0.0) does so by a native addon, which wants a newer system than Debian 12; and a
// generator of values, such as fast-check, does not look at what its values reach.
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import { seeded } from '../seeded.mjs';

const BATCH = 200;
/** Longer inputs find nothing that these do not. Bytes. */
const LONGEST = 32 * 1024;
/** An input of that size takes less than a hundredth of it. Milliseconds of processor time. */
const SLOW_MS = 3_000;

/**
 * @param {{ bundle: string, name: string, corpus: readonly Buffer[], seed: number, ms: number, runs?: number }} how `bundle`:
 * of src/node/testing/fuzzTargets.ts; `ms`: how long, and `runs`: how often at most
 * @returns {Promise<{ runs: number, reached: number, found: Buffer[], failures: { bytes: Buffer, error: string }[] }>} what was
 * run, how many places of the code were reached, what is worth keeping, what breaks a promise
 */
export async function fuzz({ bundle, name, corpus, seed, ms, runs = Infinity }) {
	const target = createRequire(import.meta.url)(bundle).TARGETS[name];
	const chance = chanceOf(seed);
	const coverage = await openCoverage(bundle);
	const words = [...WORDS, ...wordsIn(corpus)];
	const known = [];
	const found = [];
	const failures = new Map();
	const run = (bytes) => {
		const began = process.cpuUsage();
		try {
			target(bytes);
		} catch (error) {
			const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
			// One for each place that says so is enough.
			const place = text.split('\n').find((line) => /^\s+at /u.test(line)) ?? text;
			const before = failures.get(place);
			if (before === undefined || bytes.length < before.bytes.length) failures.set(place, { bytes, error: text });
		}
		const { user } = process.cpuUsage(began);
		if (user > SLOW_MS * 1_000) failures.set('slow', { bytes, error: `it took ${Math.round(user / 1_000)} ms` });
	};
	const keepNew = async (batch, into) => {
		for (const bytes of batch) run(bytes);
		if ((await coverage.takeNew()) === 0) return;
		// Something in it is new: which, a second run tells, that of what is known already nothing is.
		for (const bytes of batch) {
			run(bytes);
			const digest = await coverage.digest();
			if (digest === 0) continue;
			known.push(bytes);
			into.push(bytes);
		}
	};
	for (const bytes of corpus) await keepNew([bytes], []);
	if (known.length === 0) known.push(...corpus, Buffer.from('{}'));
	const until = Date.now() + ms;
	let done = 0;
	while (Date.now() < until && done < runs && failures.size < 8) {
		const batch = Array.from({ length: Math.min(BATCH, runs - done) }, () =>
			changed(chance.pick(known), known, words, chance),
		);
		await keepNew(batch, found);
		done += batch.length;
	}
	await coverage.close();
	return { runs: done, reached: coverage.reached(), found, failures: [...failures.values()] };
}

/** What of a bundle ran, by block, in steps of how often. */
async function openCoverage(bundle) {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
	const seen = new Set();
	/** Of the batch that was taken last: what was new in it, until each is told who reached it first. */
	let fresh = new Set();
	const take = async () => {
		const { result } = await session.post('Profiler.takePreciseCoverage');
		const places = [];
		for (const { url, functions } of result)
			if (url.endsWith(bundle))
				for (const { ranges } of functions)
					for (const { startOffset, endOffset, count } of ranges)
						if (count > 0) places.push(`${startOffset}-${endOffset}`);
		return places;
	};
	return {
		async takeNew() {
			fresh = new Set((await take()).filter((place) => !seen.has(place)));
			for (const place of fresh) seen.add(place);
			return fresh.size;
		},
		async digest() {
			let count = 0;
			for (const place of await take()) if (fresh.delete(place)) count++;
			return count;
		},
		reached: () => seen.size,
		async close() {
			await session.post('Profiler.stopPreciseCoverage');
			session.disconnect();
		},
	};
}

function chanceOf(seed) {
	const next = seeded(seed);
	const below = (limit) => Math.floor(next() * limit);
	return { below, pick: (all) => all[below(all.length)] };
}

/** What formats are made of, and what readers trip over. */
const WORDS = [
	...[
		'"',
		'\\',
		'{',
		'}',
		'[',
		']',
		':',
		',',
		'\n',
		'\r\n',
		'\r',
		'---\n',
		'---',
		'\ufeff',
		'\0',
		'\u2028',
		'\ud800',
		'\\ud800',
	],
	...[
		'null',
		'true',
		'false',
		'0',
		'-1',
		'1e999',
		'9007199254740993',
		'""',
		'{}',
		'[]',
		'//',
		'/*',
		'*/',
		' ',
		'\t',
		'  ',
	],
	...[
		'__proto__',
		'constructor',
		'toString',
		'hooks',
		'permissions',
		'allow',
		'mcpServers',
		'\u0085',
		'\u202e',
		'../',
		'é',
		'🚀',
	],
].map((word) => Buffer.from(word));

/** The names in what there is. */
function wordsIn(corpus) {
	const names = corpus.flatMap((bytes) => bytes.toString('latin1').match(/"[\w-]{1,24}"|^[\w-]{1,24}:/gmu) ?? []);
	return [...new Set(names)].slice(0, 400).map((word) => Buffer.from(word, 'latin1'));
}

/** An input, changed in one place or a few. */
function changed(bytes, known, words, { below, pick }) {
	let now = bytes;
	const place = () => below(now.length + 1);
	const put = (from, to, ...parts) => (now = Buffer.concat([now.subarray(0, from), ...parts, now.subarray(to)]));
	const ways = [
		() => put(place(), now.length),
		() => {
			const at = place();
			put(at, at + 1 + below(8));
		},
		() => {
			const at = place();
			put(at, at + 1, Buffer.from([below(256)]));
		},
		() => {
			const at = place();
			put(at, at, pick(words));
		},
		() => {
			const at = place();
			put(at, at + 1 + below(12), pick(words));
		},
		() => {
			// A piece of it once more, or one of another.
			const other = pick([now, pick(known)]);
			const from = below(other.length + 1);
			const at = place();
			put(at, at, other.subarray(from, from + 1 + below(200)));
		},
		() => {
			const lines = now.toString('latin1').split('\n');
			const [a, b] = [below(lines.length), below(lines.length)];
			[lines[a], lines[b]] = [lines[b], lines[a]];
			now = Buffer.from(lines.join('\n'), 'latin1');
		},
		() => {
			const other = pick(known).toString('latin1').split('\n');
			const lines = now.toString('latin1').split('\n');
			lines.splice(below(lines.length + 1), below(2), pick(other));
			now = Buffer.from(lines.join('\n'), 'latin1');
		},
		() => {
			// One value of JSON for another.
			const values = [...now.toString('latin1').matchAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null/gu)];
			if (values.length === 0) return;
			const at = pick(values);
			put(
				at.index,
				at.index + at[0].length,
				Buffer.from(pick([pick(values)[0], '{}', '[]', 'null', '0', '""', '[[]]']), 'latin1'),
			);
		},
		() => {
			const at = place();
			const word = pick(words);
			put(at, at, ...Array.from({ length: 1 + below(300) }, () => word));
		},
	];
	for (let times = 1 + below(4); times > 0; times--) pick(ways)();
	return now.subarray(0, LONGEST);
}
