// An installation in the one journal of changes. Claude Code writes the same files, so their bytes need never be again what
// we left, and one of them may hold secrets: no bytes are kept, and what takes it back is its opposite by meaning. The record
// says what was there before, of each scope: hooks, and each part that comes with them.
import * as z from 'zod/mini';
import { once } from '../../core/base/once';
import { type Result, fail, ok } from '../../core/base/result';
import { INSTALL_PARTS, type PartChoices } from '../../core/hooks/installParts';
import { refusalHint, refusalSentence } from '../../core/claude/refusal';
import { hasImports } from '../../core/hooks/memoryImports';
import { rulesIn } from '../../core/hooks/permissionRules';
import { ourHooks } from '../../core/hooks/settingsEdit';
import { isFolder } from '../base/lookAt';
import { type Change, ChangeJournal, HOOKS_CHANGE, HalfDoneError } from '../keeper/changeJournal';
import { openTrash } from '../keeper/keeperTrash';
import { ownSettingsPlace, readFields } from '../keeper/ownSettings';
import { findProject } from '../project/project';
import { SCOPES, type Scope } from '../project/scope';
import { readSettings, settingsPlaces } from '../project/settingsFile';
import type { OpenProject } from '../workspace/openProject';
import type { UndoOutcome } from '../workspace/undo';
import { countCommands } from './commandFiles';
import { planInstallation, planUninstallation } from './installation';
import { readInstallRecord } from './installRecord';
import { type Planned, type PlannedChange, type RefusedFile, carryOutAll, importsPlace } from './plannedChange';

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
	}),
);
/** What a scope had: its hooks, which parts were there, and which a person had left out. */
const there = once(() => z.object({ hooks: z.boolean(), parts: parts(), leftOut: z.array(z.string()) }));
type There = z.infer<ReturnType<typeof there>>;

const aboutSchema = once(() =>
	z.object({
		/** Where it was asked for. */
		folder: z.string(),
		of: z.array(z.object({ wish: wish(), before: there() })),
	}),
);

/** What was asked for in a change of this kind; nothing of any other. */
export function wishesIn({ kind, about }: Change): readonly Wish[] {
	const parsed = kind === HOOKS_CHANGE ? z.safeParse(aboutSchema(), about) : undefined;
	return parsed?.success === true ? parsed.data.of.map((each) => each.wish) : [];
}

/**
 * Carries out what was planned for these wishes, on record before it begins. Where a file is refused, what was changed
 * before it stays, and can be taken back.
 * @returns the change, where there is something to take back. @throws what failed.
 */
