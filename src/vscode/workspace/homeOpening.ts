// When Home opens by itself: as soon as our side bar is shown for the first time, or in each new window where the person
// wants that. After that, only who asks for it gets it.
import * as vscode from 'vscode';
import { Emitter, type Event, type IDisposable } from '../../core/base/disposable';
import type { Logger, Memento } from '../../core/base/ports';
import { callCommand } from '../commandArguments';
import type { Configuration } from '../configuration';
import { COMMANDS, HOME, INSIGHTS } from '../contributions';

/** Remembered over windows and restarts. */
const WAS_OPENED = 'home.wasOpened';

const PAGES = [
	[HOME, COMMANDS.openHome],
	[INSIGHTS, COMMANDS.openInsights],
] as const;

export interface HomeOpening extends IDisposable {
	/** Whether Home was ever open. */
	readonly wasOpened: boolean;
	noteOpened(): void;
	/** The window is ready. */
	started(): void;
	/** A view of ours is on the screen. */
	revealed(): void;
	/** Tells of each time. */
	readonly onDidReveal: Event<undefined>;
}

export function createHomeOpening(memento: Memento, configuration: () => Configuration, logger: Logger): HomeOpening {
	const reveals = new Emitter<undefined>((error) => logger.error('a listener failed', error));
	const wasOpened = (): boolean => memento.get<boolean>(WAS_OPENED) === true;
	const noteOpened = (): void => void memento.update(WAS_OPENED, true);
	// Without a folder there is nothing to say, so that is not yet the first time.
	const open = (): void => {
		if (vscode.workspace.workspaceFolders === undefined) return;
		// At once: all views tell of the first time, and who calls it twice leads the focus there.
		noteOpened();
		void callCommand(COMMANDS.openHome);
	};
	// Pages come back as they were when the window was closed.
	const restoring = PAGES.map(([kind, command]) =>
		vscode.window.registerWebviewPanelSerializer(kind, {
			deserializeWebviewPanel: async (panel) => void (await callCommand(command, panel)),
		}),
	);
	return {
		dispose: () => restoring.forEach((each) => void each.dispose()),
		get wasOpened() {
			return wasOpened();
		},
		noteOpened,
		started: () => {
			if (configuration().homeOpens === 'startup') open();
		},
		onDidReveal: reveals.event,
		revealed: () => {
			reveals.fire(undefined);
			if (!wasOpened() && configuration().homeOpens === 'once') open();
		},
	};
}
