// Proves what was handed in: finds the words that each statement rests on in the messages of the conversation, and asks what
// became of them. A fold over the same messages as the extraction's; the statements have to be known before.
import { once } from '../../base/once';
import { asRecord, asText } from '../../base/result';
import type { AssistantEntry, UserEntry } from '../../transcript/entry';
import { partHandIns } from '../../transcript/handInBlock';
import { refusalWords } from '../../transcript/denial';
import { inTag, typedText } from '../../transcript/userText';
import { type Act, actsOf, gist, shared } from '../dialogue/acts';
import { Calls, Plans } from '../calls';
import type { Listener } from '../extract';
import type { HandedIn } from './handIn';
import { REVOKES, UNDOES, isShort } from '../dialogue/judge';
import { type QuotedWords, holds, isTelling, isWhole, quotedWords } from './quoted';
import type { Decision, Pointer } from '../statement';

/** Why a statement is not proven; see `UNPROVEN_WORDS`. */
type Unproven = keyof typeof UNPROVEN_WORDS;

/** For Claude, which can mend it: what is missing, and what would do. */
export const UNPROVEN_WORDS = {
	noWords: 'it names no words of the conversation',
	tooShort: 'the words are fewer than four, and no whole message',
	notFound: 'no message has these words',
	repeated: 'only what you wrote since you handed it in has these words',
	tool: 'only the output of a tool has these words, and that decides nothing',
	noAssent: 'these are your words, and the person did not assent to them',
	refused: 'the user rejected it',
	interrupted: 'the person interrupted it',
	revoked: 'it was revoked later',
	question: 'the words are a question',
	unknown: 'the person left it open',
	nod: 'the words are an assent, to something else',
} as const;

/** Statements that were handed in together. */
export interface HandOver {
	/** The id of the message that has them; nothing if they came by a file. */
	readonly uuid: string | undefined;
	readonly statements: readonly HandedIn[];
	/** When. Milliseconds since 1970. */
	readonly atMs: number | undefined;
	/** Set if it is not from Claude, but from a language model that was shown the conversation. */
	readonly origin?: 'model';
}

export type Verdict =
	| { readonly statement: HandedIn; readonly from: Pointer }
	| {
			readonly statement: HandedIn;
			readonly why: Unproven;
			/** It was handed in before: it stands under *Not found in the conversation*. */
			readonly isListed: boolean;
	  };

export interface JudgedHandOver extends HandOver {
	/** The turn that it belongs to. */
	readonly turn: number;
	readonly verdicts: readonly Verdict[];
}

interface Proof extends Listener {
	/** @param decisions of the rules: an answer that they understand is an assent, too. */
	close(decisions: readonly Decision[]): readonly JudgedHandOver[];
}

/** A message, or a part of one, that has words which somebody quotes. */
interface Unit {
	readonly from: Pointer;
	/** An answer to a menu is the person's, a plan Claude's. */
	readonly kind: 'person' | 'claude' | 'tool' | 'summary';
	/** What the person does with each sentence. */
	readonly acts: readonly Act[];
	/** What Claude said before it. */
	readonly after: ReadonlySet<string>;
	/** What became of Claude's words. */
	assent: 'open' | 'given' | 'refused' | 'none';
	/** The prompt that came next. */
	answeredAt: number | undefined;
	/** What the person did in it. */
	answer: readonly Act[];
	isInterrupted: boolean;
	/** Sentences by which something was revoked later. */
	readonly revokedBy: Act[];
}

interface Hit {
	readonly unit: Unit;
	/** Its only source is what Claude wrote after it had handed it in. */
	readonly isEcho: boolean;
}

interface Quote {
	readonly words: QuotedWords;
	readonly isTelling: boolean;
	/** It names what redaction left: the messages are compared redacted, too. */
	readonly isRedacted: boolean;
	readonly hits: Hit[];
	/** The first block that has it was read. */
	isHandedIn: boolean;
}

/** A quotation that stands in more messages says little; the newest count. */
const MAX_HITS = 40;

/** Longer outputs are searched up to here. Characters. */
const MAX_OUTPUT = 200_000;

