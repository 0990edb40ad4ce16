// What signals may look at besides the session itself: its project, earlier sessions, and what is written down
// elsewhere. Everything in it is redacted. Whatever is missing is an empty list.
import type { Confidence } from '../../handoff/nextSteps';
import { actsOf } from '../../handoff/dialogue/acts';
import type { SessionExtract } from '../../handoff/extract';
import type { Statement } from '../../handoff/statement';
import type { MomentPointer } from '../material';
import type { Commit } from '../../base/ports';

/** An earlier session of the project, as far as it is needed for comparing. */
export interface EarlierSession {
	readonly minutes: number;
	readonly tokens: number;
	readonly toolCalls: number;
	readonly prompts: number;
	/** How often each failure occurred, by its shape. */
	readonly failures: Readonly<Record<string, number>>;
	/** How often each command was run, by its first words. */
	readonly habits: Readonly<Record<string, number>>;
}

/** What a hand-off of an earlier session says of the next step. */
export interface EarlierHandOff {
	readonly session: string;
	readonly resumePrompt: string;
	readonly confidence: Confidence | undefined;
	readonly atMs: number;
}

/** A statement of the one reading of the session. */
interface Reading {
	readonly text: string;
	readonly at: MomentPointer;
	/** Milliseconds since 1970. */
	readonly timeMs: number | undefined;
}

interface SettledReading extends Reading {
	/** What was asked or proposed, where a nod settled it. */
	readonly noddedAt: string | undefined;
}

/** What signals take from the reading of the session. @param redact for texts that are as they were said. */
export function readingOf(
	extract: SessionExtract,
	redact: (text: string) => string,
): Pick<SignalContext, 'openTasks' | 'putOff' | 'decisions'> {
	const reading = ({ text, from }: Statement): Reading => ({
		text: redact(text),
		at: { uuid: from.uuid ?? '', index: from.index },
		timeMs: from.atMs,
	});
	return {
		openTasks: extract.tasks.filter(({ status }) => status !== 'completed').map(reading),
		putOff: extract.deferred.map(reading),
		decisions: extract.decisions
			.filter(({ from }) => from.by === 'person')
			.map((each) => ({
				...reading(each),
				noddedAt:
					each.question !== undefined && actsOf(each.text)[0]?.isNod === true ? redact(each.question) : undefined,
			})),
	};
}

export interface SignalContext {
	/** Facts about this session, and the earlier sessions. */
	readonly minutes: number;
	readonly tokens: number;
	/** Newest first. */
	readonly earlier: readonly EarlierSession[];
	/** Hand-offs of the project before this session, newest first. */
	readonly earlierHandOffs: readonly EarlierHandOff[];
	/** How past hand-offs turned out: whether the next session did what they named. */
	readonly calibration: readonly { readonly confidence: Confidence; readonly worked: boolean }[];
	/** While the session lasted, newest first. */
	readonly commits: readonly Commit[];
	/** Files in those commits, relative to the checkout; nothing if git did not say. */
	readonly committedFiles: readonly string[] | undefined;
	/** Changes that git reports as not committed. */
	readonly dirtyFiles: readonly string[] | undefined;
	/** The checkout, to make paths relative. */
	readonly checkout: string;
	/** Of the reading of the session: what it leaves, and what the person settled. */
	readonly openTasks: readonly Reading[];
	readonly putOff: readonly Reading[];
	readonly decisions: readonly SettledReading[];
	readonly memories: readonly { readonly file: string; readonly text: string }[];
	/** What the in-turn hook has caught already. */
	readonly queued: readonly string[];
	/** Conventions that are written down: `docs/conventions/<slug>.md`. */
	readonly conventions: readonly string[];
	/** How many entries there are in folders that tend to grow. */
	readonly folders: readonly { readonly path: string; readonly entries: number }[];
	/** The hour on the person's own clock, 0 to 23. */
	readonly hourOf: (ms: number) => number;
}
