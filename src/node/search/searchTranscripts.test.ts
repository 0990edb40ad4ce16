import {
	appendFileSync,
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	rmSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SearchHit, findHit, shownHit } from '../../core/search/hit';
import { createMatcher } from '../../core/search/matcher';
import { parseQuery } from '../../core/search/query';
import { type Random, seeded } from '../../core/testing/seeded';
import { type Line, assistantLine, resultLine, userLine } from '../../core/testing/transcripts';
import { parseLine } from '../../core/transcript/parseEntry';
import { findOnPath } from '../project/gitRepository';
import { type SearchEngine, builtinEngine } from './engine';
import { createRipgrepEngine } from './ripgrep';
import { createThreadEngine } from './threadEngine';
import { type SearchOptions, type SearchSummary, searchTranscripts } from './searchTranscripts';
import { bundle } from '../testing/bundle';
import { casesOf } from '../testing/casesOf';

// The one of the VS Code that the end-to-end tests install, or the person's own.
const BUNDLED = path.resolve(
	`.vscode-test/server/node_modules/code-server/lib/vscode/node_modules/@vscode/ripgrep-universal/bin/${process.platform}-${process.arch}/rg`,
);
const RIPGREP = existsSync(BUNDLED) ? BUNDLED : await findOnPath('rg', process.env);
if (RIPGREP === undefined) console.warn('NOT TESTED: no ripgrep here, so its answers are not compared.');
const bundles = mkdtempSync(path.join(tmpdir(), 'sk-search-worker-'));
const workerFile = bundle('src/node/search/searchWorker.ts', bundles);
afterAll(() => rmSync(bundles, { recursive: true, force: true }));
const ENGINES: readonly [string, SearchEngine][] = [
	['built-in', builtinEngine],
	['threaded', createThreadEngine(workerFile)],
	...(RIPGREP === undefined ? [] : [['ripgrep', createRipgrepEngine(RIPGREP)] as [string, SearchEngine]]),
];

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'sk-search-'));
});
afterEach(() => {
	rmSync(folder, { recursive: true, force: true });
});

