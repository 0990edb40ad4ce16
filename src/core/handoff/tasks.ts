// All tasks that a session shows, with their state: Claude Code's own lists, the steps of approved plans, check lists in
// replies. What tools and words show later moves a step on; a task that several places name is one.
import { lastPart } from '../base/shown';
import { asText } from '../base/result';
import { singleLine } from '../base/text';
import type { AssistantEntry, ToolResult, UserEntry } from '../transcript/entry';
import { actsOf, gist, shared } from './dialogue/acts';
import { type Call, Calls, Plans, fileOf } from './calls';
import {
	ALL_DONE,
	COMPLETED,
	DONE,
	DONE_BY_PERSON,
	NOT_DONE,
	type Worded,
	filesIn,
	isSame,
	isStepDone,
	tellsDone,
} from './dialogue/judge';
import { ListedTasks } from './listedTasks';
import { checkItems, listsIn } from './lists';
import { planSteps, proposedSteps } from './planSteps';
import { sentencesIn } from './prose';
import { withoutTimes } from './dialogue/putOff';
import { readReply } from './dialogue/reply';
import { type Pointer, type PutOff, type TaskState, saysNoMore, statement } from './statement';
import { numbersAlone, numbersIn } from './stepNumbers';

interface Item {
	text: string;
	kind: 'plan' | 'reply';
	status: TaskState['status'];
	readonly createdMs: number | undefined;
	completedMs: number | undefined;
	from: Pointer;
	plan: string | undefined;
	/** Its number in its list, from 1. */
	number: number;
	/** Files that it names and that were changed since. */
	readonly touched: Set<string>;
	/** A file was changed whose path has a word of it that no other step has. */
	isNamedByFile: boolean;
	words: ReadonlySet<string>;
}

