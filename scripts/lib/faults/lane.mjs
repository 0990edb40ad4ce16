// One of the processes that try faults side by side: it is told a case, and tells what came of it.
import { createRequire } from 'node:module';
import { CASES } from './cases.mjs';
import { createHash } from 'node:crypto';
import { faultsOf, placeIn } from './tryFaults.mjs';
import { seeded } from '../seeded.mjs';

const [dir, how] = process.argv.slice(2);
const { target, ...tools } = JSON.parse(how);
const require = createRequire(import.meta.url);
const place = placeIn(dir, tools, {
	command: target && require(target).callProgram,
	...(tools.editor && require(tools.editor)),
});

/** So many calls are asked for in the place of one that may not come in a window. */
const IDLE = 6;

process.on('message', async ({ at, count, seed, codes, isNamed }) => {
	const each = CASES[at];
	const recorded = await place.record(each);
	const isEditor = each.actions !== undefined;
	const faultsHere = faultsOf(recorded.calls, place.namer(), codes);
	// In a window some calls are there by chance.
	const all = isNamed && isEditor ? faultsHere.filter(({ call }) => recorded.lasting.has(call)) : faultsHere;
	const faults = isNamed ? named(all, isEditor ? IDLE * count : count, each.title) : drawn(all, seed + at);
	const row = { at, title: each.title, calls: recorded.calls.length, tried: [], wrong: [] };
	// What is refused from the start never comes to what could fail.
	const { exit = 0 } = each;
	if (recorded.ended.code !== exit)
		row.wrong.push({
			verdict: 'refused',
			why: `not ${exit}`,
			fault: { code: 'nothing' },
			call: '',
			ended: recorded.ended,
		});
	for (const { at: number, call, ...fault } of faults) {
		if (row.tried.length === count) break;
		// In the editor much goes on at once, and calls have another number each time. Who is killed is another process.
		const isByName = isNamed || (isEditor && fault.code !== 'KILL');
		const { verdict, ...more } = await place.judge(each, recorded, {
			...fault,
			...(isByName ? { call } : { at: number }),
		});
		// Another one is drawn in place of what did not come.
		if (verdict === 'idle' && (!isNamed || isEditor)) continue;
		row.tried.push([fault.code, verdict]);
		if (!['same', 'told', 'in general', 'idle'].includes(verdict)) row.wrong.push({ verdict, ...more });
	}
	process.send(row);
});
process.send('ready');

/** All of them, each once, in an order that is drawn with a seed. */
function drawn(all, seed = 1) {
	const next = seeded(seed);
	const left = [...all];
	return all.map(() => left.splice(Math.floor(next() * left.length), 1)[0]);
}

/** So many faults of calls that have names, the same in every run; a call that gets another name changes nothing for the others. */
function named(all, count, title) {
	const orderOf = ({ code, call }) => createHash('sha1').update(`${title} ${code} ${call}`).digest('hex');
	const ordered = all.filter(({ code }) => code !== 'KILL').map((fault) => [orderOf(fault), fault]);
	ordered.sort(([one], [other]) => (one < other ? -1 : 1));
	return ordered.slice(0, count).map(([, fault]) => fault);
}
