// Fits the weights of the evidence by which a conversation is read: which forms and words speak for a decision (evidence.ts),
// which for a question of Claude's or the person's that is still open (openness.ts, ownQuestion.ts), which for putting off
// (putOff.ts), and what a sentence of the person's leaves (remains.ts).
// usage: node scripts/fitHandoff.mjs [--write] [--without f] [--stage putOffs|decisions|questions|remains]
// `--write`: puts the weights into the files; then a second run says the same. `--without`: as if a hand were not there; with
// `--write`, so that it can judge the whole. `--stage`: one of the four alone. Each is a process of its own, because its
// cases are read with the weights of those before it.
// A logistic regression over the labelled conversations that rules may be made from. First it prints how well weights judge
// the conversations of a hand whose others they were not fitted to. What is marked as given is not fitted: too few labels speak of it.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { handOf, hits, isMachineTurn, labelledConversations } from './lib/labelledConversations.mjs';
import { moduleOf } from './lib/moduleOf.mjs';
import { inRoot } from './lib/paths.mjs';
import { chanceOf, fitWeights, sumOf } from './lib/regression.mjs';

const {
	actsOf,
	readReply,
	decisionForms,
	decisionWords,
	telling,
	opennessForms,
	opennessWords,
	isOwnQuestion,
	ownForms,
	withBefore,
	spokenWords,
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
		[
			'acts',
			'reply',
			'evidence',
			'openness',
			'ownQuestion',
			'wordWeights',
			'offer',
			'reaction',
			'judge',
			'dialogue',
		].map((name) => moduleOf(`src/core/handoff/dialogue/${name}.ts`)),
	)),
);

const wordAfter = (option) =>
	process.argv.includes(option) ? process.argv[process.argv.indexOf(option) + 1] : undefined;
/** A hand that is left out of all weights, so that it can judge the whole. */
const without = wordAfter('--without');
const { madeFrom } = labelledConversations();
const isFitted = ({ id }) => without === undefined || handOf(id) !== without;

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
		const isTrue = here.some((each) => hits(said, each));
		// What is told again, and rules to remember, are neither.
		const others = [...conversation.gold.decisions, ...(conversation.gold.remember ?? [])];
		if (!isTrue && others.some((each) => hits(said, each))) return [];
		const situation = { acts, reply, before: last.outcome.work, asked: last.acts, outcome };
		return [{ forms: decisionForms(situation), words: decisionWords(situation), isTrue }];
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
			const isTrue = here.length > 0;
			if (!isTrue && (conversation.gold.putOff ?? []).some((each) => hits(question.text, each))) return [];
			const situation = { acts: next.acts, reply, before: outcome.work, asked, outcome: next.outcome };
			const forms = opennessForms(question, situation, { isEarly: number === 0, isLate: at > 0 });
			const isTakenUp = later.some(({ acts }) =>
				acts.some((act) => !act.isQuestion && shared(gist(act.core), question.words) > 0),
			);
			const known = [...(isTakenUp ? ['isTakenUp'] : []), ...(later.length === 0 ? ['isLast'] : [])];
			return [{ forms: [...forms, ...known], words: opennessWords(question, situation), isTrue }];
		});
	});
}

