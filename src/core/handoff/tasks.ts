// All tasks that a session shows, with their state: Claude Code's own lists, the steps of approved plans, check lists in
// replies. What tools and words show later moves a step on; a task that several places name is one.
import { asRecord, asText } from '../base/result';
import { singleLine } from '../base/text';
import type { AssistantEntry, ToolResult, UserEntry } from '../transcript/entry';
import { NO_TASKS, type Task, type TaskLists, foldTasks } from '../transcript/tasks';
import { actsOf, gist, shared } from './acts';
import { type Call, Calls } from './calls';
import { ALL_DONE, DONE, DONE_BY_PERSON, isSame } from './judge';
import { checkItems } from './lists';
import { planSteps, proposedSteps } from './planSteps';
import { sentencesIn } from './prose';
import { readReply } from './reply';
import { type Pointer, type TaskState, saysNoMore, statement } from './statement';

interface TaskLog {
	noteUser(entry: UserEntry, from: Pointer, isAbandoned: boolean): void;
	noteAssistant(entry: AssistantEntry, from: Pointer, isAbandoned: boolean): void;
	/** @param isAtRest Claude answered last, and was not stopped. */
	close(isAtRest: boolean): readonly TaskState[];
}

interface Trace {
	createdMs: number | undefined;
	completedMs: number | undefined;
	detail: string | undefined;
	formerTexts: string[];
	from: Pointer;
}

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
	words: ReadonlySet<string>;
}

