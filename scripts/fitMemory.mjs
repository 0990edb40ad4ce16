// Fits the weights of what speaks for and against a memory (src/core/memory/forms.ts), and says how well they do.
// usage: node scripts/fitMemory.mjs [--write] [--verbose]
// Over the labelled conversations that rules may be made from, and the corpus of the tests. A logistic regression over sentences, always the same:
// weights for are not negative, weights against not positive. `--write` rounds them and puts them into the table.
import { readFileSync, writeFileSync } from 'node:fs';
import { handOf, hits, isMachineTurn, labelledConversations } from './lib/labelledConversations.mjs';
import { moduleOf } from './lib/moduleOf.mjs';
import { inRoot } from './lib/paths.mjs';
import { fitWeights, sumOf } from './lib/regression.mjs';

const FORMS_FILE = inRoot('src/core/memory/forms.ts');
const KINDS_FILE = inRoot('src/core/memory/kindWeights.ts');
/** Sentences in words of their own, by whoever made the kinds of words: a line each. */
const WRITTEN = (name) =>
	readFileSync(inRoot(`test/fixtures/memories/${name}`), 'utf8')
		.split('\n')
		.filter(Boolean);
const WRITTEN_WEIGHT = { memory: 0.5, other: 1 };
/** The corpus of the tests has as many memories as others, unlike what people say. */
const CORPUS_WEIGHT = { memory: 0.4, other: 1 };
/**
 * A rule that fits a whole sentence is enough where nothing speaks against it. Nobody answers sentences that were only
 * written down, and none is the first of a session: what that says is as conversations alone have it. Given, not fitted.
 */
const GIVEN = { feedback: 4.9, user: 4.9, project: 4.9, reference: 4.9, accepted: 1.5, first: -2.2 };
/** It is not always said so plainly. */
const MOST = { headsUp: 2.5 };

/** Zero is put here, where nine of ten that are caught by weights fitted without their hand are right. */
const LEAST = 1;

const words = process.argv.slice(2);
const [
	{ HEADS_UP, memorySentences },
	{ evidenceFor, isTaken },
	{ FORMS, WHOLE_RULES },
	{ NO_WEIGHT, SIGNS, STEPS, signsIn },
	{ standingClauses },
	{ MEMORIES, NO_MEMORIES, isKeptOut },
] = await Promise.all(
	[
		'memory/catch.ts',
		'memory/evidence.ts',
		'memory/forms.ts',
		'memory/kinds.ts',
		'memory/clauses.ts',
		'testing/memoryCases.ts',
	].map((file) => moduleOf(`src/core/${file}`)),
);
/** What a form is worth of which the data says little. */
const USUAL = { for: 1.3, hint: 0.5, against: -0.7 };
const usual = new Map(FORMS.map(({ name, kind }) => [name, USUAL[kind]]));
const NAMES = [...FORMS.map(({ name }) => name), ...Object.keys(WHOLE_RULES)];
const SIGNS_FROM = NAMES.length;
/** Kinds of words stand everywhere: each has to say more before it counts, and the first two of a clause still more. */
const signPenalty = (at) => (at < SIGNS.first ? 2.8 : at < SIGNS.length ? 6.25 : 2);
const signs = Array.from({ length: SIGNS.end }, (_, at) => at);
const PENALTIES = [...NAMES.map(() => 0.6), ...signs.map(signPenalty)];
const USUAL_WEIGHTS = [...NAMES.map((name) => GIVEN[name] ?? usual.get(name) ?? 0), ...signs.map(() => 0)];
const against = new Set(FORMS.filter(({ kind }) => kind === 'against').map(({ name }) => name));

