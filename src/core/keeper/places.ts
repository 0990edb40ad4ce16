// Every place in which this program keeps things: what lies there, and what forgetting does to it. The one list that `vault`
// and `forget` read. What no rule names is listed as well, as `other`, and searched like everything else.

export const KEPT_KINDS = [
	'backups',
	'archive',
	'trash',
	'changes',
	'documents',
	'drafts',
	'records',
	'candidates',
	'statements',
	'decisions',
	'marks',
	'reflection',
	'logs',
	'caches',
	'projects',
	'program',
	'other',
] as const;
type KeptKind = (typeof KEPT_KINDS)[number];

/**
 * What forgetting does. `whole`: the thing goes as a whole. `document`: so does one that says of itself which session it is
 * from; others are somebody's notes. `lines`: lines that speak of what is forgotten go. `state`: the block of the last
 * session goes. `cache`: goes always, it is made again. `settings`: stays, a person or an installation put it there.
 */
type KeptForm = 'whole' | 'document' | 'lines' | 'state' | 'cache' | 'settings';

interface KeptRule {
	readonly kind: KeptKind;
	readonly form: KeptForm;
	/** It holds a conversation as it was: whose it is, is said by the messages in it. */
	readonly isTranscript?: true;
	/** What else is forgotten is known by it, so it goes last. */
	readonly isSource?: true;
}

type Row = readonly [path: RegExp, rule: KeptRule];

const TRANSCRIPT = { form: 'whole', isTranscript: true } as const;

/** In a project, or in our home for a project without git. What a pattern matches goes together; paths have `/`. */
const IN_PROJECT: readonly Row[] = [
	[/^\.claude\/memory\/raw\/[^/]+?(?:\.jsonl(?:\.br)?|\.files)(?=\/|$)/u, { kind: 'backups', ...TRANSCRIPT }],
	[/^\.claude\/memory\/\.backup-log$/u, { kind: 'backups', form: 'lines' }],
	[/^\.claude\/memory\/\.pending-backup$/u, { kind: 'backups', form: 'whole' }],
	[/^\.claude\/memory\/sessions\/.+$/u, { kind: 'records', form: 'whole' }],
	[/^\.claude\/memory\/active-context\.md$/u, { kind: 'documents', form: 'state' }],
	[/^\.claude\/memory\/(?:project-memory|MEMORY)\.md$/u, { kind: 'documents', form: 'lines' }],
	[/^\.claude\/memory\/.+\.md$/u, { kind: 'documents', form: 'document', isSource: true }],
	[/^\.claude\/memory\/(?:.+\/)?(?:\..+\.(?:tmp|old)|.+\.kept-[0-9a-f]+)$/u, { kind: 'other', form: 'whole' }],
	[/^\.claude\/logs\/(?:session-archive)\.jsonl$/u, { kind: 'logs', form: 'lines' }],
	[/^\.temp\/output-session-summary-[^/]+\.md$/u, { kind: 'caches', form: 'cache' }],
	[/^docs\/sessions\/[^/]+\.draft\.md$/u, { kind: 'drafts', form: 'whole' }],
	[/^docs\/sessions\/[^/]+\.md$/u, { kind: 'documents', form: 'document', isSource: true }],
];

const IN_HOME: readonly Row[] = [
	[/^(?:bin|installed|cache\/code|reflection\/program)(?:\/.*)?$/u, { kind: 'program', form: 'settings' }],
	[/^(?:reflection\/)?settings\.json$/u, { kind: 'program', form: 'settings' }],
	[/^cache\/.+$/u, { kind: 'caches', form: 'cache' }],
	[/^state\.json$/u, { kind: 'caches', form: 'whole' }],
	[/^archive\/[^/]+\/[^/]+?\.(?:jsonl(?:\.br)?|json|files)(?=\/|$)/u, { kind: 'archive', ...TRANSCRIPT }],
	[/^backups\/[^/]+\/raw\/[^/]+?(?:\.jsonl(?:\.br)?|\.files)(?=\/|$)/u, { kind: 'backups', ...TRANSCRIPT }],
	[/^backups\/[^/]+\/\.backup-log$/u, { kind: 'backups', form: 'lines' }],
	[/^trash\/[^/]+(?=\/|$)/u, { kind: 'trash', form: 'whole' }],
	[/^(?:changes|memory-changes|protocol-saves)\/.+$/u, { kind: 'changes', form: 'whole' }],
	[/^handed-in\/.+$/u, { kind: 'statements', form: 'whole' }],
	[/^review-memory\.jsonl$/u, { kind: 'decisions', form: 'lines' }],
	[/^dismissed-suggestions\.jsonl$/u, { kind: 'decisions', form: 'lines' }],
	[/^session-marks\.jsonl$/u, { kind: 'marks', form: 'lines' }],
	[/^hooks\.log(?:\..+)?$/u, { kind: 'logs', form: 'lines' }],
	[/^reflection\/ledger\.jsonl$/u, { kind: 'reflection', form: 'lines', isSource: true }],
	[/^reflection\/.+$/u, { kind: 'reflection', form: 'whole' }],
];

