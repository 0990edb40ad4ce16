// A conversation between two sides: what Claude asks, proposes and leaves stays open until the following messages show
// what became of it. One step for each prompt and each reply. All it knows about tools is whether they worked.
import { type Act, actsOf, gist, shared } from './acts';
import {
	ALL_DONE,
	CHOOSES,
	DELEGATES,
	DONE_BY_PERSON,
	HAS_TO_ASK,
	REMEMBERS,
	REVOKES,
	UNDOES,
	isDecided,
	isStepDone,
	tellsDone,
	phrasesOf,
	namesAsDone,
	namesWhole,
	withAnswer,
	withBefore,
	inContext,
} from './judge';
import type { ToolWork } from './evidence';
import { OWN_OPEN, isOwnQuestion, ownForms, ownOpenness } from './ownQuestion';
import { heardAnswer, mayRemain, remainForms } from './remains';
import { Standing } from './standing';
import { type Replied, type Scene, react } from './reaction';
import { type Reply, attemptsIn, isLeftUnnamed, readReply, inOneText } from './reply';
import { type Decision, type Outcome, type Pointer, type Statement, statement } from '../statement';

/** A prompt, and what followed it. */
interface Turn {
	readonly acts: readonly Act[];
	readonly from: Pointer;
	readonly events: (() => void)[];
	/** The last reply of the turn. */
	outcome: Replied | undefined;
}

/** Takes back the sentence before it. */
const TAKES_BACK =
	/^(?:(?:hm+|oh|ah|uh|well|ok|or|actually)[,.… ]+)*(?:no(?:$|[,.!…]+(?:$| (?!idea|clue|rush|hurry|need))| wait\b)|wait(?:$|[,.!…])|scratch that|nah\b)/u;
/** *I'll do it later. No, wait, do it now.* */
const isTakenBack = (acts: readonly Act[], at: number): boolean => TAKES_BACK.test(acts[at + 1]?.bare ?? '');

export class Dialogue {
	private readonly standing = new Standing();
	private open: Turn | undefined;
	private scene: Scene = { last: undefined, before: undefined, asked: [], waiting: [] };
	private askedFrom: Pointer | undefined;
	private isDelegated = false;
	/** The last turn: what the person asked in it, and what was answered. */
	private asking: Pick<Turn, 'acts' | 'from' | 'outcome'> | undefined;
	/** The last request that tools worked on. */
	private worked = '';
	private turn = 0;

	/** What the person says. It is read when it is known what came of it. */
	prompt(text: string, from: Pointer): void {
		this.readTurn();
		this.open = { acts: actsOf(text), from, events: [], outcome: undefined };
	}

	/** What Claude says. @param work done since the prompt. */
	reply(text: string, from: Pointer, work: ToolWork): void {
		const replied = { reply: readReply(text), from, work };
		if (this.open !== undefined) this.open.outcome = replied;
		this.then(() => this.readReply(replied));
	}

	/** The request was stopped or refused: the next prompt does not accept what was proposed before it. */
	interrupt(): void {
		this.then(() => {
			this.scene = { ...this.scene, last: undefined };
			this.isDelegated = false;
		});
	}

	/** A compaction tells all that is left. It has not seen the last reply, which may say of some that it is done. */
	compact(left: readonly Statement[]): void {
		this.then(() => {
			for (const step of this.standing.steps) step.isDone ||= step.from.by === 'summary';
			const told = this.scene.last?.reply.sentences ?? [];
			for (const { text, from } of left)
				if (!told.some((each) => namesAsDone(each, text))) this.standing.addStep(text, from);
		});
	}

	/** A decision that a tool has recorded. */
	decide(decision: Decision): void {
		this.then(() => this.standing.settle(decision));
	}

	close(): Outcome {
		this.readTurn();
		this.leaveOwn(undefined);
		const { last } = this.scene;
		for (const { text } of last?.reply.questions ?? [])
			if (last !== undefined) this.standing.leaveOpen(text, last.from);
		return this.standing.close(this.turn);
	}

	/** Once the prompt of the turn is read. */
	private then(event: () => void): void {
		if (this.open === undefined) event();
		else this.open.events.push(event);
	}

