// A map from ids that grows by a batch at a time and is never changed in place: older versions stay valid, and a new one
// costs about as much as what was added. Copying a map of 50,000 ids for every line that is appended would not do.

/** Oldest first; every layer is at least twice as large as the next. */
export type Layers<V> = readonly ReadonlyMap<string, V>[];

/** What can be asked for an id and told about one. A `Map` is one. */
export interface IdMap<V> {
	get(id: string): V | undefined;
	set(id: string, value: V): unknown;
}

/** Layers that can be written to. `close` gives the new layers; the old ones are untouched. */
export interface LayersDraft<V> extends IdMap<V> {
	close(): Layers<V>;
}

export function createLayersDraft<V>(layers: Layers<V>): LayersDraft<V> {
	const top = new Map<string, V>();
	return {
		get: (id) => top.get(id) ?? lookUp(layers, id),
		set: (id, value) => top.set(id, value),
		close: () => (top.size === 0 ? layers : merge([...layers, top])),
	};
}

export function lookUp<V>(layers: Layers<V>, id: string): V | undefined {
	for (let i = layers.length - 1; i >= 0; i--) {
		const value = layers[i]?.get(id);
		if (value !== undefined) return value;
	}
	return undefined;
}

function merge<V>(layers: readonly ReadonlyMap<string, V>[]): Layers<V> {
	const result = [...layers];
	for (;;) {
		const [under, over] = result.slice(-2);
		if (under === undefined || over === undefined || under.size >= 2 * over.size) return result;
		result.splice(-2, 2, new Map([...under, ...over]));
	}
}
