// The one place where stores are put together, for every face and hook. Those that come with libraries are loaded when they
// are asked for.
import { ANY_MODEL, type AskingModel, type LabelledSessions } from '../../core/sessions/labels';
import type { Redactor } from '../../core/privacy/redaction';
import { BackupStore } from '../backups/backupStore';
import { homePlace } from '../backups/place';
import type { DocumentStore } from '../documents/documentStore';
import { openTrash } from '../keeper/keeperTrash';
import type { MemoryPlace } from '../memory/memoryFiles';
import type { MemoryHealth } from '../memory/memoryHealth';
import type { ProtocolStore } from '../protocol/protocolStore';
import type { DraftStore } from '../reflection/draftStore';
import type { ReviewStore } from '../review/reviewStore';
import type { Looks } from '../timeline/looks';
import type { Timeline } from '../timeline/timeline';
import { isCovered } from '../../core/timeline/timeline';
import { type OpenProject, parkingLotOf } from './openProject';

const redactorOf = async (claude: OpenProject['claude']): Promise<Redactor> =>
	(await import('../privacy/openRedactor')).openRedactor(claude);

const labelsOf = async ({ claude, project }: OpenProject, model: AskingModel): Promise<LabelledSessions> =>
	(await import('../sessions/labelsFor')).labelsFor(claude, model, project);

export function backupStoreOf({ claude, project, clock }: OpenProject): BackupStore {
	return new BackupStore(project, openTrash(claude), clock, homePlace(claude, project));
}

export async function documentStoreOf(place: OpenProject, backups = backupStoreOf(place)): Promise<DocumentStore> {
	const { DocumentStore: Store } = await import('../documents/documentStore');
	const { claude, project, clock } = place;
	return new Store(project, backups, () => redactorOf(claude), clock, claude.env, claude);
}

/** The list of all that is left of the project's sessions, as it is now. @param model that asks, where the place does not say it */
export async function openTimeline(
	place: OpenProject,
	backups = backupStoreOf(place),
	looks?: Looks,
	model?: AskingModel,
): Promise<Timeline> {
	const [{ Timeline: List }, { Looks: Kept }] = await Promise.all([
		import('../timeline/timeline'),
		import('../timeline/looks'),
	]);
	const { claude, project, isForModel, asker } = place;
	const redactor = (): Promise<Redactor> => redactorOf(claude);
	const asking = model ?? (isForModel === true ? ANY_MODEL : asker);
	return List.open({
		claude,
		project,
		asker: asking && { model: asking, labels: await labelsOf(place, asking) },
		backups,
		archive: async () => (await import('../backups/transcriptArchive')).listArchive(claude, project),
		redactor,
		looks: looks ?? (await Kept.read(project)),
	});
}

export async function protocolStoreOf(place: OpenProject, lot = parkingLotOf(place)): Promise<ProtocolStore> {
	const { ProtocolStore: Store } = await import('../protocol/protocolStore');
	return new Store(place.claude, lot, place.clock, (session, isMade) => followHandOff(place, session, isMade));
}

/** Lets the backups of a session wait no more where a hand-off covers them. @returns whether one does. */
export async function settleSession(place: OpenProject, session: string): Promise<boolean> {
	const backups = backupStoreOf(place);
	const row = await (await openTimeline(place, backups)).get(session);
	return row !== undefined && (await (await import('../timeline/resume')).settle(backups, row)).length > 0;
}

/** Lets the newest backup of a session wait again where no hand-off covers it any more. */
async function unsettleSession(place: OpenProject, session: string): Promise<void> {
	const backups = backupStoreOf(place);
	const row = await (await openTimeline(place, backups)).get(session);
	const [newest] = row?.copies ?? [];
	if (row !== undefined && newest !== undefined && row.waiting.length === 0 && !isCovered(row))
		await backups.reopen(newest);
}

/** What was saved is saved: where the backups cannot be followed up, the next hook of the session does it. */
export async function followHandOff(place: OpenProject, session: string, isMade: boolean): Promise<void> {
	await (isMade ? settleSession : unsettleSession)(place, session).catch(() => undefined);
}

export async function draftStoreOf(place: OpenProject): Promise<DraftStore> {
	const { claude, project, clock } = place;
	const [{ DraftStore: Store }, { LedgerFile }] = await Promise.all([
		import('../reflection/draftStore'),
		import('../reflection/ledgerFile'),
	]);
	const redactor = (): Promise<Redactor> => redactorOf(claude);
	return new Store(project, openTrash(claude), new LedgerFile(claude), clock, redactor, (session, isMade) =>
		followHandOff(place, session, isMade),
	);
}

/** The review, with everything that can wait in it. @param into where accepted memories go. */
export async function reviewStoreOf(place: OpenProject, into: () => MemoryPlace): Promise<ReviewStore> {
	const [{ ReviewStore: Store }, { MemoryCandidates }, { DraftReview }] = await Promise.all([
		import('../review/reviewStore'),
		import('../memory/memoryCandidates'),
		import('../reflection/draftReview'),
	]);
	const { claude } = place;
	const candidates = new MemoryCandidates({
		...place,
		trash: openTrash(claude),
		redactor: () => redactorOf(claude),
		place: into,
	});
	return new Store([candidates, new DraftReview(await draftStoreOf(place))], place);
}

export async function memoryHealthOf(
	place: OpenProject,
	redactor: () => Promise<Redactor> = () => redactorOf(place.claude),
): Promise<MemoryHealth> {
	const { MemoryHealth: Health } = await import('../memory/memoryHealth');
	return new Health({ ...place, trash: openTrash(place.claude), redactor });
}
