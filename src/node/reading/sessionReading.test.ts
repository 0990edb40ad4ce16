import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Redactor, createRedactor } from '../../core/privacy/redaction';
import { createRedactionReport } from '../../core/privacy/report';
import { type Line, SESSION, assistantLine, jsonl, resultLine, userLine } from '../../core/testing/transcripts';
import { loadSecretDetector } from '../privacy/secretDetector';
import { useUtc } from '../testing/timeZone';
import { type ReadingOptions, SLICE, readAsMarkdown } from './sessionReading';
import { MAX_LINE_BYTES } from '../transcript/transcriptLines';

const SAMPLES = path.resolve('test/fixtures/sessions');
const REWOUND = path.join(SAMPLES, '22-rewound/projects/-home-dev-app/584902eb-20a9-4dbb-9ab9-6d91a5458c29.jsonl');
const SUBAGENT = path.join(
	SAMPLES,
	'08-subagent-foreground/projects/-home-dev-app/009e91d4-abe8-48e9-8143-da63c30727cc/subagents/agent-a8326d2d1c54cb252.jsonl',
);

let folder: string;
useUtc();
beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'reading-'));
});
afterAll(() => {
	rmSync(folder, { recursive: true, force: true });
});

const written = (lines: readonly (Line | string)[], name = `${SESSION}.jsonl`): string => {
	const file = path.join(folder, name);
	writeFileSync(file, jsonl(lines));
	return file;
};
const read = async (file: string, options?: ReadingOptions): Promise<string> => {
	let text = '';
	for await (const chunk of readAsMarkdown(file, options)) text += chunk.text;
	return text;
};

