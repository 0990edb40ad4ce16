// What `session-keeper backups …` takes. Its code is backups.ts, backupVerbs.ts and restore.ts.
import { describeGroup } from '../base/description';
import { PLAIN_OPTION, SESSION, fromStdin } from '../commonOptions';

export const BACKUPS = describeGroup({
	about: 'Copies of session transcripts',
	verbs: {
		list: {
			about: 'List pending backups, newest first',
			options: {
				all: { about: 'Include backups that are covered by a hand-off, or without work.' },
				plain: PLAIN_OPTION,
			},
			examples: ['backups list', 'backups list --all --json'],
		},
		create: {
			about: 'Back up a session now',
			options: {
				session: SESSION,
				reason: { value: 'R', about: 'Reason.', choices: ['manual'] },
			},
			examples: ['backups create', 'backups create --session 1d15ee69'],
		},
		verify: {
			about: 'Check all copies',
			words: '[NAME]',
			options: { all: { about: 'Check all. This is the default.' } },
			examples: ['backups verify', 'backups verify 20261120_091500_exit.jsonl'],
			exit1: 'Problems were found.',
		},
		restore: {
			about: 'Restore a session, so that claude --resume finds it',
			more: ['NAME is a raw file, or names a session by its id, title or document.'],
			words: 'NAME',
			examples: ['backups restore 20261120_091500_exit.jsonl', 'backups restore 1d15ee69 --json'],
		},
		discard: {
			about: 'Move pending backups to the trash (asks first)',
			words: '[NAME]',
			options: {
				all: { about: 'Discard all of them.' },
				covered: { about: 'Discard those that are covered by a hand-off.' },
				before: { value: 'DAY', about: 'Discard those made before this day (2026-11-21).' },
				undo: { about: 'Undo the last discard, or that of NAME.' },
				stdin: fromStdin('NAME'),
			},
			examples: ['backups discard 20261120_091500_exit.jsonl --yes', 'backups discard --undo'],
		},
		archive: {
			about: 'Archive transcripts before Claude Code deletes them',
			more: ['Without options, it only lists them.'],
			options: {
				older: { about: 'Archive all that would be deleted within a week.' },
				session: { value: 'ID', about: 'Archive this session, regardless of its age.' },
			},
			examples: ['backups archive', 'backups archive --older'],
		},
		purge: {
			about: 'Permanently delete the archived transcripts of this project (asks first)',
			examples: ['backups purge', 'backups purge --yes'],
		},
	},
});
