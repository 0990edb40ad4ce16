// What a dialogue has settled and left so far, kept up to date: decisions until they are revoked, questions until they
// are answered, steps until they are done. It knows no prompts and replies; `dialogue.ts` tells it what happened.
import { gist, shared } from './acts';
import { isSame } from './judge';
import { KINDS, type Remains, mayRemain, remainsOf, withFate } from './remains';
import type { Decision, Failure, Outcome, Pointer, PutOff, Statement } from '../statement';
import { MAX_EACH, byMessage, eachOnce, saysNoMore, statement } from '../statement';

interface Open extends Statement {
	readonly words: ReadonlySet<string>;
	/** Whether the turns after it leave it open; without it, it is open for a while. */
	stays: Stays | undefined;
	/** The person asked it, and wants to know it from Claude. */
	isOwn: boolean;
	isAnswered: boolean;
	/** Somebody used its words later. */
	isTakenUp: boolean;
}

/**
 * Whether a question is open in the end.
 * @param isTakenUp somebody used its words later.
 * @param turn the last one.
 */
type Stays = (isTakenUp: boolean, turn: number) => boolean;

/** What is known of a question beside its text. */
type LeftOpen = Partial<Pick<Open, 'words' | 'stays' | 'isOwn'>>;

/** Something left to do: Claude called it left, or the person agreed to it or said it. */
interface Step extends Statement {
	readonly words: ReadonlySet<string>;
	readonly turn: number;
	/** The person agreed to it: it stays until it is done, and Claude does not speak of it. */
	readonly isAgreed: boolean;
	isDone: boolean;
}

/** A sentence of the person's, and what may be left of it. */
interface Heard extends Step {
	readonly forms: readonly string[];
	readonly kind: PutOff['kind'];
	/** Together with what it is about: most sentences leave nothing, and are never asked for it. */
	readonly whole: (as: Remains) => string;
	/** As an attempt, where it is told as one. */
	readonly told: () => string;
	isTakenUp: boolean;
	isWorkedOn: boolean;
}

interface Settled extends Decision {
	readonly words: ReadonlySet<string>;
	/** What it was chosen from. */
	readonly among: ReadonlySet<string>;
	isRevoked: boolean;
}

/** After this many turns, something that Claude called left to do is no longer reported. */
const FRESH = 6;

/** After this many turns, what a person could not say is seldom open to anybody. */
const LONG = 2;

export class Standing {
	readonly decisions: Settled[] = [];
	readonly failures: Failure[] = [];
	readonly open: Open[] = [];
	readonly steps: Step[] = [];
	/** The newest sentences of the person's. */
	private readonly heard: Heard[] = [];
	/** Of older ones those that may count in the end. */
	private kept: Heard[] = [];

	/** @param among what it was chosen from. */
	settle(decision: Decision, among: ReadonlySet<string> = new Set()): void {
		const words = gist(`${decision.question ?? ''} ${decision.text}`);
		add(this.decisions, { ...decision, words, among, isRevoked: false });
	}

	fail(text: string, from: Pointer): void {
		add(this.failures, { ...statement(text, from), how: 'said', outcome: undefined });
	}

	hear(text: string, from: Pointer, rest: Pick<Heard, 'words' | 'forms' | 'kind' | 'whole' | 'told'>): void {
		const fate = { isTakenUp: false, isWorkedOn: false, isDone: false, isAgreed: false };
		this.heard.push({ ...statement(text, from), ...rest, ...fate, turn: from.turn });
		if (this.heard.length > 2 * MAX_EACH) this.sift(from.turn);
	}

	/** What was heard, and may be left of it. */
	said(): readonly Heard[] {
		return [...this.kept, ...this.heard];
	}

	/** Most sentences leave nothing. They must not push out those that do. */
	private sift(turn: number): void {
		const old = this.heard.splice(0, MAX_EACH);
		const may = old.filter((each) => mayRemain(each.forms, each, turn - each.turn));
		this.kept = [...this.kept, ...may].slice(-KINDS.length * MAX_EACH);
	}

