// The quick scan and the fold of every line must agree, whatever the lines look like.
import { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Random, seeded } from '../../../core/testing/seeded';
import {
	type Line,
	SESSION,
	assistantLine,
	forkedLines,
	jsonl,
	metaLine,
	resultLine,
	systemLine,
	userLine,
} from '../../../core/testing/transcripts';
import { closeFacts } from '../../../core/transcript/facts';
import { createScanless, folded, scanBytes, scanned } from '../../testing/scanBytes';
import { createScan } from './scan/scanState';
import { scanFile, scanFileSync } from './transcriptScanner';
import { casesOf } from '../../testing/casesOf';

const folder = mkdtempSync(path.join(tmpdir(), 'scan-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SAMPLES = ['test/fixtures/sessions', 'test/fixtures/forks'].flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.jsonl'))
		.map((file) => path.join(folder, file)),
);
const idOf = (file: string): string =>
	(file.includes('subagents') ? file.split(path.sep).at(-3) : path.basename(file, '.jsonl')) ?? '';

test.each(SAMPLES)('agrees with the fold on %s, its keys shuffled or not', (file) => {
	const text = readFileSync(file, 'utf8');
	const id = idOf(file);
	expect(scanned(Buffer.from(text), id)).toEqual(folded(text, id));
	for (const depth of [1, 2, 9]) {
		const shuffled = text.replace(/.+/gu, (line) => JSON.stringify(shuffle(JSON.parse(line), seeded(depth), depth)));
		expect(scanned(Buffer.from(shuffled), id)).toEqual(folded(text, id));
	}
});

test('a byte-order mark costs no line', async () => {
	const lines = jsonl([userLine('hello'), assistantLine('hi')]);
	const file = path.join(folder, 'bom.jsonl');
	writeFileSync(file, `\ufeff${lines}`);
	const [scan, other] = [createScan(SESSION), createScan(SESSION)];
	const size = Buffer.byteLength(lines) + 3;
	expect(scanFileSync(scan, file, 0, size)).toBe(size);
	expect(await scanFile(other, file, 0, size)).toBe(size);
	for (const each of [scan, other])
		expect(closeFacts(each.drafts.get(SESSION) ?? createScanless(SESSION))).toEqual(folded(lines, SESSION));
});

test('a line that is cut within its first words is passed over, also at the end of a buffer', () => {
	for (const begun of ['{"type":"', '{"type":"assi', '{"type":"\\'])
		expect(scanned(Buffer.from(`${begun}\n`), SESSION)).toEqual(folded('', SESSION));
});

test('every way to cut the bytes in two gives the same facts', () => {
	const bytes = Buffer.from(jsonl(session(seeded(1), 12)));
	const whole = scanned(bytes, SESSION);
	for (let cut = 0; cut <= bytes.length; cut += 7) expect(scanned(bytes, SESSION, [cut])).toEqual(whole);
});

test('generated sessions agree with the fold: odd lines, odd keys, odd spacing', () => {
	for (let seed = 1; seed <= casesOf(150); seed++) {
		const random = seeded(seed);
		const text = jsonl(session(random, 30).map((line) => (random.chance(0.3) ? distort(line, random) : line)));
		expect(scanned(Buffer.from(text), SESSION), `seed ${seed}`).toEqual(folded(text, SESSION));
	}
});

test('generated forks of the SDK agree with the fold, whatever the order of the keys', () => {
	for (let seed = 1; seed <= casesOf(60); seed++) {
		const random = seeded(seed);
		const copied = session(random, 12).map((line) => ({ ...line, sessionId: 'origin' }));
		const fork = forkedLines([userLine('go', { sessionId: 'origin' }), ...copied], SESSION, Date.UTC(2027, 0, 1));
		const lines = [...fork, ...session(random, random.int(0, 8))];
		const depth = random.int(0, 3);
		const text = jsonl(lines.map((line) => shuffle(line, random, depth) as Line));
		const facts = folded(text, SESSION);
		expect(facts.fork?.origin).toBe('origin');
		expect(scanned(Buffer.from(text), SESSION), `seed ${seed}`).toEqual(facts);
	}
});

