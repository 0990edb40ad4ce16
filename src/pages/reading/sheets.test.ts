// What the page of a session draws anew, and what the find bar does once it is closed, with as much of a DOM as they need.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FromReader, ToReader } from '../../core/reading/readerMessages';
import { Finder } from './finder';
import { Sheets } from './sheets';

/** Counts how often something is written into it. */
class FakeElement {
	className = '';
	hidden = true;
	value = '';
	textContent = '';
	written = 0;
	readonly dataset = {};
	readonly style = {};
	readonly heard = new Map<string, (event: object) => void>();
	set innerHTML(_: string) {
		this.written++;
	}
	addEventListener = (type: string, hear: (event: object) => void): void => void this.heard.set(type, hear);
	querySelectorAll = (): readonly object[] => [];
	append = (): void => undefined;
	focus = (): void => undefined;
	select = (): void => undefined;
}

const elements = new Map<string, FakeElement>();
const elementOf = (id: string): FakeElement => {
	const element = elements.get(id) ?? new FakeElement();
	elements.set(id, element);
	return element;
};
beforeEach(() => {
	elements.clear();
	vi.useFakeTimers();
	const made = { createElement: () => new FakeElement(), getElementById: elementOf };
	vi.stubGlobal('document', made);
	vi.stubGlobal('getSelection', () => null);
	vi.stubGlobal(
		'IntersectionObserver',
		class {
			observe = (): void => undefined;
			unobserve = (): void => undefined;
		},
	);
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

test('a page that comes again as it was is not drawn again', () => {
	const drawn: unknown[] = [];
	const sheets = new Sheets(
		elementOf('main') as unknown as HTMLElement,
		() => undefined,
		(sheet) => drawn.push(sheet),
	);
	sheets.lay(0, [1_000]);
	sheets.draw(0, '<p>One</p>');
	sheets.lay(0, [1_000]);
	sheets.draw(0, '<p>One</p>');
	const [sheet] = sheets.drawn as unknown as readonly FakeElement[];
	expect([drawn.length, sheet?.written]).toEqual([1, 1]);
});

test('the find bar asks for nothing and goes nowhere once it is closed', () => {
	const asked: FromReader[] = [];
	const gone: unknown[] = [];
	const words = { hits: '', manyHits: '', noHits: '', more: '', abandoned: '' };
	const finder = new Finder(
		words,
		(message) => asked.push(message),
		(place) => gone.push(place),
	);
	const hits: Extract<ToReader, { type: 'hits' }> = {
		type: 'hits',
		text: 'walrus',
		places: [{ page: 3 }],
		isLimited: false,
	};
	finder.open();
	elementOf('find-input').value = 'walrus';
	finder.show(hits);
	expect(gone.at(-1)).toEqual({ page: 3 });
	elementOf('find-input').heard.get('input')?.({});
	elementOf('find').heard.get('keydown')?.({ key: 'Escape' });
	finder.show(hits);
	vi.runAllTimers();
	expect([asked, gone.at(-1)]).toEqual([[], undefined]);
});
