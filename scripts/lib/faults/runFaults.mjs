// Tries faults of all cases, or some of them by chance, in as many processes at once as there are cores.
import { fork, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from '../bundleOptions.mjs';
import { buildTerminalTool } from '../commandLine.mjs';
import { filesAtOnce, filesNoted } from '../filesAtOnce.mjs';
import { inRoot } from '../paths.mjs';
import { plainTexts } from '../plainTexts.mjs';
import { CASES } from './cases.mjs';

/**
 * @param {string} dir a folder for the places
 * @param {{ count?: number | ((each: object) => number), seed?: number, codes?: readonly string[], only?: (each: object, at: number) => boolean, isShipped?: boolean, isShim?: boolean, isNamed?: boolean, onCase?: (row: object) => void }} how
 * `count`: faults of each case, without it all; `codes`: only those; `isNamed`: the same ones in every run, of commands and of what is done in the editor: what hooks do at a time is another
 * thing each time; `isShipped`: each command is a process, as it is shipped; `isShim`: the same, and the calls that fail are the system's
 * @returns nothing where the shim cannot be made; else for each case: calls, each fault's code and verdict, and what is wrong
 */
export async function runFaults(
	dir,
	{
		count,
		seed = 1,
		codes,
		only = () => true,
		isShipped = false,
		isShim = false,
		isNamed = false,
		onCase = () => undefined,
	},
) {
	const how = { tool: path.join(dir, 'tool') };
	mkdirSync(dir, { recursive: true });
	if (isShim) {
		how.shim = path.join(dir, 'failCall.so');
		if (!makeShim(how.shim)) return undefined;
	}
	await buildTerminalTool(how.tool);
	const bundle = async (source, outfile, plugins = []) => {
		await build({ ...bundleOptions, entryPoints: [inRoot(source)], outfile, plugins });
		return outfile;
	};
	if (!isShipped && !isShim)
		how.target = await bundle('src/cli/testing/callProgram.ts', path.join(dir, 'target.cjs'), [
			plainTexts(),
			filesAtOnce(),
		]);
	const countOf = (each) => (typeof count === 'function' ? count(each) : count);
	const isWanted = (at) => {
		const each = CASES[at];
		const isTried = !isNamed || each.hook === undefined;
		return only(each, at) && countOf(each) !== 0 && isTried && !(isShim && each.actions !== undefined);
	};
	const wanted = [...CASES.keys()].filter(isWanted);
	if (wanted.some((at) => CASES[at].actions !== undefined)) {
		const plugins = [standIn, plainTexts(), filesNoted()];
		how.editor = await bundle('src/vscode/testing/faultTarget.ts', path.join(dir, 'editor.cjs'), plugins);
		await bundle('src/node/sessions/index/indexWorker.ts', path.join(how.tool, 'indexWorker.js'));
	}
	const waiting = wanted.values();
	const rows = [];
	const lane = (name) =>
		new Promise((resolve, reject) => {
			const child = fork(inRoot('scripts/lib/faults/lane.mjs'), [path.join(dir, name), JSON.stringify(how)], {
				execArgv: ['--require', inRoot('scripts/lib/faults/failCall.cjs')],
				env: { PATH: process.env.PATH, HOME: dir, TZ: 'UTC' },
			});
			child.on('message', (row) => {
				if (row !== 'ready') {
					rows[row.at] = row;
					onCase(row);
				}
				const next = waiting.next();
				if (next.done) child.disconnect();
				else child.send({ at: next.value, count: countOf(CASES[next.value]), seed, codes, isNamed });
			});
			child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a lane ended with ${code}`))));
		});
	await Promise.all(Array.from({ length: availableParallelism() }, (_, at) => lane(`lane${at}`)));
	return rows.filter(Boolean);
}

/** The editor. */
const standIn = {
	name: 'editor',
	setup(builder) {
		builder.onResolve({ filter: /^vscode$/ }, () => ({ path: inRoot('scripts/lib/faults/editor.cjs') }));
	},
};

/** @returns whether it could be made: where there is a compiler, on a system that loads it. */
function makeShim(file) {
	if (process.platform !== 'linux') return false;
	const source = inRoot('scripts/lib/faults/failCall.c');
	return spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', file, source, '-ldl'], { stdio: 'ignore' }).status === 0;
}

/** What is wrong, in words: the fault, the call, what came of it. */
export const wrongWords = ({ title, wrong }) =>
	wrong.map(({ verdict, why, fault, call, ended }) =>
		[
			`${title}: ${verdict} (${why})`,
			`  ${fault.code} at call ${fault.at ?? ''}: ${call}`,
			`  exit ${ended.code}: ${ended.err.trim().slice(0, 400)}`,
		].join('\n'),
	);