	/** What the person leaves open themselves needs no evidence that it is. */
	leaveOpen(text: string, from: Pointer, { words = gist(text), stays, isOwn = false }: LeftOpen = {}): void {
		const known = this.open.find((each) => !each.isAnswered && each.text === text);
		if (known === undefined)
			add(this.open, { ...statement(text, from), words, stays, isOwn, isAnswered: false, isTakenUp: false });
		else if (known.stays !== undefined) Object.assign(known, { stays, isOwn });
	}

	/** @param turn the last one. */
	isOpen({ from, isAnswered, isTakenUp, stays }: Open, turn: number): boolean {
		if (isAnswered) return false;
		return stays === undefined ? turn - from.turn <= LONG : stays(isTakenUp, turn);
	}

	/** Of two steps that say the same, the one that says more stays, at the newer place. */
	addStep(text: string, from: Pointer, isAgreed = false): void {
		const words = gist(text);
		if (words.size === 0) return;
		const known = this.steps.findLast((each) => !each.isDone && isSame(each, { text, words }));
		const step = { ...statement(text, from), words, turn: from.turn, isAgreed, isDone: false };
		if (known !== undefined) {
			this.steps.splice(this.steps.indexOf(known), 1);
			step.isAgreed ||= known.isAgreed;
			if (known.text.length > text.length && shared(words, known.words) === words.size)
				return void this.steps.push({ ...known, turn: from.turn, isAgreed: step.isAgreed });
		}
		add(this.steps, step);
	}

	/** Claude says that everything is done: all that it called left. */
	finishLeft(): void {
		for (const step of this.steps) step.isDone ||= !step.isAgreed;
	}

	/** What was heard, with all its forms. @param turn the last one. */
	fates(turn: number): readonly (readonly [Heard, readonly string[]])[] {
		return this.said().map((each) => [each, withFate(each.forms, { ...each, after: turn - each.turn })]);
	}

	/** @param turn the last one. */
	close(turn: number): Outcome {
		const standing = this.decisions.filter((each) => !each.isRevoked);
		const remains = this.fates(turn).flatMap(([each, forms]) => remainsOf(forms).map((as) => ({ each, as })));
		const heard = (kind: Remains): readonly Heard[] => remains.filter(({ as }) => as === kind).map(({ each }) => each);
		const whole = (each: Heard, as: Remains): Heard => ({ ...each, ...statement(each.whole(as), each.from) });
		const own = heard('step')
			.filter((each) => !each.isDone)
			.map((each) => whole(each, 'step'));
		const isOwn = (step: Step): boolean => own.some((each) => isSame(each, step));
		const left = this.steps.filter(
			(each) => !each.isDone && (each.isAgreed || turn - each.turn <= FRESH) && !isOwn(each),
		);
		const told = heard('failed').map((each): Failure => ({
			...statement(each.told(), each.from),
			how: 'said',
			outcome: undefined,
		}));
		const isRepeated = (each: Settled, at: number): boolean =>
			standing.slice(at + 1).some((later) => later.text === each.text && later.question === each.question);
		return {
			decisions: standing
				.filter((each, at) => !isRepeated(each, at))
				.map(({ words: _, isRevoked: __, among: ___, ...rest }) => rest)
				.slice(-MAX_EACH),
			failures: eachOnce(byMessage([...this.failures, ...told])).slice(-MAX_EACH),
			openQuestions: newestOf(this.open.filter((each) => this.isOpen(each, turn))).map(bare),
			deferred: newestOf(heard('putOff').map((each): PutOff => ({ ...bare(whole(each, 'putOff')), kind: each.kind }))),
			nextSteps: newestOf(byMessage([...left, ...own]).map(bare)),
		};
	}
}

/** A very long conversation keeps the newest of each. */
function add<T>(list: T[], entry: T): void {
	list.push(entry);
	if (list.length > 2 * MAX_EACH) list.splice(0, MAX_EACH);
}

/** Each statement once; of those that say the same, the newest. */
function newestOf<T extends Statement>(list: readonly T[]): readonly T[] {
	const kept: T[] = [];
	for (const each of [...list].reverse())
		if (!kept.some((later) => saysNoMore(each.text, later.text))) kept.unshift(each);
	return kept.slice(-MAX_EACH);
}

/** A statement without what was known of it on the way. */
function bare({ text, from }: Statement): Statement {
	return { text, from };
}
