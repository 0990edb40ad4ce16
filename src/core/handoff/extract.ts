// The state of a session, found by code: what was asked and answered, decided, tried in vain, changed, and what is
// left. A pure fold over the entries of its transcript; every statement points to its message, and nothing is made up.
// Texts are unredacted: whoever shows or writes them redacts them first.
import { lastPart } from '../base/shown';
import { isMessage, type TranscriptEntry } from '../transcript/entry';
import { actsOf, gist, shared } from './dialogue/acts';
import { filesIn } from './dialogue/judge';
import { lookUp } from '../transcript/layers';
import { type Message, OwnTurns } from './ownTurns';
import { takesUpWork, withoutOwnParts } from './ownWords';
import type { Session } from '../transcript/session';
import { abandonedTurns } from '../transcript/tree';
import type { StopState } from '../transcript/facts';
import { type FileChange, type Outcome, type Pointer, type Statement, type TaskState, byMessage } from './statement';
import type { HandedIn } from './handedIn/handIn';
import { type Said, createTalkLog } from './talk';
import { Tasks, namesTask } from './tasks';
import { type Work, createWorkLog } from './work';

export interface SessionExtract extends Outcome, Said, Work {
	readonly sessionId: string;
	/** The session's name from the person or Claude Code; nothing if it has none. */
	readonly title: string | undefined;
	/** What the work was about: its name, else the request that it belongs to. Empty if nobody said anything. */
	readonly topic: string;
	/** How many prompts the person gave, those that were abandoned and left out included. */
	readonly prompts: number;
	readonly tasks: readonly TaskState[];
	/** What came of it, in Claude's words; empty unless Claude handed it in. */
	readonly summary: readonly Statement[];
	/** What stays true beyond the session; empty unless Claude handed it in. */
	readonly facts: readonly Statement[];
	/** What was handed in again although its words are not in the conversation: shown as such, and used nowhere. */
	readonly notFound: readonly HandedIn[];
	/** How things stand at its end. */
	readonly ending: StopState;
}

/** Hears every message that the extraction hears, with the same numbers. */
export interface Listener {
	note(
		entry: Message,
		from: Omit<Pointer, 'by'>,
		where: {
			/** The conversation went back to before it. */
			readonly isAbandoned: boolean;
			/** It belongs to a turn that one of our own commands began. */
			readonly isOwn: boolean;
		},
	): void;
}

/** Where a message stands. */
interface Heard {
	readonly from: Omit<Pointer, 'by'>;
	readonly isAbandoned: boolean;
}

interface Extraction {
	/** The next entry, in file order. */
	note(entry: TranscriptEntry): void;
	close(): SessionExtract;
}

/**
 * @param session the whole session, folded before: it knows which turns were abandoned, and how the session ended.
 * @param listener hears the messages, too.
 */
