// The page Insights: plots, each with its numbers as a table. What is counted, and what a bar opens, is said by the extension.
import type { Filter } from '../../core/insights/insights';
import type {
	FilterChoices,
	FromInsights,
	InsightsWords,
	ShownPlot,
	ToInsights,
} from '../../core/insights/insightsMessages';
import { type Chart, chartIn } from './charts';
import { type Names, wholeAmount, namesOf, shortAmount } from './names';
import { themeNow } from './theme';

declare function acquireVsCodeApi(): {
	postMessage(message: FromInsights): void;
	getState(): Filter | undefined;
	setState(filter: Filter): void;
};
const api = acquireVsCodeApi();
const words = JSON.parse(document.body.dataset['words'] ?? '{}') as InsightsWords;

interface Section {
	readonly element: HTMLElement;
	readonly place: HTMLElement;
	readonly chart: Chart;
	plot: ShownPlot;
	names: Names;
}

const sections = new Map<string, Section>();
let theme = themeNow();

function make<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	more: Partial<HTMLElementTagNameMap[K]> = {},
	...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
	const element = Object.assign(document.createElement(tag), more);
	element.append(...children);
	return element;
}

const at = (id: string): HTMLElement => document.getElementById(id) ?? document.body;
const button = (name: string, plot: string, run: () => void): HTMLButtonElement =>
	make('button', { type: 'button', className: 'second', ariaLabel: `${name} ${plot}`, onclick: run }, name);

function sectionOf(plot: ShownPlot, names: Names): Section {
	const { id, title } = plot;
	const known = sections.get(id);
	if (known !== undefined) return known;
	const place = make('div', { className: 'chart' });
	const post = (type: 'copy' | 'save') => (): void => api.postMessage({ type, plot: id });
	const numbers = make('details', {}, make('summary', {}, words.numbers));
	// A table of a year is put together for who wants to see it.
	numbers.ontoggle = () => {
		if (numbers.open) fillTable(id);
	};
	numbers.append(make('div', { className: 'table', tabIndex: 0 }));
	const element = make(
		'section',
		{ id },
		make('h2', { id: `${id}-title` }, title),
		make('p', { className: 'quiet about' }),
		place,
		make('p', { className: 'legend' }),
		make(
			'div',
			{ className: 'under' },
			numbers,
			button(words.copy, title, post('copy')),
			button(words.save, title, post('save')),
		),
	);
	element.setAttribute('aria-labelledby', `${id}-title`);
	at('plots').append(element);
	const open = (row: number, column: number): void => {
		const drawn = section.plot.columns.filter(({ isAside }) => isAside !== true);
		showSessions(section, row, drawn.length > 1 ? column : undefined);
	};
	const section: Section = { element, place, chart: chartIn(place, open), plot, names };
	sections.set(id, section);
	// Names have as much room as there is.
	const fit = (): void => (section.plot.by === 'name' ? draw(section) : section.chart.resize());
	new ResizeObserver(fit).observe(place);
	return section;
}

/** @param column nothing for all of the row */
function showSessions({ plot, names }: Section, row: number, column?: number): void {
	const name = plot.rows[row];
	if (name === undefined) return;
	const parts = [plot.title, names.rows[row], column === undefined ? undefined : names.columns[column]];
	const title = parts.filter((part) => part !== undefined).join(' · ');
	const key = column === undefined ? undefined : plot.columns[column]?.key;
	api.postMessage({ type: 'open', plot: plot.id, row: name, column: key, title });
}

function draw(section: Section): void {
	const { element, plot, names, place } = section;
	const [about] = element.getElementsByClassName('about');
	const hasAny = plot.values.some((row) => row.some((value) => value > 0));
	if (about !== undefined) about.textContent = hasAny ? plot.about : `${plot.about} · ${plot.empty}`;
	element.querySelector('h2')?.replaceChildren(plot.title);
	for (const each of element.querySelectorAll<HTMLElement>('.chart, .legend, .under')) each.hidden = !hasAny;
	if (!hasAny) return;
	const sums = plot.values.map((row) =>
		row.reduce((sum, value, column) => (plot.columns[column]?.isAside === true ? sum : sum + value), 0),
	);
	const most = sums.indexOf(Math.max(...sums));
	const unit = plot.columns[0]?.unit ?? 'count';
	const said = [`${plot.title}, ${plot.about}`, names.rows[most] ?? '', wholeAmount(sums[most] ?? 0, unit)];
	const description = words.largest.replace(/\{(\d)\}/gu, (_whole, number) => said[Number(number)] ?? '');
	section.chart.draw(plot, names, theme, description);
	place.setAttribute('role', 'img');
	element.querySelector('.legend')?.replaceChildren(...legendOf(section));
	if (element.querySelector('details')?.open === true) fillTable(plot.id);
}

