// What `session-keeper sessions …` takes. Its code is sessions.ts.
import type { ExportFormat } from '../../node/reading/sessionExport';
import { describeGroup } from '../base/description';
import { PLAIN, bareListOf } from '../commonOptions';

export const SESSIONS = describeGroup({
	about: 'Conversations of this project',
	verbs: {
		'': bareListOf('sessions', 'shows the session'),
		list: {
			about: 'List sessions: who waits first, then running, pinned, newest',
			more: ['Twenty are listed where nothing else is said.'],
			options: {
				all: { about: 'Every one.' },
				limit: { value: 'N', about: 'As many.' },
				hidden: { about: 'Hidden ones, too.' },
				programs: { about: 'Those that programs started, too.' },
				deleted: { about: 'Those that are gone and can be put back.' },
				plain: PLAIN,
			},
			examples: ['sessions list', 'sessions list --all --programs'],
		},
		show: {
			about: 'Show the facts of a session, and what Claude is told on resuming',
			words: 'ID',
			options: {
				verbosity: { value: 'V', about: 'How much Claude is told; normal.', choices: ['brief', 'normal', 'full'] },
			},
			examples: ['sessions show 1d15ee69', 'sessions show 1d15ee69 --verbosity full'],
		},
		search: {
			about: 'Search prompts, replies, tools and titles',
			more: ['All words must be there; an argument with spaces is a phrase.'],
			words: 'WORDS',
			options: {
				everywhere: { about: 'In the sessions of all projects.' },
				limit: { value: 'N', about: 'More hits than fifty, or fewer.' },
				plain: PLAIN,
			},
			examples: ['sessions search deploy', 'sessions search "deploy on Fridays" --everywhere'],
		},
		blame: {
			about: 'Tell which session changed a line',
			words: 'FILE:LINE',
			examples: ['sessions blame README.md:1', 'sessions blame README.md:1 --json'],
		},
		export: {
			about: 'Write a session to standard output, redacted',
			words: 'ID',
			options: {
				format: { value: 'F', about: 'Markdown or HTML; Markdown.', choices: ['md', 'html'] satisfies ExportFormat[] },
				output: { value: 'FILE', about: 'To a file.' },
				raw: { about: 'Without redaction; asks.' },
			},
			examples: ['sessions export 1d15ee69', 'sessions export 1d15ee69 --format html --output session.html'],
		},
		archive: {
			about: 'Write the record of a session to the archive',
			words: 'ID',
			examples: ['sessions archive 1d15ee69', 'sessions archive 1d15ee69 --json'],
		},
		private: {
			about: 'Mark a session as one that is never reflected on',
			words: 'ID',
			options: { off: { about: 'Take the mark away.' } },
			examples: ['sessions private 1d15ee69', 'sessions private 1d15ee69 --off'],
		},
	},
});
