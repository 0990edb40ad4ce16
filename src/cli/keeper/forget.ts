// `session-keeper forget`: shows what would be deleted for good, asks for its name, and deletes it.
import path from 'node:path';
import { readableSize } from '../../core/base/dates';
import { counted, singleLine } from '../../core/base/text';
import { isWholeId } from '../../core/keeper/mentions';
import { shownPath } from '../../node/claude/claudeHome';
import {
	type ForgetPlan,
	type Holder,
	type NotForgotten,
	forgetKept as forgetNow,
	holderOf,
	planForget,
} from '../../node/workspace/forget';
import type { Forgotten } from '../../node/workspace/forgetWords';
import type { KeptThing } from '../../node/workspace/vault';
import type { CommandContext } from '../context';
import { type Values, type VerbsOf, nameOf } from '../group';
import { type Answer, CommandError, UsageError, confirmByName, show } from '../io';
import { namedSession } from '../meantSession';
import type { FORGET } from './vaultCommand';

/** So many rows are shown; `--json` has all. */
const SHOWN = 40;

export const forget: VerbsOf<typeof FORGET> = {
	'': {
		async run(context, words, values) {
			const what = await meant(context, words, values);
			const plan = await planForget(context, what);
			const name =
				typeof what !== 'string' ? what.session.slice(0, 8) : what === 'all' ? 'everything' : nameOfProject(context);
			const isUnread = plan.left.some(({ why }) => why === 'unread');
			if (plan.deleted.length + plan.edited.length === 0) {
				const nothing = isUnread ? `No copy was found in what could be read: ${name}.` : `Nothing is kept of ${name}.`;
				return answer(plan, `${leftText(plan)}${nothing}`, false);
			}
			const listed = planText(context, plan);
			if (values['dry-run'] === true) return answer(plan, `${listed}\nDry run: nothing was changed.`, true);
			const holder = await holderOf(context, what);
			if (holder !== undefined) throw refused(holder);
			await show(context, listed);
			await confirmByName(context, 'Permanently delete this? There is no undo.', name, nameOf(values, 'confirm'));
			const failed = await forgetNow(context, what);
			if ('kind' in failed) throw refused(failed);
			const done = isUnread
				? `Deleted what could be read: ${name}. What was not read may hold more. This cannot be undone.`
				: `Forgotten: ${name}. This cannot be undone.`;
			const text =
				failed.length === 0
					? done
					: `Not deleted:\n${failed.map((each) => `- ${each.path} (${each.reason})`).join('\n')}`;
			return answer(plan, `${leftText(plan)}${text}`, false, failed);
		},
	},
};

async function meant(context: CommandContext, words: readonly string[], values: Values): Promise<Forgotten> {
	const query = words.join(' ').trim();
	const asked = [query !== '', values['whole-project'] === true, values['all'] === true];
	if (asked.filter(Boolean).length !== 1) throw new UsageError('Name one session, or use --whole-project or --all.');
	if (values['all'] === true) return 'all';
	if (values['whole-project'] === true) return 'project';
	// A whole id needs no list, which links that lead out of the project may stand in the way of.
	return { session: isWholeId(query) ? query : await namedSession(context, query) };
}

const nameOfProject = ({ project }: CommandContext): string => path.basename(project.root) || project.root;

function refused(holder: Holder): CommandError {
	if (holder.kind === 'unknown')
		return new CommandError(
			'unreadable',
			'The list of running sessions cannot be read: this one may be running.',
			'Nothing was deleted. Make the folder sessions in Claude Code’s home readable, then try again.',
		);
	return new CommandError(
		'running',
		`The session ${holder.session.slice(0, 8)} is running: what it says next would be kept again.`,
		'Nothing was deleted. End it, then try again.',
	);
}

function planText({ claude }: CommandContext, { deleted, edited, left }: ForgetPlan): string {
	const line = ({ kind, path: file, sizeBytes }: KeptThing, more = ''): string =>
		`- ${kind}, ${readableSize(sizeBytes)}${more}: ${shownPath(file, claude.userHome)}`;
	const rows = [...deleted.map((each) => line(each)), ...edited.map((each) => line(each, ', only what mentions it'))];
	const bytes = deleted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
	return [
		`To be deleted, ${readableSize(bytes)}:`,
		...rows.slice(0, SHOWN),
		...(rows.length > SHOWN ? [`… and ${rows.length - SHOWN} more: --dry-run --json`] : []),
		...(left.length > 0 ? [`${counted(left.length, 'file')} not deleted. To delete:`] : []),
		...leftLines(left),
		'Sessions whose transcripts stay become private. They are not backed up or indexed again unless they go on.',
		'Lists read such a transcript, and cache its title and prompts, until you delete it.',
	].join('\n');
}

const leftText = ({ left }: ForgetPlan): string =>
	left.length === 0 ? '' : `These stay. To delete them:\n${leftLines(left).join('\n')}\n`;

const leftLines = (left: ForgetPlan['left']): readonly string[] => [
	...left
		.slice(0, SHOWN)
		.map(
			({ path: file, why, command }) =>
				`  ${singleLine(command ?? `${file} (${why === 'unread' ? 'not read, so not searched' : 'edit it in an editor'})`)}`,
		),
	...(left.length > SHOWN ? [`  … and ${left.length - SHOWN} more: --json`] : []),
];

function answer(
	{ deleted, edited, left }: ForgetPlan,
	text: string,
	isDryRun: boolean,
	failed: readonly NotForgotten[] = [],
): Answer {
	const thing = ({ kind, path: file, sizeBytes }: KeptThing) => ({ kind, path: file, sizeBytes });
	return {
		text,
		json: {
			isDryRun,
			deleted: deleted.map(thing),
			edited: edited.map(thing),
			left: left.map(({ command, ...each }) => ({ ...each, command: command ?? null })),
			failed,
		},
		exitCode: failed.length === 0 ? 0 : 1,
	};
}
