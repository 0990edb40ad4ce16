// Who wrote the lines of an open file: what is kept between two questions, and which file a link means.
import { appendFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type * as vscode from 'vscode';
import { assistantLine, jsonl, userLine } from '../../core/testing/transcripts';
import { findProject } from '../../node/project/project';
import type { ListedSession } from '../../node/sessions/listedSession';
import { type Place, newPlace, newRepository } from '../../node/testing/places';
import type { Services } from '../services';
import { Uri, play, window, workspace } from '../testing/vscode';
import { LineOrigins } from './lineOrigins';
import { showLineSession } from './lineSession';

const SESSION = 'aaaaaaaa-0000-4000-8000-000000000001';
const LINE = 'export const limitPerMinute = readLimit(60);';
const ID = { sessionId: SESSION, uuid: 'the-write' };

let place: Place;
let repo: string;
let services: Services;
let transcript: string;
let opened: unknown[];
beforeEach(async () => {
	place = newPlace();
	repo = newRepository(path.join(place.root, 'repo'));
	const project = await findProject(place.claude, repo);
	transcript = place.write(`home/.claude/projects/x/${SESSION}.jsonl`, jsonl([userLine('go', ID)]));
	const session = { id: SESSION, name: 'Limits', file: transcript, sizeBytes: 1, project, live: {} };
	opened = [];
	services = {
		claude: place.claude,
		// Found anew at each look, while what is listed of a session stays.
		workspace: { projects: [{ ...project }] },
		sessions: { list: () => [session as unknown as ListedSession], get: () => session },
		reader: { open: (...asked: readonly unknown[]) => void opened.push(asked) },
	} as unknown as Services;
});
afterEach(() => place.remove());

const write = (file: string): string =>
	jsonl([assistantLine({ tool: 'Write', id: 'toolu_1', input: { file_path: file, content: LINE } }, {}, ID)]);
function documentOf(name: string): vscode.TextDocument {
	const fsPath = place.write(`repo/${name}`, LINE);
	const uri = { scheme: 'file', fsPath, toString: () => `file://${fsPath}` };
	return { uri, version: 1, getText: () => LINE } as unknown as vscode.TextDocument;
}

test('a subagent that writes is seen before its session says more', async () => {
	const [origins, document] = [new LineOrigins(services), documentOf('limits.js')];
	expect((await origins.of(document))?.changes).toEqual([undefined]);
	place.write(`home/.claude/projects/x/${SESSION}/subagents/agent-1.jsonl`, write(document.uri.fsPath));
	expect((await origins.of(document))?.changes).toMatchObject([{ uuid: 'the-write' }]);
});

test('an answer that one calls off is made for the others', async () => {
	const [origins, document] = [new LineOrigins(services), documentOf('limits.js')];
	const stop = new AbortController();
	const [first, second] = [origins.of(document, stop.signal), origins.of(document)];
	stop.abort();
	await expect(first).rejects.toThrow('aborted');
	expect((await second)?.changes).toEqual([undefined]);
});

test('who calls off an answer that another one asked for first is given none', async () => {
	const [origins, document, stop] = [new LineOrigins(services), documentOf('limits.js'), new AbortController()];
	const told = await origins.of(document);
	const again = origins.of(document, stop.signal);
	stop.abort();
	await expect(again).rejects.toThrow('aborted');
	expect(await origins.of(document)).toEqual(told);
});

test('an answer that was called off is not kept', async () => {
	const [origins, document] = [new LineOrigins(services), documentOf('limits.js')];
	await expect(origins.of(document, AbortSignal.abort())).rejects.toThrow('aborted');
	expect((await origins.of(document))?.changes).toEqual([undefined]);
});

test.each([
	['is kept for the next window', true],
	['is not kept before the workspace is trusted', false],
])('what was told %s', async (_what, isTrusted) => {
	Object.assign(workspace, { isTrusted });
	const document = documentOf('limits.js');
	appendFileSync(transcript, write(document.uri.fsPath));
	const [origins, folder] = [new LineOrigins(services), path.join(place.claude.keeperHome, 'cache', 'lines')];
	expect((await origins.of(document))?.changes).toMatchObject([{ uuid: 'the-write' }]);
	expect(existsSync(folder)).toBe(isTrusted);
	Object.assign(workspace, { isTrusted: true });
	await origins.of({ ...document, version: 2 });
	expect(existsSync(folder)).toBe(true);
});

const documents = new Map<string, vscode.TextDocument>();
let cancel: (() => void) | undefined;
play(Uri, { parse: (text: string) => text });
play(workspace, { openTextDocument: (uri: string) => Promise.resolve(documents.get(uri)) });
play(window, {
	activeTextEditor: undefined,
	withProgress: (
		_: unknown,
		work: (progress: unknown, token: { onCancellationRequested(stop: () => void): void }) => Promise<unknown>,
	) => work(undefined, { onCancellationRequested: (stop) => void (cancel = stop) }),
});

test('the link of a hover means the file that it is over, whichever editor is active', async () => {
	const [hovered, active] = [documentOf('limits.js'), documentOf('other.js')];
	appendFileSync(transcript, write(hovered.uri.fsPath));
	const uri = hovered.uri.toString();
	documents.set(uri, hovered);
	Object.assign(window, { activeTextEditor: { document: active, selection: { active: { line: 0 } } } });
	await showLineSession(services, new LineOrigins(services), { uri, line: 0 });
	expect(opened).toMatchObject([[{ id: SESSION }, { uuid: 'the-write' }]]);
});

test('a search that a person cancels ends quietly', async () => {
	const origins = { of: () => new Promise(() => undefined) } as unknown as LineOrigins;
	Object.assign(window, { activeTextEditor: { document: documentOf('a.js'), selection: { active: { line: 0 } } } });
	const asked = showLineSession(services, origins);
	cancel?.();
	await expect(asked).rejects.toMatchObject({ name: 'CancelledError' });
});
