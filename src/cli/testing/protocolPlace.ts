// A repository with sessions, and the protocol's command line.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { type Line, SESSION, assistantLine, jsonl, resultLine, userLine } from '../../core/testing/transcripts';
import { place, repo, run as runAny, runProcess as runAnyProcess, useCliPlace } from './cliPlace';

export { place, repo };
/** Where the protocol is saved. */
export let file: string;

/** Gives each test of a file a place of its own. */
export function useProtocolPlace(): void {
	useCliPlace();
	beforeEach(() => {
		file = path.join(repo, 'session-protocol.json');
	});
}

export const run: typeof runAny = (args, how) => runAny(['protocol', ...args], how);
export const runProcess: typeof runAnyProcess = (args, how) => runAnyProcess(['protocol', ...args], how);
interface Document {
	readonly mode: string;
	readonly saved: boolean;
	/** Id by which the save is taken back. */
	readonly undo: string;
	readonly undone: Readonly<Record<string, unknown>> | null;
	readonly session: string | null;
	readonly tasks: readonly { id: string; title: string; status: string; origin: { kind: string } | null }[];
	readonly consolidated: readonly { id: string; members: readonly { id: string }[] }[];
	readonly redacted: readonly { kind: string; where: string }[];
	readonly git: Readonly<Record<string, unknown>>;
	readonly findings: readonly { path: string; severity: string }[];
	readonly error: { code: string; message: string };
}
export const json = async (...args: readonly string[]): Promise<Document> =>
	JSON.parse((await run([...args, '--json'])).out) as Document;
export const saved = (): string => readFileSync(file, 'utf8');
export const tasks = (): readonly { id: string; title: string; status: string; context?: string }[] =>
	(JSON.parse(saved()) as { tasks: { id: string; title: string; status: string }[] }).tasks;
export const short = (): readonly string[] => tasks().map(({ id, title, status }) => `${id} ${title} ${status}`);

let call = 0;
export const use = (tool: string, input: Line, own: Line = {}): Line[] => {
	const id = `call-${++call}`;
	return [assistantLine({ tool, id, input }), resultLine(id, 'ok', own)];
};
export const create = (id: string, subject: string, description = ''): Line[] =>
	use('TaskCreate', { subject, description }, { toolUseResult: { task: { id } } });
export const session = (lines: readonly Line[], id = SESSION): string =>
	place.write(
		`home/.claude/projects/${projectSlug(repo)}/${id}.jsonl`,
		jsonl(lines.map((line) => ({ ...line, cwd: repo, sessionId: id }))),
	);
export const three = (): readonly Line[] => [
	userLine('Plan the work'),
	...create('1', 'Add remove()', 'See src/store.ts:4'),
	...create('2', 'Test remove()'),
	...create('3', 'Document remove()'),
	...use('TaskUpdate', { taskId: '1', status: 'completed' }),
	...use('TaskUpdate', { taskId: '2', status: 'in_progress' }),
	assistantLine('Done with the first.'),
];
