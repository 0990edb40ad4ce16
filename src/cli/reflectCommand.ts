// What `session-keeper reflect …` takes. Its code is reflect.ts.
import { describeGroup } from './base/description';
import { DRY_RUN, ENGINE, PLAIN } from './commonOptions';

export const REFLECT = describeGroup({
	about: 'The hand-off that nobody wrote, as a draft to be reviewed',
	verbs: {
		'': {
			about: 'Reflect on a session, or on up to three that were left without a hand-off',
			more: ['Reading sessions takes your yes once, and so does each engine that can cost money.'],
			options: {
				session: { value: 'ID', about: 'On this one, now.' },
				idle: { about: 'On those that were left; in all projects, without --project.' },
				engine: { ...ENGINE, about: 'Who drafts; else the one that is set.' },
				'dry-run': DRY_RUN,
			},
			examples: ['reflect --idle --dry-run', 'reflect --session 1d15ee69 --yes'],
		},
		schedule: {
			about: 'Install a launchd agent or systemd user timer that reflects',
			options: { every: { value: 'N', about: 'Minutes between; 10.' } },
			examples: ['reflect schedule --yes', 'reflect schedule --every 30 --yes'],
		},
		unschedule: { about: 'Remove the timer', examples: ['reflect unschedule', 'reflect unschedule --json'] },
		ledger: {
			about: 'List what was reflected on, what it cost, what came of it',
			options: { limit: { value: 'N', about: 'As many; 20.' }, plain: PLAIN },
			examples: ['reflect ledger', 'reflect ledger --limit 5'],
		},
	},
});
