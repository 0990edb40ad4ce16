// What doctor says, before a face puts it into words: the verdict, a row for each hook and one for each settings file.
import type { SettingsScope } from '../claude/settings';
import type { HookFiring } from '../keeper/hookLog';
import { diagnose } from './doctor';
import type { DoctorFinding } from './doctor/finding';
import {
	type DoctorFacts,
	type InstalledFacts,
	type Probe,
	type SettingsFacts,
	hasOurs,
	probesOf,
} from './doctorFacts';
import { HOOKS } from './launcherCommand';

export interface DoctorReport {
	readonly verdict: 'good' | 'warning' | 'error';
	readonly errors: number;
	readonly warnings: number;
	/** Errors first. */
	readonly findings: readonly DoctorFinding[];
	readonly hooks: readonly HookRow[];
	/** Those that say something about the hooks. */
	readonly settings: readonly SettingsFacts[];
	/** Whether any settings hold hooks of ours: then there is something to repair and to uninstall. */
	readonly isInSettings: boolean;
}

export interface HookRow {
	readonly event: string;
	/** Whose settings hold it, of this version or another. */
	readonly scopes: readonly SettingsScope[];
	/** Its start, where it was tried. */
	readonly probe: Probe | undefined;
	/** In this project. */
	readonly last: HookFiring | undefined;
}

export function doctorReport(facts: DoctorFacts, nowMs: number): DoctorReport {
	const findings = diagnose(facts, nowMs);
	const errors = findings.filter(({ severity }) => severity === 'error').length;
	return {
		verdict: findings.length === 0 ? 'good' : errors === 0 ? 'warning' : 'error',
		errors,
		warnings: findings.length - errors,
		findings,
		hooks: hookRows(facts),
		settings: facts.settings.filter(isTelling),
		isInSettings: facts.settings.some(hasOurs),
	};
}

/** Each of our hooks with what is known of it. */
export function hookRows(facts: InstalledFacts): readonly HookRow[] {
	return HOOKS.map((event) => ({
		event,
		scopes: [
			...new Set(
				facts.settings
					.filter(({ current, outdated }) => current.includes(event) || outdated.includes(event))
					.map(({ scope }) => scope),
			),
		],
		probe: probesOf(facts).find((each) => each.event === event),
		last: facts.ownFirings.findLast((firing) => firing.event === event),
	}));
}

/** How a settings file stands to our hooks. One that is refused may hold anything. */
export function stateOfSettings(settings: SettingsFacts): 'refused' | 'outdated' | 'installed' | 'none' {
	if (settings.refusal !== undefined) return 'refused';
	return settings.outdated.length > 0 ? 'outdated' : settings.current.length > 0 ? 'installed' : 'none';
}

/** An organisation's settings matter where they say something; on most machines there are none. */
function isTelling(settings: SettingsFacts): boolean {
	return (
		settings.scope !== 'managed' ||
		stateOfSettings(settings) !== 'none' ||
		settings.disablesHooks ||
		settings.unknownKinds.length > 0
	);
}
