// Fits the weights of the evidence by which a conversation is read: which forms speak for a decision (evidence.ts), and
// which for a question that is still open (openness.ts).
// usage: node scripts/fitHandoff.mjs [--write] [--remains [--without HAND]]
// `--remains`: only what a sentence of the person's leaves (remains.ts), by its forms and words; `--without`: as if a hand were not there.
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
	Dialogue,
} = Object.assign(
	{},
	...(await Promise.all(
		['acts', 'reply', 'evidence', 'openness', 'offer', 'reaction', 'judge', 'dialogue'].map((name) =>
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

if (!process.argv.includes('--remains')) {
	fitTable('prompts that settle something', 'src/core/handoff/dialogue/evidence.ts', decisionsIn, 5);
	fitTable('questions that stay open', 'src/core/handoff/dialogue/openness.ts', questionsIn, 1.5);
	fitTable('sentences that put something off', 'src/core/handoff/dialogue/putOff.ts', putOffsIn, 1.5);
}

/** Every sentence of a person's, with all its forms, and the labels that it may be meant by. */
function heardIn({ id, turns, gold }) {
	const dialogue = new Dialogue();
	let turn = 0;
	let work = 'none';
	for (const [index, each] of turns.entries()) {
		const from = { uuid: undefined, index, turn, by: 'person', atMs: undefined };
		if (each.role === 'user') {
			work = 'none';
			turn++;
			if (isMachineTurn(each)) dialogue.interrupt();
			else dialogue.prompt(each.text, { ...from, turn });
			continue;
		}
		for (const { name, isError, result } of each.tools ?? []) {
			work = workWith(work, name);
			if (isError && /doesn't want to/.test(result)) dialogue.interrupt();
		}
		if (each.text) dialogue.reply(each.text, { ...from, by: 'claude' }, work);
	}
	dialogue.close();
	const labels = Object.entries(REMAINS).map(([list]) => gold[list] ?? []);
	const heard = dialogue.heard();
	return heard.map(([{ text, told, from }, forms], number) => ({
		...{ id, text, forms, hand: handOf(id) },
		...namedBy(
			labels,
			(kind) => (kind === 2 ? told : text),
			[
				turns
					.slice(0, from.index)
					.findLast(({ role, text: said }) => role === 'assistant' && said)
					?.text.slice(-300) ?? '',
				...heard
					.slice(Math.max(0, number - 2), number)
					.flatMap(([each]) => (each.from.index === from.index ? [each.text] : [])),
				text,
			].join(' '),
		),
		isOpen: (gold.openQuestions ?? []).some((label) => hits(text, label)),
	}));
}
/** The labels that its own words hit, and those that they hit with what stands around them. */
function namedBy(labels, textFor, around) {
	const those = (textOf) =>
		labels.map((list, kind) =>
			list.flatMap((label, at) => (hits(textOf(kind), label) ? [{ at, isUnclear: label.optional === true }] : [])),
		);
	return { named: those(textFor), near: those(() => around) };
}
/** The lists of labels, and the form that speaks for each before anything is fitted. */
const REMAINS = { nextSteps: 'isStep', putOff: 'isPutOff', failed: 'isTold' };

/** Fits what a sentence leaves: of the sentences that a label may mean, it means the likeliest. */
function fitRemains() {
	const without = process.argv.includes('--without') ? process.argv[process.argv.indexOf('--without') + 1] : undefined;
	const cases = labelledConversations()
		.madeFrom.filter(({ id }) => without === undefined || handOf(id) !== without)
		.flatMap(heardIn);
	const seen = new Map();
	for (const { forms, hand } of cases)
		for (const form of forms) {
			const known = seen.get(form) ?? seen.set(form, { count: 0, hands: new Set() }).get(form);
			known.count++;
			known.hands.add(hand);
		}
	// A form that few sentences have, or one hand alone, says nothing about others.
	const names = [...seen.keys()].filter((form) => seen.get(form).count >= 10 && seen.get(form).hands.size >= 3);
	const places = new Map(names.map((name, at) => [name, at]));
	const all = cases.map((each) => ({ ...each, at: each.forms.flatMap((form) => places.get(form) ?? []) }));
	const penalty = names.map((name) => (name.includes('_') ? 8 : 1.5));
	const fit = (some) => fitWeights(some, { usual: names.map(() => 0), penalty, rounds: 80 });
	const hands = [...new Set(cases.map(({ hand }) => hand))];
	const tables = Object.entries(REMAINS).map(([list, form], kind) => {
		let chances = all.map(({ forms }) => (forms.includes(form) ? 0 : -2) + (forms.includes('end.0') ? 0.5 : 0));
		let truth = [];
		for (let round = 0; round < 2; round++) {
			truth = meantOf(all, kind, chances);
			chances = [];
			for (const hand of hands) {
				const weights = fit(
					all.flatMap((each, at) =>
						each.hand === hand || truth[at] === undefined ? [] : [{ at: each.at, isTrue: truth[at] }],
					),
				);
				for (const [at, each] of all.entries()) if (each.hand === hand) chances[at] = sumOf(weights, each.at);
			}
		}
		judge(list, kind, all, chances);
		return fit(all.flatMap(({ at }, number) => (truth[number] === undefined ? [] : [{ at, isTrue: truth[number] }])));
	});
	const lines = [...names, 'base'].flatMap((name, at) => {
		const weights = tables.map((table) => Math.round(table[at] * 100));
		return weights.some((weight) => Math.abs(weight) >= 8) || name === 'base' ? [[name, ...weights].join('|')] : [];
	});
	if (process.argv.includes('--write')) writeRemains(lines);
}

/** Of each sentence whether a label means it; nothing where it may. */
function meantOf(all, kind, chances) {
	const truth = all.map(({ named, near }, at) =>
		named[kind].length > 0 || (near[kind].length > 0 && chances[at] > -1) ? undefined : false,
	);
	const best = new Map();
	for (const [number, { id, named, near }] of all.entries())
		for (const { at, isUnclear } of near[kind]) {
			const key = `${id} ${at}`;
			const known = best.get(key);
			const chance = chances[number] + (named[kind].some((each) => each.at === at) ? 1 : 0);
			if (known === undefined || chance > known.chance) best.set(key, { number, isUnclear, chance });
		}
	for (const { number, isUnclear } of best.values()) if (!isUnclear) truth[number] = true;
	return truth;
}

/** Prints how many sentences of hands that weights were not fitted to are right. */
function judge(list, kind, all, chances) {
	const labels = new Set(
		labelledConversations().madeFrom.flatMap(({ id, gold }) =>
			(gold[list] ?? []).flatMap((label, at) => (label.optional ? [] : [`${id} ${at}`])),
		),
	);
	console.log(`${list}: ${labels.size} labels`);
	for (let from = -2.2; from < 0.6; from += 0.2) {
		const said = all.filter(
			(each, number) => chances[number] >= from && !each.named[kind].some(({ isUnclear }) => isUnclear),
		);
		const right = said.filter(({ named }) => named[kind].length > 0);
		const neutral = said.filter(
			({ named, isOpen }) =>
				named[kind].length === 0 && ((kind < 2 && named[1 - kind].length > 0) || (kind === 1 && isOpen)),
		);
		const found = new Set(right.flatMap(({ id, named }) => named[kind].map(({ at }) => `${id} ${at}`)));
		const of = said.length - neutral.length;
		console.log(
			`from ${from.toFixed(1)}: ${right.length} of ${of} right (${(right.length / of).toFixed(2)}), ${(found.size / labels.size).toFixed(2)} of all found`,
		);
	}
}

function writeRemains(entries) {
	const lines = [];
	for (const entry of entries.sort()) {
		if (lines.length === 0 || lines.at(-1).length > 2_000) lines.push(entry);
		else lines[lines.length - 1] += ` ${entry}`;
	}
	const file = inRoot('src/core/handoff/dialogue/remainWeights.ts');
	const quoted = lines.map((line) => `\t${line.includes("'") ? JSON.stringify(line) : `'${line}'`},\n`).join('');
	const source = readFileSync(file, 'utf8');
	writeFileSync(
		file,
		source.replace(/= \[[^]*\];/, () => `= [\n${quoted}];`),
	);
}

fitRemains();
