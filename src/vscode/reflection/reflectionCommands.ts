// The commands of idle reflection: draft now, set up, pause, the key, the ledger.
import path from 'node:path';
import * as vscode from 'vscode';
import { CancelledError, DisposableStore, type IDisposable } from '../../core/base/disposable';
import { type EngineName, costsMoney } from '../../core/reflection/engine';
import type { ReflectOutcome } from '../../node/reflection/reflect';
import { orCancel, registerCommand } from '../commandBoundary';
import { COMMANDS, SETTINGS } from '../contributions';
import { showInformation } from '../messages';
import { KEY_SECRET, type Services } from '../services';
import { askProject } from '../projects';
import { showMarkdown } from '../preview';
import { consent } from './reflection';
import { showDraft } from './reflectionDrafts';
import { sessionOf } from '../sessions/sessionPick';

type Needs = Pick<
	Services,
	| 'claude'
	| 'clock'
	| 'configuration'
	| 'hooks'
	| 'logger'
	| 'memento'
	| 'reflection'
	| 'secrets'
	| 'sessions'
	| 'shown'
	| 'undoStack'
	| 'workspace'
>;

export function registerReflectionCommands(services: Needs): IDisposable {
	const store = new DisposableStore();
	const { reflection, clock } = services;
	store.add(
		registerCommand(COMMANDS.reflectSession, services, async (node) => {
			const { id } = await sessionOf(
				services,
				node,
				vscode.l10n.t('Draft Hand-off'),
				({ isProgram, marks }) => !isProgram && !marks.has('private'),
			);
			if (!(await hasConsent(services))) throw new CancelledError();
			const outcome = await vscode.window.withProgress(
				{
					location: vscode.ProgressLocation.Notification,
					title: vscode.l10n.t('Drafting a hand-off…'),
					cancellable: true,
				},
				async (_, token) => {
					token.onCancellationRequested(() => reflection.stop());
					return reflection.reflect(id, 'manual');
				},
			);
			await tell(outcome);
		}),
	);
	store.add(registerCommand(COMMANDS.setUpReflection, services, () => setUp(services)));
	store.add(
		registerCommand(COMMANDS.pauseReflection, services, async () => {
			const hour = new Date(clock.now() + 3_600_000);
			const tomorrow = new Date(clock.now());
			tomorrow.setHours(24, 0, 0, 0);
			const { until } = orCancel(
				await vscode.window.showQuickPick(
					[
						{ label: vscode.l10n.t('For an hour'), until: hour.toISOString() },
						{ label: vscode.l10n.t('Until tomorrow'), until: tomorrow.toISOString() },
						{ label: vscode.l10n.t('Until I resume it'), until: 'always' },
					],
					{ title: vscode.l10n.t('Pause Automatic Hand-offs') },
				),
			);
			await reflection.change(() => ({ pausedUntil: until }));
		}),
	);
	store.add(
		registerCommand(COMMANDS.resumeReflection, services, () => reflection.change(() => ({ pausedUntil: undefined }))),
	);
	store.add(registerCommand(COMMANDS.toggleReflectionHere, services, () => toggleHere(services)));
	store.add(registerCommand(COMMANDS.setAnthropicKey, services, () => setKey(services)));
	store.add(registerCommand(COMMANDS.showReflectionLedger, services, () => showLedger(services)));
	return store;
}

/** Whether the set engine may be used, after the person was asked where that was not clear. */
async function hasConsent(services: Needs): Promise<boolean> {
	const { engine } = await services.reflection.settings();
	return (await services.reflection.mayUse(engine)) || confirmEngine(services, engine);
}

async function confirmEngine(services: Needs, engine: EngineName): Promise<boolean> {
	const yes = costsMoney(engine) ? vscode.l10n.t('Allow') : vscode.l10n.t('Draft Hand-offs');
	const message = costsMoney(engine)
		? vscode.l10n.t('Let “{0}” read your idle sessions?', engineWord(engine))
		: vscode.l10n.t('Draft hand-offs of idle sessions?');
	const detail = costsMoney(engine)
		? vscode.l10n.t(
				'The session, with secrets removed, is sent to this model, and each run may cost money (at most {0} per day).',
				services.configuration().reflection.shared.dailyCap,
			)
		: vscode.l10n.t(
				'Drafts are created on this machine without a language model, and saved to docs/sessions for your review.',
			);
	if ((await showInformation(message, { modal: true, detail }, yes)) !== yes) return false;
	await consent(services, engine);
	return true;
}

