// What `session-keeper config …` takes. Its code is config.ts.
import { PLAIN_OPTION } from '../commonOptions';
import { describeGroup } from '../base/description';

export const CONFIG = describeGroup({
	about: 'Show and change settings',
	verbs: {
		list: {
			about: 'List the settings, with where each value comes from',
			more: ['Settings that only VS Code follows are named in the last line.'],
			options: { plain: PLAIN_OPTION },
			examples: ['config list', 'config list --json'],
		},
		get: {
			about: 'Print the value of a setting',
			words: 'KEY',
			examples: ['config get sessions.idleMinutes', 'config get reflection.engine --json'],
		},
		set: {
			about: 'Change a setting',
			more: ['A list takes several values. What VS Code sets itself, it writes again.'],
			words: 'KEY VALUE...',
			examples: ['config set sessions.idleMinutes 45', 'config set reflection.privateFolders "~/clients/**" taxes'],
		},
		unset: {
			about: 'Return a setting to its default',
			words: 'KEY',
			examples: ['config unset sessions.idleMinutes', 'config unset reflection.privateFolders --json'],
		},
	},
});
