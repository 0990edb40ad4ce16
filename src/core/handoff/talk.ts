// What a session's prompts and replies say: who asked what, what came of it, and what is left at the end.
import type { AssistantEntry, UserEntry } from '../transcript/entry';
import { refusalWords } from '../transcript/denial';
import { inTag, typedText } from '../transcript/userText';
import { readCompaction } from './compaction';
import { Dialogue } from './dialogue/dialogue';
import { type ToolWork, workWith } from './dialogue/evidence';
import { itemsUnder } from './lists';
import { firstParagraph } from './prose';
import type { Exchange, Failure, Outcome, Pointer, Statement } from './statement';
import { MAX_EACH, eachOnce, statement } from './statement';

/** The exchanges, and what a compaction has kept of them. */
export interface Said {
	/** The exchanges that were not abandoned, oldest first; the middle of a long session is left out. */
	readonly exchanges: readonly Exchange[];
	/** How many were left out. */
	readonly leftOut: number;
	/** What Claude was doing at the last compaction, if nothing newer says it. */
	readonly compacted: Statement | undefined;
	/** What the session was about, in the words of the last compaction. */
	readonly compactedRequest: Statement | undefined;
}

interface TalkLog {
	noteAssistant(entry: AssistantEntry, from: Pointer, isAbandoned: boolean): void;
	noteUser(entry: UserEntry, from: Pointer, isAbandoned: boolean): void;
	/** The last request got an answer. */
	isAnswered(): boolean;
	close(): Outcome & Said;
}

type Draft = { -readonly [K in keyof Exchange]: Exchange[K] } & { isAbandoned: boolean; work: ToolWork };

/** How many of its first and last exchanges a very long session keeps. */
const FIRST = 20;
const LAST = 200;

/** For this many turns a list that Claude kept or wrote counts as current. */
const FRESH = 2;

export function createTalkLog(): TalkLog {
	const exchanges: Draft[] = [];
	const failures: Failure[] = [];
	const dialogue = new Dialogue();
	let leftOut = 0;
	let questions: { readonly items: readonly Statement[]; readonly turn: number } = { items: [], turn: 0 };
	let pending: { readonly text: string; readonly from: Pointer } | undefined;
	let compacted:
		| {
				readonly current: Statement | undefined;
				readonly request: Statement | undefined;
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
			work: 'none',
		});
		if (exchanges.length > FIRST + LAST) {
			exchanges.splice(FIRST, 1);
			leftOut++;
		}
	};
	// Claude's last words before somebody else speaks are its reply; earlier ones were said between tools.
	const endReply = (): void => {
		if (pending !== undefined) dialogue.reply(pending.text, pending.from, exchanges.at(-1)?.work ?? 'none');
		pending = undefined;
	};
	const noteCompaction = (text: string, from: Pointer): void => {
		const { request, errors, pending: left, current, next } = readCompaction(text);
		for (const error of errors) failures.push({ ...statement(error, from), how: 'said', outcome: undefined });
		dialogue.compact([...left, ...(next === undefined ? [] : [next])].map((each) => statement(each, from)));
		compacted = {
			current: current === undefined ? undefined : statement(current, from),
			request: request === undefined ? undefined : statement(request, from),
		};
	};

	return {
		noteUser(entry, from, isAbandoned) {
			const current = exchanges.at(-1);
			switch (entry.kind) {
				case 'toolResult':
					if (current?.work === 'none') current.work = 'looked';
					if (entry.toolDenialKind === 'user-rejected') {
						endReply();
						dialogue.interrupt();
						const said = entry.toolResults.map(({ text }) => refusalWords(text) ?? '').join('\n');
						if (said.trim() !== '' && !isAbandoned) dialogue.prompt(said, from);
					}
					return;
				case 'prompt':
				case 'command':
				case 'notification':
					endReply();
					if (entry.kind === 'command') dialogue.interrupt();
					if (entry.kind === 'prompt' && !isAbandoned) dialogue.prompt(entry.text, from);
					ask(entry, from, entry.kind, isAbandoned);
					return;
				case 'interruption':
					endReply();
					dialogue.interrupt();
					if (current && !current.isAbandoned)
						failures.push({ ...statement(current.request.text, from), how: 'stopped', outcome: undefined });
					return;
				case 'compactSummary':
					endReply();
					noteCompaction(entry.text, from);
					dialogue.interrupt();
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
				if (block.type === 'tool_use' && current) current.work = workWith(current.work, block.name);
				if (block.type !== 'text' || block.text.trim() === '') continue;
				if (current) current.outcome = statement(firstParagraph(block.text) || block.text, from);
				if (isAbandoned) continue;
				endReply();
				pending = { text: block.text, from };
				// `Decision: …` on one line is a sentence, and is found anyway.
				const isHeard = (item: string): boolean =>
					block.text.split('\n').some((line) => line.endsWith(item) && /^\W*(?:\w+ )?decisions?:\W*\S/iu.test(line));
				for (const item of itemsUnder(block.text, 'decisions').filter((each) => !isHeard(each)))
					dialogue.decide({ ...statement(item, from), how: 'said', question: undefined });
				for (const item of itemsUnder(block.text, 'failures'))
					failures.push({ ...statement(item, from), how: 'said', outcome: undefined });
				const open = itemsUnder(block.text, 'questions').map((item) => statement(item, from));
				if (open.length > 0) questions = { items: open, turn: from.turn };
			}
		},
		isAnswered: () => exchanges.at(-1)?.outcome !== undefined,
		close() {
			endReply();
			const standing = exchanges.filter((each) => !each.isAbandoned);
			const left = exchanges
				.filter((each) => each.isAbandoned && each.work !== 'none')
				.map((each): Failure => ({ ...each.request, how: 'left', outcome: each.outcome?.text }));
			const said = dialogue.close();
			const lastTurn = standing.at(-1)?.turn ?? 0;
			const isFresh = (turn: number): boolean => lastTurn - turn <= FRESH;
			return {
				...said,
				exchanges: standing.map(({ turn, kind, request, outcome }) => ({ turn, kind, request, outcome })),
				leftOut,
				failures: eachOnce([...failures, ...said.failures, ...left]).slice(-MAX_EACH),
				openQuestions: eachOnce([...(isFresh(questions.turn) ? questions.items : []), ...said.openQuestions]).slice(
					-MAX_EACH,
				),
				nextSteps: said.nextSteps.filter(({ from }) => from.by !== 'summary' || isFresh(from.turn)),
				compacted: compacted?.current,
				compactedRequest: compacted?.request,
			};
		},
	};
}
