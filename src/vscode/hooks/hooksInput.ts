// What a person is asked about the hooks: where they go, and what else is wanted beside them.
import * as vscode from 'vscode';
import { type SettingsFacts, hasOurs, isStripped } from '../../core/hooks/doctorFacts';
import { INSTALL_PARTS, type InstallPart, type SummaryPart } from '../../core/hooks/installParts';
import { HOOKS } from '../../core/hooks/launcherCommand';
import type { Choices } from '../../node/hooks/installation';
import { type Scope, SCOPES } from '../../core/claude/settings';
import { orCancel } from '../commandBoundary';

/** So long Claude Code keeps transcripts for who asks for more. Days. */
export const LONG_CLEANUP_DAYS = 365;

/** Arguments come from a button, a key binding or another extension: whatever is no scope is none. */
export function scopeOf(value: string | undefined): Scope | undefined {
	return SCOPES.find((scope) => scope === value);
}

/** Where the hooks go. @param settings what is there now, of the scopes to choose from. */
export async function askScope(title: string, settings: readonly SettingsFacts[]): Promise<Scope> {
	const words: Readonly<Record<Scope, vscode.QuickPickItem>> = {
		local: {
			label: vscode.l10n.t('Only me, this project'),
			iconPath: new vscode.ThemeIcon('account'),
			detail: vscode.l10n.t('Not in git (recommended)'),
		},
		project: {
			label: vscode.l10n.t('Everyone in this project'),
			iconPath: new vscode.ThemeIcon('organization'),
			detail: vscode.l10n.t('Shared through git. No effect for people without Session Keeper.'),
		},
		user: {
			label: vscode.l10n.t('Me, all projects'),
			iconPath: new vscode.ThemeIcon('globe'),
			detail: vscode.l10n.t('Your Claude Code settings'),
		},
	};
	const picks = SCOPES.flatMap((scope) => {
		const [first, ...others] = settings.filter((each) => each.scope === scope);
		if (first === undefined) return [];
		return [{ ...words[scope], description: stateOf([first, ...others].find(hasOurs) ?? first), scope }];
	});
	const order: readonly Scope[] = ['local', 'project', 'user'];
	picks.sort((a, b) => order.indexOf(a.scope) - order.indexOf(b.scope));
	const options = { title, placeHolder: vscode.l10n.t('Scope of the hooks'), matchOnDetail: true };
	return orCancel(await vscode.window.showQuickPick(picks, options)).scope;
}

function stateOf(settings: SettingsFacts): string {
	if (isStripped(settings)) return vscode.l10n.t('was removed');
	if (!hasOurs(settings)) return '';
	return settings.outdated.length > 0 ? vscode.l10n.t('installed, other version') : vscode.l10n.t('installed');
}

/** What stands beside the hooks now. */
interface CurrentOptions {
	/** Parts that are there, or that come if nothing is said. */
	readonly ticked: readonly InstallPart[];
	/** Days after which Claude Code deletes transcripts. */
	readonly cleanupDays: number;
	/** A project is open, so that its own files can change. */
	readonly hasProject: boolean;
}

/** The parts besides the hooks, in a few words each, and in more. */
function partWords(): Readonly<Record<InstallPart, { readonly label: string; readonly detail: string }>> {
	return {
		commands: {
			label: vscode.l10n.t('Slash commands, a skill and tools (MCP) in Claude Code'),
			detail: vscode.l10n.t(
				'/document-and-save, /resume-latest, /resume-from, /sessions-list, /discard-backup, /session, /save-session-protocol, /load-session-protocol: the commands of this extension, inside Claude Code. /session replaces a hidden built-in command.',
			),
		},
		rules: {
			label: vscode.l10n.t('Let Claude park, save, resume and list without permission prompts'),
			detail: vscode.l10n.t('Adds permission rules for these commands to permissions.allow.'),
		},
		parkingRule: {
			label: vscode.l10n.t('Let Claude park items'),
			detail: vscode.l10n.t('Claude parks ideas that you put off.'),
		},
		context: {
			label: vscode.l10n.t('Give new sessions context from the previous one'),
			detail: vscode.l10n.t('Briefly, at the start; see the setting sessionKeeper.hooks.injectContext.'),
		},
		imports: {
			label: vscode.l10n.t('Give every session the project context'),
			detail: vscode.l10n.t('Adds two imports to .claude/CLAUDE.md, which is in git.'),
		},
	};
}

/** The options of their own: each ticked as it will be. */
export async function askOptions(title: string, current: CurrentOptions): Promise<Omit<Choices, 'scope'>> {
	const { ticked, cleanupDays, hasProject } = current;
	const isKeptLong = cleanupDays >= LONG_CLEANUP_DAYS;
	const words = partWords();
	const parts = INSTALL_PARTS.filter((part) => part !== 'imports' || hasProject);
	const picks = [
		...parts.map((part) => ({ id: part as string, ...words[part], picked: ticked.includes(part) })),
		...(isKeptLong
			? []
			: [
					{
						id: 'cleanup',
						label: vscode.l10n.t('Keep transcripts for a year'),
						detail: vscode.l10n.t('Currently {0} days (cleanupPeriodDays).', cleanupDays),
						picked: false,
					},
				]),
	];
	const picked = orCancel(
		await vscode.window.showQuickPick(picks, {
			title,
			canPickMany: true,
			placeHolder: vscode.l10n.t('Select options (optional)'),
			ignoreFocusOut: true,
		}),
	);
	const has = (id: string): boolean => picked.some((each) => each.id === id);
	return {
		...Object.fromEntries(parts.map((part) => [part, has(part)])),
		...(has('cleanup') ? { cleanupDays: LONG_CLEANUP_DAYS } : {}),
	};
}

/** What an installation comes to: each part, and below it its place. @param shown shortens the name of a file. */
export function summaryText(parts: readonly SummaryPart[], shown: (file: string) => string): string {
	const words = partWords();
	const labels: Readonly<Record<SummaryPart['part'], string>> = {
		hooks: vscode.l10n.t('Hooks: {0}', HOOKS.join(', ')),
		commands: words.commands.label,
		rules: words.rules.label,
		parkingRule: words.parkingRule.label,
		context: words.context.label,
		imports: words.imports.label,
		cleanup: vscode.l10n.t('Keep transcripts for a year'),
		exclude: vscode.l10n.t('Hide the settings from git'),
	};
	const lines = parts.flatMap(({ part, state, files }) =>
		state === 'in'
			? [`+ ${labels[part]}`, ...files.map((file) => `  ${shown(file)}`)]
			: [`- ${labels[part]}: ${vscode.l10n.t('left out')}`],
	);
	return [...lines, vscode.l10n.t('Then start a new Claude Code session.')].join('\n');
}
