// What happened in a session, whether a transcript, a hook or a test reports it.

/** One thing that happened. Texts are whole; before they go into a record they are redacted first, then cut. */
export type LifecycleEvent = { readonly atMs: number } & (
	| { readonly kind: 'session_start'; readonly source?: StartSource }
	| { readonly kind: 'prompt_submitted'; readonly text: string }
	| ({ readonly kind: 'tool_executed' } & ToolExecution)
	| { readonly kind: 'response_completed'; readonly text: string }
	/** A message that is none of the others: thinking, a note between two tools, a background agent's answer. */
	| { readonly kind: 'message' }
	| { readonly kind: 'session_end'; readonly reason?: string }
);

/** As Claude Code's SessionStart hook tells it. */
type StartSource = 'startup' | 'resume' | 'clear' | 'compact' | 'fork';

export interface ToolExecution {
	readonly tool: string;
	/** The file or folder it worked on. */
	readonly filePath?: string;
	/** Of Bash. */
	readonly command?: string;
	/** Of Write: everything written. */
	readonly content?: string;
	/** Of Edit. */
	readonly oldText?: string;
	readonly newText?: string;
	/** Characters of its output. */
	readonly outputLength?: number;
	readonly isError?: boolean;
}