/** What a `user` line can say: typed words that look like something else, and marks of Claude Code's, with all that may stand before them. */
const SAYINGS = [
	...[
		'Tell me',
		'Can you',
		'7 of them',
		'Über uns',
		'почини',
		'修理',
		'なおして',
		'\u00a0mind',
		'🚀 go',
		'"quoted"',
		'\\n',
		'T',
		'C',
		'',
	],
	...[
		'<b>bold</b>',
		'[a list]',
		'/clear',
		'- item',
		'\u3000<command-name>/x</command-name>',
		'\ufeff<bash-input>ls</bash-input>',
	],
	'run <command-name>/standup</command-name> <command-args>1</command-args> again',
	'<command-message>standup</command-message> <command-name>/standup</command-name>',
	...[
		'<command-name>/clear</command-name>',
		' <local-command-stdout>x</local-command-stdout>',
		'\t<task-notification>x',
	],
	...['[Request interrupted by user]', '  [Request interrupted by user for tool use]  ', ' \n\u2003 '],
	'This session is being continued from a previous conversation that ran out of context. And so on.',
	'This session is being continued by me',
	'Caveat: The messages below were generated by the user while running local commands. Do not.',
	'Caveat: emptor',
] as const;

test('whatever a person or Claude Code says in a line of the user, it counts as what it is', () => {
	for (let seed = 1; seed <= casesOf(120); seed++) {
		const random = seeded(seed);
		const said = Array.from({ length: 12 }, (): (Line | string)[] => {
			const text = `${random.pick(SAYINGS)}${random.chance(0.3) ? ` ${'and so on "\\" ü '.repeat(random.int(1, 900))}` : ''}`;
			const marks = random.pick<Line>([{}, {}, {}, { isMeta: true }, { isMeta: 'true' }, { isCompactSummary: true }]);
			const odd = random.pick<Line>([{}, {}, {}, { uuid: '' }, { uuid: 'again' }, { uuid: 7 }, { isSidechain: null }]);
			const line = userLine(text, { ...marks, ...odd });
			const own = random.chance(0.2) ? distort(line, random) : shuffle(line, random, random.int(0, 2));
			return [own as Line, ...(random.chance(0.5) ? [assistantLine('done', { usage: [1, 1, 1, 1] })] : [])];
		});
		const text = jsonl(said.flat());
		const bytes = Buffer.from(text);
		const facts = folded(text, SESSION);
		expect(scanned(bytes, SESSION), `seed ${seed}`).toEqual(facts);
		expect(scanned(bytes, SESSION, [random.int(0, bytes.length)]), `seed ${seed}, cut`).toEqual(facts);
	}
});

test('ids count as what they mean, however they are written', () => {
	const line = (id: string, uuid: string): string =>
		JSON.stringify(assistantLine('x', { id, usage: [5, 0, 0, 0] }, { uuid })).replace(/\\\\u/gu, '\\u');
	const text = jsonl([
		...[
			userLine('go'),
			line('msg_1', 'u-1'),
			line('\\u006dsg_1', 'u-2'),
			line('msg_2', '\\u0075-1'),
			line('msg_3', ''),
		],
		...[line('msg_4', ''), line('', 'u-5'), line('', 'u-6'), line('msg_3', 'u-7')],
	]);
	expect(text).toContain('"\\u006dsg_1"');
	const facts = folded(text, SESSION);
	expect(facts.tokens.input).toBe(20);
	expect(scanned(Buffer.from(text), SESSION)).toEqual(facts);
});

test('most prompts are not parsed', () => {
	const lines = Array.from({ length: 50 }, (_, n) => [userLine(`Please do ${n}`), assistantLine('done')]).flat();
	const bytes = Buffer.from(jsonl(lines));
	const scan = createScan(SESSION);
	scanBytes(scan, bytes, 0, bytes.length);
	expect(scan.parsedLines).toBe(1);
	expect(scan.drafts.get(SESSION)).toMatchObject({ prompts: 50, lastPrompt: { text: 'Please do 49' } });
});

test('keys inside of texts and other objects are not taken for the line’s own', () => {
	const bait = {
		type: 'assistant',
		timestamp: '1999-01-01T00:00:00.000Z',
		sessionId: 'x',
		usage: { input_tokens: 7 },
		uuid: 'u',
	};
	const text = `","type":"user","sessionId":"x","cwd":"/bait","usage":{"input_tokens":7},"stop_reason":"max_tokens"}`;
	const lines = [
		userLine('go'),
		assistantLine({ tool: 'Bash', id: 't', input: { ...bait, command: text } }, {}, { meta: bait }),
		resultLine('t', text.repeat(40), { toolUseResult: { stdout: text.repeat(40), ...bait }, extra: [bait, text] }),
		assistantLine(text.repeat(60)),
	];
	for (const [name, value] of Object.entries({
		forwards: lines,
		backwards: lines.map((l) => Object.fromEntries(Object.entries(l).reverse())),
	})) {
		expect(scanned(Buffer.from(jsonl(value)), SESSION), name).toEqual(folded(jsonl(value), SESSION));
	}
});

