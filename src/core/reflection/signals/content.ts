// Group A: what a person probably did not write down.
import { lastPart } from '../../base/shown';
import { ownSentences, topicWords } from '../../base/prose';
import { type Material, type MomentPointer, type SaidLine, saidBy, used } from '../material';
import type { SignalContext } from './context';
import { type SignalFinding, code, overlap, plural, pointer, quote, sentencesOf, momentWords } from './finding';

const UNDOING =
	/\bgit\s+(?:-C\s+\S+\s+)?(?:reset\s+--(?:hard|merge)|revert\b|checkout\s+(?:--|\.|HEAD)|restore\b|stash\s+(?:drop|clear)|branch\s+-D|clean\s+-\w*f|worktree\s+remove)/u;
const STOPPING = /^(?:TaskStop|KillShell|KillBash|AgentStop)$/u;
const GIVEN_UP =
	/^(?:no[,.! ]+)?(?:(?:please )?(?:revert|undo|roll back|throw away|drop|scrap) (?:that|this|it|the\b|your\b|all)|that (?:did ?n't|does ?n't|did not|does not) work|forget (?:it|that)|let's (?:try|do) (?:something else|it differently)|go back to)/iu;

/** 1. What was tried and ruled out: resets, reverts, deleted files, stopped agents and turns, and words that say so. */
export function failedExperiments(material: Material, _: SignalContext): readonly SignalFinding[] {
	const found: SignalFinding[] = [];
	const created = new Set<string>();
	for (const moment of material.moments) {
		const at = [pointer(moment)];
		if (moment.kind === 'stopped')
			found.push({
				item: 'failed-experiments',
				text: `${before(material, moment.index)} was stopped by the person.`,
				at,
				weight: 0.4,
			});
		if (moment.kind === 'said' && moment.by === 'person') {
			const sentence = ownSentences(moment.text).find((each) => GIVEN_UP.test(each));
			if (sentence !== undefined)
				found.push({ item: 'failed-experiments', text: `Given up: ${quote(sentence)}`, at, weight: 0.8 });
		}
		if (moment.kind !== 'used' || moment.isError) continue;
		if (moment.tool === 'Write' && moment.file !== undefined) created.add(moment.file);
		const command = moment.command ?? '';
		if (moment.tool === 'Bash' && UNDOING.test(command))
			found.push({ item: 'failed-experiments', text: `Undone with ${code(command)}.`, at, weight: 0.9 });
		else if (moment.tool === 'Bash' && /\brm\s/u.test(command)) {
			const gone = [...created].find((file) => command.includes(file) || command.includes(lastPart(file)));
			if (gone !== undefined)
				found.push({ item: 'failed-experiments', text: `Written and deleted again: ${code(gone)}.`, at, weight: 0.7 });
		} else if (STOPPING.test(moment.tool))
			found.push({
				item: 'failed-experiments',
				text: `A background task was stopped: ${code(moment.command ?? moment.tool)}.`,
				at,
				weight: 0.7,
			});
	}
	return found;
}

/** 2. Claude's choices that the person accepted with a nod. */
export function implicitDecisions(_: Material, { decisions }: SignalContext): readonly SignalFinding[] {
	return decisions.flatMap(({ text, noddedAt, at }) =>
		noddedAt === undefined
			? []
			: [
					{
						item: 'implicit-decisions' as const,
						text: `Accepted with ${quote(text, 40)}: ${quote(noddedAt)}`,
						at: [at],
						weight: 0.7,
					},
				],
	);
}

const ASSUMED =
	/\b(?:assum(?:e|es|ed|ing|ption|ptions)|presumably|I take it|as long as|provided that|should be (?:safe|fine|enough) (?:because|as|since)|won't (?:ever|grow|exceed|need)|we (?:only|never) (?:have|need|get))\b/iu;

/** 3. The reasons for decisions, if somebody gave them. */
export function assumptions(material: Material, _: SignalContext): readonly SignalFinding[] {
	return saidIn(material, (sentence) => ASSUMED.test(sentence) && !sentence.endsWith('?')).map(
		({ said, sentence }) => ({
			item: 'assumptions',
			text: `${who(said)} assumed: ${quote(sentence)}`,
			at: [pointer(said)],
			weight: 0.5,
		}),
	);
}

const SOMEBODY =
	'(?:the |our |my |a )?(?:customers?|clients?|users?|team|manager|boss|cto|ceo|legal|sales|marketing|security|support|vendor|partner|stakeholders?|developers?|designers?|reviewers?|auditors?|ops|finance)';
const DID =
	'(?:said|says|asked|asks|wants?|wanted|needs?|pushed back|escalated|complained|reported|approved|rejected|agreed|decided|confirmed|cancell?ed|flew in|called|left|joined|signed|is (?:on leave|away|back|leaving|sick)|are (?:on leave|away|leaving))';
const EVENT = new RegExp(
	`\\b(?:${SOMEBODY} (?:\\w+ )?${DID}|[A-Z][a-z]{2,} (?:has |just )?${DID})\\b|\\b(?:the (?:demo|launch|release|deadline|audit|meeting|migration|freeze) is (?:on|in|at|next|tomorrow|today|moved|due)|deadline (?:is|moved)|we(?:'re| are) (?:freezing|launching|releasing|shutting down|moving to)|outage|went down)\\b`,
	'u',
);
const NO_NAME =
	/^(?:I|It|This|That|They|He|She|We|You|What|Who|There|Claude|Git|Node|Please|The|And|But|So|If|When|Then)\b/u;

/** 4. Events in the world that were mentioned in passing. */
export function externalEvents(material: Material, _: SignalContext): readonly SignalFinding[] {
	return saidBy(material, 'person').flatMap((said) =>
		ownSentences(said.text)
			.filter((sentence) => {
				const match = EVENT.exec(sentence);
				return match !== null && !NO_NAME.test(match[0]) && !sentence.endsWith('?') && sentence.length <= 300;
			})
			.map((sentence) => ({
				item: 'external-events' as const,
				text: `Mentioned: ${quote(sentence)}`,
				at: [pointer(said)],
				weight: 0.7,
			})),
	);
}

/** 5. One thing with several names: the same letters spelled differently, or an alias that was given. */
export function naming(material: Material, _: SignalContext): readonly SignalFinding[] {
	const forms = new Map<string, Map<string, SaidLine>>();
	const found: SignalFinding[] = [];
	for (const moment of material.moments) {
		if (moment.kind !== 'said') continue;
		for (const [, one, two] of moment.text.matchAll(
			/[`"“]?([\p{L}][\w-]{2,30})[`"”]?,? (?:aka|a\.k\.a\.|also (?:called|known as)|\(aka) [`"“]?([\p{L}][\w -]{2,30})[`"”]?/gu,
		))
			found.push({
				item: 'naming',
				text: `One thing, two names: ${quote(one ?? '', 40)} and ${quote(two ?? '', 40)}.`,
				at: [pointer(moment)],
				weight: 0.6,
			});
		// Only names that are joined somehow: plain words can differ for many reasons.
		for (const [name] of moment.text.matchAll(
			/(?<![\w/.-])(?:[a-z]+(?:[A-Z][a-z]+)+|[A-Za-z]+(?:[-_][A-Za-z]+)+|(?:[A-Z][a-z]+){2,})(?![\w/.-]*[\w/-])/gu,
		)) {
			const key = name.replace(/[-_]/gu, '').toLowerCase();
			if (key.length < 6) continue;
			const known = forms.get(key) ?? new Map<string, SaidLine>();
			if (!known.has(name)) known.set(name, moment);
			forms.set(key, known);
		}
	}
	for (const known of forms.values()) {
		// The same name in the styles of two languages is not inconsistent; two separators in prose are.
		const spelled = [...known.keys()];
		if (known.size < 2 || !spelled.some((name) => /[-_]/u.test(name))) continue;
		found.push({
			item: 'naming',
			text: `Spelled in ${plural(known.size, 'way')}: ${spelled
				.slice(0, 4)
				.map((name) => code(name, 40))
				.join(', ')}.`,
			at: [...known.values()].slice(0, 4).map(pointer),
			weight: 0.35 + 0.05 * Math.min(4, known.size),
		});
	}
	return found;
}

/** 6. What was planned and is not done: open tasks, items of the first prompt's list, what was put off. */
export function notDone(material: Material, context: SignalContext): readonly SignalFinding[] {
	const [first] = saidBy(material, 'person');
	const finding = (text: string, at: MomentPointer, weight: number): SignalFinding => ({
		item: 'not-done',
		text,
		at: [pointer(at)],
		weight,
	});
	const open = context.openTasks.map(({ text, at }) => finding(`Planned and still open: ${quote(text)}`, at, 0.7));
	const putOff = context.putOff.map(({ text, at }) => finding(`Put off: ${quote(text)}`, at, 0.6));
	return [...open, ...unmet(material, first), ...putOff];
}

/** Items of a list in the first prompt that nothing later mentions. */
function unmet(material: Material, first: SaidLine | undefined): readonly SignalFinding[] {
	if (first === undefined) return [];
	const items = [...first.text.matchAll(/^\s*(?:[-*+]|\d+[.)])\s+(.{8,300})$/gmu)].map((match) => match[1] ?? '');
	if (items.length < 2) return [];
	const after = material.moments.filter((moment) => moment.index > first.index);
	const words = momentWords(after);
	return items
		.filter((text) => topicWords(text).length >= 2 && overlap(topicWords(text), words) < 0.34)
		.map((text) => ({
			item: 'not-done',
			text: `Asked for at the start, and never spoken of again: ${quote(text)}`,
			at: [pointer(first)],
			weight: 0.8,
		}));
}

/** Matching sentences, whoever said them. */
export function saidIn(
	material: Material,
	fits: (sentence: string) => boolean,
): readonly { readonly said: SaidLine; readonly sentence: string }[] {
	return material.moments.flatMap((moment) =>
		moment.kind !== 'said'
			? []
			: sentencesOf(moment)
					.filter((sentence) => sentence.length <= 400 && fits(sentence))
					.map((sentence) => ({ said: moment, sentence })),
	);
}

function who(said: SaidLine): string {
	return said.by === 'person' ? 'The person' : 'Claude';
}

/** What was going on just before a message. */
function before(material: Material, index: number): string {
	const last = used(material).findLast((each) => each.index < index);
	return last === undefined
		? 'Claude’s answer'
		: `${last.tool}${last.command === undefined ? '' : ` ${code(last.command, 60)}`}`;
}
