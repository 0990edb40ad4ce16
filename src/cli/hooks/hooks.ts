// `session-keeper hooks …`
import { partsIn } from '../../core/hooks/installParts';
import { SHADOWED } from '../../core/claude/slashCommands';
import { type Scope, DEFAULT_CLEANUP_DAYS, SCOPES } from '../../core/claude/settings';
import { refusalHint, refusalSentence } from '../../core/claude/refusal';
import { singleLine } from '../../core/base/text';
import { shortId } from '../../core/keeper/undoable';
import { diffSummary, unifiedDiff } from '../../core/base/unifiedDiff';
import {
	daysThatStay,
	leftForOthers,
	otherInstallations,
	planInstallation,
	planLongerCleanup,
	planUninstallation,
	summaryOf,
	wholeChoices,
} from '../../node/hooks/installation';
import { type Wish, carryOutInstallation } from '../../node/hooks/installChange';
import type { Planned, PlannedChange, RefusedFile } from '../../node/hooks/plannedChange';
import { cleanupInForce } from '../../node/project/cleanupSetting';
import { settingsPlace, settingsPlaces } from '../../node/project/settingsFile';
import { gatherInstalled } from '../../node/hooks/installedFacts';
import { isScheduled } from '../../node/reflection/scheduler';
import { doctorAnswer, statusAnswer } from './hooksReport';
import { installText, installedText, leftText, partsOf } from './installWords';
import { putLauncher } from '../putLauncher';
import type { CommandContext } from '../context';
import { type Values, type VerbsOf, choiceOf, textOf } from '../group';
import type { HOOKS_COMMAND } from './hooksCommand';
import { type Answer, CommandError, UsageError, confirm, note, show } from '../io';

/** What a person does next. */
const nextWords = (hasCommands: boolean): string =>
	`Start a new Claude Code session: it ${hasCommands ? 'knows the slash commands and ' : ''}is backed up when it ends.\nsession-keeper hooks status shows which hooks ran.`;

