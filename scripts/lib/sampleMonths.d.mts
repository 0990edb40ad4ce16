export function writeMonths(options: {
	readonly claude: string;
	readonly workspaces: readonly string[];
	readonly count: number;
	readonly days: number;
	readonly now?: number;
	readonly turns?: number;
	readonly seed?: number;
}): void;
