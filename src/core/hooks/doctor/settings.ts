// What is wrong with the settings that Claude Code reads hooks from, each file on its own and all of them together.
import { say } from '../../base/say';
import { singleLine } from '../../base/text';
import { type DoctorFacts, type SettingsFacts, hasOurs, isFiring, isStripped } from '../doctorFacts';
import { idleSentence } from '../../keeper/idleHooks';
import { HOOKS } from '../launcherCommand';
import { type SettingsRefusal, refusalHint, refusalSentence } from '../../claude/refusal';
import { type DoctorFinding, askAdministrator, finding, install, newFindings, fixByHand, uninstall } from './finding';

/** One settings file on its own. */
export function settingsFindings(settings: SettingsFacts): readonly DoctorFinding[] {
	const { file, scope, refusal } = settings;
	const { found, add } = newFindings();
	if (refusal !== undefined) {
		const fix = isOpenable(refusal) ? fixByHand(file) : undefined;
		return [finding('settingsUnreadable', 'error', refusalSentence(file, refusal), file, fix, refusalHint(refusal))];
	}
	if (!settings.isReadByClaude)
		add(
			'settingsNotStrict',
			'error',
			idleSentence('notStrict'),
			file,
			scope === 'managed' ? undefined : install(scope, '--strict-json'),
			scope === 'managed' ? askAdministrator() : undefined,
		);
	if (settings.disablesHooks)
		add(
			'hooksDisabled',
			'error',
			idleSentence('disabled'),
			file,
			fixByHand(file),
			scope === 'managed' ? askAdministrator() : say('In {0}, remove "disableAllHooks" or set it to false.', file),
		);
	if (settings.unknownKinds.length > 0)
		add(
			'unknownHooks',
			'warning',
			say('Unknown hook events: older versions of Claude Code then ignore all hooks in the file.'),
			`${file}: ${settings.unknownKinds.map(singleLine).join(', ')}`,
			fixByHand(file),
			scope === 'managed' ? askAdministrator() : say('In {0}, remove these from "hooks", or update Claude Code.', file),
		);
	if (scope === 'managed') return found;
	const missing = missingEvents(settings);
	if (isStripped(settings))
		add(
			'hooksStripped',
			'error',
			say('The hooks were removed from the settings, as a running session may do: {0}.', missing.join(', ')),
			say('{0}, installed {1}', file, new Date(settings.installedMs ?? 0).toISOString()),
			install(scope),
		);
	else if (settings.outdated.length > 0 || (hasOurs(settings) && missing.length > 0))
		add(
			'hooksOutdated',
			'warning',
			say('The hooks in the settings are outdated or incomplete.'),
			`${file}: ${[...settings.outdated, ...missing].join(', ')}`,
			install(scope),
		);
	return found;
}

/** All of them together: whether the hooks are installed, and only once. */
export function installationFindings(facts: DoctorFacts): readonly DoctorFinding[] {
	const ours = facts.settings.filter(hasOurs);
	const { plugin } = facts;
	if (plugin !== undefined) {
		const scope = ours[0]?.scope;
		if (scope === undefined || scope === 'managed') return [];
		const message = say('The hooks run twice: from the plugin and from the settings.');
		const evidence = say('{0} in {1}, and {2}', singleLine(plugin.name), plugin.file, filesOf(ours));
		return [finding('installedTwice', 'warning', message, evidence, uninstall(scope))];
	}
	if (ours.length === 0) {
		const message = idleSentence('notInstalled');
		return facts.settings.some(isStripped) || isFiring(facts)
			? []
			: [finding('notInstalled', 'warning', message, filesOf(facts.settings), install('local'))];
	}
	if (!ours.some(({ isReadHere }) => isReadHere)) {
		const message = idleSentence('notReadHere');
		return [finding('notReadHere', 'warning', message, filesOf(ours), install('local'))];
	}
	// If the settings of a person and of a project on this machine have the same words, Claude Code runs them once.
	const isTwice = ours.length > 1 && ours.some(({ scope }) => scope === 'project');
	const message = say('The hooks run twice: from the shared settings of the project and from elsewhere.');
	return isTwice ? [finding('installedTwice', 'warning', message, filesOf(ours), uninstall('project'))] : [];
}

function missingEvents({ current, outdated }: SettingsFacts): readonly string[] {
	return HOOKS.filter((event) => !current.includes(event) && !outdated.includes(event));
}

/** Whether an editor can show the reason for a refusal. */
function isOpenable({ reason }: SettingsRefusal): boolean {
	return !['danglingLink', 'notAFile', 'linkInProject', 'unreadable'].includes(reason);
}

function filesOf(settings: readonly SettingsFacts[]): string {
	return settings
		.filter(({ scope }) => scope !== 'managed')
		.map(({ file }) => file)
		.join(', ');
}
