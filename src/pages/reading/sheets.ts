// The pages of a session, one below the other: each has its place from the beginning, and its content while it is near.
import type { FromReader } from '../../core/reading/readerMessages';
import { redraw } from './redraw';

/** About how high a page is for its bytes, until it was drawn. */
const HEIGHT_OF_BYTE = 0.03;
const LOWEST = 60;
/** So many pages stay drawn: of more, those that are farthest away are taken out again. */
const KEPT = 24;
/** Pages are asked for before they are seen. */
const AHEAD = '1200px 0px';

interface Sheet {
	readonly element: HTMLElement;
	isWanted: boolean;
	/** What it holds, once it is drawn. */
	html: string | undefined;
}

export class Sheets {
	private readonly sheets: Sheet[] = [];
	private readonly seen: IntersectionObserver;
	private readonly waiting = new Map<number, (() => void)[]>();

	/**
	 * @param place where they go
	 * @param onDrawn a page was drawn, for the first time or anew
	 */
	constructor(
		private readonly place: HTMLElement,
		private readonly post: (message: FromReader) => void,
		private readonly onDrawn: (sheet: HTMLElement) => void,
	) {
		this.seen = new IntersectionObserver(
			(changes) => {
				for (const { target, isIntersecting } of changes)
					if (isIntersecting) this.want(Number((target as HTMLElement).dataset['at']));
			},
			{ rootMargin: AHEAD },
		);
	}

	/** Elements that hold something. */
	get drawn(): readonly HTMLElement[] {
		return this.sheets.filter(({ html }) => html !== undefined).map(({ element }) => element);
	}

	/** The pages from one on, by their bytes. What was drawn there is drawn anew once it has come. */
	lay(first: number, bytes: readonly number[]): void {
		for (const { element } of this.sheets.splice(first + bytes.length)) this.drop(element);
		for (const [at, size] of bytes.entries()) {
			const sheet = this.sheets[first + at] ?? this.add(first + at);
			if (sheet.html === undefined) sheet.element.style.height = `${Math.max(LOWEST, size * HEIGHT_OF_BYTE)}px`;
			sheet.isWanted = false;
			// Asked again whether it is seen.
			this.seen.unobserve(sheet.element);
			this.seen.observe(sheet.element);
		}
	}

	/** A page has come. */
	draw(at: number, html: string): void {
		const sheet = this.sheets[at];
		if (sheet === undefined || sheet.html === html) return;
		const { element } = sheet;
		// Drawn as a whole it would lose the selection, the focus and what is unfolded.
		if (sheet.html === undefined) element.innerHTML = html;
		else redraw(element, sheet.html, html);
		element.style.height = '';
		sheet.html = html;
		this.onDrawn(element);
		for (const resolve of this.waiting.get(at) ?? []) resolve();
		this.waiting.delete(at);
		this.thin(at);
	}

	/** The element of a page, once it is drawn. Nothing where there is none. */
	async at(at: number): Promise<HTMLElement | undefined> {
		const sheet = this.sheets[at];
		if (sheet === undefined) return undefined;
		sheet.element.scrollIntoView();
		if (sheet.html === undefined)
			await new Promise<void>((resolve) => {
				this.waiting.set(at, [...(this.waiting.get(at) ?? []), resolve]);
				this.want(at);
			});
		return sheet.element;
	}

	private want(at: number): void {
		const sheet = this.sheets[at];
		if (sheet === undefined || sheet.isWanted) return;
		sheet.isWanted = true;
		this.post({ type: 'want', at });
	}

	private add(at: number): Sheet {
		const element = document.createElement('div');
		element.className = 'sheet';
		element.dataset['at'] = String(at);
		this.place.append(element);
		const sheet = { element, isWanted: false, html: undefined };
		this.sheets[at] = sheet;
		return sheet;
	}

	private drop(element: HTMLElement): void {
		this.seen.unobserve(element);
		element.remove();
	}

	/** Takes out what is far from a page. What has the focus or a part of the selection stays. */
	private thin(near: number): void {
		const drawn = [...this.sheets.entries()].filter(([, { html }]) => html !== undefined);
		const far = drawn
			.sort(([a], [b]) => Math.abs(b - near) - Math.abs(a - near))
			.slice(0, Math.max(0, drawn.length - KEPT));
		for (const [, sheet] of far) {
			const { element } = sheet;
			if (element.contains(document.activeElement) || getSelection()?.containsNode(element, true) === true) continue;
			element.style.height = `${element.offsetHeight}px`;
			element.replaceChildren();
			sheet.isWanted = false;
			sheet.html = undefined;
		}
	}
}
