// Installing, repairing and uninstalling the hooks from the editor: asked, shown as a diff, and only then written.
import * as vscode from 'vscode';
import { type SettingsFacts, hasOurs, isStripped } from '../../core/hooks/doctorFacts';
import { INSTALL_PARTS, type PartChoices, partsIn } from '../../core/hooks/installParts';
import { HOOKS } from '../../core/hooks/launcherCommand';
import { refusalHint, refusalSentence } from '../../core/claude/refusal';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import type { Wish } from '../../node/hooks/installChange';
import type { PlannedChange, Planned, RefusedFile } from '../../node/hooks/plannedChange';
import { type Project, findProject } from '../../node/project/project';
import type { Scope } from '../../core/claude/settings';
import { registerCommand } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import { sayForeignCommands, sayHooksDone, sayNoHooks } from '../notifications';
import type { Services } from '../services';
import { createDoctorPage } from './doctorPage';
import { LONG_CLEANUP_DAYS, askOptions, askScope, scopeOf, summaryText } from './hooksInput';
import { projectNamed } from '../projects';
import { listedAction } from '../listedAction';
import { shownPath } from '../../node/claude/claudeHome';

type Needs = Pick<Services, 'claude' | 'clock' | 'hooks' | 'preview' | 'undoStack' | 'workspace'>;

/** Where hooks are installed for: a project, or the person alone where no folder is open. */
interface Place {
	readonly project: Project;
	readonly isOpen: boolean;
	readonly settings: readonly SettingsFacts[];
}

/** What is done to one scope, each a change of its own. */
interface Asked {
	readonly changes: readonly PlannedChange[];
	readonly wish?: Wish;
}

export function registerHooks(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { preview, hooks, undoStack } = services;
	const doctor = store.add(createDoctorPage(services));

	/** Shows and makes the changes. @returns false where there was nothing to change. */
	const carryOut = async (
		{ project }: Place,
		title: string,
		asked: readonly Asked[],
		summary?: string,
	): Promise<boolean> => {
		const changes = asked.flatMap((each) => each.changes);
		const real = changes.filter(({ before, after }) => before !== after);
		if (real.length > 0) await preview.confirm(title, real, { summary });
		const isInstalling = changes.some(({ what, after }) => what === 'hooks' && after !== undefined);
		if (isInstalling) await hooks.putLauncher();
		// Unchanged ones too: an installation is remembered anew.
		const { carryOutInstallation, hooksLabel } = await import('../../node/hooks/installChange');
		const changed: string[] = [];
		for (const { changes: planned, wish } of asked) {
			const done = await carryOutInstallation({ ...services, project }, planned, wish);
			if (!done.ok) throw refused({ ...done.error, changed: [...changed, ...(done.error.changed ?? [])] });
			changed.push(...planned.filter((each) => real.includes(each)).map(({ file }) => file));
			if (done.value === undefined) continue;
			const change = { id: done.value.id, name: hooksLabel(done.value) };
			undoStack.push(listedAction(services, project, change, () => doctor.refresh()));
		}
		await hooks.refresh();
		if (isInstalling) hooks.lookAgainSoon();
		await doctor.refresh();
		return real.length > 0;
	};

	const install = async (givenScope?: string, option?: string, root?: string): Promise<void> => {
		const { planInstallation, planLongerCleanup, summaryOf, wholeChoices } =
			await import('../../node/hooks/installation');
		const place = await findPlace(services, root);
		const { claude, clock } = services;
		const { project } = place;
		if (option === 'cleanup') {
			const title = vscode.l10n.t('Keep Transcripts Longer');
			const changes = changesOf(await planLongerCleanup(claude, project, LONG_CLEANUP_DAYS));
			await carryOut(place, title, [{ changes }]);
			if (!isReadByClaude(changes)) await sayHooksDone('unchanged', eventNames(), false, project.root);
			return;
		}
		const title = vscode.l10n.t('Install Hooks');
		const asked = scopeOf(givenScope);
		const scope = asked ?? (await askScope(title, place.settings));
		const whole = await wholeChoices(claude, project, { scope });
		// A button that mends what is there brings nothing more.
		const isThere = place.settings.some((each) => each.scope === scope && (hasOurs(each) || isStripped(each)));
		const choices = {
			scope,
			isMadeStrict: option === 'strict',
			...(asked === undefined
				? await askOptions(title, await currentOptions(services, place, whole))
				: isThere
					? {}
					: whole),
		};
		const changes = changesOf(await planInstallation(claude, project, clock, choices));
		const summary = summaryText(await summaryOf(claude, project, choices, changes), (file) =>
			shownPath(file, claude.userHome, project.checkout),
		);
		const wish = { scope, parts: partsIn(choices), isMadeStrict: option === 'strict' };
		const isNew = await carryOut(place, title, [{ changes, wish }], isThere ? undefined : summary);
		if (choices.commands === true) {
			const { foreignCommands } = await import('../../node/hooks/commandFiles');
			sayForeignCommands(await foreignCommands(claude, project, scope));
		}
		await sayHooksDone(isNew ? 'installed' : 'unchanged', eventNames(), isReadByClaude(changes), project.root);
	};

	const repair = async (root?: string): Promise<void> => {
		const { planInstallation } = await import('../../node/hooks/installation');
		const place = await findPlace(services, root);
		const scopes = scopesOf(place.settings.filter((each) => hasOurs(each) || isStripped(each)));
		if (scopes.length === 0) return sayNoHooks();
		const asked: Asked[] = [];
		for (const scope of scopes) {
			const planned = await planInstallation(services.claude, place.project, services.clock, { scope });
			asked.push({ changes: changesOf(planned), wish: { scope, parts: {} } });
		}
		const isNew = await carryOut(place, vscode.l10n.t('Repair Hooks'), asked);
		const changes = asked.flatMap((each) => each.changes);
		await sayHooksDone(isNew ? 'repaired' : 'unchanged', eventNames(), isReadByClaude(changes), place.project.root);
	};

	const uninstall = async (givenScope?: string, root?: string): Promise<void> => {
		const { planUninstallation } = await import('../../node/hooks/installation');
		const place = await findPlace(services, root);
		const title = vscode.l10n.t('Uninstall Hooks');
		// Of a file that cannot be read nobody knows: the attempt says what is wrong with it.
		const there = place.settings.filter(
			(each) => hasOurs(each) || each.installedMs !== undefined || each.refusal !== undefined,
		);
		const [only, ...others] = scopesOf(there);
		if (only === undefined) return sayNoHooks();
		const scope = scopeOf(givenScope) ?? (others.length === 0 ? only : await askScope(title, there));
		const planned = await planUninstallation(services.claude, place.project, services.clock, { scope });
		const isNew = await carryOut(place, title, [{ changes: changesOf(planned), wish: { scope } }]);
		await sayHooksDone(isNew ? 'uninstalled' : 'unchanged', eventNames(), true, place.project.root);
	};

	store.add(registerCommand(COMMANDS.installHooks, services, install));
	store.add(registerCommand(COMMANDS.repairHooks, services, repair));
	store.add(registerCommand(COMMANDS.uninstallHooks, services, uninstall));
	store.add(
		registerCommand(COMMANDS.runDoctor, services, async (root) =>
			doctor.show((await findPlace(services, root)).project),
		),
	);
	return store;
}

