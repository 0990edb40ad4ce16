// What can be taken back in this window, newest first. It is lost with the window; the trash is not.
import { showFailure } from './failures';

export interface UndoableAction {
	/** Name of what was done, or of what was taken away. */
	readonly name: string;
	/** By which the list of everything that can be undone knows it; of what is said of a session, its id. */
	readonly ids?: readonly string[];
	/** @returns whether there was something left to undo. */
	undo(): Promise<boolean>;
}

const DEPTH = 50;

export class UndoStack {
	private actions: readonly UndoableAction[] = [];
	private readonly undoing = new Set<UndoableAction>();

	get isEmpty(): boolean {
		return this.actions.length === 0;
	}

	push(action: UndoableAction): void {
		this.actions = [action, ...this.actions].slice(0, DEPTH);
	}

	/** It was taken back elsewhere, or nothing is to be written of it any more. */
	drop(id: string): void {
		this.actions = this.actions.filter(({ ids }) => ids?.includes(id) !== true);
	}

	/**
	 * Adds an action that a message offers to take back. The message may stay for as long as it likes, so nobody waits for
	 * it; what fails then is said like what a command fails at.
	 */
	offer(action: UndoableAction, isWanted: Promise<boolean>): void {
		this.push(action);
		void isWanted.then(async (isYes) => (isYes ? this.undo(action, false) : undefined)).catch(showFailure);
	}

	/** Takes each of some steps; all that they push is one action. */
	async asOne(name: string, steps: readonly ((own: UndoStack) => Promise<unknown>)[]): Promise<void> {
		const done: UndoableAction[] = [];
		try {
			for (const step of steps) {
				const own = new UndoStack();
				await step(own);
				done.unshift(...own.actions);
			}
		} finally {
			const undo = async (): Promise<boolean> => {
				let isAny = false;
				for (const action of done) isAny = (await action.undo()) || isAny;
				return isAny;
			};
			if (done.length > 0) this.push({ name, ids: done.flatMap(({ ids = [] }) => ids), undo });
		}
	}

	/**
	 * Takes back one action, the newest where none is named, and says which. One that fails, or is not done yet, stays where
	 * it is: who tries once more must not take back what is older.
	 * @param isSaid not for the button of a message that names it: of many messages in a moment VS Code shows three.
	 */
	async undo(action: UndoableAction | undefined = this.actions[0], isSaid = true): Promise<void> {
		if (action === undefined || !this.actions.includes(action) || this.undoing.has(action)) return;
		this.undoing.add(action);
		try {
			const isUndone = await action.undo();
			this.actions = this.actions.filter((each) => each !== action);
			const { sayNothingLeft, sayUndone } = await import('./notifications');
			if (!isUndone) sayNothingLeft(action.name);
			else if (isSaid) sayUndone(action.name);
		} finally {
			this.undoing.delete(action);
		}
	}
}