	private readTurn(): void {
		const turn = this.open;
		if (turn === undefined) return;
		this.open = undefined;
		this.readPrompt(turn);
		for (const event of turn.events) event();
	}

	private readPrompt({ acts: said, from, outcome }: Turn): void {
		this.turn = from.turn;
		const isFirst = this.askedFrom === undefined;
		const acts = withAnswer(said, outcome, isFirst);
		this.leaveOwn(acts);
		this.asking = { acts, from, outcome };
		this.revoke(acts, from);
		const { used, waiting } = react(acts, from, { ...this.scene, outcome }, this.standing);
		this.answerLate(acts, from, used);
		const left = this.hear(acts, from, used, outcome, isFirst);
		acts.forEach((act, at) => {
			if (act.isCourtesy || act.isStep || used.has(act) || isTakenBack(acts, at)) return;
			if (act.isPutOff && left.has(act)) return;
			if (act.isUnknown) this.openMatter(act, at, acts, from);
			else if (isDecided(act, isFirst)) this.settle(act.text, undefined, from);
		});
		this.noteDoneByPerson(acts);
		this.isDelegated = acts.some(({ bare }) => DELEGATES.test(bare));
		const { last, asked } = this.scene;
		this.scene = { last: undefined, before: last, asked: acts.length > 0 ? acts : asked, waiting };
		this.askedFrom = from;
	}

	/** What each sentence leaves shows at the end. @returns those put off that may leave something. */
	private hear(
		acts: readonly Act[],
		from: Pointer,
		used: ReadonlySet<Act>,
		outcome: Replied | undefined,
		isFirst: boolean,
	): ReadonlySet<Act> {
		const told = attemptsIn(acts, true);
		const said = acts.map((act) => ({ act, words: gist(act.core) }));
		for (const each of this.standing.said()) each.isTakenUp ||= said.some(({ words }) => shared(words, each.words) > 1);
		const around = { acts, isFirst, before: this.scene.last?.reply, answer: heardAnswer(outcome) };
		const [subject, unfinished] = [this.subject(), this.subject(true)];
		const left = new Set<Act>();
		said.forEach(({ act, words }, at) => {
			if (isTakenBack(acts, at)) return;
			const attempt = told.find((each) => each.includes(act));
			const forms = remainForms(act, words, { isTold: attempt !== undefined, isUsed: used.has(act) }, around);
			if (act.isPutOff && mayRemain(forms)) left.add(act);
			this.standing.hear(act.text, from, {
				words,
				kind: act.putsOffAs,
				// *I'll send it to him*: what a step works with is mostly done.
				whole: (as) => inContext(act, at, acts, as === 'step' && !act.isCalledStep ? subject : unfinished),
				told: () => (attempt === undefined ? withBefore(act, acts) : inOneText(attempt)),
				forms,
			});
		});
		return left;
	}

	/** Every sentence of the person's, with all its forms. @public the script that fits the weights asks for it. */
	heard(): ReturnType<Standing['fates']> {
		return this.standing.fates(this.turn);
	}

	private readReply(replied: Replied): void {
		const { reply, from, work } = replied;
		const [first] = reply.sentences;
		if (this.isDelegated && first !== undefined) {
			this.settle(first.text, undefined, from);
			this.isDelegated = false;
		}
		if (work !== 'none') {
			this.noteDone(replied);
			if (work === 'changed')
				for (const each of this.standing.said())
					each.isWorkedOn ||= each.turn < from.turn && shared(reply.words, each.words) > 1;
			this.worked = this.scene.asked
				.map(({ text: said }) => said)
				.join(' ')
				.slice(0, 200);
		}
		if (reply.sentences.some(({ bare }) => ALL_DONE.test(bare))) this.standing.finishLeft();
		for (const left of reply.left) this.standing.addStep(this.withSubject(left, reply), from);
		for (const failed of reply.failed) this.standing.fail(failed, from);
		for (const decided of reply.decided) this.settle(decided, undefined, from);
		this.scene = { ...this.scene, last: replied };
	}

