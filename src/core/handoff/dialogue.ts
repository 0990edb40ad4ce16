// A conversation between two sides: what Claude asks, proposes and leaves stays open until the following messages show
// what became of it. One step for each prompt and each reply. All it knows about tools is whether they worked.
import { type Act, actsOf, gist, shared } from './acts';
import { type Reply, failedIn, readReply } from './reply';
import {
	type Decision,
	type Failure,
	type Pointer,
	type Statement,
	eachOnce,
	saysNoMore,
	statement,
} from './statement';
import {
	ASKS_LEFT,
	ASKS_OTHERS,
	PRONOUN,
	FIRST_MINE,
	LATER_PROPOSED,
	CHOOSES,
	REPORTS,
	STRONG,
	LABELLED,
	ACCEPTED,
	TELLS,
	REVOKES,
	UNDOES,
	REMEMBERS,
	DELEGATES,
	DONE,
	ALL_DONE,
	DONE_BY_PERSON,
	isDecided,
	isAboutFacts,
	isShort,
	answers,
	picksIn,
	withSubject,
	withBefore,
	isSame,
} from './judge';

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

/** Each statement once; of those that say the same, the newest. */
function onceEach<T extends Statement>(list: readonly T[]): readonly Statement[] {
	const kept: Statement[] = [];
	for (const { text, from } of [...list].reverse())
		if (!kept.some((each) => saysNoMore(text, each.text))) kept.unshift({ text, from });
	return kept.slice(-MAX_EACH);
}
