// What `session-keeper export` takes. Its code is export.ts.
import type { TableFormat } from '../../node/insights/partFile';
import { describeGroup } from '../base/description';
import { PLAIN_OPTION } from '../commonOptions';

export const EXPORT = describeGroup({
	about: 'Write sessions, messages, tool calls and tokens as tables',
	verbs: {
		'': {
			about: 'Write tables for DuckDB, Spark and others, a file for each month',
			more: [
				'Texts are redacted. Private sessions are left out.',
				'Run it again to update the folder: only months that changed are written. Sessions that are gone leave it.',
				'Tables, columns and queries: docs/SCALE.md.',
			],
			options: {
				to: { value: 'DIR', about: 'Folder for the tables: a new or an empty one, or that of an earlier export.' },
				format: {
					value: 'F',
					about: 'Format. Default: parquet.',
					choices: ['parquet', 'jsonl'] satisfies TableFormat[],
				},
				everywhere: { about: 'Write the sessions of all projects.' },
				plain: PLAIN_OPTION,
			},
			examples: ['export --to ../tables', 'export --to ../lines --format jsonl --everywhere'],
		},
	},
});
