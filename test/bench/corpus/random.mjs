// Chance that can be repeated, and text to fill transcripts with.
import { seeded } from '../../../scripts/lib/seeded.mjs';

/** The mulberry32 generator with the distributions that transcripts have. */
export function createRandom(seed) {
	const next = seeded(seed);
	const int = (low, high) => low + Math.floor(next() * (high - low + 1));
	const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
	const hex = (length) =>
		Array.from({ length: Math.ceil(length / 8) }, () => int(0, 0xffff_ffff).toString(16).padStart(8, '0'))
			.join('')
			.slice(0, length);
	return {
		next,
		int,
		hex,
		normal,
		pick: (items) => items[int(0, items.length - 1)],
		chance: (probability) => next() < probability,
		/** Most are near the median, a few are very large. */
		size: (median, spread, most = Infinity) =>
			Math.floor(Math.max(1, Math.min(most, median * Math.exp(spread * normal())))),
		uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
	};
}

const WORDS =
	'the session index reads each transcript file and returns a stable result for parser worker token stream cache error build test module function request response branch merge naïve café größe über 日本語 テキスト обновить файл 🚀 ✅ → “quoted”'.split(
		' ',
	);

function pool(seed, length, make) {
	const random = createRandom(seed);
	let text = '';
	while (text.length < length) text += make(random);
	return text;
}

export const words = (random, count) => Array.from({ length: count }, () => random.pick(WORDS)).join(' ');

/** Long texts, cut out of at random places: making text anew for a gigabyte would take minutes. */
export const POOLS = {
	prose: pool(11, 400_000, (r) => `${words(r, r.int(6, 20))}. ${r.chance(0.2) ? '\n\n' : ''}`),
	code: pool(
		12,
		800_000,
		(r) =>
			`${String(r.int(1, 999)).padStart(6)}→${'\t'.repeat(r.int(0, 4))}${r.pick([`const ${r.hex(5)} = await read("${r.hex(6)}.ts", { encoding: 'utf8' });`, 'if (x["type"] === "user") { return { "type": "assistant" }; }', `"usage": { "input_tokens": ${r.int(1, 99)} },`, '}', ''])}\n`,
	),
	log: pool(
		13,
		800_000,
		(r) =>
			`\u001b[3${r.int(1, 6)}mPASS\u001b[39m src/${r.hex(8)}/${r.hex(6)}.test.ts:${r.int(1, 999)} (${r.int(1, 9999)} ms) ${words(r, 5)}\r\n`,
	),
	base64: pool(14, 1_500_000, (r) => Buffer.from(r.hex(96), 'hex').toString('base64')),
};

/** A piece of a pool, as long as asked for. */
export function cut(random, text, length) {
	const from = random.int(0, text.length - 2);
	let piece = text.slice(from, from + length);
	while (piece.length < length) piece += text.slice(0, length - piece.length);
	return piece.toWellFormed?.() ?? piece;
}
