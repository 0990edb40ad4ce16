// Saving and loading the session protocol from the palette: asked, shown as a diff, and only then written.
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import type { TaskEdit } from '../../core/protocol/compose';
import { contextPrompt } from '../../core/protocol/context';
import { protocolMarkdown } from '../../core/protocol/markdown';
import { PROTOCOL_FILE } from '../../core/protocol/protocol';
import { loadReport, shortReport } from '../../core/protocol/report';
import { renderReadable } from '../../core/protocol/write';
import type { Project } from '../../node/project/project';
import type { ProtocolPlace } from '../../node/protocol/protocolFile';
import type { PreparedSave, ProtocolLoad, ProtocolStore, SaveRequest } from '../../node/protocol/protocolStore';
import type { SessionNode } from '../commandArguments';
import { orCancel, registerCommand } from '../commandBoundary';
import { COMMANDS } from '../contributions';
import { explainTrust } from '../failures';
import { busy } from '../messages';
import { offerProtocolFile, sayNoTasks, sayProtocolBroken } from '../notifications';
import type { Services } from '../services';
import { askProject } from '../projects';
import { listedAction } from '../listedAction';
import { showMarkdown } from '../preview';
import { type AfterLoad, askAfterLoad, askEdit, askTasks, saveSummary } from './protocolInput';
import { sessionOf } from '../sessions/sessionPick';
import { startSession } from '../sessions/startSession';
import { resumeListed } from '../sessions/terminal';
import { protocolStoreOf } from '../../node/workspace/openStores';

type Needs = Pick<
	Services,
	'claude' | 'clock' | 'configuration' | 'hooks' | 'preview' | 'sessions' | 'shown' | 'undoStack' | 'workspace'
>;

const FILTERS = { 'Session Protocol': ['json'] };

export function registerProtocol(services: Needs): IDisposable {
	const store = new DisposableStore();
	store.add(registerCommand(COMMANDS.saveProtocol, services, (node) => save(services, node, false)));
	store.add(registerCommand(COMMANDS.saveProtocolAs, services, (node) => save(services, node, true)));
	store.add(registerCommand(COMMANDS.loadProtocol, services, () => load(services, false)));
	store.add(registerCommand(COMMANDS.loadProtocolFrom, services, () => load(services, true)));
	return store;
}

async function save(services: Needs, node: SessionNode | undefined, isElsewhere: boolean): Promise<void> {
	const title = isElsewhere ? vscode.l10n.t('Save Open Tasks As') : vscode.l10n.t('Save Open Tasks');
	const { id: session, project } = await sessionOf(services, node, title);
	const store = await storeOf(services, project);
	const place = isElsewhere ? await askWhereTo(project) : undefined;
	const request: SaveRequest = { session, place };
	const first = await prepare(store, request);
	if (first.proposed.length === 0) return sayNoTasks();
	await store.keepIds(first);
	const without = await askTasks(title, first);
	const edits = new Map<string, TaskEdit>();
	for (;;) {
		const prepared = await prepare(store, { ...request, without, edits });
		if (prepared.protocol.tasks.length === 0) return sayNoTasks();
		const answer = await showAndAsk(services, title, prepared);
		if (answer === 'apply') {
			const { id } = await store.write(prepared);
			const { protocol, place: at } = prepared;
			const action = listedAction(services, project, { id, name: at.label });
			return services.undoStack.offer(action, offerProtocolFile(shortReport(protocol, 'Saved'), at.file));
		}
		const edit = await askEdit(title, prepared.proposed, edits);
		if (edit !== undefined) edits.set(edit.id, edit);
	}
}

/** The change as a diff, and above it what was redacted and consolidated. */
function showAndAsk(services: Needs, title: string, prepared: PreparedSave): Promise<'apply' | 'edit'> {
	const { place, before, protocol } = prepared;
	return services.preview.confirm(
		title,
		[{ file: place.file, before: before && renderReadable(before.protocol), after: renderReadable(protocol) }],
		{ summary: saveSummary(prepared), isEditable: true },
	);
}

async function load(services: Needs, isElsewhere: boolean): Promise<void> {
	const { project } = await askProject(services.workspace);
	const store = await storeOf(services, project);
	const named = isElsewhere ? await askWhereFrom(project) : undefined;
	const loaded = await orSayWhy(() => store.load(named, undefined));
	const report = loadReport(loaded.protocol, loaded.place.label, services.clock.now(), loaded.drift);
	const resumable = services.sessions.get(loaded.savedBy ?? '');
	await carryOn(services, project, loaded, report, await askAfterLoad(report, loaded, resumable?.name));
}

async function carryOn(
	services: Needs,
	project: Project,
	{ protocol, place, savedBy }: ProtocolLoad,
	report: string,
	answer: AfterLoad,
): Promise<void> {
	if (answer === 'tasks') return showMarkdown('Session Protocol', protocolMarkdown(protocol, report));
	if (!vscode.workspace.isTrusted) return explainTrust();
	if (answer === 'start')
		return startSession(services, place.label, project.checkout, contextPrompt(protocol, place.label, report));
	const known = services.sessions.get(savedBy ?? '');
	const session = known ?? (await sessionOf(services, undefined, vscode.l10n.t('Resume Session')));
	return resumeListed(services, session);
}

function prepare(store: ProtocolStore, request: SaveRequest): Promise<PreparedSave> {
	return orSayWhy(() => busy(vscode.l10n.t('Reading the session'), () => store.prepare(request)));
}

/** A file that cannot be read is shown on request; the reason is said in the words of the format. */
async function orSayWhy<T>(run: () => Promise<T>): Promise<T> {
	const { ProtocolError } = await import('../../node/protocol/protocolFile');
	try {
		return await run();
	} catch (error) {
		if (!(error instanceof ProtocolError) || error.place === undefined) throw error;
		void sayProtocolBroken(error.message, error.place.file);
		throw new vscode.CancellationError();
	}
}

function storeOf({ claude, clock, workspace }: Needs, project: Project): Promise<ProtocolStore> {
	const known = workspace.state.projects.find((state) => state.project.checkout === project.checkout);
	return protocolStoreOf({ claude, clock, project }, known?.lot);
}

async function askWhereTo(project: Project): Promise<ProtocolPlace> {
	const { namedPlace } = await import('../../node/protocol/protocolFile');
	const defaultUri = vscode.Uri.file(path.join(project.savesRoot, PROTOCOL_FILE));
	const target = orCancel(await vscode.window.showSaveDialog({ defaultUri, filters: FILTERS }));
	return namedPlace(project, target.fsPath, project.checkout);
}

async function askWhereFrom(project: Project): Promise<ProtocolPlace> {
	const { namedPlace } = await import('../../node/protocol/protocolFile');
	const [source] = orCancel(
		await vscode.window.showOpenDialog({ defaultUri: vscode.Uri.file(project.savesRoot), filters: FILTERS }),
	);
	return namedPlace(project, orCancel(source).fsPath, project.checkout);
}