	/** *I haven't added it yet*: what the person asked for, else what was said before it, tells what. */
	private withSubject(left: string, { sentences }: Reply): string {
		const at = sentences.findIndex(({ text }) => text === left);
		const [said, before] = [sentences[at], sentences[at - 1]];
		if (said === undefined || !isLeftUnnamed(said)) return left;
		const asked = this.scene.asked.findLast(({ bare, isRequest }) => bare.endsWith('?') || isRequest);
		if (asked !== undefined) return `${asked.text} — ${left}`;
		return before === undefined || before.bare.endsWith('?') ? left : `${before.text} ${left}`;
	}

	private settle(text: string, question: string | undefined, from: Pointer): void {
		const how = question === undefined ? 'said' : 'answer';
		this.standing.settle({ ...statement(text, from), how, question });
	}

	/** What the last reply asks, leaves or proposes. */
	private offer(): string | undefined {
		const reply = this.scene.last?.reply;
		return reply?.questions.at(-1)?.text ?? reply?.left.at(-1) ?? reply?.proposals.at(-1);
	}

	/** What a sentence without a subject of its own is about. @param isLeft what is done is not meant. */
	private subject(isLeft = false): string | undefined {
		const { asked, last } = this.scene;
		const question = asked.find((act) => act.isQuestion)?.text;
		const said = last?.reply.sentences.at(-1);
		// What is done, and what was put off itself, is another matter.
		const isDone = isLeft && said !== undefined && tellsDone(said);
		const named = [question, this.offer() ?? (isDone ? undefined : said?.text)].filter(Boolean).join(' ');
		return named || (isDone || asked[0]?.isPutOff === true ? undefined : asked[0]?.text);
	}

	/** The person cannot say, or has to ask somebody: what they were asked, or asked themselves, stays open. */
	private openMatter(act: Act, at: number, acts: readonly Act[], from: Pointer): void {
		const words = gist(act.core);
		const here = acts.slice(0, at).findLast((each) => each.isQuestion && !each.isCourtesy);
		// A person who cannot decide asks Claude; one who has to ask somebody else leaves it open.
		if (here !== undefined && !HAS_TO_ASK.test(act.bare)) return;
		if (here !== undefined) return this.standing.leaveOpen(withBefore(here, acts), from);
		const claims = (this.scene.last?.reply.sentences ?? []).filter(({ bare }) => bare.endsWith('?'));
		const earlier = this.scene.asked.filter((each) => each.isQuestion);
		const named = [...claims, ...earlier].find(({ text }) => shared(words, gist(text)) > 0);
		if (named !== undefined) return this.standing.leaveOpen(`${named.text} — ${act.text}`, from);
		const [asking] = earlier;
		if (/\b(?:if|whether)\b/u.test(act.bare)) this.standing.leaveOpen(act.text, from);
		else if (asking !== undefined && this.askedFrom !== undefined)
			this.standing.leaveOpen(withBefore(asking, this.scene.asked), this.askedFrom);
	}

	/** An answer that comes several turns later. */
	private answerLate(acts: readonly Act[], from: Pointer, used: ReadonlySet<Act>): void {
		const said = acts.filter(({ isQuestion }) => !isQuestion).map((act) => ({ act, words: gist(act.core) }));
		const telling = said.filter(({ act }) => !(used.has(act) || act.isUnknown || act.isPutOff || act.isCourtesy));
		const earlier = this.standing.open.filter((each) => !each.isAnswered && each.from.turn < from.turn - 1);
		// What the person asked, they do not answer themselves.
		const asked = earlier.filter(({ isOwn }) => !isOwn);
		const newest = asked.findLast((each) => this.standing.isOpen(each, from.turn)) ?? asked.at(-1);
		for (const each of earlier) each.isTakenUp ||= said.some(({ words }) => shared(words, each.words) > 0);
		if (acts.some(({ bare }) => REMEMBERS.test(bare))) {
			const named = asked.findLast((each) => telling.some(({ words }) => shared(words, each.words) > 0));
			const isTold = telling.some(({ act: { bare } }) => !REMEMBERS.test(bare) || /[:,]/u.test(bare));
			const meant = named ?? (isTold ? newest : undefined);
			if (meant !== undefined) this.answer(meant, acts.map(({ text }) => text).join(' '), from);
			return;
		}
		const choosing = telling.filter(({ act }) => !act.isRequest && CHOOSES.test(act.core));
		for (const each of asked) {
			const answer = choosing.find(({ words }) => shared(words, each.words) >= 2);
			if (answer !== undefined) this.answer(each, answer.act.text, from);
		}
	}

