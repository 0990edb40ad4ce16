// A thread that counts for an editor, which must not stand still for it. What was counted is kept until it is asked to look again.
import {
	type Bar,
	DEFAULT_FILTER,
	type Filter,
	type Insights,
	type Plot,
	insightsOf,
	sessionsBehind,
} from '../../core/insights/insights';
import type { ClaudeHome } from '../claude/claudeHome';
import { answerQuestions } from '../claude/askedThread';
import { type CountedSessions, readCounted } from './readCounted';

export interface InsightsAsked {
	readonly claude: ClaudeHome;
	/** Nothing for the first look: at the sessions of `here`, where there are any. */
	readonly filter: Filter | undefined;
	/** Root of the one project that is open. */
	readonly here: string | undefined;
	/** IANA name. */
	readonly timeZone: string;
	/** Milliseconds since 1970. */
	readonly nowMs: number;
	/** Whether what was read may be kept for the next time. */
	readonly mayKeep: boolean;
	/** What was counted before is not good enough. */
	readonly isFresh: boolean;
	/** Whose sessions are wanted, of which plot that was drawn; nothing for plots. */
	readonly bar?: (Bar & { readonly drawn: Pick<Plot, 'rows' | 'columns'> }) | undefined;
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface InsightsAnswer {
	readonly drawn: DrawnInsights | undefined;
	/** The sessions behind the bar. */
	readonly behind: readonly BehindBar[];
}

export interface DrawnInsights {
	readonly insights: Insights;
	/** What it was asked by. */
	readonly filter: Filter;
	readonly isEstimate: boolean;
	/** Folders and transcripts that could not be read. */
	readonly unreadable: number;
}

interface BehindBar {
	readonly id: string;
	readonly file: string;
	readonly title: string;
	readonly lastMs: number;
}

let counting: CountedSessions | undefined;
answerQuestions<InsightsAsked, InsightsAnswer>(
	async ({ claude, mayKeep, here, timeZone, nowMs, isFresh, bar, onProgress, ...asked }) => {
		if (isFresh || counting === undefined) counting = await readCounted(claude, mayKeep, onProgress);
		const counted = counting;
		const filter = asked.filter ?? firstFilter(counted, here);
		if (bar === undefined) {
			const insights = insightsOf(counted, filter, timeZone, nowMs);
			const { isEstimate, unreadable } = counted;
			return { drawn: { insights, filter, isEstimate, unreadable: unreadable.length }, behind: [] };
		}
		const ids = sessionsBehind(counted, filter, timeZone, nowMs, bar, bar.drawn);
		const behind = counted.sessions.flatMap(({ id, lastMs }) => {
			const named = ids.has(id) ? counted.nameOf(id) : undefined;
			return named === undefined ? [] : [{ id, lastMs, ...named }];
		});
		return { drawn: undefined, behind };
	},
);

const firstFilter = ({ sessions }: CountedSessions, here: string | undefined): Filter => ({
	...DEFAULT_FILTER,
	project: sessions.some(({ project }) => project === here) ? here : undefined,
});
