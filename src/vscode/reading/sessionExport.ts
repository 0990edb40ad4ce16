// A session as a file to keep or to hand on: Markdown or HTML, redacted unless the person says otherwise.
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { type RedactedKind, describeRedactedKinds } from '../../core/privacy/report';
import { forkMark } from '../../node/sessions/forkMark';
import { openRedactor } from '../../node/privacy/openRedactor';
import { orCancel } from '../commandBoundary';
import { singleLine } from '../../core/base/text';
import { sayExported } from '../notifications';
import type { Services } from '../services';
import { showMarkdown } from '../preview';
import type { Readable } from './sessionDocument';

type Needs = Pick<Services, 'claude' | 'sessions'>;

export async function exportSession(services: Needs, session: Readable): Promise<void> {
	const [redacted, raw] = [
		vscode.l10n.t('redacted: no secrets, e-mail addresses or home paths'),
		vscode.l10n.t('includes secrets and paths'),
	];
	const warning = new vscode.ThemeIcon('warning');
	const picks = [
		{ label: 'Markdown', description: redacted, format: 'md', isRaw: false },
		{ label: 'HTML', description: redacted, format: 'html', isRaw: false },
		{ label: vscode.l10n.t('Markdown, not redacted'), description: raw, iconPath: warning, format: 'md', isRaw: true },
		{ label: vscode.l10n.t('HTML, not redacted'), description: raw, iconPath: warning, format: 'html', isRaw: true },
	] as const;
	const title = vscode.l10n.t('Export “{0}”', session.name);
	const { format, isRaw } = orCancel(await vscode.window.showQuickPick(picks, { title }));
	const name = `${session.name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/gu, '') || session.id}.${format}`;
	const filters: Record<string, string[]> = format === 'md' ? { Markdown: ['md'] } : { HTML: ['html'] };
	const defaultUri = vscode.Uri.file(path.join(homedir(), name));
	const target = orCancel(await vscode.window.showSaveDialog({ defaultUri, filters }));
	const progress = {
		location: vscode.ProgressLocation.Notification,
		title: vscode.l10n.t('Exporting “{0}”', session.name),
	};
	const redactedKinds = await vscode.window.withProgress(progress, async () => {
		const { exportToFile } = await import('../../node/reading/sessionExport');
		const { sessions } = services;
		const fork = forkMark(sessions.get(session.id) ?? {}, (id) => sessions.get(id)?.name);
		return exportToFile(
			services.claude,
			{ id: session.id, name: session.name, file: session.file, fork },
			format,
			isRaw ? undefined : await openRedactor(services.claude),
			target.fsPath,
		);
	});
	await vscode.commands.executeCommand('vscode.open', target);
	// Not awaited: the message may stay for as long as it likes.
	if (!isRaw) void offerReport(session.name, describeRedactedKinds(redactedKinds), countOf(redactedKinds));
}

/** Says how much was redacted, and shows what and where to who asks. It never holds what was found. */
async function offerReport(name: string, lines: readonly string[], count: number): Promise<void> {
	if (!(await sayExported(name, count))) return;
	const heading = vscode.l10n.t('Redacted in the export of “{0}”', name);
	await showMarkdown(
		vscode.l10n.t('Redacted'),
		[`## ${singleLine(heading)}`, ...lines.map((line) => `- ${line}`)].join('\n'),
	);
}

const countOf = (kinds: readonly RedactedKind[]): number => kinds.reduce((sum, kind) => sum + kind.count, 0);
