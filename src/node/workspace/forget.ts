// Deleting for good, over every copy of ours: what a session left, a project, or all. First a plan, which can be shown; then
// the deed, again and again until the plan is empty, so that who is killed in between only has to do it again. Nothing of
// Claude's, and nothing that git tracks, is touched: it is named, with the command that deletes it.
import { rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { statedSession, withoutState } from '../../core/documents/activeContext';
import { withoutFacts } from '../../core/documents/projectMemory';
import { isBelow } from '../../core/project/projectId';
import { changeLine } from '../../core/sessions/labels';
import { type BackupPlace, homePlace, projectPlace } from '../backups/place';
import { pointMarker, readBackups, readMarker } from '../backups/placeLog';
import { syncFolder } from '../base/atomicFile';
import { findGitLayout, trackedIn } from '../base/gitLayout';
import { OutsideProjectError } from '../base/insideProject';
import { isThere, readOrNothing } from '../base/lookAt';
import { readLaunch } from '../claude/transcriptHead';
import { KeptCopyError } from '../base/exchange';
import { changeFile, putBackKept } from '../base/sharedFile';
import { KEPT, signsOfWriter } from '../base/temporary';
import { belongsTo } from '../project/project';
import { readLiveSessions } from '../sessions/liveSessions';
import { appendLabels } from '../sessions/sessionLabels';
import {
	type LeftThing,
	claudesLeft,
	indexesLeft,
	leftThing,
	memoriesLeft,
	namesOr,
	savedLeft,
	trackedThing,
} from './forgetLeft';
import { type Forgotten, ForgetWords, isMentioned, kindOfDocument, recordIn } from './forgetWords';
import type { OpenProject } from './openProject';
import { backupStoreOf, openTimeline } from './openStores';
import { type KeptThing, listVault } from './vault';

/** Something that goes, or loses what speaks of it. */
interface PlannedThing extends KeptThing {
	/** What is in it, and what shall be; nothing where it goes as a whole. */
	readonly edit?: { readonly before: string; readonly after: string } | undefined;
}

export interface ForgetPlan {
	/** Go. */
	readonly deleted: readonly PlannedThing[];
	/** Lose lines, or a block, that speak of it. */
	readonly edited: readonly PlannedThing[];
	readonly left: readonly LeftThing[];
	/** What was looked for. */
	readonly words: ForgetWords;
}

/** Why nothing is forgotten: a session runs, or nobody can say which do. */
export type Holder = { readonly kind: 'running'; readonly session: string } | { readonly kind: 'unknown' };

/** What could not be deleted, with the reason in words. */
export interface NotForgotten {
	readonly path: string;
	readonly reason: string;
}

/** Where and when a session was launched, in milliseconds since 1970, as far as it is known. */
interface LaunchPlace {
	readonly cwd?: string | undefined;
	readonly atMs?: number | undefined;
}

/** How often what was written meanwhile is looked for once more. */
const ROUNDS = 5;

/** What a session that runs says next would be kept again. */
export async function holderOf({ claude, project }: OpenProject, what: Forgotten): Promise<Holder | undefined> {
	const live = await readLiveSessions(claude);
	// Old versions of Claude Code have no registry.
	if (live === undefined) return (await isThere(claude.sessionsDir)) ? { kind: 'unknown' } : undefined;
	const holder = live.find(
		({ sessionId, cwd }) =>
			what === 'all' || (what === 'project' ? belongsTo(project, cwd) : sessionId === what.session),
	);
	return holder && { kind: 'running', session: holder.sessionId };
}

/**
 * Works out what would be deleted. Only reads. What cannot be looked at is named in `left`.
 * @param known what an earlier plan looked for: what told more of it may be gone by now.
 */
export async function planForget(place: OpenProject, what: Forgotten, known?: ForgetWords): Promise<ForgetPlan> {
	const vault = await listVault(place.claude, place.project);
	const words = known ?? new ForgetWords(place, what, vault.others);
	for (const id of what === 'all' ? [] : what === 'project' ? await sessionsOf(place, words) : [what.session])
		words.ids.add(id);
	// A copy may be gone before what names it is.
	for (const each of placesOf(place))
		for (const [raw, { session }] of await readBackups(each).catch(() => []))
			if (session !== undefined && words.ids.has(session)) words.names.add(raw);
	const left: LeftThing[] = [...(await memoriesLeft(place, words))];
	const trackedAs = trackedBy();
	const deleted: PlannedThing[] = [];
	const edited: PlannedThing[] = [];
	const look = async (thing: KeptThing): Promise<void> => {
		const edit = await editOf(thing, words);
		if (!(edit === undefined ? await goes(thing, place, words) : edit.after !== edit.before)) {
			// A summary names no session, and may have words of any of its day.
			if (isSummary(thing) && words.isOwn(thing) === true) left.push(leftThing(thing.path, 'saved'));
			return;
		}
		const of = thing.form === 'document' ? await kindOfDocument(thing) : 'ours';
		if (of === 'others') return;
		// By both signs a process is writing it: it may be of any session.
		if (signsOfWriter(path.basename(thing.path), thing.newestMs, place.clock.now()) === 2)
			return void left.push({ path: thing.path, why: 'unread', command: undefined });
		if (of === 'saved') words.names.add(path.basename(thing.path));
		if (of === 'saved' || thing.form === 'copy')
			return void left.push(leftThing(thing.path, of === 'saved' ? 'memory' : 'saved'));
		const tracked = await trackedAs(thing);
		if (tracked !== 'no') return void left.push(trackedThing(thing.path, tracked === 'yes'));
		(edit === undefined || edit.after.trim() === '' ? deleted : edited).push({ ...thing, edit });
		if (edit === undefined) words.add(thing, await recordIn(thing).catch(() => ''));
	};
	for (const thing of [...vault.things].sort((a, b) => rankOf(b) - rankOf(a)))
		await look(thing).catch(() => left.push(leftThing(thing.path, 'unread')));
	left.push(...(await savedLeft(vault.things, words)), ...(await claudesLeft(place, what, words)));
	left.push(...(await indexesLeft(left)));
	// Of a project that is gone nobody needs to hear each time, but where it may be all that there is.
	const going = [...deleted, ...edited].filter(({ form }) => form !== 'cache');
	const isNamed = (project: string | undefined): boolean => going.some((thing) => thing.project === project);
	for (const { path: file, project, isGone } of vault.unread)
		if (isGone !== true || what === 'all' || going.length === 0 || isNamed(project))
			left.push({ path: file, why: 'unread', command: undefined });
	return { deleted, edited, left: [...new Map(left.map((each) => [each.path, each])).values()], words };
}

/**
 * Deletes what a plan names, and what came to it meanwhile. Before anything else, sessions whose transcripts are still there
 * are marked: nothing of ours takes them up again.
 * @returns who holds it, and then nothing was done; else what could not be deleted.
 */
export async function forgetKept(place: OpenProject, what: Forgotten): Promise<Holder | readonly NotForgotten[]> {
	const holder = await holderOf(place, what);
	if (holder !== undefined) return holder;
	let plan = await planForget(place, what);
	await keepAway(place, what === 'all' ? undefined : plan.words.ids);
	const failed = new Map<string, string>();
	const marker = path.join(projectPlace(place.project).folder, '.pending-backup');
	const lastOf = ({ path: file, isSource }: PlannedThing): number => (isSource ? 2 : Number(file === marker));
	for (let round = 0; round < ROUNDS; round++) {
		// What others are known by goes last: who goes on after a kill finds it still.
		const work = [...plan.edited, ...plan.deleted.toReversed()].sort((a, b) => lastOf(a) - lastOf(b));
		if (work.every(({ path: file, form }) => failed.has(file) || (round > 0 && form === 'cache'))) break;
		failed.clear();
		for (const thing of work)
			await (thing.path === marker ? forgetMarker(place, thing) : forgetThing(thing)).catch((error: unknown) =>
				failed.set(thing.path, error instanceof Error ? error.message : String(error)),
			);
		plan = await planForget(place, what, plan.words);
	}
	// Whoever lists sessions makes its cache again, and the marker stays for as long as the backup does that it names.
	return [...plan.edited, ...plan.deleted]
		.filter(({ path: file, form }) => form !== 'cache' && (file !== marker || failed.has(file)))
		.map(({ path: file }) => ({ path: file, reason: failed.get(file) ?? 'it was written again' }));
}

/** Lets the marker name the newest backup that is left, so that it names one all the time; where there is none, it goes. */
async function forgetMarker(place: OpenProject, marker: PlannedThing): Promise<void> {
	const own = projectPlace(place.project);
	try {
		const { pending } = await backupStoreOf(place).list();
		await pointMarker(
			own,
			pending.filter(({ state, isHomeOnly }) => state === 'pending' && isHomeOnly !== true),
		);
	} catch (error) {
		// What lies behind such a link is none of ours.
		if (!(error instanceof OutsideProjectError)) throw error;
	}
	if ((await readMarker(own))?.kind === 'refused') await forgetThing(marker);
}

const placesOf = ({ claude, project }: OpenProject): readonly BackupPlace[] => [
	projectPlace(project),
	homePlace(claude, project),
];

/** Ids of all sessions that the project has left anything of. */
async function sessionsOf(place: OpenProject, words: ForgetWords): Promise<readonly string[]> {
	const { rows } = await (await openTimeline(place)).list();
	const ids: (string | undefined)[] = [];
	for (const { id, transcript, archived } of rows) {
		const launch: LaunchPlace | undefined = transcript === undefined ? archived : await readLaunch(transcript.file);
		const isHere = launch?.cwd === undefined || (await isLaunchedIn(place, words, launch));
		if (isHere) ids.push(id);
	}
	for (const each of placesOf(place))
		ids.push(...[...(await readBackups(each)).values()].map(({ session }) => session));
	return ids.flatMap((id) => id ?? []);
}

/** Whether a folder is in the project itself: lists show the sessions of repositories and projects below it as well. */
async function isLaunchedIn(
	{ project }: OpenProject,
	words: ForgetWords,
	{ cwd = '', atMs = Infinity }: LaunchPlace,
): Promise<boolean> {
	if (!words.isPlace(cwd, atMs)) return false;
	// Of a disk that does not answer nobody can say that it is the project's.
	const git = await findGitLayout(cwd).catch(() => 'unknown' as const);
	if (git === 'unknown') return false;
	return git === undefined || git.mainRoot === project.root || !isBelow(project.root, git.mainRoot);
}

/** Says of some sessions, or of all, that they are private and were forgotten, where Claude Code still has them. */
async function keepAway({ claude, clock }: OpenProject, ids: ReadonlySet<string> | undefined): Promise<void> {
	const nowMs = clock.now();
	const there = new Set<string>();
	// What may not be read can have any of them.
	const namesIn = (folder: string): Promise<readonly string[]> =>
		namesOr(folder, () => ids?.forEach((id) => there.add(id)));
	for (const slug of await namesIn(claude.projectsDir))
		for (const name of await namesIn(path.join(claude.projectsDir, slug))) {
			const id = path.basename(name, '.jsonl');
			if (id !== name && ids?.has(id) !== false) there.add(id);
		}
	const lines = [...there].flatMap((id) => [
		changeLine(id, { mark: 'private', on: true }, nowMs),
		changeLine(id, { forgottenMs: nowMs }, nowMs),
	]);
	// One write: of thousands, each would wait for the disk.
	if (lines.length > 0) await appendLabels(claude, clock, [lines.join('\n')]);
}

/** Whether a thing is of what is forgotten, as far as it need not be edited to say. */
async function goes(thing: KeptThing, { project }: OpenProject, words: ForgetWords): Promise<boolean> {
	if (thing.form === 'settings') return thing.kind === 'projects' && words.hasAll(thing);
	if (thing.form === 'cache') return thing.checkout === undefined || thing.project === project.root;
	return words.hasAll(thing) || isMentioned(thing, words);
}

/** What others are known by, before all that may speak of them: documents and runs, then changes and copies, then the trash. */
function rankOf({ kind, form, isTranscript }: KeptThing): number {
	if (form === 'document' || (kind === 'reflection' && form === 'lines')) return 3;
	return kind === 'changes' || isTranscript === true ? 2 : Number(kind === 'trash');
}

/** Whether git tracks a thing, or any file in it. Most folders have nothing that it does. */
function trackedBy(): (thing: KeptThing) => ReturnType<typeof trackedIn> {
	const folders = new Map<string, ReturnType<typeof trackedIn>>();
	return async ({ path: file, checkout }) => {
		if (checkout === undefined) return 'no';
		const folder = path.dirname(file);
		const inFolder = folders.get(folder) ?? trackedIn(folder, ['']);
		folders.set(folder, inFolder);
		return (await inFolder) === 'yes' ? trackedIn(folder, [path.basename(file)]) : inFolder;
	};
}

/** What becomes of a thing of which others have words in it, too; nothing where it goes as a whole. */
async function editOf(thing: KeptThing, words: ForgetWords): Promise<PlannedThing['edit']> {
	const { form, path: file } = thing;
	if (form !== 'lines' && form !== 'state' && form !== 'facts') return undefined;
	const before = (await readOrNothing(file)) ?? '';
	const [isAll, isOwn] = [words.hasAll(thing), words.isOwn(thing)];
	if (form === 'state')
		return {
			before,
			after: withoutState(before, (block) => isAll || words.hasText(block, isOwn, { session: statedSession(block) })),
		};
	if (form === 'facts') return { before, after: withoutFacts(before, (source) => words.hasSource(thing, source)) };
	const lines = before.split('\n');
	if (thing.kind === 'reflection') for (const line of lines) words.addRun(line);
	return {
		before,
		after: lines
			.filter((line) => line === '' || KEPT_AWAY.test(line) || !(isAll || words.hasText(line, isOwn)))
			.join('\n'),
	};
}

async function forgetThing({ path: file, form, edit }: PlannedThing): Promise<void> {
	const folder = path.dirname(file);
	if (edit !== undefined)
		await changeFile(file, edit.before, textOr(edit.after)).catch((error: unknown) => {
			if (!(error instanceof KeptCopyError) || form !== 'lines') throw error;
			return joinLines(file, edit, error);
		});
	// It may be the only one: what it is of is looked at after that.
	else if (KEPT.test(path.basename(file))) await putBackKept(folder);
	else await rm(file, { recursive: true, force: true });
	await syncFolder(folder).catch(() => undefined); // Another one's may be gone with it.
	// What is left of a folder is its ignore file at most.
	await rmdir(folder).catch(() => undefined);
}

/** Somebody added a line while others were taken out: to what was replaced, or to a file begun anew. */
async function joinLines(file: string, edit: NonNullable<PlannedThing['edit']>, error: KeptCopyError): Promise<void> {
	const [kept = '', now] = [await readOrNothing(error.copy), await readOrNothing(file)];
	if (!kept.startsWith(edit.before)) throw error;
	const whole = now?.startsWith(edit.after) === true ? now : `${edit.after}${now ?? ''}`;
	if (!(await changeFile(file, now, textOr(`${whole}${kept.slice(edit.before.length)}`)))) throw error;
	await rm(error.copy);
}

/** A file without text goes. */
const textOr = (text: string): string | undefined => (text.trim() === '' ? undefined : text);

const isSummary = ({ kind, checkout }: KeptThing): boolean => kind === 'caches' && checkout !== undefined;

/** What keeps a session that was forgotten from being taken up. */
const KEPT_AWAY = /"mark":"private"|"forgottenMs":/u;
