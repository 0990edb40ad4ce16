// A session as one HTML file, piece by piece.
import { say } from '../../core/base/say';
import { createHash } from 'node:crypto';
import { htmlEnd, htmlHead } from '../../core/reading/html';
import { HTML_STYLE } from '../../core/reading/htmlStyle';
import { type GapBefore, createTurnWriter } from '../../core/reading/turnHtml';
import { type ReadingOptions, openReading } from './sessionReading';

/** The only style that the file allows, for its policy. */
const STYLE_HASH = createHash('sha256').update(HTML_STYLE).digest('base64');

/**
 * The file, piece by piece; the pieces joined are all of it. Redacted where a redactor is given, and then it says so.
 * @throws what `readTranscriptLines` throws.
 */
export async function* readAsHtml(file: string, options: ReadingOptions = {}): AsyncGenerator<string, void> {
	const reading = await openReading(file, options);
	const writer = createTurnWriter(reading.head.fromMs, gapOf(options));
	yield htmlHead(reading.head, await reading.outline(), STYLE_HASH);
	for await (const block of reading.blocks) {
		const html = writer.block(block);
		await reading.spend(html.length);
		if (html !== '') yield html;
	}
	yield writer.end();
	yield htmlEnd(
		options.redactor === undefined
			? say('Exported by Session Keeper as it was said, without redaction.')
			: say('Exported by Session Keeper. Secrets, e-mail addresses and home folders were redacted.'),
	);
}

/** The fork's own part begins once. */
function gapOf({ fork, redactor }: ReadingOptions): GapBefore {
	let isMarked = fork === undefined;
	return ({ timeMs = -Infinity }) => {
		if (isMarked || fork === undefined || timeMs < fork.atMs) return undefined;
		isMarked = true;
		return redactor?.text(fork.words).value ?? fork.words;
	};
}
