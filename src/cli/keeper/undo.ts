// `session-keeper undo`, and the same for changes of one kind: `memory undo`, `protocol undo`.
import { singleLine } from '../../core/base/text';
import type { Change, ChangeKind } from '../../node/keeper/changeJournal';
import { PROTOCOL_TRASH } from '../../node/keeper/trash';
import { listUndoable, undoChange } from '../../node/workspace/undo';
import { timeCell } from '../base/table';
import type { Verb, VerbsOf } from '../group';
import { CommandError, listAnswer } from '../io';
import type { UNDO } from './undoCommand';

/** Takes back the change that is named by its id, else the newest one. @param kind of it; nothing for any. */
export const undoOf = (kind?: ChangeKind): Verb => ({
	async run(context, words, values) {
		const all = await listUndoable(context, kind);
		if (values['list'] === true) {
			const rows = all.map(({ id, ts, kind: of, label }) => [
				shortId(id),
				timeCell(Date.parse(ts), context.clock.now()),
				of,
				label,
			]);
			const table = { columns: ['ID', 'AT', 'KIND', 'CHANGE'], long: ['CHANGE'], rows };
			return listAnswer(table, 'Nothing to undo.', { changes: all.map((each) => undoneJson(each)) });
		}
		const wanted = words.join(' ').trim();
		const change = wanted === '' ? all[0] : all.find(({ id }) => [id, shortId(id)].includes(wanted));
		if (change === undefined) {
			if (wanted === '') return { text: 'Nothing to undo.', json: { undone: null } };
			const what = kind === PROTOCOL_TRASH ? 'save' : 'change';
			throw new CommandError('notFound', `No such ${what}: ${singleLine(wanted)}.`, 'Nothing was changed.');
		}
		const outcome = await undoChange(context, change);
		if (outcome === 'gone') throw new CommandError('gone', 'It was already undone.', 'Nothing was changed.');
		if (outcome === 'busy')
			throw new CommandError('busy', 'Another program is making a change.', 'Try again in a moment.');
		const isProtocol = change.kind === PROTOCOL_TRASH;
		if (outcome === 'changed') {
			const what = isProtocol ? change.label : 'A file';
			throw new CommandError('changed', `${what} has changed since.`, 'Nothing was changed. Edit the file yourself.');
		}
		return {
			text: `Undone: ${change.label}${isProtocol ? protocolWords(change) : ''}`,
			json: { undone: undoneJson(change, kind) },
		};
	},
});

export const undo: VerbsOf<typeof UNDO> = { '': undoOf() };

/** What of an id tells it from others. */
const shortId = (id: string): string => id.replace(/^.*-/u, '');

const isBegun = ({ steps: [step] }: Change): boolean => step?.kind === 'edited' && step.before === undefined;

const protocolWords = (change: Change): string =>
	isBegun(change) ? ' is in the trash, for there was none before.' : ' is what it was before it was saved.';

function undoneJson(change: Change, asked?: ChangeKind): Readonly<Record<string, unknown>> {
	const { id, ts, kind, label, steps } = change;
	if (asked !== PROTOCOL_TRASH) return { id, ts, ...(asked === undefined ? { kind } : {}), message: label };
	const [step] = steps;
	return { id, ts, file: step?.kind === 'edited' ? step.file : label, isRemoved: isBegun(change) };
}