/** Prompts: what they hold, how much they count, whether there is something to remember, and in which sentence. */
function promptsOf(conversations) {
	return conversations.flatMap(({ id, turns, gold }) => {
		const remember = gold.remember ?? [];
		const turnOf = (entry) =>
			entry.at ?? turns.findIndex(({ role, text = '' }) => role === 'user' && hits(text, entry));
		return turns.flatMap((turn, at) => {
			if (turn.role !== 'user') return [];
			const here = remember.filter((entry) => turnOf(entry) === at);
			const due = here.filter(({ optional }) => !optional);
			const isUnclear = due.length === 0 && (here.length > 0 || remember.some((entry) => hits(turn.text, entry)));
			const isFirst = !turns.slice(0, at).some((each) => each.role === 'user' && !isMachineTurn(each));
			const reply = turns[at + 1]?.role === 'assistant' ? (turns[at + 1].text ?? '') : '';
			return isUnclear ? [] : [promptOf({ id, at, isFirst, text: turn.text, reply, due, share: 1 })];
		});
	});
}

function promptOf({ id, at = 0, isFirst = false, text, reply = '', due, isMemory = due.length > 0, share }) {
	const isAccepted = isTaken(reply);
	const sentences = memorySentences(text).map(({ sentence, whole }) => {
		const lead = HEADS_UP.exec(sentence)?.[0].length ?? 0;
		const { counted } = evidenceFor(sentence.slice(lead), { isHeadsUp: lead > 0, isAccepted, isFirst });
		return {
			whole,
			names: [
				...counted.map(({ name }) => NAMES.indexOf(name)),
				...[...signsIn(standingClauses(sentence.slice(lead)))].map((sign) => SIGNS_FROM + sign),
			],
			hits: due?.[0] === undefined ? 0 : due[0].must.filter((word) => hits(whole, { must: [word] })).length,
		};
	});
	return {
		id,
		at,
		text,
		isMemory,
		count: due?.length ?? 1,
		share,
		sentences: sentences.filter(({ names }) => names.length > 0),
		most: Math.max(0, ...sentences.map(({ hits }) => hits)),
	};
}

const conversations = promptsOf(labelledConversations().madeFrom);
const corpus = [
	...MEMORIES.filter(([, text]) => !isKeptOut(text)).map(([, text]) =>
		promptOf({ id: text, text, isMemory: true, share: CORPUS_WEIGHT.memory }),
	),
	...NO_MEMORIES.filter((text) => !isKeptOut(text)).map((text) =>
		promptOf({ id: text, text, isMemory: false, share: CORPUS_WEIGHT.other }),
	),
	...WRITTEN('memories.tsv').map((line) => {
		const text = line.split('\t')[1];
		return promptOf({ id: text, text, isMemory: true, share: WRITTEN_WEIGHT.memory });
	}),
	...WRITTEN('others.txt').map((text) => promptOf({ id: text, text, isMemory: false, share: WRITTEN_WEIGHT.other })),
];

const scoreOf = (weights, { sentences }) => Math.max(-99, ...sentences.map(({ names }) => sumOf(weights, names)));

function fit(prompts) {
	let weights = [...USUAL_WEIGHTS, 0];
	for (let round = 0; round < 2; round++) {
		// Of a prompt with something to remember, the sentence that says it: by its words, else the likeliest.
		const cases = prompts.flatMap(({ isMemory, sentences, share, most }) => {
			const rank = (each) => (most > 0 ? each.hits : 0) * 100 + sumOf(weights, each.names);
			const chosen = isMemory ? [...sentences].sort((a, b) => rank(b) - rank(a)).slice(0, 1) : sentences;
			return chosen.map(({ names }) => ({ at: names, isTrue: isMemory, share }));
		});
		weights = fitWeights(cases, { usual: USUAL_WEIGHTS, penalty: PENALTIES, rounds: 250, bound });
	}
	return weights;
}

