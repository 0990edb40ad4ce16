// Fits the weights of src/core/handoff/evidence.ts: which forms of a sentence speak for a decision, and how much.
// usage: node scripts/fitDecisions.mjs [--write]
// A logistic regression over all sentences that follow a reply, in the labelled conversations that rules may be made from.
// There is no chance in it: the same conversations give the same weights. First it prints how well weights from seven
// eighths of the conversations judge the sentences of the last eighth.
import { readFileSync, writeFileSync } from 'node:fs';
import { hits, isMachineTurn, labelledConversations } from './lib/labelledConversations.mjs';
import { moduleOf } from './lib/moduleOf.mjs';
import { inRoot } from './lib/paths.mjs';
import { chanceOf, fitWeights, partOf, sumOf } from './lib/regression.mjs';

const EVIDENCE = inRoot('src/core/handoff/evidence.ts');
const PARTS = 8;

/** The sentences of a conversation that follow a reply: their forms, and whether they settle what the labels say. */
function samplesOf({ id, turns, gold }, { actsOf, readReply, decisionForms, offeredTo, withReason, cameOf }) {
	const samples = [];
	const prompts = [...turns.keys()].filter((at) => turns[at].role === 'user' && !isMachineTurn(turns[at]));
	let [last, before, asked] = [undefined, undefined, []];
	for (const [number, at] of prompts.entries()) {
		const replies = turns.slice(at + 1, prompts[number + 1] ?? turns.length);
		const texts = replies.flatMap(({ role, text }) => (role === 'assistant' && text ? [text] : []));
		const isStopped = replies.some(
			(turn) =>
				isMachineTurn(turn) || turn.tools?.some(({ isError, result }) => isError && /doesn't want to/.test(result)),
		);
		const reply = texts.length === 0 ? undefined : readReply(texts.at(-1));
		const outcome = reply && { reply, hasWorked: replies.some(({ tools = [] }) => tools.length > 0) };
		const acts = actsOf(turns[at].text);
		for (const act of last === undefined ? [] : acts) {
			if (act.isQuestion || act.isSupposed || (act.isCourtesy && !act.isNod)) continue;
			const offered = offeredTo(act, { last: { reply: last }, before: before && { reply: before }, waiting: [] });
			const said = `${offered} → ${withReason(act, acts)} ${cameOf(act, reply) ?? ''}`;
			const here = gold.decisions.filter((each) => each.at === at && hits(said, each));
			const isNear = [...gold.decisions, ...gold.remember].some((each) => hits(said, each));
			// What may be said and need not, and what is right at another place, teaches nothing.
			if (here.length > 0 ? here.every(({ optional }) => optional) : isNear) continue;
			samples.push({
				id,
				forms: decisionForms({ act, acts, reply: last, asked, outcome }),
				isDecision: here.length > 0,
			});
		}
		[before, last, asked] = [last, isStopped ? undefined : reply, acts];
	}
	return samples;
}

const handoff = Object.assign(
	{},
	...(await Promise.all(['acts', 'reply', 'evidence', 'offer'].map((name) => moduleOf(`src/core/handoff/${name}.ts`)))),
);
const samples = labelledConversations().madeFrom.flatMap((each) => samplesOf(each, handoff));
const source = readFileSync(EVIDENCE, 'utf8');
const names = [
	...source.slice(source.indexOf('const WEIGHTS'), source.indexOf('const BASE')).matchAll(/^\t(\w+): /gm),
].map(([, name]) => name);
const fit = (some) => fitWeights(some, { usual: names.map(() => 0), penalty: 2.5, rounds: 300 });
const cases = samples.map(({ id, forms, isDecision }) => ({
	part: partOf(id, PARTS),
	at: forms.map((form) => names.indexOf(form)),
	isTrue: isDecision,
}));
const judged = [...Array(PARTS).keys()].flatMap((part) => {
	const weights = fit(cases.filter((each) => each.part !== part));
	return cases
		.filter((each) => each.part === part)
		.map(({ at, isTrue }) => ({ isTrue, p: chanceOf(sumOf(weights, at)) }));
});
const all = judged.filter(({ isTrue }) => isTrue).length;
console.log(`${samples.length} sentences, ${all} decisions`);
for (const from of [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8]) {
	const said = judged.filter(({ p }) => p >= from);
	const right = said.filter(({ isTrue }) => isTrue).length;
	console.log(
		`from ${from}: ${right} of ${said.length} right (${(right / said.length).toFixed(2)}), ${(right / all).toFixed(2)} of all found`,
	);
}
const weights = fit(cases);
const base = weights.at(-1);
const written = names.reduce(
	(text, name, at) => text.replace(new RegExp(`^(\\t${name}: )[-\\d.]+`, 'm'), `$1${weights[at].toFixed(2)}`),
	source.replace(/^(const BASE = )[-\d.]+/m, `$1${base.toFixed(2)}`),
);
if (process.argv.includes('--write')) writeFileSync(EVIDENCE, written);
else console.log(names.map((name, at) => `${name} ${weights[at].toFixed(2)}`).join('\n'), `\nbase ${base.toFixed(2)}`);
