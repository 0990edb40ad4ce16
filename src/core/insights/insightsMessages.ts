// What the page Insights and the extension tell each other.
import type { Bar, Filter, Plot, PlotId } from './insights';

/** A plot with its words. */
export interface ShownPlot extends Plot {
	readonly title: string;
	/** What is counted, and what a person must know of it. */
	readonly about: string;
	/** Stands above the names of rows. */
	readonly rowTitle: string;
	/** What rows and columns are called. Nothing for dates, weekdays and hours, which the page names. */
	readonly rowNames: readonly string[] | undefined;
	readonly columnNames: readonly string[] | undefined;
	/** Said where there is nothing to plot yet. */
	readonly empty: string;
}

/** One number for all that was chosen. */
interface Total {
	readonly name: string;
	readonly value: number;
	readonly unit: 'count' | 'usd';
}

/** What can be chosen: its value, and what it is called. */
export type FilterChoices = readonly (readonly [value: string, name: string])[];

interface DrawInsights {
	readonly type: 'draw';
	readonly plots: readonly ShownPlot[];
	readonly totals: readonly Total[];
	readonly filter: Filter;
	readonly projects: FilterChoices;
	readonly models: FilterChoices;
	/** Where the numbers come from: a sentence each. */
	readonly notes: readonly string[];
}

export type ToInsights = DrawInsights | { readonly type: 'progress'; readonly text: string };

/** Words that the page puts together itself. */
export interface InsightsWords {
	readonly all: string;
	readonly numbers: string;
	readonly copy: string;
	readonly save: string;
	/** What a screen reader says of a plot: `{0}` what it counts, `{1}` where most is, `{2}` how much. */
	readonly largest: string;
}

export type FromInsights =
	/** The page listens, and remembers what was chosen before a restart. */
	| { readonly type: 'ready'; readonly filter: Filter | undefined }
	| { readonly type: 'choose'; readonly filter: Filter }
	/** The sessions behind a bar. `title`: what it is called. */
	| ({ readonly type: 'open'; readonly title: string } & Bar)
	| { readonly type: 'copy' | 'save'; readonly plot: PlotId };
