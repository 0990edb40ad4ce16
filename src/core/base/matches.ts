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
