// Which name did somebody mean who mistyped it?

/** @returns the names that are nearest to the text, if they are near enough to be worth a guess; else none. */
export function nearestOf(text: string, names: readonly string[]): readonly string[] {
	const far = Math.max(1, Math.floor(text.length / 3));
	const all = names.map((name) => ({ name, steps: stepsBetween(text.toLowerCase(), name.toLowerCase()) }));
	const best = Math.min(far, ...all.map(({ steps }) => steps));
	return all.filter(({ name, steps }) => steps === best && steps < name.length).map(({ name }) => name);
}

/** How many letters must be put in, left out, replaced, or swapped with the next to make one text of the other. */
function stepsBetween(from: string, to: string): number {
	let [before, last]: [readonly number[], readonly number[]] = [[], Array.from({ length: to.length + 1 }, (_, n) => n)];
	for (let i = 1; i <= from.length; i++) {
		const row = [i];
		for (let j = 1; j <= to.length; j++) {
			const isSame = from[i - 1] === to[j - 1];
			const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
			row[j] = Math.min(
				(last[j] ?? 0) + 1,
				(row[j - 1] ?? 0) + 1,
				(last[j - 1] ?? 0) + (isSame ? 0 : 1),
				...(isSwapped ? [(before[j - 2] ?? 0) + 1] : []),
			);
		}
		[before, last] = [last, row];
	}
	return last[to.length] ?? 0;
}
