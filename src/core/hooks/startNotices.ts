// What SessionStart may speak of, by how the session came to start, and the form in which Claude Code takes it.

/** What there is to say of, if there is something. */
interface StartTopics {
	/** The latest other session, where a backup of it is pending; drafts of other sessions. */
	readonly others: boolean;
	/** The session itself, where a backup of it is pending: in one line. */
	readonly own: boolean;
	/** Where the latest other session stands. */
	readonly context: boolean;
	/** That the session was idle, and what it was about. */
	readonly welcome: boolean;
	/** The rule by which Claude parks: a compaction takes it out of the context, and a copied context has it. */
	readonly rule: boolean;
}

const NOTHING: StartTopics = { others: false, own: false, context: false, welcome: false, rule: false };
const TOPICS: Readonly<Record<string, StartTopics>> = {
	startup: { ...NOTHING, others: true, context: true, rule: true },
	clear: { ...NOTHING, others: true, rule: true },
	compact: { ...NOTHING, own: true, rule: true },
	resume: { ...NOTHING, welcome: true },
	fork: NOTHING,
};

/** @param source as Claude Code names it; one of a later version begins a session like any other. */
export function topicsAt(source: string | undefined): StartTopics {
	const known = source !== undefined && Object.hasOwn(TOPICS, source) ? TOPICS[source] : undefined;
	return known ?? { ...NOTHING, others: true, rule: true };
}

/**
 * What the hook prints.
 * @param claude texts for Claude, in order. @param person one line for the person; it takes JSON to tell them.
 * @returns nothing where nothing is to be said.
 */
export function startOutput(claude: readonly string[], person: string | undefined): string | undefined {
	const additionalContext = claude.join('\n');
	if (person === undefined) return claude.length === 0 ? undefined : additionalContext;
	const hookSpecificOutput = { hookEventName: 'SessionStart', additionalContext };
	return JSON.stringify({ systemMessage: person, ...(claude.length === 0 ? {} : { hookSpecificOutput }) });
}
