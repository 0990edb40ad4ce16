// The page of a session: draws what the extension sends, and tells it what is wanted. All text of the transcript comes as
// HTML that the extension has made of it, under a policy that runs nothing and loads nothing.
import type { FromReader, ReaderAction, ReaderWords, ToReader, TurnRow } from '../../core/reading/readerMessages';
import { Finder, elementOf } from './finder';
import { paint, rangesOf } from './marks';
import { Sheets } from './sheets';
import { Turns } from './turns';

interface Api {
	postMessage(message: FromReader): void;
	getState(): unknown;
	setState(state: { readonly turn: number }): void;
}
declare function acquireVsCodeApi(): Api;
declare const CSS: { escape(text: string): string };

/** So near to the end somebody reads along. */
const END = 80;

const api = acquireVsCodeApi();
const post = (message: FromReader): void => api.postMessage(message);
const words = JSON.parse(document.body.dataset['words'] ?? '{}') as ReaderWords;
const main = elementOf('main');
const header = elementOf('header');

/** What is marked wherever it stands. */
let marked: readonly string[] = [];
let current = 0;
/** Where somebody wanted to be, and where on the screen, until they scroll: what is drawn above it must not push it away. */
let goal: { readonly element: Element; readonly block: 'start' | 'center' } | undefined;
/** Somebody is where they wanted to be, or on the way. */
let isPlaced = false;
/** The end was asked for by key, and nothing else since: scrolling there takes a while, and it may move meanwhile. */
let wantsEnd = false;
/** Ways that were begun: who wants to be somewhere else meanwhile is not led to the place before. */
let ways = 0;

const sheets = new Sheets(main, post, (sheet) => {
	markWords();
	letScroll(sheet);
});
const turns = new Turns(elementOf('turns'), words, (turn) => void goToTurn(turn));
const finder = new Finder(words, post, (place, found) => {
	marked = found;
	if (place === undefined) markWords();
	else void go(place.page, place.id === undefined ? undefined : byMessage(place.id), true);
});

addEventListener('message', ({ data }: MessageEvent<ToReader>) => {
	switch (data.type) {
		case 'index':
			return showIndex(data);
		case 'page': {
			const wasAtEnd = isAtEnd();
			sheets.draw(data.at, data.html);
			hold();
			if (wasAtEnd && isPlaced && isFollowing) scrollTo(0, document.body.scrollHeight);
			return seeTurn();
		}
		case 'go':
			isPlaced = true;
			marked = data.words;
			if (data.place === undefined) {
				goal = undefined;
				ways++;
				isFollowing = true;
				return scrollTo(0, document.body.scrollHeight);
			}
			return void go(data.place.page, data.place.id === undefined ? undefined : byMessage(data.place.id), true);
		case 'hits':
			return finder.show(data);
		case 'agent':
			return showAgent(data);
		case 'step': {
			const turn = turns.get(current + data.by);
			return turn === undefined ? undefined : void goToTurn(turn);
		}
		case 'find':
			return finder.open();
	}
});

/** The page was at its end when something was appended. */
let isFollowing = false;

function showIndex({
	firstPage,
	pages,
	firstTurn,
	turns: rows,
	name,
	facts,
	isDone,
	isListed,
}: Extract<ToReader, { type: 'index' }>): void {
	isFollowing = isPlaced && isAtEnd();
	document.title = elementOf('name').textContent = name;
	elementOf('facts').textContent = facts;
	sheets.lay(firstPage, pages);
	turns.lay(firstTurn, rows);
	elementOf('nav').hidden = turns.get(2) === undefined;
	for (const button of header.querySelectorAll<HTMLElement>('[data-listed]')) button.hidden = !isListed;
	main.setAttribute('aria-busy', String(!isDone));
	if (isFollowing) scrollTo(0, document.body.scrollHeight);
	const { turn } = (api.getState() ?? {}) as { turn?: number };
	const known = turn === undefined ? undefined : turns.get(turn);
	// After a reload of the window.
	if (!isPlaced && known !== undefined && known.number > 1) void goToTurn(known);
	isPlaced ||= isDone;
}

/** Somebody scrolls. */
function letGo(toEnd = false): void {
	goal = undefined;
	wantsEnd = toEnd;
}

function isAtEnd(): boolean {
	return wantsEnd || innerHeight + scrollY >= document.body.scrollHeight - END;
}

const byMessage = (id: string): string => `[data-ids~="${CSS.escape(id)}"]`;

function goToTurn({ page, number }: TurnRow): Promise<void> {
	return go(page, `#turn-${number}`, false);
}

/** @param isHere shows the place itself: the words there, or all of it. */
async function go(page: number, selector: string | undefined, isHere: boolean): Promise<void> {
	isPlaced = true;
	wantsEnd = false;
	const way = ++ways;
	const sheet = await sheets.at(page);
	if (way !== ways) return;
	const found = selector === undefined ? sheet : (sheet?.querySelector<HTMLElement>(selector) ?? sheet);
	if (found === undefined) return;
	const place = found.tagName === 'H2' ? (found.parentElement ?? found) : found;

	const [first] = isHere ? rangesOf([place], marked) : [];
	const element = first?.startContainer.parentElement ?? place;
	for (let fold = element.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null)
		fold.open = true;
	goal = { element, block: first === undefined ? 'start' : 'center' };
	hold();
	// By keyboard one goes on from there, and a screen reader says where that is.
	const focused = place.classList.contains('turn') ? (place.querySelector<HTMLElement>('h2 a') ?? place) : place;
	if (focused.tabIndex < 0) focused.tabIndex = -1;
	if (!elementOf('find').contains(document.activeElement)) focused.focus({ preventScroll: true });
	paint('found-here', first === undefined ? [] : [first]);
	markWords();
	if (first === undefined && isHere) {
		place.classList.remove('here');
		void place.offsetWidth;
		place.classList.add('here');
	}
	seeTurn();
}

