// SessionStart: Claude reads what it prints, and the person one line of it. It reports the latest other session with a
// pending backup, a draft to review and, where the person wants it, where that session stands and the parking rule.
import { MINUTE_MS } from '../../../core/base/dates';
import { backupAnnouncement } from '../../../core/backups/announcement';
import type { LoggedBackup } from '../../../core/backups/log';
import { parkingRule } from '../../../core/claude/parkingRule';
import { startOutput, topicsAt } from '../../../core/hooks/startNotices';
import { homePlace, projectPlace, rawFolder } from '../../backups/place';
import { rawFiles, readBackups, readMarker } from '../../backups/placeLog';
import { readOwnSettings } from '../../keeper/ownSettings';
import { programOf } from '../../keeper/program';
import { draftNotice } from '../../reflection/draftNotice';
import { mendPrivate } from '../../workspace/privateFiles';
import { finishOrDetach } from './backUp';
import { type Crashed, crashedSessions } from './crashed';
import type { HookContext } from './hookRun';
import { shownPath } from '../../claude/claudeHome';
import type { StartTexts } from './startTexts';

export async function sessionStart(context: HookContext): Promise<string> {
	const { payload, claude, project } = context;
	const settings = await readOwnSettings(claude);
	const topics = topicsAt(payload.source);
	const crashed = await crashedOf(context);
	const waiting = await waitingHere(context);
	const { inReach } = await mendPrivate(context);
	const outcomes = inReach.length === 0 ? [] : [`kept from git: ${inReach.join(' ')}`];
	outcomes.push(await mend(context, waiting));
	let texts: StartTexts = { claude: [], person: undefined };
	const isOther = waiting.backups.some(({ session }) => session !== payload.session) || crashed.unsaved.length > 0;
	const isWanted = settings.injectContext !== 'off';
	if ((topics.others && (isOther || (topics.context && isWanted))) || (topics.welcome && isWanted)) {
		// Loaded on request only, because of the libraries behind it. Whatever becomes of it, the rest is told.
		const { startTexts } = await import('./startTexts');
		const verbosity = topics.context ? settings.injectContext : 'off';
		const options = { topics, verbosity, idleMs: settings.idleMinutes * MINUTE_MS, unsaved: crashed.unsaved };
		texts = await startTexts(context, options).catch((error: unknown) => {
			outcomes.push(`not told: ${error instanceof Error ? error.message : String(error)}`);
			return texts;
		});
	}
	const own = waiting.backups.findLast(({ session }) => session !== undefined && session === payload.session);
	const folders = [project.folder, project.root].map((from) =>
		shownPath(rawFolder(waiting.place), claude.userHome, from),
	);
	const told = [
		topics.own && own !== undefined ? backupAnnouncement(own.raw, undefined, folders) : undefined,
		...texts.claude,
		topics.others ? await draftNotice(claude, project, payload.session) : undefined,
		topics.rule && settings.parkingRule
			? `Parking rule (the user turned it on): ${parkingRule(programOf(claude))}`
			: undefined,
	].flatMap((text) => text ?? []);
	const output = startOutput(told, texts.person);
	if (output !== undefined) context.print(output);
	if (told.length > 0) outcomes.push(`${told.length} told`);
	if (texts.person !== undefined) outcomes.push('person told');
	return [...outcomes, ...(await keep(context, crashed))].join(', ');
}

/** Sessions that were killed since. After a compaction nobody looks: it belongs to a session that runs. */
async function crashedOf(context: HookContext): Promise<Crashed> {
	const { payload, housekeep } = context;
	const isLooking = housekeep !== undefined && (payload.source === 'startup' || payload.source === 'resume');
	return isLooking ? crashedSessions(context) : { unrecorded: [], unsaved: [] };
}

/**
 * Has records written for sessions that were killed since, and backups made of those whose backup is older than they
 * are. A separate process starts with these two jobs, and then does the others.
 */
async function keep({ housekeep, clock }: HookContext, { unrecorded, unsaved }: Crashed): Promise<readonly string[]> {
	const all = new Set([...unrecorded, ...unsaved]);
	if (all.size === 0) return [];
	const nothing = { session: undefined, reason: 'other', endedMs: clock.now(), finishIn: undefined, expires: false };
	await housekeep?.({ ...nothing, crashed: unrecorded, unsaved });
	return [`${all.size} crashed`];
}

interface Waiting {
	/** Pending backups, in the order of the log. */
	readonly backups: readonly LoggedBackup[];
	/** The place whose log has them. */
	readonly place: ReturnType<typeof projectPlace>;
	/** There are more, of which that has no whole copy yet. */
	readonly isUnfinished?: boolean;
}

/** What waits in the project; where `git clean -fdX` took that, the second copies are what is left. */
async function waitingHere({ claude, project }: HookContext): Promise<Waiting> {
	const place = projectPlace(project);
	const logged = await readBackups(place);
	const pending = [...logged.values()].filter(({ isPending }) => isPending);
	if (pending.length > 0) return { backups: pending, place };
	const home = homePlace(claude, project);
	const all = [...(await readBackups(home)).values()].filter(
		({ raw, isPending }) => isPending && logged.get(raw)?.isPending !== false,
	);
	const files = all.length === 0 ? undefined : await rawFiles(home);
	const backups = all.filter(({ raw, isVerified }) => isVerified && files?.has(raw));
	return { backups, place: home, isUnfinished: backups.length < all.length };
}

/** Mends the marker, and finishes what an earlier hook could not. If nothing is pending, nothing is written. */
async function mend(context: HookContext, { backups, place, isUnfinished = false }: Waiting): Promise<string> {
	const { claude, project, clock } = context;
	const main = projectPlace(project);
	if (place.folder !== main.folder && !isUnfinished) {
		if (backups.length > 0) return 'pending in our home only';
		if ((await readMarker(main))?.kind !== 'names') return 'nothing pending';
	}
	const { BackupWriter } = await import('../../backups/backupWriter');
	const writer = await BackupWriter.open(claude, project, clock);
	const alive = await writer.mendMarker();
	const state = await finishOrDetach(writer, context);
	return `${alive.length} pending, ${state}`;
}
