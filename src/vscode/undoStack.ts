// What can be taken back in this window, newest first. It is lost with the window; the trash is not.
import * as vscode from 'vscode';
import { CONTEXT_KEYS } from './contributions';
import { showFailure } from './failures';

interface UndoableAction {
	/** Name of what was taken away. */
	readonly name: string;
	undo(): Promise<void>;
}

const DEPTH = 50;

export class UndoStack {
	private actions: readonly UndoableAction[] = [];

	push(action: UndoableAction): void {
		this.set([action, ...this.actions].slice(0, DEPTH));
	}

	/**
	 * Adds an action that a message offers to take back. The message may stay for as long as it likes, so nobody waits for
	 * it; what fails then is said like what a command fails at.
	 */
	offer(action: UndoableAction, isWanted: Promise<boolean>): void {
		this.push(action);
		void isWanted.then(async (isYes) => (isYes ? this.undo(action) : undefined)).catch(showFailure);
	}

	/** Takes back one action, the newest where none is named. @returns it, or nothing where there is none. */
	async undo(action: UndoableAction | undefined = this.actions[0]): Promise<UndoableAction | undefined> {
		if (action === undefined || !this.actions.includes(action)) return undefined;
		this.set(this.actions.filter((each) => each !== action));
		await action.undo();
		return action;
	}

	private set(actions: readonly UndoableAction[]): void {
		if (actions.length > 0 !== this.actions.length > 0)
			void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.canUndo, actions.length > 0);
		this.actions = actions;
	}
}
