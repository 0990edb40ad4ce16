// What is wrong with the memory of a project, judged from facts. Each finding comes with a fix.
import { lastPart } from '../base/shown';
import { say } from '../base/say';
import { localDate } from '../base/dates';
import { singleLine, truncate } from '../base/text';
import type { MemoryType } from './candidate';
import { isOver, lastDay } from './expiry';
import { linksIn, linkedNames } from '../claude/indexLinks';
import { cutWords, measureIndex } from './indexMeter';
import { formatIndexLine, titleOf } from './memoryFile';
import { gistOf, saysTheSame } from '../base/similarity';

/** One memory as health looks at it. */
interface MemoryFacts {
	readonly path: string;
	readonly fileName: string;
	readonly name: string;
	readonly description: string;
	readonly type: MemoryType | undefined;
	readonly expires: string | undefined;
	readonly text: string;
	readonly body: string;
	readonly modifiedMs: number;
}

/** What is in a folder that Claude does not load. */
export interface Stray extends Pick<MemoryFacts, 'fileName' | 'path'> {
	/** Where the project was when Claude loaded it; nothing for other folders. */
	readonly from?: string;
}

export interface HealthFacts {
	/** Folder that Claude loads. */
	readonly folder: string;
	/** Text of MEMORY.md; nothing where there is none. */
	readonly index: string | undefined;
	readonly indexPath: string;
	readonly memories: readonly MemoryFacts[];
	/** All names in that folder, links and parked items included: MEMORY.md may point to any of them. */
	readonly names: readonly string[];
	/** Memories in the folder of the first parking formula, which Claude never loads. */
	readonly strays: readonly Stray[];
	/** Memories in the project's own folder, which git shares. */
	readonly shared: readonly MemoryFacts[];
	/** Root of this project, and of the others that Claude knows; absolute. */
	readonly root: string;
	readonly otherRoots: readonly string[];
	/** Where each of those keeps its memory. */
	readonly memoryOf: Readonly<Record<string, string>>;
	/** Kinds of the secrets in a text. */
	readonly secretsIn: (text: string) => readonly string[];
}

type HealthCode =
	'indexTooLong' | 'deadPointer' | 'duplicatePointer' | 'orphan' | 'duplicate' | 'secret' | 'wrongScope' | 'expired';

export interface HealthFinding {
	/** Stable while the matter stands: what `memory fix` takes. */
	readonly id: string;
	readonly code: HealthCode;
	readonly severity: 'error' | 'warning';
	/** One sentence for people, printable. */
	readonly message: string;
	/** Where it is. */
	readonly file: string;
	/** From 0, in MEMORY.md and in files where it is known. */
	readonly line: number | undefined;
	readonly fix: HealthFix;
}

/** What mends a finding. */
export type HealthFix =
	| { readonly kind: 'shorten' }
	| { readonly kind: 'addPointer'; readonly line: string }
	/** Of a line that leads elsewhere as well the link alone goes; `isRepeated` where it stands in that line before. */
	| {
			readonly kind: 'removeLine';
			readonly text: string;
			readonly line: number;
			readonly target: string;
			readonly isRepeated: boolean;
	  }
	| { readonly kind: 'trash' }
	| { readonly kind: 'redact' }
	| { readonly kind: 'move'; readonly folder: string };

/** Where lines go that do not fit: Claude reads it when it needs to. */
export const MORE_FILE = 'more-memories.md';

/** How full an index may be that was shortened: the next lines have room, too. */
const SHORTENED = 0.9;

/** All findings, errors first, then in the order of the files. */
export function checkMemory(facts: HealthFacts, nowMs: number): readonly HealthFinding[] {
	const findings = withOwnIds([
		...indexFindings(facts),
		...pointerFindings(facts),
		...orphanFindings(facts),
		...duplicateFindings(facts),
		...secretFindings(facts),
		...scopeFindings(facts),
		...expiryFindings(facts, nowMs),
	]);
	return [
		...findings.filter(({ severity }) => severity === 'error'),
		...findings.filter(({ severity }) => severity !== 'error'),
	];
}

/** Two files of one name in two folders, or two lines with one dead link, are two matters: `…#1` and `…#2`. */
function withOwnIds(findings: readonly HealthFinding[]): readonly HealthFinding[] {
	const seen = new Map<string, number>();
	return findings.map((each) => {
		if (findings.filter(({ id }) => id === each.id).length === 1) return each;
		const count = (seen.get(each.id) ?? 0) + 1;
		seen.set(each.id, count);
		return { ...each, id: `${each.id}#${count}` };
	});
}

/**
 * The findings that an id, or the beginning of one, names. If there are several, the caller has to ask which one is
 * meant.
 */
