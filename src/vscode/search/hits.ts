// What the search finds, as rows: a session with its first hit, or each hit of one session.
import path from 'node:path';
import * as vscode from 'vscode';
import { shortDuration } from '../../core/base/dates';
import { parseSearch } from '../../core/search/filter';
import type { SearchHit } from '../../core/search/hit';
import { readHeadAndTail } from '../../node/transcript/headAndTail';
import type { Readable } from '../reading/sessionDocument';
import type { Services } from '../services';
import { literal } from './bestSessions';

type Needs = Pick<Services, 'claude' | 'clock' | 'reader' | 'sessions' | 'workspace'>;

export type Hits = readonly [SearchHit, ...SearchHit[]];

export interface HitsItem extends vscode.QuickPickItem {
	readonly hits: Hits;
}

/** @param typed what was looked for: its words are marked. */
export async function showHit(
	services: Needs,
	names: ReadonlyMap<string, string>,
	hit: SearchHit,
	typed: string,
): Promise<void> {
	const id = sessionIdOf(hit);
	// Its transcript is gone, and the record was found.
	if (hit.file.endsWith('.json'))
		return (await import('../sessions/deletedSessions')).readRecorded(services, id, hit.file);
	const session: Readable = services.sessions.get(id) ?? { id, name: names.get(hit.file) ?? id, file: hit.file };
	// A subagent's words are in a file of their own.
	await services.reader.open(
		session.file === hit.file
			? session
			: {
					id: path.basename(hit.file, '.jsonl'),
					name: `${session.name} (${path.basename(hit.file, '.jsonl')})`,
					file: hit.file,
				},
		{ uuid: hit.uuid, offset: hit.offset, words: parseSearch(typed, services.clock.now()).query?.terms ?? [] },
	);
}

const ICONS: Readonly<Record<SearchHit['role'], string>> = {
	user: 'account',
	assistant: 'hubot',
	toolUse: 'tools',
	toolResult: 'output',
	summary: 'fold',
	title: 'tag',
};

/** A session with its first hit, or one hit of it. */
export function itemOf(hits: Hits, name: string, nowMs: number): HitsItem {
	const [{ role, atMs, text }] = hits;
	const age = atMs === undefined ? [] : [shortDuration(Math.max(0, nowMs - atMs))];
	const count = hits.length === 1 ? [] : [vscode.l10n.t('{0} hits', hits.length)];
	return {
		// VS Code sorts by where a label matches. Hits come newest first, so what matches is not their label.
		label: literal(name),
		iconPath: new vscode.ThemeIcon(ICONS[role]),
		description: [...age, ...count].join(' · '),
		detail: literal(text),
		alwaysShow: true,
		buttons:
			hits.length === 1
				? []
				: [{ iconPath: new vscode.ThemeIcon('list-flat'), tooltip: vscode.l10n.t('Show All Hits') }],
		hits,
	};
}

export function sessionIdOf(hit: SearchHit): string {
	return hit.sessionId ?? path.basename(hit.file, '.jsonl');
}

export function sessionNameOf(
	{ sessions }: Pick<Needs, 'sessions'>,
	names: ReadonlyMap<string, string>,
	hit: SearchHit,
): string {
	return sessions.get(sessionIdOf(hit))?.name ?? names.get(hit.file) ?? sessionIdOf(hit).slice(0, 8);
}

/** Sessions of other projects are in no index of ours; head and tail tell their names. */
export async function nameUnknown(
	names: Map<string, string>,
	services: Needs,
	hits: readonly SearchHit[],
): Promise<void> {
	for (const file of new Set(
		hits.filter((hit) => services.sessions.get(sessionIdOf(hit)) === undefined).map((hit) => hit.file),
	)) {
		if (names.has(file)) continue;
		const headAndTail = await readHeadAndTail(file);
		names.set(
			file,
			[headAndTail?.title, headAndTail?.cwd === undefined ? undefined : path.basename(headAndTail.cwd)]
				.filter((part) => part !== undefined)
				.join(' — '),
		);
	}
}

/**
 * What Enter is for. Hits arrive while somebody types: where the list was drawn anew a moment ago, nothing is selected in it
 * yet, and what VS Code still calls active may have been in the one before.
 */
export function chosenItem<T extends vscode.QuickPickItem>({
	selectedItems,
	activeItems,
	items,
}: Pick<vscode.QuickPick<T>, 'selectedItems' | 'activeItems' | 'items'>): T | undefined {
	return [...selectedItems, ...activeItems, ...items].find((each) => items.includes(each));
}