/** Which color means what, where there are several. Words wrap, which a plot's own legend does not make room for. */
function legendOf({ plot: { by, columns }, names }: Section): readonly Node[] {
	if (by === 'weekday' || by === 'name' || columns.length < 2) return [];
	return columns.map(({ key }, at) => {
		const swatch = make('span', { className: 'swatch' });
		swatch.style.background = theme.series(at, key);
		return make('span', {}, swatch, names.columns[at] ?? '');
	});
}

function fillTable(id: string): void {
	const section = sections.get(id);
	const place = section?.element.querySelector('.table');
	if (section === undefined || place === null || place === undefined) return;
	const { plot, names } = section;
	place.setAttribute('aria-label', plot.title);
	place.setAttribute('role', 'group');
	const head = make('tr', {}, make('th', { scope: 'col' }, plot.rowTitle));
	for (const name of names.columns) head.append(make('th', { scope: 'col' }, name));
	const body = make('tbody');
	for (const [number, row] of plot.rows.entries()) {
		const values = plot.values[number] ?? [];
		const name = names.rows[number] ?? row;
		const isEmpty = values.every((value) => value === 0);
		const open = (): void => showSessions(section, number);
		const title = isEmpty ? name : make('button', { type: 'button', className: 'title', onclick: open }, name);
		const line = make('tr', {}, make('th', { scope: 'row' }, title));
		for (const [column, value] of values.entries())
			line.append(make('td', {}, wholeAmount(value, plot.columns[column]?.unit ?? 'count')));
		body.append(line);
	}
	place.replaceChildren(make('table', {}, make('thead', {}, head), body));
}

const fields = {
	days: at('days') as HTMLSelectElement,
	project: at('project') as HTMLSelectElement,
	model: at('model') as HTMLSelectElement,
	tokensBy: at('tokensBy') as HTMLSelectElement,
};

function chosen(): Filter {
	// The first choice is all of them: an empty value is also that of what is unknown.
	const valueOf = ({ value, selectedIndex }: HTMLSelectElement): string | undefined =>
		selectedIndex > 0 ? value : undefined;
	return {
		days: fields.days.value === '' ? undefined : Number(fields.days.value),
		project: valueOf(fields.project),
		model: valueOf(fields.model),
		tokensBy: fields.tokensBy.value === 'model' ? 'model' : 'kind',
	};
}

function choose(field: HTMLSelectElement, value: string | undefined, choices: FilterChoices): void {
	const all: FilterChoices = [['', words.all], ...choices];
	// What is open under somebody's hand stays, where it is the same.
	if (JSON.stringify(all) !== field.dataset['choices'])
		field.replaceChildren(...all.map(([each, name]) => make('option', { value: each }, name)));
	field.dataset['choices'] = JSON.stringify(all);
	field.selectedIndex = 1 + choices.findIndex(([each]) => each === value);
}

for (const field of Object.values(fields))
	field.onchange = () => {
		api.postMessage({ type: 'choose', filter: chosen() });
	};

addEventListener('message', ({ data }: MessageEvent<ToInsights>) => {
	if (data.type === 'progress') return void (at('progress').textContent = data.text);
	const { plots, totals, filter, projects, models, notes } = data;
	at('progress').textContent = '';
	fields.days.value = String(filter.days ?? '');
	choose(fields.project, filter.project, projects);
	choose(fields.model, filter.model, models);
	fields.tokensBy.value = filter.tokensBy;
	at('totals').replaceChildren(
		...totals.map(({ name, value, unit }) =>
			make('div', {}, make('dt', {}, name), make('dd', { title: wholeAmount(value, unit) }, shortAmount(value, unit))),
		),
	);
	api.setState(filter);
	at('notes').replaceChildren(...notes.map((note) => make('p', { className: 'quiet' }, note)));
	for (const plot of plots) {
		const names = namesOf(plot);
		const section = Object.assign(sectionOf(plot, names), { plot, names });
		draw(section);
	}
	at('plots').setAttribute('aria-busy', 'false');
});

// The editor changes the colours by the classes and the style of the page.
const watcher = new MutationObserver(() => {
	theme = themeNow();
	for (const section of sections.values()) draw(section);
});
watcher.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });

// What is chosen before this listens would be lost.
(at('filters') as HTMLFieldSetElement).disabled = false;
api.postMessage({ type: 'ready', filter: api.getState() });
