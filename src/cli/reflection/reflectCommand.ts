// What `session-keeper reflect …` takes. Its code is reflect.ts.
import { describeGroup } from '../base/description';
import { DRY_RUN, ENGINE, PLAIN_OPTION } from '../commonOptions';

export const REFLECT = describeGroup({
	about: 'Draft hand-offs of idle sessions',
	verbs: {
		'': {
			about: 'Draft the hand-off of a session, or of up to three idle ones',
			more: ['Asks once before it reads sessions, and before it uses an engine that can cost money.'],
			options: {
				session: { value: 'ID', about: 'Session to draft a hand-off of.' },
				idle: { about: 'Idle sessions without a hand-off, in all projects unless --project is given.' },
				engine: { ...ENGINE, about: 'Engine that drafts. Default: reflection.engine in the settings.' },
				'dry-run': DRY_RUN,
			},
			examples: ['reflect --idle --dry-run', 'reflect --session 1d15ee69 --yes'],
		},
		schedule: {
			about: 'Install a timer (launchd or systemd) that runs reflect --idle',
			options: { every: { value: 'N', about: 'Minutes between runs. Default: 10.' } },
			examples: ['reflect schedule --yes', 'reflect schedule --every 30 --yes'],
		},
		unschedule: { about: 'Remove the timer', examples: ['reflect unschedule', 'reflect unschedule --json'] },
		ledger: {
			about: 'List past runs, with cost and result',
			options: { limit: { value: 'N', about: 'How many to list. Default: 20.' }, plain: PLAIN_OPTION },
			examples: ['reflect ledger', 'reflect ledger --limit 5'],
		},
	},
});
