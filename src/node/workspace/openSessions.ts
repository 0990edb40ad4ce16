// Where the list of sessions is put together. It takes much code (the index of all transcripts) that no other store needs.
import path from 'node:path';
import { readOwnSettings } from '../keeper/ownSettings';
import type { OwnSettings } from '../../core/keeper/settings';
import { openRedactor } from '../privacy/openRedactor';
import type { Project } from '../project/project';
import { type SessionsStoreOptions, SessionsStore } from '../sessions/sessionsStore';

/** Nothing is read before it is opened. */
export function sessionsStoreOf(options: Omit<SessionsStoreOptions, 'redactor'>): SessionsStore {
	return new SessionsStore({ ...options, redactor: () => openRedactor(options.claude) });
}

/** Reads all sessions of projects by the settings that the editor shares, runs, and lets go of everything. */
export async function withProjectSessions<T>(
	place: Pick<SessionsStoreOptions, 'claude' | 'clock' | 'logger' | 'onProgress'>,
	projects: readonly Project[],
	run: (store: SessionsStore, settings: OwnSettings) => Promise<T>,
): Promise<T> {
	const { claude } = place;
	const settings = await readOwnSettings(claude);
	const cacheFolder = path.join(claude.keeperHome, 'cache');
	const store = sessionsStoreOf({ ...place, cacheFolder, settings: () => settings });
	try {
		await store.open(projects);
		return await run(store, settings);
	} finally {
		store.dispose();
	}
}
