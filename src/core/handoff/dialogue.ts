// A conversation between two sides: what Claude asks, proposes and leaves stays open until the following messages show
// what became of it. One step for each prompt and each reply. All it knows about tools is whether they worked.
import { type Act, actsOf, gist, shared } from './acts';
import { type Asked, type Reply, failedIn, readReply } from './reply';
import {
	type Decision,
	type Failure,
	type Pointer,
	type Statement,
	eachOnce,
	saysNoMore,
	statement,
} from './statement';

interface Open extends Statement {
	readonly words: ReadonlySet<string>;
	/** Open only if Claude's next action does not take it up. */
	isCandidate: boolean;
	isAnswered: boolean;
	readonly by: 'person' | 'claude';
}

interface Step extends Statement {
	readonly words: ReadonlySet<string>;
	readonly turn: number;
	/** Said by the person: it is done only when somebody says so, not when its words occur. */
	readonly isOwn: boolean;
	isDone: boolean;
}

interface Settled extends Decision {
	readonly words: ReadonlySet<string>;
	/** What it was chosen from. */
	readonly among: ReadonlySet<string>;
	isRevoked: boolean;
}

interface LastReply {
	readonly reply: Reply;
	readonly from: Pointer;
}

export interface Dialogue {
	prompt(text: string, from: Pointer): void;
	/** @param hasWorked tools ran since the prompt. */
	reply(text: string, from: Pointer, hasWorked: boolean): void;
	/** The request was stopped or refused: the next prompt does not accept what was proposed before it. */
	interrupt(): void;
	/** A decision that a tool has recorded. */
	decide(decision: Decision): void;
	close(): {
		readonly decisions: readonly Decision[];
		readonly failures: readonly Failure[];
		readonly openQuestions: readonly Statement[];
		readonly deferred: readonly Statement[];
		readonly nextSteps: readonly Statement[];
	};
}

const MAX_EACH = 200;
/** After this many turns, something that Claude called left to do is no longer reported. */
const FRESH = 8;

