// Patterns, without what V8 does again for each text.

/**
 * All matches of a global pattern, in the order of the text. `matchAll` makes the pattern anew for each text, which
 * takes longer than searching a short text.
 */
export function matchesOf(text: string, pattern: RegExp): readonly RegExpExecArray[] {
	const found: RegExpExecArray[] = [];
	pattern.lastIndex = 0;
	for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
		found.push(match);
		if (match[0] === '') pattern.lastIndex++;
	}
	return found;
}

const LONG = ' '.repeat(1_000);
const known = new WeakSet<RegExp>();

/**
 * Makes a pattern ready that is used more than once. For short texts V8 does so twice: for the first one in a form that takes
 * longer to make, and to use, and for the second one in the form that it uses for long texts at once.
 */
export function ready(pattern: RegExp): RegExp {
	if (!known.has(pattern)) {
		known.add(pattern);
		pattern.test(LONG);
		pattern.lastIndex = 0;
	}
	return pattern;
}

const made = new WeakMap<() => RegExp, RegExp>();

/** The same for a pattern that is made when it is first needed: V8 checks each one when it is made. */
export function readyOnce(make: () => RegExp): RegExp {
	let pattern = made.get(make);
	if (pattern === undefined) made.set(make, (pattern = ready(make())));
	return pattern;
}
