// `session-keeper status`, and `session-keeper` alone: what a person wants to know who comes back, on one screen. Each line
// is what the command that it names says at length; nothing of yours is changed.
import { readdir } from 'node:fs/promises';
import { HOUR_MS, nextMidnightMs, stampOf } from '../../core/base/dates';
import { singleLine } from '../../core/base/text';
import { type RegistryEntry, isProgrammatic } from '../../core/claude/registry';
import { type IdleReason, idleSentence } from '../../core/keeper/idleHooks';
import { nextChangeMs } from '../../core/parking/item';
import type { ReviewEntry } from '../../core/review/entry';
import { queueFolder } from '../../node/memory/memoryQueue';
import { belongsTo } from '../../node/project/project';
import { readLiveSessions } from '../../node/sessions/liveSessions';
import type { SessionBackup, Timeline } from '../../node/timeline/timeline';
import { type Home, homeOf } from '../../node/workspace/home';
import { parkingLotOf } from '../../node/workspace/openProject';
import { openTimeline, reviewStoreOf } from '../../node/workspace/openStores';
import { readSafetyNet } from '../../node/hooks/safetyNet';
import { ageMark } from '../base/ages';
import { type CommandContext, currentSession } from '../context';
import type { VerbsOf } from '../group';
import type { Answer } from '../io';
import type { STATUS } from './statusCommand';

export const status: VerbsOf<typeof STATUS> = { '': { run: statusOf } };

async function statusOf(context: CommandContext): Promise<Answer> {
	const timeline = await openTimeline(context);
	const { session } = await timeline.latest(currentSession(context), true);
	const of = {
		parked: await parkingLotOf(context).list(),
		backups: (await timeline.backups()).filter(({ isPending }) => isPending),
	};
	const home = homeOf({
		projects: [of],
		waiting: await waitingSessions(context),
		review: await reviewOf(context, timeline),
		latest: session === undefined ? [] : [{ of, session }],
		nets: [await readSafetyNet(context, timeline.listing)],
	});
	await timeline.keep();
	const nowMs = context.clock.now();
	// What Claude Code deletes soon is told hours before it does.
	const holdsUntilMs = Math.min(
		nowMs + HOUR_MS,
		nextMidnightMs(nowMs),
		...of.parked.map((item) => nextChangeMs(item, nowMs)),
	);
	return { text: linesOf(home).join('\n'), json: jsonOf(home, context), holdsUntilMs };
}

type Facts = Home<ProjectFacts, RegistryEntry, ReviewEntry>;
interface ProjectFacts {
	readonly parked: Awaited<ReturnType<ReturnType<typeof parkingLotOf>['list']>>;
	readonly backups: readonly SessionBackup[];
}

/** A person's sessions of the project that wait for them. */
async function waitingSessions({ claude, project }: CommandContext): Promise<readonly RegistryEntry[]> {
	const running = (await readLiveSessions(claude)) ?? [];
	return running.filter(
		({ status: state, entrypoint, cwd }) =>
			state === 'waiting' && !isProgrammatic(entrypoint) && belongsTo(project, cwd),
	);
}

/** What is to be reviewed. It is put together only where a file of it is there: that takes much code. */
async function reviewOf(context: CommandContext, timeline: Timeline): Promise<readonly ReviewEntry[]> {
	const isAny =
		timeline.documents.some(({ isDraft }) => isDraft) ||
		(await readdir(queueFolder(context.claude)).catch(() => [])).some((name) => name.endsWith('.json'));
	return isAny ? (await reviewStoreOf(context, () => 'project')).list() : [];
}

function linesOf({ needs, leftOff, open, net }: Facts): string[] {
	const safety = [
		net.whyIdle === undefined ? 'on' : `off: sessions are not backed up (${idleWords(net.whyIdle)})`,
		...(net.lastBackupMs === undefined ? [] : [`last backup ${ageMark(net.lastBackupMs)}`]),
		...(net.lastHookMs === undefined ? [] : [`last hook ${ageMark(net.lastHookMs)}`]),
	];
	const waits = [
		...counted(
			needs.sessions.length,
			'session that needs your input',
			'session-keeper sessions list',
			'sessions that need your input',
		),
		...counted(needs.backups.length, 'backup', 'session-keeper backups list'),
		...counted(needs.due.length, 'due item', 'session-keeper parked list'),
		...counted(needs.review.length, 'draft or memory', 'session-keeper review list', 'drafts and memories'),
	];
	const stillOpen = [
		...counted(open.parked, 'parked item', 'session-keeper parked list'),
		...counted(open.tasks.length, 'task'),
		...counted(open.questions.length, 'question'),
	];
	const line = (name: string, parts: readonly string[]): readonly string[] =>
		parts.length === 0 ? [] : [`${name.padEnd(WIDTH)}${parts.join(', ')}`];
	const session = leftOff?.session;
	if (session === undefined && waits.length + stillOpen.length === 0)
		return ['No Claude Code sessions with work in this folder yet.', ...line('Safety net', safety)];
	const isRunning = session?.isLive === true ? ', still running' : '';
	return [
		...line(
			'Left off',
			session === undefined ? [] : [`${singleLine(session.title)} (${ageMark(session.lastMs)}${isRunning})`],
		),
		...line('Next', (leftOff?.document?.next ?? []).slice(0, 1).map(singleLine)),
		...line(
			'Resume',
			session === undefined
				? []
				: [`session-keeper resume${session.id === undefined ? '' : ` ${session.id.slice(0, 8)}`}`],
		),
		...line('Waits', waits),
		...line('Open', stillOpen),
		...line('Safety net', safety),
		...line('Deleted soon', counted(net.leaving, 'transcript', 'session-keeper backups archive')),
	];
}

/** What helps, and why the hooks that are installed do not. */
const idleWords = (why: IdleReason): string =>
	why === 'notInstalled'
		? 'session-keeper hooks install'
		: `${idleSentence(why).replace(/\.$/u, '')}: session-keeper hooks doctor`;

const WIDTH = 'Deleted soon'.length + 2;

/** A count with its thing and the command that shows them; nothing for none. */
function counted(count: number, one: string, command?: string, many = `${one}s`): readonly string[] {
	const more = command === undefined ? '' : ` (${command})`;
	return count === 0 ? [] : [`${count} ${count === 1 ? one : many}${more}`];
}

function jsonOf({ needs, leftOff, open, net }: Facts, { project }: CommandContext): Answer['json'] {
	return {
		project: project.root,
		leftOff: leftOff === undefined ? null : leftOffJson(leftOff),
		waits: {
			sessions: needs.sessions.length,
			backups: needs.backups.length,
			damagedBackups: needs.backups.filter(({ backup }) => backup.isDamaged).length,
			due: needs.due.length,
			review: needs.review.length,
		},
		open: { parked: open.parked, stale: open.stale },
		safetyNet: {
			areHooksInstalled: net.whyIdle === undefined,
			lastHook: stampOf(net.lastHookMs),
			lastBackup: stampOf(net.lastBackupMs),
			deletedSoon: net.leaving,
		},
	};
}

function leftOffJson({ session, document }: NonNullable<Facts['leftOff']>): object {
	return {
		session: session.id ?? null,
		title: session.title,
		at: new Date(session.lastMs).toISOString(),
		isLive: session.isLive,
		document: document?.file ?? null,
		next: document?.next ?? [],
		tasks: document?.tasks ?? [],
		questions: document?.questions ?? [],
	};
}
