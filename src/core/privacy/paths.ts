// Home folders in text, whatever system wrote them: `/Users/jane`, `C:\Users\jane`, `\\?\C:\Users\jane`, JSON-escaped,
// percent-encoded, in `file:` URLs, as WSL and Git-bash see them, and in Claude's folder names (`-Users-jane-app`).
import { lazyPattern } from '../base/once';
import { matchesOf, ready } from '../base/patterns';
import { projectSlug } from '../claude/slug';
import type { Span } from './spans';

const FIRST = String.raw`(?:\\{1,8}\/?|\/|%(?:25)?(?:2[Ff]|5[Cc]))`;
const SEP = String.raw`(?:${FIRST}|\/\/)`;
/** A path starts here: not in the middle of a word or of another path, but after an escape, a colour, or `-I`. */
const START = String.raw`(?:(?<=\\[nrt]|%[0-9A-Fa-f]{2}|\u001b\[[0-9;]{0,12}m|(?:^|[\s"'=])-[A-Za-z])|(?<![\p{L}\p{N}_.~@#*)}\]-]|[A-Za-z]:\/))`;
const DRIVE_START = String.raw`(?:(?<=\\[nrt]|%[0-9A-Fa-f]{2}|\u001b\[[0-9;]{0,12}m)|(?<![\p{L}\p{N}_]))`;
const COLON = '(?::|%(?:25)?3[Aa])';
/** The name ends here; a full stop may end a sentence. */
const END = String.raw`(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])`;
const FOLDER = String.raw`[\p{L}\p{N}_.$-]{1,64}`;

const WINDOWS_FOLDER = String.raw`(?:[Uu][Ss][Ee][Rr][Ss]|Documents and Settings)`;
const WINDOWS = String.raw`${DRIVE_START}(?:${SEP}{1,2}[?.]${SEP})?[A-Za-z]${COLON}${SEP}${WINDOWS_FOLDER}`;
const UNC = String.raw`\\{2,8}${FOLDER}${SEP}(?:${FOLDER}${SEP})?${WINDOWS_FOLDER}`;
const WSL_SHARE = String.raw`\\{2,8}wsl(?:\$|\.localhost)${SEP}${FOLDER}${SEP}home`;
const DRIVE_AS_FOLDER = String.raw`${START}${FIRST}(?:(?:mnt|cygdrive|host_mnt)${SEP})?[A-Za-z]${SEP}${WINDOWS_FOLDER}`;
const UNIX = String.raw`${START}(?:${FIRST}(?:System${SEP}Volumes${SEP}Data|Volumes${SEP}[^\\/\s"'%]{1,64}(?: [^\\/\s"'%]{1,64}){0,3}|private|var|export|usr))?${SEP}(?:Users|home)`;
/** Folders beside the homes that belong to nobody. */
const NOBODY = String.raw`(?:Shared|linuxbrew|Public|Default|Default User|All Users)${END}`;
const NAME_CHARACTER = String.raw`(?:[\p{L}\p{N}_.+~-]|%(?:25)?(?:20|[89A-Fa-f][0-9A-Fa-f]))`;
/** A Windows user name may hold spaces; only in front of another folder can they be told from the next words. */
const SPACED = String.raw`(?:(?: \p{Lu}[\p{L}\p{N}.'-]{0,63}){1,3}(?=${SEP}))?`;
const NAME = String.raw`(?=[\p{L}\p{N}_%])${NAME_CHARACTER}{0,127}(?:[\p{L}\p{N}_-]|%(?:25)?[89A-Fa-f][0-9A-Fa-f])${SPACED}`;

/** A folder on another machine, as VS Code's remote windows name it: the host is no path. Looked back for last, at few places. */
const REMOTE = String.raw`\/(?:Users|home)(?<=vscode-remote:\/\/[\w.%+-]{1,128}\/(?:Users|home))`;

