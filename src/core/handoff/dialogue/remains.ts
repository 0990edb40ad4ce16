// What a sentence of the person's leaves when the session is over: a step to be done, something put off, an attempt in vain.
// Weighed as a whole: by its forms, by what Claude makes of it, by where in the conversation it stands, and by its words. The
// weights were fitted to labelled conversations by `scripts/fitHandoff.mjs`.
import { type Act, gist, shared } from './acts';
import type { ToolWork } from './evidence';
import { REMAIN_WEIGHTS } from './remainWeights';
import type { Reply } from './reply';

export type Remains = 'step' | 'putOff' | 'failed';
export const KINDS: readonly Remains[] = ['step', 'putOff', 'failed'];

/** From here on a sentence counts as one. Log odds. */
const ENOUGH: Readonly<Record<Remains, number>> = { step: 0.6, putOff: -0.2, failed: -0.3 };

const ACT_FORMS = [
	'isQuestion',
	'isRequest',
	'isNod',
	'isRefusal',
	'isUnknown',
	'isPutOff',
	'isStep',
	'isCourtesy',
	'isSupposed',
] as const;

/** An answer of so many words says hardly more than that it was heard. */
const FEW_WORDS = 10;
/** This many turns from the end on, it makes no difference how many. */
const FAR = 3;

/** What is said around a sentence. */
export interface SaidAround {
	/** All acts of the prompt. */
	readonly acts: readonly Act[];
	readonly isFirst: boolean;
	/** What Claude said before it. */
	readonly before: Reply | undefined;
	/** What came of it. */
	readonly answer: AnswerHeard;
}

/** What a sentence is taken for by others. */
interface TakenAs {
	/** It is told as an attempt, by its form. */
	readonly isTold: boolean;
	/** It settles or answers something. */
	readonly isUsed: boolean;
}

/** What Claude's answer to a prompt says of each of its sentences. */
interface AnswerHeard {
	readonly forms: readonly string[];
	/** The words of its first sentences. */
	readonly first: readonly ReadonlySet<string>[];
}

/** What became of it later. */
export interface Fate {
	/** How many turns came after it. */
	readonly after: number;
	/** The person took up its words later. */
	readonly isTakenUp: boolean;
	/** Claude did, after work. */
	readonly isWorkedOn: boolean;
}

/** What is known of a sentence when its turn is over. */
export function remainForms(act: Act, words: ReadonlySet<string>, as: TakenAs, around: SaidAround): readonly string[] {
	const { acts, before, answer } = around;
	const size = act.core.split(' ').length;
	const own = [
		...ACT_FORMS.filter((form) => act[form]),
		...(act.putsOffAs === undefined ? [] : ['isPlain']),
		// What stands in the first prompt is why they came, or was pasted.
		...(act.isCalledStep && !around.isFirst ? ['isCalled'] : []),
		...(as.isTold ? ['isTold'] : []),
		...(as.isUsed ? ['isUsed'] : []),
		// That it is the first prompt stands below.
		...act.putsOff.flatMap((form) => (form === 'isFirst' ? [] : [`p.${form}`])),
	];
	const isEcho = answer.first.some((each) => shared(each, words) > 0);
	return [
		...own,
		...answer.forms,
		...(isEcho ? ['a.echo'] : []),
		...(answer.forms.includes('isNoted') ? own.map((form) => `noted.${form}`) : []),
		...(around.isFirst ? ['isFirst'] : []),
		...(acts[0] === act ? ['begins'] : []),
		...(acts.at(-1) === act ? ['ends'] : []),
		...((before?.questions.length ?? 0) > 0 ? ['wasAsked'] : []),
		`size.${String([3, 6, 12, 20].find((most) => size <= most) ?? 'more')}`,
		...wordForms(act.core === '' ? act.bare : act.core),
	];
}

/** What is known of a prompt when its turn is over. @param outcome what came of it. */
export function heardAnswer(outcome: { readonly reply: Reply; readonly work: ToolWork } | undefined): AnswerHeard {
	if (outcome === undefined) return { forms: ['noAnswer'], first: [] };
	const { reply, work } = outcome;
	const words = reply.sentences.reduce((sum, { bare }) => sum + bare.split(' ').length, 0);
	const asks = reply.questions.length > 0;
	const forms = [
		`work.${work}`,
		...(words <= 4 ? ['a.4'] : words <= FEW_WORDS ? ['a.10'] : []),
		...(reply.sentences.length <= 1 ? ['a.one'] : []),
		...(asks ? ['a.asks'] : []),
		...(work === 'none' && words <= FEW_WORDS && !asks ? ['isNoted'] : []),
	];
	return { forms, first: reply.sentences.slice(0, 3).map(({ text }) => gist(text)) };
}

/** Words, and pairs of them; all numbers are one word. */
function wordForms(text: string): readonly string[] {
	const words = (text.match(/\p{L}+(?:'[a-z]+)?|\d+|[?!:,.…-]/gu) ?? []).map((word) =>
		/^\d/u.test(word) ? '#' : word,
	);
	const around = ['^', ...words, '$'];
	return [...words.map((word) => `_${word}`), ...around.slice(1).map((word, at) => `${around[at] ?? ''}_${word}`)];
}

/** All forms of a sentence, once it is known what became of it. */
export function withFate(forms: readonly string[], { after, isTakenUp, isWorkedOn }: Fate): readonly string[] {
	const own = after > 0 ? [] : forms.filter((form) => !form.includes('_') && !form.startsWith('noted.'));
	return [
		...new Set([
			...forms,
			`end.${Math.min(after, FAR)}`,
			...own.map((form) => `last.${form}`),
			...(isTakenUp ? ['isTakenUp'] : []),
			...(isWorkedOn ? ['isWorkedOn'] : []),
		]),
	];
}

const UNTOUCHED = { isTakenUp: false, isWorkedOn: false };

/** Whether a sentence may leave something, now or long after. @param after how many turns came after it until now. */
export function mayRemain(forms: readonly string[], fate: Omit<Fate, 'after'> = UNTOUCHED, after = 0): boolean {
	return [after, FAR].some((turns) => remainsOf(withFate(forms, { ...fate, after: turns })).length > 0);
}

let table: ReadonlyMap<string, readonly number[]> | undefined;

/** What a sentence with these forms leaves: a step or something put off, whichever is likelier, and an attempt beside it. */
export function remainsOf(forms: readonly string[]): readonly Remains[] {
	table ??= new Map(
		REMAIN_WEIGHTS.flatMap((line) => line.split(' ')).map((entry) => {
			const [form = '', ...weights] = entry.split('|');
			return [form, weights.map((weight) => Number(weight) / 100)];
		}),
	);
	const sums = [...(table.get('base') ?? [])];
	for (const form of forms) table.get(form)?.forEach((weight, at) => (sums[at] = (sums[at] ?? 0) + weight));
	const by = (kind: Remains): number => (sums[KINDS.indexOf(kind)] ?? -Infinity) - ENOUGH[kind];
	// What is plainly put off is offered for parking, too.
	const plain = forms.includes('isCalled') ? 'step' : forms.includes('isPlain') ? 'putOff' : undefined;
	const left: Remains = plain ?? (by('step') > by('putOff') ? 'step' : 'putOff');
	return [left, 'failed' as const].filter((kind) => by(kind) >= 0 || kind === plain);
}
