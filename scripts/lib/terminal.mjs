// What a person reads while a script works. Plain lines, no cursor tricks: the same text is good in a terminal and in
// a log of continuous integration.

const HEARTBEAT_MS = 10_000;

export const say = (text = '') => process.stdout.write(`${text}\n`);

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Names a piece of work, keeps saying that it is still going, and says how long it took.
 * @template T
 * @param {string} title
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
	const began = Date.now();
	say(`▸ ${title}`);
	const heartbeat = setInterval(() => say(`  … still at it: ${title} (${seconds(Date.now() - began)})`), HEARTBEAT_MS);
	try {
		const result = await work();
		say(`✓ ${title} (${seconds(Date.now() - began)})`);
		return result;
	} catch (error) {
		say(`✗ ${title} (${seconds(Date.now() - began)})`);
		throw error;
	} finally {
		clearInterval(heartbeat);
	}
}

/** A fault that a person can act on, or another program's own words: shown without our stack. */
export class Advice extends Error {}

export const explain = (error) => (error instanceof Advice ? error.message : String(error?.stack ?? error));

/** Runs a script's main function, whose result is the exit code. Ends quietly where nobody reads on, as in `| head`. */
export async function runMain(main) {
	process.stdout.on('error', ({ code }) => process.exit(code === 'EPIPE' ? 0 : 1));
	try {
		process.exitCode = (await main()) ?? 0;
	} catch (error) {
		process.stderr.write(`${explain(error)}\n`);
		process.exitCode = 1;
	}
}
