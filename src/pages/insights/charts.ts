// Plots, drawn as SVG in the colours of the editor. Nothing moves: who looks at numbers need not wait for them.
import { BarChart, HeatmapChart } from 'echarts/charts';
import { AriaComponent, GridComponent, TooltipComponent, VisualMapContinuousComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { ShownPlot } from '../../core/insights/insightsMessages';
import type { Theme } from './theme';
import { type Names, wholeAmount, shortAmount } from './names';

echarts.use([
	...[BarChart, HeatmapChart, SVGRenderer],
	...[AriaComponent, GridComponent, TooltipComponent, VisualMapContinuousComponent],
]);

export interface Chart {
	draw(plot: ShownPlot, names: Names, theme: Theme, description: string): void;
	resize(): void;
}

/** Pixels of a row that lies. */
const ROW = 26;

/** @param open is told which bar was pressed. */
export function chartIn(place: HTMLElement, open: (row: number, column: number) => void): Chart {
	const chart = echarts.init(place, undefined, { renderer: 'svg' });
	let isHeat = false;
	chart.on('click', ({ dataIndex, seriesIndex = 0, value }) => {
		if (!isHeat) return open(dataIndex, seriesIndex);
		const [column = 0, row = 0] = value as number[];
		open(row, column);
	});
	return {
		draw(plot, names, theme, description) {
			isHeat = plot.by === 'weekday';
			if (plot.by === 'name') place.style.height = `${plot.rows.length * ROW + 40}px`;
			chart.resize();
			chart.setOption(
				{
					animation: false,
					textStyle: { color: theme.text, fontFamily: theme.font, fontSize: theme.size },
					aria: {
						enabled: true,
						label: { description },
						decal: {
							show:
								theme.isHighContrast && plot.columns.filter(({ isAside }) => isAside !== true).length > 1 && !isHeat,
						},
					},
					tooltip: {
						// HTML would come with styles of its own, which the policy of the page forbids.
						renderMode: 'richText',
						trigger: isHeat ? 'item' : 'axis',
						axisPointer: { type: 'shadow', shadowStyle: { color: theme.hover } },
						backgroundColor: theme.widget,
						borderColor: theme.border,
						textStyle: { color: theme.text, fontFamily: theme.font, fontSize: theme.size },
						confine: true,
					},
					...(isHeat ? heat(plot, names, theme) : bars(plot, names, theme, place.clientWidth)),
				},
				{ notMerge: true },
			);
		},
		resize: () => chart.resize(),
	};
}

function bars(plot: ShownPlot, names: Names, theme: Theme, width: number): object {
	const { columns, values, by } = plot;
	const drawn = columns.map((column, at) => ({ ...column, at })).filter(({ isAside }) => isAside !== true);
	const [first] = drawn;
	const unit = first?.unit ?? 'count';
	const isLying = by === 'name';
	const isStacked = drawn.length > 1;
	const category = {
		type: 'category',
		data: names.rows,
		inverse: isLying,
		axisLine: { lineStyle: { color: theme.line } },
		axisTick: { show: false },
		axisLabel: {
			color: theme.quiet,
			hideOverlap: true,
			...(isLying ? { width: Math.min(240, width * 0.4), overflow: 'truncate' } : {}),
		},
	};
	const measure = {
		type: 'value',
		minInterval: unit === 'count' ? 1 : 0,
		splitNumber: 3,
		axisLabel: { color: theme.quiet, hideOverlap: true, formatter: (value: number) => shortAmount(value, unit) },
		splitLine: { lineStyle: { color: theme.line } },
	};
	return {
		grid: {
			left: 0,
			right: 12,
			top: 10,
			bottom: 4,
			outerBoundsMode: 'same',
			outerBoundsContain: 'axisLabel',
		},
		[isLying ? 'yAxis' : 'xAxis']: category,
		[isLying ? 'xAxis' : 'yAxis']: measure,
		series: drawn.map(({ at }, number) => ({
			type: 'bar',
			stack: 'all',
			name: names.columns[at],
			data: values.map((row) => row[at] ?? 0),
			barMaxWidth: isLying ? 14 : 28,
			barCategoryGap: '25%',
			cursor: 'pointer',
			itemStyle: {
				color: theme.series(number, columns[at]?.key ?? ''),
				borderColor: theme.background,
				borderWidth: isStacked ? 0.5 : 0,
			},
			emphasis: { disabled: true },
			tooltip: { valueFormatter: (value: number) => wholeAmount(value, unit) },
		})),
	};
}

function heat({ values, rows }: ShownPlot, names: Names, theme: Theme): object {
	const cells = values.flatMap((row, y) => row.map((value, x) => [x, y, value]));
	const axis = {
		type: 'category',
		axisLine: { show: false },
		axisTick: { show: false },
		axisLabel: { color: theme.quiet, hideOverlap: true },
	};
	return {
		grid: { left: 0, right: 12, top: 10, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
		xAxis: { ...axis, data: names.columns },
		yAxis: { ...axis, data: names.rows.slice(0, rows.length), inverse: true },
		visualMap: {
			show: false,
			min: 0,
			max: Math.max(1, ...cells.map(([, , value = 0]) => value)),
			inRange: { color: [theme.empty, theme.main] },
		},
		series: [
			{
				type: 'heatmap',
				data: cells,
				cursor: 'pointer',
				itemStyle: { borderColor: theme.background, borderWidth: 2, borderRadius: 3 },
				emphasis: { itemStyle: { borderColor: theme.text, borderWidth: 1 } },
				tooltip: {
					formatter: ({ value: [x = 0, y = 0, value = 0] }: { value: readonly number[] }) =>
						`${names.rows[y] ?? ''}, ${names.columns[x] ?? ''}: ${wholeAmount(value, 'count')}`,
				},
			},
		],
	};
}