/** In our home's folder of one project. */
const OF_PROJECT: readonly Row[] = [
	[/^backups\/raw\/[^/]+?(?:\.jsonl(?:\.br)?|\.files)(?=\/|$)/u, { kind: 'backups', ...TRANSCRIPT }],
	[/^backups\/\.backup-log$/u, { kind: 'backups', form: 'lines' }],
	[/^looks\.json$/u, { kind: 'caches', form: 'cache' }],
	[/^documents\.jsonl$/u, { kind: 'documents', form: 'lines' }],
	// Which project this is, and which session saved a protocol when: ids and hashes, by which other sessions go on.
	[/^(?:project\.json$|protocols\/)/u, { kind: 'projects', form: 'settings' }],
	...IN_PROJECT,
];

export interface KeptPlace extends KeptRule {
	/** The path of what goes together: a file, or a folder with all that is in it. */
	readonly path: string;
	/** Id of the project, where the path says whose it is. */
	readonly projectId?: string;
}

const OTHER: KeptRule = { kind: 'other', form: 'whole' };
const IGNORE_FILE: KeptRule = { kind: 'program', form: 'settings' };

/** What a file of our home is, by its path in it. */
export function placeInHome(path: string): KeptPlace {
	const [, folder = '', projectId = '', rest = ''] = /^(projects\/([^/]+)\/)(.+)$/u.exec(path) ?? [];
	if (folder === '') return placeOf(IN_HOME, path) ?? { path, ...OTHER };
	const found = placeOf(OF_PROJECT, rest) ?? { path: rest, ...OTHER };
	return { ...found, path: `${folder}${found.path}`, projectId };
}

/** What a file of a project's folder is; nothing where it is none of ours. */
export const placeInProject = (path: string): KeptPlace | undefined => placeOf(IN_PROJECT, path);

/** Folders of a project in which things of ours are, below its root. */
export const PROJECT_FOLDERS = ['.claude/memory', '.claude/logs', '.temp', 'docs/sessions'] as const;

function placeOf(rows: readonly Row[], path: string): KeptPlace | undefined {
	if (/(?:^|\/)\.gitignore$/u.test(path)) return { path, ...IGNORE_FILE };
	for (const [pattern, rule] of rows) {
		const together = pattern.exec(path)?.[0];
		if (together !== undefined) return { path: together.replace(/\/$/u, ''), ...rule };
	}
	return undefined;
}

/** By what something is known that is to be forgotten. */
export interface KnownBy {
	/** Of sessions, changes and runs: nothing else is called so. */
	readonly ids: ReadonlySet<string>;
	/** Of files that came from it. Those of another project may be called the same. */
	readonly names: ReadonlySet<string>;
	/** Folders of its project. */
	readonly roots: ReadonlySet<string>;
}

/** What of it a text has. */
export interface ToldOfText {
	readonly id: boolean;
	readonly name: boolean;
	readonly root: boolean;
}

export interface Mentions {
	tell(text: string): ToldOfText;
	/** @param isOwn the text is of the project: a name in it can mean nothing else. */
	in(text: string, isOwn: boolean): boolean;
	/** The longest text that matters, in characters: pieces of a longer one must overlap by it. */
	readonly longest: number;
}

/** Whether a text that has so much speaks of what is to be forgotten. */
export const isTold = ({ id, name, root }: ToldOfText, isOwn: boolean): boolean => id || (name && (isOwn || root));

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu;
const UUID = new RegExp(`^${UUIDS.source}$`, 'u');

/** What finds it in texts. A word counts where it stands alone: the root `/app` is not spoken of by `/app2`. */
export function mentionsOf({ ids, names, roots }: KnownBy): Mentions {
	const uuids = new Set([...ids].filter((word) => UUID.test(word)));
	const [hasId, hasName, hasRoot] = [[...ids].filter((word) => !uuids.has(word)), [...names], [...roots]].map(finder);
	const tell = (text: string): ToldOfText => ({
		id: (text.match(UUIDS) ?? []).some((id) => uuids.has(id)) || hasId?.(text) === true,
		name: hasName?.(text) === true,
		root: hasRoot?.(text) === true,
	});
	return {
		tell,
		in: (text, isOwn) => isTold(tell(text), isOwn),
		// A path of Windows stands in JSON with its separators doubled.
		longest: 2 * Math.max(36, ...[ids, names, roots].flatMap((words) => [...words].map((word) => word.length))),
	};
}

function finder(words: readonly string[]): (text: string) => boolean {
	const spellings = words.flatMap((word) => [...new Set([word, JSON.stringify(word).slice(1, -1)])]);
	if (spellings.length === 0) return () => false;
	const pattern = spellings.map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`)).join('|');
	const found = new RegExp(String.raw`(?<![\w-])(?:${pattern})(?![\w-])`, 'u');
	return (text) => found.test(text);
}
