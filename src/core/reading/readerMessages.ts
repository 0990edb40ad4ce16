// What the page of a session and the extension tell each other. The page has no state of its own but where the reader is.

/** A turn in the index at the side. */
export interface TurnRow {
	/** From 1. */
	readonly number: number;
	readonly title: string;
	/** `14:05`, empty where nobody knows. */
	readonly time: string;
	/** Set where the day is another one than that of the turn before. */
	readonly day?: string;
	/** What lies between it and the turn before: a compaction, or the end of what a fork was made with. */
	readonly gap?: string;
	readonly isAbandoned: boolean;
	/** The page that it begins on, from 0. */
	readonly page: number;
}

/** A message on a page. */
interface Place {
	readonly page: number;
	/** Its uuid, where the page is not meant as a whole. */
	readonly id?: string | undefined;
}

/** What can be done with the session or with a turn of it. */
export type ReaderAction = 'resume' | 'continue' | 'park' | 'save' | 'files' | 'export' | 'markdown' | 'copy' | 'link';

export type ToReader =
	/** The index from a page and a turn on; what the page has from there on is to be forgotten. */
	| {
			readonly type: 'index';
			readonly firstPage: number;
			/** Bytes of each. */
			readonly pages: readonly number[];
			readonly firstTurn: number;
			readonly turns: readonly TurnRow[];
			/** What the session is called now. */
			readonly name: string;
			readonly facts: string;
			readonly isDone: boolean;
			/** It is a session of this window, with which more can be done than reading it. */
			readonly isListed: boolean;
	  }
	| { readonly type: 'page'; readonly at: number; readonly html: string }
	/** `words` are marked. Without a place: the end. */
	| { readonly type: 'go'; readonly place: Place | undefined; readonly words: readonly string[] }
	| { readonly type: 'hits'; readonly text: string; readonly places: readonly Place[]; readonly isLimited: boolean }
	/** Of a subagent: what it said, and the page that comes next. */
	| { readonly type: 'agent'; readonly id: string; readonly html: string; readonly next: number | undefined }
	| { readonly type: 'step'; readonly by: 1 | -1 }
	| { readonly type: 'find' };

export type FromReader =
	| { readonly type: 'ready' }
	| { readonly type: 'want'; readonly at: number }
	/** Where the reader is, what is selected, and in which turn that begins: 0 for none. */
	| { readonly type: 'at'; readonly turn: number; readonly selection: string; readonly selectedIn: number }
	| { readonly type: 'do'; readonly what: ReaderAction; readonly turn?: number | undefined }
	| { readonly type: 'find'; readonly text: string }
	| { readonly type: 'agent'; readonly id: string; readonly from: number };

/** Words of the page that are put together there. `{0}` and `{1}` are numbers. */
export interface ReaderWords {
	readonly hits: string;
	readonly manyHits: string;
	readonly noHits: string;
	readonly more: string;
	readonly abandoned: string;
}
