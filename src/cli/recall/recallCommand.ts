// What `session-keeper recall` takes. Its code is recall.ts.
import { describeGroup } from '../base/description';

export const RECALL = describeGroup({
	about: 'Ask past sessions',
	verbs: {
		'': {
			about: 'Find the sessions that answer a question, best first',
			more: [
				'Understands word forms, typos, file names and times. Quote a phrase.',
				'Reads new messages first. The first question takes longer.',
			],
			words: 'QUESTION',
			options: {
				query: { value: 'TEXT', about: 'Another wording of the question. Can be repeated.', isMultiple: true },
				everywhere: { about: 'Ask the sessions of all projects.' },
				limit: { value: 'N', about: 'Maximum number of sessions. Default: 5.' },
			},
			examples: [
				'recall where do exports go',
				`recall 'where do we deploy "on Fridays"' --query "release day" --everywhere`,
				'recall why folders per month last week --limit 3',
			],
		},
	},
});
