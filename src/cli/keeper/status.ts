// `session-keeper status`, and `session-keeper` alone: what a person wants to know who comes back, on one screen. Each line
// is what the command that it names says at length; nothing of yours is changed.
import { readdir } from 'node:fs/promises';
import { shortDuration, stampOf } from '../../core/base/dates';
import { singleLine } from '../../core/base/text';
import { hasOurs } from '../../core/hooks/doctorFacts';
import { documentToTakeUp } from '../../core/timeline/timeline';
import { queueFolder } from '../../node/memory/memoryQueue';
import type { SessionRow, Timeline } from '../../node/timeline/timeline';
import { parkingLotOf } from '../../node/workspace/openProject';
import { openTimeline, reviewStoreOf } from '../../node/workspace/openStores';
import { workspaceStatus } from '../../node/workspace/workspaceStatus';
import { type CommandContext, currentSession } from '../context';
import type { VerbsOf } from '../group';
import type { Answer } from '../io';
import type { STATUS } from './statusCommand';

export const status: VerbsOf<typeof STATUS> = { '': { run: statusOf } };

async function statusOf(context: CommandContext): Promise<Answer> {
	const timeline = await openTimeline(context);
	const { session } = await timeline.latest(currentSession(context), true);
	const hooks = await hooksOf(context);
	const waiting = (await timeline.backups()).filter(({ isPending }) => isPending);
	const { pending, kept } = timeline.listing;
	const nowMs = context.clock.now();
	const { parked, backups } = workspaceStatus({
		projects: [{ parked: await parkingLotOf(context).list(), backups: waiting }],
		session: undefined,
		hasHooks: hooks.areInstalled,
		decision: undefined,
		nowMs,
	});
	const facts: Facts = {
		nowMs,
		session,
		// A draft that nobody has accepted says where it stands, too.
		document: session && (documentToTakeUp(session) ?? session.documents[0]),
		parked,
		backups,
		review: await reviewOf(context, timeline),
		hooks,
		lastBackupMs: [...pending, ...kept].reduce((latest, { sinceMs }) => Math.max(latest, sinceMs), 0) || undefined,
		leaving: (await deletedSoon(context)).length,
	};
	await timeline.keep();
	return { text: linesOf(facts).join('\n'), json: jsonOf(facts, context) };
}

interface Facts extends Pick<ReturnType<typeof workspaceStatus>, 'parked' | 'backups'> {
	readonly nowMs: number;
	readonly session: SessionRow | undefined;
	readonly document: SessionRow['documents'][number] | undefined;
	/** Drafts and memories that wait for a yes. */
	readonly review: number;
	readonly hooks: { readonly areInstalled: boolean; readonly lastMs: number | undefined };
	readonly lastBackupMs: number | undefined;
	/** Transcripts that Claude Code deletes soon, and of which there is no copy. */
	readonly leaving: number;
}

/** What the review of the project counts. It is put together only where a file of it is there: that takes much code. */
async function reviewOf(context: CommandContext, timeline: Timeline): Promise<number> {
	const isAny =
		timeline.documents.some(({ isDraft }) => isDraft) ||
		(await readdir(queueFolder(context.claude)).catch(() => [])).some((name) => name.endsWith('.json'));
	if (!isAny) return 0;
	return (await (await reviewStoreOf(context, () => 'project')).list()).length;
}

async function hooksOf({ claude, project }: CommandContext): Promise<Facts['hooks']> {
	const [{ gatherSettings }, { pluginFacts }, { readHookLog }] = await Promise.all([
		import('../../node/hooks/installedFacts'),
		import('../../node/hooks/plugin'),
		import('../../node/keeper/hookLogFile'),
	]);
	const areInstalled =
		(await gatherSettings(claude, project)).some(hasOurs) || (await pluginFacts(claude, project)) !== undefined;
	const last = (await readHookLog(claude).catch(() => [])).findLast((firing) => firing.project === project.root);
	const lastMs = Date.parse(last?.ts ?? '');
	return { areInstalled, lastMs: Number.isNaN(lastMs) ? undefined : lastMs };
}

async function deletedSoon({ claude, project, clock }: CommandContext): Promise<readonly unknown[]> {
	const { aboutToBeDeleted } = await import('../../node/backups/transcriptArchive');
	return aboutToBeDeleted(claude, project, clock);
}

function linesOf({ nowMs, session, document, parked, backups, review, hooks, lastBackupMs, leaving }: Facts): string[] {
	const ago = (ms: number): string => `${shortDuration(Math.max(0, nowMs - ms))} ago`;
	const net = [
		hooks.areInstalled ? 'on' : 'off: sessions are not backed up (session-keeper hooks install)',
		...(lastBackupMs === undefined ? [] : [`last backup ${ago(lastBackupMs)}`]),
		...(hooks.lastMs === undefined ? [] : [`last hook ${ago(hooks.lastMs)}`]),
	];
	const waits = [
		...counted(backups.pending, 'backup', 'session-keeper backups list'),
		...counted(parked.due, 'due item', 'session-keeper parked list'),
		...counted(review, 'draft or memory', 'session-keeper review list', 'drafts and memories'),
	];
	const open = [
		...counted(parked.open, 'parked item', 'session-keeper parked list'),
		...counted(document?.tasks.length ?? 0, 'task'),
		...counted(document?.questions.length ?? 0, 'question'),
	];
	const line = (name: string, parts: readonly string[]): readonly string[] =>
		parts.length === 0 ? [] : [`${name.padEnd(WIDTH)}${parts.join(', ')}`];
	if (session === undefined && waits.length + open.length === 0)
		return ['No Claude Code sessions with work in this folder yet.', ...line('Safety net', net)];
	const isRunning = session?.isLive === true ? ', still running' : '';
	return [
		...line(
			'Left off',
			session === undefined ? [] : [`${singleLine(session.title)} (${ago(session.lastMs)}${isRunning})`],
		),
		...line('Next', (document?.next ?? []).slice(0, 1).map(singleLine)),
		...line(
			'Resume',
			session === undefined
				? []
				: [`session-keeper resume${session.id === undefined ? '' : ` ${session.id.slice(0, 8)}`}`],
		),
		...line('Waits', waits),
		...line('Open', open),
		...line('Safety net', net),
		...line('Deleted soon', counted(leaving, 'transcript', 'session-keeper backups archive')),
	];
}

const WIDTH = 'Deleted soon'.length + 2;

/** A count with its thing and the command that shows them; nothing for none. */
function counted(count: number, one: string, command?: string, many = `${one}s`): readonly string[] {
	const more = command === undefined ? '' : ` (${command})`;
	return count === 0 ? [] : [`${count} ${count === 1 ? one : many}${more}`];
}

function jsonOf(facts: Facts, { project }: CommandContext): Answer['json'] {
	const { session, document, parked, backups, review, hooks, lastBackupMs, leaving } = facts;
	return {
		project: project.root,
		leftOff:
			session === undefined
				? null
				: {
						session: session.id ?? null,
						title: session.title,
						at: new Date(session.lastMs).toISOString(),
						isLive: session.isLive,
						document: document?.file ?? null,
						next: document?.next ?? [],
						tasks: document?.tasks ?? [],
						questions: document?.questions ?? [],
					},
		waits: { backups: backups.pending, damagedBackups: backups.damaged, due: parked.due, review },
		open: { parked: parked.open, stale: parked.stale },
		safetyNet: {
			areHooksInstalled: hooks.areInstalled,
			lastHook: stampOf(hooks.lastMs),
			lastBackup: stampOf(lastBackupMs),
			deletedSoon: leaving,
		},
	};
}
