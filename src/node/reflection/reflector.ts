// What the editor and the command line have in common: which sessions there are to reflect on, and carrying it out.
import path from 'node:path';
import { handOffOf, handOffsIn, lastPromptOf } from '../../core/documents/handOff';
import { DAY_MS } from '../../core/base/dates';
import { processStatus } from '../../core/sessions/state';
import type { Surroundings } from '../../core/reflection/idleWatch';
import type { EngineName } from '../../core/reflection/engine';
import { type Trigger, pastOf, runningNow, runsOn } from '../../core/reflection/ledger';
import { CATCH_UP, type IdleSession, type Schedule, decide, hasEnded, judge } from '../../core/reflection/policy';
import { type ReflectionSettings, idleSettings } from '../../core/reflection/settings';
import type { Clock } from '../../core/base/ports';
import type { ClaudeHome } from '../claude/claudeHome';
import { listDocuments } from '../documents/documentFiles';
import { foldTranscript } from '../transcript/foldTranscript';
import { readLiveSessions } from '../sessions/liveSessions';
import { type Project, belongsTo, findProject } from '../project/project';
import type { ListedSession } from '../sessions/listedSession';
import type { SessionsStore } from '../sessions/sessionsStore';
import { openTrash } from '../keeper/keeperTrash';
import { savedProtocols } from '../protocol/protocolRecord';
import { LedgerFile } from './ledgerFile';
import { offerCandidates } from './offer';
import { isTaggedPrivate } from './privateTag';
import { type PrivateBy, type ReflectOutcome, reflectOn } from './reflect';
import { isFolderOff, isPrivatePlace, mayUse, pausedUntilMs, readReflectionSettings } from './reflectionSettings';
import type { LanguageModelEngine } from './engines/languageModel';

interface ReflectorOptions {
	readonly claude: ClaudeHome;
	readonly clock: Clock;
	readonly sessions: SessionsStore;
	/** The editor's own switches. */
	readonly isEnabled: () => boolean;
	readonly isTrusted: () => boolean;
	/** The engine that reflects: its consent is asked for. */
	readonly engine: (settings: ReflectionSettings) => EngineName;
	/** Opens it; nothing for the built-in rules. @throws Error that says why it cannot be had. */
	readonly open: (settings: ReflectionSettings) => Promise<LanguageModelEngine | undefined>;
}

interface Look {
	readonly candidates: readonly IdleSession[];
	readonly surroundings: Surroundings;
}

interface CaughtUp {
	readonly sessions: readonly {
		readonly id: string;
		readonly name: string;
		readonly outcome: ReflectOutcome | undefined;
	}[];
	readonly held: Extract<Schedule, { readonly kind: 'held' | 'off' }>['why'] | undefined;
}

/** A day before the consent still counts: whoever says yes means the work of today. */
const BEFORE_CONSENT_MS = DAY_MS;

export class Reflector {
	readonly ledger: LedgerFile;
	/** Whether a session was handed off is asked anew only when something was said. */
	private readonly lastPrompts = new Map<string, Awaited<ReturnType<typeof lastPromptIn>>>();
	private readonly tagged = new Map<string, boolean>();
	private running: AbortController | undefined;

	constructor(private readonly options: ReflectorOptions) {
		this.ledger = new LedgerFile(options.claude);
	}

	/** Everything that the decision goes by, as it is on the disk now. */
	async look(): Promise<Look> {
		const { claude, clock, sessions } = this.options;
		const [settings, ledger, registry] = await Promise.all([
			readReflectionSettings(claude),
			this.ledger.read(),
			readLiveSessions(claude),
		]);
		const nowMs = clock.now();
		const consentMs = settings.consent === undefined ? nowMs : Date.parse(settings.consent);
		const surroundings: Surroundings = {
			isEnabled: this.options.isEnabled(),
			isTrusted: this.options.isTrusted(),
			hasConsent: mayUse(settings, this.options.engine(settings)),
			pausedUntilMs: pausedUntilMs(settings),
			runsToday: runsOn(ledger, nowMs).length,
			running: this.running !== undefined ? 'here' : runningNow(ledger, nowMs) === undefined ? undefined : 'elsewhere',
			notBeforeMs: consentMs - BEFORE_CONSENT_MS,
			settings: idleSettings(settings),
		};
		const world = { ...surroundings, nowMs, wokeMs: undefined, sinceMs: 0, catchUpLeft: 1 };
		const candidates: IdleSession[] = [];
		for (const session of sessions.list()) {
			const lastMessageMs = session.lastMessageMs ?? 0;
			const candidate: IdleSession = {
				id: session.id,
				firstMessageMs: session.firstMessageMs ?? lastMessageMs,
				lastMessageMs,
				prompts: session.prompts,
				process: processStatus(registry, session.id),
				isProgram: session.isProgram,
				isPrivate: this.isKept(session, settings) !== undefined,
				isFolderOff: isFolderOff(settings, session.project),
				isHandedOff: false,
				...pastOf(ledger, session.id, lastMessageMs, nowMs),
			};
			// Reading a transcript to its last prompt is for those that are next, not for ten thousand.
			const isClose =
				judge(candidate, { ...world, nowMs: nowMs + DAY_MS }).kind === 'ready' &&
				// What ended longer ago is history; what is still open is not.
				(lastMessageMs > nowMs - 8 * DAY_MS || !hasEnded(candidate));
			candidates.push(isClose ? { ...candidate, ...(await this.readOf(session)) } : candidate);
		}
		return { candidates, surroundings };
	}

