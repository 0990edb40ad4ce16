// Documents of sample sessions, word by word, in test/fixtures/documents. Read a changed one as somebody who was not there:
// could you go on? `npx vitest run src/core/documents/document.test.ts -u` writes them anew.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longSession } from '../testing/longSession';
import { DAY_MS } from '../base/dates';
import {
	SESSION,
	START_MS,
	assistantLine,
	chained,
	forkedLines,
	jsonl,
	numberedAnew,
	resultLine,
	userLine,
} from '../testing/transcripts';
import { createLifeFold } from '../sessions/fromTranscript';
import { workedMinutes } from '../sessions/life';
import { beganMs } from '../transcript/facts';
import { entriesOf } from '../transcript/parseEntry';
import { emptySession, foldEntries } from '../transcript/session';
import { type RenderedDocument, renderDocument } from './document';
import { createExtraction } from '../handoff/extract';

const SAMPLES = path.resolve('test/fixtures/sessions');
const DOCUMENTS = path.resolve('test/fixtures/documents');
const LONG = numberedAnew(() => jsonl(longSession()));

const zone = process.env['TZ'];
beforeAll(() => (process.env['TZ'] = 'UTC'));
afterAll(() => {
	if (zone === undefined) delete process.env['TZ'];
	else process.env['TZ'] = zone;
});

function documentOf(
	text: string,
	id = SESSION,
	redact = (words: string): string => words,
	isDetached = false,
): RenderedDocument {
	const entries = entriesOf(text.split('\n'));
	const session = foldEntries(emptySession(id), entries);
	const extraction = createExtraction(session);
	const { fork } = session.facts;
	const lived = createLifeFold({ id, forkedMs: fork && beganMs(session.facts) });
	for (const entry of entries) {
		extraction.note(entry);
		lived.note(entry);
	}
	const life = lived.close();
	return renderDocument({
		minutes: life && workedMinutes(life),
		extract: extraction.close(),
		facts: session.facts,
		folder: '/home/dev/app',
		git: { branch: isDetached ? undefined : session.facts.gitBranch, commit: '0123456789abcdef', dirty: [] },
		path: '.claude/memory/session-2026-11-20-2200.md',
		nowMs: Date.UTC(2026, 10, 20, 22),
		redact,
	});
}
const asFile = ({ fields, body }: RenderedDocument): string => `${JSON.stringify(fields, undefined, 1)}\n\n${body}\n`;

