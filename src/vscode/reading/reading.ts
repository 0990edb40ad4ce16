// What is done to read a session: shown as a document, or exported as a file.
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import type { CommandWith } from '../commandArguments';
import { registerCommand } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import type { Services } from '../services';
import { shownSessionOf } from '../sessions/sessionPick';
import { registerLinks } from './readerLink';
import type { ReaderPage } from './readerPage';

type Needs = Pick<Services, 'claude' | 'clock' | 'logger' | 'reader' | 'sessions' | 'shown' | 'workspace'>;

export function registerReading(services: Needs): IDisposable {
	const store = new DisposableStore();
	store.add(
		registerCommand(COMMANDS.readSession, services, async (node, uuid) => {
			if (node?.kind === 'deletedSession')
				return (await import('../sessions/deletedSessions')).readDeleted(services, node);
			await services.reader.open(
				await shownSessionOf(services, node, vscode.l10n.t('Read Session')),
				// A view passes what else is selected in the second place.
				typeof uuid === 'string' ? { uuid } : undefined,
			);
		}),
	);
	store.add(
		registerCommand(COMMANDS.openAsMarkdown, services, async (node) => {
			const isRow = node !== undefined && 'kind' in node;
			const open = isRow ? undefined : services.reader.page(node)?.session;
			const title = vscode.l10n.t('Open Session as Markdown');
			await services.reader.openAsMarkdown(open ?? (await shownSessionOf(services, isRow ? node : undefined, title)));
		}),
	);
	const onPage = (id: CommandWith<[]>, run: (page: ReaderPage) => void): void => {
		store.add(
			registerCommand(id, {}, () => {
				const page = services.reader.page();
				if (page === undefined) throw new Error(vscode.l10n.t('Open a session first.'));
				return Promise.resolve(run(page));
			}),
		);
	};
	onPage(COMMANDS.findInSession, (page) => page.find());
	onPage(COMMANDS.nextPrompt, (page) => page.step(1));
	onPage(COMMANDS.previousPrompt, (page) => page.step(-1));
	store.add(registerLinks(services));
	store.add(
		registerCommand(COMMANDS.exportSession, services, async (node) => {
			const session = await shownSessionOf(services, node, vscode.l10n.t('Export Session'));
			// What is rare is loaded when it is asked for.
			const { exportSession } = await import('./sessionExport');
			await exportSession(services, session);
		}),
	);
	return store;
}