export async function carryOutInstallation(
	place: OpenProject,
	changes: readonly PlannedChange[],
	wishes: readonly Wish[],
): Promise<Result<Change | undefined, RefusedFile>> {
	// The days of transcripts are a change of their own.
	const real = changes.filter(({ what, before, after }) => what !== 'cleanup' && before !== after);
	if (wishes.length === 0 || real.length === 0) return carryOutAll(place, changes);
	const { claude, project } = place;
	const of = await Promise.all(wishes.map(async (each) => ({ wish: each, before: await thereNow(place, each.scope) })));
	const hooks = [...changes.filter(({ what }) => what === 'hooks'), ...real][0];
	const action = wishes.some((each) => each.parts !== undefined) ? 'installed' : 'uninstalled';
	const label = `hooks in ${hooks?.file ?? ''} (${action})`;
	// What is a person's own is so in all of their projects.
	const isOwn = wishes.some(({ scope }) => scope === 'user');
	let done = ok(undefined) as Result<undefined, RefusedFile>;
	const refused = new Error(label);
	const journal = journalOf(place);
	try {
		const change = await journal.make(
			{
				...{ kind: HOOKS_CHANGE, label, isWhole: true, about: { folder: project.folder, of } },
				project: isOwn ? claude.configDir : project.root,
			},
			async (edit) => {
				await edit.mean(real);
				done = await carryOutAll(place, changes);
				if (!done.ok) throw refused;
			},
		);
		// A repair that brings nothing new has nothing to take back.
		const now = await Promise.all(wishes.map(({ scope }) => thereNow(place, scope)));
		if (!now.every((each, at) => isSame(each, of[at]?.before))) return ok(change);
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
	const about = z.safeParse(aboutSchema(), change.about);
	const isOwn = about.data?.of.every((each) => each.wish.scope === 'user') === true;
	const isThere = about.success && (await isFolder(about.data.folder));
	if (!about.success || (!isThere && !isOwn)) return 'gone';
	const at = isThere ? { ...place, project: await findProject(place.claude, about.data.folder) } : place;
	let [hasChanged, refusal]: [boolean, RefusedFile | undefined] = [false, undefined];
	const refused = new Error(change.label);
	const check = <T>(result: Result<T, RefusedFile>): T => {
		if (result.ok) return result.value;
		refusal = result.error;
		throw refused;
	};
	try {
		const undone = await journalOf(at).undo(change.id, async () => {
			for (const { wish: asked, before } of about.data.of.toReversed()) {
				const changes = check(await planBack(at, asked.scope, before));
				if (changes.every((each) => each.before === each.after)) continue;
				hasChanged = true;
				if (before.hooks) await putLauncher();
				check(await carryOutAll(at, changes));
			}
		});
		return undone === 'undone' && !hasChanged ? 'gone' : undone;
	} catch (error) {
		const why = refusal as RefusedFile | undefined;
		if (error !== refused || why === undefined) throw error;
		const message = refusalSentence(why.file, why.refusal, why.changed);
		return { code: why.refusal.reason, message, hint: refusalHint(why.refusal) };
	}
}

/** What leads from what is there now to what was there. */
async function planBack(place: OpenProject, scope: Scope, before: There): Promise<Planned> {
	const { claude, project, clock } = place;
	const now = await thereNow(place, scope);
	if (!before.hooks) return now.hooks ? planUninstallation(claude, project, clock, { scope }) : ok([]);
	const choices = INSTALL_PARTS.flatMap((name): readonly (readonly [keyof PartChoices, boolean])[] => {
		if (before.parts[name] === true) return now.parts[name] === true ? [] : [[name, true]];
		return now.parts[name] === true || (!now.hooks && before.leftOut.includes(name)) ? [[name, false]] : [];
	});
	if (now.hooks && choices.length === 0) return ok([]);
	return planInstallation(claude, project, clock, { scope, ...Object.fromEntries(choices) });
}

async function thereNow({ claude, project }: OpenProject, scope: Scope): Promise<There> {
	const own = await readFields(ownSettingsPlace(claude).file);
	const imports = await readSettings(importsPlace(project));
	const places = await Promise.all(
		settingsPlaces(claude, project, scope).map(async (each) => {
			const read = await readSettings(each);
			const record = read.ok ? await readInstallRecord(claude, read.value.target) : undefined;
			return { hooks: read.ok ? ourHooks(read.value.text ?? '') : [], record };
		}),
	);
	const [first] = places;
	return {
		hooks: places.some(({ hooks }) => hooks.length > 0),
		parts: {
			commands: (await countCommands(claude, project, scope)) > 0,
			rules: places.some(({ record }) => rulesIn(record?.created ?? []).length > 0),
			parkingRule: own['parkingRule'] === true,
			context: typeof own['injectContext'] === 'string' && own['injectContext'] !== 'off',
			imports: imports.ok && hasImports(imports.value.text ?? ''),
		},
		leftOut: [...(first?.record?.leftOut ?? [])],
	};
}

const isSame = (now: There, before: There | undefined): boolean =>
	now.hooks === before?.hooks && INSTALL_PARTS.every((name) => now.parts[name] === before.parts[name]);

function journalOf({ claude, clock }: OpenProject): ChangeJournal {
	return new ChangeJournal(claude, openTrash(claude), clock);
}
