// Which name did somebody mean who mistyped it?

/** @returns the names that are nearest to the text, if they are near enough to be worth a guess; else none. */
export function nearestOf(text: string, names: readonly string[]): readonly string[] {
	const far = Math.max(1, Math.floor(text.length / 3));
	const all = names.map((name) => ({ name, steps: typosBetween(text.toLowerCase(), name.toLowerCase()) }));
	const best = Math.min(far, ...all.map(({ steps }) => steps));
	return all.filter(({ name, steps }) => steps === best && steps < name.length).map(({ name }) => name);
}

/** Letters that were changed, left out, added or swapped with the next. @param limit more than it is enough to know */
export function typosBetween(a: string, b: string, limit = Infinity): number {
	let before: number[] = [];
	let last = Array.from({ length: b.length + 1 }, (_, at) => at);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const isSame = a[i - 1] === b[j - 1];
			let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
			if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
				least = Math.min(least, (before[j - 2] ?? 0) + 1);
			row.push(least);
		}
		if (Math.min(...row) > limit) return limit + 1;
		before = last;
		last = row;
	}
	return last[b.length] ?? 0;
}
