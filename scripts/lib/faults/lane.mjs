// One of the processes that try faults side by side: it is told a case, and tells what came of it.
import { createRequire } from 'node:module';
import { CASES } from './cases.mjs';
import HITS from './hits.cjs';
import { faultsOf, placeIn } from './tryFaults.mjs';
import { seeded } from '../seeded.mjs';

const [dir, how] = process.argv.slice(2);
const { target, ...tools } = JSON.parse(how);
const place = placeIn(dir, tools, target && createRequire(import.meta.url)(target).command);

process.on('message', async ({ at, count, seed }) => {
	const each = CASES[at];
	const recorded = await place.record(each);
	// A kill is no answer of the system's.
	const codes = Object.keys(HITS).filter((code) => tools.shim === undefined || code !== 'KILL');
	const faults = drawn(faultsOf(recorded.calls, codes), count, seed + at);
	const row = { at, title: each.title, calls: recorded.calls.length, tried: [], wrong: [] };
	for (const fault of faults) {
		const { verdict, ...more } = await place.judge(each, recorded, fault);
		row.tried.push([fault.code, verdict]);
		if (verdict !== 'same' && verdict !== 'told') row.wrong.push({ verdict, ...more });
	}
	process.send(row);
});
process.send('ready');

/** So many of them, each once, drawn with a seed; without a number all. */
function drawn(all, count = all.length, seed = 1) {
	const next = seeded(seed);
	const left = [...all];
	return Array.from({ length: Math.min(count, all.length) }, () => {
		const at = Math.floor(next() * left.length);
		return left.splice(at, 1)[0];
	});
}
