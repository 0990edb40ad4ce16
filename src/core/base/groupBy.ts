/** The items of each key in their order, and the keys in the order in which they come up. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, readonly [T, ...T[]]> {
	const groups = new Map<K, [T, ...T[]]>();
	for (const item of items) {
		const key = keyOf(item);
		const own = groups.get(key);
		if (own === undefined) groups.set(key, [item]);
		else own.push(item);
	}
	return groups;
}