const MAX_ITEMS = 2_000;
const PLAN_FILE = /[\\/]plans[\\/][^\\/]+\.md$/u;
const FILE_NAME = /[\p{L}\p{N}_@.-]+\.[A-Za-z]\w{0,7}(?![\p{L}\p{N}_])/gu;
const PATH = /[\p{L}\p{N}_@./\\-]*\.[A-Za-z]\w{0,7}(?![\p{L}\p{N}_])/gu;
const STEPS_NAMED =
	/\b(?:steps?|points?|items?|tasks?|no\.|#)\s*(\d{1,2}(?:\s*(?:,|and|&|\+|-|–|to|through)\s*\d{1,2})*)\b/giu;
const NOT_DONE =
	/\b(?:not|n't|next|still|left|remain\w*|will|to do|todo|before|once|would|could|should|let me|going to|now (?:for|to|i)|shall|start\w*|begin\w*|if|waiting|needs?|missing|later)\b/u;
const SKIPS = /\b(?:skip|drop|leave out|leave|forget|without|not needed|don't need|no need for)\b/u;

export function openTasks(): TaskLog {
	const traces = new Map<string, Trace>();
	const calls = new Calls();
	const planTexts = new Map<string, string>();
	let items: Item[] = [];
	let lists: TaskLists = NO_TASKS;
	/** Tool uses that changed something since the last plan or turn. */
	let worked = 0;
	let reply: { readonly text: string; readonly from: Pointer } | undefined;
	/** How many listed tasks there were when the last plan was approved. */
	let listedAtPlan: number | undefined;

	const finish = (item: Item, atMs: number | undefined): void => {
		if (item.status === 'completed') return;
		item.status = 'completed';
		item.completedMs = atMs;
	};
	const opened = (): readonly Item[] => items.filter(({ status }) => status !== 'completed');

	const noteLists = (entry: UserEntry | AssistantEntry, from: Pointer): void => {
		const before = lists;
		lists = foldTasks(before, entry);
		if (entry.type !== 'user') return;
		for (const result of entry.toolResults) {
			const call = before.calls.get(result.toolUseId);
			if (call?.name !== 'TaskCreate') continue;
			const made = lists.tasks.find((task) => !before.tasks.some((old) => old.id === task.id));
			if (made !== undefined) traceOf(traces, made, from).detail ??= asText(call.input['description']);
		}
		if (lists.tasks === before.tasks && lists.todos === before.todos) return;
		const old = new Map([...before.tasks, ...before.todos].map((task) => [keyOf(task), task]));
		for (const task of [...lists.tasks, ...lists.todos]) {
			const was = old.get(keyOf(task));
			const trace = traceOf(traces, task, from);
			trace.createdMs ??= from.atMs;
			if (was?.status !== task.status || was.subject !== task.subject) trace.from = from;
			if (was !== undefined && was.subject !== task.subject) trace.formerTexts.push(was.subject);
			if (task.status !== 'completed') trace.completedMs = undefined;
			else if (was?.status !== 'completed') trace.completedMs = from.atMs;
		}
	};

	const noteItems = (
		list: readonly { readonly text: string; readonly isDone: boolean }[],
		kind: Item['kind'],
		from: Pointer,
		plan: string | undefined,
	): void => {
		const known = [...items];
		list.forEach(({ text: raw, isDone }, at) => {
			const text = singleLine(raw);
			if (text === '' || items.length >= MAX_ITEMS) return;
			const words = gist(text);
			const old = known.find((each) => isSameStep(each, { text, words }));
			const status = isDone ? 'completed' : 'pending';
			if (old === undefined)
				return void items.push({
					...{ text, kind, status, from, plan, words },
					createdMs: from.atMs,
					completedMs: isDone ? from.atMs : undefined,
					number: at + 1,
					touched: new Set(),
				});
			// A box that is ticked or not says more than what the rules made of the work.
			old.completedMs = isDone ? (old.completedMs ?? from.atMs) : undefined;
			Object.assign(old, { status, from, number: at + 1, plan: plan ?? old.plan });
		});
	};

	const notePlan = (call: Call, askedAt: Pointer, entry: UserEntry, result: ToolResult, from: Pointer): void => {
		const details = asRecord(entry.toolUseResult);
		const file = asText(details?.['filePath']);
		const given = asText(call.input['plan']);
		const text = given ?? asText(details?.['plan']) ?? planTexts.get(file ?? '') ?? '';
		const steps = planSteps(text);
		if (entry.toolDenialKind !== undefined || result.isError) return;
		approve(steps, given === undefined ? from : askedAt, file);
	};
	/** What an earlier plan still had to do is the new one's matter, where the two are about the same. */
	const approve = (steps: ReturnType<typeof planSteps>, from: Pointer, file: string | undefined): void => {
		if (steps.length === 0) return;
		const repeats = (item: Item): boolean =>
			steps.some(({ text }) => isSameStep(item, { text: singleLine(text), words: gist(text) }));
		if (items.some((item) => item.kind === 'plan' && repeats(item)))
			items = items.filter((item) => item.kind !== 'plan' || item.status === 'completed' || repeats(item));
		noteItems(steps, 'plan', from, file);
		worked = 0;
		listedAtPlan = lists.tasks.length + lists.todos.length;
	};

	const noteResult = (entry: UserEntry, result: ToolResult, from: Pointer): void => {
		const known = calls.answer(result);
		if (known === undefined) return;
		const { call } = known;
		if (call.name === 'ExitPlanMode') return notePlan(call, known.from, entry, result, from);
		if (result.isError || entry.toolDenialKind !== undefined) return;
		const file = asText(call.input['file_path']) ?? asText(call.input['notebook_path']);
		const command = call.name === 'Bash' ? asText(call.input['command']) : undefined;
		if (file !== undefined && PLAN_FILE.test(file)) {
			const content = asText(call.input['content']) ?? asText(call.input['new_string']) ?? '';
			planTexts.set(file, content);
			if (listedAtPlan !== undefined) noteItems(checkItems(content), 'plan', from, file);
		} else if (file !== undefined && call.name !== 'Read') {
			worked++;
			const name = file.replace(/^.*[/\\]/u, '');
			for (const item of opened()) if (filesIn(item.text).includes(name)) touch(item, name);
		}
		if (command === undefined) return;
		worked++;
		for (const item of opened()) {
			const codes = [...item.text.matchAll(/`([^`]+)`/gu)].map(([, code = '']) => code);
			if (codes.some((code) => code.includes(' ') && command.includes(code))) finish(item, from.atMs);
			else if (/\bgit commit\b/u.test(command) && /^(?:then |and )?commit\b/iu.test(item.text)) finish(item, from.atMs);
		}
	};
	const touch = (item: Item, file: string): void => {
		item.touched.add(file);
		item.status = 'in_progress';
	};

	/** What Claude says is done, by its number or in the words of the step. */
	const noteWords = ({ text, from }: { readonly text: string; readonly from: Pointer }): void => {
		const waiting = opened().filter((item) => item.from.index < from.index);
		if (waiting.length === 0) return;
		if (ALL_DONE.test(text.toLowerCase())) return void waiting.forEach((item) => finish(item, from.atMs));
		for (const { bare, text: said } of sentencesIn(text)) {
			if (!DONE.test(bare) || bare.endsWith('?')) continue;
			const clauses = bare.split(/[;,]\s+(?:and |but )?|\s(?:but|and (?:i'll|then|next))\s/u);
			const numbers = new Set(
				clauses.filter((clause) => DONE.test(clause) && !NOT_DONE.test(clause)).flatMap(numbersIn),
			);
			const isWhole = !NOT_DONE.test(bare);
			for (const item of waiting)
				if (numbers.has(item.number) || (isWhole && speaksOf(said, item))) finish(item, from.atMs);
		}
	};

	/**
	 * At the end of a turn with work, a reply that asks nothing tells what became of the steps: those that it calls left are
	 * left; those whose files were all changed are done; and where there was work enough for all of them, so are the others.
	 */
	const settle = (): void => {
		if (reply === undefined) return;
		const { text, from } = reply;
		noteWords(reply);
		const { left, questions } = readReply(text);
		const open = opened();
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
		worked = 0;
		if (questions.length > 0) return;
		for (const item of open)
			if (
				!isLeft(item) &&
				((isNamed(item) && !shares(item)) || (item.kind === 'plan' && isEnough && filesIn(item.text).length === 0))
			)
				finish(item, from.atMs);
	};

	const noteSaid = (text: string, from: Pointer): void => {
		const acts = actsOf(text);
		if (reply !== undefined && acts[0]?.isNod === true) {
			const steps = proposedSteps(reply.text);
			approve(steps, reply.from, undefined);
		}
		for (const { bare } of acts) {
			const numbers = numbersIn(bare);
			if (bare.endsWith('?')) continue;
			if (SKIPS.test(bare))
				items = items.filter((item) => item.status === 'completed' || !numbers.includes(item.number));
			else if (DONE_BY_PERSON.test(bare) || /\bis (?:done|in)\b/u.test(bare))
				for (const item of opened()) if (numbers.includes(item.number)) finish(item, from.atMs);
		}
	};

	return {
		noteUser(entry, from, isAbandoned) {
			noteLists(entry, from);
			if (isAbandoned) return;
			for (const result of entry.toolResults) noteResult(entry, result, from);
			if (entry.kind === 'prompt' || entry.kind === 'command' || entry.kind === 'notification') settle();
			if (entry.kind === 'prompt') noteSaid(entry.text, from);
			if (entry.kind !== 'toolResult' && entry.kind !== 'meta') reply = undefined;
		},
		noteAssistant(entry, from, isAbandoned) {
			noteLists(entry, from);
			if (isAbandoned) return;
			calls.note(entry, from);
			for (const block of entry.blocks) {
				if (block.type !== 'text' || block.text.trim() === '') continue;
				if (reply !== undefined) noteWords(reply);
				reply = { text: block.text, from };
				noteItems(checkItems(block.text), 'reply', from, undefined);
			}
		},
		close(isAtRest) {
			if (isAtRest) settle();
			else if (reply !== undefined) noteWords(reply);
			const listed = [...lists.tasks, ...lists.todos];
			const shown = new Set(listed.map((task) => task.subject));
			// A newer list leaves out what was done before it; those tasks stay done.
			const earlier = lists.completed
				.filter((subject) => !shown.has(subject))
				.map((subject): Task => ({ id: undefined, subject, status: 'completed' }));
			const known = [
				...earlier.flatMap((task) => listedTask(task, 'todo', traces)),
				...lists.tasks.flatMap((task) => listedTask(task, 'task', traces)),
				...lists.todos.flatMap((task) => listedTask(task, 'todo', traces)),
			];
			const texts = known.map(({ text }) => ({ text, words: gist(text) }));
			// Claude has put the plan into its own list: what it calls otherwise there is no second task.
			const planned = items.filter(({ kind }) => kind === 'plan').length;
			const isListed = listedAtPlan !== undefined && listed.length - listedAtPlan >= planned;
			return [
				...known,
				...items
					.filter((item) => !(isListed && item.kind === 'plan') && !texts.some((each) => isSameStep(item, each)))
					.map(itemState),
			];
		},
	};
}

/** Claude's number, else the words: a todo has no number. */
function keyOf({ id, subject }: Task): string {
	return id === undefined ? subject : `#${id}`;
}

function traceOf(traces: Map<string, Trace>, task: Task, from: Pointer): Trace {
	const known = traces.get(keyOf(task));
	if (known !== undefined) return known;
	const fresh: Trace = { createdMs: undefined, completedMs: undefined, detail: undefined, formerTexts: [], from };
	traces.set(keyOf(task), fresh);
	return fresh;
}

function listedTask(task: Task, kind: 'task' | 'todo', traces: ReadonlyMap<string, Trace>): readonly TaskState[] {
	const trace = traces.get(keyOf(task));
	if (trace === undefined) return [];
	const { createdMs, completedMs, detail, formerTexts, from } = trace;
	return [
		{
			...statement(task.subject, from),
			status: task.status,
			kind,
			id: task.id,
			createdMs,
			completedMs: task.status === 'completed' ? completedMs : undefined,
			detail,
			formerTexts,
			plan: undefined,
		},
	];
}

function itemState({ text, from, status, kind, createdMs, completedMs, plan }: Item): TaskState {
	return {
		...statement(text, from),
		...{ status, kind, id: undefined, createdMs, completedMs, detail: undefined, formerTexts: [], plan },
	};
}

interface Worded {
	readonly text: string;
	readonly words: ReadonlySet<string>;
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

/** Whether a sentence speaks of a step: of its files alone is not enough. */
function speaksOf(said: string, { text, words }: Worded): boolean {
	const own = gist(text.replace(PATH, ' '));
	const spoken = gist(said);
	return (
		shared(spoken, words) >= Math.max(2, words.size * 0.6) &&
		(own.size === 0 || shared(spoken, own) >= Math.max(1, own.size * 0.6))
	);
}

function filesIn(text: string): readonly string[] {
	return [...text.matchAll(FILE_NAME)].map(([name]) => name);
}

/** The numbers of steps that a sentence names: `steps 1 and 3`, `step 2`, `steps 1 to 4`. */
function numbersIn(sentence: string): readonly number[] {
	return [...sentence.matchAll(STEPS_NAMED)].flatMap(([, list = '']) => {
		const numbers = [...list.matchAll(/\d+/gu)].map(([number]) => Number(number));
		const [first = 0, last = 0] = numbers;
		const isRange = numbers.length === 2 && /-|–|to|through/u.test(list) && last > first;
		return isRange ? Array.from({ length: last - first + 1 }, (_, at) => first + at) : numbers;
	});
}
