// Fuzzes targets, each in a process of its own, as many at once as there are cores.
import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../bundleOptions.mjs';
import { inRoot } from '../paths.mjs';
import { plainTexts } from '../plainTexts.mjs';

/** Beyond the time that a target was given. Milliseconds. */
const HANGS_MS = 120_000;

/** Bundles the targets. @returns {Promise<readonly string[]>} their names */
export async function buildTargets(bundle) {
	const entryPoints = [inRoot('src/node/testing/fuzzTargets.ts')];
	await build({ ...bundleOptions, entryPoints, outfile: bundle, plugins: [plainTexts()] });
	return Object.keys(createRequire(import.meta.url)(bundle).TARGETS);
}

/**
 * @param {string} dir for the bundle
 * @param {{ targets?: readonly string[], minutes: number, runs?: number, seed: number, onTarget?: (row: object) => void }} how
 * `minutes`: for all of them; `runs`: inputs of each, at most
 * @returns {Promise<object[]>} of each target: inputs, places reached, what is worth keeping, what broke a promise, and how that is repeated
 */
export async function runFuzz(dir, { targets, minutes, runs, seed, onTarget = () => undefined }) {
	const bundle = path.join(dir, 'fuzzTargets.cjs');
	const names = (await buildTargets(bundle)).filter((name) => targets?.includes(name) ?? true);
	const ms = Math.round((minutes * 60_000) / Math.ceil(names.length / availableParallelism()));
	const waiting = names.values();
	const rows = [];
	const lane = async () => {
		for (const name of waiting) {
			const row = { name, ...(await one({ bundle, name, seed, ms, runs })) };
			rows.push(row);
			onTarget(row);
		}
	};
	await Promise.all(Array.from({ length: availableParallelism() }, lane));
	return rows;
}

/** What breaks a promise, in words, and what to type to see it again. */
export const failureWords = ({ name, failures }) =>
	failures.map(
		({ bytes, error }) =>
			`${name}: ${error}\n  again: echo ${bytes.toString('base64')} | base64 -d >test/fuzz/${name}/found; npm run fuzz -- --minutes 0 --target ${name}`,
	);

function one(how) {
	return new Promise((resolve) => {
		const child = fork(inRoot('scripts/lib/fuzz/lane.mjs'), [JSON.stringify(how)], { timeout: how.ms + HANGS_MS });
		let told;
		child.on('message', ({ found, failures, ...counts }) => {
			const inBytes = (text) => Buffer.from(text, 'base64');
			told = {
				...counts,
				found: found.map(inBytes),
				failures: failures.map(({ bytes, error }) => ({ bytes: inBytes(bytes), error })),
			};
		});
		child.once('close', (code) => {
			const hung = {
				runs: 0,
				reached: 0,
				found: [],
				failures: [{ bytes: Buffer.alloc(0), error: `it hangs, or ended with ${code}` }],
			};
			resolve(told ?? hung);
		});
	});
}
