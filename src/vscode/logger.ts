// The output channel of the extension, as the logger that all code knows.
// By name, like everything that is in extension.js: for a namespace the bundler needs code of its own, from one more file.
import { window } from 'vscode';
import type { IDisposable } from '../core/base/disposable';
import type { Logger } from '../core/base/ports';

export interface ChannelLogger extends Logger, IDisposable {
	/** Shows the channel to the person. */
	show(): void;
}

/** Writes to an output channel. Errors are written with their stack. */
export function createLogger(): ChannelLogger {
	const channel = window.createOutputChannel('Session Keeper', { log: true });
	return {
		info: (message) => channel.info(message),
		warn: (message) => channel.warn(message),
		error: (message, error) =>
			channel.error(
				error === undefined
					? message
					: `${message}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
			),
		show: () => channel.show(),
		dispose: () => channel.dispose(),
	};
}