	private answer(question: Standing['open'][number], text: string, from: Pointer): void {
		question.isAnswered = true;
		this.settle(text, question.text, from);
	}

	/** Revokes what was settled before. */
	private revoke(acts: readonly Act[], from: Pointer): void {
		acts.forEach((act, at) => {
			const clause = phrasesOf(act.core).find((each) => REVOKES.test(each));
			if (clause === undefined) return;
			const words = gist(clause);
			const isLast = UNDOES.test(clause);
			const hit = this.standing.decisions.filter(
				(each) => !each.isRevoked && (shared(words, each.words) > 0 || (isLast && each.from.turn === from.turn - 1)),
			);
			for (const each of hit) each.isRevoked = true;
			if (hit.length === 0 && !isLast) return;
			const next = acts[at + 1];
			const reason = next !== undefined && !next.isQuestion && !next.isRequest ? ` ${next.text}` : '';
			const what = hit.length > 0 && !isLast ? '' : `${this.worked} — `;
			if (act.core.startsWith(clause) && (reason !== '' || what !== ''))
				this.standing.fail(`${what}${act.text}${reason}`, from);
		});
	}

	/** Questions of the person's may be open; how likely shows at the end. @param next what they say to the answer. */
	private leaveOwn(next: readonly Act[] | undefined): void {
		const { asking } = this;
		if (asking === undefined) return;
		const { acts, from } = asking;
		for (const act of acts) {
			if (!isOwnQuestion(act)) continue;
			const forms = ownForms(act, asking, next);
			this.standing.leaveOpen(withBefore(act, acts), from, {
				isOwn: true,
				stays: (_, turn) => ownOpenness(forms, turn - from.turn) >= OWN_OPEN,
			});
		}
	}

	/** What Claude called left, and what the person may have taken on, before a turn. */
	private unfinished(before: number): readonly Standing['steps'][number][] {
		return [...this.standing.steps, ...this.standing.said()].filter(({ isDone, turn }) => !isDone && turn < before);
	}

	/** Steps of earlier turns that were asked for now, or of which the reply says that they are done. */
	private noteDone({ reply, from, work }: Replied): void {
		const told = reply.sentences.filter(tellsDone).map(({ text }) => gist(text));
		const said = this.scene.asked.filter(({ isQuestion, isPutOff }) => !isQuestion && !isPutOff);
		const asked = said.filter(({ isRequest }) => isRequest).map(({ core }) => gist(core));
		// *Let them expire*: a wish in other forms than an order, which was worked on.
		if (work === 'changed') told.push(...said.map(({ core }) => gist(core)));
		const left = reply.left.map(gist);
		for (const step of this.unfinished(from.turn)) {
			const { words } = step;
			if (left.some((each) => shared(each, words) > 1)) continue;
			const enough = Math.max(1, Math.min(2, words.size * 0.5));
			step.isDone = told.some((each) => isStepDone(each, step)) || asked.some((each) => shared(each, words) >= enough);
		}
	}

	/** Steps that the person says are done, or are not wanted. */
	private noteDoneByPerson(acts: readonly Act[]): void {
		for (const act of acts) {
			if (act.isPutOff || act.putsOff.includes('isNotNow'))
				for (const step of this.unfinished(this.turn))
					step.isDone ||= !step.isAgreed && namesWhole(act.core, step.words);
			const isOver =
				DONE_BY_PERSON.test(act.bare) || (act.isRefusal && /\b(?:not worth|overkill|need(?:ed)?|no)\b/u.test(act.bare));
			if (!isOver || act.isQuestion) continue;
			const words = gist(act.core);
			for (const step of this.unfinished(this.turn)) {
				const common = shared(words, step.words);
				const isMeant = act.isRefusal
					? common >= step.words.size * 0.4
					: common >= Math.min(2, words.size, step.words.size);
				if (common > 0 && isMeant) step.isDone = true;
			}
		}
	}
}