export function findingsCalled(findings: readonly HealthFinding[], query: string): readonly HealthFinding[] {
	const exact = findings.filter(({ id }) => id === query);
	return exact.length > 0 ? exact : findings.filter(({ id }) => query.length >= 3 && id.startsWith(query));
}

function indexFindings({ index, indexPath }: HealthFacts): readonly HealthFinding[] {
	const meter = measureIndex(index ?? '');
	if (meter.cutLine === undefined) return [];
	return [
		finding(
			'indexTooLong',
			'error',
			say('MEMORY.md is too long: {0}', cutWords(meter)),
			indexPath,
			{ kind: 'shorten' },
			meter.cutLine,
		),
	];
}

function pointerFindings(facts: HealthFacts): readonly HealthFinding[] {
	const { index, indexPath, names } = facts;
	if (index === undefined) return [];
	const there = new Set(names);
	const lines = index.split(/\r?\n/u);
	const seen = new Map<string, number>();
	return linksIn(index).flatMap(({ target, line }) => {
		const isRepeated = there.has(target) && seen.get(target) === line;
		const fix: HealthFix = { kind: 'removeLine', text: lines[line] ?? '', line, target, isRepeated };
		if (!there.has(target))
			return [
				finding(
					'deadPointer',
					'warning',
					say('MEMORY.md links to {0}, which does not exist.', target),
					indexPath,
					fix,
					line,
					target,
				),
			];
		if (seen.has(target))
			return [
				finding(
					'duplicatePointer',
					'warning',
					say('MEMORY.md links to {0} twice.', target),
					indexPath,
					fix,
					line,
					`${target}${line}`,
				),
			];
		seen.set(target, line);
		return [];
	});
}

/** A file that no line leads to, not even through another file, is never found. */
function orphanFindings({ index, memories }: HealthFacts): readonly HealthFinding[] {
	const byName = new Map(
		memories.flatMap((memory) => [[memory.fileName, memory] as const, [memory.name, memory] as const]),
	);
	const reached = new Set<MemoryFacts>();
	const visit = (text: string): void => {
		for (const target of [...linksIn(text).map((link) => link.target), ...linkedNames(text)]) {
			const memory = byName.get(target) ?? byName.get(`${target}.md`);
			if (memory === undefined || reached.has(memory)) continue;
			reached.add(memory);
			visit(memory.text);
		}
	};
	visit(index ?? '');
	return memories
		.filter((memory) => !reached.has(memory) && memory.fileName !== MORE_FILE)
		.map((memory) => {
			const title = memory.name === memory.fileName ? titleOf(memory.fileName) : titleOf(memory.name);
			const line = formatIndexLine(memory.fileName, title, memory.description || firstLine(memory.body));
			return finding(
				'orphan',
				'warning',
				say('{0} is not listed in MEMORY.md, so Claude never loads it.', memory.fileName),
				memory.path,
				{ kind: 'addPointer', line },
			);
		});
}

/** The older of two goes, for the newer one was written knowing more. */
function duplicateFindings({ memories }: HealthFacts): readonly HealthFinding[] {
	const gists = memories.map((memory) => ({
		memory,
		gist: gistOf(memory.body.trim() === '' ? memory.description : withoutReasons(memory.body)),
	}));
	const gone = new Set<MemoryFacts>();
	const found: HealthFinding[] = [];
	const newestFirst = gists.sort(
		(a, b) => b.memory.modifiedMs - a.memory.modifiedMs || (a.memory.fileName < b.memory.fileName ? -1 : 1),
	);
	for (const [at, { memory, gist }] of newestFirst.entries()) {
		const twin = newestFirst.slice(0, at).find((each) => !gone.has(each.memory) && saysTheSame(each.gist, gist));
		if (twin === undefined) continue;
		gone.add(memory);
		found.push(
			finding(
				'duplicate',
				'warning',
				say('{0} says the same as {1}.', memory.fileName, twin.memory.fileName),
				memory.path,
				{
					kind: 'trash',
				},
			),
		);
	}
	return found;
}

function secretFindings(facts: HealthFacts): readonly HealthFinding[] {
	const texts = [
		...(facts.index === undefined ? [] : [{ path: facts.indexPath, fileName: 'MEMORY.md', text: facts.index }]),
		...facts.memories,
		...facts.shared,
	];
	return texts.flatMap(({ path, fileName, text }) => {
		const kinds = [...new Set(facts.secretsIn(text))];
		if (kinds.length === 0) return [];
		const line = text.split('\n').findIndex((each) => facts.secretsIn(each).length > 0);
		const message = say(
			'{0} contains a secret ({1}). It is sent to Claude in every session that reads it.',
			fileName,
			kinds.join(', '),
		);
		return [finding('secret', 'error', message, path, { kind: 'redact' }, line < 0 ? undefined : line)];
	});
}

