// What signals may look at beside the session itself: its project, its forerunners, and what is written down elsewhere.
// Everything in it is redacted. What is not there is an empty list.
import type { Confidence } from '../../documents/nextSteps';
import type { Commit } from '../../base/ports';

/** An earlier session of the project, as far as comparing goes. */
export interface EarlierSession {
	readonly id: string;
	readonly minutes: number;
	readonly tokens: number;
	readonly toolCalls: number;
	readonly prompts: number;
	/** How often each failure came up, by its shape. */
	readonly failures: Readonly<Record<string, number>>;
	/** How often each command was run, by its first words. */
	readonly habits: Readonly<Record<string, number>>;
}

export interface Handoff {
	readonly session: string;
	readonly resumePrompt: string;
	readonly confidence: Confidence | undefined;
	readonly atMs: number;
}

export interface SignalContext {
	/** This session beside the earlier ones. */
	readonly minutes: number;
	readonly tokens: number;
	/** Newest first. */
	readonly earlier: readonly EarlierSession[];
	/** Hand-offs of the project before this session, newest first. */
	readonly handoffs: readonly Handoff[];
	/** How past hand-offs fared: whether the session after did what they named. */
	readonly calibration: readonly { readonly confidence: Confidence; readonly worked: boolean }[];
	/** Since the session began, newest first. */
	readonly commits: readonly Commit[];
	/** Files in those commits, relative to the checkout; nothing where git did not tell. */
	readonly committedFiles: readonly string[] | undefined;
	/** What git says has changed and is not committed. */
	readonly dirtyFiles: readonly string[] | undefined;
	/** The checkout, to make paths relative. */
	readonly checkout: string;
	/** Tasks of the session that are not done. */
	readonly openTasks: readonly string[];
	readonly memories: readonly { readonly file: string; readonly text: string }[];
	/** What the in-turn hook has caught already. */
	readonly queued: readonly string[];
	/** Conventions that are written down: `docs/conventions/<slug>.md`. */
	readonly conventions: readonly string[];
	/** Entries in folders that tend to grow. */
	readonly folders: readonly { readonly path: string; readonly entries: number }[];
	/** Hour of the person's own clock, 0 to 23. */
	readonly hourOf: (ms: number) => number;
}
