// The index at the side: turns along a line of time, with the one that is being read.
import type { ReaderWords, TurnRow } from '../../core/reading/readerMessages';

export class Turns {
	private rows: TurnRow[] = [];
	private current = 0;

	/** @param place a list */
	constructor(
		private readonly place: HTMLElement,
		private readonly words: ReaderWords,
		go: (turn: TurnRow) => void,
	) {
		place.addEventListener('click', (event) => {
			const link = (event.target as Element).closest<HTMLElement>('a[data-turn]');
			const turn = this.rows[Number(link?.dataset['turn']) - 1];
			if (turn === undefined) return;
			event.preventDefault();
			go(turn);
		});
	}

	/** The turns from one on. */
	lay(first: number, turns: readonly TurnRow[]): void {
		this.rows = [...this.rows.slice(0, first), ...turns];
		while (this.place.children.length > first) this.place.lastElementChild?.remove();
		this.place.append(...turns.map((turn) => this.item(turn)));
		this.mark(this.current);
	}

	get(number: number): TurnRow | undefined {
		return this.rows[number - 1];
	}

	/** The turn that is being read. */
	mark(number: number): void {
		this.current = number;
		for (const link of this.place.querySelectorAll('[aria-current]')) link.removeAttribute('aria-current');
		const link = this.place.children[number - 1]?.querySelector('a');
		link?.setAttribute('aria-current', 'true');
		if (link === null || link === undefined) return;
		showIn(link);
		// Rows that were not drawn before have their real height now.
		requestAnimationFrame(() => showIn(link));
	}

	private item({ number, title, time, day, gap, isAbandoned }: TurnRow): HTMLElement {
		const item = document.createElement('li');
		if (day !== undefined) item.append(part('div', 'day', day));
		if (gap !== undefined) item.append(part('div', 'gap', gap));
		const link = document.createElement('a');
		link.href = `#turn-${number}`;
		link.dataset['turn'] = String(number);
		link.title = title;
		if (time !== '') link.append(part('time', '', time));
		link.append(part('span', 'words', title));
		if (isAbandoned) {
			item.className = 'abandoned';
			link.append(part('span', 'hidden', ` (${this.words.abandoned})`));
		}
		item.append(link);
		return item;
	}
}

/** Scrolls the index to a row of it, unless somebody is in there. The page itself must not move for it. */
function showIn(link: Element): void {
	const nav = link.closest('nav');
	if (nav === null || nav.contains(document.activeElement)) return;
	const [box, row] = [nav.getBoundingClientRect(), link.getBoundingClientRect()];
	if (row.top < box.top || row.bottom > box.bottom) nav.scrollTop += row.top - box.top - box.height / 3;
}

function part(tag: string, name: string, text: string): HTMLElement {
	const element = document.createElement(tag);
	if (name !== '') element.className = name;
	element.textContent = text;
	return element;
}
