// What is said of one session or of several at once: it is asked once, and is one step to be taken back.
import * as vscode from 'vscode';
import type { SessionMark } from '../../core/sessions/marks';
import type { ListedSession } from '../../node/sessions/listedSession';
import { askGroup, askTags, groupSession, labelSession, tagSession } from './sessionLabels';

type Needs = Parameters<typeof labelSession>[0];

export function markSeveral(
	services: Needs,
	all: readonly ListedSession[],
	mark: SessionMark,
	isOn: boolean,
): Promise<void> {
	return ofEach(services, all, (own, session) => labelSession(own, session, [{ mark, on: isOn }]));
}

/** @param added the tag that they are dropped on; of several sessions tags are added only. */
export async function tagSeveral(services: Needs, all: readonly ListedSession[], added?: string): Promise<void> {
	const tags = all.length === 1 ? [added] : added === undefined ? await askTags(services, countOf(all)) : [added];
	await ofEach(services, all, async (own, session) => {
		for (const tag of tags) await tagSession(own, session, tag);
	});
}

export async function groupSeveral(services: Needs, all: readonly ListedSession[], given?: string): Promise<void> {
	const asked = { name: countOf(all), group: all.find(({ group }) => group !== undefined)?.group };
	const group = all.length === 1 ? given : (given ?? (await askGroup(services, asked)));
	await ofEach(services, all, (own, session) => groupSession(own, session, group));
}

const countOf = (all: readonly ListedSession[]): string => vscode.l10n.t('{0} sessions', all.length);

async function ofEach(
	services: Needs,
	all: readonly ListedSession[],
	say: (services: Needs, session: ListedSession) => Promise<void>,
): Promise<void> {
	const [only, another] = all;
	if (only !== undefined && another === undefined) return say(services, only);
	await services.undoStack.asOne(
		countOf(all),
		all.map((session) => (undoStack) => say({ ...services, undoStack }, session)),
	);
}
