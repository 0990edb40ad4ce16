// What Claude did not park: read off the latest sessions of the open folders. Loaded when somebody looks at it, for
// reading what was said takes much code.
import { newestOffers, redactedSuggestion, sessionsToRead } from '../../core/parking/offer';
import { type ParkingSuggestion, type SuggestionState, suggestionsOf } from '../../core/parking/suggestions';
import type { Clock } from '../../core/base/ports';
import type { Redactor } from '../../core/privacy/redaction';
import type { ClaudeHome } from '../claude/claudeHome';
import { SuggestionReader } from '../parking/suggestionReader';
import { readDismissed } from '../parking/suggestionStore';
import { openRedactor } from '../privacy/openRedactor';
import type { ListedSession, SessionsStore } from '../sessions/sessionsStore';
import type { ProjectState, WorkspaceStore } from './workspaceStore';

/** A suggestion as it may be shown, redacted. */
export interface SuggestedItem {
	readonly state: ProjectState;
	readonly session: ListedSession;
	readonly suggestion: ParkingSuggestion;
}

export class SuggestedItems {
	private readonly reader = new SuggestionReader();
	private readonly states = new Map<string, SuggestionState>();
	private redactor: Redactor | undefined;

	constructor(
		private readonly options: {
			readonly claude: ClaudeHome;
			readonly clock: Clock;
			readonly sessions: Pick<SessionsStore, 'list'>;
			readonly workspace: Pick<WorkspaceStore, 'state'>;
		},
	) {}

	/** Those to offer now, newest first. One reading at a time. */
	async read(): Promise<readonly SuggestedItem[]> {
		const { sessions, workspace, claude, clock } = this.options;
		const wanted = sessionsToRead(sessions.list(), clock.now());
		this.reader.keepOnly(new Set(wanted.map(({ file }) => file)));
		for (const session of wanted) {
			// Their sizes are known: what did not grow is not opened.
			if (this.reader.readTo(session.file) !== session.sizeBytes || !this.states.has(session.file))
				this.states.set(session.file, await this.reader.read(session));
		}
		const dismissed = await readDismissed(claude);
		const redactor = (this.redactor ??= await openRedactor(claude));
		const offers = wanted.flatMap((session) => {
			const state = workspace.state.projects.find(({ project }) => project.root === session.project.root);
			const known = this.states.get(session.file);
			if (state === undefined || known === undefined) return [];
			return suggestionsOf(known, dismissed, state.parked).map((suggestion) => ({
				state,
				session,
				suggestion: redactedSuggestion(suggestion, (text) => redactor.text(text).value),
			}));
		});
		return newestOffers(offers);
	}
}
