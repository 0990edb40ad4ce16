// SessionStart: Claude reads what it prints. It reports waiting backups and drafted hand-offs, and, if the person wants
// it, the session that is taken up and the parking rule.
import { MINUTE_MS } from '../../../core/base/dates';
import { backupAnnouncement } from '../../../core/backups/announcement';
import { parkingRule } from '../../../core/claude/parkingRule';
import { BackupWriter } from '../../backups/backupWriter';
import { homePlace, projectPlace, rawFolder } from '../../backups/place';
import { rawFiles, readBackups, readMarker } from '../../backups/placeLog';
import type { LoggedBackup } from '../../../core/backups/log';
import { readOwnSettings } from '../../keeper/ownSettings';
import { programOf } from '../../keeper/program';
import { draftNotice } from '../../reflection/draftNotice';
import { mendPrivate } from '../../workspace/privateFiles';
import { finishOrDetach } from './backUp';
import { crashedSessions } from './crashed';
import type { HookContext } from './hookRun';

export async function sessionStart(context: HookContext): Promise<string> {
	const { payload } = context;
	const settings = await readOwnSettings(context.claude);
	const isCompaction = payload.source === 'compact';
	const { inReach } = await mendPrivate(context);
	const outcomes = [await tellOfBackups(context, isCompaction)];
	outcomes.push(...(inReach.length === 0 ? [] : [`kept from git: ${inReach.join(' ')}`]));
	const draft = isCompaction ? undefined : await draftNotice(context.claude, context.project, context.payload.session);
	if (draft !== undefined) context.print(draft);
	outcomes.push(...(draft === undefined ? [] : ['draft told']));
	if (settings.injectContext !== 'off' && (payload.source === 'startup' || payload.source === 'resume')) {
		// Loaded only on request, because of the libraries behind it.
		const { sessionContextText } = await import('./sessionContextText');
		const text = await sessionContextText(context, settings.injectContext, settings.idleMinutes * MINUTE_MS);
		if (text !== undefined) context.print(text);
		outcomes.push(text === undefined ? 'no context' : 'context told');
	}
	if (settings.parkingRule)
		context.print(`Parking rule (the user turned it on): ${parkingRule(programOf(context.claude))}`);
	outcomes.push(...(await keepCrashed(context)));
	return outcomes.join(', ');
}

/**
 * Has records written for sessions that were killed since, and backups made of those whose backup is older than they
 * are. A separate process starts with these two jobs, and then does the others.
 */
async function keepCrashed(context: HookContext): Promise<readonly string[]> {
	const { payload, housekeep, clock } = context;
	if (housekeep === undefined || (payload.source !== 'startup' && payload.source !== 'resume')) return [];
	const { unrecorded, unsaved } = await crashedSessions(context);
	const all = new Set([...unrecorded, ...unsaved]);
	if (all.size === 0) return [];
	const nothing = { session: undefined, reason: 'other', endedMs: clock.now(), finishIn: undefined, expires: false };
	await housekeep({ ...nothing, crashed: unrecorded, unsaved });
	return [`${all.size} crashed`];
}

/**
 * Announces the newest pending backup, and finishes what an earlier hook could not. If there is none, nothing is
 * written.
 */
async function tellOfBackups(context: HookContext, isCompaction: boolean): Promise<string> {
	const { claude, project, clock } = context;
	const place = projectPlace(project);
	const logged = await readBackups(place);
	const hasPending = [...logged.values()].some((each) => each.isPending);
	if (!hasPending) {
		const inHome = await newestInHome(context, logged);
		if (inHome !== undefined) {
			const text = backupAnnouncement(inHome, isCompaction, homeFolder(context));
			if (text !== undefined) context.print(text);
			return 'pending in our home only';
		}
		if ((await readMarker(place))?.kind !== 'names') return 'nothing pending';
	}
	const writer = await BackupWriter.open(claude, project, clock);
	const alive = await writer.mendMarker();
	const newest = [...alive].sort((a, b) => a.sinceMs - b.sinceMs).at(-1);
	const text = newest === undefined ? undefined : backupAnnouncement(newest.raw, isCompaction);
	if (text !== undefined) context.print(text);
	const state = await finishOrDetach(writer, context);
	return `${alive.length} pending, ${state}`;
}

/** Where `git clean -fdX` took what lay in the project, the second copies are what is left. @returns the newest one's name. */
async function newestInHome(
	{ claude, project }: HookContext,
	inProject: ReadonlyMap<string, LoggedBackup>,
): Promise<string | undefined> {
	const home = homePlace(claude, project);
	const waiting = [...(await readBackups(home)).values()].filter(
		({ raw, isPending, isVerified }) => isPending && isVerified && inProject.get(raw)?.isPending !== false,
	);
	const files = waiting.length === 0 ? undefined : await rawFiles(home);
	return waiting
		.filter(({ raw }) => files?.has(raw))
		.sort((a, b) => a.sinceMs - b.sinceMs)
		.at(-1)?.raw;
}

/** The folder of the second copies, from the person's home where it lies there. */
function homeFolder({ claude, project }: HookContext): string {
	const folder = rawFolder(homePlace(claude, project));
	const isBelow = folder.startsWith(`${claude.userHome}/`);
	return isBelow ? `~${folder.slice(claude.userHome.length)}` : folder;
}