/** @param root of the project that is meant, where somebody knows it. */
async function findPlace(services: Needs, root?: string): Promise<Place> {
	const { gatherSettings } = await import('../../node/hooks/installedFacts');
	const { claude, workspace } = services;
	const isOpen = workspace.state.projects.length > 0;
	const project = isOpen
		? (await projectNamed(workspace, root)).project
		: await findProject(claude, claude.userHome, { isExplicit: true });
	const settings = await gatherSettings(claude, project);
	// Without a folder there are only the person's own settings.
	return { project, isOpen, settings: isOpen ? settings : settings.filter(({ scope }) => scope === 'user') };
}

async function currentOptions(
	{ claude }: Needs,
	{ project, isOpen }: Place,
	whole: PartChoices,
): Promise<Parameters<typeof askOptions>[1]> {
	const [{ optionsOf }, { cleanupDays }] = await Promise.all([
		import('../../node/hooks/installedFacts'),
		import('../../node/project/cleanupSetting'),
	]);
	const now = await optionsOf(claude, project);
	const isOn: PartChoices = { ...now, context: now.context !== 'off' };
	return {
		// What is there, and what an installation brings if nothing is said.
		ticked: INSTALL_PARTS.filter((part) => isOn[part] === true || whole[part] === true),
		cleanupDays: await cleanupDays(claude, project),
		hasProject: isOpen,
	};
}

/** The scopes of some settings, each once. */
function scopesOf(settings: readonly SettingsFacts[]): readonly Scope[] {
	return [...new Set(settings.flatMap(({ scope }) => scopeOf(scope) ?? []))];
}

function changesOf(planned: Planned): readonly PlannedChange[] {
	if (!planned.ok) throw refused(planned.error);
	return planned.value;
}

function refused({ file, refusal, changed, undo }: RefusedFile): Error {
	return new Error(`${refusalSentence(file, refusal, changed, undo)} ${refusalHint(refusal)}`);
}

function isReadByClaude(changes: readonly PlannedChange[]): boolean {
	return changes.every((change) => change.isReadByClaude);
}

function eventNames(): string {
	return HOOKS.join(', ');
}
