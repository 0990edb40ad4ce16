// What reads bytes of others, each with what must hold for whatever it is given: it never throws, and what it promises is so
// (scripts/lib/fuzz, docs/TESTING.md).
import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import { visit } from 'jsonc-parser';
import { foldBackupLog, parseBackupLog } from '../../core/backups/log';
import { markerText, parseMarker } from '../../core/backups/marker';
import { asRecord } from '../../core/base/result';
import { parseHookPayload } from '../../core/claude/payload';
import { parseRegistryEntry } from '../../core/claude/registry';
import { editSettings } from '../../core/claude/settingEdit';
import { parseSettings } from '../../core/claude/settingsTree';
import { readHandIn, readStatements } from '../../core/handoff/handedIn/handIn';
import { wantedHooks } from '../../core/hooks/launcherCommand';
import { editMcpServer } from '../../core/hooks/mcpEdit';
import { editRules, permissionRules } from '../../core/hooks/permissionRules';
import { editHooks, ourHooks } from '../../core/hooks/settingsEdit';
import { parseHookLog } from '../../core/keeper/hookLog';
import { parseAudit } from '../../core/parking/audit';
import { parseQueueFile } from '../../core/memory/queueFile';
import { parseProtocol } from '../../core/protocol/parse';
import { isUnclosedFrontMatter, readPlainFrontMatter } from '../../core/base/plainFrontMatter';
import { readAnswer } from '../../core/reflection/answer';
import { foldLedger } from '../../core/reflection/ledger';
import { MENU } from '../../core/reflection/menu';
import { foldJournal, redactJournal } from '../../core/review/journal';
import { foldLabels } from '../../core/sessions/labels';
import { parseRecord } from '../../core/sessions/record';
import { foldLines } from '../../core/testing/foldLines';
import { closeFacts } from '../../core/transcript/facts';
import { emptySession } from '../../core/transcript/session';
import { parseFrontMatter } from '../base/frontmatter';
import { answerIn } from '../reflection/engines/claudeEngine';
import { lineOf, recordFrom } from '../sessions/index/indexLine';
import { scanBytes } from './scanBytes';
import { createScan } from '../sessions/index/scan/scanState';

/** Throws where a promise is broken. */
type Target = (bytes: Buffer) => void;

const SESSION = 'aaaaaaaa-0000-4000-8000-000000000001';
const HOOKS = wantedHooks({
	launcher: '/home/me/.claude/session-keeper/bin/session-keeper-hook',
	shell: 'sh',
	isWindows: false,
	isShared: false,
});

const ISO = /^\d{4}-(?:0\d|1[0-2])-[0-2]\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/u;

/**
 * The quick scan says what the full reading says, in one piece or in two, of lines that are JSON or torn. It does not parse
 * most of them, so of others, which nobody writes, it may say something; it never throws.
 */
function transcript(given: Buffer): void {
	scanBytes(createScan(SESSION), given, 0, given.length);
	const lines = given.toString().split('\n').filter(isJson);
	// An answer that two sessions have counts once among all that a file holds.
	const idOf = (line: string): unknown => asRecord(JSON.parse(line))?.['sessionId'];
	const id = lines.map(idOf).find((each) => typeof each === 'string') ?? SESSION;
	// Times in another form or order, which Claude Code does not write, the quick scan may take for others.
	let latest = '';
	const isInTime = (line: string): boolean => {
		const time = asRecord(JSON.parse(line))?.['timestamp'];
		if (time === undefined) return true;
		if (typeof time !== 'string' || !ISO.test(time) || time < latest) return false;
		latest = time;
		return true;
	};
	const text = lines.filter((line) => (idOf(line) ?? id) === id && isInTime(line) && isPlain(line)).join('\n');
	const bytes = Buffer.from(`${text}\n`);
	const folded = foldLines(emptySession(id), text.split('\n')).facts;
	for (const cut of [bytes.length, bytes.length >> 1]) {
		const scan = createScan(id);
		scanBytes(scan, bytes, scanBytes(scan, bytes, 0, cut), bytes.length);
		deepStrictEqual(closeFacts(scan.drafts.get(id) ?? emptySession(id).facts), folded);
	}
}