export async function setUp(services: Needs): Promise<void> {
	const now = await services.reflection.settings();
	const isOn = now.consent !== undefined && services.configuration().reflection.isEnabled;
	const engines: readonly (readonly [EngineName, string])[] = [
		['builtin', vscode.l10n.t('Rules only. Free; nothing leaves this machine.')],
		['claude', vscode.l10n.t('Runs in the background without tools or hooks; the cost of each run is limited')],
		['vscode', vscode.l10n.t('For example Copilot. VS Code also asks for permission.')],
		['anthropic', vscode.l10n.t('With your API key, stored securely by VS Code')],
	];
	const picked = orCancel(
		await vscode.window.showQuickPick(
			[
				...engines.map(([engine, detail]) => ({
					label: engineWord(engine),
					description: isOn && now.engine === engine ? vscode.l10n.t('current') : '',
					detail,
					engine,
				})),
				{
					label: vscode.l10n.t('Off'),
					description: isOn ? '' : vscode.l10n.t('current'),
					detail: vscode.l10n.t('No hand-offs are drafted'),
					engine: undefined,
				},
			],
			{
				title: vscode.l10n.t('Set Up Automatic Hand-offs'),
				placeHolder: vscode.l10n.t('How should hand-offs be drafted?'),
			},
		),
	);
	const settings = vscode.workspace.getConfiguration();
	if (picked.engine === undefined) {
		await services.reflection.change(() => ({ consent: undefined, paid: [] }));
		await services.reflection.decline();
		return;
	}
	if (picked.engine === 'anthropic' && (await services.secrets.get(KEY_SECRET)) === undefined) await setKey(services);
	if (await services.reflection.mayUse(picked.engine)) await consent(services, picked.engine);
	else if (!(await confirmEngine(services, picked.engine))) return;
	if (!services.configuration().reflection.isEnabled)
		await settings.update(SETTINGS.reflectionEnabled, true, vscode.ConfigurationTarget.Global);
	services.reflection.hint();
}

function engineWord(engine: EngineName): string {
	switch (engine) {
		case 'builtin':
			return vscode.l10n.t('Built-in');
		case 'claude':
			return vscode.l10n.t('Your Claude Code');
		case 'vscode':
			return vscode.l10n.t('A VS Code language model');
		case 'anthropic':
			return vscode.l10n.t('The Anthropic API');
	}
}

async function setKey({ secrets }: Needs): Promise<void> {
	const key = orCancel(
		await vscode.window.showInputBox({
			title: vscode.l10n.t('Anthropic API key'),
			prompt: vscode.l10n.t('Stored in VS Code’s secret storage. Clear to remove.'),
			password: true,
			ignoreFocusOut: true,
		}),
	);
	if (key.trim() === '') await secrets.delete(KEY_SECRET);
	else await secrets.store(KEY_SECRET, key.trim());
}

export async function toggleHere(services: Needs): Promise<void> {
	const { workspace, reflection } = services;
	const { project } = await askProject(workspace);
	const isOn = await reflection.toggleProject(project);
	const name = path.basename(project.root);
	if (isOn && !(await reflection.isSetUp())) {
		const setThemUp = vscode.l10n.t('Set Up Automatic Hand-offs');
		const message = vscode.l10n.t('Automatic hand-offs are on in {0}, but they are not set up yet.', name);
		if ((await showInformation(message, setThemUp)) === setThemUp) await setUp(services);
		return;
	}
	vscode.window.setStatusBarMessage(
		isOn
			? vscode.l10n.t('Automatic hand-offs are on in {0}', name)
			: vscode.l10n.t('Automatic hand-offs are off in {0}', name),
		5_000,
	);
}

async function tell(outcome: ReflectOutcome): Promise<void> {
	switch (outcome.kind) {
		case 'draft':
			return showDraft(outcome.file);
		case 'nothing':
			return void showInformation(vscode.l10n.t('There is nothing to hand off in this session.'));
		case 'failed':
			throw new Error(vscode.l10n.t('No draft was made: {0}', outcome.reason));
		case 'skipped':
			throw new Error(skippedWords(outcome.why));
	}
}

function skippedWords(why: Extract<ReflectOutcome, { kind: 'skipped' }>['why']): string {
	switch (why) {
		case 'capReached':
			return vscode.l10n.t('The daily limit of hand-off drafts is reached.');
		case 'private':
			return vscode.l10n.t('This session is private: it is never read.');
		case 'done':
			return vscode.l10n.t('This session has a new draft. You can create another one in a minute.');
		case 'running':
			return vscode.l10n.t('A draft is already being created. Try again in a minute.');
	}
}

async function showLedger(services: Needs): Promise<void> {
	const { ledgerPage } = await import('../../core/reflection/ledgerPage');
	const { runsOn } = await import('../../core/reflection/ledger');
	const ledger = await (await services.reflection.open()).ledger.read();
	const { dailyCap } = services.configuration().reflection.shared;
	const nameOf = (id: string): string => services.sessions.get(id)?.name ?? id;
	const page = ledgerPage(ledger, { today: runsOn(ledger, services.clock.now()).length, dailyCap, nameOf });
	await showMarkdown(vscode.l10n.t('Hand-off History and Costs'), page);
}
