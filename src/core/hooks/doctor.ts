// What is wrong with the hooks, judged from facts. Each finding says how it is known and what fixes it.
import { firingFindings } from './doctor/firings';
import type { DoctorFinding } from './doctor/finding';
import { launcherFindings } from './doctor/launcher';
import { installationFindings, settingsFindings } from './doctor/settings';
import { privacyFindings } from './doctor/privacy';
import { surroundingFindings } from './doctor/surroundings';
import type { DoctorFacts } from './doctorFacts';

/** All findings, errors first. None means that everything that can be proven works. */
export function diagnose(facts: DoctorFacts, nowMs: number): readonly DoctorFinding[] {
	const findings = [
		...facts.settings.flatMap(settingsFindings),
		...installationFindings(facts),
		...launcherFindings(facts),
		...firingFindings(facts, nowMs),
		...surroundingFindings(facts),
		...privacyFindings(facts.privacy),
	];
	return [...findings.filter(isError), ...findings.filter((finding) => !isError(finding))];
}

function isError({ severity }: DoctorFinding): boolean {
	return severity === 'error';
}
