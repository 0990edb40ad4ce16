// An installation in the one journal of changes. Claude Code writes the same files, so their bytes need never be again what
// we left, and one of them may hold secrets: no bytes are kept, and what takes it back is its opposite by meaning. The record
// says what was asked for in one scope, and what was there before: hooks, and each part that comes with them.
import path from 'node:path';
import * as z from 'zod/mini';
import { once } from '../../core/base/once';
import { type Result, fail, ok, parseObject } from '../../core/base/result';
import { INSTALL_PARTS, type InstallPart, wholeInstallation } from '../../core/hooks/installParts';
import { toStrictJson } from '../../core/claude/jsonText';
import { refusalHint, refusalSentence } from '../../core/claude/refusal';
import { shownMcpServer } from '../../core/hooks/mcpEdit';
import { hasImports } from '../../core/hooks/memoryImports';
import { permissionRules } from '../../core/hooks/permissionRules';
import { ourHooks } from '../../core/hooks/settingsEdit';
import { hooksWords, lostWords } from '../../core/keeper/undoable';
import { isInside } from '../base/insideProject';
import { isFolder, lookSurely } from '../base/lookAt';
import { type Change, HOOKS_CHANGE } from '../keeper/changeRecord';
import { HalfDoneError, openJournal } from '../keeper/changeJournal';
import { ownSettingsPlace, readFields } from '../keeper/ownSettings';
import { programFor } from '../keeper/program';
import { findProject } from '../project/project';
import { SCOPES, type Scope } from '../../core/claude/settings';
import { readSettings, settingsPlace, settingsPlaces } from '../project/settingsFile';
import type { OpenProject } from '../workspace/openProject';
import type { UndoOutcome } from '../workspace/undo';
import { countCommands } from './commandFiles';
import { planInstall, planUninstall, rulesThere } from './hookInstaller';
import { lettingGo, otherInstallations } from './installation';
import { leftOutOf, readInstallRecord } from './installRecord';
import { hooksFor } from './launcher';
import {
	type Planned,
	type PlannedChange,
	type RefusedFile,
	carryOutAll,
	collect,
	hasOwnCommands,
	importsPlace,
	planCommands,
	planImports,
	planOwnKeys,
	settingsChange,
} from './plannedChange';

/** What somebody asked for in one scope: an installation or a repair with these parts, or that all of it goes. */
export type Wish = z.infer<ReturnType<typeof wish>>;

const part = (): z.ZodMiniOptional<z.ZodMiniBoolean> => z.optional(z.boolean());
const parts = once(() =>
	z.object({ commands: part(), rules: part(), parkingRule: part(), context: part(), imports: part() }),
);
const wish = once(() =>
	z.object({
		scope: z.enum(SCOPES),
		/** Nothing where it is an uninstallation. */
		parts: z.optional(parts()),
		isMadeStrict: z.optional(z.boolean()),
	}),
);
/** Whose commands may be there: the person's, those of the project. */
const PLACES = ['user', 'project'] as const;
/** What a scope had, and what it shares with others. */
const there = once(() =>
	z.object({
		hooks: z.boolean(),
		rules: z.boolean(),
		imports: z.boolean(),
		commands: z.array(z.enum(PLACES)),
		/** Our own settings: a person may have set them, and to more than an installation does. */
		own: z.object({ parkingRule: z.optional(z.boolean()), injectContext: z.optional(z.string()) }),
		/** Parts that a person had left out. */
		leftOut: z.array(z.string()),
		/** Other settings with hooks of ours. */
		others: z.array(z.string()),
		/** Whether Claude Code reads the settings: it drops a file with comments. */
		isStrict: z.boolean(),
		/** `cleanupPeriodDays` in these settings, which go with the hooks. */
		cleanupDays: z.optional(z.number()),
	}),
);
type There = z.infer<ReturnType<typeof there>>;

const aboutSchema = once(() =>
	z.object({
		/** The checkout where it was asked for. */
		folder: z.string(),
		/** It is a project as it stands: nothing is looked for above it. */
		isExplicit: z.boolean(),
		/** The settings. */
		file: z.string(),
		wish: wish(),
		before: there(),
	}),
);
type About = z.infer<ReturnType<typeof aboutSchema>>;

