// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { redraw } from './redraw';

const flat = (id: string): string => `<div class="tool flat">Agent ${id}</div>`;
const done = (id: string): string =>
	`<details class="tool"><summary>Agent ${id}</summary></details><button data-agent="${id}">Show</button>`;
const LATER = '<details class="tool"><summary>Later</summary></details>';
const turn = (...blocks: readonly string[]): string => `<section class="turn" id="turn-1">${blocks.join('')}</section>`;

let place: HTMLElement;
beforeEach(() => {
	place = document.createElement('main');
});

const all = (query: string): readonly Element[] => [...place.querySelectorAll(query)];
/** Shows what a subagent said, as the page does: behind its button. */
function show(id: string): Element {
	const shown = document.createElement('div');
	shown.className = 'agent';
	shown.dataset['agent'] = id;
	place.querySelector(`button[data-agent="${id}"]`)?.after(shown);
	return shown;
}

test('a block that comes into the middle leaves those around it as they are', () => {
	const [before, after] = [turn(flat('a'), done('b'), LATER), turn(done('a'), done('b'), LATER)];
	place.innerHTML = before;
	const shown = show('b');
	const [button, later] = [place.querySelector('button'), all('details').at(-1)];
	button?.setAttribute('aria-expanded', 'true');
	later?.toggleAttribute('open', true);

	redraw(place, before, after);

	const [section] = all('.turn');
	expect([...(section?.children ?? [])].map((each) => each.textContent.trim() || each.className)).toEqual([
		'Agent a',
		'Show',
		'Agent b',
		'Show',
		'agent',
		'Later',
	]);
	expect(shown.previousElementSibling).toBe(button);
	expect(all('details').at(-1)).toBe(later);
	expect(later?.hasAttribute('open')).toBe(true);
});

test('what is replaced, or goes, takes what it shows with it', () => {
	const before = turn(done('a'), done('b'), LATER);
	place.innerHTML = before;
	show('a');
	show('b');
	redraw(place, before, turn(flat('a'), LATER));
	expect(all('.agent')).toEqual([]);
	expect(all('.turn > *').map((each) => each.textContent)).toEqual(['Agent a', 'Later']);
});

test('turns are added at the end, and the one before grows where it stands', () => {
	const [first, second] = [
		'<section class="turn" id="turn-1"><p>One</p></section>',
		'<section class="turn" id="turn-2"></section>',
	];
	const before = first;
	place.innerHTML = before;
	const [section] = all('.turn');
	redraw(place, before, first.replace('</section>', '<p>Two</p></section>') + second);
	expect(all('.turn')[0]).toBe(section);
	expect(all('p').map((each) => each.textContent)).toEqual(['One', 'Two']);
	expect(all('.turn')).toHaveLength(2);
});
