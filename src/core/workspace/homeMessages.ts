// What the page Home and the extension tell each other.

/** A part of the page. */
export interface HomeSection {
	readonly id: string;
	readonly html: string;
}

export interface ToHome {
	/** Those that look different now. */
	readonly sections: readonly HomeSection[];
}

/** The page listens, or a button was pressed, which carries a key. */
export type FromHome = { readonly type: 'ready' } | { readonly type: 'run'; readonly key: string };
