// What is wrong with the hooks' programs: whether they are there, and whether they run.
import { say } from '../../base/say';
import { singleLine } from '../../base/text';
import { type DoctorFacts, type LauncherFacts, hasOurs } from '../doctorFacts';
import { idleSentence } from '../../keeper/idleHooks';
import { AGAIN, type DoctorFinding, type Fix, finding, install } from './finding';

/** Claude Code waits for a hook. A person notices one that is slower than this. Milliseconds. */
const SLOW_MS = 2_000;

/** The launcher that the hooks are registered with: our own, or the one that the plugin brings. */
export function launcherFindings(facts: DoctorFacts): readonly DoctorFinding[] {
	const scope = facts.settings.find(hasOurs)?.scope;
	if (scope === undefined && facts.pluginLauncher !== undefined) {
		// No command of ours can fix what Claude Code keeps.
		const name = singleLine(facts.plugin?.name ?? '');
		const hint = say('The hooks come from the plugin {0}. Update or reinstall it with /plugin in Claude Code.', name);
		return runFindings(facts.pluginLauncher, undefined, hint);
	}
	return scope === undefined || scope === 'managed' ? [] : runFindings(facts.launcher, install(scope));
}

/** Whether a launcher is there, and whether each hook runs with it. @param fix what repairs it. */
function runFindings(facts: LauncherFacts, fix: Fix | undefined, hint?: string): readonly DoctorFinding[] {
	const { isInstalled, file, damaged } = facts;
	if (!isInstalled) return [finding('launcherMissing', 'error', idleSentence('launcherMissing'), file, fix, hint)];
	if (damaged.length === 0) return probeFindings(facts, fix, hint);
	const files = damaged.map(
		({ name, isMissing }) => `${singleLine(name)} (${isMissing ? say('missing') : say('changed')})`,
	);
	const message = say('Hook files are missing or changed, so the hooks that need them fail.');
	const evidence = say('beside {0}: {1}', file, files.join(', '));
	return [finding('hooksDamaged', 'error', message, evidence, fix, hint), ...probeFindings(facts, fix, hint)];
}

function probeFindings(
	{ file, probes }: LauncherFacts,
	fix: Fix | undefined,
	hint: string | undefined,
): readonly DoctorFinding[] {
	if (probes.length > 0 && probes.every(({ node }) => node === undefined))
		return [
			finding(
				'noRuntime',
				'error',
				say(
					'No hook runs: the launcher is damaged, or there is no Node 18 or newer on the PATH and no VS Code runtime.',
				),
				file,
				fix,
				hint,
			),
		];
	return probes.flatMap(({ event, ms, node, exitCode }) => {
		if (node === undefined || exitCode !== 0)
			return [
				finding(
					'hookBroken',
					'error',
					say('The {0} hook does not run.', event),
					node === undefined ? say('its program is missing') : say('Node {0}, exit code {1}', node, exitCode ?? '?'),
					fix,
					hint,
				),
			];
		if (ms <= SLOW_MS) return [];
		return [
			finding(
				'hookSlow',
				'warning',
				say('The {0} hook is slow to start.', event),
				say('{0} ms, Node {1}', Math.round(ms), node),
				AGAIN,
				say(
					'Try again when the machine is less busy. Node itself on the PATH starts sooner than the shim of a version manager.',
				),
			),
		];
	});
}
