// What the file system refused of late, for a program that goes on: a command says it beside its answer, a window has no such moment.
import { Emitter, type IDisposable } from '../../core/base/disposable';
import { type Clock, type Logger, everyMs } from '../../core/base/ports';
import { POLL_MS } from '../base/folderWatcher';
import { takeRefused } from '../base/refused';

/** What somebody just knew what to do about is taken back before. */
const LOOK_MS = 5_000;
/** Everything is looked at again meanwhile: what was not refused since is over. */
const LASTS_MS = 2 * POLL_MS + LOOK_MS;

export class Refusals implements IDisposable {
	private readonly changed = new Emitter<undefined>();
	readonly onDidChange = this.changed.event;
	/** When each was refused last. */
	private readonly seen = new Map<string, number>();
	private readonly looking: IDisposable;

	constructor(private readonly options: { readonly clock: Clock; readonly logger: Logger }) {
		this.looking = everyMs(options.clock, LOOK_MS, () => this.look());
	}

	/** The errors' codes, the calls and the files, the oldest first. */
	get current(): readonly string[] {
		return [...this.seen.keys()];
	}

	dispose(): void {
		this.looking.dispose();
		this.changed.dispose();
	}

	private look(): void {
		const { clock, logger } = this.options;
		const before = this.seen.size;
		for (const words of takeRefused()) {
			if (!this.seen.has(words)) logger.warn(`could not be read or written: ${words}`);
			this.seen.set(words, clock.now());
		}
		const known = this.seen.size;
		for (const [words, atMs] of this.seen) if (clock.now() - atMs > LASTS_MS) this.seen.delete(words);
		if (known > before || this.seen.size < known) this.changed.fire(undefined);
	}
}
