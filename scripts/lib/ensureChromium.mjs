// A Chromium to drive, from where it can be had: named, the one that npm carries, the system's, and last the one that
// Playwright downloads, because many networks let npm through and nothing else. The one of npm is made to have no window,
// and takes a quarter less of a processor than one of a system to open VS Code and draw it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { npmChromium } from './npmChromium.mjs';
import { inRoot } from './paths.mjs';
import { isExecutable, spawnGroup, toolEnvironment, which } from './process.mjs';
import { Advice, say, seconds, step } from './terminal.mjs';

const ON_PATH = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ELSEWHERE = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const WAYS = [npmChromium, systemChromium, playwrightChromium];
const STANDSTILL_MS = 20_000;

let found;

/**
 * @param {(() => Promise<string>)[]} [ways] tried one after the other where `CHROMIUM` names none; nothing is looked up twice
 * @returns {Promise<string>} the path of a Chromium or Chrome; throws a line that says what to do where there is none
 */
export async function ensureChromium(ways = WAYS) {
	return (found ??= namedChromium() ?? (await firstOf(ways)));
}

function namedChromium() {
	const named = process.env.CHROMIUM;
	if (!named || isExecutable(named)) return named || undefined;
	throw new Advice(`CHROMIUM names ${named}, which cannot be run.`);
}

export async function systemChromium() {
	const file = ON_PATH.map(which).find((each) => each && answers(each)) ?? ELSEWHERE.find((each) => existsSync(each));
	if (file === undefined) throw new Advice('the system has none');
	return file;
}

/** Some systems have a program of that name that only says how to install it. */
const answers = (file) =>
	spawnSync(file, ['--version'], { env: toolEnvironment(), timeout: STANDSTILL_MS }).status === 0;

async function firstOf(ways) {
	for (const way of ways) {
		try {
			return await way();
		} catch (error) {
			say(`  No Chromium that way: ${reasonOf(error.message)}`);
		}
	}
	throw new Advice(
		'Chromium is needed to drive VS Code: run `sudo apt-get install -y --no-install-recommends chromium fonts-dejavu-core`, or set CHROMIUM to its path.',
	);
}

/** Into Playwright's own folder, where other projects of the machine look, too. */
async function playwrightChromium() {
	const { chromium } = await import('playwright-core');
	const file = chromium.executablePath();
	const install = [inRoot('node_modules/playwright-core/cli.js'), 'install', '--no-shell', 'chromium'];
	if (!isExecutable(file))
		await step("Downloading Playwright's Chromium", () => runWhileItMoves(process.execPath, install));
	if (!answers(file)) throw new Advice(`${file} does not start`);
	return file;
}

/** Runs a download to its end; one that tells no progress for a while is given up, because it may never end. */
export async function runWhileItMoves(command, args, limitMs = STANDSTILL_MS) {
	const { child, gone, end } = spawnGroup(command, args, { env: toolEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
	let words = '';
	let isStuck = false;
	const limit = setTimeout(() => {
		isStuck = true;
		void end();
	}, limitMs);
	const read = (bytes) => {
		words += bytes;
		if (/\d%/.test(bytes)) limit.refresh();
	};
	child.stdout.on('data', read);
	child.stderr.on('data', read);
	const code = await gone;
	clearTimeout(limit);
	if (isStuck) throw new Advice(`given up after ${seconds(limitMs)} without progress`);
	if (code !== 0) throw new Advice(reasonOf(words) || `it ended with ${code}`);
}

/** Of what a program said, the first line that names an error. */
const reasonOf = (words) => (/^.*\berror\b.*$/im.exec(words)?.[0] ?? words.split('\n')[0]).trim();
