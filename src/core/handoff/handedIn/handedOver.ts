// Joins what Claude or another program handed in, and what is proven of it, with what the rules have read: one model, which
// every document, protocol and draft is made of.
import { findDeferral } from '../deferral';
import type { SessionExtract } from '../extract';
import type { HandInSection, HandedIn } from './handIn';
import type { JudgedHandOver, Verdict } from './proof';
import { holds, isWhole, quotedWords } from './quoted';
import { type PutOff, type Statement, byMessage, saysNoMore, statement } from '../statement';

type Proven = Extract<Verdict, { readonly from: unknown }> & { readonly origin: 'claude' | 'model' };

/** What was handed in, as a statement of the model. */
type Told = Statement & Required<Pick<Statement, 'formerTexts'>>;

/** How things stand: a later hand-over takes the place of an earlier one. The other sections only grow. */
const STATE: ReadonlySet<string> = new Set<HandInSection>(['topic', 'summary', 'open', 'later', 'next', 'task']);

/**
 * The extract with what is proven of the hand-overs.
 * @param handOvers oldest first.
 */
export function withHandOvers(extract: SessionExtract, handOvers: readonly JudgedHandOver[]): SessionExtract {
	if (handOvers.length === 0) return extract;
	const of = (section: HandInSection): readonly Proven[] => provenOf(section, handOvers);
	const plain = (section: HandInSection, known: readonly Statement[]): readonly Statement[] =>
		joined(of(section), (each) => each, known);
	return {
		...extract,
		topic: of('topic').at(-1)?.statement.text ?? extract.topic,
		decisions: byMessage(
			joined(of('decision'), (each) => ({ ...each, how: 'said', question: undefined }), extract.decisions),
		),
		failures: byMessage(
			joined(of('tried'), (each) => ({ ...each, how: 'said', outcome: undefined }), extract.failures),
		),
		openQuestions: plain('open', extract.openQuestions),
		deferred: joined(
			of('later'),
			(each, { quotes }) => ({ ...each, kind: kindOf([each.text, ...quotes]) }),
			extract.deferred,
		),
		nextSteps: plain('next', extract.nextSteps),
		tasks: listedFirst(
			joined(
				of('task'),
				(each, { status }) => ({
					...each,
					status,
					kind: 'reply',
					id: undefined,
					createdMs: each.from.atMs,
					completedMs: undefined,
					detail: undefined,
					plan: undefined,
				}),
				extract.tasks,
			),
		),
		summary: plain('summary', extract.summary),
		facts: plain('fact', extract.facts),
		notFound: notFoundIn(handOvers, extract.decisions),
	};
}

/** What is proven in a section, each once, in the order in which it was handed in. */
function provenOf(section: HandInSection, handOvers: readonly JudgedHandOver[]): readonly Proven[] {
	const within = handOvers.map(({ turn, verdicts, origin = 'claude' as const }) => ({
		turn,
		proven: verdicts.flatMap((each) =>
			'from' in each && each.statement.section === section ? [{ ...each, origin }] : [],
		),
	}));
	const last = within.findLast(({ proven }) => proven.length > 0)?.turn;
	const all = within.flatMap(({ turn, proven }) => (STATE.has(section) && turn !== last ? [] : proven));
	return all.filter(
		(each, at) => !all.slice(at + 1).some((other) => isSame(each.statement.text, other.statement.text)),
	);
}

/**
 * What is proven, then the statements of the rules that say something else. Of two that say the same the one that says more
 * stays; the same words of the same message are one statement, told by Claude.
 */
function joined<T extends Statement>(
	proven: readonly Proven[],
	as: (told: Told, handedIn: HandedIn) => T,
	known: readonly T[],
): readonly T[] {
	const news = proven.filter((each) => !known.some(({ text }) => saysNoMore(each.statement.text, text)));
	const replaced = ({ statement: { text, quotes }, from }: Proven): readonly T[] =>
		known.filter(
			(each) =>
				saysNoMore(each.text, text) ||
				(from.index === each.from.index && quotes.some((quote) => overlap(quotedWords(quote), quotedWords(each.text)))),
		);
	const gone = new Set<T>();
	const told = news.map((each) => {
		const formerTexts = replaced(each).flatMap((former) => {
			gone.add(former);
			return [former.text, ...(former.formerTexts ?? [])];
		});
		return as({ ...statement(each.statement.text, each.from), origin: each.origin, formerTexts }, each.statement);
	});
	return [...told, ...known.filter((each) => !gone.has(each))];
}

/** The kind that these words state plainly, as the rules would find it. */
function kindOf(words: readonly string[]): PutOff['kind'] {
	return words.map((each) => findDeferral(each.replace(/["“”„«»]/gu, ''))).find((each) => each !== undefined);
}

function overlap(a: readonly string[], b: readonly string[]): boolean {
	return holds(a, b) || holds(b, a);
}

/** Claude's own lists show how things stand; what it hands in besides comes after them. */
function listedFirst<T extends Statement>(statements: readonly T[]): readonly T[] {
	return [...statements.filter(({ origin }) => origin === undefined), ...statements.filter(({ origin }) => origin)];
}

/**
 * What was handed in again without proof, and never proven: the newest wording of each.
 * @param decisions of the rules, which may find decided what the proof does not: what says the same is found.
 */
function notFoundIn(handOvers: readonly JudgedHandOver[], decisions: readonly Statement[]): readonly HandedIn[] {
	const verdicts = handOvers.flatMap((each) => each.verdicts);
	const proven = verdicts.filter((each) => 'from' in each);
	const listed = verdicts.flatMap((each) => ('isListed' in each && each.isListed ? [each.statement] : []));
	return listed.filter(
		({ section, text, quotes }, at) =>
			!proven.some((each) => isSame(each.statement.text, text)) &&
			!listed.slice(at + 1).some((other) => isSame(other.text, text)) &&
			!(
				section === 'decision' &&
				decisions.some((each) => [text, ...quotes].some((said) => overlap(quotedWords(said), quotedWords(each.text))))
			),
	);
}

function isSame(a: string, b: string): boolean {
	return isWhole(quotedWords(a), quotedWords(b));
}
