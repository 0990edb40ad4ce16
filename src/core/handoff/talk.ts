// What the prompts and replies of a session say: what was asked and answered, decided, put off, left open.
import { findDeferral } from './deferral';
import { type OpenQuestion, ignores, questionOf } from './openQuestion';
import type { AssistantEntry, UserEntry } from '../transcript/entry';
import type { StopState } from '../transcript/facts';
import { inTag, typedText } from '../transcript/userText';
import { readCompaction } from './compaction';
import type { TaskState } from './statement';
import type { Failure } from './statement';
import type { Decision } from './statement';
import type { Exchange } from './statement';
import { itemsUnder } from './lists';
import { firstParagraph, promptSentences, sentencesIn } from './prose';
import { isClaudesDecision, isComplaint, isPersonsDecision, saysItFailed } from './sayings';
import { type Pointer, type Statement, eachOnce, statement } from './statement';
import { checklistOf } from './work';

interface TalkLog {
	noteAssistant(entry: AssistantEntry, from: Pointer, isAbandoned: boolean): void;
	noteUser(entry: UserEntry, from: Pointer, isAbandoned: boolean): void;
	/** The last request got an answer. */
	isAnswered(): boolean;
	close(state: StopState): {
		readonly exchanges: readonly Exchange[];
		readonly leftOut: number;
		readonly decisions: readonly Decision[];
		readonly failures: readonly Failure[];
		readonly checklist: readonly TaskState[];
		readonly openQuestions: readonly Statement[];
		readonly deferred: readonly Statement[];
		readonly nextSteps: readonly Statement[];
		readonly compacted: Statement | undefined;
		readonly compactedRequest: Statement | undefined;
	};
}

interface Reply {
	readonly text: string;
	readonly from: Pointer;
}
type Draft = { -readonly [K in keyof Exchange]: Exchange[K] } & { isAbandoned: boolean; hasWork: boolean };

/** Of a very long session: so many of its first and last exchanges stay. */
const FIRST = 20;
const LAST = 200;
const MAX_EACH = 200;

/** An answer to a question is short. UTF-16 units. */
const ANSWER = 300;

/** What a sentence is announced with. */
const LABEL = /^[\p{L} -]{1,30}:\s+/u;

/** Offers that Claude ends a reply with: what could come next. */
const OFFER =
	/^(?:(?:do you )?want me to|would you like (?:me )?to|shall i|should i|i can (?:also )?|if you(?:'d)? (?:like|want)|let me know if you(?:'d)? (?:like|want))\b/u;
/** A sentence of the last reply that says what is left. */
const LEFT =
	/^(?:next(?: up| step)?[,:]? |still (?:to do|missing|open|left)|what(?:'s| is) left|remaining:|(?:we|you|i)(?:'ll)? (?:still |then |now )?(?:need|have) to|todo:|it remains to)|\b(?:still to be|is not (?:yet )?(?:done|implemented|covered|handled|updated)|(?:isn't|aren't) (?:done|implemented|covered|handled|updated) yet|remains? to be)\b/u;
