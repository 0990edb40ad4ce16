// What a prompt makes of what Claude asked and proposed right before it: which option is picked, which question is
// answered, which proposal is nodded at or chosen.
import { type Act, gist, shared } from './acts';
import { CERTAIN, QUITE_CERTAIN, type Situation, type ToolWork, certainty, telling } from './evidence';
import { LATER_PROPOSED, isShort } from './judge';
import { cameOf, carrying, offeredTo } from './offer';
import { type AskedPrompt, OPEN, askingOf, openness } from './openness';
import type { Standing } from './standing';
import type { Asked, Reply } from './reply';
import { type Pointer, statement } from '../statement';

/** A reply, its message, and what Claude did before it. */
export interface Replied {
	readonly reply: Reply;
	readonly from: Pointer;
	readonly work: ToolWork;
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
	readonly outcome?: Replied | undefined;
}

/** A question that waits for its answer, with the reply that asked it. */
interface Waiting {
	readonly question: Asked;
	readonly asked: Replied;
}

interface Reacted {
	/** The acts that took up what Claude said. */
	readonly used: ReadonlySet<Act>;
	/** Questions to which the prompt only asks something back. */
	readonly waiting: readonly Waiting[];
}

/**
 * Enters into the standing what the person settles, and the questions that it may leave open.
 */
export function react(acts: readonly Act[], from: Pointer, scene: Scene, standing: Standing): Reacted {
	if (scene.last === undefined) return { used: new Set(), waiting: scene.waiting };
	return new Reaction(acts, from, scene, scene.last, standing).read();
}

/** Whether a prompt only wants to know something first. @public the script that fits the weights asks for it. */
export const isAskingBack = (acts: readonly Act[]): boolean =>
	acts.every((act) => asksBack(act) || act.isCourtesy) && acts.some(asksBack);

const asksBack = ({ isQuestion, core }: Act): boolean =>
	isQuestion ||
	/^(?:(?:first|just|please|one sec|wait)[\s,]+)*(?:show|tell|explain|check (?:the|if|whether|with)|list)\b/u.test(
		core,
	);

class Reaction {
	private readonly used = new Set<Act>();
	private readonly situation: Situation;
	private readonly among: ReadonlySet<string>;
	/** How each question of the last reply stands after the prompt. */
	private readonly asking: ReadonlyMap<Asked, AskedPrompt>;

	constructor(
		private readonly acts: readonly Act[],
		private readonly from: Pointer,
		private readonly scene: Scene,
		private readonly last: Replied,
		private readonly standing: Standing,
	) {
		const { asked, outcome } = scene;
		this.situation = { acts, reply: last.reply, before: last.work, asked, outcome };
		const when = { isEarly: last.from.turn === 1, isLate: false };
		this.asking = new Map(last.reply.questions.map((each) => [each, askingOf(each, this.situation, when)]));
		this.among = new Set([...last.reply.words, ...scene.asked.flatMap((act) => [...gist(act.text)])]);
	}

	read(): Reacted {
		const { last, acts } = this;
		const isBack = isAskingBack(acts);
		if (!isBack) {
			this.changeMind();
			this.decide();
		}
		const here = last.reply.questions.map((question) => ({ question, asked: last }));
		const asked = [...this.scene.waiting, ...here];
		for (const each of isBack ? here : asked) this.leaveOpen(each);
		return { used: this.used, waiting: isBack ? asked : [] };
	}

	/** What was asked may be open; how likely shows at the end. Who asked something back first answers now. */
	private leaveOpen({ question, asked }: Waiting): void {
		const { acts } = this;
		const { questions } = asked.reply;
		const isAbout = (act: Act): boolean => questions.length === 1 || shared(gist(act.core), question.words) > 0;
		for (const act of acts) if (act.isUnknown && isAbout(act)) this.used.add(act);
		const when = { isEarly: asked.from.turn === 1, isLate: true };
		const asking =
			this.asking.get(question) ??
			askingOf(question, { ...this.situation, reply: asked.reply, before: asked.work }, when);
		const next = this.from.turn;
		this.standing.leaveOpen(question.text, asked.from, {
			words: question.words,
			stays: (isTakenUp, turn) => openness(asking, { isTakenUp, isLast: turn === next }) >= OPEN,
		});
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

	/** What the prompt settles, as one. */
	private decide(): void {
		const told = telling(this.acts).filter((act) => !this.used.has(act));
		const { outcome } = this.scene;
		const needed = this.leavesAllOpen() ? QUITE_CERTAIN : CERTAIN;
		if (told.length === 0 || (certainty(this.situation) < needed && !this.isMark())) return;
		const carried = carrying(told, this.last.reply);
		const offered = offeredTo(told, this.scene);
		for (const act of carried) this.used.add(act);
		// *I would do it tomorrow.* *Yes.*
		if (told.every(({ isNod }) => isNod) && LATER_PROPOSED.test(offered.toLowerCase()))
			this.standing.addStep(offered, this.last.from, true);
		else this.settle(carried.map(({ text }) => text).join(' '), offered, cameOf(outcome?.reply));
	}

	/** Whatever was asked is likely open after it. */
	private leavesAllOpen(): boolean {
		const later = { isTakenUp: false, isLast: false };
		const asking = [...this.asking.values()];
		return asking.length > 0 && asking.every((each) => openness(each, later) >= OPEN);
	}

	/** It is the mark of an option and nothing else. */
	private isMark(): boolean {
		const [act] = this.acts;
		const hasOptions = this.last.reply.options.length > 1;
		return hasOptions && /^(?:option |number )?\(?(?:\d|[a-h])\)?[.!]?$/u.test(act?.bare ?? '');
	}
}
