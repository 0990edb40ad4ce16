// Tries faults of all cases, or some of them by chance, on as many places at once as there are cores.
import { availableParallelism } from 'node:os';
import { buildTerminalTool } from '../commandLine.mjs';
import path from 'node:path';
import { seeded } from '../seeded.mjs';
import { CASES } from './cases.mjs';
import { faultsOf, placeIn } from './tryFaults.mjs';

/**
 * @param {string} dir a folder for the places
 * @param {{ count?: number, seed?: number, only?: string, onCase?: (row: object) => void }} how `count`: faults of each case;
 * without it all
 * @returns for each case: calls, faults that were tried, how often it ended the same or was told, and what is wrong
 */
export async function runFaults(dir, { count, seed = 1, only = '', onCase = () => undefined }) {
	const tool = path.join(dir, 'tool');
	await buildTerminalTool(tool);
	const waiting = CASES.filter(({ title }) => title.includes(only)).entries();
	const rows = [];
	const lane = async (name) => {
		const place = placeIn(dir, name, tool);
		for (const [at, each] of waiting) {
			const recorded = await place.record(each);
			const all = faultsOf(recorded.calls);
			const faults = count === undefined ? all : some(all, count, seed + at);
			const row = {
				title: each.title,
				calls: recorded.calls.length,
				tried: faults.length,
				same: 0,
				told: 0,
				wrong: [],
			};
			for (const fault of faults) {
				const { verdict, ...more } = await place.judge(each, recorded, fault);
				if (verdict === 'same' || verdict === 'told') row[verdict]++;
				else row.wrong.push({ verdict, ...more });
			}
			rows[at] = row;
			onCase(row);
		}
	};
	await Promise.all(Array.from({ length: availableParallelism() }, (_, at) => lane(`lane${at}`)));
	return rows.filter(Boolean);
}

/** What is wrong, in words: the fault, the call, what came of it. */
export const wrongWords = ({ title, wrong }) =>
	wrong.map(({ verdict, why, fault, call, ended }) =>
		[
			`${title}: ${verdict} (${why})`,
			`  ${fault.code} at call ${fault.at}: ${call}`,
			`  exit ${ended.code}: ${ended.err.trim().slice(0, 400)}`,
		].join('\n'),
	);

/** So many of them, drawn with a seed. */
function some(all, count, seed) {
	const next = seeded(seed);
	return Array.from({ length: Math.min(count, all.length) }, () => all[Math.floor(next() * all.length)]);
}
