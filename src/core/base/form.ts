// Records whose fields are listed once. From the list follow their type, the blank record, and how they are written to
// a line of JSON and read back. In JSON such a record is a list without keys, which is read in half the time.

/** Texts that many records share: places, branches, models. Each is in memory only once. */
export type TextPool = Map<string, string>;

/** A line holds a value that cannot have been written there. */
export const BROKEN = Symbol('broken');

/**
 * One field of a record.
 * @typeParam W the other fields of the record that this one uses. On unpacking, the fields listed before it are already
 * set.
 */
export interface Field<T, W = unknown> {
	/** Its value while nothing is known. */
	readonly blank: T;
	/** Turns the value into JSON; without this it is written as it is, and `undefined` as `null`. */
	pack?(value: T, whole: W): unknown;
	unpack(packed: unknown, whole: W, pool: TextPool | undefined): T | typeof BROKEN;
}

type Fields = Readonly<Record<string, Field<unknown, never>>>;

/** The record that a list of fields describes. */
export type RecordOf<F extends Fields> = { readonly [K in keyof F]: F[K]['blank'] };

/** A record that is being built. */
export type Draft<R> = { -readonly [K in keyof R]: R[K] };

/** Everything that follows from a list of fields. A line has the fields in the order of the list. */
export class Form<F extends Fields> {
	readonly keys: readonly (keyof F & string)[];
	/** The blank record. Records that start as copies of it and get no further keys all have the same shape. */
	readonly blank: RecordOf<F>;
	private readonly fields: readonly Field<unknown>[];

	constructor(list: F) {
		this.keys = Object.keys(list);
		this.fields = Object.values(list);
		this.blank = Object.fromEntries(this.keys.map((key) => [key, list[key]?.blank])) as RecordOf<F>;
	}

	copy(from: RecordOf<F>, into: Draft<RecordOf<F>>): void {
		for (const key of this.keys) into[key] = from[key];
	}

	pack(record: RecordOf<F>): readonly unknown[] {
		return this.fields.map((field, at) => {
			const value = record[this.keys[at] ?? ''];
			return field.pack === undefined ? value : field.pack(value, record);
		});
	}

	/**
	 * Fills a record from a line. Returns false if the line is no such record. A plain loop, because thousands are read
	 * at once.
	 */
	unpack(packed: unknown, into: Draft<RecordOf<F>>, pool: TextPool | undefined): boolean {
		const { keys, fields } = this;
		if (!Array.isArray(packed) || packed.length !== keys.length) return false;
		const record = into as Record<string, unknown>;
		for (let at = 0; at < fields.length; at++) {
			const value = fields[at]?.unpack(packed[at], into, pool);
			if (value === BROKEN) return false;
			record[keys[at] ?? ''] = value;
		}
		return true;
	}
}

/** One of a few fixed texts; it is not checked that it is one of them. */
export function word<T extends string>(blank: T): Field<T> {
	return { blank, unpack: (packed) => (typeof packed === 'string' ? (packed as T) : BROKEN) };
}
export const text: Field<string> = word('');
export const count: Field<number> = {
	blank: 0,
	// `1e999` is a number in JSON, and no time that could be shown.
	unpack: (packed) => (typeof packed === 'number' && Number.isFinite(packed) ? packed : BROKEN),
};
export const flag: Field<boolean> = {
	blank: false,
	unpack: (packed) => (typeof packed === 'boolean' ? packed : BROKEN),
};
/** A text that many records have. */
export const sharedText: Field<string> = {
	blank: '',
	unpack(packed, _whole, pool) {
		if (typeof packed !== 'string') return BROKEN;
		const known = pool?.get(packed);
		if (known === undefined) pool?.set(packed, packed);
		return known ?? packed;
	},
};

/** A field that may be missing. */
export function optional<T, W>(field: Field<T, W>): Field<T | undefined, W> {
	return {
		blank: undefined,
		pack: (value, whole) => (value === undefined || field.pack === undefined ? value : field.pack(value, whole)),
		unpack: (packed, whole, pool) => (packed === null ? undefined : field.unpack(packed, whole, pool)),
	};
}
