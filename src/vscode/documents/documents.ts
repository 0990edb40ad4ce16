// Session documents in the editor: saved, listed, taken up again with what has changed since, and gone on from.
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type IDisposable } from '../../core/base/disposable';
import { localDate, localTime } from '../../core/base/dates';
import { driftWords } from '../../core/documents/drift';
import { ACTIVE_CONTEXT, PROJECT_MEMORY } from '../../core/documents/names';
import { promptArgument, promptToRead, withoutFrontMatter } from '../../core/documents/firstPrompt';
import { locateTranscript } from '../../node/transcript/locateTranscript';
import { listDocuments, seenFrom } from '../../node/documents/documentFiles';
import type { DocumentStore, SavedFile } from '../../node/documents/documentStore';
import type { EnrichFile } from '../../core/documents/modelPart';
import { redactedIn } from '../../core/privacy/report';
import { resumableOf } from '../../core/timeline/timeline';
import type { Project } from '../../node/project/project';
import type { ProjectState } from '../../node/workspace/workspaceStore';
import { type SessionNode, type BackupNode, type DocumentNode, callCommand } from '../commandArguments';
import { orCancel, registerCommand } from '../commandBoundary';
import { COMMANDS, CONTEXT_KEYS } from '../contributions';
import { busy } from '../messages';
import { sayRedacted } from '../notifications';
import type { Services } from '../services';
import {
	offerAfterResume,
	offerAfterSave,
	sayKept,
	sayNoFacts,
	sayNothingSaid,
	sayNothingToResume,
	sayRulesAlone,
	sayStillRunning,
} from './documentMessages';
import { type Picked, askAction, askFacts, pickResumable } from './documentsInput';
import { askProject, projectNamed } from '../projects';
import { showSafeMarkdown } from '../preview';
import { sessionOf } from '../sessions/sessionPick';
import { startSession } from '../sessions/startSession';
import type { Timeline } from '../../node/timeline/timeline';
import { enrichingWith } from '../../node/workspace/documentEngine';
import { documentStoreOf, openTimeline } from '../../node/workspace/openStores';
import { listedAction } from '../listedAction';

/** So many sessions are offered to be resumed. */
const OFFERED = 100;

type Needs = Pick<
	Services,
	'claude' | 'clock' | 'configuration' | 'hooks' | 'reflection' | 'sessions' | 'shown' | 'undoStack' | 'workspace'
>;

export function registerDocuments(services: Needs): IDisposable {
	const store = new DisposableStore();
	store.add(registerCommand(COMMANDS.saveDocument, services, (node) => save(services, node, false)));
	store.add(registerCommand(COMMANDS.saveDocumentTo, services, (node) => save(services, node, true)));
	store.add(
		registerCommand(COMMANDS.resumeLatest, services, async (root) =>
			resumeNewest(services, await projectNamed(services.workspace, root)),
		),
	);
	store.add(
		registerCommand(COMMANDS.processBackup, services, async (node) =>
			node === undefined
				? resumeNewest(services, await askProject(services.workspace))
				: resumeBackedUp(services, node),
		),
	);
	store.add(
		registerCommand(COMMANDS.resumeFrom, services, async (given) => {
			if (given === undefined)
				return resumePicked(services, await pick(services, vscode.l10n.t('Continue from Session Document')));
			const timeline = await timelineOf(services, given.state);
			const session = await timeline.rowOf(given.document);
			return resumePicked(services, { state: given.state, timeline, wanted: { session, document: given.document } });
		}),
	);
	store.add(registerCommand(COMMANDS.listDocuments, services, () => list(services)));
	store.add(registerCommand(COMMANDS.continueInFreshSession, services, (node) => continueFresh(services, node)));
	store.add(
		registerCommand(COMMANDS.keepFacts, services, async (node) =>
			keep(services, node ?? (await pickSaved(services, vscode.l10n.t('Save Facts to Project Memory')))),
		),
	);
	return store;
}

async function save(services: Needs, node: SessionNode | undefined, isElsewhere: boolean): Promise<void> {
	const title = isElsewhere ? vscode.l10n.t('Save Session Document As') : vscode.l10n.t('Save Session Document');
	const { id: session, project } = await sessionOf(services, node, title);
	const state = stateOf(services, project);
	const target = isElsewhere ? await askTarget(services, project) : undefined;
	const saved = await saveSession(services, state, session, target);
	if (saved === undefined) return sayNothingSaid();
	void vscode.commands.executeCommand('setContext', CONTEXT_KEYS.hasHandedOff, true);
	const { document, processed } = saved;
	await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(document.file));
	const choice = await offerAfterSave(document.path, processed.length, redactedIn(document.text));
	if (choice === 'keep') await keep(services, { state, document });
	if (choice === 'fresh') await startFrom(services, { state, document });
}

