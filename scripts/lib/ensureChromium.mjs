// Finds a Chromium to drive. Playwright's own download is not used: it is large, and a system package is what both
// people and continuous integration have.
import { existsSync } from 'node:fs';
import { isExecutable, which } from './process.mjs';
import { Advice } from './terminal.mjs';

const ON_PATH = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ELSEWHERE = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a Chromium or Chrome; throws one line that names the command to run where there is none. */
export function ensureChromium() {
	const named = process.env.CHROMIUM;
	if (named) {
		if (isExecutable(named)) return named;
		throw new Advice(`CHROMIUM names ${named}, which cannot be run.`);
	}
	const found = ON_PATH.map(which).find(Boolean) ?? ELSEWHERE.find((file) => existsSync(file));
	if (found) return found;
	throw new Advice(
		'Chromium is needed to drive VS Code: run `sudo apt-get install -y --no-install-recommends chromium fonts-dejavu-core`, or set CHROMIUM to its path.',
	);
}
