// The sessions that answer a question, best first: what the search shows in that order.
import * as vscode from 'vscode';
import path from 'node:path';
import { shortDuration } from '../../core/base/dates';
import { sinceWords } from '../../core/recall/since';
import type { RecallConfidence } from '../../core/recall/order';
import type { SessionHit } from '../../node/recall/askSessions';
import { RecallThread } from '../../node/recall/recallThread';
import type { Services } from '../services';

type Needs = Pick<Services, 'claude' | 'clock' | 'workspace'>;

/** Sessions of one answer. */
const LIMIT = 20;

interface BestSessions {
	readonly confidence: RecallConfidence;
	readonly hits: readonly SessionHit[];
}

/** The thread lies beside every bundle that asks. */
export const openRecallThread = (): RecallThread => new RecallThread(path.join(__dirname, 'recallWorker.js'));

/** @param without the session that is being read. @throws what keeps it from reading. */
export async function bestSessions(
	{ claude, clock, workspace }: Needs,
	thread: RecallThread,
	question: string,
	{ isEverywhere, without }: { readonly isEverywhere: boolean; readonly without: string | undefined },
): Promise<BestSessions> {
	const projects = isEverywhere ? [undefined] : workspace.projects;
	const answers = await Promise.all(
		projects.map((project) => thread.ask({ claude, project, questions: [question], limit: LIMIT, nowMs: clock.now() })),
	);
	// Of several projects, the best of each first.
	const ranked = answers.flatMap(({ hits }) => hits.map((hit, at) => ({ hit, at }))).sort((a, b) => a.at - b.at);
	const confidences = answers.map(({ confidence }) => confidence);
	return {
		confidence: (['strong', 'weak'] as const).find((each) => confidences.includes(each)) ?? 'none',
		hits: ranked.map(({ hit }) => hit).filter(({ session }) => session !== without),
	};
}

/** A session that answers, as the list shows it. */
export function bestItem(hit: SessionHit, nowMs: number): vscode.QuickPickItem {
	const { name, atMs, branch, text, conclusion, files, since, newer } = hit;
	return {
		label: literal(name),
		iconPath: new vscode.ThemeIcon(newer === undefined ? 'comment-discussion' : 'history'),
		description: [
			...(atMs === 0 ? [] : [shortDuration(Math.max(0, nowMs - atMs))]),
			...(branch === undefined ? [] : [literal(branch)]),
			...sinceWords(since, files.length),
			...(newer === undefined ? [] : [vscode.l10n.t('a newer session concluded otherwise')]),
		].join(' · '),
		detail: literal(conclusion === '' || conclusion === text ? text : `${text} → ${conclusion}`),
		alwaysShow: true,
	};
}

/** No name of an icon in what somebody else has written. */
export const literal = (text: string): string => text.replace(/\$\(/gu, '$\u200b(');