/** What was asked for in a change of this kind, so that `hooks install` brings no more; nothing of any other. */
export function wishIn(change: Change): Wish | undefined {
	const { wish: asked, before } = aboutOf(change) ?? {};
	if (asked?.parts === undefined || before === undefined) return asked;
	const { scope, parts: said } = asked;
	const { own, leftOut, rules, imports, commands } = before;
	const context = own.injectContext !== undefined && own.injectContext !== 'off';
	const had = { ...own, rules, imports, context, commands: commands.includes(scope === 'project' ? scope : 'user') };
	const whole = wholeInstallation(scope, said, {
		leftOut,
		own: {
			injectContext: own.injectContext === 'off' ? 'off' : 'brief',
			...(own.parkingRule === undefined ? {} : { parkingRule: own.parkingRule }),
		},
	});
	// Of what a repair does not mention, an installation brings what is not there.
	const out = INSTALL_PARTS.filter((part) => said[part] === undefined && whole[part] === true && had[part] !== true);
	return { ...asked, parts: { ...said, ...Object.fromEntries(out.map((part) => [part, false])) } };
}

/**
 * Changes of which something can be taken back. Of installations into the same settings that is the last alone, because
 * it begins with what was there before it; one that cannot be read may be of a newer version. @param changes newest first
 */
export function lastOfEach(changes: readonly Change[]): readonly Change[] {
	const seen = new Set<string>();
	return changes.filter((change) => {
		if (change.kind !== HOOKS_CHANGE) return true;
		const file = aboutOf(change)?.file;
		return file !== undefined && !seen.has(file) && Boolean(seen.add(file));
	});
}

/** What was done, in the words of whoever shows it. */
export function hooksLabel(change: Change): string {
	const about = aboutOf(change);
	return about === undefined ? change.label : hooksWords(about.file, about.wish.parts !== undefined);
}

/**
 * Carries out what was planned for a wish, on record before it begins. Where a file is refused, what was changed
 * before it stays, and can be taken back.
 * @returns the change, where there is something to take back. @throws what failed.
 */
export async function carryOutInstallation(
	place: OpenProject,
	changes: readonly PlannedChange[],
	asked: Wish | undefined,
): Promise<Result<Change | undefined, RefusedFile>> {
	// The days of transcripts are a change of their own.
	const real = changes.filter(({ what, before, after }) => what !== 'cleanup' && before !== after);
	if (asked === undefined || real.length === 0) return carryOutAll(place, changes);
	const { claude, project } = place;
	const { scope, parts: brought } = asked;
	// What is on record of its settings is found again when it has moved, and is no other project's at its old place.
	if (brought !== undefined && scope !== 'user')
		await (await import('../backups/rememberProject')).rememberProject(claude, project);
	const there = await thereNow(place, asked);
	// Only what an uninstallation makes unreadable to Claude Code is made readable again.
	const isStrict = there.isStrict && real.some(({ what, isReadByClaude }) => what === 'hooks' && !isReadByClaude);
	const before = { ...there, isStrict };
	const { file = '' } = [...changes.filter(({ what }) => what === 'hooks'), ...real][0] ?? {};
	// A record is in English; who shows it has words of their own.
	const label = `hooks in ${file} (${brought === undefined ? 'uninstalled' : 'installed'})`;
	const { checkout: folder, root } = project;
	const about: About = { folder, isExplicit: root === folder, file, wish: asked, before };
	let done = ok(undefined) as Result<undefined, RefusedFile>;
	const refused = new Error(label);
	const journal = openJournal(place);
	try {
		const change = await journal.make(
			{
				...{ kind: HOOKS_CHANGE, label, isWhole: true, about },
				// What is a person's own is so in all of their projects.
				project: scope === 'user' ? claude.configDir : project.root,
			},
			async (edit) => {
				await edit.mean(real);
				done = await carryOutAll(place, changes);
				if (!done.ok) throw refused;
			},
		);
		// A repair that brings nothing new has nothing to take back.
		if (!isSame(await thereNow(place, asked), before)) return ok(change);
		await journal.drop(change.id);
		return ok(undefined);
	} catch (error) {
		const isRefused = error === refused || (error instanceof HalfDoneError && error.cause === refused);
		if (!isRefused || done.ok) throw error;
		return fail(error instanceof HalfDoneError ? { ...done.error, undo: error.change } : done.error);
	}
}

