// What nobody parked, for a view of the open folders: read again after sessions or parked items have changed.
import type { Clock, Logger } from '../../core/base/ports';
import { LiveReading } from '../base/liveReading';
import type { ClaudeHome } from '../claude/claudeHome';
import type { SessionsStore } from '../sessions/sessionsStore';
import type { SuggestedItem, SuggestedItems } from './suggestedItems';
import type { WorkspaceStore } from './workspaceStore';

interface SuggestionStateOptions {
	readonly claude: ClaudeHome;
	readonly clock: Clock;
	readonly logger: Logger;
	readonly sessions: Pick<SessionsStore, 'list' | 'onDidChange'>;
	readonly workspace: Pick<WorkspaceStore, 'state' | 'onDidChange'>;
	/** Whether the view is on screen. */
	readonly isWanted: () => boolean;
}

/** The newest first. */
export type SuggestionState = LiveReading<readonly SuggestedItem[]>;

/** Sessions tell of changes in bursts of their own. */
const SETTLE_MS = 50;

/** Reads nothing before the first hint. */
export function followSuggestions(options: SuggestionStateOptions): SuggestionState {
	const { clock, logger, sessions, workspace, isWanted } = options;
	let items: SuggestedItems | undefined;
	return new LiveReading<readonly SuggestedItem[]>({
		clock,
		logger,
		settleMs: SETTLE_MS,
		failure: 'suggestions could not be made',
		initial: [],
		look: async () => {
			const { SuggestedItems: Items } = await import('./suggestedItems');
			return (items ??= new Items(options)).read();
		},
		isSame: (before, after) => keysOf(before) === keysOf(after),
		hintedBy: [sessions.onDidChange, workspace.onDidChange],
		isWanted,
	});
}

function keysOf(items: readonly SuggestedItem[]): string {
	return items.map(({ suggestion }) => suggestion.key).join(' ');
}
