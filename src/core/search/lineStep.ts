// What becomes of each line when a text is told from an earlier one: which of its tokens are still there, which lines are what
// they were, and which stood elsewhere. Each function goes through many tokens and is short, so that V8 makes it fast in no
// time: together they took it longer than all that they do for a file.
import type { Alignment } from './alignTokens';
import { type CodeTokens, TELLING } from './codeTokens';

export interface State {
	readonly file: string;
	readonly text: string;
	readonly tokens: CodeTokens;
	/** Each token is somebody's from when it first stood somewhere, and keeps its number when it moves. */
	readonly births: Int32Array;
	/** Who changed its line last: number of an author, 0 for everybody else. */
	readonly owners: Int32Array;
}

/** Where in a text something stands. */
export interface Place {
	readonly state: State;
	readonly at: number;
}

/** A text that is being told from an earlier one. */
export interface LineStep {
	readonly tokens: CodeTokens;
	/** Who does it: number of an author, 0 for everybody else. */
	readonly author: number;
	readonly parent: State | undefined;
	/** Which tokens of the parent are still there. */
	readonly isKept: Uint8Array;
	/** Where each token stands in the parent, or -1. */
	readonly places: Int32Array;
	/** Where tokens come from that were moved. */
	readonly moved: Map<number, Place>;
}

function sourceOf({ parent, places, moved }: LineStep, token: number): Place | undefined {
	const at = places[token] ?? -1;
	return moved.get(token) ?? (parent && at >= 0 ? { state: parent, at } : undefined);
}

/** Which tokens of the earlier text are still there. @param length of that */
export function keptOf({ places, first, last }: Alignment, length: number): Uint8Array {
	const isKept = new Uint8Array(length);
	isKept.fill(1, 0, first).fill(1, last + length - places.length);
	for (let token = first; token < last; token++) isKept[places[token] ?? -1] = 1;
	return isKept;
}

const NO_NUMBERS = new Int32Array(0);

/** What each token of the earlier text has, where it is still there; else 0. */
export function takenOver({ places, first, last }: Alignment, old: Int32Array = NO_NUMBERS): Int32Array {
	const own = new Int32Array(places.length);
	if (old.length === 0) return own;
	own.set(old.subarray(0, first));
	own.set(old.subarray(last + old.length - places.length), last);
	for (let token = first; token < last; token++) own[token] = old[places[token] ?? -1] ?? 0;
	return own;
}

/** A line that stood elsewhere. */
export function move(line: number, step: LineStep, { births, owners }: State): void {
	const { starts } = step.tokens;
	for (let token = starts[line] ?? 0; token < (starts[line + 1] ?? 0); token++) {
		const source = sourceOf(step, token);
		births[token] = source?.state.births[source.at] ?? 0;
		owners[token] = source?.state.owners[source.at] ?? 0;
	}
}

/** Lines that are not what they were. Most of a text is, and has on both sides of each line what it had. */
export function changedLines({ places, first, last }: Alignment, step: LineStep): readonly number[] {
	const { lines, starts, ids } = step.tokens;
	const changed: number[] = [];
	const breaks = breaksIn(places, first, last);
	const breaksAt = (token: number): number => (token < first ? 0 : (breaks[Math.min(token, last) - first] ?? 0));
	const end = lines[Math.min(last, ids.length - 1)] ?? -1;
	for (let line = lines[Math.max(0, first - 1)] ?? 0; line <= end; line++) {
		const [from, to] = [starts[line] ?? 0, starts[line + 1] ?? 0];
		if (from === to) continue;
		const isRun = from > 0 && to < ids.length && breaksAt(from - 1) === breaksAt(to);
		if ((places[from] ?? -1) < 0 || (!isRun && !isSameLine(line, step))) changed.push(line);
	}
	return changed;
}

/** From `first` up to the one behind `last`, for each token, how many up to it do not come right behind the one before them. */
function breaksIn(places: Int32Array, first: number, last: number): Int32Array {
	const breaks = new Int32Array(Math.min(last + 1, places.length) - first);
	let [before, count] = [first === 0 ? -1 : (places[first - 1] ?? -1), 0];
	for (let at = 0; at < breaks.length; at++) {
		const place = places[first + at] ?? -1;
		if (first + at > 0 && (before < 0 || before + 1 !== place)) count++;
		breaks[at] = count;
		before = place;
	}
	return breaks;
}

/** Whether a line is what it was, however it is laid out. */
export function isSameLine(line: number, step: LineStep): boolean {
	const { tokens, author, parent, isKept, places, moved } = step;
	const [start, end] = [tokens.starts[line] ?? 0, tokens.starts[line + 1] ?? 0];
	if (start === end) return true;
	const isMoved = moved.has(start);
	/** Whether a token comes right behind the one before it. */
	const follows = (token: number): boolean => {
		if (!isMoved) return (places[token - 1] ?? -1) >= 0 && (places[token - 1] ?? -1) + 1 === places[token];
		const [before, source] = [moved.get(token - 1), moved.get(token)];
		return before !== undefined && before.state === source?.state && before.at + 1 === source.at;
	};
	for (let token = start + 1; token < end; token++) if (!follows(token)) return false;
	const [first, last] = [sourceOf(step, start), sourceOf(step, end - 1)];
	if (first === undefined || last === undefined) return false;
	// Nothing was taken out of it, nor right before or after it.
	const { lines } = first.state.tokens;
	const stays = (at: number): boolean => first.state === parent && isKept[at] === 1;
	const [isRunBefore, isRunAfter] = [follows(start), follows(end)];
	if (lines[first.at - 1] === lines[first.at] && !isRunBefore && !stays(first.at - 1)) return false;
	if (lines[last.at + 1] === lines[last.at] && !isRunAfter && !stays(last.at + 1)) return false;
	if (author !== 0 || isRunBefore || isRunAfter) return true;
	// What stands everywhere is the same line beside one that is.
	let weight = 0;
	for (let token = start; token < end; token++) weight += tokens.weights[token] ?? 0;
	const isAtEdge = (start === 0 && first.at === 0) || (end === tokens.ids.length && last.at === lines.length - 1);
	return weight >= TELLING || isAtEdge;
}
