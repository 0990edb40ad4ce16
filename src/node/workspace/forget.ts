// Deleting for good, over every copy of ours: what a session left, a project, or all. First a plan, which can be shown; then
// the deed, again and again until the plan is empty, so that who is killed in between only has to do it again. Nothing of
// Claude's, and nothing that git tracks, is touched: it is named, with the command that deletes it.
import { rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { shellWord } from '../../core/claude/goOn';
import { withoutState } from '../../core/documents/activeContext';
import type { Mentions } from '../../core/keeper/places';
import { projectPlace, homePlace } from '../backups/place';
import { logBackup, pointMarker } from '../backups/placeLog';
import { syncFolder } from '../base/atomicFile';
import { KeptCopyError } from '../base/exchange';
import { isThere } from '../base/lookAt';
import { changeFile } from '../base/sharedFile';
import { isTrackedIn } from '../base/gitLayout';
import { findTranscriptById } from '../sessions/projectSessions';
import { writeLabels } from '../sessions/sessionLabels';
import {
	type ForgetWords,
	type Forgotten,
	type LeftThing,
	isMentioned,
	sessionRecordIn,
	saysItsSession,
	textOfKept,
	wordsFor,
} from './forgetWords';
import type { OpenProject } from './openProject';
import { backupStoreOf } from './openStores';
import { type KeptThing, listVault } from './vault';

export interface ForgetPlan {
	/** Go as a whole. */
	readonly deleted: readonly KeptThing[];
	/** Lose lines, or a block, that speak of it. */
	readonly edited: readonly KeptThing[];
	readonly left: readonly LeftThing[];
	/** What was looked for. */
	readonly words: ForgetWords;
}

/** How often what was written meanwhile is looked for once more. */
const ROUNDS = 5;

/** Works out what would be deleted. Only reads. @throws the file system's error where something cannot be read. */
export async function planForget(place: OpenProject, what: Forgotten): Promise<ForgetPlan> {
	const { root } = place.project;
	const things = await listVault(place.claude, place.project);
	const { words, left } = await wordsFor(place, what, things);
	const isTracked = trackedBy();
	const deleted: KeptThing[] = [];
	const edited: KeptThing[] = [];
	const isWhole = ({ project }: KeptThing): boolean => what === 'all' || (what === 'project' && project === root);
	const isMeant = async (thing: KeptThing): Promise<boolean> => {
		if (thing.form === 'settings') return thing.kind === 'projects' && isWhole(thing);
		if (thing.form === 'cache' && (thing.checkout === undefined || thing.project === root)) return true;
		return (
			(isWhole(thing) || (await isMentioned(thing, words.mentions, thing.project === root))) && saysItsSession(thing)
		);
	};
	for (const thing of [...things].sort(knownFirst)) {
		if (!(await isMeant(thing))) continue;
		if (await isTracked(thing)) {
			left.push({ path: thing.path, why: 'git', command: gitRemoval(thing) });
			continue;
		}
		// Other people's words stand in it, too.
		const isShared = thing.form === 'state' || path.basename(thing.path) === 'MEMORY.md';
		if (isShared || (thing.form === 'lines' && !isWhole(thing))) {
			if ((await editedText(thing, words.mentions, isWhole(thing) || thing.project === root, isWhole(thing))).isChanged)
				edited.push(thing);
			continue;
		}
		deleted.push(thing);
		words.add(thing, await sessionRecordIn(thing));
	}
	return { deleted, edited, left, words };
}

/**
 * Deletes what a plan names, and what came to it meanwhile. A session whose transcript is still there is marked private, and
 * counts as backed up: nothing of ours takes it up again.
 * @returns what could not be deleted, with the file system's word for why.
 */
export async function forgetKept(
	place: OpenProject,
	what: Forgotten,
): Promise<readonly { readonly path: string; readonly reason: string }[]> {
	const { project } = place;
	let failed: { path: string; reason: string }[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const { edited, deleted, words } = await planForget(place, what);
		// What others are known by goes last: who goes on after a kill finds it still.
		const work = [...edited, ...deleted].sort((a, b) => Number(a.isSource ?? false) - Number(b.isSource ?? false));
		if (work.length === failed.length) break;
		failed = [];
		for (const thing of work) {
			try {
				if (deleted.includes(thing)) await remove(thing);
				else
					await edit(thing, words.mentions, what === 'all' || thing.project === project.root, typeof what === 'string');
			} catch (error) {
				if (!(error instanceof KeptCopyError))
					failed.push({ path: thing.path, reason: error instanceof Error ? error.message : String(error) });
			}
		}
	}
	if (typeof what !== 'string' && (await isStillThere(place, what.session))) await keepAway(place, what.session);
	const own = projectPlace(project);
	if (!(await isThere(own.folder))) return failed;
	const { pending } = await backupStoreOf(place).list();
	await pointMarker(
		own,
		pending.filter(({ state, isHomeOnly }) => state === 'pending' && isHomeOnly !== true),
	);
	return failed;
}

/** What others are known by: changes, copies, and what is in the trash, before all that may speak of them. */
function knownFirst(a: KeptThing, b: KeptThing): number {
	const rank = ({ kind, isTranscript }: KeptThing): number =>
		kind === 'changes' || isTranscript === true ? 2 : Number(kind === 'trash');
	return rank(b) - rank(a);
}

/** Whether git tracks a thing, or any file in it. Most folders have nothing that it does. */
function trackedBy(): (thing: KeptThing) => Promise<boolean> {
	const folders = new Map<string, Promise<boolean>>();
	return async ({ path: file, checkout }) => {
		if (checkout === undefined) return false;
		const folder = path.dirname(file);
		const isAny = folders.get(folder) ?? isTrackedIn(path.dirname(folder), [`${path.basename(folder)}/`]);
		folders.set(folder, isAny);
		return (await isAny) && (await isTrackedIn(folder, [path.basename(file)]));
	};
}

interface EditedText {
	readonly before: string;
	/** Where nothing is left, there is no file. */
	readonly after: string;
	readonly isChanged: boolean;
}

/** @param isAll the block goes, whatever it speaks of. */
async function editedText(
	{ path: file, form }: KeptThing,
	mentions: Mentions,
	isOwn: boolean,
	isAll: boolean,
): Promise<EditedText> {
	const before = await textOfKept(file);
	const isToGo = (text: string): boolean => mentions.in(text, isOwn);
	const after =
		form === 'state'
			? withoutState(before, (block) => isAll || isToGo(block))
			: before
					.split('\n')
					.filter((line) => !isToGo(line) || KEPT_AWAY.test(line))
					.join('\n');
	return { before, after, isChanged: after !== before };
}

async function edit(thing: KeptThing, ...how: [Mentions, boolean, boolean]): Promise<void> {
	const { before, after, isChanged } = await editedText(thing, ...how);
	if (isChanged) await changeFile(thing.path, before, after.trim() === '' ? undefined : after);
}

async function remove({ path: target }: KeptThing): Promise<void> {
	await rm(target, { recursive: true, force: true });
	const folder = path.dirname(target);
	await syncFolder(folder).catch(() => undefined); // Another one's may be gone with it.
	// What is left of a folder is its ignore file at most.
	await rmdir(folder).catch(() => undefined);
}

/** What keeps a session that was forgotten from being taken up: its line in the log of backups, and that it is private. */
const KEPT_AWAY = /_forgotten\.jsonl"|"mark":"private"/u;

async function isStillThere({ claude }: OpenProject, session: string): Promise<boolean> {
	return (await findTranscriptById(claude, session)) !== undefined;
}

async function keepAway({ claude, project, clock }: OpenProject, session: string): Promise<void> {
	await writeLabels(claude, clock, session, [{ mark: 'private', on: true }]);
	const nowMs = clock.now();
	const stamp = new Date(nowMs)
		.toISOString()
		.replaceAll(/[-:]|\.\d+Z$/gu, '')
		.replace('T', '_');
	for (const each of [projectPlace(project), homePlace(claude, project)])
		if (await isThere(each.folder))
			await logBackup(each, { event: 'discarded', raw: `${stamp}_forgotten.jsonl`, session }, nowMs);
}

const gitRemoval = ({ path: file, checkout = '' }: KeptThing): string =>
	`git -C ${shellWord(checkout)} rm -- ${shellWord(path.relative(checkout, file))}`;