export function openDialogue(): Dialogue {
	const decisions: Settled[] = [];
	const failures: Failure[] = [];
	const open: Open[] = [];
	const deferred: Statement[] = [];
	const steps: Step[] = [];
	let last: LastReply | undefined;
	let before: LastReply | undefined;
	/** The acts of the last prompt, and of the one before. */
	let asked: readonly Act[] = [];
	let askedFrom: Pointer | undefined;
	let isDelegated = false;
	/** The last request that tools worked on. */
	let worked: string | undefined;
	let turn = 0;
	let among: ReadonlySet<string> = new Set();

	const settle = (text: string, question: string | undefined, from: Pointer): void => {
		decisions.push({
			...statement(text, from),
			how: question === undefined ? 'said' : 'answer',
			question,
			words: gist(`${question ?? ''} ${text}`),
			among,
			isRevoked: false,
		});
		if (decisions.length > 2 * MAX_EACH) decisions.splice(0, MAX_EACH);
	};
	const leaveOpen = (text: string, from: Pointer, by: Open['by'], isCandidate: boolean): void => {
		const words = gist(text);
		const known = open.find((each) => !each.isAnswered && each.text === text);
		if (known !== undefined) {
			known.isCandidate &&= isCandidate;
			return;
		}
		open.push({ ...statement(text, from), words, by, isCandidate, isAnswered: false });
		if (open.length > 2 * MAX_EACH) open.splice(0, MAX_EACH);
	};
	const addStep = (text: string, from: Pointer, isOwn: boolean): void => {
		const words = gist(text);
		if (words.size === 0) return;
		const known = steps.findLast((each) => !each.isDone && isSame(each, { text, words }));
		if (known !== undefined) {
			if (!isOwn || known.isOwn || shared(words, known.words) === known.words.size)
				steps.splice(steps.indexOf(known), 1);
			if (known.text.length > text.length && shared(words, known.words) === words.size) {
				steps.push({ ...known, turn });
				return;
			}
		}
		steps.push({ ...statement(text, from), words, turn, isOwn, isDone: false });
		if (steps.length > 2 * MAX_EACH) steps.splice(0, MAX_EACH);
	};
	const putOff = (text: string, from: Pointer): void => {
		deferred.push(statement(text, from));
		if (deferred.length > 2 * MAX_EACH) deferred.splice(0, MAX_EACH);
	};

	/** A short sentence, or one with pronouns, together with what it refers to. */
	const inContext = (act: Act, at: number, acts: readonly Act[]): string => {
		if (gist(act.core).size > 1 || (gist(act.core).size === 1 && !PRONOUN.test(act.core))) return act.text;
		const previous = acts[at - 1];
		if (previous !== undefined && !previous.isNod && !previous.isCourtesy) return `${previous.text} ${act.text}`;
		return act.text;
	};
	const subjectOf = (): string | undefined => {
		const reply = last?.reply;
		if (reply === undefined) return askedText();
		return (
			reply.questions.at(-1)?.text ??
			reply.left.at(-1) ??
			reply.proposals.at(-1) ??
			askedText() ??
			reply.sentences.at(-1)?.text
		);
	};
	const askedText = (): string | undefined => asked.find((act) => act.isQuestion)?.text ?? asked[0]?.text;

	/** An addition to a choice in the same sentence: `keep 14 of them`. */
	const settleLimits = (acts: readonly Act[], used: Set<Act>, from: Pointer): void => {
		for (const act of acts) {
			if (used.has(act) || !/^(?:keep|use|take|limit|cap|with)\b/u.test(act.core)) continue;
			used.add(act);
			settle(act.text, undefined, from);
		}
	};

	/** What the person decides about Claude's proposals and questions; also which acts were used for that. */
	const react = (acts: readonly Act[], from: Pointer): ReadonlySet<Act> => {
		const used = new Set<Act>();
		if (last === undefined) return used;
		const { reply, from: repliedAt } = last;
		among = new Set([...reply.words, ...asked.flatMap((act) => [...gist(act.text)])]);
		changeMind(acts, used, from);
		const told = acts.filter((act) => !act.isQuestion && !act.isPutOff && !act.isUnknown && !act.isSupposed);
		const first = acts[0];
		const lead = told[0];
		let isSettled = false;
		// 1. Options by their mark or place.
		const known =
			reply.options.length > 1
				? reply.options
				: reply.isChoice || (before?.reply.options.length ?? 0) < 2
					? []
					: (before?.reply.options ?? []);
		for (const act of told.slice(0, 4)) {
			const picked = picksIn(act.bare, known.length);
			if (picked.length === 0 || (isSettled && !picked.every(({ isOut }) => isOut))) continue;
			for (const { at, mark, isOut } of picked) {
				const option = known.find((each) => each.mark === mark) ?? (mark === undefined ? known.at(at) : undefined);
				if (option === undefined) continue;
				if (/^(?:please |pls )?(?:fix|address|resolve)\b/u.test(act.core)) continue;
				if (isOut && FIRST_MINE.test(act.bare)) addStep(`${option.text}: ${act.text}`, from, true);
				else settle(isOut ? `not this: ${act.text}` : act.text, option.text, from);
				isSettled = true;
				used.add(act);
			}
		}
		// 2. Questions, each answered by the sentence that takes it up.
		const isOffer = reply.questions.length > 0;
		for (const question of reply.questions) {
			if (isSettled && reply.questions.length === 1) break;
			const answer = told.find(
				(act) => !used.has(act) && answers(act, question, reply.questions.length === 1, act === lead),
			);
			const unknown = acts.find(
				(act) =>
					!used.has(act) &&
					act.isUnknown &&
					(reply.questions.length === 1 || shared(gist(act.core), question.words) > 0),
			);
			if (
				answer !== undefined &&
				(unknown === undefined ||
					(acts.indexOf(answer) < acts.indexOf(unknown) && shared(gist(answer.core), question.words) > 0))
			) {
				used.add(answer);
				const follows = acts[acts.indexOf(answer) + 1];
				const said =
					(answer.isNod || answer.isRefusal) &&
					follows !== undefined &&
					(isShort(follows) || answer.isRefusal) &&
					!follows.isRequest
						? `${answer.text} ${follows.text}`
						: answer.text;
				const isBare = question.isYesNo && gist(question.text).size < 2;
				const put = [...reply.options.map(({ text }) => text), ...reply.proposals].join('; ');
				const isRestated = shared(gist(answer.core), question.words) > 0;
				const offered = !isBare
					? question.text
					: put !== ''
						? put
						: isRestated
							? (question.before ?? question.text)
							: '';
				if (offered !== '' && !question.isFact) settle(said, offered, from);
				isSettled = true;
			} else if (unknown !== undefined) {
				used.add(unknown);
				leaveOpen(question.text, repliedAt, 'claude', false);
			} else leaveOpen(question.text, repliedAt, 'claude', true);
		}
		if (isSettled) {
			settleLimits(told, used, from);
			return used;
		}
		// 3. A nod to a proposal; a nod and a choice in the same breath.
		const proposal = reply.proposals.at(-1);
		const nod = lead !== undefined && lead === first && lead.isNod ? lead : undefined;
		if (!isOffer && nod !== undefined && proposal !== undefined) {
			used.add(nod);
			if (LATER_PROPOSED.test(proposal.toLowerCase())) addStep(proposal, repliedAt, true);
			else
				settle(
					acts.length === 1
						? nod.text
						: acts
								.slice(0, 2)
								.map(({ text }) => text)
								.join(' '),
					proposal,
					from,
				);
			settleLimits(told, used, from);
			return used;
		}
		// 4. A sentence that chooses from what was said.
		const near = new Set([...reply.words, ...asked.flatMap((act) => [...gist(act.text)])]);
		const wide = new Set([...near, ...(before?.reply.words ?? [])]);
		const isWeighed = reply.isChoice || reply.proposals.length > 0 || asked.some((act) => act.isQuestion);
		let isChosenHere = acts.some(({ core }) => REVOKES.test(core));
		for (const act of told.slice(0, 4)) {
			if (used.has(act) || act.isCourtesy || act.isStep || act.isPutOff || (act.isNod && act.core === '')) continue;
			const size = act.core.split(' ').length;
			const common = shared(gist(act.core), size <= 4 ? wide : near);
			const previous = acts[acts.indexOf(act) - 1];
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
			used.add(act);
			isChosenHere = true;
			const about = reply.proposals.find((each) => shared(gist(each), gist(act.core)) > 0);
			settle(act.text, about, from);
		}
		return used;
	};

	return {
		prompt(text, from) {
			turn = from.turn;
			const acts = actsOf(text);
			const isFirst = askedFrom === undefined;
			settleCandidates(undefined);
			revoke(acts, from);
			const used = isFirst ? new Set<Act>() : react(acts, from);
			answerLate(acts, from, used);
			acts.forEach((act, at) => {
				if (act.isCourtesy && !act.isStep) return;
				if (act.isPutOff) putOff(withSubject(inContext(act, at, acts), act, subjectOf()), from);
				else if (act.isStep && !used.has(act)) addStep(withSubject(act.text, act, subjectOf()), from, true);
				else if (act.isUnknown && !used.has(act)) openMatter(act, at, acts, from);
				else if (!used.has(act) && isDecided(act)) settle(act.text, undefined, from);
			});
			for (const failed of failedIn(acts))
				failures.push({ ...statement(failed, from), how: 'said', outcome: undefined });
			noteDone(acts);
			isDelegated = acts.some(({ bare }) => DELEGATES.test(bare));
			asked = acts.length > 0 ? acts : asked;
			askedFrom = from;
			before = last;
			last = undefined;
		},
		reply(text, from, hasWorked) {
			const reply = readReply(text);
			settleCandidates(reply);
			if (isDelegated && reply.sentences[0] !== undefined) {
				settle(reply.sentences[0].text, undefined, from);
				isDelegated = false;
			}
			// Asked together with another question, and passed over.
			const questions = asked.filter((act) => act.isQuestion && gist(act.core).size > 0);
			if (
				last === undefined &&
				askedFrom !== undefined &&
				asked.some((act) => act.isRequest) &&
				hasWorked &&
				!/^(?:yes|no|not)\b/u.test(reply.sentences[0]?.bare ?? '')
			)
				for (const act of questions.filter(isAboutFacts))
					if (shared(gist(act.core), reply.words) === 0) leaveOpen(act.text, askedFrom, 'person', false);
			if (hasWorked)
				for (const step of steps)
					if (!step.isDone && step.turn < from.turn && reply.left.every((left) => shared(gist(left), step.words) < 2)) {
						const doing = reply.sentences.some(
							({ bare, text: said }) =>
								DONE.test(bare) && shared(gist(said), step.words) >= Math.max(2, step.words.size * 0.6),
						);
						const wanted = asked.some(
							(act) =>
								act.isRequest && shared(gist(act.core), step.words) >= Math.max(1, Math.min(2, step.words.size * 0.5)),
						);
						if (doing || wanted) step.isDone = true;
					}
			if (ALL_DONE.test(text.toLowerCase())) for (const step of steps) if (!step.isOwn) step.isDone = true;
			const isListed = asked.some(({ bare }) => ASKS_LEFT.test(bare));
			for (const left of [...(isListed ? reply.options.map(({ text: each }) => each) : []), ...reply.left])
				addStep(left, from, false);
			for (const failed of reply.failed) failures.push({ ...statement(failed, from), how: 'said', outcome: undefined });
			for (const decided of reply.decided) settle(decided, undefined, from);
			if (failures.length > 2 * MAX_EACH) failures.splice(0, MAX_EACH);
			if (hasWorked)
				worked = asked
					.map(({ text: said }) => said)
					.join(' ')
					.slice(0, 200);
			last = { reply, from };
		},
		interrupt() {
			last = undefined;
			isDelegated = false;
		},
		decide(decision) {
			decisions.push({
				...decision,
				words: gist(`${decision.question ?? ''} ${decision.text}`),
				among: new Set(),
				isRevoked: false,
			});
		},
		close() {
			settleCandidates(undefined);
			if (last !== undefined) for (const { text } of last.reply.questions) leaveOpen(text, last.from, 'claude', false);
			const standing = decisions.filter((each) => !each.isRevoked);
			return {
				decisions: standing
					.filter(
						(each, at) =>
							!standing.some(
								(other, later) => later > at && other.text === each.text && other.question === each.question,
							),
					)
					.map(({ words: _, isRevoked: __, among: ___, ...rest }) => rest)
					.slice(-MAX_EACH),
				failures: eachOnce(failures).slice(-MAX_EACH),
				openQuestions: onceEach(open.filter((each) => !each.isAnswered)),
				deferred: onceEach(deferred),
				nextSteps: onceEach(steps.filter((each) => !each.isDone && (each.isOwn || turn - each.turn <= FRESH))),
			};
		},
	};

	function openMatter(act: Act, at: number, acts: readonly Act[], from: Pointer): void {
		const words = gist(act.core);
		const here = acts.slice(0, at).findLast((each) => each.isQuestion && !each.isCourtesy);
		// A person who cannot decide asks Claude; one who has to ask somebody else leaves it open.
		if (here !== undefined && !ASKS_OTHERS.test(act.bare)) return;
		if (here !== undefined) return leaveOpen(withBefore(here, acts), from, 'person', false);
		const claims = (last?.reply.sentences ?? []).filter(({ bare }) => bare.endsWith('?'));
		const earlier = asked.filter((each) => each.isQuestion);
		const named = [
			...claims.map((each) => ({ each, by: 'claude' as const })),
			...earlier.map((each) => ({ each, by: 'person' as const })),
		].find(({ each }) => words.size > 0 && shared(words, gist(each.text)) > 0);
		if (named !== undefined) return leaveOpen(`${named.each.text} — ${act.text}`, from, named.by, false);
		const asking = earlier[0];
		if (asking !== undefined && askedFrom !== undefined)
			leaveOpen(withBefore(asking, asked), askedFrom, 'person', false);
	}

	/** Questions that a prompt did not answer stay open, unless Claude's next action takes them up. */
	function settleCandidates(reply: Reply | undefined): void {
		for (const each of open) {
			if (!each.isCandidate) continue;
			if (reply === undefined) each.isCandidate = false;
			else if (shared(each.words, reply.words) >= Math.min(2, each.words.size)) {
				each.isAnswered = true;
				each.isCandidate = false;
			} else each.isCandidate = false;
		}
	}

	/** An answer that comes several turns later. */
	function answerLate(acts: readonly Act[], from: Pointer, used: ReadonlySet<Act>): void {
		for (const each of open) {
			if (each.isAnswered || (last !== undefined && each.from.index === last.from.index)) continue;
			const isNamed = acts.some(({ bare }) => REMEMBERS.test(bare));
			const answer = acts.find((act) => {
				if (used.has(act) || act.isQuestion || act.isUnknown || act.isPutOff || act.isCourtesy) return false;
				const common = shared(gist(act.core), each.words);
				return isNamed
					? common > 0 || !REMEMBERS.test(act.bare) || /[:,]/u.test(act.bare)
					: common >= 2 && !act.isRequest && CHOOSES.test(act.core);
			});
			if (answer === undefined) continue;
			each.isAnswered = true;
			settle(isNamed ? acts.map(({ text }) => text).join(' ') : answer.text, each.text, from);
		}
	}

	/** `No. The other one`: now chooses what was not chosen before. */
	function changeMind(acts: readonly Act[], used: Set<Act>, from: Pointer): void {
		const no = acts.findIndex((act) => act.isRefusal && act.core === '');
		const next = acts[no + 1];
		if (no < 0 || next === undefined || next.isRequest || next.isQuestion || !isShort(next)) return;
		const words = gist(next.core);
		const old = decisions.findLast(
			(each) => !each.isRevoked && shared(words, each.among) > 0 && shared(words, each.words) === 0,
		);
		if (old === undefined) return;
		old.isRevoked = true;
		used.add(next);
		settle(next.text, undefined, from);
	}

	/** Revokes what was settled before. */
	function revoke(acts: readonly Act[], from: Pointer): void {
		acts.forEach((act, at) => {
			if (!REVOKES.test(act.core)) return;
			const words = gist(act.core);
			const hit = decisions.filter((each) => !each.isRevoked && shared(words, each.words) > 0);
			for (const each of hit) each.isRevoked = true;
			const next = acts[at + 1];
			if (hit.length > 0 || UNDOES.test(act.core)) {
				const reason = next !== undefined && !next.isQuestion && !next.isRequest ? ` ${next.text}` : '';
				const what = hit.length > 0 ? '' : `${worked ?? ''} — `;
				if (reason !== '' || what !== '')
					failures.push({ ...statement(`${what}${act.text}${reason}`, from), how: 'said', outcome: undefined });
			}
		});
	}

	function noteDone(acts: readonly Act[]): void {
		for (const act of acts) {
			const isOver =
				DONE_BY_PERSON.test(act.bare) || (act.isRefusal && /\b(?:not worth|overkill|need(?:ed)?|no)\b/u.test(act.bare));
			if (!isOver || act.isQuestion) continue;
			const words = gist(act.core);
			for (const step of steps) {
				const common = shared(words, step.words);
				const isMeant = act.isRefusal
					? common >= step.words.size * 0.4
					: common >= Math.min(2, words.size, step.words.size);
				if (step.turn < turn && common > 0 && isMeant) step.isDone = true;
			}
		}
	}
}