function strayed({ fileName, from }: Stray): string {
	return from === undefined
		? say('{0} is in a folder that Claude does not load.', fileName)
		: say('{0} is still in the memory folder of {1}, where the project was before.', fileName, from);
}

function scopeFindings(facts: HealthFacts): readonly HealthFinding[] {
	const strays = facts.strays.map((memory) =>
		finding('wrongScope', 'warning', strayed(memory), memory.path, {
			kind: 'move',
			folder: facts.folder,
		}),
	);
	const personal = facts.shared
		.filter(({ type }) => type === 'user')
		.map((memory) =>
			finding('wrongScope', 'warning', say('{0} is about you, but git shares it.', memory.fileName), memory.path, {
				kind: 'move',
				folder: facts.folder,
			}),
		);
	const foreign = facts.memories.flatMap((memory) => {
		if (mentions(memory.text, facts.root)) return [];
		const root = facts.otherRoots.find((each) => mentions(memory.text, each));
		const folder = root === undefined ? undefined : facts.memoryOf[root];
		if (root === undefined || folder === undefined) return [];
		const message = say('{0} is about another project: {1}.', memory.fileName, root);
		return [finding('wrongScope', 'warning', message, memory.path, { kind: 'move', folder })];
	});
	return [...strays, ...personal, ...foreign];
}

function expiryFindings({ memories }: HealthFacts, nowMs: number): readonly HealthFinding[] {
	return memories.flatMap((memory) => {
		const said =
			memory.type === 'project' || memory.type === undefined
				? lastDay(memory.body || memory.description, memory.modifiedMs)
				: undefined;
		const day = memory.expires ?? said;
		if (day === undefined || !isOver(day, nowMs)) return [];
		return [
			finding(
				'expired',
				'warning',
				say('{0} was valid until {1}, and today is {2}.', memory.fileName, day, localDate(nowMs)),
				memory.path,
				{ kind: 'trash' },
			),
		];
	});
}

/**
 * MEMORY.md shortened to what Claude sees, and the lines that had no room there. New ones are added at the end: those of
 * the lists go from the top, and the last ones where that is not enough.
 * @returns both texts; the second begins with `more` as it is.
 */
export function shortenIndex(index: string, more: string): { readonly index: string; readonly more: string } {
	const pointer = formatIndexLine(
		MORE_FILE,
		'More memories',
		'older memories that have no room here: read when they may matter',
	);
	const lines = index.split(/(?<=\n)/u).filter((line) => !line.includes(`](${MORE_FILE})`));
	const [oldest, last]: [string[], string[]] = [[], []];
	const text = (): string => `${lines.join('').replace(/\n*$/u, '\n')}${pointer}\n`;
	const isLong = measureIndex(text()).cutBy !== undefined;
	while (isLong && lines.length > 0 && measureIndex(text()).share > SHORTENED) {
		const item = takeFirstItem(lines);
		oldest.push(...item);
		if (item.length === 0) last.unshift(lines.pop() ?? '');
	}
	const moved = [...oldest, ...last].filter((line) => line.trim() !== '').map((line) => line.replace(/\n?$/u, '\n'));
	return { index: text(), more: `${more === '' ? '' : more.replace(/\n*$/u, '\n')}${moved.join('')}` };
}

/** Takes the first item of a list out of the lines, with what is indented below it; nothing where there is no list. */
function takeFirstItem(lines: string[]): readonly string[] {
	const at = lines.findIndex((line) => /^\s*[-*+]\s+\S/u.test(line));
	const indent = (line: string): number => /^[ \t]*/u.exec(line)?.[0].length ?? 0;
	const first = lines[at];
	if (first === undefined) return [];
	const next = lines.findIndex((line, n) => n > at && (line.trim() === '' || indent(line) <= indent(first)));
	return lines.splice(at, (next < 0 ? lines.length : next) - at);
}

function finding(
	code: HealthCode,
	severity: HealthFinding['severity'],
	message: string,
	file: string,
	fix: HealthFix,
	line?: number,
	key = lastPart(file),
): HealthFinding {
	const id = `${code}:${truncate(singleLine(key), 120)}`;
	return { id, code, severity, message: truncate(singleLine(message), 400), file, line, fix };
}

/** A path as a whole: `/home/me/app` is not in `/home/me/app-old`. */
function mentions(text: string, root: string): boolean {
	return root.length > 3 && text.split(root).some((rest, at) => at > 0 && !/^[\w-]/u.test(rest));
}

function withoutReasons(body: string): string {
	return body.replace(/^\*\*(?:Why|How to apply):\*\*.*$/gmu, '').trim() || body;
}

function firstLine(body: string): string {
	// Rulers, and the fence of front matter that is broken, say nothing.
	return body.split('\n').find((line) => /[\p{L}\p{N}]/u.test(line)) ?? '';
}
