// What a person wants to know who comes back: what needs them, where they left off, what is open, and whether the safety net
// works. Made here alone; the page Home and `session-keeper status` put it into words.
import type { IdleReason } from '../../core/keeper/idleHooks';
import type { ParkedItem } from '../../core/parking/item';
import { documentToTakeUp } from '../../core/timeline/timeline';
import type { DocumentFile } from '../documents/documentFiles';
import type { SessionBackup, SessionRow } from '../timeline/timeline';
import { isOpenItem } from './workspaceStatus';

/** An open project, as far as Home asks. */
interface HomeProject {
	readonly parked: readonly ParkedItem[];
	/** Those that wait for a person. */
	readonly backups: readonly SessionBackup[];
}

/** Whether what is said in a project is kept. Times in milliseconds since 1970. */
export interface SafetyNet {
	/** Why no hook runs; nothing where they do. */
	readonly whyIdle: IdleReason | undefined;
	readonly lastHookMs: number | undefined;
	readonly lastBackupMs: number | undefined;
	/** Transcripts that Claude Code deletes soon, and of which there is no copy. */
	readonly leaving: number;
	/** Where pending backups are over their limit: what they hold, and how much of it is too much. In bytes; 0 where all is well. */
	readonly overLimit: { readonly bytes: number; readonly overBytes: number };
}

/** @template P a project, @template S a session, @template R what is to be reviewed: each as the face has it */
interface HomeFacts<P extends HomeProject, S, R> {
	readonly projects: readonly P[];
	/** Running sessions that wait for the person. */
	readonly waiting: readonly S[];
	/** Drafts and memories that wait for a yes. */
	readonly review: readonly R[];
	/** The latest session of each project. */
	readonly latest: readonly { readonly of: P; readonly session: SessionRow }[];
	/** One for each project. */
	readonly nets: readonly SafetyNet[];
}

interface LeftOff<P> {
	readonly of: P;
	readonly session: SessionRow;
	/** The latest hand-off of that session, or a draft of one. */
	readonly document: DocumentFile | undefined;
}

export interface Home<P extends HomeProject, S, R> {
	readonly needs: {
		readonly sessions: readonly S[];
		/** Newest first. */
		readonly backups: readonly { readonly state: P; readonly backup: SessionBackup }[];
		/** Parked items whose day has come. */
		readonly due: readonly { readonly state: P; readonly item: ParkedItem }[];
		readonly review: readonly R[];
	};
	/** Of all projects, where somebody spoke last. */
	readonly leftOff: LeftOff<P> | undefined;
	readonly open: {
		readonly parked: number;
		readonly stale: number;
		readonly tasks: readonly string[];
		readonly questions: readonly string[];
	};
	readonly net: SafetyNet;
}

export function homeOf<P extends HomeProject, S, R>(facts: HomeFacts<P, S, R>): Home<P, S, R> {
	const { projects, waiting, review, nets } = facts;
	const items = projects.flatMap((state) => state.parked.filter(isOpenItem).map((item) => ({ state, item })));
	const backups = projects.flatMap((state) => state.backups.map((backup) => ({ state, backup })));
	const [latest] = [...facts.latest].sort((a, b) => b.session.lastMs - a.session.lastMs);
	// A draft that nobody has accepted says where it stands, too.
	const document = latest && (documentToTakeUp(latest.session) ?? latest.session.documents[0]);
	return {
		needs: {
			sessions: waiting,
			backups: backups.sort((a, b) => b.backup.sinceMs - a.backup.sinceMs),
			due: items.filter(({ item }) => item.isDue),
			review,
		},
		leftOff: latest && { ...latest, document },
		open: {
			parked: items.length,
			stale: items.filter(({ item }) => item.state !== 'fresh').length,
			tasks: document?.tasks ?? [],
			questions: document?.questions ?? [],
		},
		net: {
			// One project without hooks is enough to say so.
			whyIdle: nets.length === 0 ? 'notInstalled' : nets.find((net) => net.whyIdle !== undefined)?.whyIdle,
			lastHookMs: newest(nets.map(({ lastHookMs }) => lastHookMs)),
			lastBackupMs: newest(nets.map(({ lastBackupMs }) => lastBackupMs)),
			leaving: nets.reduce((sum, { leaving }) => sum + leaving, 0),
			overLimit: nets.reduce(
				(sum, { overLimit: { bytes, overBytes } }) => ({
					bytes: sum.bytes + bytes,
					overBytes: sum.overBytes + overBytes,
				}),
				{ bytes: 0, overBytes: 0 },
			),
		},
	};
}

function newest(times: readonly (number | undefined)[]): number | undefined {
	const known = times.filter((each) => each !== undefined);
	return known.length === 0 ? undefined : Math.max(...known);
}
