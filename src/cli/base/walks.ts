// What a person does with lists on a terminal: choose a row, and then what becomes of it, by the verbs that do it anyway.
import type { CommandContext } from '../context';
import type { Values, Verb } from '../group';
import { type Answer, CommandError, answerText, note, noteFailure, show } from '../io';
import { walk } from './walk';
import { type Table, told } from './table';

/** Esc or Ctrl-C, as in any list to walk: nothing was done. */
const LEFT = { text: '', json: {}, isPrinted: true, exitCode: 130 } as const satisfies Answer;

interface WalkedList {
	readonly list: Verb;
	/** For the list. */
	readonly values?: Values;
	readonly question: string;
	/** The columns by one of which a verb knows a row: the first that is not empty. */
	readonly keys: readonly string[];
}

/** Chooses from a list, once. @param enter what becomes of the row that was chosen, by its key. */
export async function walkOnce(
	context: CommandContext,
	to: WalkedList,
	enter: (key: string) => Promise<Answer>,
): Promise<Answer> {
	const { key, answer } = await choose(context, to);
	return key === undefined ? (answer ?? LEFT) : enter(key);
}

export interface Action {
	readonly name: string;
	readonly about: string;
	readonly verb: Verb;
}

/**
 * Chooses from a list again and again, and each time what becomes of the row, until the person leaves or nothing is left.
 * @param to.show what is shown of a row before that is asked.
 */
export async function walkThrough(
	context: CommandContext,
	to: WalkedList & { readonly show?: Verb; readonly actions: readonly Action[] },
): Promise<Answer> {
	let isDone = false;
	for (;;) {
		const { key, answer } = await choose(context, to);
		if (key === undefined) return answer ?? (isDone ? { ...LEFT, exitCode: 0 } : LEFT);
		if (to.show !== undefined) await show(context, (await to.show.run(context, [key], {})).text);
		const action = await chooseAction(context, to.actions);
		if (action === undefined) continue;
		try {
			note(context, answerText(await action.verb.run(context, [key], {})));
			isDone = true;
		} catch (error) {
			// A person who is asked can say something else.
			if (!(error instanceof CommandError)) throw error;
			noteFailure(context, error);
		}
	}
}

/** @returns the key of a row; the list's own answer where it has no rows; neither where the person left. */
async function choose(
	context: CommandContext,
	{ list, values = {}, question, keys }: WalkedList,
): Promise<{ readonly key?: string; readonly answer?: Answer }> {
	const answer = await list.run(context, [], values);
	const { table } = answer;
	if (table === undefined || table.rows.length === 0) return { answer };
	const row = await walk(context.caller, { question, table });
	if (row === undefined) return {};
	const key = keys.map((column) => cellIn(table, row, column)).find((each) => each !== '');
	if (key === undefined) throw new Error(`Row ${row} of “${question}” has none of ${keys.join(', ')}.`);
	return { key };
}

function cellIn({ columns, rows }: Table, row: number, column: string): string {
	const { shown, plain } = told(rows[row]?.[columns.indexOf(column)] ?? '');
	return plain ?? shown;
}

async function chooseAction(context: CommandContext, actions: readonly Action[]): Promise<Action | undefined> {
	const rows = [...actions.map(({ name, about }) => [name, about]), ['Later', 'Go back without a change.']];
	const table = { columns: ['', ''], long: [''], rows };
	return actions[(await walk(context.caller, { question: 'What becomes of it?', table })) ?? actions.length];
}
