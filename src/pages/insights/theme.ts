// The colours of the editor as plots need them: as numbers, which a name of a colour is not.

export interface Theme {
	readonly font: string;
	readonly size: number;
	readonly isHighContrast: boolean;
	readonly text: string;
	readonly quiet: string;
	readonly background: string;
	readonly widget: string;
	readonly border: string;
	readonly line: string;
	readonly hover: string;
	/** Of what there is most of, and of nothing. */
	readonly main: string;
	readonly empty: string;
	/** @param number of the series @param key what it counts */
	series(number: number, key: string): string;
}

type Rgb = readonly [number, number, number];

/** What went wrong, and what went well, has the colour that it has everywhere. */
const MEANING: Readonly<Record<string, string>> = {
	error: '--vscode-charts-red',
	interrupted: '--vscode-charts-yellow',
	truncated: '--vscode-charts-orange',
	memoriesRejected: '--vscode-charts-yellow',
	draftsRejected: '--vscode-charts-orange',
};

export function themeNow(): Theme {
	const style = getComputedStyle(document.body);
	const probe = document.body.appendChild(document.createElement('span'));
	const colorOf = (name: string, otherwise: Rgb): Rgb => {
		probe.style.color = '';
		probe.style.color = style.getPropertyValue(name);
		if (probe.style.color === '') return otherwise;
		const found =
			getComputedStyle(probe)
				.color.match(/[\d.]+/gu)
				?.map(Number) ?? [];
		const [r = 0, g = 0, b = 0, alpha = 1] = found;
		return mixed([r, g, b], otherwise, alpha);
	};
	const background = colorOf('--vscode-editor-background', [255, 255, 255]);
	const text = colorOf('--vscode-foreground', [128, 128, 128]);
	const quiet = colorOf('--vscode-descriptionForeground', text);
	const main = colorOf('--vscode-charts-blue', text);
	const line = mixed(text, background, 0.18);
	const shades: readonly Rgb[] = [
		main,
		mixed(main, background, 0.6),
		mixed(main, text, 0.45),
		mixed(text, background, 0.4),
		mixed(main, background, 0.35),
	];
	const meaning = new Map(Object.entries(MEANING).map(([key, name]) => [key, colorOf(name, quiet)]));
	const isHighContrast = document.body.classList.contains('vscode-high-contrast');
	const border = colorOf(isHighContrast ? '--vscode-contrastBorder' : '--vscode-widget-border', line);
	const widget = colorOf('--vscode-editorHoverWidget-background', background);
	probe.remove();
	return {
		font: style.fontFamily,
		size: Math.round(parseFloat(style.fontSize) * 0.92),
		isHighContrast,
		...{ text: css(text), quiet: css(quiet), background: css(background), widget: css(widget), border: css(border) },
		...{
			line: css(line),
			hover: `rgba(${text.map(Math.round).join(', ')}, 0.1)`,
			main: css(main),
			empty: css(mixed(text, background, 0.06)),
		},
		series: (number, key) => css(meaning.get(key) ?? shades[number % shades.length] ?? main),
	};
}

const css = (color: Rgb): string => `rgb(${color.map(Math.round).join(', ')})`;

/** @param share of the first. */
function mixed(one: Rgb, other: Rgb, share: number): Rgb {
	const at = (index: 0 | 1 | 2): number => one[index] * share + other[index] * (1 - share);
	return [at(0), at(1), at(2)];
}