	/**
	 * Reflects on one session, by its exact id.
	 * @throws Error where there is no such session.
	 */
	async reflect(id: string, trigger: Trigger): Promise<ReflectOutcome> {
		const { claude, clock, sessions } = this.options;
		const session = sessions.get(id);
		if (session === undefined) throw new Error(`No session ${id} was found.`);
		const settings = await readReflectionSettings(claude);
		const by = await this.privateBy(session, settings);
		if (by !== undefined) return { kind: 'skipped', why: 'private', by };
		if (this.running !== undefined) return { kind: 'skipped', why: 'running' };
		const controller = new AbortController();
		this.running = controller;
		try {
			return await reflectOn(
				{
					id,
					file: session.file,
					forkedMs: session.forkedMs,
					name: session.name,
					project: await this.projectOf(session),
					lastMessageMs: session.lastMessageMs ?? 0,
				},
				{
					claude,
					clock,
					trash: openTrash(claude),
					engine: this.options.engine(settings),
					open: () => this.options.open(settings),
					trigger,
					dailyCap: settings.dailyCap,
					signal: controller.signal,
					offer: (reflected, candidates) => offerCandidates(claude, clock, reflected, session, candidates),
				},
			);
		} finally {
			this.running = undefined;
		}
	}

	/**
	 * Reflects, one after the other, on sessions that were left without a hand-off; on a few at most, as at activation.
	 * @param isDry only says on which.
	 * @returns in their order, without an outcome if dry; and why no more were taken, where that is not that none waits.
	 */
	async catchUp(isDry: boolean): Promise<CaughtUp> {
		const { clock, sessions } = this.options;
		const done: { id: string; name: string; outcome: ReflectOutcome | undefined }[] = [];
		while (done.length < CATCH_UP) {
			const { candidates, surroundings } = await this.look();
			const nowMs = clock.now();
			const decision = decide(
				candidates.filter(({ id }) => !done.some((each) => each.id === id)),
				{
					...surroundings,
					hasConsent: isDry || surroundings.hasConsent,
					nowMs,
					wokeMs: undefined,
					sinceMs: nowMs,
					catchUpLeft: CATCH_UP - done.length,
				},
			);
			if (decision.kind === 'held' && decision.why === 'capReached')
				await this.ledger.skip(decision.session, decision.why, nowMs);
			if (decision.kind === 'held' || decision.kind === 'off') return { sessions: done, held: decision.why };
			if (decision.kind !== 'reflect') break;
			const { session: id } = decision;
			const name = sessions.get(id)?.name ?? id;
			done.push({ id, name, outcome: isDry ? undefined : await this.reflect(id, 'schedule') });
		}
		return { sessions: done, held: undefined };
	}

	/** Ends a run that is under way, and whatever was started for it. */
	stop(): void {
		this.running?.abort();
	}

	/** The worktree that a session was made in; its own project where that is gone. */
	async projectOf(session: ListedSession): Promise<Project> {
		const folder = [session.lastCwd, session.cwd].find(
			(each) => each !== undefined && belongsTo(session.project, each),
		);
		const found = folder === undefined ? undefined : await findProject(this.options.claude, folder);
		return found !== undefined && found.root === session.project.root ? found : session.project;
	}

	/** What keeps a session from being read; nothing where it may be. */
	async privateBy(session: ListedSession, known?: ReflectionSettings): Promise<PrivateBy | undefined> {
		const settings = known ?? (await readReflectionSettings(this.options.claude));
		return this.isKept(session, settings) ?? ((await this.isTagged(session)) ? 'tag' : undefined);
	}

	/** The same, as far as it can be said without reading its transcript. */
	private isKept(session: ListedSession, settings: ReflectionSettings): PrivateBy | undefined {
		if (this.options.sessions.isPrivate(session.id)) return session.marks.has('private') ? 'mark' : 'origin';
		const folders = [session.cwd, session.lastCwd, path.dirname(session.file)];
		return isPrivatePlace(settings, folders, this.options.claude) ? 'folder' : undefined;
	}

	/** What only the transcript says, of a session that is next. */
	private async readOf(session: ListedSession): Promise<Pick<IdleSession, 'isPrivate' | 'isHandedOff'>> {
		const isPrivate = await this.isTagged(session);
		return { isPrivate, isHandedOff: !isPrivate && (await this.isHandedOff(session)) };
	}

	/** A tag is a line that may be followed by another one, which takes it back. */
	private async isTagged({ id, file, sizeBytes }: ListedSession): Promise<boolean> {
		const key = `${id} ${sizeBytes}`;
		const known = this.tagged.get(key) ?? (await isTaggedPrivate(file, id).catch(() => false));
		if (this.tagged.size > 500) this.tagged.clear();
		this.tagged.set(key, known);
		return known;
	}

	private async isHandedOff(session: ListedSession): Promise<boolean> {
		const key = `${session.id} ${session.lastMessageMs ?? 0}`;
		let last = this.lastPrompts.get(key);
		if (!this.lastPrompts.has(key)) {
			last = await lastPromptIn(session);
			if (this.lastPrompts.size > 500) this.lastPrompts.clear();
			this.lastPrompts.set(key, last);
		}
		const project = await this.projectOf(session);
		// A link that leads out of the project leads to no document.
		const documents = await listDocuments(project).catch(() => []);
		const isOwn = (made: { readonly session: string | undefined }): boolean => made.session === session.id;
		const saves = (await savedProtocols(project)).filter(isOwn);
		return handOffOf(last, [...handOffsIn(documents.filter(isOwn)), ...saves]) !== undefined;
	}
}

async function lastPromptIn({ id, file }: ListedSession): Promise<ReturnType<typeof lastPromptOf>> {
	// What cannot be read now is nothing to reflect on either.
	return foldTranscript(file, { sessionId: id }).then(lastPromptOf, () => undefined);
}
