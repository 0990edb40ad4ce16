// What a terminal shows: in its looks, and in the person's own pager where it is longer than the terminal.
import type { Caller } from '../caller';
import { paintedTable, paintedText, sightOf } from './look';
import { wantsColour } from './sight';
import type { Table } from './table';

/** What less shows at the bottom: not everybody knows its keys, and a question may come behind it. */
const HOW_TO_LEAVE = '-Ps space\\: more   q\\: continue$';

/** What a shell says of a program that is not there. */
const NOT_FOUND = 127;

/** Writes an answer as a terminal shows it, and in a pager where it is long. @param to where it goes without one */
export async function paintedOut(
	caller: Caller,
	how: { readonly color?: unknown; readonly 'no-pager'?: unknown },
	to: 'output' | 'remarks',
	text: string,
	table?: Table,
): Promise<void> {
	const { env, output } = caller;
	const isTerminal = output.isTerminal();
	const hasColour = wantsColour(how.color, env, to === 'remarks' || isTerminal);
	const sight = sightOf(hasColour, env, isTerminal ? output.size().columns : undefined);
	const isTable = table !== undefined && table.isForPrograms !== true && table.rows.length > 0;
	const painted = isTable ? paintedTable(table, sight) : paintedText(text, sight);
	if (!(await paged(caller, painted, how['no-pager'] !== true))) caller[to].write(`${painted}\n`);
}

/**
 * Shows a text in the pager and waits until the person has read it. Leaving it early is no error.
 * @param text printable, with our colours
 * @returns false where that was not done: it is short enough, nobody wants a pager, or there is none.
 */
async function paged({ env, output, onStop, waiting }: Caller, text: string, isWanted: boolean): Promise<boolean> {
	const own = env['SESSION_KEEPER_PAGER'] ?? env['PAGER'];
	const isLong = output.isTerminal() && text.split('\n').length > output.size().rows - 1;
	if (!isWanted || !isLong || env['TERM'] === 'dumb' || ['', 'cat'].includes(own?.trim() ?? 'less')) return false;
	// What interrupts the pager is its own to answer.
	const release = onStop(() => undefined);
	return waiting.during(() => shownBy(own, text, env)).finally(release);
}

/** @param own the person's words for a shell, as git takes them; nothing for less. */
async function shownBy(own: string | undefined, text: string, env: NodeJS.ProcessEnv): Promise<boolean> {
	// Loaded for a pager alone: it takes as long as a short answer.
	const [{ spawn }, { findOnPath }] = await Promise.all([
		import('node:child_process'),
		import('../../node/project/gitRepository'),
	]);
	// By its path: the current folder may be a repository that brings a program of this name.
	const program = own ?? (await findOnPath('less', env));
	if (program === undefined) return false;
	return new Promise((resolve) => {
		const child = spawn(program, own === undefined ? [HOW_TO_LEAVE] : [], {
			shell: own !== undefined,
			stdio: ['pipe', 'inherit', 'inherit'],
			// As git does: quit where it fits, keep our colours, leave the text on the screen. And less keeps no file in the home.
			env: { LESS: 'FRX', LV: '-c', LESSHISTFILE: '-', ...env },
		});
		child.on('error', () => resolve(false));
		child.on('close', (code) => resolve(code !== NOT_FOUND));
		child.stdin.on('error', () => undefined).end(`${text}\n`);
	});
}
