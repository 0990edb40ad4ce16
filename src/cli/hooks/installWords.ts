// What `hooks install` says of its parts: their options, and the summary that stands before the change.
import { HOOKS } from '../../core/hooks/launcherCommand';
import { INSTALL_PARTS, type InstallPart, type PartChoices, type SummaryPart } from '../../core/hooks/installParts';
import type { SettingsScope } from '../../core/claude/settings';
import { singleLine } from '../../core/base/text';
import { SLASH_COMMANDS } from '../../core/claude/slashCommands';
import type { Wish } from '../../node/hooks/installChange';
import type { LeftForOthers } from '../../node/hooks/installation';
import type { PlannedChange } from '../../node/hooks/plannedChange';
import { shownPath } from '../../node/claude/claudeHome';
import type { Values } from '../group';
import { UsageError } from '../io';

/** Each part has an option that says it, and one with `no-` in front that leaves it out. */
const OPTIONS: Readonly<Record<InstallPart, string>> = {
	commands: 'commands',
	rules: 'rules',
	parkingRule: 'parking-rule',
	context: 'context',
	imports: 'imports',
};

/** What was said of the parts. @throws UsageError where both was said of one. */
export function partsOf(values: Values): PartChoices {
	const said = INSTALL_PARTS.flatMap((part) => {
		const [isIn, isOut] = [values[OPTIONS[part]] === true, values[`no-${OPTIONS[part]}`] === true];
		if (isIn && isOut) throw new UsageError(`Either --${OPTIONS[part]} or --no-${OPTIONS[part]}.`);
		return isIn || isOut ? [[part, isIn] as const] : [];
	});
	return Object.fromEntries(said);
}

/** The command that does again what somebody asked for. */
export function wishWords({ scope, parts, isMadeStrict }: Wish): string {
	const said = INSTALL_PARTS.flatMap((part) =>
		parts?.[part] === undefined ? [] : [` --${parts[part] ? '' : 'no-'}${OPTIONS[part]}`],
	);
	const strict = isMadeStrict === true ? ' --strict-json' : '';
	return `hooks ${parts === undefined ? 'uninstall' : 'install'} --scope ${scope}${said.join('')}${strict}`;
}

const FOR_WHOM: Readonly<Record<SettingsScope, string>> = {
	local: 'for you, in this project',
	project: 'for everybody who clones this project',
	user: 'for you, in all your projects',
	managed: '',
};

/** What each part is, in a few words. */
const WORDS: Readonly<Record<SummaryPart['part'], string>> = {
	hooks: 'hooks: each session is backed up when it ends or is compacted',
	commands: 'slash commands, a skill and tools (MCP)',
	rules: 'permission rules: Claude does not ask before it parks, saves, resumes or lists',
	parkingRule: 'parking rule: Claude parks what you put off, in all your projects',
	context: 'context: a new session gets a short summary of the last one',
	imports: 'imports: every session loads active-context.md and project-memory.md; git shows them',
	cleanup: 'transcripts: Claude Code keeps them for longer',
	exclude: 'git ignores these settings',
};

/** At most ten lines: what would be there afterwards, and what is left out. */
export function installText(scope: SettingsScope, parts: readonly SummaryPart[], userHome: string): string {
	const lines = parts.map(({ part, state, files }) => {
		const option = isPart(part) ? OPTIONS[part] : '';
		const where = files.map((file) => singleLine(shownPath(file, userHome))).join(', ');
		if (state === 'in') return `+ ${WORDS[part]}: ${where}`;
		if (state === 'noPlace') return `- ${WORDS[part]}: not added, permissions.allow in ${where} is not a list`;
		return `- ${WORDS[part]}: ${state === 'out' ? 'left out' : `not added; --${option} adds it`}`;
	});
	const on = parts.flatMap(({ part, state }) => (state === 'in' && isPart(part) ? [`--no-${OPTIONS[part]}`] : []));
	return [
		`What is installed ${FOR_WHOM[scope]} (scope ${scope}):`,
		...lines,
		...(on.length === 0 ? [] : [`To leave a part out: ${on.join(', ')}`]),
	].join('\n');
}

/** What an installation did. @param next what a person does next, where there is anything new. */
export function installedText(changes: readonly PlannedChange[], next: string): string {
	const changed = changes.filter(({ before, after }) => before !== after);
	const hooks = changes.find(({ what }) => what === 'hooks');
	const commands = changed.filter(({ what, after }) => what === 'commands' && after !== undefined);
	const others = changed.filter(({ what }) => what !== 'commands' && what !== 'hooks');
	return [
		`${hooks !== undefined && changed.includes(hooks) ? 'Installed' : 'Already installed'}: ${HOOKS.slice(0, -1).join(', ')} and ${HOOKS.at(-1)} in ${singleLine(hooks?.file ?? '')}`,
		...(commands.length === 0
			? []
			: [`Installed: ${commands.length} of ${SLASH_COMMANDS.length} slash commands and skills`]),
		...others.map(({ file }) => `Changed: ${singleLine(file)}`),
		...(changed.length === 0 ? [] : [next]),
	].join('\n');
}

/** What an uninstallation left, as lines of their own; nothing where nothing was left. */
export function leftText({ commands, folders, settings, kept }: LeftForOthers): string {
	const stays = kept.length === 0 ? '' : `\nWhat was kept stays: ${kept.map(singleLine).join(' and ')}.`;
	if (settings.length === 0) return stays;
	const what = [
		...(commands === 0 ? [] : [`${commands} slash commands and skills in ${folders.map(singleLine).join(' and ')}`]),
		'what all your projects share in our own settings',
	];
	return `\nLeft for other projects: ${what.join(', and ')}.\nThey have hooks in ${settings.map(singleLine).join(', ')}; all of it goes with the last of them.${stays}`;
}

function isPart(part: SummaryPart['part']): part is InstallPart {
	return Object.hasOwn(OPTIONS, part);
}