test('an object after the message does not pass for its end', () => {
	const line = assistantLine(
		'x'.repeat(2_000),
		{ usage: [1, 2, 3, 4] },
		{ after: { pad: 'y'.repeat(2_000), usage: { input_tokens: 9 }, stop_reason: 'max_tokens' } },
	);
	expect(scanned(Buffer.from(jsonl([line])), SESSION)).toEqual(folded(jsonl([line]), SESSION));
});

// T22
test('a line of 20 MB is read without being parsed, and one beyond all measure is left out', async () => {
	const file = path.join(folder, `${SESSION}.jsonl`);
	const output = resultLine('t', 'x\\"y'.repeat(3_400_000));
	const picture = userLine('', {
		message: {
			content: [
				{ type: 'image', source: { data: 'A'.repeat(9_000_000) } },
				{ type: 'text', text: 'what is it?' },
			],
		},
	});
	const text = jsonl([userLine('go'), assistantLine({ tool: 'Bash', id: 't' }), picture, output]);
	writeFileSync(file, text);
	const scan = createScan(SESSION);
	expect(scanFileSync(scan, file, 0, Infinity)).toBe(Buffer.byteLength(text));
	expect(closeFacts(scan.drafts.get(SESSION) ?? createScanless(SESSION))).toEqual(folded(text, SESSION));
	expect(scan.parsedLines).toBe(2);

	writeFileSync(file, '{"x":[');
	appendFileSync(file, Buffer.alloc(72_000_000, '"y",'));
	appendFileSync(file, `0]}\n${jsonl([userLine('after it')])}`);
	const next = createScan(SESSION);
	await scanFile(next, file, 0, Infinity);
	expect(next.drafts.get(SESSION)?.prompts).toBe(1);
});

// T21
test('half of a long line is nothing until its other half comes, wherever it is torn', () => {
	const file = path.join(folder, `${SESSION}.jsonl`);
	const first = jsonl([userLine('go')]);
	const pasted = `${'\\'.repeat(700_001)}"${'ü'.repeat(700_000)}\u0001`;
	const long = jsonl([userLine('more', { pasted: [pasted, { pasted }], cwd: '/home/dev/there' })]);
	const text = Buffer.from(first + long);
	const whole = folded(first + long, SESSION);
	for (let torn = first.length + 100_000; torn < text.length; torn += 399_999) {
		writeFileSync(file, text.subarray(0, torn));
		const scan = createScan(SESSION);
		expect(scanFileSync(scan, file, 0, Infinity)).toBe(first.length);
		appendFileSync(file, text.subarray(torn));
		expect(scanFileSync(scan, file, first.length, Infinity)).toBe(text.length);
		const facts = closeFacts(scan.drafts.get(SESSION) ?? createScanless(SESSION));
		expect(facts).toEqual(whole);
		expect(facts).toMatchObject({ prompts: 2, lastCwd: '/home/dev/there' });
	}
});

// T21
test('what follows the last line feed is not a line yet', () => {
	const lines = jsonl([userLine('a'), userLine('b')]);
	const scan = createScan(SESSION);
	expect(scanBytes(scan, Buffer.from(lines.slice(0, -1)), 0, Buffer.byteLength(lines) - 1)).toBe(
		lines.indexOf('\n') + 1,
	);
	expect(scan.drafts.get(SESSION)?.prompts).toBe(1);
});

// T25
test('lines of other sessions make sessions of their own', () => {
	const text = jsonl([
		userLine('mine'),
		userLine('foreign', { sessionId: 'other' }),
		assistantLine('x', { usage: [5, 0, 0, 0] }, { sessionId: 'other' }),
	]);
	const scan = createScan(SESSION);
	scanBytes(scan, Buffer.from(text), 0, Buffer.byteLength(text));
	expect([...scan.drafts].map(([id, d]) => [id, d.prompts, d.tokens.input])).toEqual([
		[SESSION, 1, 0],
		['other', 1, 5],
	]);
});