const MAX_ITEMS = 2_000;
const LAST_STEP = /\blast (?:step|point|item|task)\b/u;
/** Asks for one of the steps, or where to go on. */
const WHICH = /\b(?:which|where|what (?:first|next|now))\b/iu;
/** Says which step comes next. */
const NEXT_UP = /\b(?:next|on to|(?:begin|start|go on|continue) with)\b/u;
const LEAVES_ONLY = /\b(?:(?:that|this|which) leaves|(?:is|are) left|left (?:is|are)|remain(?:s|ing)?|stays? open)\b/u;
/** Says that something is not wanted any more. */
const DROPPED =
	/\b(?:(?:is|are) (?:dropped|out|off|cancelled|struck|not (?:needed|part)|no longer)|i(?:'ve| have)? (?:dropped|struck|left out))\b/u;
const STEP_FIRST = /^(?:now |then |and |next )*(?:the )?(?:steps?|points?|items?|tasks?)\b/u;
const SKIPS =
	/\b(?:skip|drop|leave out|leave|forget|strike|without|not needed|don't need|no need for|(?:changed|change) my mind about)\b/u;

const ASKS_LEFT =
	/\b(?:what(?:'s| is| are|s)|anything|something) (?:still |else )?(?:missing|left|remaining|open|to do|next|todo)\b|\bwhat (?:still |else )?(?:(?:is|do we have) (?:missing|left|remaining|open)|left|missing|next|todo|remains|do i (?:need|have) to do)\b|qué (?:sigue|falta)|was (?:fehlt|bleibt)|(?:que|qu'est-ce qui) reste/u;

export class Tasks {
	private readonly listed = new ListedTasks();
	private readonly calls = new Calls();
	private readonly plans = new Plans();
	private items: Item[] = [];
	/** Tool uses that changed something since the last plan or turn. */
	private worked = 0;
	/** Something was changed or run since the last plan was approved. */
	private hasWorked = false;
	/** The steps that the last prompt asked for, by their numbers. */
	private asked: readonly number[] = [];
	/** The last prompt wants to know what is left. */
	private asksLeft = false;
	private reply: { readonly text: string; readonly from: Pointer } | undefined;
	/** How many listed tasks there were when the last plan was approved. */
	private listedAtPlan: number | undefined;

	noteUser(entry: UserEntry, from: Pointer, isAbandoned: boolean): void {
		this.listed.note(entry, from);
		if (isAbandoned) return;
		for (const result of entry.toolResults) this.noteResult(entry, result, from);
		if (entry.kind === 'prompt' || entry.kind === 'command' || entry.kind === 'notification') {
			this.endTurn();
			this.addLeft();
		}
		if (entry.kind === 'prompt') this.notePrompt(entry.text, from);
		if (entry.kind !== 'toolResult' && entry.kind !== 'meta') this.reply = undefined;
	}

	noteAssistant(entry: AssistantEntry, from: Pointer, isAbandoned: boolean): void {
		this.listed.note(entry, from);
		if (isAbandoned) return;
		this.calls.note(entry, from);
		for (const block of entry.blocks) {
			if (block.type !== 'text' || block.text.trim() === '') continue;
			this.finishSaid();
			this.reply = { text: block.text, from };
			this.addItems(checkItems(block.text), 'reply', from, undefined);
		}
	}

	/** What Claude copies into its list from the session that is taken up. */
	noteCopies(entry: UserEntry | AssistantEntry, from: Pointer): void {
		this.listed.note(entry, from, true);
	}

	/** @param isAtRest Claude answered last, and was not stopped. */
	close(isAtRest: boolean): readonly TaskState[] {
		if (isAtRest) this.endTurn();
		else this.finishSaid();
		this.addLeft();
		const known = this.listed.states();
		const texts = known.map(({ text }) => ({ text, words: gist(text) }));
		// Claude has put the plan into its own list: what it calls otherwise there is no second task.
		const planned = this.items.filter(({ kind }) => kind === 'plan').length;
		const isListed = this.listedAtPlan !== undefined && this.listed.count - this.listedAtPlan >= planned;
		const others = this.items.filter(
			(item) => !(isListed && item.kind === 'plan') && !texts.some((each) => isSameStep(item, each)),
		);
		return [...known, ...others.map(itemState)];
	}

	private opened(): readonly Item[] {
		return this.items.filter(({ status }) => status !== 'completed');
	}

	private addItems(
		list: readonly { readonly text: string; readonly isDone: boolean }[],
		kind: Item['kind'],
		from: Pointer,
		plan: string | undefined,
	): void {
		const known = [...this.items];
		list.forEach(({ text: raw, isDone }, at) => {
			const text = singleLine(raw);
			if (text === '' || this.items.length >= MAX_ITEMS) return;
			const words = gist(text);
			const old = known.find((each) => isSameStep(each, { text, words }));
			const status = isDone ? 'completed' : 'pending';
			if (old === undefined)
				return void this.items.push({
					...{ text, kind, status, from, plan, words },
					createdMs: from.atMs,
					completedMs: isDone ? from.atMs : undefined,
					number: at + 1,
					touched: new Set(),
					isNamedByFile: false,
				});
			// A box that is ticked or not says more than what the rules made of the work.
			old.completedMs = isDone ? (old.completedMs ?? from.atMs) : undefined;
			Object.assign(old, { status, from, number: at + 1, plan: plan ?? old.plan });
		});
	}

	private noteResult(entry: UserEntry, result: ToolResult, from: Pointer): void {
		const known = this.calls.answer(result);
		if (known === undefined || result.isError || entry.toolDenialKind !== undefined) return;
		const { call, from: calledAt } = known;
		if (call.name === 'ExitPlanMode') return this.notePlan(call, calledAt, entry, from);
		const file = fileOf(call);
		const planned = this.plans.noteWritten(call);
		if (planned !== undefined) {
			if (this.listedAtPlan !== undefined) this.addItems(checkItems(planned), 'plan', from, file);
		} else if (file !== undefined && call.name !== 'Read') this.noteChange(file);
		const command = call.name === 'Bash' ? asText(call.input['command']) : undefined;
		if (command !== undefined) this.noteCommand(command, from.atMs);
	}

	private noteChange(path: string): void {
		const file = lastPart(path);
		this.worked++;
		this.hasWorked = true;
		const named = namedIn(path.split(/[/\\]/u).slice(-2).join(' '), this.items);
		for (const item of this.opened()) item.isNamedByFile ||= item.kind === 'plan' && named.includes(item.number);
		for (const item of this.opened()) {
			if (!filesIn(item.text).includes(file)) continue;
			item.touched.add(file);
			item.status = 'in_progress';
		}
	}

	private noteCommand(command: string, atMs: number | undefined): void {
		this.worked++;
		this.hasWorked = true;
		for (const item of this.opened()) {
			const codes = [...item.text.matchAll(/`([^`]+)`/gu)].map(([, code = '']) => code);
			const isRun = codes.some((code) => code.includes(' ') && command.includes(code));
			const isCommit = /\bgit commit\b/u.test(command) && /^(?:then |and )?commit\b/iu.test(item.text);
			if (isRun || isCommit) finish(item, atMs);
		}
	}

	private notePlan(call: Call, calledAt: Pointer, entry: UserEntry, from: Pointer): void {
		const { file, text } = this.plans.shown(call, entry);
		this.approve(planSteps(text), asText(call.input['plan']) === undefined ? from : calledAt, file);
	}

	/** What an earlier plan still had to do is the new one's matter, where the two are about the same. */
	private approve(steps: ReturnType<typeof planSteps>, from: Pointer, file: string | undefined): void {
		if (steps.length === 0) return;
		const repeats = (item: Item): boolean =>
			steps.some(({ text }) => isSameStep(item, { text: singleLine(text), words: gist(text) }));
		if (this.items.some((item) => item.kind === 'plan' && repeats(item)))
			this.items = this.items.filter((item) => item.kind !== 'plan' || item.status === 'completed' || repeats(item));
		this.addItems(steps, 'plan', from, file);
		this.worked = 0;
		this.hasWorked = false;
		this.listedAtPlan = this.listed.count;
	}

	/** The steps that the last reply says are done, by their numbers or in their words. */
	private finishSaid(): void {
		if (this.reply === undefined) return;
		const { text, from } = this.reply;
		const waiting = this.opened().filter((item) => item.from.index < from.index);
		if (waiting.length === 0) return;
		if (ALL_DONE.test(text.toLowerCase())) return waiting.forEach((item) => finish(item, from.atMs));
		for (const sentence of sentencesIn(text)) {
			const { bare } = sentence;
			if (bare.endsWith('?')) continue;
			// *That leaves steps 3 to 5*: those before are done.
			const isLeft = LEAVES_ONLY.test(bare) || (this.hasWorked && NEXT_UP.test(bare));
			const named = isLeft ? [...numbersIn(bare), ...namedIn(sentence.text, waiting)] : [];
			const firstLeft = Math.min(MAX_ITEMS, ...named);
			if (firstLeft < MAX_ITEMS) for (const item of waiting) if (item.number < firstLeft) finish(item, from.atMs);
			const isDropped = DROPPED.test(bare);
			if (isDropped) this.drop(namedIn(sentence.text, waiting));
			if (isDropped || !DONE.test(bare)) continue;
			const clauses = bare.split(/[;,]\s+(?:and |but )?|\s(?:but|and (?:i'll|then|next))\s/u);
			const numbers = new Set(
				clauses.filter((clause) => DONE.test(clause) && !NOT_DONE.test(clause)).flatMap(numbersIn),
			);
			const spoken = gist(sentence.text);
			// A step of one word is named by it.
			const isNamed = ({ words }: Item): boolean =>
				words.size === 1 && COMPLETED.test(bare) && shared(spoken, words) === 1;
			const isTold = tellsDone(sentence);
			for (const item of waiting)
				if (numbers.has(item.number) || (isTold && (isStepDone(spoken, item) || isNamed(item))))
					finish(item, from.atMs);
		}
	}

	/**
	 * At the end of a turn with work, a reply that asks nothing tells what became of the steps: those that it calls left are
	 * left; those whose files were all changed are done; and where there was work enough for all of them, so are the others.
	 */
	private endTurn(): void {
		if (this.reply === undefined) return;
		this.finishSaid();
		const open = this.opened();
		const { worked } = this;
		this.worked = 0;
		if (open.length === 0) return;
		const { text, from } = this.reply;
		const { left, questions } = readReply(text);
		if (questions.length > 0) return;
		const isLeft = (item: Item): boolean => left.some((each) => isSame(item, { text: each, words: gist(each) }));
		const isNamed = (item: Item): boolean =>
			item.touched.size > 0 && filesIn(item.text).every((file) => item.touched.has(file));
		const shares = (item: Item): boolean =>
			open.some((other) => other !== item && filesIn(item.text).some((file) => filesIn(other.text).includes(file)));
		const planned = open.filter(({ kind }) => kind === 'plan');
		const isEnough =
			worked > 0 &&
			numbersIn(text).length === 0 &&
			(left.length > 0 ? left.length < planned.length : worked >= planned.length);
		for (const item of open)
			if (
				!isLeft(item) &&
				((worked > 0 && this.asked.includes(item.number)) ||
					(isNamed(item) && !shares(item)) ||
					item.isNamedByFile ||
					(item.kind === 'plan' && isEnough && filesIn(item.text).length === 0))
			)
				finish(item, from.atMs);
	}

	/** What the last reply lists to somebody who asked what is left. */
	private addLeft(): void {
		if (!this.asksLeft || this.reply === undefined) return;
		this.asksLeft = false;
		const { text, from } = this.reply;
		const left = listsIn(text).flatMap(({ lead, items }) => (DONE.test(lead.toLowerCase()) ? [] : items));
		this.addItems(
			left.map((each) => ({ text: each, isDone: false })),
			'reply',
			from,
			undefined,
		);
	}

	private drop(numbers: readonly number[]): void {
		this.items = this.items.filter((item) => item.status === 'completed' || !numbers.includes(item.number));
	}

	/** The last reply has the open steps in a list, and asks for nothing but which of them. */
	private listsSteps(): boolean {
		if (this.reply === undefined) return false;
		const { options, questions } = readReply(this.reply.text);
		if (questions.length > 1 || questions.some(({ isYesNo, text }) => !isYesNo && !WHICH.test(text))) return false;
		return (
			options.length > 1 &&
			options.every(({ mark, text }) =>
				this.items.some((item) => String(item.number) === mark && isSameStep(item, { text, words: gist(text) })),
			)
		);
	}

	private notePrompt(text: string, from: Pointer): void {
		this.asksLeft = ASKS_LEFT.test(text.toLowerCase());
		const steps = this.reply === undefined ? [] : proposedSteps(this.reply.text);
		if (steps.length === 0 && this.opened().length === 0) return;
		const acts = actsOf(text);
		if (acts[0]?.isNod === true) this.approve(steps, this.reply?.from ?? from, undefined);
		this.asked = [];
		const namesSteps = acts.some(({ bare }) => numbersAlone(bare).length > 0) && this.listsSteps();
		for (const { bare, core, isPutOff, isRequest } of acts) {
			const last = LAST_STEP.test(bare) ? [Math.max(0, ...this.opened().map(({ number }) => number))] : [];
			const alone = namesSteps ? numbersAlone(bare) : [];
			const numbers = [...numbersIn(bare), ...alone, ...last];
			if (bare.endsWith('?')) continue;
			// Of several steps in a sentence, it does not show which is put off.
			if ((isPutOff && numbers.length === 1) || SKIPS.test(bare)) this.drop(numbers);
			else if (DONE_BY_PERSON.test(bare) || /\bis (?:done|in)\b/u.test(bare)) {
				for (const item of this.opened()) if (numbers.includes(item.number)) finish(item, from.atMs);
			} else if (isRequest || STEP_FIRST.test(core) || alone.length > 0) this.asked = [...this.asked, ...numbers];
		}
	}
}

function finish(item: Item, atMs: number | undefined): void {
	if (item.status === 'completed') return;
	item.status = 'completed';
	item.completedMs = atMs;
}

function itemState({ text, from, status, kind, createdMs, completedMs, plan }: Item): TaskState {
	return {
		...statement(text, from),
		...{ status, kind, id: undefined, createdMs, completedMs, detail: undefined, formerTexts: [], plan },
	};
}

/** Whether two lists name the same task; within one list nothing is named twice. */
function isSameStep(a: Worded, b: Worded): boolean {
	if (saysNoMore(a.text, b.text) || saysNoMore(b.text, a.text)) return true;
	return shared(a.words, b.words) >= Math.max(2, Math.max(a.words.size, b.words.size) * 0.75);
}

/** Whether a next step that somebody named is one of the tasks. */
export function namesTask(step: string, task: string): boolean {
	const [one, other] = [gist(step), gist(task)];
	return shared(one, other) > 1 && isSame({ text: step, words: one }, { text: task, words: other });
}

/** Where the person put a task off; nothing if they did not, or it was begun. */
export function putOffOf({ text, status }: TaskState, deferred: readonly PutOff[]): PutOff | undefined {
	if (status !== 'pending') return undefined;
	const words = gist(text);
	return deferred.findLast((each) => {
		// *The checkout page we do after the redesign*: of what it says beside the time, most is the task's.
		const own = gist(withoutTimes(each.text.toLowerCase()));
		const common = shared(own, words);
		return common > 1 && common >= own.size * 0.6;
	});
}

/** The numbers of the plan's steps of which a sentence has a word that no other step has. */
function namedIn(text: string, items: readonly Item[]): readonly number[] {
	const words = gist(text);
	const planned = items.filter(({ kind }) => kind === 'plan');
	const isNamed = (item: Item): boolean =>
		[...item.words].some(
			(word) => words.has(word) && !planned.some((other) => other !== item && other.words.has(word)),
		);
	return planned.filter(isNamed).map(({ number }) => number);
}
