import type { IDisposable } from '../core/base/disposable';
import type { Logger } from '../core/base/ports';

/** Registers a feature. One that throws is logged and left out; the others still load. */
export function registerFeature(name: string, logger: Logger, register: () => IDisposable): IDisposable {
	try {
		return register();
	} catch (error) {
		logger.error(`the feature “${name}” could not be registered`, error);
		return { dispose: () => undefined };
	}
}