function kindWeightsFile(letters) {
	const escaped = letters.replace(/[\\']/g, '\\$&');
	return `// What each sign of kinds.ts weighs, a letter each. Written by: node scripts/fitMemory.mjs --write
export const KIND_WEIGHTS =
	'${escaped}';
`;
}

function bound(weight, at) {
	if (at >= SIGNS_FROM) return Math.max(-2.1, Math.min(2.1, weight));
	const name = NAMES[at];
	if (name in GIVEN) return GIVEN[name];
	return against.has(name) ? Math.min(0, weight) : Math.min(MOST[name] ?? 9, Math.max(0, weight));
}

function tell(name, scored) {
	const all = scored.reduce((total, { prompt }) => total + (prompt.isMemory ? prompt.count : 0), 0);
	const from = [-1, -0.8, -0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6, 0.8, 1].map((least) => {
		const caught = scored.filter(({ score }) => score >= least).map(({ prompt }) => prompt);
		const hits = caught.filter(({ isMemory }) => isMemory);
		const found = hits.reduce((total, { count }) => total + count, 0);
		return `${least}: ${(hits.length / caught.length).toFixed(3)} / ${(found / all).toFixed(3)} (${caught.length - hits.length} wrong)`;
	});
	console.log(`${name}, precision / recall from a sum on:\n  ${from.join('\n  ')}`);
}

const folded = [...new Set(conversations.map(({ id }) => handOf(id)))].flatMap((hand) => {
	const isIn = ({ id }) => handOf(id) !== hand;
	const weights = fit([...conversations.filter(isIn), ...corpus]);
	return conversations.filter((prompt) => !isIn(prompt)).map((prompt) => ({ prompt, score: scoreOf(weights, prompt) }));
});
tell('Conversations, each by weights that were fitted without those of its hand', folded);
if (words.includes('--verbose'))
	for (const hand of new Set(folded.map(({ prompt }) => handOf(prompt.id))))
		tell(
			hand,
			folded.filter(({ prompt }) => handOf(prompt.id) === hand),
		);
const weights = fit([...conversations, ...corpus]);
const scored = conversations.map((prompt) => ({ prompt, score: scoreOf(weights, prompt) }));
tell('Conversations', scored);
tell(
	'Corpus',
	corpus.map((prompt) => ({ prompt, score: scoreOf(weights, prompt) })),
);
if (words.includes('--verbose')) {
	const shown = words.includes('--corpus')
		? corpus.map((prompt) => ({ prompt, score: scoreOf(weights, prompt) }))
		: folded;
	const line = ({ prompt, score }) => {
		const best = [...prompt.sentences].sort((a, b) => sumOf(weights, b.names) - sumOf(weights, a.names))[0];
		return `${score.toFixed(2)} ${prompt.id.slice(0, 8)}:${prompt.at} ${best === undefined ? prompt.text.slice(0, 80) : `${best.whole.slice(0, 150)} [${best.names.flatMap((name) => NAMES[name] ?? []).join(' ')}]`}`;
	};
	const others = shown.filter(({ prompt }) => !prompt.isMemory).sort((a, b) => b.score - a.score);
	const memories = shown.filter(({ prompt }) => prompt.isMemory).sort((a, b) => a.score - b.score);
	console.log(
		`Wrong first:\n${others.slice(0, 40).map(line).join('\n')}\nMissed first:\n${memories.slice(0, 50).map(line).join('\n')}`,
	);
}
console.log(
	NAMES.map((name, at) => `${name} ${weights[at].toFixed(1)}`).join('  '),
	`bias ${weights.at(-1).toFixed(1)}`,
);
if (words.includes('--write')) {
	const rounded = (weight) => String(Number(weight.toFixed(1)));
	let forms = readFileSync(FORMS_FILE, 'utf8').replace(/(BIAS = )-?[\d.]+/, `$1${rounded(weights.at(-1) - LEAST)}`);
	for (const [at, name] of NAMES.entries())
		forms = forms.replace(
			new RegExp(`('${name}',\\s+(?:kind: 'against', weight: )?|\\b${name}: )-?[\\d.]+`),
			`$1${rounded(weights[at])}`,
		);
	writeFileSync(FORMS_FILE, forms);
	const letters = signs.map((sign) => String.fromCharCode(NO_WEIGHT + Math.round(weights[SIGNS_FROM + sign] * STEPS)));
	writeFileSync(KINDS_FILE, kindWeightsFile(letters.join('')));
}