/**
 * Brings back what was there before an installation or an uninstallation, whatever was written into the files since.
 * @param putLauncher makes sure that the programs are there which hooks start.
 * @returns `gone` where nothing of it is left to take back. @throws what failed.
 */
export async function undoInstallation(
	place: OpenProject,
	change: Change,
	putLauncher: () => Promise<void>,
): Promise<UndoOutcome> {
	const about = aboutOf(change);
	if (about === undefined) return 'gone'; // Not listed.
	const isThere = await isFolder(about.folder);
	const folder = isThere ? about.folder : folderWithout(place, change, about);
	if (!(await isFolder(folder))) {
		if ((await lookSurely(folder)) === undefined) await openJournal(place).drop(change.id);
		return { code: 'folderGone', ...lostWords(about.folder) };
	}
	const isExplicit = isThere && about.isExplicit;
	const at = { ...place, project: await findProject(place.claude, folder, { isExplicit }) };
	let [hasChanged, refusal]: [boolean, RefusedFile | undefined] = [false, undefined];
	const refused = new Error(change.label);
	const check = <T>(result: Result<T, RefusedFile>): T => {
		if (result.ok) return result.value;
		refusal = result.error;
		throw refused;
	};
	try {
		const undone = await openJournal(at).undo(change.id, async () => {
			const changes = check(await planBack(at, about, isThere));
			if (changes.every((each) => each.before === each.after)) return;
			if (about.before.hooks) await putLauncher();
			hasChanged = true;
			check(await carryOutAll(at, changes));
		});
		return undone === 'undone' && !hasChanged ? 'gone' : undone;
	} catch (error) {
		const why = refusal as RefusedFile | undefined;
		if (error !== refused || why === undefined) throw error;
		const message = refusalSentence(why.file, why.refusal, why.changed);
		return { code: why.refusal.reason, message, hint: refusalHint(why.refusal) };
	}
}

/** Where the folder is gone in which it was asked for: what of it lies elsewhere is undone from there. */
function folderWithout({ claude }: OpenProject, { project }: Change, { wish: asked, file }: About): string {
	// A person's own settings for a project are in its main checkout, whatever worktree they were asked for in.
	return { user: claude.userHome, local: project, project: path.dirname(path.dirname(file)) }[asked.scope];
}

/**
 * What leads from what is there now to what was there, of the parts that were asked for.
 * @param isThere the folder, with what lies in the project besides the settings.
 */
async function planBack(place: OpenProject, { wish: asked, before }: About, isThere: boolean): Promise<Planned> {
	const { claude, project } = place;
	const { scope, parts: brought } = asked;
	const now = await thereNow(place, asked);
	const isAsked = (part: InstallPart): boolean => brought === undefined || brought[part] !== undefined;
	// Whoever installed since may need what was brought.
	const since = now.others.filter((file) => !before.others.includes(file));
	const isNeeded = since.length > 0;
	const settings = await planSettingsBack(place, scope, before, now, brought === undefined);
	const commands = PLACES.filter((each) => {
		const [was, is] = [before, now].map((one) => one.commands.includes(each));
		const isFree = each === 'user' ? !isNeeded : scope === 'project';
		// Some of those that were taken may be back.
		const isTaken = brought?.commands !== true;
		return isAsked('commands') && (was ? isTaken : is && isFree) && (isThere || each === 'user');
	});
	// What it left in our own settings; what somebody set since stays.
	const { context } = brought ?? {};
	const left = {
		parkingRule: brought?.parkingRule,
		injectContext: context === undefined ? undefined : context ? 'brief' : 'off',
	};
	const own = (['parkingRule', 'injectContext'] as const).filter(
		(key) => isAsked(key === 'injectContext' ? 'context' : key) && !isNeeded && now.own[key] === left[key],
	);
	const isNeededHere = since.some((file) => isInside(project.checkout, file));
	const isImported =
		isAsked('imports') && isThere && before.imports !== now.imports && (before.imports || !isNeededHere);
	const parts = [
		...(isImported ? [await planImports(project, before.imports)] : []),
		...(
			await Promise.all(commands.map((each) => planCommands(claude, project, each, before.commands.includes(each))))
		).flat(),
		await planOwnKeys(claude, () => own.map((key) => [key, before.own[key]])),
	];
	// With the hooks goes the folder that we made, if it is empty; with them it is made.
	return collect(before.hooks ? [...settings, ...parts] : [...parts, ...settings]);
}

