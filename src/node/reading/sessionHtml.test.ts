import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRedactor } from '../../core/privacy/redaction';
import { SESSION, assistantLine, jsonl, resultLine, userLine } from '../../core/testing/transcripts';
import { loadSecretDetector } from '../privacy/secretDetector';
import { readAsHtml } from './sessionHtml';
import { type ReadingOptions } from './sessionReading';

const KEY = `sk-ant-api03-${'A1b2'.repeat(24)}`;

let file: string;
beforeAll(() => {
	file = path.join(mkdtempSync(path.join(tmpdir(), 'html-')), `${SESSION}.jsonl`);
	writeFileSync(
		file,
		jsonl([
			userLine(`Use ${KEY} in /home/jane/app`),
			assistantLine({ tool: 'Bash', id: 't', input: { command: `K=${KEY}` } }),
			resultLine('t', `${KEY}\n`),
			userLine(
				'<task-notification><summary>Agent “Count” finished</summary><result>2 files</result></task-notification>',
			),
		]),
	);
});
afterAll(() => rmSync(path.dirname(file), { recursive: true, force: true }));

const read = async (options?: ReadingOptions): Promise<string> => {
	let html = '';
	for await (const piece of readAsHtml(file, options)) html += piece;
	return html;
};

it('an exported session is redacted everywhere, its outline included, and says so', async () => {
	const html = await read({ redactor: createRedactor(loadSecretDetector()) });
	expect(html).not.toMatch(/A1b2A1b2|jane/u);
	expect(html).toContain('were redacted.');
	const raw = await read();
	expect(raw).toContain(KEY);
	expect(raw).toContain('without redaction.');
});

it('its outline names what a background agent did', async () => {
	expect(await read()).toContain('<span class="number">2</span><span>Agent “Count” finished</span>');
});

it('its policy allows the style that is in it', async () => {
	const html = await read();
	const style = /<style>([^]*)<\/style>/u.exec(html)?.[1] ?? '';
	expect(html).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
});
