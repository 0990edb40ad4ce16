// The steps of a plan, as somebody wrote them: its check list, else its numbered list or headings.
import { checkItems } from './lists';
import { listItem, withoutEmphasis } from './prose';

interface PlannedStep {
	readonly text: string;
	readonly isDone: boolean;
}

/** Sections of a plan whose lists are no work to do. */
const NO_STEPS =
	/^\W*(?:context|background|goals?|non-?goals?|out of scope|risks?|notes?|assumptions|open (?:questions|points)|questions|decisions?|files?(?: .*)?|critical files.*|why|alternatives.*|summary|overview|current state|verification|rollback)\b/iu;
/** Sections whose bullets are steps, where nothing is numbered. */
const STEPS = /\b(?:steps?|plan|implementation|changes|tasks?|to-?do|approach|phases?|work)\b/iu;
const HEADING = /^\s*(#{1,6})\s+(\S.*)$/u;
const NUMBERED = /^(\s*)\d{1,2}[.)]\s+\S/u;
const NUMBERED_HEADING = /^(?:(?:step|phase|part)\s+)?\d{1,2}\s*[.:)–—-]\s*(\S.*)$/iu;

/** The steps of a plan in Markdown, in its order; none where it has no list of them. */
export function planSteps(plan: string): readonly PlannedStep[] {
	const checks = checkItems(plan);
	if (checks.length > 0) return checks;
	const lines = plan
		.slice(0, 50_000)
		.replace(/(```|~~~)[^]*?(?:\1|$)/gu, '')
		.split('\n');
	const headed = lines.flatMap((line) => NUMBERED_HEADING.exec(HEADING.exec(line)?.[2] ?? '')?.[1] ?? []);
	if (headed.length > 1) return headed.map(step);
	const numbered: string[] = [];
	const bullets: string[] = [];
	let section = '';
	let indent: number | undefined;
	for (const line of lines) {
		const heading = HEADING.exec(line)?.[2] ?? /^\s*\*\*([^*]+)\*\*:?\s*$/u.exec(line)?.[1];
		if (heading !== undefined) [section, indent] = [heading, undefined];
		const item = heading === undefined && !NO_STEPS.test(section) ? listItem(line) : undefined;
		if (item === undefined) continue;
		const depth = /^\s*/u.exec(line)?.[0].length ?? 0;
		indent ??= depth;
		if (depth > indent) continue;
		if (NUMBERED.test(line)) numbered.push(item);
		else if (STEPS.test(section)) bullets.push(item);
	}
	return (numbered.length > 0 ? numbered : bullets).map(step);
}

function step(text: string): PlannedStep {
	return { text: withoutEmphasis(text), isDone: false };
}

const PROPOSES =
	/\b(?:plan|steps|here(?:'s| is) (?:how|what) (?:i|we)|i(?:'d| would|'ll| will| can| propose| suggest)|in this order|the way (?:i|to)|approach|proposal)\b/iu;
const CHOICE =
	/\b(?:options?|alternatives?|which|either|or|questions?|choices?|candidates|ways|left|remaining|done|did|changed|found|problems?|issues?|bugs?)\b/iu;

/** The steps that a reply proposes to go: a numbered list that it announces as such; none where it lets choose. */
export function proposedSteps(reply: string): readonly PlannedStep[] {
	const lines = reply.split('\n');
	const at = lines.findIndex((line) => NUMBERED.test(line));
	const intro = lines.slice(0, Math.max(0, at)).findLast((line) => line.trim() !== '') ?? '';
	const told = (intro.split(/(?<=[.!?])\s/u).at(-1) ?? '').replace(/’/gu, "'");
	if (at < 0 || !PROPOSES.test(told) || CHOICE.test(told)) return [];
	const end = lines.findLastIndex((line) => NUMBERED.test(line));
	const steps = planSteps(lines.slice(at, end + 1).join('\n'));
	return steps.length > 1 && steps.every(({ text }) => !text.endsWith('?')) ? steps : [];
}
