import { describe, expect, test } from 'vitest';
import { extractOf } from '../../testing/extracts';
import { SIGNAL_CASES } from '../../testing/signalCases';
import { type Line, SESSION, chained, jsonl, userLine } from '../../testing/transcripts';
import { entriesOf } from '../../transcript/parseEntry';
import { type Material, readMaterial } from '../material';
import { MENU } from '../menu';
import { type SignalContext, readingOf } from './context';
import { failureShapes } from './meta';
import { SIGNALS, findSignals, relevanceOf } from './signals';

const NOTHING: SignalContext = {
	minutes: 0,
	tokens: 0,
	earlier: [],
	earlierHandOffs: [],
	calibration: [],
	commits: [],
	committedFiles: undefined,
	dirtyFiles: undefined,
	checkout: '/home/dev/app',
	openTasks: [],
	putOff: [],
	decisions: [],
	memories: [],
	queued: [],
	conventions: [],
	folders: [],
	hourOf: (ms) => new Date(ms).getUTCHours(),
};

const readingOfLines = (lines: readonly Line[]): Partial<SignalContext> => readingOf(extractOf(lines), (text) => text);

function materialOf(lines: readonly Line[], redact = (text: string): string => text): Material {
	const reader = readMaterial(SESSION, redact);
	for (const entry of entriesOf(jsonl(chained(lines)).split('\n'))) reader.note(entry);
	return reader.close();
}

describe('signals', () => {
	describe.each(MENU.map(({ id }) => [id, SIGNAL_CASES[id]] as const))('%s', (id, each) => {
		test('says what the session shows, and where', () => {
			const material = materialOf(each.lines);
			const found = findSignals(material, { ...NOTHING, ...readingOfLines(each.lines), ...each.context }).get(id) ?? [];
			expect(found.map((finding) => finding.text)).toEqual(each.says);
			for (const { at, item, weight } of found) {
				expect(item).toBe(id);
				expect(weight).toBeGreaterThan(0);
				expect(weight).toBeLessThanOrEqual(1);
				for (const { index, uuid } of at) {
					expect(index).toBeLessThanOrEqual(each.lines.length);
					expect(jsonl(each.lines)).toContain(uuid);
				}
			}
		});

		test('is silent on what only looks like it', () => {
			expect(
				SIGNALS[id](materialOf(each.not), { ...NOTHING, ...readingOfLines(each.not), ...each.notContext }),
			).toEqual([]);
		});
	});

	test.each(['failed-experiments', 'code-health', 'files-not-noted', 'memory-hits'] as const)(
		'%s shows the same with the paths of Windows',
		(id) => {
			const { lines, context, says } = SIGNAL_CASES[id];
			const onWindows = (text: string): string =>
				text.replace(/"(\/home\/dev\/[^"]*)"/gu, (_, file: string) =>
					JSON.stringify(`C:${file.replace(/\//gu, '\\')}`),
				);
			const windows = lines.map((line) => JSON.parse(onWindows(JSON.stringify(line))) as Line);
			const found = findSignals(materialOf(windows), {
				...NOTHING,
				...readingOfLines(windows),
				...context,
				checkout: 'C:\\home\\dev\\app',
			});
			const slashed = (text: string): string => text.replace(/\\/gu, '/').replace(/C:/gu, '');
			expect((found.get(id) ?? []).map(({ text }) => slashed(text))).toEqual(says);
		},
	);

	test('an empty session shows nothing at all', () => {
		expect(findSignals(materialOf([]), NOTHING)).toEqual(new Map());
	});

	test('what matters most is what was found, and a little more for each further finding', () => {
		const findings = findSignals(materialOf(SIGNAL_CASES['remember-misses'].lines), NOTHING);
		expect(relevanceOf(findings).get('remember-misses')).toBe(1);
	});

	test('a failure has the same shape whatever the path, the number and the quoted name', () => {
		const failures = SIGNAL_CASES['recurring-failures'].lines;
		expect(failureShapes(materialOf(failures))).toEqual({ 'Bash: …: line #: pnpm: command not found': 2 });
	});
});

describe('the material', () => {
	test('is redacted before it is cut: a secret at the edge does not lose the part by which it is known', () => {
		const secret = `sk-ant-${'x'.repeat(60)}`;
		const redact = (text: string): string => text.replaceAll(secret, '[redacted: key]');
		const [moment] = materialOf([userLine('y'.repeat(15_970) + secret)], redact).moments;
		expect(moment?.kind === 'said' && moment.text).not.toContain('sk-ant-');
	});

	test('numbers messages as the file has them, those of subagents and other sessions left out', () => {
		const lines = [
			userLine('one'),
			userLine('side', { isSidechain: true }),
			userLine('foreign', { sessionId: '22222222-2222-4222-8222-222222222222' }),
			userLine('two'),
		];
		expect(materialOf(lines).moments.map(({ index }) => index)).toEqual([1, 2]);
	});

	test('a session of any length stays bounded, its beginning and its end kept', () => {
		const material = materialOf(Array.from({ length: 9_000 }, (_, n) => userLine(`prompt ${n}`)));
		expect(material.moments.length).toBeLessThanOrEqual(7_000);
		expect(material.moments[0]?.index).toBe(1);
		expect(material.moments.at(-1)?.index).toBe(9_000);
		expect(material.left + material.moments.length).toBe(9_000);
	});
});
