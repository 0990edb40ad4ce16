// What narrows a search down: words like `who:you` or `since:7d` among what was typed. Every face reads the same words, and
// the buttons of the editor write them.
import { DAY_MS, startOfLocalDay } from '../base/dates';
import { isMessage } from '../transcript/entry';
import type { TranscriptEntry } from '../transcript/entry';
import type { SearchedPassage, PassageRole } from './passages';
import { type SearchQuery, parseQuery } from './query';

const NAMES = ['who', 'tool', 'branch', 'file', 'since'] as const;
export type FilterName = (typeof NAMES)[number];

/** What counts; a field that is not there lets everything through. */
export interface SearchFilter {
	readonly who?: Who;
	/** Part of a tool's name: what that tool was given. Lower case. */
	readonly tool?: string;
	/** The branch on which it was said. */
	readonly branch?: string;
	/** Part of the path of a file that a tool was given. Lower case, with slashes. */
	readonly file?: string;
	/** Said at this time or later. Milliseconds since 1970. */
	readonly sinceMs?: number;
}

export const WHO = ['you', 'claude', 'tool'] as const;
type Who = (typeof WHO)[number];

const ROLES: Readonly<Record<Who, readonly PassageRole[]>> = {
	you: ['user'],
	claude: ['assistant'],
	tool: ['toolUse', 'toolResult'],
};

/** A phrase, in which nothing is a filter; or a filter, whose value may be in quotes. `file://…` is an address. */
const WORD = new RegExp(
	String.raw`"(?:\\"|[^"])*"(?=\s|$)|(?<=^|\s)(${NAMES.join('|')}):(?!//)(?:"([^"]+)"|([^\s"]\S*))`,
	'gu',
);

/**
 * Reads what was typed. A filter with a value that makes no sense is a word like any other.
 * @param nowMs from which `since:7d` counts. @returns no query where there is nothing to look for.
 */
export function parseSearch(
	text: string,
	nowMs: number,
): { readonly query: SearchQuery | undefined; readonly filter: SearchFilter } {
	let filter: SearchFilter = {};
	const rest = text.replace(WORD, (all: string, name?: FilterName, quoted?: string, plain?: string) => {
		const read = name && readFilter(name, quoted ?? plain ?? '', nowMs);
		if (read === undefined) return all;
		filter = { ...filter, ...read };
		return ' ';
	});
	return { query: parseQuery(rest), filter };
}

function readFilter(name: FilterName, value: string, nowMs: number): SearchFilter | undefined {
	const lower = value.toLowerCase();
	switch (name) {
		case 'who': {
			const who = WHO.find((each) => each === lower);
			return who && { who };
		}
		case 'tool':
			return { tool: lower };
		case 'branch':
			return { branch: value };
		case 'file':
			return { file: slashed(lower) };
		case 'since': {
			const sinceMs = sinceOf(lower, nowMs);
			return sinceMs === undefined ? undefined : { sinceMs };
		}
	}
}

/** `today`, `7d`, `2w`, or a day of the person's own calendar. */
function sinceOf(value: string, nowMs: number): number | undefined {
	if (value === 'today') return new Date(nowMs).setHours(0, 0, 0, 0);
	const [, count, unit] = /^(\d{1,4})([dw])$/u.exec(value) ?? [];
	if (count !== undefined) return nowMs - Number(count) * (unit === 'w' ? 7 : 1) * DAY_MS;
	return startOfLocalDay(value);
}

/** What was typed with another value of a filter. @param value nothing takes the filter away */
export function withFilter(text: string, name: FilterName, value: string | undefined): string {
	const rest = text.replace(WORD, (all: string, found?: string) => (found === name ? '' : all));
	const word = value === undefined ? '' : `${asTyped(`${name}:${value}`)} `;
	return word + rest.replace(/ {2,}/gu, ' ').trimStart();
}

const ARGUMENT = new RegExp(`^((?:${NAMES.join('|')}):)?(.*)$`, 'su');

/** A word as a person types it: with spaces in it, it stands in quotes; of a filter the value alone does. */
export function asTyped(word: string): string {
	const [, filter = '', text = ''] = ARGUMENT.exec(word) ?? [];
	return /\s/u.test(word) ? `${filter}"${text.replaceAll('"', String.raw`\"`)}"` : word;
}

/** The value of a filter in what was typed. */
export function filterIn(text: string, name: FilterName): string | undefined {
	return [...text.matchAll(WORD)]
		.flatMap(([, found, quoted, plain]) => (found === name ? [quoted ?? plain] : []))
		.at(-1);
}

/** Whether a passage of a line counts. */
export function passes(
	filter: SearchFilter,
	entry: TranscriptEntry,
	{ role, tool, files = [] }: SearchedPassage,
): boolean {
	const { who, branch, sinceMs } = filter;
	const message = isMessage(entry) ? entry : undefined;
	return (
		(who === undefined || ROLES[who].includes(role)) &&
		(filter.tool === undefined || tool?.toLowerCase().includes(filter.tool) === true) &&
		(filter.file === undefined || files.some((file) => slashed(file.toLowerCase()).includes(filter.file ?? ''))) &&
		(branch === undefined || message?.gitBranch === branch) &&
		(sinceMs === undefined || (message?.timestampMs ?? -Infinity) >= sinceMs)
	);
}

const slashed = (path: string): string => path.replace(/\\/gu, '/');
