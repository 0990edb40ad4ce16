// A headless Chromium that cannot leave the machine: whatever would is refused, and recorded for the test to fail on.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { ensureChromium } from './ensureChromium.mjs';
import { privateEnvironment } from './process.mjs';

const LOCAL = ['127.0.0.1', 'localhost'];
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// What routes do not see (service workers, sockets, the browser itself) finds no name to connect to.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/**
 * A browser with one page.
 * @param {object} options
 * @param {string} options.dir a private folder for the browser's own files
 */
export async function openBrowser({ dir, viewport }) {
	const browser = await launchBrowser(dir);
	return { browser, ...(await openPage(browser, viewport)) };
}

/** A browser without a page. Its files are in `dir`. */
export async function launchBrowser(dir) {
	const [home, tmp] = ['browser-home', 'tmp'].map((name) => path.join(dir, name));
	for (const folder of [home, tmp]) mkdirSync(folder, { recursive: true });
	return chromium.launch({
		executablePath: await ensureChromium(),
		headless: true,
		args: FLAGS,
		env: privateEnvironment({ home, tmp }),
	});
}

/** A page that shares nothing with the browser's others. `offsite` fills with the addresses that were refused. */
export async function openPage(browser, viewport = { width: 1280, height: 1000 }) {
	const context = await browser.newContext({
		viewport,
		colorScheme: 'dark',
		reducedMotion: 'reduce',
		permissions: ['clipboard-read', 'clipboard-write'],
	});
	const offsite = [];
	const isOffsite = (url) => /^(https?|wss?):$/.test(url.protocol) && !LOCAL.includes(url.hostname);
	await context.route(isOffsite, (route) => {
		offsite.push(route.request().url());
		return route.abort();
	});
	// Sockets are only watched: routing them would put every message of VS Code through Playwright, which was seen to
	// corrupt large ones. The resolver rule above is what keeps them on this machine.
	context.on('page', (page) =>
		page.on('websocket', (socket) => {
			if (isOffsite(new URL(socket.url()))) offsite.push(socket.url());
		}),
	);
	// The bare server has no such address; without an answer VS Code keeps secrets in memory only.
	await context.route('**/mint-key', (route) => route.fulfill({ body: Buffer.alloc(32, 7) }));
	return { context, page: await context.newPage(), offsite };
}
