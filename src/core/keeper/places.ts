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
 * session goes. `facts`: lines that came from a document go. `copy`: stays, it may be the only one of what another program
 * wrote. `cache`: goes always, it is made again. `settings`: stays, a person or an installation put it there.
 */
type KeptForm = 'whole' | 'document' | 'lines' | 'state' | 'facts' | 'copy' | 'cache' | 'settings';

interface KeptRule {
	readonly kind: KeptKind;
	readonly form: KeptForm;
	/** It holds a conversation as it was: whose it is, is said by the messages in it. */
	readonly isTranscript?: true;
	/** What else is forgotten is known by it, so it goes last. */
	readonly isSource?: true;
	/** No rule names it. */
	readonly isGuess?: true;
}

type Row = readonly [path: RegExp, rule: KeptRule];

const TRANSCRIPT = { form: 'whole', isTranscript: true } as const;

/** A compressed copy that nobody has ended: nobody can read whose it is, and it is of no use to anybody but who writes it. */
const HALF = String.raw`/\.[^/]+\.jsonl\.br\.\d+(?:@[\w-]+)?\.[0-9a-f]{12}\.tmp$`;
const half = (folder: string): RegExp => new RegExp(`^${folder}${HALF}`, 'u');

/** What killed writers of ours leave, wherever they wrote: what was being written, what it was to replace, and a second version. */
const LEFTOVERS: readonly Row[] = [
	[/^(?:.+\/)?\.[^/]+\.\d+(?:@[\w-]+)?\.[0-9a-f]{12}\.(?:tmp|old)$/u, { kind: 'other', form: 'whole' }],
	[/^(?:.+\/)?[^/]+\.kept-[0-9a-f]{12}$/u, { kind: 'other', form: 'copy' }],
];

/** In a project, or in our home for a project without git. What a pattern matches goes together; paths have `/`. */
const IN_PROJECT: readonly Row[] = [
	[half(String.raw`\.claude/memory/raw`), { kind: 'backups', form: 'cache' }],
	[/^\.claude\/memory\/raw\/[^/]+?(?:\.jsonl(?:\.br)?|\.files)(?=\/|$)/u, { kind: 'backups', ...TRANSCRIPT }],
	[/^\.claude\/memory\/\.backup-log$/u, { kind: 'backups', form: 'lines', isSource: true }],
	[/^\.claude\/memory\/\.pending-backup$/u, { kind: 'backups', form: 'whole' }],
	[/^\.claude\/memory\/sessions\/.+$/u, { kind: 'records', form: 'whole' }],
	[/^\.claude\/memory\/active-context\.md$/u, { kind: 'documents', form: 'state' }],
	[/^\.claude\/memory\/project-memory\.md$/u, { kind: 'documents', form: 'facts' }],
	[/^\.claude\/memory\/.+\.md$/u, { kind: 'documents', form: 'document', isSource: true }],
	...LEFTOVERS,
	[/^\.claude\/logs\/(?:session-archive)\.jsonl$/u, { kind: 'logs', form: 'lines' }],
	[/^\.temp\/output-session-summary-[^/]+\.md$/u, { kind: 'caches', form: 'whole' }],
	[/^docs\/sessions\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.draft\.md$/u, { kind: 'drafts', form: 'whole' }],
	[/^docs\/sessions\/[^/]+\.md$/u, { kind: 'documents', form: 'document', isSource: true }],
];

const IN_HOME: readonly Row[] = [
	[/^(?:bin|installed|cache\/code|reflection\/program)(?:\/.*)?$/u, { kind: 'program', form: 'settings' }],
	[/^(?:reflection\/)?settings\.json$/u, { kind: 'program', form: 'settings' }],
	// Somebody may hold it.
	[/^(?:.+\.lock|reflection\/(?:lease|deciding))$/u, { kind: 'program', form: 'settings' }],
	[/^cache\/.+$/u, { kind: 'caches', form: 'cache' }],
	[/^state\.json$/u, { kind: 'caches', form: 'whole' }],
	[half('(?:archive/[^/]+|backups/[^/]+/raw)'), { kind: 'caches', form: 'cache' }],
	[/^archive\/[^/]+\/[^/]+?\.(?:jsonl(?:\.br)?|json|files)(?=\/|$)/u, { kind: 'archive', ...TRANSCRIPT }],
	[/^backups\/[^/]+\/raw\/[^/]+?(?:\.jsonl(?:\.br)?|\.files)(?=\/|$)/u, { kind: 'backups', ...TRANSCRIPT }],
	[/^backups\/[^/]+\/\.backup-log$/u, { kind: 'backups', form: 'lines', isSource: true }],
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
	[half('backups/raw'), { kind: 'backups', form: 'cache' }],
	[/^backups\/raw\/[^/]+?(?:\.jsonl(?:\.br)?|\.files)(?=\/|$)/u, { kind: 'backups', ...TRANSCRIPT }],
	[/^backups\/\.backup-log$/u, { kind: 'backups', form: 'lines', isSource: true }],
	[/^looks\.json$/u, { kind: 'caches', form: 'cache' }],
	// Which project this is, where documents were saved that stay, and which session saved a protocol when: places, ids and
	// hashes, by which other sessions go on.
	[/^(?:project\.json$|documents\.jsonl$|protocols\/.+)/u, { kind: 'projects', form: 'settings' }],
	...IN_PROJECT,
];

export interface KeptPlace extends KeptRule {
	/** The path of what goes together: a file, or a folder with all that is in it. */
	readonly path: string;
	/** Id of the project, where the path says whose it is. */
	readonly projectId?: string;
}

const OTHER: KeptRule = { kind: 'other', form: 'whole', isGuess: true };
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

/** Folders of a project in which we change files of others. */
export const OPEN_FOLDERS = ['', '.claude'] as const;

/** What a file in a folder of others is; nothing where it is none of ours. */
export const leftoverOf = (name: string): KeptPlace | undefined => placeOf(LEFTOVERS, name);

/** Whether a folder of our home may be a link to one on another disk. */
export const isLinkable = (folder: string): boolean => LINKABLE.test(folder);
const LINKABLE =
	/^(?:archive|backups|cache|changes|handed-in|memory-changes|projects|protocol-saves|reflection|trash)$/u;

/** Names that are given in such folders. */
const GIVEN =
	/^(?:(?:backups|projects|reflection)\/|archive\/[^/]+\/\.?[0-9a-f]{8}-|[^/]+\/\.?(?:\d{8}T\d{9}Z-[0-9a-f]|[0-9a-f]{8}-?[0-9a-f]{4}|(?:answers|code|insights|lines|recall)\/))/u;

/** What a file behind such a link is, by its path in our home; nothing where it may be another program's. */
export function placeBehindLink(path: string): KeptPlace | undefined {
	const place = placeInHome(path);
	return GIVEN.test(path) && (!place.isGuess || leftoverOf(path) !== undefined) ? place : undefined;
}

function placeOf(rows: readonly Row[], path: string): KeptPlace | undefined {
	if (/(?:^|\/)\.gitignore$/u.test(path)) return { path, ...IGNORE_FILE };
	for (const [pattern, rule] of rows) {
		const together = pattern.exec(path)?.[0];
		if (together !== undefined) return { path: together.replace(/\/$/u, ''), ...rule };
	}
	return undefined;
}
