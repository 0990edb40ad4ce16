// What Claude did not park: read off the latest sessions of the open folders. Loaded when somebody looks at it, for
// reading what was said takes much code.
import { newestOffers, redactedSuggestion, sessionsToRead } from '../../core/parking/offer';
import type { ParkedItem } from '../../core/parking/item';
import { type ParkingSuggestion, suggestionsIn, suggestionsOf, watchParkings } from '../../core/parking/suggestions';
import type { Clock } from '../../core/base/ports';
import type { Redactor } from '../../core/privacy/redaction';
import type { ClaudeHome } from '../claude/claudeHome';
import { extractSession } from '../handoff/extractSession';
import { readDismissed } from '../parking/suggestionStore';
import { openRedactor } from '../privacy/openRedactor';
import type { Project } from '../project/project';
import type { ListedSession } from '../sessions/listedSession';
import type { SessionsStore } from '../sessions/sessionsStore';
import type { ProjectState } from './workspaceStore';

/** What was put off longer ago than this in one session is nobody's open loop any more. */
const READ_BYTES = 8 * 1024 * 1024;

/** What is open in a project. */
export interface ProjectItems {
	readonly project: Project;
	readonly parked: readonly ParkedItem[];
}

/** A suggestion as it may be shown, redacted. */
export interface SuggestedItem<S extends ProjectItems = ProjectState> {
	readonly state: S;
	readonly session: ListedSession;
	readonly suggestion: ParkingSuggestion;
}

interface Read {
	readonly sizeBytes: number;
	readonly prompts: number;
	readonly found: readonly ParkingSuggestion[];
}

export class SuggestedItems<S extends ProjectItems = ProjectState> {
	private readonly readings = new Map<string, Read>();
	private redactor: Redactor | undefined;

	constructor(
		private readonly options: {
			readonly claude: ClaudeHome;
			readonly clock: Clock;
			readonly sessions: Pick<SessionsStore, 'list'>;
			readonly workspace: { readonly state: { readonly projects: readonly S[] } };
		},
	) {}

	/** Those to offer now, newest first. One reading at a time. */
	async read(): Promise<readonly SuggestedItem<S>[]> {
		const { sessions, workspace, claude, clock } = this.options;
		const wanted = sessionsToRead(sessions.list(), clock.now());
		const files = new Set(wanted.map(({ file }) => file));
		for (const file of this.readings.keys()) if (!files.has(file)) this.readings.delete(file);
		for (const session of wanted) await this.readSession(session);
		const dismissed = await readDismissed(claude);
		const redactor = (this.redactor ??= await openRedactor(claude));
		const offers = wanted.flatMap((session) => {
			const state = workspace.state.projects.find(({ project }) => project.root === session.project.root);
			const known = this.readings.get(session.file);
			if (state === undefined || known === undefined) return [];
			return suggestionsOf(known.found, dismissed, state.parked).map((suggestion) => ({
				state,
				session,
				suggestion: redactedSuggestion(suggestion, (text) => redactor.text(text).value),
			}));
		});
		return newestOffers(offers);
	}

	/** While Claude is at work nothing new is open: only a prompt, or the end of a turn, is worth a reading. */
	private async readSession({ id, file, sizeBytes, prompts, live }: ListedSession): Promise<void> {
		const known = this.readings.get(file);
		if (known?.sizeBytes === sizeBytes || (known?.prompts === prompts && live?.status === 'busy')) return;
		const parkings = watchParkings();
		const from = Math.max(0, sizeBytes - READ_BYTES);
		try {
			const { extract } = await extractSession(file, { sessionId: id, from }, parkings.note);
			this.readings.set(file, { sizeBytes, prompts, found: suggestionsIn(extract, parkings.parkings) });
		} catch {
			// It moved, or is not ours to read: whoever lists the sessions says so.
		}
	}
}