export function openTalk(): TalkLog {
	const exchanges: Draft[] = [];
	const decisions: Decision[] = [];
	const failures: Failure[] = [];
	const deferred: Statement[] = [];
	const questions: Statement[] = [];
	let leftOut = 0;
	let checklist: readonly TaskState[] = [];
	let reply: Reply | undefined;
	let lists: { readonly next: readonly Statement[]; readonly questions: readonly Statement[]; readonly turn: number } =
		{
			next: [],
			questions: [],
			turn: 0,
		};
	let compacted:
		| {
				readonly pending: readonly Statement[];
				readonly current: Statement | undefined;
				readonly request: Statement | undefined;
				turn: number;
		  }
		| undefined;

	const ask = (entry: UserEntry, from: Pointer, kind: Exchange['kind'], isAbandoned: boolean): void => {
		const text = kind === 'notification' ? (inTag(entry.text, 'summary') ?? '') : typedText(entry.text);
		const shown = text.trim() === '' && entry.imageCount > 0 ? '(an image)' : text;
		exchanges.push({
			turn: from.turn,
			kind,
			request: statement(shown, from),
			outcome: undefined,
			isAbandoned,
			hasWork: false,
		});
		if (exchanges.length > FIRST + LAST) {
			exchanges.splice(FIRST, 1);
			leftOut++;
		}
	};

	const notePrompt = (entry: UserEntry, from: Pointer): void => {
		const asked = reply === undefined ? undefined : questionOf(reply.text.slice(-6_000));
		const sentences = promptSentences(entry.text);
		if (reply !== undefined && asked !== undefined) noteReaction(entry.text, asked, reply, from);
		for (const sentence of sentences) {
			const { text } = sentence;
			if (isPersonsDecision(sentence)) decisions.push({ ...statement(text, from), how: 'said', question: undefined });
			else if (exchanges.length > 1 && isComplaint(sentence))
				failures.push({ ...statement(text, from), how: 'said', outcome: undefined });
		}
		const putOff = findDeferral(entry.text);
		if (putOff) {
			const words = putOff.before === undefined ? putOff.sentence : `${putOff.before} ${putOff.sentence}`;
			deferred.push(statement(words, from));
		}
	};

	const noteReaction = (prompt: string, asked: OpenQuestion, { from: askedAt }: Reply, from: Pointer): void => {
		if (ignores(prompt, asked)) questions.push(statement(asked.question, askedAt));
		else if (prompt.trim().length <= ANSWER && !prompt.trim().endsWith('?'))
			decisions.push({ ...statement(prompt, from), how: 'answer', question: asked.question });
	};

	const noteCompaction = (text: string, from: Pointer): void => {
		const { request, errors, pending, current, next } = readCompaction(text);
		for (const error of errors) failures.push({ ...statement(error, from), how: 'said', outcome: undefined });
		compacted = {
			pending: [...pending, ...(next === undefined ? [] : [next])].map((each) => statement(each, from)),
			current: current === undefined ? undefined : statement(current, from),
			request: request === undefined ? undefined : statement(request, from),
			turn: from.turn,
		};
	};

	const noteText = (text: string, from: Pointer): void => {
		const sentences = sentencesIn(text);
		for (const sentence of sentences) {
			if (isClaudesDecision(sentence))
				decisions.push({ ...statement(sentence.text, from), how: 'said', question: undefined });
			else if (saysItFailed(sentence))
				failures.push({ ...statement(sentence.text, from), how: 'said', outcome: undefined });
		}
		// `Decision: …` on one line is a sentence that was heard already.
		const isHeard = (item: string): boolean =>
			sentences.some((sentence) => isClaudesDecision(sentence) && item.startsWith(sentence.text.replace(LABEL, '')));
		for (const item of itemsUnder(text, 'decisions').filter((each) => !isHeard(each)))
			decisions.push({ ...statement(item, from), how: 'said', question: undefined });
		for (const item of itemsUnder(text, 'failures'))
			failures.push({ ...statement(item, from), how: 'said', outcome: undefined });
		const items = checklistOf(text, from);
		if (items.length > 0) checklist = items;
		const next = itemsUnder(text, 'nextSteps').map((item) => statement(item, from));
		const open = itemsUnder(text, 'questions').map((item) => statement(item, from));
		if (next.length > 0 || open.length > 0) lists = { next, questions: open, turn: from.turn };
	};

	return {
		noteUser(entry, from, isAbandoned) {
			const current = exchanges.at(-1);
			switch (entry.kind) {
				case 'toolResult':
					if (current) current.hasWork = true;
					return;
				case 'prompt':
				case 'command':
				case 'notification':
					if (entry.kind === 'prompt' && !isAbandoned) notePrompt(entry, from);
					ask(entry, from, entry.kind, isAbandoned);
					reply = undefined;
					return;
				case 'interruption':
					if (current && !current.isAbandoned)
						failures.push({ ...statement(current.request.text, from), how: 'stopped', outcome: undefined });
					reply = undefined;
					return;
				case 'compactSummary':
					noteCompaction(entry.text, from);
					reply = undefined;
					return;
				case 'localCommand':
				case 'localOutput':
				case 'meta':
					return;
			}
		},
		noteAssistant(entry, from, isAbandoned) {
			const current = exchanges.at(-1);
			for (const block of entry.blocks) {
				if (block.type === 'tool_use') {
					reply = undefined;
					if (current) current.hasWork = true;
				}
				if (block.type !== 'text' || block.text.trim() === '') continue;
				if (current) current.outcome = statement(firstParagraph(block.text) || block.text, from);
				if (isAbandoned) continue;
				reply = { text: block.text, from };
				noteText(block.text, from);
			}
		},
		isAnswered: () => exchanges.at(-1)?.outcome !== undefined,
		close(state) {
			const standing = exchanges.filter((each) => !each.isAbandoned);
			const left = exchanges
				.filter((each) => each.isAbandoned && each.hasWork)
				.map((each): Failure => ({
					...each.request,
					how: 'left',
					outcome: each.outcome?.text,
				}));
			const end = endingOf(standing, reply, state);
			// A list from long ago has been worked on since.
			const lastTurn = standing.at(-1)?.turn ?? 0;
			const isFresh = (turn: number): boolean => lastTurn - turn <= 2;
			const fromCompaction = compacted !== undefined && isFresh(compacted.turn) ? compacted.pending : [];
			return {
				exchanges: standing.map(({ turn, kind, request, outcome }) => ({ turn, kind, request, outcome })),
				leftOut,
				decisions: eachOnce(decisions).slice(-MAX_EACH),
				failures: eachOnce([...failures, ...left]).slice(-MAX_EACH),
				checklist,
				openQuestions: eachOnce([
					...questions,
					...(isFresh(lists.turn) ? lists.questions : []),
					...end.questions,
				]).slice(-MAX_EACH),
				deferred: eachOnce(deferred).slice(-MAX_EACH),
				nextSteps: eachOnce([...fromCompaction, ...(isFresh(lists.turn) ? lists.next : []), ...end.next]).slice(
					-MAX_EACH,
				),
				compacted: compacted?.current,
				compactedRequest: compacted?.request,
			};
		},
	};
}

/** What the last reply leaves open. */
function endingOf(
	standing: readonly Exchange[],
	reply: Reply | undefined,
	state: StopState,
): { readonly questions: readonly Statement[]; readonly next: readonly Statement[] } {
	if (reply === undefined || state === 'empty' || standing.length === 0) return { questions: [], next: [] };
	const sentences = sentencesIn(reply.text);
	const offers = sentences.filter(({ bare }) => OFFER.test(bare));
	const left = sentences.filter(({ bare }) => LEFT.test(bare) && !bare.endsWith('?'));
	const asked = questionOf(reply.text.slice(-6_000))?.question;
	const last = sentences.at(-1);
	const isQuestion = last !== undefined && last.text.endsWith('?') && !OFFER.test(last.bare);
	const question = isQuestion ? last.text : asked;
	const { from } = reply;
	return {
		questions: question === undefined ? [] : [statement(question, from)],
		next: [...left, ...offers].map(({ text }) => statement(text, from)),
	};
}
