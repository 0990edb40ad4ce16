// Something on the screen that is drawn again only where it looks different, and that follows the clock: ages and the like
// change without anything happening.
import { MINUTE_MS } from './dates';
import type { IDisposable } from './disposable';
import { type Clock, everyMs } from './ports';

interface DrawingOptions {
	readonly clock: Clock;
	/** All that can be seen of it now, and what a click on it depends on: plain data. */
	readonly look: () => unknown;
	/** Nothing is looked at for a clock that nobody sees. */
	readonly isVisible: () => boolean;
	readonly draw: () => void;
}

export class Drawing implements IDisposable {
	private readonly minutes: IDisposable;
	private drawn: string | undefined;

	constructor(private readonly options: DrawingOptions) {
		const { clock, isVisible } = options;
		this.minutes = everyMs(clock, MINUTE_MS, () => isVisible() && this.refresh());
	}

	/** It was drawn just now, as it is. */
	noteDrawn(): void {
		this.drawn = this.look();
	}

	/** Draws it where it looks different now. What nobody has drawn yet is not drawn either. */
	refresh(): void {
		if (this.drawn === undefined) return;
		const now = this.look();
		if (now === this.drawn) return;
		this.drawn = now;
		this.options.draw();
	}

	dispose(): void {
		this.minutes.dispose();
	}

	private look(): string {
		return JSON.stringify(this.options.look());
	}
}
