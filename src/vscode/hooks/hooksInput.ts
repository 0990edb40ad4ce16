// What a person is asked about the hooks: where they go, and what else is wanted beside them.
import * as vscode from 'vscode';
import { type DoctorFacts, type SettingsFacts, hasOurs, isStripped } from '../../core/hooks/doctorFacts';
import type { Choices } from '../../node/hooks/installation';
import { SCOPES } from '../../node/project/scope';
import { type Scope } from '../../node/project/scope';
import { orCancel } from '../commandBoundary';

/** So long Claude Code keeps transcripts for who asks for more. Days. */
export const LONG_CLEANUP_DAYS = 365;

/** Arguments come from a button, a key binding or another extension: whatever is no scope is none. */
export function scopeOf(value: string | undefined): Scope | undefined {
	return SCOPES.find((scope) => scope === value);
}

/** Where the hooks go. @param settings what is there now, of the scopes to choose from. */
export async function askScope(title: string, settings: readonly SettingsFacts[]): Promise<Scope> {
	const words: Readonly<Record<Scope, { label: string; detail: string }>> = {
		local: {
			label: `$(account) ${vscode.l10n.t('This project, only for me')}`,
			detail: vscode.l10n.t('Not in git. A good first choice.'),
		},
		project: {
			label: `$(organization) ${vscode.l10n.t('This project, for everybody who clones it')}`,
			detail: vscode.l10n.t('In git. Does nothing for those who do not use Session Keeper.'),
		},
		user: {
			label: `$(globe) ${vscode.l10n.t('All my projects')}`,
			detail: vscode.l10n.t('Your own settings of Claude Code.'),
		},
	};
	const picks = settings.flatMap((each) => {
		const scope = scopeOf(each.scope);
		return scope === undefined ? [] : [{ ...words[scope], description: stateOf(each), scope }];
	});
	const order: readonly Scope[] = ['local', 'project', 'user'];
	picks.sort((a, b) => order.indexOf(a.scope) - order.indexOf(b.scope));
	const options = { title, placeHolder: vscode.l10n.t('For which sessions of Claude Code?'), matchOnDetail: true };
	return orCancel(await vscode.window.showQuickPick(picks, options)).scope;
}

function stateOf(settings: SettingsFacts): string {
	if (isStripped(settings)) return vscode.l10n.t('was taken out');
	if (!hasOurs(settings)) return '';
	return settings.outdated.length > 0 ? vscode.l10n.t('installed, of another version') : vscode.l10n.t('installed');
}

/** What stands beside the hooks now. */
interface CurrentOptions {
	readonly options: DoctorFacts['options'];
	/** Days after which Claude Code deletes transcripts. */
	readonly cleanupDays: number;
	/** A project is open, so that its own files can change. */
	readonly hasProject: boolean;
}

/** The options of their own: each ticked as it stands, and what is ticked is what will be. */
export async function askOptions(title: string, current: CurrentOptions): Promise<Omit<Choices, 'scope'>> {
	const { options, cleanupDays, hasProject } = current;
	const isKeptLong = cleanupDays >= LONG_CLEANUP_DAYS;
	const picks = [
		...(hasProject
			? [
					{
						id: 'imports',
						label: vscode.l10n.t('Load the state of the project into every session'),
						detail: vscode.l10n.t('Two @ lines in .claude/CLAUDE.md: active-context.md and project-memory.md.'),
						picked: options.imports,
					},
				]
			: []),
		{
			id: 'commands',
			label: vscode.l10n.t('Slash commands in Claude Code'),
			detail: vscode.l10n.t(
				'/document-and-save, /resume-latest, /resume-from, /sessions-list, /discard-backup, /session, /save-session-protocol, /load-session-protocol: they do what the palette does. /session takes the place of a hidden command of Claude Code.',
			),
			picked: options.commands,
		},
		{
			id: 'rules',
			label: vscode.l10n.t('Let Claude save and park without asking'),
			detail: vscode.l10n.t('Permission rules for three calls of this program, in permissions.allow of the settings.'),
			picked: true,
		},
		{
			id: 'parkingRule',
			label: vscode.l10n.t('Let Claude park by itself'),
			detail: vscode.l10n.t('Tells every session the parking rule: what is put off becomes a parked item.'),
			picked: options.parkingRule,
		},
		...(isKeptLong
			? []
			: [
					{
						id: 'cleanup',
						label: vscode.l10n.t('Keep transcripts for a year'),
						detail: vscode.l10n.t('Claude Code deletes them after {0} days now (cleanupPeriodDays).', cleanupDays),
						picked: false,
					},
				]),
	];
	const picked = orCancel(
		await vscode.window.showQuickPick(picks, {
			title,
			canPickMany: true,
			placeHolder: vscode.l10n.t('What else? Enter goes on with what is ticked.'),
			ignoreFocusOut: true,
		}),
	);
	const has = (id: string): boolean => picked.some((each) => each.id === id);
	return {
		...(hasProject ? { imports: has('imports') } : {}),
		commands: has('commands'),
		rules: has('rules'),
		parkingRule: has('parkingRule'),
		...(has('cleanup') ? { cleanupDays: LONG_CLEANUP_DAYS } : {}),
	};
}
