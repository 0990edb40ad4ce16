// A session as a list shows it: what the index says of it, where it belongs, and what the person marked.
import type { RegistryEntry } from '../../core/claude/registry';
import type { Sorted } from '../../core/sessions/labels';
import type { SessionMark } from '../../core/sessions/marks';
import type { RecordedEnd } from '../../core/sessions/recordedEnd';
import type { Project, SessionOrigin } from '../project/project';
import { INDEXED_KEYS, type IndexedSession } from './index/indexedSession';

/** A session as a list shows it. Who copies one names what it takes: most of it lies on the prototype of `ListedRow`. */
export interface ListedSession extends IndexedSession, Sorted {
	readonly project: Project;
	/** Where it comes from, where that is not the project's folder. */
	readonly from: SessionOrigin | undefined;
	/** Set while its process runs. */
	readonly live: RegistryEntry | undefined;
	/** The recorded end, where nothing was said after it. */
	readonly end: RecordedEnd | undefined;
	readonly marks: ReadonlySet<SessionMark>;
	/** What a person called it, which is its `name` then. */
	readonly ownName: string | undefined;
	/** What it is called by its own words. */
	readonly saidName: string;
}

/** What a list knows of a session beyond what the index says. */
type Own = Sorted & Pick<ListedSession, 'project' | 'from' | 'live' | 'end' | 'marks' | 'ownName'>;

/** A row. What the index says is asked of it, and made safe when it is looked at: there may be ten thousand, and a hundred are. */
export class ListedRow {
	readonly #said: IndexedSession;
	readonly #safe: (text: string) => string;
	declare readonly ownName: string | undefined;
	// What sorting asks of all of them is their own.
	readonly id;
	readonly lastMessageMs;
	readonly isProgram;

	constructor(said: IndexedSession, safe: (text: string) => string, own: Own) {
		this.#said = said;
		this.#safe = safe;
		this.id = said.id;
		this.lastMessageMs = said.lastMessageMs;
		this.isProgram = said.isProgram;
		Object.assign(this, own);
	}

	get name(): string {
		return this.ownName ?? this.saidName;
	}

	get saidName(): string {
		return this.#safe(this.#said.name);
	}

	get lastPrompt(): ListedSession['lastPrompt'] {
		const { lastPrompt } = this.#said;
		return lastPrompt && { ...lastPrompt, text: this.#safe(lastPrompt.text) };
	}

	static {
		for (const key of INDEXED_KEYS)
			if (!(key in this.prototype))
				Object.defineProperty(this.prototype, key, {
					get(this: ListedRow) {
						return this.#said[key];
					},
				});
	}
}
