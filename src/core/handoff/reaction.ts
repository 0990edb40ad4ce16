// What a prompt makes of what Claude asked and proposed right before it: which option is picked, which question is
// answered, which proposal is nodded at or chosen.
import { type Act, gist, shared } from './acts';
import {
	ACCEPTED,
	CHOOSES,
	FIRST_MINE,
	LABELLED,
	LATER_PROPOSED,
	REPORTS,
	REVOKES,
	STRONG,
	TELLS,
	answers,
	decides,
	isShort,
	picksIn,
} from './judge';
import type { Ledger } from './ledger';
import type { Asked, Reply } from './reply';
import { type Pointer, statement } from './statement';

/** A reply and its message. */
export interface Said {
	readonly reply: Reply;
	readonly from: Pointer;
}

/** What was said before a prompt. */
export interface Scene {
	/** The reply right before it; nothing if that was interrupted or refused. */
	readonly last: Said | undefined;
	readonly before: Said | undefined;
	/** The person's last prompt, in acts. */
	readonly asked: readonly Act[];
	/** Questions of earlier replies, to which the person only asked something back. */
	readonly waiting: readonly Waiting[];
}

/** A question and the message that asks it. */
export interface Waiting {
	readonly question: Asked;
	readonly from: Pointer;
}

interface Reacted {
	/** The acts that took up what Claude said. */
	readonly used: ReadonlySet<Act>;
	/** Questions to which the prompt only asks something back. */
	readonly waiting: readonly Waiting[];
}

/**
 * Enters into the ledger what the person settles, and leaves open what the prompt passes over.
 */
export function react(acts: readonly Act[], from: Pointer, scene: Scene, ledger: Ledger): Reacted {
	if (scene.last === undefined) return { used: new Set(), waiting: scene.waiting };
	return new Reaction(acts, from, scene, scene.last, ledger).read();
}

class Reaction {
	private readonly used = new Set<Act>();
	/** What a person can mean when they choose. */
	private readonly told: readonly Act[];
	private readonly askedWords: readonly string[];
	private readonly among: ReadonlySet<string>;

	constructor(
		private readonly acts: readonly Act[],
		private readonly from: Pointer,
		private readonly scene: Scene,
		private readonly last: Said,
		private readonly ledger: Ledger,
	) {
		this.told = acts.filter((act) => !act.isQuestion && !act.isPutOff && !act.isUnknown && !act.isSupposed);
		this.askedWords = scene.asked.flatMap((act) => [...gist(act.text)]);
		this.among = new Set([...last.reply.words, ...this.askedWords]);
	}

	read(): Reacted {
		const { waiting } = this.scene;
		const asked = this.last.reply.questions.map((question) => ({ question, from: this.last.from }));
		const isAskingBack =
			this.acts.every((act) => act.isQuestion || act.isCourtesy) && this.acts.some((act) => act.isQuestion);
		if (isAskingBack) return { used: this.used, waiting: [...waiting, ...asked] };
		this.changeMind();
		const isPicked = this.pickOptions();
		const isNew = asked.length > 0;
		const isAnswered = this.answerQuestions(isPicked, isNew ? asked : waiting);
		// Whoever answers the newer question has passed over the older one, or has it answered.
		if (isNew && !isAnswered && !isPicked) for (const each of waiting) this.leaveOpen(each);
		if (isPicked || isAnswered || this.nodAtProposal()) this.settleLimits();
		else this.choose();
		return { used: this.used, waiting: [] };
	}

	private leaveOpen({ question, from }: Waiting): void {
		this.ledger.leaveOpen(question.text, from, 'claude');
	}

	private settle(text: string, question: string | undefined): void {
		const how = question === undefined ? 'said' : 'answer';
		this.ledger.settle({ ...statement(text, this.from), how, question }, this.among);
	}

	/** `No. The other one`: now chooses what was not chosen before. */
	private changeMind(): void {
		const no = this.acts.findIndex((act) => act.isRefusal && act.core === '');
		const next = this.acts[no + 1];
		if (no < 0 || next === undefined || next.isRequest || next.isQuestion || !isShort(next)) return;
		const words = gist(next.core);
		const old = this.ledger.decisions.findLast(
			(each) => !each.isRevoked && shared(words, each.among) > 0 && shared(words, each.words) === 0,
		);
		if (old === undefined) return;
		old.isRevoked = true;
		this.used.add(next);
		this.settle(next.text, undefined);
	}

	/** Options by their mark or place. */
	private pickOptions(): boolean {
		const { reply } = this.last;
		const earlier = reply.isChoice ? [] : (this.scene.before?.reply.options ?? []);
		const known = reply.options.length > 1 ? reply.options : earlier.length > 1 ? earlier : [];
		let isSettled = false;
		for (const act of this.told.slice(0, 4)) {
			const picked = picksIn(act.bare, known.length);
			if (picked.length === 0 || (isSettled && !picked.every(({ isOut }) => isOut))) continue;
			for (const { at, mark, isOut } of picked) {
				const option = known.find((each) => each.mark === mark) ?? (mark === undefined ? known.at(at) : undefined);
				if (option === undefined) continue;
				if (/^(?:please |pls )?(?:fix|address|resolve)\b/u.test(act.core)) continue;
				if (isOut && FIRST_MINE.test(act.bare)) this.ledger.addStep(`${option.text}: ${act.text}`, this.from, true);
				else this.settle(isOut ? `not this: ${act.text}` : act.text, option.text);
				isSettled = true;
				this.used.add(act);
			}
		}
		return isSettled;
	}

