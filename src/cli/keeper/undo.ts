// `session-keeper undo`, and the same for changes of one kind: `memory undo`, `protocol undo`.
import { singleLine } from '../../core/base/text';
import { shortId } from '../../core/keeper/undoable';
import type { ChangeKind } from '../../node/keeper/changeRecord';
import { PROTOCOL_TRASH } from '../../node/keeper/trash';
import { listUndoable, newestOf } from '../../node/hooks/undo';
import { type UndoKind, type Undoable, isChangeOf } from '../../node/workspace/undo';
import { timeCell } from '../base/table';
import type { CommandContext } from '../context';
import type { Verb, VerbsOf } from '../group';
import { putLauncher } from '../putLauncher';
import { type Answer, CommandError, listAnswer, note } from '../io';
import type { UNDO } from './undoCommand';

/** Takes back what is named by its id, else what was done last. @param kind of changes; nothing for everything. */
export const undoOf = (kind?: ChangeKind): Verb => ({
	async run(context, words, values) {
		const isList = values['list'] === true;
		const wanted = words.join(' ').trim();
		const isNamed = ({ id }: Undone): boolean => [id, shortId(id)].includes(wanted);
		const ended = isList ? undefined : endedNow(context, kind).find((each) => wanted === '' || isNamed(each));
		if (ended !== undefined) return answerOf(ended, kind);
		const { all, unread } = await listUndoable(context, {
			kind,
			isForced: context.isYes,
			putLauncher: () => putLauncher(context),
		});
		const found = wanted === '' ? newestOf(all) : all.find(isNamed);
		// The last change may be among what cannot be read.
		const isMissed = isList ? all.length === 0 : wanted === '' || found === undefined;
		if (isMissed && unread.length > 0) throw unread[0];
		if (isList) {
			for (const error of unread)
				note(context, `Some changes could not be listed: ${error instanceof Error ? error.message : String(error)}`);
			const rows = all.map(({ id, atMs, kind: of, label, isCut }) => [
				shortId(id),
				timeCell(atMs, context.clock.now()),
				of,
				isCut === true ? `${label}, interrupted` : label,
			]);
			const table = { columns: ['ID', 'AT', 'KIND', 'CHANGE'], long: ['CHANGE'], rows };
			return listAnswer(table, 'Nothing to undo.', { changes: all.map((each) => undoneJson(each)) });
		}
		if (found === undefined) {
			if (wanted !== '') {
				const what = kind === PROTOCOL_TRASH ? 'save' : 'change';
				throw new CommandError('notFound', `No such ${what}: ${singleLine(wanted)}.`, 'Nothing was changed.');
			}
			const left = all.length === 0 ? '' : ' What expired comes back by its id: session-keeper undo --list';
			return { text: `Nothing to undo.${left}`, json: { undone: null } };
		}
		const outcome = await found.undo();
		if (outcome === 'gone') throw new CommandError('gone', 'It was already undone.', 'Nothing was changed.');
		if (outcome === 'busy')
			throw new CommandError('busy', 'Another program is making a change.', 'Try again in a moment.');
		if (outcome === 'changed') {
			const what = found.kind === PROTOCOL_TRASH ? found.label : 'A file';
			throw new CommandError('changed', `${what} has changed since.`, 'Nothing was changed. Edit the file yourself.');
		}
		if (outcome !== 'undone') throw new CommandError(outcome.code, outcome.message, outcome.hint);
		return answerOf(found, kind);
	},
});

export const undo: VerbsOf<typeof UNDO> = { '': undoOf() };

type Undone = Omit<Undoable, 'undo'>;

/** What an undo took back that was interrupted, and that is ended on the way to this one: nothing more is taken back. Newest first. */
export const endedNow = (context: CommandContext, kind?: ChangeKind): readonly Undone[] =>
	(context.ended ?? [])
		.flatMap((each) => (each.as === 'undone' && each.isUndo ? [each.change] : []))
		.filter((change) => isChangeOf(context, change) && (kind ?? change.kind) === change.kind)
		.map((change) => ({
			...{ id: change.id, atMs: Date.parse(change.ts), kind: change.kind as UndoKind, label: change.label },
			change,
		}))
		.toReversed();

const answerOf = (undone: Undone, asked?: ChangeKind): Answer => ({
	text: `Undone: ${undone.label}${undone.kind === PROTOCOL_TRASH ? protocolWords(undone) : ''}`,
	json: { undone: undoneJson(undone, asked) },
});

const isBegun = ({ change }: Undone): boolean => {
	const [step] = change?.steps ?? [];
	return step?.kind === 'edited' && step.before === undefined;
};

const protocolWords = (undone: Undone): string =>
	isBegun(undone) ? ' is in the trash, for there was none before.' : ' is what it was before it was saved.';

function undoneJson(undone: Undone, asked?: ChangeKind): Readonly<Record<string, unknown>> {
	const { id, atMs, kind, label, isCut, change } = undone;
	const ts = new Date(atMs).toISOString();
	if (asked !== PROTOCOL_TRASH)
		return { id, ts, ...(asked === undefined ? { kind, isInterrupted: isCut === true } : {}), message: label };
	const [step] = change?.steps ?? [];
	return { id, ts, file: step?.kind === 'edited' ? step.file : label, isRemoved: isBegun(undone) };
}
