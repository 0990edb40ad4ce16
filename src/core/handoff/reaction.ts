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
}

/**
 * Enters into the ledger what the person settles, and leaves open what the prompt passes over.
 * @returns the acts that were used for it.
 */
export function react(acts: readonly Act[], from: Pointer, scene: Scene, ledger: Ledger): ReadonlySet<Act> {
	return scene.last === undefined ? new Set() : new Reaction(acts, from, scene, scene.last, ledger).read();
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

	read(): ReadonlySet<Act> {
		this.changeMind();
		const isPicked = this.pickOptions();
		const isAnswered = this.answerQuestions(isPicked);
		if (isPicked || isAnswered || this.nodAtProposal()) this.settleLimits();
		else this.choose();
		return this.used;
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
	private answerQuestions(isPicked: boolean): boolean {
		const { questions } = this.last.reply;
		if (isPicked && questions.length === 1) return false;
		let isSettled = false;
		for (const question of questions) {
			const isAbout = (act: Act): boolean => shared(gist(act.core), question.words) > 0;
			const isOnly = questions.length === 1;
			const answer = this.told.find(
				(act) => !this.used.has(act) && answers(act, question, isOnly, act === this.told[0]),
			);
			const unknown = this.acts.find((act) => !this.used.has(act) && act.isUnknown && (isOnly || isAbout(act)));
			const isAnswer =
				answer !== undefined &&
				(unknown === undefined || (this.acts.indexOf(answer) < this.acts.indexOf(unknown) && isAbout(answer)));
			if (isAnswer) {
				this.used.add(answer);
				const offered = this.offeredBy(question, answer);
				if (offered !== '' && !question.isFact) this.settle(this.withReason(answer), offered);
				isSettled = true;
				continue;
			}
			if (unknown !== undefined) this.used.add(unknown);
			this.ledger.leaveOpen(question.text, this.last.from, 'claude', unknown === undefined);
		}
		return isSettled;
	}

	/** What an answer settles: the question itself, or what it refers to (`Shall I?`). */
	private offeredBy(question: Asked, answer: Act): string {
		const { reply } = this.last;
		if (!question.isYesNo || gist(question.text).size > 1) return question.text;
		const put = [...reply.options.map(({ text }) => text), ...reply.proposals].join('; ');
		if (put !== '') return put;
		const isRestated = shared(gist(answer.core), question.words) > 0;
		return isRestated ? (question.before ?? question.text) : '';
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
			const about = reply.proposals.find((each) => shared(gist(each), gist(act.core)) > 0);
			this.settle(act.text, about);
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
