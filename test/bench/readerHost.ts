// Opens a session to be read, in a process of its own, and prints how much processor time that took: until its beginning can be shown, until
// any place of it can, and one place after the other. Prints one line of JSON.
// usage: node readerHost.cjs <transcript>
import type { Page } from '../../src/core/reading/pageIndex';
import { createTurnWriter } from '../../src/core/reading/turnHtml';
import { TranscriptPages } from '../../src/node/reading/transcriptPages';

const [file = ''] = process.argv.slice(2);
/** Places that are looked at once all are known. */
const PLACES = 20;

/** Others use the machine as well: a clock on the wall would measure them, too. */
function spentMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
}

async function htmlOf(pages: TranscriptPages, page: Page | undefined): Promise<string> {
	if (page === undefined) throw new Error('The session has no page.');
	const writer = createTurnWriter(undefined, () => undefined);
	return (await pages.blocks(page)).map((block) => writer.block(block)).join('') + writer.end();
}

async function open(): Promise<unknown> {
	const pages = new TranscriptPages(file, undefined);
	const began = spentMs();
	let first: Promise<number> | undefined;
	await pages.read(() => {
		first ??= htmlOf(pages, pages.index.pages[0]).then(() => spentMs() - began);
	});
	const indexedMs = spentMs() - began;
	const { length } = pages.index.pages;
	let slowestMs = 0;
	for (let n = 1; n <= PLACES; n++) {
		const asked = spentMs();
		await htmlOf(pages, pages.index.pages[Math.floor((n / PLACES) * (length - 1))]);
		slowestMs = Math.max(slowestMs, spentMs() - asked);
	}
	const rssMb = process.resourceUsage().maxRSS / 1_024;
	return {
		firstMs: await first,
		anyMs: indexedMs + slowestMs,
		slowestMs,
		turns: pages.index.turnCount,
		pages: length,
		rssMb,
	};
}

open().then(
	(measured) => void process.stdout.write(`${JSON.stringify(measured)}\n`),
	(error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	},
);
