// What `session-keeper sessions …` takes. Its code is sessions.ts.
import type { ExportFormat } from '../../node/reading/sessionExport';
import { describeGroup } from '../base/description';
import { PLAIN_OPTION, bareListOf } from '../commonOptions';

export const SESSIONS = describeGroup({
	about: 'Claude Code sessions of this project',
	verbs: {
		'': bareListOf('sessions', 'shows the session'),
		list: {
			about: 'List sessions: needing input, running, pinned, then newest',
			more: ['Lists twenty by default.'],
			options: {
				all: { about: 'List all.' },
				limit: { value: 'N', about: 'How many to list.' },
				hidden: { about: 'Include hidden sessions.' },
				programs: { about: 'Include sessions that programs started.' },
				done: { about: 'Include sessions that are done.' },
				tag: { value: 'TAG', about: 'Only sessions with this tag. Can be repeated.', isMultiple: true },
				group: { value: 'GROUP', about: 'Only sessions of this group.' },
				deleted: { about: 'List deleted sessions that can be restored.' },
				plain: PLAIN_OPTION,
			},
			examples: ['sessions list', 'sessions list --tag api --all'],
		},
		show: {
			about: 'Show details of a session, and its resume context',
			words: 'ID',
			options: {
				verbosity: {
					value: 'V',
					about: 'Length of the resume context. Default: normal.',
					choices: ['brief', 'normal', 'full'],
				},
			},
			examples: ['sessions show 1d15ee69', 'sessions show 1d15ee69 --verbosity full'],
		},
		search: {
			about: 'Search prompts, replies, tool calls and titles',
			more: [
				'Finds messages with all words. Quote a phrase.',
				'These words narrow the search: who:you|claude|tool, tool:NAME, branch:NAME, file:PATH, since:today|7d|2w|YYYY-MM-DD.',
			],
			words: 'WORDS',
			options: {
				everywhere: { about: 'Search all projects.' },
				limit: { value: 'N', about: 'Maximum number of hits. Default: 50.' },
				plain: PLAIN_OPTION,
			},
			examples: ['sessions search deploy who:you since:7d', 'sessions search "deploy on Fridays" --everywhere'],
		},
		blame: {
			about: 'Show which session wrote the lines of a file',
			more: ['Lines that a person or another program wrote or changed are of no session.'],
			words: 'FILE[:LINE[-LINE]]',
			options: { plain: PLAIN_OPTION },
			examples: ['sessions blame README.md', 'sessions blame README.md:1 --json'],
		},
		'of-commit': {
			about: 'Show which sessions wrote the lines that a commit added',
			words: 'SHA',
			options: {
				trailer: { about: 'Print a trailer for the message of the commit.' },
				note: { about: 'Write it as a git note at the commit, in refs/notes/claude-sessions.' },
				plain: PLAIN_OPTION,
			},
			examples: ['sessions of-commit HEAD', 'sessions of-commit HEAD --json'],
		},
		export: {
			about: 'Print a redacted copy of a session',
			words: 'ID',
			options: {
				format: { value: 'F', about: 'Format. Default: md.', choices: ['md', 'html'] satisfies ExportFormat[] },
				output: { value: 'FILE', about: 'Write to a file.' },
				force: { about: 'Overwrite the file if it exists.' },
				raw: { about: 'Do not redact (asks first).' },
			},
			examples: ['sessions export 1d15ee69', 'sessions export 1d15ee69 --format html --output session.html --force'],
		},
		archive: {
			about: 'Write the record of a session to the archive',
			words: 'ID',
			examples: ['sessions archive 1d15ee69', 'sessions archive 1d15ee69 --json'],
		},
		edit: {
			about: 'Name, tag or group a session',
			more: ['A fork has the tags and the group of its origin until it is given its own.'],
			words: 'ID',
			options: {
				name: { value: 'NAME', about: 'Call it this, everywhere.' },
				'no-name': { about: 'Call it by its title again.' },
				tag: { value: 'TAG', about: 'Add a tag. Can be repeated.', isMultiple: true },
				untag: { value: 'TAG', about: 'Remove a tag. Can be repeated.', isMultiple: true },
				group: { value: 'GROUP', about: 'Move it to this group.' },
				'no-group': { about: 'Take it out of its group.' },
			},
			examples: [
				'sessions edit 1d15ee69 --name "Release 1.0" --group Releases',
				'sessions edit 1d15ee69 --tag api --untag draft',
			],
		},
		done: {
			about: 'Mark a session as done, so that lists leave it out',
			words: 'ID',
			options: { off: { about: 'Remove this mark.' } },
			examples: ['sessions done 1d15ee69', 'sessions done 1d15ee69 --off'],
		},
		private: {
			about: 'Never read this session for hand-offs',
			words: 'ID',
			options: { off: { about: 'Remove this mark.' } },
			examples: ['sessions private 1d15ee69', 'sessions private 1d15ee69 --off'],
		},
	},
});