export const hooks: VerbsOf<typeof HOOKS_COMMAND> = {
	install: {
		async run(context, _words, values) {
			const { claude, project } = context;
			const days = daysOf(values);
			const choices = await wholeChoices(claude, project, {
				scope: scopeOf(context, values),
				...partsOf(values),
				isMadeStrict: values['strict-json'] === true,
				cleanupDays: days,
			});
			const { scope } = choices;
			const changes = changesOf(await planInstallation(claude, project, context.clock, choices));
			const summary = installText(scope, await summaryOf(claude, project, choices, changes), claude.userHome);
			if (days !== undefined) await remarkDays(context, days);
			if (choices.commands === true) await remarkCommands(context, scope);
			const asked = await showAndAsk(context, changes, values, 'Install the hooks?', summary);
			if (!asked) return answer(scope, changes, true, 'Dry run: nothing was changed.', summary);
			await putLauncher(context);
			const wish = { scope, parts: partsIn(choices), isMadeStrict: choices.isMadeStrict };
			const undo = await carryOut(context, changes, wish);
			remarkUnread(context, changes);
			return {
				...answer(scope, changes, false, installedText(changes, nextWords(choices.commands === true))),
				...undo,
			};
		},
	},
	uninstall: {
		async run(context, _words, values) {
			const scope = scopeOf(context, values);
			const changes = changesOf(
				await planUninstallation(context.claude, context.project, context.clock, {
					scope,
					parkingRule: values['parking-rule'] === true,
				}),
			);
			if (!hasChanged(changes)) {
				await carryOut(context, changes);
				const others = await otherInstallations(context.claude, []);
				const where = others.length === 0 ? '' : ` They are in ${others.map(singleLine).join(', ')}.`;
				return answer(scope, changes, false, `Nothing to uninstall: the hooks are not installed.${where}`);
			}
			const asked = await showAndAsk(context, changes, values, 'Uninstall the hooks?');
			if (!asked) return answer(scope, changes, true, 'Dry run: nothing was changed.');
			const undo = await carryOut(context, changes, { scope });
			const left = leftText(await leftForOthers(context.claude, context.project));
			const timer = (await isScheduled(context))
				? '\nThe timer stays. To remove it: session-keeper reflect unschedule'
				: '';
			const text = `Uninstalled from ${hooksIn(changes)?.file ?? ''}.${left}${timer}`;
			return { ...answer(scope, changes, false, text), ...undo };
		},
	},
	'cleanup-days': {
		async run(context, words, values) {
			const days = daysIn('cleanup-days', words.length === 1 ? words[0] : undefined);
			if (days === undefined) throw new UsageError('How many days? hooks cleanup-days 365');
			const now = await cleanupInForce(context.claude, context.project);
			const scope = now?.scope ?? 'user';
			const changes = changesOf(await planLongerCleanup(context.claude, context.project, days));
			const [change] = changes;
			remarkUnread(context, changes);
			if (change === undefined || !hasChanged(changes)) {
				const stay = now?.days ?? DEFAULT_CLEANUP_DAYS;
				return answer(scope, [], false, `Nothing was changed: Claude Code keeps transcripts for ${stay} days.`);
			}
			const asked = await showAndAsk(context, changes, values, `Keep transcripts for ${days} days?`);
			if (!asked) return answer(scope, changes, true, '');
			const undo = await carryOut(context, changes);
			const text = change.isReadByClaude
				? `Claude Code now keeps transcripts for ${days} days.`
				: `Claude Code will keep transcripts for ${days} days once it reads ${singleLine(change.file)}.`;
			return { ...answer(scope, changes, false, text), ...undo };
		},
	},
	status: {
		async run(context) {
			const facts = await gatherInstalled(context.claude, context.project, context.clock);
			return statusAnswer(facts);
		},
	},
	doctor: {
		async run(context) {
			const { gatherHookFacts } = await import('../../node/hooks/hooksDoctor');
			const facts = await gatherHookFacts(context.claude, context.project, context.clock, { isProbing: true });
			return doctorAnswer(facts, context.clock.now());
		},
	},
};

/** Says which commands of others have names of ours: nobody's command is hidden unawares. */
async function remarkCommands(context: CommandContext, scope: Scope): Promise<void> {
	const { foreignCommands } = await import('../../node/hooks/commandFiles');
	for (const name of SHADOWED) note(context, `/${name} replaces a hidden command of Claude Code itself.`);
	for (const { name, file, where } of await foreignCommands(context.claude, context.project, scope))
		note(
			context,
			where === 'there'
				? `/${name} is not installed: ${file} is not from Session Keeper, or was edited. It was left unchanged.`
				: `Another /${name} exists (${file}). Claude Code uses only one of them.`,
		);
}

/** Says which settings Claude Code does not read, so that nothing in them counts. */
function remarkUnread(context: CommandContext, changes: readonly PlannedChange[]): void {
	for (const { what, file } of changes.filter(({ isReadByClaude }) => !isReadByClaude))
		note(
			context,
			`Claude Code reads strict JSON only, and ${file} has comments or trailing commas. ${what === 'hooks' ? '--strict-json takes them out.' : 'While they are there, its cleanupPeriodDays does not count.'}`,
		);
}

/** Says that fewer days are not set: nobody's transcripts are deleted earlier because of us. */
async function remarkDays(context: CommandContext, days: number): Promise<void> {
	const stay = await daysThatStay(context.claude, context.project, days);
	if (stay !== undefined)
		note(
			context,
			`Claude Code keeps transcripts for ${stay} days; with ${days} it would delete them earlier, so this was not changed. To shorten it, set cleanupPeriodDays in ${settingsPlace(context.claude, context.project, 'user').file} yourself.`,
		);
}

/** So many lines are on a screen at once, as a rule. */
const SCREEN_LINES = 30;

