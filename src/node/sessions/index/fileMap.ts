// Which files belong to a key. Nearly always it is one, and then there is no set: with tens of thousands of keys, the
// sets would take more memory than everything else.

interface FileMap {
	add(key: string, file: string): void;
	remove(key: string, file: string): void;
	/** The files of a key, in the order in which they came. */
	get(key: string): readonly string[];
	/** The files of every key that has more than one. */
	shared(): Iterable<readonly string[]>;
}

export function createFileMap(): FileMap {
	const files = new Map<string, string | readonly string[]>();
	const get = (key: string): readonly string[] => {
		const known = files.get(key);
		return typeof known === 'string' ? [known] : (known ?? []);
	};
	const set = (key: string, [first, ...more]: readonly string[]): void => {
		if (first === undefined) files.delete(key);
		else files.set(key, more.length === 0 ? first : [first, ...more]);
	};
	return {
		add(key, file) {
			const known = files.get(key);
			if (known === undefined) files.set(key, file);
			else if (!get(key).includes(file)) set(key, [...get(key), file]);
		},
		remove: (key, file) =>
			set(
				key,
				get(key).filter((each) => each !== file),
			),
		get,
		*shared() {
			for (const known of files.values()) if (typeof known !== 'string') yield known;
		},
	};
}
