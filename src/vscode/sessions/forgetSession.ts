// *Forget Session…*: shows what would be deleted for good, asks, and deletes it.
import path from 'node:path';
import * as vscode from 'vscode';
import { readableSize } from '../../core/base/dates';
import { shownPath } from '../../node/claude/claudeHome';
import type { ListedSession } from '../../node/sessions/sessionsStore';
import { forgetKept, planForget } from '../../node/workspace/forget';
import type { KeptThing } from '../../node/workspace/vault';
import { confirmForgetting, sayForgotten, sayRunsYet } from '../notifications';
import type { Services } from '../services';

/** More than a dialogue can hold. The command line lists all. */
const SHOWN = 15;

export async function forgetSession(
	{ claude, clock }: Pick<Services, 'claude' | 'clock'>,
	session: ListedSession,
): Promise<void> {
	if (session.live !== undefined) return sayRunsYet(session.name);
	const place = { claude, clock, project: session.project };
	const what = { session: session.id };
	const { deleted, edited, left } = await planForget(place, what);
	const line = ({ path: file, sizeBytes }: KeptThing): string =>
		`${shownPath(file, claude.userHome)} (${readableSize(sizeBytes)})`;
	const short = (lines: readonly string[]): readonly string[] => [
		...lines.slice(0, SHOWN),
		...(lines.length > SHOWN ? [vscode.l10n.t('… and {0} more', lines.length - SHOWN)] : []),
	];
	const detail = [
		...short([...deleted, ...edited].map(line)),
		...(left.length > 0 ? ['', vscode.l10n.t('These stay. To delete them:')] : []),
		...short(left.map(({ command, path: file }) => command ?? shownPath(file, claude.userHome))),
	].join('\n');
	if (!(await confirmForgetting(session.name, detail))) return;
	const failed = await forgetKept(place, what);
	sayForgotten(
		session.name,
		failed.map((each) => path.basename(each.path)),
	);
}
