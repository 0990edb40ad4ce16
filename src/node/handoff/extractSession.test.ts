import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HandOver } from '../../core/handoff/handedIn/proof';
import { handInLine } from '../../core/testing/extracts';
import { SESSION, assistantLine, chained, jsonl, userLine } from '../../core/testing/transcripts';
import { openRedactor } from '../privacy/openRedactor';
import { type Place, newPlace } from '../testing/places';
import { extractSession } from './extractSession';

let place: Place;
let file: string;
beforeEach(() => {
	place = newPlace();
	file = path.join(place.root, `${SESSION}.jsonl`);
});
afterEach(() => place.remove());

const SAID = `Use the token ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)} for the staging server`;
const given = (text: string, quote: string, origin?: 'model'): HandOver => ({
	uuid: undefined,
	statements: [{ section: 'fact', text, quotes: [quote], status: 'pending' }],
	atMs: undefined,
	...(origin && { origin }),
});

/** The facts that are proven, and how often a message had to be redacted for it. */
async function facts(...handed: readonly HandOver[]): Promise<{ facts: readonly string[]; redacted: number }> {
	const lines = [userLine(SAID), assistantLine('The server has it now.'), handInLine(`fact: Claude's | "${SAID}"`)];
	writeFileSync(file, jsonl(chained(lines)));
	const redactor = await openRedactor(place.claude);
	let redacted = 0;
	const redact = (text: string): string => {
		redacted++;
		return redactor.text(text).value;
	};
	const { extract } = await extractSession(file, { given: handed, redact });
	return { facts: extract.facts.map(({ text }) => text), redacted };
}

test('Claude quotes what was said, a model what it was shown, and a file may be kept either way', async () => {
	const shown = (await openRedactor(place.claude)).text(SAID).value;
	expect(shown).toContain('[redacted');
	const found = await facts(given('Kept', shown), given('Given', SAID), given('Told', shown, 'model'));
	expect([...found.facts].sort()).toEqual(["Claude's", 'Given', 'Kept', 'Told']);
});

test('no message is redacted where no quotation has a mark of it', async () => {
	const found = await facts(given('Told', 'The server has it now', 'model'));
	expect(found).toEqual({ facts: ["Claude's", 'Told'], redacted: 0 });
});
