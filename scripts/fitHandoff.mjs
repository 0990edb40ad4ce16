// Fits the weights of the evidence by which a conversation is read: which forms speak for a decision (evidence.ts), and
// which for a question that is still open (openness.ts).
// usage: node scripts/fitHandoff.mjs [--write]
// A logistic regression over the labelled conversations that rules may be made from. First it prints how well weights judge
// the conversations of a hand whose others they were not fitted to. What is marked as given is not fitted: too few labels speak of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { handOf, hits, isMachineTurn, labelledConversations } from './lib/labelledConversations.mjs';
import { moduleOf } from './lib/moduleOf.mjs';
import { inRoot } from './lib/paths.mjs';
import { chanceOf, fitWeights, sumOf } from './lib/regression.mjs';

const {
	actsOf,
	readReply,
	decisionForms,
	telling,
	opennessForms,
	offeredTo,
	gist,
	shared,
	carrying,
	cameOf,
	workWith,
	isAskingBack,
	withAnswer,
} = Object.assign(
	{},
	...(await Promise.all(
		['acts', 'reply', 'evidence', 'openness', 'offer', 'reaction', 'judge'].map((name) =>
			moduleOf(`src/core/handoff/dialogue/${name}.ts`),
		),
	)),
);

/** What may be said and need not teaches nothing. */
const isUnclear = (here) => here.length > 0 && here.every(({ optional }) => optional);

