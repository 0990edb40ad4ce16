// What can be taken back in this window, newest first. It is lost with the window; the trash is not.
import { showFailure } from './failures';

interface UndoableAction {
	/** Name of what was taken away. */
	readonly name: string;
	/** By which the list of everything that can be undone knows it. */
	readonly ids?: readonly string[];
	undo(): Promise<void>;
}

const DEPTH = 50;

export class UndoStack {
	private actions: readonly UndoableAction[] = [];

	get isEmpty(): boolean {
		return this.actions.length === 0;
	}

	push(action: UndoableAction): void {
		this.actions = [action, ...this.actions].slice(0, DEPTH);
	}

	/** It was taken back elsewhere. */
	drop(id: string): void {
		this.actions = this.actions.filter(({ ids }) => ids?.includes(id) !== true);
	}

	/**
	 * Adds an action that a message offers to take back. The message may stay for as long as it likes, so nobody waits for
	 * it; what fails then is said like what a command fails at.
	 */
	offer(action: UndoableAction, isWanted: Promise<boolean>): void {
		this.push(action);
		void isWanted.then(async (isYes) => (isYes ? this.undo(action) : undefined)).catch(showFailure);
	}

	/** Takes each of some steps; all that they push is one action. */
	async asOne(name: string, steps: readonly ((own: UndoStack) => Promise<unknown>)[]): Promise<void> {
		const done: UndoStack[] = [];
		const undo = async (): Promise<void> => {
			for (const own of done) while ((await own.undo()) !== undefined);
		};
		try {
			for (const step of steps) {
				done.unshift(new UndoStack());
				await step(done[0] ?? this);
			}
		} finally {
			this.push({ name, undo });
		}
	}

	/** Takes back one action, the newest where none is named. @returns it, or nothing where there is none. */
	async undo(action: UndoableAction | undefined = this.actions[0]): Promise<UndoableAction | undefined> {
		if (action === undefined || !this.actions.includes(action)) return undefined;
		this.actions = this.actions.filter((each) => each !== action);
		await action.undo();
		return action;
	}
}