/** Whether no name stands twice in one object: `JSON.parse` takes the last of them, the quick scan may take the first, and no program that makes JSON of values writes it. */
function isPlain(line: string): boolean {
	const open: Set<string>[] = [];
	let isTwice = false;
	visit(line, {
		onObjectBegin: () => void open.push(new Set()),
		onObjectEnd: () => void open.pop(),
		onObjectProperty: (name) => {
			isTwice ||= open.at(-1)?.has(name) === true;
			open.at(-1)?.add(name);
		},
	});
	return !isTwice;
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

function frontMatter(bytes: Buffer): void {
	const text = bytes.toString();
	const read = parseFrontMatter(text);
	if (isUnclosedFrontMatter(text)) ok(read.problem !== undefined, 'a front matter that never ends was read');
	const plain = readPlainFrontMatter(text);
	if (plain !== undefined) deepStrictEqual({ ...plain, problem: undefined }, read);
}

const withoutBlanks = (text: string): string => text.replace(/\s+(?=[\]}])/gu, '');

/** What we put in and take out again leaves what was there, byte by byte; before a closing bracket it may leave or take a blank. */
function settings(bytes: Buffer): void {
	const text = bytes.toString();
	const before = parseSettings(text);
	if (!before.ok || before.value.root?.type !== 'object') return;
	const same = (after: string | false): void => equal(after && withoutBlanks(after), withoutBlanks(text));
	if (ourHooks(text).length === 0) {
		const put = editHooks(text, HOOKS);
		if (put.ok) {
			deepStrictEqual(editHooks(put.value.text, HOOKS, put.value.created), put);
			const taken = editHooks(put.value.text, [], put.value.created);
			same(taken.ok && taken.value.text);
		}
	}
	const rules = editRules(text, permissionRules('/bin/keeper'), []);
	if (rules.ok) {
		const taken = editRules(rules.value.text, [], rules.value.created);
		same(taken.ok && taken.value.text);
	}
	const server = editMcpServer(text, { type: 'stdio', command: '/bin/keeper', args: ['mcp'] });
	if (server.ok && server.value !== text)
		ok(parseSettings(server.value ?? '').ok, 'the file with our server cannot be read');
	const set = editSettings(text, [['cleanupPeriodDays', 90]]);
	if (set.ok) {
		const after = parseSettings(set.value ?? '');
		ok(after.ok, 'the file with our setting cannot be read');
	}
}

function marker(bytes: Buffer): void {
	const read = parseMarker(bytes.toString());
	if (read.kind === 'names') deepStrictEqual(parseMarker(markerText(read.raw)), read);
}

function journal(bytes: Buffer): void {
	const text = bytes.toString();
	foldJournal(text, ({ project }) => project === 'project');
	// With nothing that is private in it, it keeps its bytes.
	const redactor = { text: (value: string) => ({ value, found: [] }) } as unknown as Parameters<
		typeof redactJournal
	>[1];
	equal(redactJournal(text, redactor), undefined);
}

function cache(bytes: Buffer): void {
	const record = recordFrom(bytes.toString());
	if (record !== undefined) deepStrictEqual(recordFrom(lineOf(record)), record);
}

function answer(bytes: Buffer): void {
	const text = bytes.toString();
	readStatements(text);
	readHandIn(text);
	if (isJson(text)) readAnswer(JSON.parse(text), MENU);
}

const reading =
	(read: (text: string) => unknown): Target =>
	(bytes) =>
		void read(bytes.toString());

export const TARGETS: Readonly<Record<string, Target>> = {
	transcript,
	frontMatter,
	settings,
	protocol: reading((text) => {
		const read = parseProtocol(text);
		if (read.ok) ok(parseProtocol(JSON.stringify(read.value.protocol)).ok, 'what was read cannot be read again');
	}),
	hookInput: reading(parseHookPayload),
	marker,
	backupLog: reading((text) => foldBackupLog(parseBackupLog(text).lines)),
	registry: reading(parseRegistryEntry),
	cache,
	journal,
	answer,
	engine: reading((text) => answerIn({ stdout: text, stderr: '', code: 0, ended: 'itself' })),
	records: reading((text) => [parseRecord(text), foldLabels(text), foldLedger(text), parseHookLog(text)]),
	queue: reading((text) => [parseQueueFile(text), parseAudit(text)]),
};
