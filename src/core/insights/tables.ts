// What sessions come to, as tables: the one list of them, of their columns and of what each means. Files of Parquet and of
// JSON Lines, the schema of both, the types of rows and docs/SCALE.md follow from it.

/** `time` is milliseconds since 1970 in a row. `count` is a whole number, `number` any. */
export type ColumnType = 'text' | 'time' | 'count' | 'number' | 'flag';

interface Column<T extends ColumnType = ColumnType, N extends boolean = boolean> {
	readonly type: T;
	/** Whether it can be unknown. */
	readonly isNullable: N;
	/** What it means: a sentence without a full stop. */
	readonly about: string;
}

const always = <T extends ColumnType>(type: T, about: string): Column<T, false> => ({ type, isNullable: false, about });
const maybe = <T extends ColumnType>(type: T, about: string): Column<T, true> => ({ type, isNullable: true, about });

/** What is longer in a message, and in what a tool was given and answered, is cut. UTF-16 units. */
export const MESSAGE_LIMIT = 100_000;
export const TOOL_LIMIT = 2_000;

/** What answers cost in a row: by what kind of token. */
const tokens = {
	input: always('count', 'Tokens that were sent and not cached'),
	output: always('count', 'Tokens that Claude wrote'),
	cache_write_5m: always(
		'count',
		'Tokens that were cached for 5 minutes, or for a time that the transcript does not tell',
	),
	cache_write_1h: always('count', 'Tokens that were cached for an hour'),
	cache_read: always('count', 'Tokens that came from the cache'),
};
const cost = {
	cost_usd: maybe('number', 'What it cost, in US dollars; null where that is unknown'),
	cost_from: maybe('text', '`claude`: Claude Code’s own count. `estimate`: tokens and a table of prices'),
};
const session = always('text', 'Id of the session');
const project = maybe('text', 'Root folder of the project');
const sideChain = always('flag', 'A subagent said it');

/** Its rows lie in months: those of `sessions` by their first message, all others by their `time`. */
export const TABLES = {
	sessions: {
		about: 'A row for each session.',
		columns: {
			session,
			project,
			title: always('text', 'What it is called, redacted'),
			first_time: maybe('time', 'Its first message; of a fork, the first of its own'),
			last_time: maybe('time', 'Its last message'),
			state: always(
				'text',
				'How the conversation stands: `idle`, `prompted`, `tool`, `working`, `interrupted`, `truncated`, `error`, `empty`',
			),
			has_ended: maybe('flag', 'Its end is recorded; null where nothing says it'),
			branch: maybe('text', 'Git branch of its last message'),
			is_program: always('flag', 'A program started it, not a person'),
			prompts: always('count', 'What a person typed, without what a fork repeats'),
			messages: always('count', 'Its rows in `messages`'),
			tool_calls: always('count', 'Its rows in `tool_calls`'),
			compactions: always('count', 'How often it was compacted'),
			files_changed: always('count', 'Different files that its tools changed'),
			...tokens,
			...cost,
		},
	},
	messages: {
		about: 'A row for each thing that was said, and for each compaction.',
		columns: {
			session,
			message: maybe('text', 'Its id in the transcript'),
			time: maybe('time', 'When'),
			role: always('text', '`user`, `assistant` or `system`'),
			kind: always(
				'text',
				'`prompt`, `command`, `notification`, `localCommand`, `localOutput`, `compactSummary`, `reply` or `compaction`',
			),
			is_side_chain: sideChain,
			text: always('text', `Redacted; cut after ${MESSAGE_LIMIT} characters`),
		},
	},
	tool_calls: {
		about: 'A row for each call of a tool.',
		columns: {
			session,
			call: always('text', 'Id of the call'),
			time: maybe('time', 'When it was called'),
			name: always('text', 'Which tool'),
			file: maybe('text', 'The file that it is about, redacted'),
			changes_file: always('flag', 'The tool changes files'),
			has_failed: maybe('flag', 'It failed or was denied; null where it never answered'),
			is_side_chain: sideChain,
			input: always('text', `What it was given, as JSON; redacted, cut after ${TOOL_LIMIT} characters`),
			result: maybe('text', `What it answered; redacted, cut after ${TOOL_LIMIT} characters`),
		},
	},
	tokens: {
		about: 'A row for each answer of the API. Copies in forks and resumed sessions count once.',
		columns: {
			session: always('text', 'Id of the session that it is counted for'),
			project,
			time: always('time', 'When'),
			model: maybe('text', 'The model; ending in `-fast` where it ran in fast mode'),
			is_side_chain: sideChain,
			...tokens,
			...cost,
		},
	},
	backups: {
		about: 'A row for each backup in the logs of backups.',
		columns: {
			project,
			session: maybe('text', 'Id of the session'),
			time: always('time', 'When it was announced'),
			kind: maybe('text', 'Why it was made'),
			bytes: maybe('count', 'Size of the finished copy'),
			is_verified: always('flag', 'The copy was compared with its transcript'),
			is_pending: always('flag', 'It has not been dealt with yet'),
		},
	},
	reviews: {
		about: 'A row for each decision about a hand-off draft or a memory.',
		columns: {
			project,
			session: maybe('text', 'Id of the session that it came from'),
			time: always('time', 'When'),
			kind: always('text', '`draft` or `memory`'),
			verdict: always('text', '`accepted`, `rejected` or `undone`'),
		},
	},
} as const satisfies Readonly<
	Record<string, { readonly about: string; readonly columns: Readonly<Record<string, Column>> }>
>;

export type TableName = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

interface Values {
	text: string;
	time: number;
	count: number;
	number: number;
	flag: boolean;
}
type ValueOf<C> = C extends Column<infer T, infer N> ? Values[T] | (N extends true ? null : never) : never;

/** A row of a table. Times are milliseconds since 1970. */
export type TableRow<T extends TableName> = {
	readonly [C in keyof (typeof TABLES)[T]['columns']]: ValueOf<(typeof TABLES)[T]['columns'][C]>;
};

/** The columns of a table, in their order. */
export const columnsOf = (table: TableName): readonly (readonly [name: string, column: Column])[] =>
	Object.entries(TABLES[table].columns);

/** The month (UTC) that a row lies in, as engines read it off the name of a folder; the name that means *unknown* there. */
export function monthOf(ms: number | null): string {
	return ms === null || !Number.isFinite(ms) ? '__HIVE_DEFAULT_PARTITION__' : new Date(ms).toISOString().slice(0, 7);
}