/** Prompts, each with the reply that ended its turn. */
function turnsOf({ turns }) {
	const prompts = [...turns.keys()].filter((at) => turns[at].role === 'user' && !isMachineTurn(turns[at]));
	return prompts.map((at, number) => {
		const replies = turns.slice(at + 1, prompts[number + 1] ?? turns.length);
		const texts = replies.flatMap(({ role, text }) => (role === 'assistant' && text ? [text] : []));
		const isStopped = replies.some(
			(turn) =>
				isMachineTurn(turn) || turn.tools?.some(({ isError, result }) => isError && /doesn't want to/.test(result)),
		);
		const reply = texts.length === 0 ? undefined : readReply(texts.at(-1));
		const work = replies.flatMap((each) => each.tools ?? []).reduce((done, { name }) => workWith(done, name), 'none');
		const outcome = reply && { reply, work };
		return {
			at,
			acts: withAnswer(actsOf(turns[at].text), outcome, number === 0),
			outcome,
			offer: isStopped ? undefined : reply,
			last: texts.at(-1) ?? '',
		};
	});
}

/** The prompts that follow a reply: their forms, and whether they settle what the labels say. */
function decisionsIn(conversation) {
	return turnsOf(conversation).flatMap(({ at, acts, outcome }, number, turns) => {
		const [last, before] = [turns[number - 1], turns[number - 2]];
		const reply = last?.offer;
		const told = telling(acts);
		if (reply === undefined || told.length === 0) return [];
		const here = conversation.gold.decisions.filter((each) => each.at === at);
		if (isUnclear(here)) return [];
		const scene = { last: { reply }, before: before?.offer && { reply: before.offer }, waiting: [] };
		const carried = carrying(told, reply).map(({ text }) => text);
		const said = [offeredTo(told, scene), ...carried, cameOf(outcome?.reply)].join(' ');
		const forms = decisionForms({ acts, reply, before: last.outcome.work, asked: last.acts, outcome });
		return [{ forms, isTrue: here.some((each) => hits(said, each)) }];
	});
}

/** Claude's questions that something came after: their forms, and whether the labels say that they stayed open. */
function questionsIn(conversation) {
	return turnsOf(conversation).flatMap(({ acts: asked, offer: reply, outcome }, number, turns) => {
		const after = turns.slice(number + 1);
		if (reply === undefined || after.length === 0) return [];
		// Who asks something back first answers then, if at all.
		const at = Math.max(
			0,
			after.findIndex(({ acts }) => !isAskingBack(acts)),
		);
		const [next, later] = [after[at], after.slice(at + 1)];
		return reply.questions.flatMap((question) => {
			const here = (conversation.gold.openQuestions ?? []).filter((each) => hits(question.text, each));
			if (isUnclear(here)) return [];
			const forms = opennessForms(
				question,
				{
					acts: next.acts,
					reply,
					before: outcome.work,
					asked,
					outcome: next.outcome,
				},
				{ isEarly: number === 0, isLate: at > 0 },
			);
			const isTakenUp = later.some(({ acts }) =>
				acts.some((act) => !act.isQuestion && shared(gist(act.core), question.words) > 0),
			);
			return [{ forms: isTakenUp ? [...forms, 'isTakenUp'] : forms, isTrue: here.length > 0 }];
		});
	});
}

/**
 * The sentences of prompts: what they and Claude's answer say for putting something off, and whether the labels say so. Of those
 * that may be meant, by their own words or by what stands around them, the one is meant that says most of it.
 */
function putOffsIn({ gold, ...conversation }) {
	let before = '';
	const said = turnsOf(conversation).flatMap(({ at, acts, last }) => {
		const here = acts.map((act, number) => ({
			text: act.text,
			around: [before, ...acts.slice(Math.max(0, number - 2), number + 1).map(({ text }) => text)].join(' '),
			whole: [before, conversation.turns[at].text, last].join(' '),
			forms: act.isSupposed || act.isCourtesy ? [] : act.putsOff,
		}));
		before = `${conversation.turns[at].text} ${last}`.slice(-700);
		return here.filter(({ forms }) => forms.length > 0);
	});
	const tells = ({ forms }) => forms.filter((form) => !AGAINST.includes(form)).length;
	const meant = new Set();
	const unclear = new Set();
	for (const each of gold.putOff ?? []) {
		const rank = (one) => tells(one) + (hits(one.text, each) ? 1 : 0) + (hits(one.around, each) ? 0.7 : 0);
		const may = said.filter((one) => hits(one.whole, each) || hits(one.around, each)).sort((a, b) => rank(b) - rank(a));
		if (may.length > 0) (each.optional ? unclear : meant).add(may[0]);
		for (const one of may) if (hits(one.text, each) || (hits(one.around, each) && rank(one) > 2)) unclear.add(one);
	}
	for (const each of [...(gold.nextSteps ?? []), ...(gold.openQuestions ?? [])])
		for (const one of said) if (hits(one.text, each)) unclear.add(one);
	return said.flatMap((one) =>
		meant.has(one) || !unclear.has(one) ? [{ forms: one.forms, isTrue: meant.has(one) }] : [],
	);
}
const AGAINST = ['isStep', 'isPast', 'isStanding', 'tellsTime', 'isFirst', 'isBrief', 'isWorkedOn'];

/** Fits the table of one file. @param {(conversation: object) => { forms: string[], isTrue: boolean }[]} samplesIn */
function fitTable(what, file, samplesIn, penalty) {
	const source = readFileSync(inRoot(file), 'utf8');
	const table = [
		...source
			.slice(source.indexOf('const WEIGHTS'), source.indexOf('const BASE'))
			.matchAll(/^\t(\w+): ([-\d.]+),( \/\/ given)?/gm),
	];
	const names = table.map(([, name]) => name);
	const given = new Map(table.flatMap(([, , weight, isGiven], at) => (isGiven ? [[at, Number(weight)]] : [])));
	const cases = labelledConversations().madeFrom.flatMap((conversation) =>
		samplesIn(conversation).map(({ forms, isTrue }) => ({
			hand: handOf(conversation.id),
			at: forms.map((form) => names.indexOf(form)),
			isTrue,
		})),
	);
	const fit = (some) =>
		fitWeights(some, {
			usual: names.map(() => 0),
			penalty,
			rounds: 300,
			bound: (weight, at) => given.get(at) ?? weight,
		});
	const judged = [...new Set(cases.map(({ hand }) => hand))].flatMap((hand) => {
		const weights = fit(cases.filter((each) => each.hand !== hand));
		return cases
			.filter((each) => each.hand === hand)
			.map(({ at, isTrue }) => ({ isTrue, p: chanceOf(sumOf(weights, at)) }));
	});
	const all = judged.filter(({ isTrue }) => isTrue).length;
	console.log(`${what}: ${all} of ${cases.length}`);
	for (const from of [0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8]) {
		const said = judged.filter(({ p }) => p >= from);
		const right = said.filter(({ isTrue }) => isTrue).length;
		console.log(
			`from ${from}: ${right} of ${said.length} right (${(right / said.length).toFixed(2)}), ${(right / all).toFixed(2)} of all found`,
		);
	}
	const weights = fit(cases);
	const base = weights.at(-1).toFixed(2);
	console.log(`${names.map((name, at) => `${name} ${weights[at].toFixed(2)}`).join(', ')}; base ${base}\n`);
	const written = names.reduce(
		(text, name, at) => text.replace(new RegExp(`^(\\t${name}: )[-\\d.]+`, 'm'), `$1${weights[at].toFixed(2)}`),
		source.replace(/^(const BASE = )[-\d.]+/m, `$1${base}`),
	);
	if (process.argv.includes('--write')) writeFileSync(inRoot(file), written);
}

fitTable('prompts that settle something', 'src/core/handoff/dialogue/evidence.ts', decisionsIn, 5);
fitTable('questions that stay open', 'src/core/handoff/dialogue/openness.ts', questionsIn, 1.5);
fitTable('sentences that put something off', 'src/core/handoff/dialogue/putOff.ts', putOffsIn, 1.5);
