// `session-keeper resume`: on a terminal, without words, a list to choose from.
import { findOnPath } from '../../node/project/gitRepository';
import { canWalk } from '../base/bareList';
import { type Table, told } from '../base/table';
import type { Verb, VerbsOf } from '../group';
import type { RESUME } from './documentsCommand';
import { resumeVerb } from './resume';

/** What leaves open which session is meant, and what becomes of it. */
const OPEN = new Set(['project', 'color', 'no-pager']);

/** What is resumed is the session, whichever of its documents a row shows: the first row of each is left. */
function oneEach(rows: Table['rows']): Table['rows'] {
	const ids = rows.map(([session = '']) => told(session).plain);
	return rows.filter((_, at) => ids[at] === '' || ids.indexOf(ids[at]) === at);
}

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
					const { table } = listed;
					if (table === undefined || table.rows.length === 0) return resumeVerb.run(context, [], values);
					return { ...listed, table: { ...table, rows: oneEach(table.rows) } };
				},
			};
			const to = { list, question: 'Resume which session?', keys: ['SESSION', 'DOCUMENT', 'BACKUP'] };
			const canStart = (await findOnPath('claude', context.env)) !== undefined;
			return walkOnce(context, to, (named) =>
				resumeVerb.run(context, [named], { ...values, ...(canStart ? { start: true } : {}) }),
			);
		},
	},
};
