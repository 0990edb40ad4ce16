// A repository with sessions of several days: what they said, their backups and documents, and who of them still runs.
import { appendFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type Line, assistantLine, chained, resultLine, userLine } from '../../core/testing/transcripts';
import type { BackupStore } from '../backups/backupStore';
import { BackupWriter } from '../backups/backupWriter';
import type { DocumentStore } from '../documents/documentStore';
import type { SessionRow, Timeline } from '../timeline/timeline';
import { locateTranscript } from '../transcript/locateTranscript';
import { backupStoreOf, documentStoreOf, openTimeline } from '../workspace/openStores';
import { type BackupTestPlace, newBackupPlace } from './backupPlace';
import { NOW_MS } from './places';
import { useUtc } from './timeZone';

const MINUTE_MS = 60_000;

export let place: BackupTestPlace;
let nowMs = NOW_MS;
const clock = { now: () => nowMs, schedule: () => ({ dispose: () => undefined }) };

/** Gives each test a place of its own. */
export function useTimeline(): void {
	useUtc();
	beforeEach(() => {
		place = newBackupPlace();
		nowMs = NOW_MS;
	});
	afterEach(() => place.remove());
}

/** Lets time go by. */
export function later(minutes: number): void {
	nowMs += minutes * MINUTE_MS;
}

export const id = (n: number): string => `${String(n).padStart(4, '0').repeat(2)}-0000-4000-8000-000000000000`;

export const greeting: readonly Line[] = [userLine('hi'), assistantLine('Hello.')];
export const work = (what: string): readonly Line[] => [
	userLine(what),
	assistantLine({ tool: 'Write', id: `w-${what}`, input: { file_path: `/x/${what}.ts`, content: 'x' } }),
	resultLine(`w-${what}`, 'File created', { toolUseResult: { type: 'create' } }),
	assistantLine('It is there.'),
];

export function now(): number {
	return nowMs;
}

/**
 * Says lines in a session, one a second from so many minutes ago on, and lets its file be that old.
 * @param to its file, where that was moved. @returns the file.
 */
export function say(n: number, minutesAgo: number, lines: readonly Line[], to?: string): string {
	const fromMs = nowMs - minutesAgo * MINUTE_MS;
	const told = chained(lines).map((line, at) => {
		const timestamp = new Date(fromMs + at * 1_000).toISOString();
		return JSON.stringify({ ...line, sessionId: id(n), cwd: place.repo, timestamp });
	});
	if (to !== undefined) appendFileSync(to, told.map((line) => `${line}\n`).join(''));
	const file = to ?? place.say(told, id(n));
	const seconds = (fromMs + lines.length * 1_000) / 1_000;
	utimesSync(file, seconds, seconds);
	return file;
}

/** @returns the name of the backup. */
export async function backUp(n: number): Promise<string> {
	const project = await place.project();
	const found = await locateTranscript(place.claude, id(n), undefined, project);
	if (found === undefined) throw new Error('no transcript');
	return (await (await BackupWriter.open(place.claude, project, clock)).create(found, 'exit')).raw;
}

/** Writes a document as somebody else would. @returns the file. */
export function document(name: string, session: string | undefined, minutesAgo: number): string {
	const date = new Date(nowMs - minutesAgo * MINUTE_MS);
	const file = path.join(place.memory, name);
	mkdirSync(place.memory, { recursive: true });
	const own = session === undefined ? '' : `session: ${session}\n`;
	writeFileSync(file, `---\n${own}date: ${date.toISOString()}\ntopic: ${name}\n---\n# ${name}\n`);
	utimesSync(file, date, date);
	return file;
}

/** The test's own process holds the session. */
export function hold(n: number): void {
	const entry = { pid: process.pid, sessionId: id(n), cwd: place.repo, entrypoint: 'cli' };
	place.write(`home/.claude/sessions/${process.pid}.json`, JSON.stringify(entry));
}

/** Nobody runs any more. */
export function release(): void {
	rmSync(path.join(place.home, '.claude/sessions'), { recursive: true, force: true });
}

/** The stores and the list, as they are now. */
export async function open(): Promise<{ timeline: Timeline; documents: DocumentStore; backups: BackupStore }> {
	const own = { claude: place.claude, project: await place.project(), clock };
	const backups = backupStoreOf(own);
	const documents = await documentStoreOf(own, backups);
	return { backups, documents, timeline: await openTimeline(own, backups) };
}

/** The row of a session. */
export async function row(n: number): Promise<SessionRow> {
	const found = await (await open()).timeline.get(id(n));
	if (found === undefined) throw new Error('no such session');
	return found;
}
