// `session-keeper resume`: on a terminal, without words, a list to choose from.
import { findOnPath } from '../../node/project/gitRepository';
import { canWalk } from '../base/bareList';
import type { Verb, VerbsOf } from '../group';
import type { RESUME } from './documentsCommand';
import { resumeVerb } from './resume';

/** What leaves open which session is meant, and what becomes of it. */
const OPEN = new Set(['project', 'color', 'no-pager']);

export const resumeGroup: VerbsOf<typeof RESUME> = {
	'': {
		async run(context, words, values) {
			const isOpen = words.length === 0 && Object.keys(values).every((name) => OPEN.has(name));
			if (!isOpen || !canWalk(context, values)) return resumeVerb.run(context, words, values);
			const [{ walkOnce }, { documents }] = await Promise.all([import('../base/walks'), import('./documents')]);
			// Where there is nothing to choose, it says so itself.
			const list: Verb = {
				run: async (...call) => {
					const listed = await documents.list.run(...call);
					return listed.table?.rows.length === 0 ? resumeVerb.run(context, [], values) : listed;
				},
			};
			const to = { list, question: 'Resume which session?', keys: ['SESSION', 'DOCUMENT'] };
			const canStart = (await findOnPath('claude', context.env)) !== undefined;
			return walkOnce(context, to, (named) =>
				resumeVerb.run(context, [named], { ...values, ...(canStart ? { start: true } : {}) }),
			);
		},
	},
};