function session(random: Random, turns: number): Line[] {
	const long = (): string => 'lörem "ipsum" \\ 🚀\n'.repeat(random.int(0, 120));
	return Array.from({ length: turns }, (_, n): Line[] => {
		const id = `msg_${random.int(1, turns)}`;
		const usage = [random.int(0, 9), random.int(0, 9), random.int(0, 9), random.int(0, 9)] as const;
		const place = {
			...(random.chance(0.1) ? { cwd: `/home/dév/"${n}"`, gitBranch: 'fix/ü' } : {}),
			...(random.chance(0.4) ? { entrypoint: random.pick(['sdk-cli', 'sdk-ts', 'claude-vscode', undefined]) } : {}),
		};
		return random.pick<() => Line[]>([
			() => [userLine(`p${n} ${long()}`, place)],
			() => [userLine('', { message: { role: 'user', content: [{ type: 'text', text: long() }] } })],
			() => [assistantLine(long(), { id, usage }, place), assistantLine({ tool: 'Bash', id: 't' }, { id, usage })],
			() => [
				assistantLine({ tool: 'Read', id: `t${n}`, input: { file_path: long() } }),
				resultLine(`t${n}`, long(), { toolUseResult: { stdout: long() } }),
			],
			() => [
				assistantLine(
					'x',
					{ stop: random.pick([null, 'max_tokens', 'stop_sequence', 'pause_turn']) },
					{ isAbortedMidStream: random.chance(0.5) },
				),
			],
			() => [
				assistantLine(
					'failed',
					{ model: '<synthetic>', usage: [0, 0, 0, 0] },
					{ isApiErrorMessage: random.chance(0.5) },
				),
			],
			() => [userLine('[Request interrupted by user]'), metaLine('last-prompt', { lastPrompt: 'x' })],
			() => [
				systemLine('compact_boundary', { compactMetadata: { postTokens: 100 } }),
				userLine('This', { isCompactSummary: true }),
			],
			() => [
				systemLine('turn_duration', { durationMs: 5 }),
				metaLine('cost-state', { totalCostUSD: 1 }),
				metaLine('ai-title', { aiTitle: `t${n}` }),
			],
			() => [userLine('x', { isSidechain: true }), assistantLine('y', { usage }, { isSidechain: true })],
			() => [userLine('other', { sessionId: 'other' }), metaLine('brand-new', { data: { type: 'user' } })],
			() => [
				{ type: 'attachment', attachment: { type: 'file', content: long() }, timestamp: '2020-01-01T00:00:00.000Z' },
			],
		])();
	}).flat();
}

/** A line as no version writes it, some of them no line at all. */
function distort(line: Line, random: Random): Line | string {
	const message = line['message'];
	// The scan trusts that an output is not older than the call and not newer than the answer.
	const isOutput = JSON.stringify(line).includes('tool_result');
	return random.pick<() => Line | string>([
		() => shuffle(line, random, random.int(1, 3)) as Line,
		() => JSON.stringify(line, undefined, 1).replace(/\n/gu, ' '),
		() => `${JSON.stringify(line)}\r`,
		() => JSON.stringify(line).slice(0, -random.int(1, 9)),
		() =>
			isOutput
				? line
				: {
						...line,
						timestamp: random.pick([null, 'no time', '2026-01-31T23:59:59.999Z', '2026-01-05T01:02:03Z', 7]),
					},
		() => ({ ...line, uuid: undefined }),
		() => ({ ...line, sessionId: undefined }),
		() => ({ ...line, gitBranch: undefined, cwd: '' }),
		() => ({ ...line, message: 'none' }),
		() =>
			typeof message === 'object'
				? { ...line, message: { ...message, usage: { input_tokens: -1, output_tokens: 1.5 } } }
				: line,
		() =>
			typeof message === 'object' ? { ...line, message: { ...message, id: undefined, stop_reason: undefined } } : line,
		() => JSON.stringify(line).replace('"type"', '"\\u0074ype"'),
		() => `${JSON.stringify(line)}\n\n  \n${'\0'.repeat(9)}\n[]\nnull`,
	])();
}

function shuffle(value: unknown, random: Random, depth: number): unknown {
	if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(random.shuffle(Object.entries(value)).map(([k, v]) => [k, shuffle(v, random, depth - 1)]));
}
