// One of the processes that try faults side by side: it is told a case, and tells what came of it.
import { createRequire } from 'node:module';
import { CASES } from './cases.mjs';
import { createHash } from 'node:crypto';
import HITS from './hits.cjs';
import { faultsOf, placeIn } from './tryFaults.mjs';
import { seeded } from '../seeded.mjs';

const [dir, how] = process.argv.slice(2);
const { target, ...tools } = JSON.parse(how);
const place = placeIn(dir, tools, target && createRequire(import.meta.url)(target).command);

process.on('message', async ({ at, count, seed, codes, isNamed }) => {
	const each = CASES[at];
	const recorded = await place.record(each);
	const faults = isNamed
		? named(place, recorded.calls, count, each.title)
		: drawn(faultsOf(recorded.calls, codes), count, seed + at);
	const row = { at, title: each.title, calls: recorded.calls.length, tried: [], wrong: [] };
	for (const fault of faults) {
		const { verdict, ...more } = await place.judge(each, recorded, fault);
		row.tried.push([fault.code, verdict]);
		if (!['same', 'told', 'in general', 'idle'].includes(verdict)) row.wrong.push({ verdict, ...more });
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

/** So many faults of calls that have names, the same in every run; a call that gets another name changes nothing for the others. */
function named(target, calls, count, title) {
	const names = target.namer();
	const codes = Object.keys(HITS).filter((code) => code !== 'KILL');
	const all = calls.flatMap(([name, kinds, file]) => {
		const call = names(name, file);
		return codes.filter((code) => HITS[code](kinds)).map((code) => ({ code, call }));
	});
	const orderOf = ({ code, call }) => createHash('sha1').update(`${title} ${code} ${call}`).digest('hex');
	const ordered = all.map((fault) => [orderOf(fault), fault]).sort(([one], [other]) => (one < other ? -1 : 1));
	return ordered.slice(0, count).map(([, fault]) => fault);
}
