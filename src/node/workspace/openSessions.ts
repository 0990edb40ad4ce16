// Where the list of sessions is put together. It takes much code (the index of all transcripts) that no other store needs.
import { cacheFolderOf } from '../keeper/cacheFolder';
import { readOwnSettings } from '../keeper/ownSettings';
import type { OwnSettings } from '../../core/keeper/settings';
import { openRedactor } from '../privacy/openRedactor';
import type { Project } from '../project/project';
import type { ListedSession } from '../sessions/listedSession';
import { type SessionsStoreOptions, SessionsStore } from '../sessions/sessionsStore';
import type { FoundTranscript } from '../transcript/locateTranscript';

/** Nothing is read before it is opened. */
export function sessionsStoreOf(options: Omit<SessionsStoreOptions, 'redactor'>): SessionsStore {
	return new SessionsStore({ ...options, redactor: () => openRedactor(options.claude) });
}

type Place = Pick<SessionsStoreOptions, 'claude' | 'clock' | 'logger' | 'onProgress' | 'model'>;

/** Reads all sessions of projects by the settings that the editor shares, runs, and lets go of everything. */
export async function withProjectSessions<T>(
	place: Place,
	projects: readonly Project[],
	run: (store: SessionsStore, settings: OwnSettings) => Promise<T>,
): Promise<T> {
	return withOpened(place, (store) => store.open(projects), run);
}

/** Reads one session, runs, and lets go of it. @param run is given nothing where the file is no transcript of the project */
export async function withOneSession<T>(
	place: Place,
	project: Project,
	{ file, session }: FoundTranscript,
	run: (session: ListedSession | undefined, store: SessionsStore) => Promise<T>,
): Promise<T> {
	return withOpened(
		place,
		(store) => store.openOne(project, file),
		(store) => run(store.get(session), store),
	);
}

async function withOpened<T>(
	place: Place,
	open: (store: SessionsStore) => Promise<void>,
	run: (store: SessionsStore, settings: OwnSettings) => Promise<T>,
): Promise<T> {
	const { claude } = place;
	const settings = await readOwnSettings(claude);
	const store = sessionsStoreOf({ ...place, cacheFolder: cacheFolderOf(claude), settings: () => settings });
	try {
		await open(store);
		return await run(store, settings);
	} finally {
		store.dispose();
	}
}