const ASKS_LEFT =
	/\b(?:what(?:'s| is| are|s)?|anything|something) (?:still |else )?(?:(?:is |do we have )?(?:missing|left|remaining|open|to do|next|todo)|remains)\b/u;
const ASKS_OTHERS = /\b(?:ask|talk|check with|find out|clarify|discuss|has to|have to|need to|must|get back)\b/u;
const PRONOUN = /\b(?:that|this|it|those|these|them|one|same)\b/u;
const FIRST_MINE = /\b(?:i'll|i will|myself|my own)\b/u;
const LATER_PROPOSED = /\b(?:tomorrow|tonight|next week|first thing|on monday|this afternoon|after that)\b/u;
const CHOOSES =
	/^(?:(?:let'?s|lets|we(?:'ll| will)?|i(?:'ll| will)?|then|just|so)\s+)*(?:go(?:ing)? (?:with|for)|use|take|keep|stay with|stick (?:with|to)|prefer|pick|choose|chose|picked|take|leave it at|limit|drop|switch to|move to|do (?:it )?(?:with|by|via|that|the))\b|\b(?:it is|it'll be|wins|sounds (?:good|fun|fine|right|better|great)|is (?:good|fine|better|enough|ok|okay|the one)|are (?:fine|good|enough)|works for (?:me|us)|instead)$|^go \S|\bthough$|\b(?:rather than|instead of|has to stay|has to be|must be|must stay)\b|^i(?:'d| would) (?:go|take|prefer|rather)\b/u;
const REPORTS = /^(?:right|ah|oh|i see|wait|hm)\b|!$|^(?:i|we) (?:\p{L}+ed|did|was|were|had|got)\b/u;
const STRONG =
	/\b(?:it is|it'll be|then)$|\bit is\b[,;]|^(?:let'?s|lets|we(?:'ll| will)?) (?:go with|use|take|stick|keep)\b/u;
const LABELLED = /^(?:the |for the |as for |re )?[\p{L}\d …-]{2,30}:\s+\S/u;
const ACCEPTED = /^(?:ok(?:ay)?|yes|yep|fine|agreed|sure|good|then|you convinced me)[\s,.:]+\S/u;
/** It tells how things are. */
const TELLS =
	/\b(?:is|are|was|were|does|did|has|have|had|gives?|shows?|says?|fails?|failed|looks?|seems?|still|why|how|done|just|already|it's|that's)\b/u;
const REVOKES =
	/^(?:(?:let'?s |please |just )*(?:forget(?! (?:it|about it)?$)|scrap|drop|revert|undo|cancel|abandon|never ?mind|roll back|not)\b|\S+ is out$|no \S+.*\bafter all\b)/u;
const UNDOES = /^(?:please |just |then )*(?:scrap|revert|undo|roll back) (?:it|that|this|everything|all)\b/u;
const REMEMBERS =
	/\b(?:your question|you(?:'d| had)? asked|never answered|forgot(?:ten)? (?:to answer|your|the question)|forget your question|to answer|about your question|still owe)\b/u;
const DELEGATES =
	/\b(?:up to you|your call|you (?:decide|choose|pick)|whatever you (?:think|prefer|like)|whichever|don't ask me|as you (?:like|wish|prefer|see fit)|just (?:take|pick|choose|use) (?:what|whichever|whatever|one|the (?:simplest|best|easiest|fastest))|your choice|surprise me)\b/u;
const DONE =
	/\b(?:done|is in|are in|in place|added|written|wrote|removed|gone|fixed|updated|changed|renamed|moved|merged|pushed|committed|implemented|deleted|migrated|replaced|now|set|has|have|deployed|finished|complete|passes|pass)\b/u;
const ALL_DONE =
	/\b(?:all (?:\S+ )?(?:steps|points|items|tasks|of (?:them|it)) (?:are|is) (?:done|in|complete|finished)|everything is (?:done|finished|complete)|nothing (?:is |else is )?left|that was the last)\b/u;
const DONE_BY_PERSON =
	/\b(?:done|did (?:it|that|this)|i(?:'ve| have)?(?: \S+)? (?:changed|added|fixed|removed|run|sent|deployed|merged|updated|moved|deleted|written|told|asked|put|made|did)|is (?:live|merged|gone|green|finished)|no longer needed|not needed)\b/u;
const DECISION_WORDS =
	/^(?:let'?s (?:go with|use|stick (?:with|to)|keep|switch to|move to|avoid|target|call it|make it)|(?:we|i)(?:'ll| will|'re going to| are going to) (?:use|go with|stick (?:with|to)|keep|switch to|support|target)|(?:we|i)(?:'ve| have)? (?:decided|agreed|settled|chose|chosen|picked|opted)|(?:decision|decided|agreed)\s*[:–—-]|(?:use|prefer|keep|choose|pick|take) .*\b(?:instead of|rather than|not|over)\b|(?:it|that|this) (?:must|has to) (?!be a\b)\p{L}+|(?:don't|do not) (?:change|touch|break|remove|rename) .{2,})/u;

function isDecided(act: Act): boolean {
	return (
		!act.isQuestion &&
		!act.isSupposed &&
		!act.isUnknown &&
		!act.isRequest &&
		act.core.length < 300 &&
		DECISION_WORDS.test(act.core)
	);
}

function isAboutFacts(act: Act): boolean {
	return /^(?:do|does|did|is|are|was|were|has|have|should|must|will)\b/u.test(act.core);
}

function isShort(act: Act): boolean {
	return act.core.split(' ').length <= 8;
}

/** Whether a sentence answers a question, with enough certainty. */
function answers(act: Act, question: Asked, isOnly: boolean, isLead: boolean): boolean {
	if (act.isCourtesy) return false;
	const common = shared(gist(act.core), question.words);
	const size = act.core.split(' ').length;
	if (question.isYesNo) {
		if (isLead && isOnly && (act.isNod || /^(?:yes|yep|yeah|y|sure|ok(?:ay)?|ja|oui|sí|si|はい)\b/u.test(act.bare)))
			return !(act.isRequest && common === 0 && size > 3);
		if (isLead && act.isRefusal && (common > 0 || size <= 4)) return true;
		return common > 0 && size <= 14 && !act.isRequest && !act.isRefusal && isLead;
	}
	if (common > 0 && (!act.isRequest || size <= 4)) return true;
	if (!isOnly || !isLead || act.isRequest || act.isNod || MOVES_ON.test(act.bare)) return false;
	const text = question.text.toLowerCase();
	if (
		/\bhow (?:many|much|long|often|old|big|large)|\bwhat (?:port|size|number|limit|timeout|time)\b|\bwhen\b/u.test(text)
	)
		return /\d|\b(?:one|two|three|four|five|ten|never|always|forever|daily|weekly|unlimited)\b/u.test(act.bare);
	if (/\bwhere\b/u.test(text)) return /[\\/]|\b(?:in|at|on|under|below|next to|behind)\b/u.test(act.bare);
	if (/\bwho\b/u.test(text)) return size <= 6;
	return size <= 8;
}

const MOVES_ON =
	/^(?:now|next|also|meanwhile|unrelated|another|btw|by the way|wait|first|remember|keep in mind|from now on|can|could|what|how|why|ok now|one (?:thing|more))\b|\b(?:just (?:failed|went|crashed|broke)|is (?:down|red|broken|failing))\b/u;

interface Pick {
	readonly mark: string | undefined;
	readonly at: number;
	readonly isOut: boolean;
}

const PLACES: Readonly<Record<string, number>> = {
	first: 0,
	second: 1,
	third: 2,
	fourth: 3,
	last: -1,
	former: 0,
	latter: -1,
	erste: 0,
	zweite: 1,
	dritte: 2,
	première: 0,
	premier: 0,
	deuxième: 1,
	primera: 0,
	segunda: 1,
};

/** The options that a sentence names: `1`, `b)`, `1, 2 and 4 yes`, `3 no`, `the second one`. */
function picksIn(bare: string, count: number): readonly Pick[] {
	if (count < 2) return [];
	const place =
		/\b(?:the |die |das |la |le )?(first|second|third|fourth|last|former|latter|erste|zweite|dritte|première|premier|deuxième|primera|segunda)(?: (?:one|option|variant|approach|way))?(?=$|[\s,.;!])/u.exec(
			bare,
		);
	if (
		place !== null &&
		place.index < 20 &&
		bare.length < 80 &&
		!/\b(?:first|last) (?:i|we|the|do|fix|run|let|time|week|check|look)\b/u.test(bare)
	)
		return [{ mark: undefined, at: PLACES[place[1] ?? ''] ?? 0, isOut: false }];
	const marks =
		/^(?:(?:ok(?:ay)?|yes|let'?s|do|go(?: with| for)?|i'd|i'll|take|fix|use|option|number|no\.|nr\.?|variant|then|prefer|definitely|please|just|only|and|nehmen wir)[\s,:]*)*#?\(?((?:\d{1,2}|[a-h])(?:\)|\.)?(?:\s*(?:,|and|&|\+|plus|und|et|y)\s*\(?(?:\d{1,2}|[a-h])\)?)*)(?=$|[\s,.;:!?)])(.*)$/u.exec(
			bare,
		);
	if (marks === null) return [];
	const [, list = '', rest = ''] = marks;
	if (
		/^\s*(?:days?|hours?|minutes?|seconds?|%|ms|gb|mb|kb|times|px|and a half|weeks?|months?|years?|s\b|x\b)/u.test(rest)
	)
		return [];
	// A lone letter that begins a sentence is an article.
	if (/^a$/u.test(list) && /^\s+\p{L}/u.test(rest)) return [];
	const isOut = /^\s*(?:no|nope|not|out|i'll|i will|myself|skip|later)\b/u.test(rest);
	return [...list.matchAll(/\d{1,2}|[a-h]/gu)].map(([mark]) => ({ mark, at: 0, isOut }));
}

/** `That one later`, together with what was talked about. */
function withSubject(text: string, act: Act, subject: string | undefined): string {
	const own = gist(text.toLowerCase().replace(NAMES_TIME, ' ')).size;
	const isVague = own < 1 || (PRONOUN.test(act.core) && own < 2);
	return isVague && subject !== undefined && !text.includes(subject) ? `${subject} — ${text}` : text;
}

const NAMES_TIME =
	/\b(?:tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|deploy(?:ment)?|afternoon|morning|week|month|sprint|release|colleague|myself)\b/gu;

function withBefore(act: Act, acts: readonly Act[]): string {
	const previous = acts[acts.indexOf(act) - 1];
	return gist(act.core).size < 2 && previous !== undefined && !previous.isCourtesy
		? `${previous.text} ${act.text}`
		: act.text;
}

function isSame(
	a: { readonly text: string; readonly words: ReadonlySet<string> },
	b: { readonly text: string; readonly words: ReadonlySet<string> },
): boolean {
	const common = shared(a.words, b.words);
	return saysNoMore(a.text, b.text) || common >= Math.max(1, Math.min(a.words.size, b.words.size) * 0.7);
}

/** Each statement once; of those that say the same, the newest. */
function onceEach<T extends Statement>(list: readonly T[]): readonly Statement[] {
	const kept: Statement[] = [];
	for (const { text, from } of [...list].reverse())
		if (!kept.some((each) => saysNoMore(text, each.text))) kept.unshift({ text, from });
	return kept.slice(-MAX_EACH);
}