/** The person's questions: their forms, and whether the labels say that they stayed open. */
function ownQuestionsIn(conversation) {
	const turns = turnsOf(conversation);
	const { openQuestions = [], putOff = [] } = conversation.gold;
	return turns.flatMap((turn, number) =>
		turn.acts.flatMap((act) => {
			if (!isOwnQuestion(act)) return [];
			const text = withBefore(act, turn.acts);
			const here = openQuestions.filter((each) => hits(text, each));
			const isOfClaude = turns.some(({ offer }) =>
				offer?.questions.some((question) => here.some((each) => hits(question.text, each))),
			);
			const isTrue = here.length > 0;
			if (isOfClaude || isUnclear(here) || (!isTrue && putOff.some((each) => hits(text, each)))) return [];
			const forms = ownForms(act, turn, turns[number + 1]?.acts);
			const after = turns.length - 1 - number;
			const place = after === 0 ? ['isLast'] : after === 1 ? ['isLastButOne'] : [];
			return [{ forms: [...forms, ...place], isTrue }];
		}),
	);
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
const AGAINST = ['isPast', 'isStanding', 'tellsTime', 'isFirst', 'isBrief', 'isWorkedOn'];

/** A weight as the formatter leaves it. */
const written = (weight) => String(Number(weight.toFixed(2)));

const WORDS = 'src/core/handoff/dialogue/weighedWords.ts';

/**
 * The words of each kind that enough cases and hands have: others teach nothing.
 * @param {{ hand: string, words?: Record<string, string> }[]} cases
 */
function commonWords(cases, { fromCases, fromHands }) {
	const seen = new Map();
	for (const { hand, words = {} } of cases)
		for (const [kind, said] of Object.entries(words))
			for (const word of spokenWords(said)) {
				const known = seen.get(`${kind} ${word}`) ?? { count: 0, hands: new Set() };
				seen.set(`${kind} ${word}`, { count: known.count + 1, hands: known.hands.add(hand) });
			}
	return [...seen]
		.filter(([, { count, hands }]) => count >= fromCases && hands.size >= fromHands)
		.map(([name]) => name);
}

/**
 * Fits the table of one file.
 * @param {(conversation: object) => { forms: string[], words?: Record<string, string>, isTrue: boolean }[]} samplesIn
 * @param {{ penalty: number, wordPenalty?: number, tables?: Record<string, string>, fromCases?: number, fromHands?: number }} how
 * much it costs to have a form and a word; `tables` names the table of words of each kind.
 */
function fitTable(what, file, samplesIn, { penalty, wordPenalty, tables = {}, fromCases = 1, fromHands = 1 }) {
	const source = readFileSync(inRoot(file), 'utf8');
	const table = [
		...source
			.slice(source.indexOf('const WEIGHTS'), source.indexOf('const BASE'))
			.matchAll(/^\t(\w+): ([-\d.]+),( \/\/ given)?/gm),
	];
	const names = table.map(([, name]) => name);
	const given = new Map(table.flatMap(([, , weight, isGiven], at) => (isGiven ? [[at, Number(weight)]] : [])));
	const samples = madeFrom.flatMap((conversation) =>
		samplesIn(conversation).map((sample) => ({ ...sample, hand: handOf(conversation.id) })),
	);
	const fit = (some) => {
		const words = commonWords(some, { fromCases, fromHands });
		const places = new Map([...names, ...words].map((name, at) => [name, at]));
		const placesOf = ({ forms, words: said = {} }) =>
			[
				...forms,
				...Object.entries(said).flatMap(([kind, text]) => [...spokenWords(text)].map((word) => `${kind} ${word}`)),
			]
				.map((name) => places.get(name))
				.filter((at) => at !== undefined);
		const weights = fitWeights(
			some.map((each) => ({ at: placesOf(each), isTrue: each.isTrue })),
			{
				usual: [...places.keys()].map(() => 0),
				penalty: [...places.keys()].map((_, at) => (at < names.length ? penalty : wordPenalty)),
				rounds: 300,
				bound: (weight, at) => given.get(at) ?? weight,
			},
		);
		return { words, weights, judge: (each) => chanceOf(sumOf(weights, placesOf(each))) };
	};
	const hands = without === undefined ? new Set(samples.map(({ hand }) => hand)) : [without];
	const judged = [...hands].flatMap((hand) => {
		const { judge } = fit(samples.filter((each) => each.hand !== hand));
		return samples.filter((each) => each.hand === hand).map((each) => ({ isTrue: each.isTrue, p: judge(each) }));
	});
	const all = judged.filter(({ isTrue }) => isTrue).length;
	console.log(`${what}: ${all} of ${judged.length}`);
	for (const from of [0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8]) {
		const said = judged.filter(({ p }) => p >= from);
		const right = said.filter(({ isTrue }) => isTrue).length;
		console.log(
			`from ${from}: ${right} of ${said.length} right (${(right / said.length).toFixed(2)}), ${(right / all).toFixed(2)} of all found`,
		);
	}
	const { words, weights } = fit(without === undefined ? samples : samples.filter(({ hand }) => hand !== without));
	const base = written(weights.at(-1));
	console.log(`${names.map((name, at) => `${name} ${written(weights[at])}`).join(', ')}; base ${base}`);
	console.log(`${words.length} words\n`);
	if (!process.argv.includes('--write')) return;
	const rewritten = names.reduce(
		(text, name, at) => text.replace(new RegExp(`^(\\t${name}: )[-\\d.]+`, 'm'), `$1${written(weights[at])}`),
		source.replace(/^(const BASE = )[-\d.]+/m, `$1${base}`),
	);
	writeFileSync(inRoot(file), rewritten);
	for (const [kind, name] of Object.entries(tables)) {
		const said = words.flatMap((word, at) => {
			const weight = Math.round(weights[names.length + at] * 100);
			return word.startsWith(`${kind} `) && weight !== 0 ? [`${word.slice(kind.length + 1)} ${weight}`] : [];
		});
		const whole = readFileSync(inRoot(WORDS), 'utf8');
		writeFileSync(
			inRoot(WORDS),
			whole.replace(new RegExp(`(${name} =\n\t)["'].*["'];`), `$1${JSON.stringify(said.sort().join(' '))};`),
		);
	}
}

/** Every sentence of a person's, with all its forms, and the labels that it may be meant by. Turns are told as `talk.ts` does. */
function heardIn({ id, turns, gold }) {
	const dialogue = new Dialogue();
	let turn = 0;
	let work = 'none';
	for (const [index, each] of turns.entries()) {
		const { text = '' } = each;
		if (each.role === 'user') {
			const isStopped = text.startsWith('[Request interrupted');
			const isCommand = text.startsWith('<command-name');
			if (isStopped || isCommand) dialogue.interrupt();
			// What a local command printed is nobody's turn.
			if (isStopped || text.startsWith('<local-command')) continue;
			work = 'none';
			turn++;
			if (!isMachineTurn(each)) dialogue.prompt(text, { uuid: undefined, index, turn, by: 'person', atMs: undefined });
			continue;
		}
		for (const { name, isError, result } of each.tools ?? []) {
			work = workWith(work, name);
			if (isError && /doesn't want to/.test(result)) dialogue.interrupt();
		}
		if (text) dialogue.reply(text, { uuid: undefined, index, turn, by: 'claude', atMs: undefined }, work);
	}
	dialogue.close();
	const labels = Object.entries(REMAINS).map(([list]) => gold[list] ?? []);
	const heard = dialogue.heard();
	return heard.map(([{ whole, told, from }, forms], number) => ({
		...{ id, forms, hand: handOf(id) },
		...namedBy(
			labels,
			(kind) => (kind === 2 ? told() : whole(['step', 'putOff'][kind])),
			[
				turns
					.slice(0, from.index)
					.findLast(({ role, text: said }) => role === 'assistant' && said)
					?.text.slice(-300) ?? '',
				...heard
					.slice(Math.max(0, number - 2), number)
					.flatMap(([each]) => (each.from.index === from.index ? [each.whole('step')] : [])),
				whole('step'),
			].join(' '),
		),
		isOpen: (gold.openQuestions ?? []).some((label) => hits(whole('step'), label)),
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
	const cases = madeFrom.filter(isFitted).flatMap(heardIn);
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
		madeFrom
			.filter(isFitted)
			.flatMap(({ id, gold }) => (gold[list] ?? []).flatMap((label, at) => (label.optional ? [] : [`${id} ${at}`]))),
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

const DIALOGUE = 'src/core/handoff/dialogue';
const STAGES = {
	putOffs() {
		fitTable('sentences that put something off', `${DIALOGUE}/putOff.ts`, putOffsIn, { penalty: 1.5 });
	},
	decisions() {
		fitTable('prompts that settle something', `${DIALOGUE}/evidence.ts`, decisionsIn, {
			penalty: 5,
			wordPenalty: 10,
			tables: { said: 'DECIDING_SAID', came: 'DECIDING_CAME' },
			fromCases: 10,
			fromHands: 4,
		});
	},
	questions() {
		fitTable('questions of Claude that stay open', `${DIALOGUE}/openness.ts`, questionsIn, {
			penalty: 4,
			wordPenalty: 20,
			tables: { asked: 'OPEN_ASKED', said: 'OPEN_SAID', came: 'OPEN_CAME' },
			fromCases: 6,
			fromHands: 3,
		});
		fitTable('questions of the person that stay open', `${DIALOGUE}/ownQuestion.ts`, ownQuestionsIn, { penalty: 5 });
	},
	remains: fitRemains,
};
const stage = wordAfter('--stage');
if (stage !== undefined) STAGES[stage]();
else
	for (const each of Object.keys(STAGES)) {
		const words = [fileURLToPath(import.meta.url), ...process.argv.slice(2), '--stage', each];
		const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
		if (status !== 0) process.exit(status ?? 1);
	}