async function saveSession(
	services: Needs,
	state: ProjectState,
	session: string,
	target?: string,
): Promise<SavedFile | undefined> {
	const documents = await storeOf(services, state);
	const found = await locateTranscript(services.claude, session, undefined, state.project);
	if (found === undefined) throw new Error(vscode.l10n.t('The transcript no longer exists.'));
	const saved = await readingSession(services, state, (enrich) =>
		documents.save(found.file, { session, target, enrich }),
	);
	await services.workspace.refresh();
	if (saved?.enrichment?.kind === 'left') sayRulesAlone(saved.enrichment.reason);
	if (saved !== undefined) pushUndo(services, state, saved.change, saved.document.path);
	return saved;
}

/** The way back of what was written. @param change nothing where all of it was there already. */
function pushUndo(services: Needs, { project }: ProjectState, change: string | undefined, name: string): void {
	if (change !== undefined) services.undoStack.push(listedAction(services, project, { id: change, name }));
}

/** Makes a document while the person sees that it is made, with the engine that they have chosen for documents. */
function readingSession<T>(
	services: Needs,
	{ project }: ProjectState,
	make: (enrich: EnrichFile | undefined) => Promise<T>,
): Promise<T> {
	const { documentsEngine: engine } = services.configuration();
	if (engine === 'builtin') return busy(vscode.l10n.t('Reading the session'), () => make(undefined));
	const { claude, clock, reflection } = services;
	return askingEngine((signal) =>
		make(enrichingWith(engine, { claude, project, clock }, (...asked) => reflection.engineOf(...asked), signal)),
	);
}

/** The session that a backup is of. */
async function resumeBackedUp(services: Needs, { state, backup }: BackupNode): Promise<void> {
	const timeline = await timelineOf(services, state);
	const [wanted] = await timeline.find(backup.raw, []);
	return wanted === undefined ? sayNothingToResume([]) : resumePicked(services, { state, timeline, wanted });
}

/** The latest session of a project. */
async function resumeNewest(services: Needs, state: ProjectState): Promise<void> {
	const timeline = await timelineOf(services, state);
	const { session, held } = await timeline.latest(undefined);
	const running = held.map(({ title }) => title);
	if (session === undefined) return sayNothingToResume(running);
	if (running.length > 0) sayStillRunning(running);
	await resumePicked(services, { state, timeline, wanted: { session, document: undefined } });
}

async function resumePicked(services: Needs, { state, timeline, wanted }: Picked): Promise<void> {
	const documents = await storeOf(services, state);
	const { resume } = await import('../../node/timeline/resume');
	const resumed = await readingSession(services, state, (enrich) =>
		resume(timeline, documents, state.backupStore, wanted, { enrich }),
	);
	await services.workspace.refresh();
	if (resumed === undefined) return sayNothingSaid();
	if (resumed.enrichment?.kind === 'left') sayRulesAlone(resumed.enrichment.reason);
	pushUndo(services, state, resumed.change, resumed.isMade ? resumed.document.path : ACTIVE_CONTEXT);
	if (resumed.isMade) sayRedacted(redactedIn(resumed.document.text));
	await show(services, { state, document: resumed.document });
}

/** Shows a document as it reads, what has changed since on top, and asks how to go on. */
async function show(services: Needs, node: DocumentNode): Promise<void> {
	const { document, state } = node;
	const { safeMarkdown } = await import('../../core/reading/safeMarkdown');
	const drift = driftWords(await (await storeOf(services, state)).drift(document));
	const body = withoutFrontMatter(document.text);
	const since = [
		`# ${vscode.l10n.t('Since this was saved')} (${localDate(document.atMs)} ${localTime(document.atMs)})`,
		drift.map((line) => `- ${safeMarkdown(line)}`).join('\n'),
		'---',
	];
	await showSafeMarkdown(path.basename(document.file, '.md'), [...since, safeMarkdown(body)].join('\n\n'));
	const choice = await offerAfterResume(document.topic, drift);
	if (choice === 'fresh') await startFrom(services, node);
	if (choice === 'open') await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(document.file));
}

async function list(services: Needs): Promise<void> {
	const title = vscode.l10n.t('Session Documents');
	const picked = await pick(services, title);
	const { state, timeline, wanted } = picked;
	const { lookAt } = await import('../../node/timeline/resume');
	const document = await lookAt(timeline, await storeOf(services, state), wanted);
	if (document === undefined) return sayNothingSaid();
	const saved = 'file' in document ? document : undefined;
	switch (await askAction(title, document.topic, saved?.path)) {
		case 'resume':
			return resumePicked(services, picked);
		case 'view':
			return saved === undefined
				? showUnsaved(wanted.session.title, document.text)
				: void (await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(saved.file)));
		case 'keep':
			return saved && void (await callCommand(COMMANDS.keepFacts, { state, document: saved }));
		case 'done':
	}
}

