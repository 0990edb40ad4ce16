/**
 * Maps with at most `width` calls at a time, in the order of the items: a folder can hold more files than a process may
 * have open.
 */
export async function mapLimited<T, R>(
	items: readonly T[],
	map: (item: T) => Promise<R>,
	width = 16,
): Promise<readonly R[]> {
	const results = new Array<R>(items.length);
	const left = items.entries();
	const worker = async (): Promise<void> => {
		for (const [at, item] of left) results[at] = await map(item);
	};
	await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
	return results;
}
