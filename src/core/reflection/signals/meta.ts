// Group B: what only a comparison with other sessions shows.
import { topicWords } from '../../base/prose';
import { readableTokens } from '../../base/dates';
import { singleLine, truncate } from '../../base/text';
import { type Material, saidBy, used } from '../material';
import type { Confidence } from '../../handoff/nextSteps';
import type { EarlierSession, SignalContext } from './context';
import { type SignalFinding, code, overlap, plural, pointer, quote, momentWords } from './finding';

/** How often each failure occurred, by its shape: its first line without the parts that vary. */
export function failureShapes(material: Material): Readonly<Record<string, number>> {
	const shapes: Record<string, number> = {};
	for (const each of used(material)) {
		if (!each.isError || each.isRefused) continue;
		const shape = shapeOf(each.tool, each.output);
		shapes[shape] = (shapes[shape] ?? 0) + 1;
	}
	return shapes;
}

function shapeOf(tool: string, output: string): string {
	const lines = output.split('\n').map((line) => line.replace(/<\/?tool_use_error>/gu, '').trim());
	const telling =
		lines.find((line) => /error|not found|no such|denied|fail|cannot|unable|must|invalid/iu.test(line)) ??
		lines.find((line) => line !== '') ??
		'';
	const plain = singleLine(telling)
		.replace(/(["'`“])[^"'`”]*["'`”]/gu, '…')
		.replace(/(?:[A-Za-z]:)?[~.\w-]*(?:[/\\][\w.@-]+)+/gu, '…')
		.replace(/\b[0-9a-f]{7,}\b|\d+/giu, '#');
	return truncate(`${tool}: ${plain}`, 120);
}

/** How often each command was run, by its first two words. */
export function habitsOf(material: Material): Readonly<Record<string, number>> {
	const habits: Record<string, number> = {};
	for (const each of used(material)) {
		if (each.tool !== 'Bash' || each.command === undefined) continue;
		const words = singleLine(each.command.replace(/^\s*(?:cd\s+\S+\s*(?:&&|;)\s*)?(?:[A-Z_]+=\S+\s+)*/u, '')).split(
			' ',
		);
		const habit = words
			.slice(0, words[1]?.startsWith('-') === true ? 1 : words[0] === 'npm' || words[0] === 'npx' ? 3 : 2)
			.join(' ');
		if (/^[a-z][\w./-]*(?: [\w:./-]+)*$/u.test(habit)) habits[habit] = (habits[habit] ?? 0) + 1;
	}
	return habits;
}

/** 7. A failure that came back, in this session or over the last ones. */
export function recurringFailures(material: Material, { earlier }: SignalContext): readonly SignalFinding[] {
	return Object.entries(failureShapes(material)).flatMap(([shape, count]) => {
		const before = earlier.map((session) => session.failures[shape] ?? 0).filter((each) => each > 0);
		if (count < 2 && before.length < 1) return [];
		const total = count + before.reduce((sum, each) => sum + each, 0);
		const over = before.length === 0 ? '' : `, ${total} times over the last ${before.length + 1} sessions that had it`;
		return [
			{
				item: 'recurring-failures' as const,
				text: `${code(shape, 120)} failed ${count === 1 ? 'once' : `${count} times`} in this session${over}.`,
				at: used(material)
					.filter((each) => each.isError && shapeOf(each.tool, each.output) === shape)
					.slice(0, 4)
					.map(pointer),
				weight: Math.min(1, 0.3 + 0.1 * total),
			},
		];
	});
}

/** With fewer sessions a comparison means nothing. */
const COMPARABLE = 3;

/** 8. Tokens, minutes and tool calls, compared with similar sessions, if they differ by a factor of two. */
export function velocityAndCost(material: Material, context: SignalContext): readonly SignalFinding[] {
	const { earlier } = context;
	const comparable = earlier.filter((session) => session.prompts > 0 && session.tokens > 0);
	if (comparable.length < COMPARABLE) return [];
	const calls = used(material).length;
	const [last] = material.moments.slice(-1);
	const at = last === undefined ? [] : [pointer(last)];
	const measures: readonly (readonly [string, number, (session: EarlierSession) => number, (n: number) => string])[] = [
		['tokens', context.tokens, (session) => session.tokens, readableTokens],
		['minutes', context.minutes, (session) => session.minutes, (n) => String(Math.round(n))],
		['tool calls', calls, (session) => session.toolCalls, (n) => String(Math.round(n))],
	];
	return measures.flatMap(([name, own, of, words]) => {
		const mean = comparable.reduce((sum, session) => sum + of(session), 0) / comparable.length;
		if (mean <= 0 || own <= 0) return [];
		const ratio = own / mean;
		if (ratio < 2 && ratio > 0.5) return [];
		return [
			{
				item: 'velocity-cost' as const,
				text: `${words(own)} ${name}, where the last ${comparable.length} sessions averaged ${words(mean)}.`,
				at,
				weight: Math.min(0.8, 0.3 + Math.abs(Math.log2(ratio)) * 0.15),
			},
		];
	});
}

/** 9. Habitual commands that no convention mentions. */
export function conventionAdoption(
	material: Material,
	{ earlier, conventions }: SignalContext,
): readonly SignalFinding[] {
	const own = habitsOf(material);
	const written = conventions.map((slug) => slug.toLowerCase());
	return Object.entries(own).flatMap(([habit, count]): SignalFinding[] => {
		const sessions = earlier.filter((session) => (session.habits[habit] ?? 0) > 0);
		const total = count + sessions.reduce((sum, session) => sum + (session.habits[habit] ?? 0), 0);
		const isWritten = written.some((slug) => overlap(topicWords(slug.replace(/-/gu, ' ')), topicWords(habit)) > 0.5);
		if (count < 5 || sessions.length < 2 || isWritten) return [];
		const at = used(material)
			.filter((each) => each.command?.includes(habit) === true)
			.slice(0, 3)
			.map(pointer);
		return [
			{
				item: 'convention-adoption',
				text: `${code(habit, 60)} was run ${count} times here and ${total} times over ${sessions.length + 1} sessions, and no convention names it.`,
				at,
				weight: 0.4,
			},
		];
	});
}

/** Whether a session did what the previous hand-off named, that is, half of the topic's words occur in it. */
export function didAsNamed(material: Material, resumePrompt: string): boolean {
	const named = topicWords(nextStepOf(resumePrompt));
	const done = momentWords(material.moments);
	return named.length === 0 || overlap(named, done) >= 0.5;
}

/** The sentence that names the next step; the whole resume prompt if no sentence does. */
function nextStepOf(resumePrompt: string): string {
	const line = /(?:^|\n)\s*(?:[-*]\s*)?(?:\*\*)?(?:next(?: steps?| up)?)(?:\*\*)?\s*(?:is|are)?\s*:?\s*(.+)/iu.exec(
		resumePrompt,
	)?.[1];
	return line ?? resumePrompt;
}

/** 10. The last hand-off named one thing, but the session did another. */
export function staleResumePrompt(material: Material, { earlierHandOffs }: SignalContext): readonly SignalFinding[] {
	const [last] = earlierHandOffs;
	const [first] = saidBy(material, 'person');
	if (last === undefined || first === undefined || didAsNamed(material, last.resumePrompt)) return [];
	return [
		{
			item: 'stale-resume-prompt',
			text: `The hand-off before this session named ${quote(nextStepOf(last.resumePrompt), 120)}; the session began with ${quote(first.text, 120)}`,
			at: [pointer(first)],
			weight: 0.7,
		},
	];
}

const LEVELS: readonly Confidence[] = ['high', 'medium', 'low'];

/** 11. How often predictions came true, by their level of confidence. */
export function confidenceCalibration(_: Material, { calibration }: SignalContext): readonly SignalFinding[] {
	return LEVELS.flatMap((level) => {
		const own = calibration.filter((each) => each.confidence === level);
		const worked = own.filter((each) => each.worked).length;
		const share = worked / own.length;
		// High confidence should mostly come true, low mostly not; anything else is worth reporting.
		const isOff = level === 'high' ? share < 0.7 : level === 'low' ? share > 0.6 : share < 0.3 || share > 0.9;
		if (own.length < COMPARABLE || !isOff) return [];
		return [
			{
				item: 'confidence-calibration' as const,
				text: `Of ${plural(own.length, 'hand-off')} with ${level} confidence, ${worked} named what was done next.`,
				at: [],
				weight: 0.5,
			},
		];
	});
}