const homeIn = (place: string): string => String.raw`(?:${place})(?<sep>${SEP})(?!${NOBODY})${NAME}`;
const UNIX_HOME = homeIn(`${REMOTE}|${UNIX}`);
const ANY_HOME = homeIn(`${WINDOWS}|${UNC}|${WSL_SHARE}|${DRIVE_AS_FOLDER}|${REMOTE}|${UNIX}`);
/** A folder or file below a home. */
const FOLDER_NAME = /[^\s\\/"'`<>|*?:%]{1,255}/uy;
const SLUG_HOME = String.raw`(?<=projects${SEP})(?:[A-Za-z]-)?-(?:Users|home)-[\p{L}\p{N}]{1,64}(?![\p{L}\p{N}])`;
/** The same name away from its folder. `-home-…` there is an option or a word more often than a home. */
const SLUG_ALONE = String.raw`(?<=^|[\s"'\x60(=])-Users-[\p{L}\p{N}]{1,64}(?=-[\p{L}\p{N}])`;
/** A shell's name for another person's home. In quotes it is a package in a style sheet. */
const NAMED_HOME = /(?<=^|[\s(=:])~[a-z_][a-z0-9_-]{0,31}(?=\/)/gu;
/** Names that so many machines share that they say nothing about a person. */
const SHARED_NAMES = new Set('root user users home admin dev src app node ubuntu vscode runner test build'.split(' '));

/**
 * A function that finds every home folder in a text; each is to become `~`, and what follows it gets plain slashes.
 * @param homes absolute paths of known home folders, for those in unusual places (`/root`, `D:\Profiles\jane`).
 */
export function homePathFinder(homes: readonly string[] = []): (text: string) => readonly Span[] {
	const patterns: readonly HomePattern[] = [...HOMES, ...homes.flatMap(knownHome)];
	const userNames = userNameFinder(homes.flatMap(userName));
	return (text) => [
		...patterns.flatMap(({ canBeIn, pattern }) => (canBeIn(text) ? homeSpans(text, pattern(text)) : [])),
		...userNames(text),
	];
}

interface HomePattern {
	/** V8 takes milliseconds to make one of these patterns ready. */
	readonly pattern: (text: string) => RegExp;
	/** Whether a text has what the pattern cannot do without. */
	readonly canBeIn: (text: string) => boolean;
}

/** Other letters than those of ASCII, or what may be another separator than a slash. */
const NOT_PLAIN = /[\\%\u0080-\uffff]/;

/** A pattern for a text. For a plain one it is without all that such a text has nowhere, and ready in a sixth of the time. */
function patternFor(source: string, flags: string): HomePattern['pattern'] {
	const whole = lazyPattern(source, flags);
	const plain = lazyPattern(
		source
			.replaceAll(FIRST, String.raw`\/`)
			.replaceAll(String.raw`\p{Lu}`, '[A-Z]')
			.replaceAll(String.raw`\p{L}`, 'A-Za-z')
			.replaceAll(String.raw`\p{N}`, '0-9'),
		flags,
	);
	return (text) => (NOT_PLAIN.test(text) ? whole() : plain());
}

const HOME_WORD = new RegExp(`(?:[\\\\/]|%(?:25)?(?:2f|5c))(?:users|home)|documents and settings`, 'i');
/** Without one of these a home is none of Windows: the shorter pattern finds the same, and is ready in half the time. */
const OF_WINDOWS = /users|documents and settings|wsl/i;
const HOMES: readonly HomePattern[] = [
	{ pattern: patternFor(ANY_HOME, 'gu'), canBeIn: (text) => HOME_WORD.test(text) && OF_WINDOWS.test(text) },
	{ pattern: patternFor(UNIX_HOME, 'gu'), canBeIn: (text) => HOME_WORD.test(text) && !OF_WINDOWS.test(text) },
	{ pattern: patternFor(SLUG_HOME, 'gu'), canBeIn: (text) => text.includes('-Users-') || text.includes('-home-') },
	{ pattern: patternFor(SLUG_ALONE, 'gu'), canBeIn: (text) => text.includes('-Users-') },
	{ pattern: () => NAMED_HOME, canBeIn: (text) => text.includes('~') },
];

function homeSpans(text: string, pattern: RegExp): readonly Span[] {
	let reached = 0;
	return matchesOf(text, ready(pattern)).map((match) => {
		const separator = match.groups?.['sep'] ?? '/';
		const end = match.index + match[0].length;
		// A home inside of another one's path has no path of its own: each character is looked at once.
		const tail = separator.startsWith('/') || match.index < reached ? '' : tailAfter(text, end, separator);
		const home = match[0].startsWith('-') || /^[A-Za-z]--/u.test(match[0]) ? '-~' : '~';
		reached = Math.max(reached, end + tail.length);
		return pathSpan(match.index, end + tail.length, home + tail.split(separator).join('/'));
	});
}

/** The rest of a path that is written with one separator throughout. In raw JSON `\\` separates and `\n` does not. */
function tailAfter(text: string, from: number, separator: string): string {
	let end = from;
	for (let folders = 0; folders < 64 && text.startsWith(separator, end); folders++) {
		FOLDER_NAME.lastIndex = end + separator.length;
		if (!FOLDER_NAME.test(text))
			return text.slice(from, text[end + separator.length] === '\\' ? end : end + separator.length);
		end = FOLDER_NAME.lastIndex;
	}
	return text.slice(from, end);
}

/** Patterns for one known home: as a path in each system's style, and as Claude's folder name. */
function knownHome(home: string): readonly HomePattern[] {
	const drive = /^([A-Za-z]):/u.exec(home)?.[1];
	const folders = home
		.replace(/^[A-Za-z]:/u, '')
		.split(/[\\/]/u)
		.filter(Boolean);
	if (folders.length === 0) return [];
	const below = folders.map((folder) => escapeRegExp(folder).replace(/ /gu, '(?: |%(?:25)?20)'));
	const root =
		drive === undefined
			? START
			: `(?:${DRIVE_START}(?:${SEP}{1,2}[?.]${SEP})?${drive}${COLON}|${START}${FIRST}(?:(?:mnt|cygdrive|host_mnt)${SEP})?${drive})`;
	const slug = projectSlug(home);
	const slugPattern = String.raw`(?<![\p{L}\p{N}])${escapeRegExp(slug)}(?![\p{L}\p{N}])`;
	const last = new RegExp(below.at(-1) ?? '', 'iu');
	return [
		{
			pattern: patternFor(`${root}(?<sep>${FIRST})${below.join(SEP)}${END}`, drive === undefined ? 'gu' : 'giu'),
			canBeIn: (text) => last.test(text),
		},
		...(folders.length > 1
			? [{ pattern: patternFor(slugPattern, 'gu'), canBeIn: (text: string): boolean => text.includes(slug) }]
			: []),
	];
}

function userName(home: string): readonly string[] {
	const name = home.split(/[\\/]/u).filter(Boolean).at(-1);
	return name === undefined || SHARED_NAMES.has(name.toLowerCase()) ? [] : [name];
}

/** Finds a user's name as a folder of an absolute path outside of the home: `/media/jane/usb`, `D:\backup\jane`. */
function userNameFinder(names: readonly string[]): (text: string) => readonly Span[] {
	if (names.length === 0) return () => [];
	const absolute = patternFor(
		String.raw`(?:${START}\/(?!\/)|${DRIVE_START}[A-Za-z]:\\{1,8})[^\s"'\x60<>|]{1,4096}`,
		'gu',
	);
	const folder = new RegExp(String.raw`(?<=[\\/])(?:${names.map(escapeRegExp).join('|')})(?=[\\/]|$)`, 'gu');
	return (text) =>
		names.some((name) => text.includes(name))
			? matchesOf(text, absolute(text)).flatMap((path) =>
					matchesOf(path[0], folder).map(({ index, 0: name }) =>
						pathSpan(path.index + index, path.index + index + name.length, '~'),
					),
				)
			: [];
}

function pathSpan(start: number, end: number, replacement: string): Span {
	return { start, end, class: 'path', kind: 'home-path', replacement };
}

function escapeRegExp(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}