describe('a document', () => {
	it('of a long session lets a stranger go on', async () => {
		await expect(asFile(documentOf(LONG))).toMatchFileSnapshot(path.join(DOCUMENTS, 'long-session.md'));
	});

	for (const label of readdirSync(SAMPLES).filter((name) => name !== 'index.json')) {
		const folder = path.join(SAMPLES, label, 'projects/-home-dev-app');
		for (const name of readdirSync(folder).filter((each) => each.endsWith('.jsonl')))
			it(`of ${label} ${name.slice(0, 4)} says what the transcript says`, async () => {
				const id = name.replace('.jsonl', '');
				const document = documentOf(readFileSync(path.join(folder, name), 'utf8'), id);
				await expect(asFile(document)).toMatchFileSnapshot(path.join(DOCUMENTS, `${label}-${name.slice(0, 4)}.md`));
			});
	}

	it('claims no branch for a commit that is on none', () => {
		const { fields } = documentOf(LONG, SESSION, (words) => words, true);
		expect(fields).not.toHaveProperty('branch');
		expect(fields.commit).toBe('0123456789abcdef');
	});

	it('takes its topic from words, and its workstream from the project', () => {
		const { fields } = documentOf(
			jsonl(
				chained([
					userLine('---\nMend the hosts file\n'),
					assistantLine({ tool: 'Edit', id: 'e', input: { file_path: '/etc/hosts' } }),
					resultLine('e'),
				]),
			),
		);
		expect(fields.topic).toBe('Mend the hosts file');
		expect(fields.workstream).toBeUndefined();
	});

	it('ends each line of a session with the message that says it', () => {
		const { body } = documentOf(LONG);
		const lines = body.split('\n').filter((line) => line.startsWith('- '));
		const sources = new Set([...body.matchAll(/^- (m\d+) · /gmu)].map(([, mark]) => mark));
		for (const line of lines.filter((each) => !/^- (?:m\d+ · |Not committed)/u.test(each))) {
			const marks = [...line.matchAll(/\[(m\d+)\]/gu)].map(([, mark]) => mark);
			expect(marks.length, line).toBeGreaterThan(0);
			for (const mark of marks) expect(sources).toContain(mark);
		}
	});

	it('redacts before it cuts, and lets no word of a session become Markdown of its own', () => {
		const secret = 'SECRET'.repeat(80);
		const { fields, body } = documentOf(
			jsonl(
				chained([
					userLine(`# Title\n\nUse ${secret} instead of <img src=x> ![a](http://x/y)`),
					assistantLine({ tool: 'Edit', id: 'e', input: { file_path: '/home/dev/app/a`b.ts' } }),
					resultLine('e'),
				]),
			),
			SESSION,
			(text) => text.replaceAll(secret, '[redacted]'),
		);
		expect(JSON.stringify(fields) + body).not.toContain('SECRET');
		expect(body).not.toMatch(/^# Title/mu);
		expect(body).toContain('\\<img');
		expect(body).toContain('\\![a]');
		expect(body).toContain("`a'b.ts`");
	});

	it('names files and commands as they are, with an @ as well', () => {
		const { body } = documentOf(
			jsonl(
				chained([
					userLine('Add a page'),
					assistantLine({ tool: 'Write', id: 'w', input: { file_path: '/home/dev/app/app/@modal/page.tsx' } }),
					resultLine('w'),
					assistantLine({ tool: 'Bash', id: 'b', input: { command: 'npm test -w @acme/app' } }),
					resultLine('b', 'Tests 3 passed'),
				]),
			),
		);
		expect(body).toContain('- `app/@modal/page.tsx`');
		expect(body).toContain('- `npm test -w @acme/app` →');
	});

	it('of very many turns keeps the first and the last', () => {
		const lines = Array.from({ length: 60 }, (_, at) => [
			userLine(`Do ${at}`),
			assistantLine(`Did the thing number ${at}.`),
		]);
		const { body } = documentOf(jsonl(chained(lines.flat())));
		expect(body).toContain('Asked: Do 3 ');
		expect(body).toContain('… 46 more turns are in the transcript.');
		expect(body).toContain('Asked: Do 59 ');
		expect(body).not.toContain('Asked: Do 30 ');
	});

	it('counts the time that was worked', () => {
		const at = (minutes: number): { timestamp: string } => ({
			timestamp: new Date(START_MS + minutes * 60_000).toISOString(),
		});
		const begun = [userLine('Fix the queue', at(0)), assistantLine('Fixed.', {}, at(1))];
		const later = [userLine('Now test it', at(4_320)), assistantLine('Tested.', {}, at(4_322))];
		const { fields, body } = documentOf(jsonl(chained([...begun, ...later])));
		expect(fields.duration_minutes).toBe(3);
		expect(body).toMatch(/\d\d:\d\d–2026-/u);
	});

	it('of a fork counts the time since it left its origin', () => {
		const id = 'bbbbbbbb-0000-4000-8000-000000000002';
		const later = (minutes: number): { sessionId: string; timestamp: string } => ({
			sessionId: id,
			timestamp: new Date(START_MS + DAY_MS + minutes * 60_000).toISOString(),
		});
		const origin = chained([userLine('Fix the queue'), assistantLine('Fixed.')]);
		const own = [userLine('Now test it', later(0)), assistantLine('Tested.', {}, later(4))];
		const { fields, body } = documentOf(jsonl([...forkedLines(origin, id, START_MS + DAY_MS), ...own]), id);
		expect(fields.duration_minutes).toBe(4);
		expect(body).toContain('2026-11-21 12:00–12:04');
	});
});
