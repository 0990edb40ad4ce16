// What a prompt makes of what Claude asked and proposed right before it: which option is picked, which question is
// answered, which proposal is nodded at or chosen.
import { type Act, gist, shared } from './acts';
import { certainty } from './evidence';
import { LATER_PROPOSED, answers, isShort } from './judge';
import { cameOf, offeredTo, withReason } from './offer';
import type { Standing } from './standing';
import type { Asked, Reply } from './reply';
import { type Pointer, statement } from './statement';

/** A reply and its message. */
interface Replied {
	readonly reply: Reply;
	readonly from: Pointer;
}

/** What was said before a prompt. */
export interface Scene {
	/** The reply right before it; nothing if that was interrupted or refused. */
	readonly last: Replied | undefined;
	readonly before: Replied | undefined;
	/** The person's last prompt, in acts. */
	readonly asked: readonly Act[];
	/** Questions of earlier replies, to which the person only asked something back. */
	readonly waiting: readonly Waiting[];
	/** What came of the prompt that is read; nothing if nobody answered. */
	readonly outcome?: Came | undefined;
}

/** The reply that ended a turn. */
export interface Came extends Replied {
	/** Tools ran before it. */
	readonly hasWorked: boolean;
}

/** A question and the message that asks it. */
interface Waiting {
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
 * Enters into the standing what the person settles, and leaves open what the prompt passes over.
 */
export function react(acts: readonly Act[], from: Pointer, scene: Scene, standing: Standing): Reacted {
	if (scene.last === undefined) return { used: new Set(), waiting: scene.waiting };
	return new Reaction(acts, from, scene, scene.last, standing).read();
}

/** It wants to know something first. */
const asksBack = ({ isQuestion, core }: Act): boolean =>
	isQuestion ||
	/^(?:(?:first|just|please|one sec|wait)[\s,]+)*(?:show|tell|explain|check (?:the|if|whether|with)|list)\b/u.test(
		core,
	);

/** From here on a sentence counts as a decision. Lower, more are found, and more are wrong. */
const CERTAIN = 0.6;

class Reaction {
	private readonly used = new Set<Act>();
	/** What a person can mean when they choose. */
	private readonly told: readonly Act[];
	private readonly among: ReadonlySet<string>;

	constructor(
		private readonly acts: readonly Act[],
		private readonly from: Pointer,
		private readonly scene: Scene,
		private readonly last: Replied,
		private readonly standing: Standing,
	) {
		this.told = acts.filter((act) => !act.isQuestion && !act.isSupposed && (!act.isCourtesy || act.isNod));
		this.among = new Set([...last.reply.words, ...scene.asked.flatMap((act) => [...gist(act.text)])]);
	}

	read(): Reacted {
		const { waiting } = this.scene;
		const asked = this.last.reply.questions.map((question) => ({ question, from: this.last.from }));
		const isAskingBack = this.acts.every((act) => asksBack(act) || act.isCourtesy) && this.acts.some(asksBack);
		if (isAskingBack) return { used: this.used, waiting: [...waiting, ...asked] };
		this.changeMind();
		const isSettled = this.decide();
		const isNew = asked.length > 0;
		const isAnswered = this.answer(isNew ? asked : waiting, isSettled);
		// Whoever answers the newer question has passed over the older one, or has it answered.
		if (isNew && !isAnswered && !isSettled) for (const each of waiting) this.leaveOpen(each);
		return { used: this.used, waiting: [] };
	}

	private leaveOpen({ question, from }: Waiting): void {
		this.standing.leaveOpen(question.text, from);
	}

	private settle(text: string, offered: string, came?: string): void {
		const question = offered === '' ? undefined : offered;
		const how = question === undefined ? 'said' : 'answer';
		const { outcome } = this.scene;
		const told = came === undefined || outcome === undefined ? {} : { came: statement(came, outcome.from) };
		this.standing.settle({ ...statement(text, this.from), how, question, ...told }, this.among);
	}

	/** `No. The other one`: now chooses what was not chosen before. */
	private changeMind(): void {
		const no = this.acts.findIndex((act) => act.isRefusal && act.core === '');
		const next = this.acts[no + 1];
		if (no < 0 || next === undefined || next.isRequest || next.isQuestion || !isShort(next)) return;
		const words = gist(next.core);
		const old = this.standing.decisions.findLast(
			(each) => !each.isRevoked && shared(words, each.among) > 0 && shared(words, each.words) === 0,
		);
		if (old === undefined) return;
		old.isRevoked = true;
		this.used.add(next);
		this.settle(next.text, '');
	}

	/** The sentences that settle something. */
	private decide(): boolean {
		const { asked, outcome } = this.scene;
		let isSettled = false;
		for (const act of this.told) {
			if (this.used.has(act)) continue;
			const situation = { act, acts: this.acts, reply: this.last.reply, asked, outcome };
			if (certainty(situation) < CERTAIN && !this.isPlain(act)) continue;
			const offered = offeredTo(act, this.scene);
			this.used.add(act);
			isSettled = true;
			// *I would do it tomorrow.* *Yes.*
			if (act.isNod && LATER_PROPOSED.test(offered.toLowerCase())) this.standing.addStep(offered, this.last.from, true);
			else this.settle(withReason(act, this.acts), offered, cameOf(act, outcome?.reply));
		}
		return isSettled;
	}

	/** It names an option by its mark, or is the whole answer to the only question about what to do. */
	private isPlain(act: Act): boolean {
		const { questions, options, proposals } = this.last.reply;
		if (this.acts[0] !== act || act.isUnknown || act.isPutOff || act.isRequest) return false;
		if (options.length > 1 && /^(?:option |number )?\(?(?:\d|[a-h])\)?[.!]?$/u.test(act.bare)) return true;
		if (questions.length === 0 && proposals.length === 1 && act.isNod && this.acts.length === 1) return true;
		const [question] = questions;
		const isAnswer = question?.isFact === false && answers(act, question, questions.length === 1, true);
		if (!isAnswer) return false;
		if (act.isNod) return gist(question.text).size > 2;
		return shared(gist(act.core), question.words) > 0 || (!question.isYesNo && isShort(act));
	}

	/** Questions that are neither answered nor put off are open. @param isSettled something was decided in the prompt. */
	private answer(questions: readonly Waiting[], isSettled: boolean): boolean {
		// Facts that are asked for together are told together.
		const isOnly = questions.length === 1 || questions.every(({ question }) => question.isFact);
		if (isSettled && isOnly) return true;
		const left: Waiting[] = [];
		let isAnswered = false;
		for (const each of questions) {
			const { question } = each;
			const isAbout = (act: Act): boolean => shared(gist(act.core), question.words) > 0;
			const answer = this.told.find(
				(act) => !act.isUnknown && !act.isPutOff && answers(act, question, isOnly, act === this.acts[0]),
			);
			const unknown = this.acts.find((act) => act.isUnknown && (isOnly || isAbout(act)));
			const isAnswer =
				answer !== undefined &&
				(unknown === undefined || (this.acts.indexOf(answer) < this.acts.indexOf(unknown) && isAbout(answer)));
			if (isAnswer) isAnswered = true;
			else if (unknown !== undefined) {
				this.used.add(unknown);
				this.leaveOpen(each);
			} else left.push(each);
		}
		// Put off is not open, and a fact is told together with others.
		const isLater = isOnly && this.acts[0]?.isPutOff === true;
		const isTold = isAnswered || isSettled;
		if (!isLater) for (const each of left) if (!isTold || !each.question.isFact) this.leaveOpen(each);
		return isAnswered;
	}
}