/** Prints the change and asks for it. @returns whether to go on: not on a dry run. */
async function showAndAsk(
	context: CommandContext,
	changes: readonly PlannedChange[],
	values: Values,
	question: string,
	summary = '',
): Promise<boolean> {
	if (values['dry-run'] === true) return false;
	if (!hasChanged(changes)) return true;
	// With a yes and a document, nobody reads it.
	const diff = diffsOf(changes);
	if (!context.isYes || !context.isJson) await show(context, below(summary, diff));
	// Where hundreds of lines have scrolled by, who is asked reads once more what it comes to.
	const isAsked = summary !== '' && !context.isYes && context.caller.remarks.isTTY === true;
	if (isAsked && diff.split('\n').length > SCREEN_LINES) note(context, `\n${summary}`);
	await confirm(context, question);
	return true;
}

/** @returns what takes it back, and nothing more; nothing where there is nothing to take back. */
async function carryOut(
	context: CommandContext,
	changes: readonly PlannedChange[],
	wish?: Wish,
): Promise<Pick<Answer, 'undo'>> {
	const done = await carryOutInstallation(context, changes, wish);
	if (!done.ok) throw refused(done.error);
	if (done.value !== undefined) return { undo: `undo ${shortId(done.value.id)}` };
	// The days of transcripts are a change of their own.
	return changes.some((each) => each.what === 'cleanup' && hasChanged([each])) ? { undo: 'undo' } : {};
}

function changesOf(planned: Planned): readonly PlannedChange[] {
	if (!planned.ok) throw refused(planned.error);
	return planned.value;
}

function refused({ file, refusal, changed, undo }: RefusedFile): CommandError {
	return new CommandError(refusal.reason, refusalSentence(file, refusal, changed, undo), refusalHint(refusal));
}

function answer(
	scope: Scope | 'managed',
	changes: readonly PlannedChange[],
	isDryRun: boolean,
	text: string,
	summary = '',
): Answer {
	return {
		text: isDryRun && hasChanged(changes) ? below(summary, diffsOf(changes)) : text,
		json: {
			scope,
			isDryRun,
			changes: changes
				.filter(({ before, after }) => before !== after)
				.map((change) => {
					const { what, file, isReadByClaude } = change;
					return { what, file, isReadByClaude, diff: diffOf(change) };
				}),
		},
	};
}

function hooksIn(changes: readonly PlannedChange[]): PlannedChange | undefined {
	return changes.find(({ what }) => what === 'hooks');
}

function hasChanged(changes: readonly PlannedChange[]): boolean {
	return changes.some(({ before, after }) => before !== after);
}

const below = (summary: string, diff: string): string => (summary === '' ? diff : `${summary}\n\n${diff}`);

/** What is shown first is part of the answer, too. */
const diffs = new WeakMap<PlannedChange, string>();
function diffOf(change: PlannedChange): string {
	const { before, after } = change.shown ?? change;
	const diff = diffs.get(change) ?? unifiedDiff(change.file, before, after);
	diffs.set(change, diff);
	return diff;
}

function diffsOf(changes: readonly PlannedChange[]): string {
	const there = changes.map(diffOf).filter((diff) => diff !== '');
	return [diffSummary(there), ...there].join('\n');
}

/** @throws UsageError for the shared settings of the home folder: they are the person's own. */
function scopeOf({ claude, project }: CommandContext, values: Values): Scope {
	const scope = choiceOf(values, 'scope', SCOPES) ?? 'local';
	if (settingsPlaces(claude, project, scope).length > 0) return scope;
	throw new UsageError('The home folder is not a project of its own: use --scope user.');
}

function daysOf(values: Values): number | undefined {
	return daysIn('--cleanup-days', textOf(values, 'cleanup-days'));
}

function daysIn(what: string, given: string | undefined): number | undefined {
	if (given === undefined) return undefined;
	if (!/^[1-9]\d{0,4}$/u.test(given)) throw new UsageError(`${what} takes a number of days, not ${singleLine(given)}.`);
	return Number(given);
}
