// A sentence in clauses of plain words, without those that say nothing of the person's own that lasts.

/** ` we don't use redis here `, with a space at both ends; short forms are written out, as are slips. */
export interface Clause {
	readonly text: string;
	readonly words: readonly string[];
}

const WRITTEN_OUT = new Map(
	(
		"dont=don't doesnt=doesn't wont=won't cant=can't cannot=can't isnt=is_not isn't=is_not arent=are_not aren't=are_not " +
		"im=i_am i'm=i_am ive=i_have i've=i_have i'd=i_would i'll=i_will ill=i_will we're=we_are we've=we_have we'll=we_will " +
		"youre=you_are you're=you_are you'll=you_will youll=you_will u=you r=are they're=they_are theyre=they_are it's=it_is " +
		"that's=that_is thats=that_is let's=let_us lets=let_us mustn't=must_not mustnt=must_not pls=please plz=please " +
		'everytime=every_time anytime=any_time eachtime=each_time w/o=without w/=with'
	)
		.split(' ')
		.map((pair): [string, readonly string[]] => {
			const [short = '', long = ''] = pair.split('=');
			return [short, long.split('_')];
		}),
);

/** Words that lead into a clause and mean nothing there. */
const FILLER = new Set(
	(
		'ok okay oh ah hey hi hello ugh argh hm hmm well so and but also btw anyway anyways thanks thx actually honestly then ' +
		'yes yeah yep nope good great nice cool right sorry really though et y und'
	).split(' '),
);

const ENDS = /[,;:()]+(?=\s|$)| \(| [–—-]+ |[.!?…]+$| (?=(?:but|because|so that) )/u;
const BETWEEN_WORDS = /[^\p{L}\p{N}'_./#@&…+*-]+/u;

/** @param sentence in lower case. */
export function clausesOf(sentence: string): readonly Clause[] {
	return sentence
		.replaceAll(' do not ', " don't ")
		.replaceAll(' does not ', " doesn't ")
		.split(ENDS)
		.map((part) => {
			const words = part
				.split(BETWEEN_WORDS)
				.map((word) => word.replace(/^['.-]+|['.-]+$/g, ''))
				.filter((word) => word !== '')
				.flatMap((word) => WRITTEN_OUT.get(word) ?? word);
			const from = words.findIndex((word, at) => !FILLER.has(word) || at === words.length - 1);
			return { words: words.slice(from), text: ` ${words.slice(from).join(' ')} ` };
		})
		.filter(({ words }) => words.length > 0);
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const ASKS = setOf(
	'what where who whom whose why how which do does did is are was were should shall has have can could will would may am',
);
const SUPPOSES = setOf('if suppose supposing imagine assume assuming pretend unless hypothetically maybe perhaps');
const SAYS = setOf(
	'said says wrote writes told claims claimed asked asks thinks believes suggests suggested mentioned replied argues',
);
/** Who speaks for us, so that what they say is ours. */
const OURS = setOf(
	'i we you to must always never please nobody text legal compliance ops hosting security management auditor auditors law ' +
		'contract customer client provider vendor committee people tax office finance it hr infra admins board',
);

/** A case that will come, and no hypothesis. */
const COMES_AGAIN = /^ if (?:i|you) (?:ask|say|write|need|see|touch|review|change|add|ever)\b/u;

/** Whether a request is put as a question: `Could you always …?` */
const POLITE = /^(?:please )?(?:can|could|would|will) you /u;

/**
 * @param sentence in lower case.
 * @returns the clauses that are no question, no hypothesis and nobody else's words.
 */
export function standingClauses(sentence: string): readonly Clause[] {
	const clauses = clausesOf(sentence);
	const isQuestion = sentence.endsWith('?') && !POLITE.test(sentence);
	const asks = (clause: Clause): boolean =>
		isQuestion
			? clause === clauses.at(-1)
			: clauses.length === 1 && ASKS.has(clause.words[0] ?? '') && !POLITE.test(clause.text.trimStart());
	const reported = clauses.findIndex(({ words }) =>
		words.some((word, at) => at > 0 && SAYS.has(word) && !words.slice(0, at).some((each) => OURS.has(each))),
	);
	return clauses
		.slice(0, reported < 0 ? clauses.length : reported)
		.filter((clause) => (!SUPPOSES.has(clause.words[0] ?? '') || COMES_AGAIN.test(clause.text)) && !asks(clause));
}

const TASK_VERBS = new Set(
	'fix add make run do commit push merge delete remove rename write show tell look check find explain implement update change move create test try use go start stop continue open read review put set give take revert deploy apply build bump convert replace refactor rework draft plan port leave keep drop get clean tidy split extract compare post answer ask send suggest schedule begin let wait ship undo scrap rebase squash rerun turn mark note name call swap think reconstruct translate summarize please can could'.split(
		' ',
	),
);
const BEFORE_VERB = new Set('please now just first better you could can would'.split(' '));

/** Whether it begins like an order for the task at hand. */
export function isOrder({ words }: Clause): boolean {
	return TASK_VERBS.has(words.find((word) => !BEFORE_VERB.has(word)) ?? '');
}
