// The sessions that answer a question, best first: what the search shows in that order.
import * as vscode from 'vscode';
import path from 'node:path';
import { shortDuration } from '../../core/base/dates';
import { sinceWords } from '../../core/recall/since';
import { AskedThread } from '../../node/claude/askedThread';
import type { AskedSessions, SessionHit, SessionsAnswer } from '../../node/recall/askSessions';
import type { Services } from '../services';

type Needs = Pick<Services, 'claude' | 'clock' | 'workspace'>;

/** Sessions of one answer. */
const LIMIT = 20;

interface BestSessions {
	readonly hits: readonly SessionHit[];
	/** What a person must know about them. */
	readonly title: string | undefined;
}

interface Asked {
	readonly isEverywhere: boolean;
	/** The session that is being read: others like it are looked for, and no writing that belongs to none. */
	readonly without: string | undefined;
	/** Is told how far the sessions are read, where that takes a while. */
	readonly onRead: (title: string) => void;
}

export type RecallThread = AskedThread<AskedSessions, SessionsAnswer>;

/** The thread lies beside every bundle that asks. */
export const createRecallThread = (): RecallThread => new AskedThread(path.join(__dirname, 'recallWorker.js'));

/** @throws what keeps it from reading. */
export async function bestSessions(
	{ claude, clock, workspace }: Needs,
	thread: RecallThread,
	question: string,
	{ isEverywhere, without, onRead }: Asked,
): Promise<BestSessions> {
	const projects = isEverywhere ? [undefined] : workspace.projects;
	const onProgress = (done: number, total: number): void =>
		onRead(vscode.l10n.t('Reading sessions… {0} %', Math.floor((100 * done) / Math.max(1, total))));
	const asked = { claude, questions: [question], limit: LIMIT, nowMs: clock.now(), onProgress };
	const answers = await Promise.all(projects.map((project) => thread.ask({ ...asked, project })));
	// Of several projects, the best of each first.
	const ranked = answers.flatMap(({ hits }) => hits.map((hit, at) => ({ hit, at }))).sort((a, b) => a.at - b.at);
	const isMeant = ({ session }: SessionHit): boolean =>
		without === undefined || (session !== undefined && session !== without);
	const hits = ranked.map(({ hit }) => hit).filter(isMeant);
	return { hits, title: titleOf(answers, hits.length) };
}

function titleOf(answers: readonly SessionsAnswer[], count: number): string | undefined {
	const isWeak = answers.every(({ confidence }) => confidence !== 'strong');
	const found = isWeak ? [vscode.l10n.t('No session answers this well. The closest:')] : [];
	const said = count === 0 ? [vscode.l10n.t('No session answers this')] : found;
	const isWhole = answers.every(({ missing, unreadable }) => missing + unreadable.length === 0);
	return [...(isWhole ? [] : [vscode.l10n.t('Some sessions could not be read.')]), ...said].join(' ') || undefined;
}

/** Sessions as elsewhere in the search; what was written down as its views show it. */
const ICONS: Readonly<Record<SessionHit['source'], string>> = {
	transcript: 'comment-discussion',
	document: 'notebook',
	parkedItem: 'pin',
	memory: 'lightbulb',
	record: 'archive',
};

/** A session that answers, as the list shows it. */
export function bestItem(hit: SessionHit, nowMs: number): vscode.QuickPickItem {
	const { name, source, atMs, branch, text, conclusion, files, since, newer } = hit;
	return {
		label: literal(name),
		iconPath: new vscode.ThemeIcon(newer !== undefined ? 'history' : ICONS[source]),
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