const json = (...lines: readonly Line[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

function write(name: string, content: string | Buffer): string {
	const file = path.join(folder, name);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, content);
	return file;
}

const laidOut = new Map<string, readonly string[]>();
/** Files that are large or many: laid out once, for all engines. */
function once(
	name: string,
	layOut: (write: (file: string, ...pieces: readonly (string | Buffer)[]) => string) => readonly string[],
): readonly string[] {
	const files =
		laidOut.get(name) ??
		layOut((file, ...pieces) => {
			const target = path.join(bundles, name, file);
			mkdirSync(path.dirname(target), { recursive: true });
			for (const piece of pieces) appendFileSync(target, piece);
			return target;
		});
	laidOut.set(name, files);
	return files;
}

interface Answer {
	readonly hits: readonly SearchHit[];
	readonly summary: SearchSummary;
}

/** The first file is the newest. */
async function run(
	engine: SearchEngine,
	files: readonly string[],
	typed: string,
	options: Partial<SearchOptions> = {},
): Promise<Answer> {
	const hits: SearchHit[] = [];
	const query = parseQuery(typed) ?? { terms: [typed] };
	const stamped = files.map((file, i) => ({ file, modifiedMs: -i }));
	const summary = await searchTranscripts([...stamped].reverse(), query, {
		engine,
		onHit: (hit) => hits.push(hit),
		...options,
	});
	return { hits, summary };
}

describe.each(ENGINES)('the %s engine', (_name, engine) => {
	test('finds a message, and says where it is', async () => {
		const first = json(userLine('nothing here'));
		const file = write('s.jsonl', first + json(assistantLine('The Needle.', {}, { uuid: 'u2' })));
		const { hits, summary } = await run(engine, [file], 'needle');
		expect(hits).toMatchObject([
			{ file, offset: Buffer.byteLength(first), uuid: 'u2', role: 'assistant', text: 'The Needle.' },
		]);
		expect(summary).toEqual({ isLimited: false, unreadable: [] });
	});

	test('answers in the order of age, and within a file in its order', async () => {
		const files = Array.from({ length: 40 }, (_, n) =>
			write(`p/${n}.jsonl`, json(userLine(`needle ${n} a`), userLine('other'), userLine(`needle ${n} b`))),
		);
		const { hits } = await run(engine, files, 'needle');
		expect(hits.map((hit) => hit.text)).toEqual(files.flatMap((_, n) => [`needle ${n} a`, `needle ${n} b`]));
	});

	test('searches the transcripts of subagents like any other', async () => {
		const line = userLine('needle', { isSidechain: true, sessionId: 'parent' });
		const file = write('parent/subagents/agent-a1.jsonl', json(line));
		expect((await run(engine, [file], 'needle')).hits).toMatchObject([{ sessionId: 'parent' }]);
	});

	test('shows a message that forks repeat once, in the newest file', async () => {
		const line = userLine('needle', { uuid: 'same' });
		const files = [write('fork.jsonl', json(line)), write('old.jsonl', json(line, line, userLine('needle two')))];
		const { hits } = await run(engine, files, 'needle');
		expect(hits.map((hit) => [path.basename(hit.file), hit.text])).toEqual([
			['fork.jsonl', 'needle'],
			['old.jsonl', 'needle two'],
		]);
	});

	test('shows a title once for each session, and counts it once', async () => {
		const titled = (sessionId: string): Line => ({ type: 'custom-title', customTitle: 'Needle work', sessionId });
		const again = Array.from({ length: 9 }, () => titled('a'));
		const files = [
			write('a.jsonl', json(...again, userLine('needle', { sessionId: 'a' }))),
			write('b.jsonl', json(titled('b'))),
		];
		const { hits, summary } = await run(engine, files, 'needle', { limitPerFile: 3 });
		expect(hits.map(({ sessionId, text }) => [sessionId, text])).toEqual([
			['a', 'Needle work'],
			['a', 'needle'],
			['b', 'Needle work'],
		]);
		expect(summary.isLimited).toBe(false);
	});

	test('finds a phrase over a line break, and letters however they are written', async () => {
		const texts = [
			'the rate\nlimit',
			'The "RATE\r\n  LIMIT"',
			'rate of a limit',
			'nai\u0308ve',
			'NAÏVE',
			'STRASSE',
			'straße',
		];
		const lines = texts.map((text) => userLine(text));
		const escaped = json(...lines).replace(/[^ -~\n]/gu, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
		const files = [write('raw.jsonl', json(...lines)), write('escaped.jsonl', escaped.replaceAll('uuid-', 'other-'))];
		const found = async (typed: string): Promise<readonly number[]> => {
			const { hits } = await run(engine, files, typed);
			const at = (of: string): readonly number[] =>
				hits
					.filter(({ file }) => file.endsWith(of))
					.map(({ uuid }) => lines.findIndex((line) => line['uuid'] === uuid?.replace('other-', 'uuid-')));
			expect(at('escaped.jsonl')).toEqual(at('raw.jsonl'));
			return at('raw.jsonl');
		};
		expect(await found('"rate limit"')).toEqual([0, 1]);
		expect(await found('"\\"rate limit\\""')).toEqual([1]);
		expect(await found('naïve')).toEqual([3, 4]);
		expect(await found('nai\u0308ve')).toEqual([3, 4]);
		expect(await found('straße')).toEqual([5, 6]);
	});

	test('stops at its limits and says so', async () => {
		const many = json(...Array.from({ length: 30 }, (_, n) => userLine(`needle ${n}`)));
		const files = [write('a.jsonl', many), write('b.jsonl', json(userLine('needle z')))];
		const perFile = await run(engine, files, 'needle', { limitPerFile: 5 });
		expect(perFile.hits.map((hit) => hit.text).slice(4)).toEqual(['needle 4', 'needle z']);
		expect(perFile.summary).toMatchObject({ isLimited: true });
		const altogether = await run(engine, files, 'needle', { limit: 3 });
		expect(altogether.hits.map((hit) => hit.text)).toEqual(['needle 0', 'needle 1', 'needle 2']);
		expect(altogether.summary).toMatchObject({ isLimited: true });
	});

	test('can be called off at any moment', async () => {
		const files = Array.from({ length: 60 }, (_, n) => write(`${n}.jsonl`, json(userLine(`needle ${n}`))));
		expect((await run(engine, files, 'needle', { signal: AbortSignal.abort() })).hits).toEqual([]);
		const stop = new AbortController();
		const seen: string[] = [];
		await run(engine, files, 'needle', {
			signal: stop.signal,
			onHit: (hit) => {
				seen.push(hit.text);
				stop.abort();
			},
		});
		expect(seen).toEqual(['needle 0']);
	});

	test('survives a file that is gone, and names one that may not be read', async () => {
		const files = ['gone.jsonl', 'locked.jsonl', 'fine.jsonl'].map((name) =>
			write(name, json(userLine(`needle ${name}`))),
		);
		unlinkSync(files[0] ?? '');
		chmodSync(files[1] ?? '', 0o000);
		const { hits, summary } = await run(engine, [...files, folder], 'needle');
		const codes = Object.fromEntries(summary.unreadable.map((each) => [path.basename(each.path), each.code]));
		expect(codes[path.basename(folder)]).toBe('EISDIR');
		// Nothing is locked for the super-user.
		expect([hits.length, codes['locked.jsonl']]).toEqual(process.getuid?.() === 0 ? [2, undefined] : [1, 'EACCES']);
	});

	test('finds what stands after a NUL, bytes that are no UTF-8, a torn line and a byte-order mark', async () => {
		const file = write(
			's.jsonl',
			Buffer.concat([
				Buffer.from('\ufeff' + json(userLine('needle 1'))),
				Buffer.alloc(5_000),
				Buffer.from(json(userLine('needle 2'))),
				Buffer.from(json(userLine('needle X 3')).replace('X', '\u0000')),
				Buffer.from([0xff, 0xfe, 0x0a]),
				Buffer.from(json(userLine('needle 4 é')).replace('é', ''), 'latin1'),
				Buffer.from('{"type":"user","message":{"content":"needle torn\n\n\r\n'),
				Buffer.from(json(userLine('needle 5')).replace('\n', '\r\n')),
				Buffer.from(json(userLine('needle 6')).trimEnd()),
			]),
		);
		const { hits } = await run(engine, [file], 'needle');
		expect(hits.map((hit) => hit.text)).toEqual(['needle 1', 'needle 2', 'needle 4', 'needle 5', 'needle 6']);
	});

	test('finds every word in a line of 20 MB, and keeps its memory bounded', async () => {
		const files = once('20 MB', (lay) => {
			const filler = 'a line of "output"\n'.repeat(350_000);
			const content = `${filler}the needle é\n${filler}and the thread${filler}`;
			const long = resultLine('t', content, { uuid: 'long', toolUseResult: { stdout: content } });
			return [lay('s.jsonl', json(userLine('x'), long, userLine('needle and thread')))];
		});
		const before = process.memoryUsage().rss;
		const { hits } = await run(engine, files, 'THREAD needle');
		expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(150);
		expect(hits).toMatchObject([{ uuid: 'long', role: 'toolResult' }, { text: 'needle and thread' }]);
		expect(hits[0]?.text).toContain('and the thread');
		expect((await run(engine, files, '"output the thread"')).hits).toEqual([]);
	});

	test('finds a word in a line of more than 100 MB', async () => {
		const files = once('100 MB', (lay) => {
			const [before = '', after = ''] = json(userLine('x'), resultLine('t', '§', { uuid: 'long' })).split('§');
			const half = Buffer.alloc(52 * 2 ** 20, 'x');
			return [lay('s.jsonl', before, half, ' needle ', half, after)];
		});
		expect((await run(engine, files, 'needle')).hits).toMatchObject([{ uuid: 'long', role: 'toolResult' }]);
	});

	test('finds a match across the border of two pieces, wherever the border is', async () => {
		const border = 512 * 1_024;
		const files = once('border', (lay) => {
			const shifted = Array.from({ length: 24 }, (_, shift) => {
				const line = json(userLine(`${'.'.repeat(border - 500)}§needle in the haystack§`));
				const at = Buffer.byteLength(line.slice(0, line.indexOf('§')));
				const start = border - at - shift;
				return lay(`${start}.jsonl`, `${' '.repeat(start - 1)}\n${line}${line}`);
			});
			// For fewer files no thread is started.
			return [...shifted, ...Array.from({ length: 8 }, (_, n) => lay(`hay${n}.jsonl`, json(userLine('hay'))))];
		});
		for (const typed of ['needle', '"needle in the haystack"']) {
			const { hits } = await run(engine, files, typed);
			expect(hits).toHaveLength(24);
			for (const { file, offset } of hits) expect(path.basename(file)).toBe(`${offset}.jsonl`);
		}
	});

	test('searches thousands of files', async () => {
		const files = once('long'.repeat(20), (lay) =>
			Array.from({ length: 2_000 }, (_, n) => lay(`${n}.jsonl`, json(userLine(n % 500 === 3 ? `needle ${n}` : 'hay')))),
		);
		const { hits } = await run(engine, files, 'needle');
		expect(hits.map((hit) => hit.text)).toEqual([3, 503, 1003, 1503].map((n) => `needle ${n}`));
	});

	test('lets a file grow meanwhile', async () => {
		const file = write('s.jsonl', json(...Array.from({ length: 2_000 }, (_, n) => userLine(`needle ${n}`))));
		let hits = 0;
		await run(engine, [file], 'needle', {
			limit: 10_000,
			limitPerFile: 10_000,
			onHit: (hit) => {
				hits++;
				if (hit.text.endsWith('00')) appendFileSync(file, json(userLine('needle more')));
			},
		});
		expect(hits).toBeGreaterThanOrEqual(2_000);
	});
});

describe('the engines', () => {
	/** What reading everything gives; a title that was given again stands once. */
	function oracle(
		files: readonly (readonly [string, Buffer])[],
		typed: string,
	): readonly Pick<SearchHit, 'file' | 'offset'>[] {
		const matcher = createMatcher(parseQuery(typed) ?? { terms: [typed] });
		const titles = new Set<string>();
		return files.flatMap(([file, bytes]) => {
			const found: SearchHit[] = [];
			for (let offset = 0; offset < bytes.length;) {
				const feed = bytes.indexOf(0x0a, offset);
				const end = feed < 0 ? bytes.length : feed;
				const entry = parseLine(bytes.toString('utf8', offset, end));
				const hit = entry && findHit(entry, matcher, { file, offset });
				const title = hit?.role === 'title' && hit.uuid === undefined ? `${hit.sessionId} ${hit.said}` : undefined;
				if (hit && (title === undefined || !titles.has(title))) found.push(shownHit(hit, matcher, (text) => text));
				if (title !== undefined) titles.add(title);
				offset = end + 1;
			}
			return found;
		});
	}

	test('answer what reading every line answers (generated)', async () => {
		const random = seeded(20_261_121);
		for (let round = 0; round < casesOf(6); round++) {
			const files = Array.from({ length: random.int(1, 60) }, (_, n): readonly [string, Buffer] => {
				const bytes = Buffer.concat(Array.from({ length: random.int(0, 25) }, () => anyLine(random)));
				return [write(`${round}/${n}.jsonl`, bytes), bytes];
			});
			const queries = [
				'error',
				'uuid',
				'ERR café',
				'"é \\"日本"',
				'"a\nb"',
				'type/user',
				'main',
				'x.y',
				'🚀',
				'K',
				'"a b"',
				'naïve',
				'nai\u0308ve',
				'STRAẞE',
				'οδος',
				'"err café"',
			];
			for (const [at, typed] of queries.entries()) {
				const expected = oracle(files, typed);
				for (const [name, engine] of ENGINES) {
					// Starting threads takes longer than all else here. They look with the built-in one's eyes.
					if (name === 'threaded' && at % 4 !== round % 4) continue;
					const limits = { limit: 1e6, limitPerFile: 1e6 };
					const { hits } = await run(
						engine,
						files.map(([file]) => file),
						typed,
						limits,
					);
					expect(hits, `${name}, ${JSON.stringify(typed)}, round ${round}`).toEqual(expected);
				}
			}
		}
	}, 300_000);
});

const WORDS = [
	'error',
	'ERROR',
	'err',
	'café',
	'CAFÉ',
	'é "日本',
	'a\nb',
	'uuid',
	'type/user',
	'main',
	'x.y',
	'xzy',
	'🚀',
	'\\',
	'kilo',
	'ſ',
	'naïve',
	'NAI\u0308VE',
	'straße',
	'STRASSE',
	'ΟΔΟΣ',
	'οδος',
] as const;

function anyLine(random: Random): Buffer {
	const words = (n: number): string =>
		Array.from({ length: random.int(0, n) }, () => random.pick([...WORDS])).join(random.pick([' ', '', '\n']));
	const line = random.pick<() => Line>([
		() => userLine(words(9)),
		() => userLine(words(9), { isMeta: random.chance(0.5) }),
		() => assistantLine(words(9)),
		() => assistantLine({ tool: 'Edit', id: 't', input: { [words(2)]: words(5), edits: [{ new_string: words(5) }] } }),
		() => resultLine('t', words(9), { toolUseResult: { stdout: words(9), originalFile: words(9) } }),
		() => ({ type: 'custom-title', customTitle: words(5), sessionId: 's' }),
		() => ({ type: 'api-request', body: words(9) }),
		() => ({ type: 'attachment', attachment: { type: 'file', content: words(9) }, uuid: words(1) }),
	])();
	const written = JSON.stringify(line).replace(/[^ -~]+|\//gu, (text) =>
		random.chance(0.4)
			? text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
			: text.replace('/', random.chance(0.5) ? '\\/' : '/'),
	);
	const torn = random.chance(0.05) ? written.slice(0, random.int(0, written.length)) : written;
	const bytes = Buffer.from(`${torn}${random.pick(['\n', '\n', '\r\n', '\n\n'])}`);
	if (random.chance(0.05)) bytes[random.int(0, bytes.length - 1)] = random.pick([0, 0xff, 0xc3]);
	return bytes;
}

test.each(ENGINES)('the %s engine says how many files are behind it', async (_name, engine) => {
	const files = ['one', 'two', 'three'].map((name, at) => ({
		file: write(`${name}.jsonl`, json(userLine('a cat'))),
		modifiedMs: 3 - at,
	}));
	const told: (readonly [number, number])[] = [];
	const query = parseQuery('cat') ?? expect.fail('no query');
	await searchTranscripts(files, query, {
		engine,
		onHit: () => undefined,
		onProgress: (...far) => told.push(far),
	});
	expect(told).toEqual([
		[1, 3],
		[2, 3],
		[3, 3],
	]);
});