describe('a session as Markdown', () => {
	it('is what the samples say', async () => {
		expect(await read(REWOUND)).toBe(readFileSync(path.resolve('test/fixtures/reading/22-rewound.md'), 'utf8'));
	});

	it('tells how many of its turns are read', async () => {
		const told: (readonly [number, number])[] = [];
		await read(written([userLine('one'), assistantLine('a'), userLine('two'), assistantLine('b')]), {
			onProgress: (done, total) => void told.push([done, total]),
		});
		expect(told).toEqual([
			[1, 2],
			[2, 2],
		]);
	});

	it('says in which turns something was redacted, whether or not somebody asks how far it is', async () => {
		const report = createRedactionReport();
		const lines = ['one', 'write to dev@example.com', 'three'].map((text) => userLine(text));
		await read(written(lines), { redactor: createRedactor(loadSecretDetector()), report });
		// The folder stands above the first turn.
		expect(report.kinds().map(({ kind, turns }) => [kind, turns])).toContainEqual(['e-mail', [2]]);
	});

	it('is the same from a copy under another name', async () => {
		const copy = path.join(folder, 'backup of tuesday.jsonl');
		copyFileSync(REWOUND, copy);
		expect(await read(copy)).toBe(await read(REWOUND));
	});

	it('takes the name that it is given, and one session of a file that holds two', async () => {
		const file = written([userLine('mine'), userLine('theirs', { sessionId: 'other' })]);
		expect(await read(file, { title: 'A <b>name' })).toMatch(/^# A \\<b>name\n/u);
		expect(await read(file, { title: 'x', sessionId: 'other' })).toMatch(/## 1 · \S+ · theirs\n\n> theirs\n$/u);
	});

	it('of a subagent tells what the subagent did', async () => {
		expect(await read(SUBAGENT)).toMatch(/^# Subagent a8326d2d1c54cb252\n\n[^]*\n- Bash: /u);
	});

	it('survives torn, foreign and endless lines, and says where one is missing', async () => {
		const file = written([
			userLine('before'),
			'{"type":"user","mess',
			'null',
			'{"type":"brand-new","sessionId":"x"}',
			`{"type":"user","x":"${'y'.repeat(MAX_LINE_BYTES + 300_000)}"}`,
			assistantLine('after'),
		]);
		expect(await read(file)).toMatch(/> before\n\n\*Line 5 of the transcript is too long to show\*\n\nafter\n$/u);
	});

	it('of an empty file is its name', async () => {
		expect(await read(written([], 'empty.jsonl'))).toBe('# empty\n');
	});

	it('of a file that is not there is an error', async () => {
		await expect(read(path.join(folder, 'none.jsonl'))).rejects.toMatchObject({ code: 'ENOENT' });
	});

	it('stops where nobody wants it any more', async () => {
		const stop = new AbortController();
		stop.abort(new Error('closed'));
		await expect(read(REWOUND, { signal: stop.signal })).rejects.toThrow('closed');
	});
});

describe('redaction', () => {
	const KEY = `sk-ant-api03-${'A1b2'.repeat(24)}`;
	const lines = [
		userLine(`mail jane@example.org about ${KEY} in /home/jane/app`),
		assistantLine(`Seen ${KEY}.`),
		assistantLine({ tool: 'Bash', id: 't', input: { command: `export K=${KEY}` } }),
		resultLine('t', `K=${KEY}\n`),
		{ type: 'custom-title', customTitle: `About ${KEY}`, sessionId: SESSION },
	];

	it('reaches titles, prompts, replies, commands and their output', async () => {
		const redactor = createRedactor(loadSecretDetector());
		const text = await read(written(lines), { redactor });
		expect(text).not.toMatch(/A1b2A1b2|jane/u);
		expect(text.match(/\[redacted[^\]]*\]/gu)?.length).toBeGreaterThanOrEqual(6);
		expect(await read(written(lines))).toContain(KEY);
	});

	it('finds a secret that is cut by the limit of a line, a text or an output, or torn by a hidden letter', async () => {
		const redactor = createRedactor(loadSecretDetector());
		const filler = (length: number) => 'word '.repeat(length / 5);
		const file = written([
			userLine(`${filler(60)}${KEY}`),
			userLine(`${filler(199_990)}${KEY} ${filler(50_000)}`),
			userLine(`sk-ant-api03-\u200b${'A1b2'.repeat(24)}`),
			assistantLine({ tool: 'Bash', id: 't', input: { command: `echo ${filler(150)}${KEY}` } }),
			resultLine('t', `${'x '.repeat(90)}${KEY}\n${filler(30_000)}${KEY}\n${filler(2_980)}${KEY}${filler(2_980)}`),
			assistantLine({ tool: 'Bash', id: 'u', input: { command: 'cat' } }),
			resultLine(
				'u',
				`${'a line\n'.repeat(1_000)}-----BEGIN PRIVATE KEY-----\n${'A1b2A1b2\n'.repeat(500)}-----END PRIVATE KEY-----\n`,
			),
		]);
		expect(await read(file, { redactor })).not.toMatch(/A1b2A1b2/u);
	});
});

describe('a session of 50,000 messages', () => {
	it('is read in slices, each followed by a turn of the event loop', async () => {
		const turn = (n: number): readonly Line[] => [
			userLine(`Prompt ${n} in /home/jane/app`),
			assistantLine({ tool: 'Bash', id: `t${n}`, input: { command: 'npm test' } }),
			resultLine(`t${n}`, 'a line of output\n'.repeat(20)),
			assistantLine(`Reply ${n}, **with** \`code\`.\n\n- and a list`),
		];
		const file = path.join(folder, `${SESSION}.jsonl`);
		writeFileSync(file, Array.from({ length: 12_500 }, (_, n) => jsonl(turn(n))).join(''));

		let slices = 0;
		let worked = 0;
		let mostWorked = 0;
		const redactor: Redactor = {
			text: (text) => {
				worked += text.length;
				return { value: text.replaceAll('/home/jane', '~'), findings: [] };
			},
			json: (value) => ({ value, findings: [] }),
		};
		const pause = (): Promise<void> => {
			slices++;
			mostWorked = Math.max(mostWorked, worked);
			worked = 0;
			return new Promise((resolve) => setImmediate(resolve));
		};
		let length = 0;
		let messages = 0;
		let longest = 0;
		for await (const chunk of readAsMarkdown(file, { redactor, pause })) {
			length += chunk.text.length;
			messages += chunk.messages.length;
			longest = Math.max(longest, chunk.text.length);
		}
		expect(messages).toBe(50_000);
		expect(mostWorked).toBeLessThanOrEqual(SLICE);
		expect(slices).toBeGreaterThan(length / SLICE);
		expect(longest).toBeLessThan(64_000);
	});

	it('never works on a piece of a large message that is larger than a slice', async () => {
		const file = written([userLine('word '.repeat(100_000)), assistantLine('x'.repeat(150_000))]);
		const sizes: number[] = [];
		let pauses = 0;
		const redactor: Redactor = {
			text: (text) => {
				sizes.push(text.length);
				return { value: text, findings: [] };
			},
			json: (value) => ({ value, findings: [] }),
		};
		await read(file, { redactor, pause: () => Promise.resolve(void pauses++) });
		expect(Math.max(...sizes)).toBeLessThanOrEqual(SLICE);
		expect(pauses).toBeGreaterThanOrEqual(10);
	});
});
