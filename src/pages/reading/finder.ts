// The find bar: what is typed is looked for in the whole session, and each hit is gone to.
import type { FromReader, ReaderWords, ToReader } from '../../core/reading/readerMessages';

type Hits = Extract<ToReader, { type: 'hits' }>;
type Found = Hits['places'][number];

/** Typing goes on meanwhile. */
const PAUSE_MS = 150;

export class Finder {
	private readonly bar = elementOf('find');
	private readonly input = elementOf('find-input') as HTMLInputElement;
	private readonly count = elementOf('find-count');
	private places: readonly Found[] = [];
	private isLimited = false;
	private at = -1;
	private timer: ReturnType<typeof setTimeout> | undefined;

	/** @param go to a hit, with the words that are marked; without a hit the words alone */
	constructor(
		private readonly words: ReaderWords,
		private readonly post: (message: FromReader) => void,
		private readonly go: (place: Found | undefined, words: readonly string[]) => void,
	) {
		this.input.addEventListener('input', () => {
			clearTimeout(this.timer);
			this.timer = setTimeout(() => this.ask(), PAUSE_MS);
		});
		this.input.addEventListener('keydown', (event) => {
			if (event.key !== 'Enter') return;
			event.preventDefault();
			this.step(event.shiftKey ? -1 : 1);
		});
		this.bar.addEventListener('keydown', (event) => {
			if (event.key === 'Escape') this.close();
		});
		elementOf('find-next').addEventListener('click', () => this.step(1));
		elementOf('find-previous').addEventListener('click', () => this.step(-1));
		elementOf('find-close').addEventListener('click', () => this.close());
	}

	open(): void {
		this.bar.hidden = false;
		const selected = getSelection()?.toString().trim() ?? '';
		if (selected !== '' && !selected.includes('\n')) this.input.value = selected;
		this.input.focus();
		this.input.select();
		this.ask();
	}

	/** What was looked for was found. Answers to what was typed before are old, and nobody waits for any once it is closed. */
	show({ text, places, isLimited }: Hits): void {
		if (this.bar.hidden || text !== this.input.value.trim()) return;
		this.places = places;
		this.isLimited = isLimited;
		this.at = -1;
		this.step(1);
	}

	private ask(): void {
		const text = this.input.value.trim();
		if (text !== '') return this.post({ type: 'find', text });
		this.places = [];
		this.count.textContent = '';
		this.go(undefined, []);
	}

	private step(by: 1 | -1): void {
		const { length } = this.places;
		if (length === 0) {
			this.count.textContent = this.input.value.trim() === '' ? '' : this.words.noHits;
			return this.go(undefined, []);
		}
		this.at = (this.at + by + length) % length;
		this.count.textContent = filled(this.isLimited ? this.words.manyHits : this.words.hits, this.at + 1, length);
		this.go(this.places[this.at], [this.input.value.trim()]);
	}

	private close(): void {
		clearTimeout(this.timer);
		this.bar.hidden = true;
		this.go(undefined, []);
		elementOf('main').focus({ preventScroll: true });
	}
}

/** An element of the page's frame. */
export function elementOf(id: string): HTMLElement {
	const element = document.getElementById(id);
	if (element === null) throw new Error(`The page has no ${id}`);
	return element;
}

function filled(words: string, ...numbers: readonly number[]): string {
	return words.replace(/\{(\d)\}/gu, (_, at) => String(numbers[Number(at)] ?? ''));
}