/** What we wrote ourselves proves nothing, however it is read. */
const OURS = /session-keeper|session_keeper|\.claude[\\/]+memory|session-protocol\.json|docs[\\/]+sessions/iu;
/** What redaction leaves in the place of a secret, an address or a home folder. */
const REDACTED = /redacted|~[\\/]/u;
/** Around what a command printed that the person ran. */
const TAGS = /<\/?(?:bash|local-command)-[a-z]+>/gu;
const SPANS = /["“„«]([^"“”„«»]+)["”»]/gu;

/**
 * @param redact a model was shown the conversation through it, and what came by files is kept so. Claude quotes what was said.
 */
export function createProof(handOvers: readonly HandOver[], redact = (text: string): string => text): Proof {
	const quotes = new Map<string, Quote>();
	for (const { uuid, statements } of handOvers)
		for (const text of statements.flatMap((each) => each.quotes.flatMap(readings).flat())) {
			const words = quotedWords(text);
			const isRedacted = quotes.get(text)?.isRedacted === true || (uuid === undefined && REDACTED.test(text));
			quotes.set(text, { words, isTelling: isTelling(words), isRedacted, hits: [], isHandedIn: false });
		}
	const turns = new Map<string, number>();
	/** Prompts with their times: a file that is handed in belongs to the one before it. */
	const prompts: { readonly turn: number; readonly atMs: number }[] = [];
	const calls = new Calls();
	const plans = new Plans();
	/** The command that the person ran last is ours. */
	let isOurs = false;
	/** What was said since the last prompt, the prompt included. */
	let current: Unit[] = [];
	/** What Claude's words were about since then. */
	let said = new Set<string>();
	const units = new Set<Unit>();

	const hear = (text: string, from: Pointer, kind: Unit['kind'], assent: Unit['assent'] = 'open'): void => {
		const words = quotedWords(text);
		const redacted = once(() => quotedWords(redact(text)));
		let unit: Unit | undefined;
		for (const quote of quotes.values()) {
			if (!hasWords(words, quote) && !(quote.isRedacted && hasWords(redacted(), quote))) continue;
			unit ??= {
				from,
				kind,
				acts: kind === 'person' ? actsOf(text) : [],
				after: kind === 'person' ? said : new Set(),
				assent,
				answeredAt: undefined,
				answer: [],
				isInterrupted: false,
				revokedBy: [],
			};
			quote.hits.push({ unit, isEcho: quote.isHandedIn && kind !== 'person' });
			if (quote.hits.length > MAX_HITS) quote.hits.shift();
		}
		if (unit === undefined) return;
		units.add(unit);
		current.push(unit);
	};

	const notePrompt = (text: string, from: Pointer): void => {
		const own = partHandIns(text).text;
		const acts = actsOf(own);
		const isAssent = acts.slice(0, 2).some((act) => act.isNod) && acts[0]?.isRefusal !== true;
		for (const unit of current) {
			if (unit.kind !== 'claude' || unit.assent !== 'open') continue;
			unit.assent = unit.isInterrupted ? 'none' : isAssent ? 'given' : 'none';
			unit.answeredAt = from.index;
			unit.answer = acts;
		}
		const revoking = acts.filter((act) => !act.isQuestion && !act.isUnknown && REVOKES.test(act.core));
		for (const act of revoking) for (const unit of UNDOES.test(act.core) ? current : units) unit.revokedBy.push(act);
		current = [];
		hear(own, from, 'person');
		said = new Set();
	};

	const interrupt = (isRefused: boolean): void => {
		// What was approved or answered before is settled.
		for (const unit of current.filter(({ assent }) => assent === 'open')) {
			unit.isInterrupted = true;
			if (isRefused && unit.kind === 'claude') unit.assent = 'refused';
		}
	};

	const noteResults = (entry: UserEntry, from: Pointer): void => {
		for (const result of entry.toolResults) {
			const known = calls.answer(result);
			if (known === undefined) continue;
			const { call, from: calledAt } = known;
			const isRefused = entry.toolDenialKind !== undefined || result.isError;
			if (!isRefused) plans.noteWritten(call);
			if (call.name === 'ExitPlanMode')
				hear(plans.shown(call, entry).text, calledAt, 'claude', isRefused ? 'refused' : 'given');
			else if (call.name === 'AskUserQuestion') noteAnswers(call.input, entry, from, calledAt);
			else if (entry.toolDenialKind === 'user-rejected') interrupt(true);
			else if (!OURS.test(`${call.name} ${JSON.stringify(call.input)}`)) noteOutput(result.text, from);
			// What the person says on refusing is not refused.
			if (entry.toolDenialKind === 'user-rejected')
				hear(refusalWords(result.text) ?? '', { ...from, by: 'person' }, 'person', 'given');
		}
	};

	const noteOutput = (text: string, from: Pointer): void =>
		hear(text.slice(0, MAX_OUTPUT), { ...from, by: 'tool' }, 'tool');

	const noteAnswers = (
		input: Readonly<Record<string, unknown>>,
		entry: UserEntry,
		from: Pointer,
		askedAt: Pointer,
	): void => {
		const answers = asRecord(asRecord(entry.toolUseResult)?.['answers']) ?? {};
		const asked: readonly unknown[] = Array.isArray(input['questions']) ? input['questions'] : [];
		for (const each of asked) {
			const question = asText(asRecord(each)?.['question']) ?? '';
			const answer = asText(answers[question]);
			hear(question, askedAt, 'claude', answer === undefined ? 'none' : 'given');
			if (answer === undefined) continue;
			for (const word of gist(question)) said.add(word);
			hear(answer, { ...from, by: 'person' }, 'person', 'given');
			hear(`${question} ${answer}`, { ...from, by: 'person' }, 'person', 'given');
		}
	};

	const noteAssistant = (entry: AssistantEntry, from: Pointer): void => {
		calls.note(entry, from);
		for (const block of entry.blocks) {
			if (block.type !== 'text' || entry.isApiError || entry.model === '<synthetic>') continue;
			for (const word of gist(block.text)) said.add(word);
			hear(block.text, from, 'claude');
		}
	};

	return {
		note(entry, at, { isAbandoned, isOwn }) {
			if (entry.type === 'assistant' && entry.blocks.some(({ type }) => type === 'handIn')) {
				if (isAbandoned) return;
				for (const { uuid, statements } of handOvers) {
					if (uuid === undefined || uuid !== entry.uuid) continue;
					turns.set(uuid, at.turn);
					for (const quote of statements.flatMap((each) => each.quotes).flatMap((each) => readings(each).flat())) {
						const known = quotes.get(quote);
						if (known !== undefined) known.isHandedIn = true;
					}
				}
				// What stands beside a block leads to it: it says what the block says.
				return;
			}
			if (isAbandoned) return;
			if (entry.type === 'user' && (entry.kind === 'prompt' || entry.kind === 'command') && at.atMs !== undefined)
				prompts.push({ turn: at.turn, atMs: at.atMs });
			if (isOwn) return;
			if (entry.type === 'assistant') return noteAssistant(entry, { ...at, by: 'claude' });
			switch (entry.kind) {
				case 'prompt':
				case 'command':
					return notePrompt(typedText(entry.text), { ...at, by: 'person' });
				case 'toolResult':
					return noteResults(entry, { ...at, by: 'tool' });
				case 'interruption':
					return interrupt(false);
				case 'compactSummary':
					return hear(entry.text, { ...at, by: 'summary' }, 'summary');
				case 'notification':
					return noteOutput(inTag(entry.text, 'result') ?? '', { ...at, by: 'tool' });
				case 'localCommand':
					isOurs = OURS.test(entry.text);
					return;
				case 'localOutput':
					return isOurs ? undefined : noteOutput(entry.text.replace(TAGS, ' '), { ...at, by: 'tool' });
				case 'meta':
					return;
			}
		},
		close(decisions) {
			const judged = handOvers
				.filter(({ uuid }) => uuid === undefined || turns.has(uuid))
				.map((handOver) => ({
					...handOver,
					turn:
						handOver.uuid === undefined
							? (prompts.findLast(({ atMs }) => atMs <= (handOver.atMs ?? Infinity))?.turn ?? 0)
							: (turns.get(handOver.uuid) ?? 0),
					results: handOver.statements.map((statement) => judge(statement, quotes, decisions)),
				}));
			return judged.map(({ results, ...handOver }, at) => ({
				...handOver,
				verdicts: handOver.statements.map((statement, n): Verdict => {
					const result = results[n] ?? 'noWords';
					if (typeof result !== 'string') return { statement, from: result };
					const isListed = judged
						.slice(0, at)
						.some((earlier) => earlier.statements.some((each) => isAgain(each, statement)));
					return { statement, why: result, isListed };
				}),
			}));
		},
	};
}

/** Whether two hand-overs mean the same statement: its words, or all that it rests on. */
function isAgain(a: HandedIn, b: HandedIn): boolean {
	if (isWhole(quotedWords(a.text), quotedWords(b.text))) return true;
	return a.section === b.section && b.quotes.length > 0 && b.quotes.every((quote) => a.quotes.includes(quote));
}

function hasWords(text: QuotedWords, quote: Quote): boolean {
	return isWhole(text, quote.words) || (quote.isTelling && holds(text, quote.words));
}

/** How a quotation may be meant: as it stands, or only what is in its quotation marks. */
function readings(quote: string): readonly (readonly string[])[] {
	const spans = [...quote.matchAll(SPANS)].flatMap(([, words]) => words ?? []);
	return spans.length === 0 ? [[quote]] : [[quote], spans];
}

function judge(
	statement: HandedIn,
	quotes: ReadonlyMap<string, Quote>,
	decisions: readonly Decision[],
): Pointer | Unproven {
	if (statement.quotes.every((each) => quotedWords(each).every((key) => key === ''))) return 'noWords';
	const found: Hit[] = [];
	for (const quote of statement.quotes) {
		const ways = readings(quote).map((way) => way.map((each) => quotes.get(each)));
		const good = ways.find((way) => way.every((each) => each !== undefined && each.hits.some(({ isEcho }) => !isEcho)));
		if (good === undefined) {
			const all = ways.flat().flatMap((each) => each ?? []);
			if (all.some(({ hits }) => hits.length > 0)) return 'repeated';
			return all.some((each) => each.isTelling) ? 'notFound' : 'tooShort';
		}
		found.push(...good.flatMap((each) => each?.hits.filter(({ isEcho }) => !isEcho) ?? []));
	}
	const ranked = RANKS.flatMap((kind) => found.filter(({ unit }) => unit.kind === kind).reverse());
	if (statement.section !== 'decision') return ranked[0]?.unit.from ?? 'notFound';
	const reasons: Unproven[] = [];
	for (const { unit } of ranked) {
		const why = whyNotDecided(unit, statement, decisions);
		if (why === undefined) return unit.from;
		reasons.push(why);
	}
	return reasons[0] ?? 'notFound';
}

/** Whose words count first. */
const RANKS = ['person', 'claude', 'tool', 'summary'] as const;

/** Why words in a message decide nothing; nothing if they do. */
function whyNotDecided(unit: Unit, statement: HandedIn, decisions: readonly Decision[]): Unproven | undefined {
	const meant = gist([statement.text, ...statement.quotes].join(' '));
	if (unit.revokedBy.some((act) => UNDOES.test(act.core) || shared(gist(act.core), meant) > 0)) return 'revoked';
	switch (unit.kind) {
		case 'tool':
		case 'summary':
			return 'tool';
		case 'claude': {
			if (unit.assent === 'refused') return 'refused';
			if (unit.isInterrupted) return 'interrupted';
			if (unit.assent === 'given') return undefined;
			const isDenied = unit.answer[0]?.isRefusal === true;
			// A no that names it means it all the same: `no, the first one`.
			const isUnderstood =
				(!isDenied && unit.answer.some((act) => isChoice(act, statement))) ||
				decisions.some(
					({ from, text, question }) =>
						from.index === unit.answeredAt && shared(gist(isDenied ? text : `${question ?? ''} ${text}`), meant) > 0,
				);
			return isUnderstood ? undefined : isDenied ? 'refused' : 'noAssent';
		}
		case 'person': {
			if (unit.isInterrupted) return 'interrupted';
			const meantActs = unit.acts.filter((act) => isQuotedIn(act, statement));
			if (meantActs.length === 0) return undefined;
			if (meantActs.every((act) => act.isQuestion)) return 'question';
			if (meantActs.every((act) => act.isUnknown)) return 'unknown';
			const isNod = meantActs.every((act) => act.isNod || act.isCourtesy);
			return isNod && shared(gist(statement.text), unit.after) === 0 ? 'nod' : undefined;
		}
	}
}

/** A short answer that names what is decided: `Redis it is`. */
function isChoice(act: Act, { text }: HandedIn): boolean {
	const isOther = act.isQuestion || act.isRequest || act.isUnknown || act.isPutOff || act.isSupposed || act.isStep;
	return !isOther && isShort(act) && shared(gist(act.core), gist(text)) > 0;
}

function isQuotedIn(act: Act, { quotes }: HandedIn): boolean {
	const sentence = quotedWords(act.text);
	return quotes
		.flatMap((quote) => readings(quote).flat())
		.map(quotedWords)
		.some((words) => holds(sentence, words) || holds(words, sentence));
}
