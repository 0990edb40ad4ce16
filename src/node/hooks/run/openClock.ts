import type { Clock } from '../../../core/base/ports';
import { clockFromEnvironment, systemClock } from '../../base/systemClock';

/** The clock of a hook: one that makes no sense is no reason to fail. */
export function openClock(env: NodeJS.ProcessEnv): Clock {
	try {
		return clockFromEnvironment(env);
	} catch {
		return systemClock;
	}
}