/** The hooks and rules in the settings of a scope. */
async function planSettingsBack(
	{ claude, project, clock }: OpenProject,
	scope: Scope,
	{ hooks, rules, leftOut, isStrict, cleanupDays }: There,
	now: There,
	isUninstalled: boolean,
): Promise<readonly Result<PlannedChange, RefusedFile>[]> {
	if (hooks === now.hooks && rules === now.rules && String(leftOut) === String(now.leftOut)) return [];
	const isBack = hooks || rules;
	const wanted = hooks ? await hooksFor(claude, scope) : [];
	const ours = rules === now.rules ? {} : { rules: rules ? permissionRules(programFor(claude, scope)) : [] };
	const isShorter = isUninstalled && cleanupDays !== undefined && cleanupDays > (now.cleanupDays ?? 0);
	const days = isShorter ? { cleanupDays } : {};
	const how = { leftOut, isMadeStrict: isUninstalled && isStrict, ...ours, ...days };
	const at = settingsPlace(claude, project, scope);
	const plan = await (isBack ? planInstall(claude, at, wanted, how) : planUninstall(claude, at, { leftOut }));
	if (!plan.ok) return [fail({ file: at.file, refusal: plan.error })];
	if (!isBack && !plan.value.isChange) return [];
	const change = settingsChange(claude, at, plan.value, clock);
	return [ok(isBack ? change : lettingGo(change, project))];
}

/** @param asked an installation writes into one file; an uninstallation looks wherever hooks of the scope can be. */
async function thereNow({ claude, project }: OpenProject, { scope, parts }: Wish): Promise<There> {
	const { parkingRule, injectContext } = await readFields(ownSettingsPlace(claude).file);
	const imports = await readSettings(importsPlace(project));
	const places = await Promise.all(
		(parts === undefined ? settingsPlaces : ofOne)(claude, project, scope).map(async (each) => {
			const read = await readSettings(each);
			if (!read.ok) return { hasHooks: false, hasRules: false, isStrict: false };
			const { target, text = '' } = read.value;
			const record = await readInstallRecord(claude, read.value);
			const hasRules = rulesThere(claude, read.value, record).length > 0;
			const strict = parseObject(text);
			const isStrict = text === '' || strict !== undefined;
			const leftOut = await leftOutOf(claude, read.value, record);
			const days = (strict ?? parseObject(toStrictJson(text)))?.['cleanupPeriodDays'];
			const cleanupDays = typeof days === 'number' ? days : undefined;
			return { target, hasHooks: ourHooks(text).length > 0, hasRules, leftOut, isStrict, cleanupDays };
		}),
	);
	const state = await readSettings({ scope: 'user', file: claude.stateFile, root: undefined });
	// Of the tools for agents, whose entry goes with the person's commands, it may be all that was brought so far.
	const hasTools = state.ok && Boolean(shownMcpServer(state.value.text));
	const commands: There['commands'] = [];
	for (const each of hasOwnCommands(claude, project) ? PLACES : (['user'] as const))
		if ((each === 'user' && hasTools) || (await countCommands(claude, project, each)) > 0) commands.push(each);
	return {
		hooks: places.some(({ hasHooks }) => hasHooks),
		rules: places.some(({ hasRules }) => hasRules),
		imports: imports.ok && hasImports(imports.value.text ?? ''),
		commands,
		own: {
			...(typeof parkingRule === 'boolean' ? { parkingRule } : {}),
			...(typeof injectContext === 'string' ? { injectContext } : {}),
		},
		leftOut: [...(places[0]?.leftOut ?? [])],
		isStrict: places[0]?.isStrict === true,
		...(places[0]?.cleanupDays === undefined ? {} : { cleanupDays: places[0].cleanupDays }),
		others: [
			...(await otherInstallations(
				claude,
				places.flatMap(({ target }) => target ?? []),
			)),
		],
	};
}

const ofOne: typeof settingsPlaces = (...where) => [settingsPlace(...where)];

/** Whether nothing came and nothing went. */
const isSame = (now: There, before: There): boolean => seen(now) === seen(before);
const seen = ({ hooks, rules, imports, commands, own }: There): string =>
	JSON.stringify([hooks, rules, imports, commands, own]);

function aboutOf({ kind, about }: Change): About | undefined {
	return kind === HOOKS_CHANGE ? z.safeParse(aboutSchema(), about).data : undefined;
}