/** What a document of a session would say. */
async function showUnsaved(title: string, text: string): Promise<void> {
	const { safeMarkdown } = await import('../../core/reading/safeMarkdown');
	await showSafeMarkdown(title, safeMarkdown(withoutFrontMatter(text)));
}

/** From a session: its document is made first. Without one, the person picks a document. */
async function continueFresh(services: Needs, node: SessionNode | undefined): Promise<void> {
	const title = vscode.l10n.t('Continue in a New Session');
	if (node === undefined) return startFrom(services, await pickSaved(services, title));
	const { id: session, project } = await sessionOf(services, node, title);
	const state = stateOf(services, project);
	const saved = await saveSession(services, state, session);
	if (saved === undefined) return sayNothingSaid();
	await startFrom(services, { state, document: saved.document });
}

async function startFrom(services: Needs, { state, document: saved }: DocumentNode): Promise<void> {
	const document = seenFrom(state.project.checkout, saved);
	const drift = driftWords(await (await storeOf(services, state)).drift(document));
	const [prompt, line] = [promptArgument(document, drift), promptToRead(document)];
	startSession(services, document.topic, state.project.checkout, prompt, line);
}

async function keep(services: Needs, { state, document }: DocumentNode): Promise<void> {
	const documents = await storeOf(services, state);
	const facts = await documents.facts(document);
	if (facts.every(({ isKnown }) => isKnown)) return sayNoFacts(document.topic);
	const { added, change } = await documents.keep(await askFacts(facts), document);
	pushUndo(services, state, change, PROJECT_MEMORY);
	sayKept(added.length);
}

/** What can be resumed of the open projects, and of that what the person picks. */
async function pick(services: Needs, title: string): Promise<Picked> {
	const all: Picked[] = [];
	for (const state of services.workspace.state.projects) {
		const timeline = await timelineOf(services, state);
		for (const session of (await timeline.list(OFFERED)).rows)
			all.push(...resumableOf(session).map((wanted) => ({ state, timeline, wanted })));
	}
	all.sort((a, b) => timeOf(b) - timeOf(a));
	return pickResumable(title, all, services.clock.now());
}

function timeOf({ wanted: { session, document } }: Picked): number {
	return document?.atMs ?? session.lastMs;
}

/** A saved document that the person picks. */
async function pickSaved(services: Needs, title: string): Promise<DocumentNode> {
	const { projects } = services.workspace.state;
	const all = await Promise.all(
		projects.map(async (state) =>
			(await listDocuments(state.project)).map((document) => ({
				state,
				document,
				wanted: { session: undefined, document },
			})),
		),
	);
	const newestFirst = all.flat().sort((a, b) => b.document.atMs - a.document.atMs);
	return pickResumable(title, newestFirst, services.clock.now());
}

function timelineOf(services: Needs, state: ProjectState): Promise<Timeline> {
	const { claude, clock } = services;
	return openTimeline({ claude, clock, project: state.project }, state.backupStore);
}

async function askTarget(services: Needs, project: Project): Promise<string> {
	const { documentNames } = await import('../../core/documents/names');
	const name = documentNames(services.clock.now()).next().value;
	const defaultUri = vscode.Uri.file(path.join(project.checkout, name));
	const target = orCancel(await vscode.window.showSaveDialog({ defaultUri, filters: { Markdown: ['md'] } }));
	return target.fsPath;
}

function stateOf({ workspace }: Needs, project: Project): ProjectState {
	const { projects } = workspace.state;
	const state = projects.find((each) => each.project.checkout === project.checkout) ?? projects[0];
	if (state === undefined) throw new Error(vscode.l10n.t('Open a folder first.'));
	return state;
}

function storeOf({ claude, clock }: Needs, { project, backupStore }: ProjectState): Promise<DocumentStore> {
	return documentStoreOf({ claude, clock, project }, backupStore);
}

/** A language model takes its time: it can be stopped, and the document is saved without it. */
function askingEngine<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const controller = new AbortController();
	const title = vscode.l10n.t('A language model reads the session');
	const location = vscode.ProgressLocation.Notification;
	return Promise.resolve(
		vscode.window.withProgress({ location, title, cancellable: true }, async (_, token) => {
			token.onCancellationRequested(() => controller.abort());
			return work(controller.signal);
		}),
	);
}