	/** Each question is answered by the sentence that takes it up; else it is open. */
	private answerQuestions(isPicked: boolean, questions: readonly Waiting[]): boolean {
		if (isPicked) return false;
		const isOnly = questions.length === 1;
		const left: Waiting[] = [];
		let isSettled = false;
		for (const each of questions) {
			const { question } = each;
			const isAbout = (act: Act): boolean => shared(gist(act.core), question.words) > 0;
			const answer = this.told.find(
				(act) => !this.used.has(act) && answers(act, question, isOnly, act === this.acts[0]),
			);
			const unknown = this.acts.find((act) => !this.used.has(act) && act.isUnknown && (isOnly || isAbout(act)));
			const isAnswer =
				answer !== undefined &&
				(unknown === undefined || (this.acts.indexOf(answer) < this.acts.indexOf(unknown) && isAbout(answer)));
			if (isAnswer) {
				this.used.add(answer);
				const offered = this.offeredBy(question, answer);
				if (offered !== '' && decides(answer, question)) this.settle(this.withReason(answer), offered);
				isSettled = true;
			} else if (unknown !== undefined) {
				this.used.add(unknown);
				this.leaveOpen(each);
			} else left.push(each);
		}
		// Put off is not open, and a fact is told together with others.
		const isLater = isOnly && this.acts[0]?.isPutOff === true;
		if (!isLater) for (const each of left) if (!isSettled || !each.question.isFact) this.leaveOpen(each);
		return isSettled;
	}

	/** What an answer settles: the question, with what it refers to (`Shall I?`), and what the answer takes up. */
	private offeredBy(question: Asked, answer: Act): string {
		const { reply } = this.last;
		const about = this.takenUp(answer);
		const isBare = gist(question.text).size < 3;
		const named = about ?? (isBare ? question.before : undefined);
		if (named === undefined && isBare && question.isYesNo) return reply.proposals.at(-1) ?? '';
		return named === undefined || named === question.text ? question.text : `${named} ${question.text}`;
	}

	/** The sentence of the reply that an act repeats most of. */
	private takenUp(act: Act): string | undefined {
		const words = gist(act.core);
		const [best] = this.last.reply.sentences
			.filter(({ bare }) => !bare.endsWith('?'))
			.map(({ text }) => ({ text, common: shared(words, gist(text)) }))
			.sort((a, b) => b.common - a.common);
		return best !== undefined && best.common > 0 ? best.text : undefined;
	}

	/** `No. It would only confuse people.` */
	private withReason(answer: Act): string {
		const next = this.acts[this.acts.indexOf(answer) + 1];
		const isReason =
			(answer.isNod || answer.isRefusal) &&
			next !== undefined &&
			(isShort(next) || answer.isRefusal) &&
			!next.isRequest;
		return isReason ? `${answer.text} ${next.text}` : answer.text;
	}

	private nodAtProposal(): boolean {
		const { reply, from } = this.last;
		const proposal = reply.proposals.at(-1);
		const nod = this.acts[0];
		if (reply.questions.length > 0 || nod?.isNod !== true || nod !== this.told[0] || proposal === undefined)
			return false;
		this.used.add(nod);
		const said = this.acts.slice(0, 2).map(({ text }) => text);
		if (LATER_PROPOSED.test(proposal.toLowerCase())) this.ledger.addStep(proposal, from, true);
		else this.settle(said.join(' '), proposal);
		return true;
	}

	/** A sentence that chooses from what was said. */
	private choose(): void {
		const { reply } = this.last;
		const wide = new Set([...this.among, ...(this.scene.before?.reply.words ?? [])]);
		const isWeighed = reply.isChoice || reply.proposals.length > 0 || this.scene.asked.some((act) => act.isQuestion);
		let isChosenHere = this.acts.some(({ core }) => REVOKES.test(core));
		for (const act of this.told.slice(0, 4)) {
			if (this.used.has(act) || act.isCourtesy || act.isStep || act.isPutOff || (act.isNod && act.core === ''))
				continue;
			const size = act.core.split(' ').length;
			const common = shared(gist(act.core), size <= 4 ? wide : this.among);
			const previous = this.acts[this.acts.indexOf(act) - 1];
			const isChosen =
				(STRONG.test(act.core) && !act.isRequest && common > 0) ||
				(act.isRefusal && /\bno \p{L}/u.test(act.bare) && common > 0) ||
				(isWeighed && CHOOSES.test(act.core) && (common > 0 || isChosenHere)) ||
				(isChosenHere && CHOOSES.test(act.core)) ||
				(isWeighed && LABELLED.test(act.bare) && shared(gist(act.core.replace(/:.*$/u, '')), wide) > 0) ||
				(isWeighed && previous?.isNod === true && size <= 5 && !act.isRequest && !TELLS.test(act.core)) ||
				(isWeighed && common > 0 && size <= 6 && !act.isRequest && !TELLS.test(act.core) && !REPORTS.test(act.bare)) ||
				(isWeighed && common > 0 && size <= 10 && ACCEPTED.test(act.bare));
			if (!isChosen) continue;
			this.used.add(act);
			isChosenHere = true;
			this.settle(act.text, this.takenUp(act) ?? (gist(act.core).size < 2 ? reply.proposals.at(-1) : undefined));
		}
	}

	/** An addition to a choice in the same prompt: `keep 14 of them`. */
	private settleLimits(): void {
		for (const act of this.told) {
			if (this.used.has(act) || !/^(?:keep|use|take|limit|cap|with)\b/u.test(act.core)) continue;
			this.used.add(act);
			this.settle(act.text, undefined);
		}
	}
}