export function createExtraction(session: Session, listener?: Listener): Extraction {
	const { facts, tree } = session;
	const abandoned = new Set(abandonedTurns(tree));
	const seen = new Set<string>();
	const talk = createTalkLog();
	const work = createWorkLog();
	const tasks = new Tasks();
	let index = 0;
	let turn = 0;
	const ownTurns = new OwnTurns<Heard>();
	let prompts = 0;

	const place = (entry: TranscriptEntry & { uuid: string | undefined }): { turn: number; isAbandoned: boolean } => {
		const owner = entry.uuid === undefined ? undefined : lookUp(tree.owners, entry.uuid);
		if (owner !== undefined) turn = owner + 1;
		const start = tree.starts[turn - 1];
		return { turn, isAbandoned: start !== undefined && abandoned.has(start) };
	};

	const hear = (own: Message, { from, isAbandoned }: Heard): void => {
		if (own.type === 'user') {
			work.noteUser(own, { ...from, by: 'tool' }, isAbandoned);
			tasks.noteUser(own, { ...from, by: 'tool' }, isAbandoned);
			talk.noteUser(own, { ...from, by: own.kind === 'compactSummary' ? 'summary' : 'person' }, isAbandoned);
		} else if (!own.isApiError && own.model !== '<synthetic>') {
			work.noteAssistant(own, { ...from, by: 'claude' });
			tasks.noteAssistant(own, { ...from, by: 'claude' }, isAbandoned);
			talk.noteAssistant(own, { ...from, by: 'claude' }, isAbandoned);
		}
	};

	return {
		note(entry) {
			if (!isMessage(entry) || entry.isSidechain) return;
			if (entry.sessionId !== undefined && entry.sessionId !== facts.sessionId) return;
			if (entry.uuid !== undefined) {
				// When older versions compacted, they wrote the history again, under the same ids.
				if (seen.has(entry.uuid)) return;
				seen.add(entry.uuid);
			}
			if (entry.type !== 'user' && entry.type !== 'assistant') return;
			const { turn: at, isAbandoned } = place(entry);
			index++;
			const from = { uuid: entry.uuid, index, turn: at, atMs: entry.timestampMs };
			const heard = ownTurns.note(entry, { from, isAbandoned });
			if (heard.length === 0) listener?.note(withoutOwnParts(entry), from, { isAbandoned, isOwn: true });
			if (ownTurns.isTakingUp) tasks.noteCopies(entry, { ...from, by: 'tool' });
			if (entry.type === 'user' && entry.kind === 'prompt') prompts++;
			for (const [each, at] of heard) {
				const own = withoutOwnParts(each);
				listener?.note(own, at.from, { isAbandoned: at.isAbandoned, isOwn: false });
				hear(own, at);
			}
		},
		close() {
			const { custom, ai, summary } = facts.titles;
			// Saving is the last thing done in a session; it leaves nothing unfinished.
			const { isOwn } = ownTurns;
			const ending = !isOwn ? facts.state : talk.isAnswered() ? 'idle' : 'prompted';
			const said = talk.close();
			const done = work.close();
			const listed = tasks.close(ending === 'idle');
			return {
				sessionId: facts.sessionId,
				title: custom ?? ai ?? summary,
				topic: custom ?? ai ?? summary ?? topicOf(said, done.files),
				...said,
				...done,
				prompts,
				decisions: byMessage([...done.decisions, ...said.decisions]),
				failures: byMessage([...done.failures, ...said.failures]),
				deferred: byMessage([...done.deferred, ...said.deferred]),
				tasks: listed,
				openQuestions: byMessage([
					// If a menu was refused, the person's next words may answer it.
					...done.openQuestions.flatMap(({ isAlone, ...question }) => {
						const isSettled = said.decisions.some(
							({ from, text }) =>
								from.index > question.from.index &&
								from.turn <= question.from.turn + 1 &&
								((isAlone && from.by === 'person') || shared(gist(text), gist(question.text)) > 0),
						);
						return isSettled ? [] : [question];
					}),
					...said.openQuestions,
				]),
				nextSteps: said.nextSteps.filter(
					(step) => !listed.some((task) => namesTask(step.text, task.text)) && !isChangedSince(step, done.files),
				),
				summary: [],
				facts: [],
				notFound: [],
				ending,
			};
		},
	};
}

/** A compaction called it left, and all the files that it names were changed afterwards. */
function isChangedSince({ text, from }: Statement, files: readonly FileChange[]): boolean {
	const named = from.by === 'summary' ? filesIn(text) : [];
	const changed = files
		.filter((file) => !file.isAbandoned && file.from.index > from.index)
		.map(({ path }) => lastPart(path));
	return named.length > 0 && named.every((file) => changed.includes(file));
}

/** In the words of a compaction; else of the first request that is more than a greeting or a nod. */
function topicOf(
	{ exchanges, compactedRequest }: Pick<SessionExtract, 'exchanges' | 'compactedRequest'>,
	files: readonly FileChange[],
): string {
	if (compactedRequest !== undefined) return compactedRequest.text;
	const prompts = exchanges.filter(({ kind }) => kind === 'prompt');
	const telling = prompts.map(({ request }) => request.text).filter((text) => saysWhat(text));
	const first = telling[0] ?? prompts[0]?.request.text ?? beginningOf(exchanges[0]);
	const turns = new Set(files.filter(({ isAbandoned }) => !isAbandoned).map(({ from }) => from.turn));
	// If nothing came of the first question but there was work, the work was not about that question.
	const worked = prompts.find(({ turn, request }) => turns.has(turn) && saysWhat(request.text));
	const isIdle = prompts[0] !== undefined && turns.size > 0 && worked !== undefined && gist(first).size < 2;
	const line = (isIdle ? worked.request.text : first).split('\n').find((each) => /[\p{L}\p{N}]/u.test(each)) ?? '';
	return line.replace(GREETING, '') || line;
}

/** What a session says of itself in which nobody typed a prompt: the name of our command is none. */
function beginningOf(exchange: SessionExtract['exchanges'][number] | undefined): string {
	const asked = exchange?.request.text ?? '';
	return takesUpWork(asked) ? (exchange?.outcome?.text ?? asked) : asked;
}

const GREETING =
	/^(?:(?:hi|hello|hey|hallo|bonjour|hola|good (?:morning|evening|afternoon)|morning|ok|so)\b[\s,.!:–—-]*)+/iu;

/** It says what is wanted: it is no slash command, and has a significant word. */
function saysWhat(text: string): boolean {
	const acts = actsOf(text);
	return !text.startsWith('/') && gist(text).size > 0 && acts.some((act) => !act.isCourtesy && !act.isNod);
}