function markWords(): void {
	paint('found', rangesOf(sheets.drawn, marked));
	if (marked.length === 0) paint('found-here', []);
}

/** Which turn is being read: the one gone to, else the last one that begins above the upper part of the screen. */
function seeTurn(): void {
	const line = header.offsetHeight + innerHeight / 5;
	let turn = turnOf(goal?.element);
	if (turn === 0)
		for (const section of main.querySelectorAll<HTMLElement>('.turn')) {
			if (section.getBoundingClientRect().top > line) break;
			turn = numberOf(section);
		}
	if (turn === current || turn === 0) return;
	current = turn;
	turns.mark(turn);
	api.setState({ turn });
	tellPlace();
}

/** What is wider or longer than its place can be scrolled by key. */
function letScroll(element: Element): void {
	for (const pre of element.querySelectorAll('pre'))
		if (pre.scrollWidth > pre.clientWidth || pre.scrollHeight > pre.clientHeight) pre.tabIndex = 0;
}

/** Stays where somebody wanted to be. */
function hold(): void {
	if (goal?.element.isConnected === true) goal.element.scrollIntoView({ block: goal.block });
}

function turnOf(element: Element | null | undefined): number {
	const section = element?.isConnected === true ? element.closest<HTMLElement>('main .turn[id]') : null;
	return section === null ? 0 : numberOf(section);
}

const numberOf = (section: HTMLElement): number => Number(section.id.slice('turn-'.length));

function tellPlace(): void {
	const selection = getSelection();
	const start = selection?.rangeCount ? selection.getRangeAt(0).startContainer : undefined;
	post({
		type: 'at',
		turn: current,
		selection: selection?.toString() ?? '',
		selectedIn: turnOf(start instanceof Element ? start : start?.parentElement),
	});
}

function showAgent({ id, html, next }: Extract<ToReader, { type: 'agent' }>): void {
	const place = main.querySelector<HTMLElement>(`.agent[data-agent="${CSS.escape(id)}"]`);
	if (place === null) return;
	place.querySelector(':scope > [data-more]')?.remove();
	place.insertAdjacentHTML('beforeend', html);
	// Its turns have numbers of their own: no place of the page is named after them.
	for (const turn of place.querySelectorAll('.turn[id]')) turn.removeAttribute('id');
	if (next === undefined) return;
	const more = document.createElement('button');
	more.dataset['more'] = String(next);
	more.textContent = words.more;
	place.append(more);
}

/** Opens what a subagent said below its tool, or folds it again. */
function toggleAgent(button: HTMLElement): void {
	const id = button.dataset['agent'] ?? '';
	const isOpen = button.getAttribute('aria-expanded') === 'true';
	button.setAttribute('aria-expanded', String(!isOpen));
	if (isOpen) return void button.nextElementSibling?.remove();
	const place = document.createElement('div');
	place.className = 'agent';
	place.dataset['agent'] = id;
	place.setAttribute('role', 'group');
	place.setAttribute('aria-label', button.textContent ?? '');
	button.after(place);
	post({ type: 'agent', id, from: 0 });
}

document.addEventListener('click', (event) => {
	const button = (event.target as Element).closest<HTMLElement>('button');
	if (button === null) return;
	const { do: what, agent, more } = button.dataset;
	if (agent !== undefined) return toggleAgent(button);
	if (more !== undefined) {
		const id = button.closest<HTMLElement>('.agent')?.dataset['agent'] ?? '';
		return post({ type: 'agent', id, from: Number(more) });
	}
	if (what === 'find') return finder.open();
	if (what === undefined) return;
	const section = button.closest<HTMLElement>('.turn');
	tellPlace();
	post({
		type: 'do',
		what: what as ReaderAction,
		turn: section === null ? undefined : numberOf(section),
	});
});
// A button takes the selection away when it is pressed, and it is the selection that is parked.
document.addEventListener('mousedown', (event) => {
	if ((event.target as Element).closest('button') !== null) event.preventDefault();
});
let selecting: ReturnType<typeof setTimeout> | undefined;
document.addEventListener('selectionchange', () => {
	clearTimeout(selecting);
	selecting = setTimeout(tellPlace, 100);
});
const SCROLLING = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ']);
for (const event of ['wheel', 'touchmove', 'mousedown']) addEventListener(event, () => letGo());
addEventListener('keydown', ({ key, altKey }) => {
	if (!altKey && SCROLLING.has(key)) letGo(key === 'End');
});
// The event of an element that unfolds does not rise.
document.addEventListener('toggle', ({ target }) => letScroll(target as Element), true);
let isFramed = false;
addEventListener('scroll', () => {
	if (isFramed) return;
	isFramed = true;
	requestAnimationFrame(() => {
		isFramed = false;
		seeTurn();
	});
});
new ResizeObserver(() => {
	const isSticky = getComputedStyle(header).position === 'sticky';
	document.documentElement.style.setProperty('--head', isSticky ? `${header.offsetHeight}px` : '0px');
}).observe(header);
// On a narrow page the index would hide what is to be read.
if (innerWidth < 832) (elementOf('nav').firstElementChild as HTMLDetailsElement).open = false;
post({ type: 'ready' });
