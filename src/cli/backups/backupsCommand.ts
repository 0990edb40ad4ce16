// What `session-keeper backups …` takes. Its code is backups.ts, backupVerbs.ts and restore.ts.
import { describeGroup } from '../base/description';
import { PLAIN, SESSION, fromStdin } from '../commonOptions';

export const BACKUPS = describeGroup({
	about: 'Raw copies of transcripts that wait',
	verbs: {
		list: {
			about: 'List what is pending, newest first',
			options: { all: { about: 'Also what is covered by a hand-off, and what holds no work.' }, plain: PLAIN },
			examples: ['backups list', 'backups list --all --json'],
		},
		create: {
			about: 'Back a session up now',
			options: {
				session: SESSION,
				reason: { value: 'R', about: 'Why; there is one reason.', choices: ['manual'] },
			},
			examples: ['backups create', 'backups create --session 1d15ee69'],
		},
		verify: {
			about: 'Read copies again, and hold them against the log',
			words: '[NAME]',
			options: { all: { about: 'Every one, as without a name.' } },
			examples: ['backups verify', 'backups verify 20261120_091500_exit.jsonl'],
			exit1: 'There are findings.',
		},
		restore: {
			about: 'Put a session back for claude --resume',
			more: ['NAME is a raw file, the id of a session, or a part of its title.'],
			words: 'NAME',
			examples: ['backups restore 20261120_091500_exit.jsonl', 'backups restore 1d15ee69 --json'],
		},
		discard: {
			about: 'Move pending backups to the trash; asks',
			words: '[NAME]',
			options: {
				all: { about: 'All of them.' },
				covered: { about: 'Those that a hand-off covers.' },
				before: { value: 'DAY', about: 'Those made before a day: 2026-11-21.' },
				undo: { about: 'Take that back, the last one or NAME.' },
				stdin: fromStdin('NAME'),
			},
			examples: ['backups discard 20261120_091500_exit.jsonl --yes', 'backups discard --undo'],
		},
		archive: {
			about: 'Archive transcripts that Claude Code is about to delete',
			more: ['Without an option, they are listed.'],
			options: {
				older: { about: 'Archive all that it deletes within a week.' },
				session: { value: 'ID', about: 'Archive this session, whatever its age.' },
			},
			examples: ['backups archive', 'backups archive --older'],
		},
		purge: {
			about: 'Delete the archived transcripts of this project for good; asks',
			examples: ['backups purge', 'backups purge --yes'],
		},
	},
});
