// What a session's tools show: files, commits, checks, what failed, what the person answered and refused.
import { asRecord, asText } from '../base/result';
import { lastPart, shortPath } from '../base/shown';
import { singleLine } from '../base/text';
import { changedFileOf } from '../transcript/changedFiles';
import { refusalWords } from '../transcript/denial';
import type { AssistantEntry, ToolResult, UserEntry } from '../transcript/entry';
import { type Call, Calls, Plans, fileOf } from './calls';
import { actsOf } from './dialogue/acts';
import { planGist, planTitle } from './lists';
import { checkIn, commitsIn, removedBy, undoneBy, verdictOf } from './shell';
import type {
	Check,
	CommitMade,
	Decision,
	Failure,
	FileChange,
	Outcome,
	PlanState,
	Pointer,
	PutOff,
} from './statement';
import { MAX_EACH, type Statement, eachOnce, statement } from './statement';

/** What was made and checked. */
export interface Work {
	readonly files: readonly FileChange[];
	readonly commits: readonly CommitMade[];
	readonly checks: readonly Check[];
	readonly plans: readonly PlanState[];
}

interface WorkLog {
	noteAssistant(entry: AssistantEntry, from: Pointer): void;
	noteUser(entry: UserEntry, from: Pointer, isAbandoned: boolean): void;
	close(): Work &
		Pick<Outcome, 'decisions' | 'failures' | 'deferred'> & { readonly openQuestions: readonly MenuQuestion[] };
}

/** A question of a menu that got no answer. */
interface MenuQuestion extends Statement {
	/** The person refused a menu that asked nothing else: what they say next is about it. */
	readonly isAlone: boolean;
}

/** Searching for something that is not there is no failure. */
const LOOKING = /^(?:grep|rg|git grep|diff|git diff|test|\[|which|command|type|ls|find|pgrep|cmp)\b/u;

export function createWorkLog(): WorkLog {
	const calls = new Calls();
	const files = new Map<string, FileChange>();
	const checks = new Map<string, Check>();
	/** What failed and has not worked since, by tool and subject. */
	const failing = new Map<string, Failure>();
	const failures: Failure[] = [];
	const decisions: Decision[] = [];
	const commits: CommitMade[] = [];
	const plans: PlanState[] = [];
	const planTexts = new Plans();
	const questions: MenuQuestion[] = [];
	const deferred: PutOff[] = [];

	const noteResult = (entry: UserEntry, result: ToolResult, from: Pointer, isAbandoned: boolean): void => {
		const known = calls.answer(result);
		if (known === undefined) return;
		const { call, cwd } = known;
		const what = subjectOf(call, cwd);
		const denial = entry.toolDenialKind;
		if (call.name === 'ExitPlanMode') return isAbandoned ? undefined : notePlan(call, entry, result, from);
		if (call.name === 'AskUserQuestion') return isAbandoned ? undefined : noteAnswers(call, entry, from);
		if (denial !== undefined) {
			const how = denial === 'user-rejected' ? 'refused' : 'blocked';
			failures.push({ ...statement(what, from), how, outcome: reasonOf(result) });
			return;
		}
		if (isAbandoned) {
			if (!result.isError) noteFile(call, entry, from, true);
			return;
		}
		if (result.isError) return noteFailure(call, what, result, from);
		failing.delete(what);
		noteFile(call, entry, from, false);
		planTexts.noteWritten(call);
		if (call.name === 'Bash') noteCommand(call, entry, result, from, cwd);
	};

	const noteFailure = (call: Call, what: string, result: ToolResult, from: Pointer): void => {
		const command = call.name === 'Bash' ? (asText(call.input['command']) ?? '') : '';
		const output = errorText(result);
		if (checkIn(command) !== undefined) noteCheck(command, `exit ${exitCode(result) ?? '1'}`, output, from);
		// A search without results ends with an error code.
		else if (command !== '' && LOOKING.test(command) && output === '') return;
		const isRepeated = failing.delete(what);
		const exit = exitCode(result);
		const firstLine = firstOf(output);
		const outcome = [exit === undefined ? undefined : `exit ${exit}`, firstLine].filter(Boolean).join(': ');
		failing.set(what, {
			...statement(what, from),
			how: 'tool',
			isRepeated,
			outcome: outcome === '' ? 'error' : outcome,
		});
	};

	const noteCommand = (
		call: Call,
		entry: UserEntry,
		result: ToolResult,
		from: Pointer,
		cwd: string | undefined,
	): void => {
		const command = asText(call.input['command']) ?? '';
		const undone = undoneBy(command);
		if (undone !== undefined) failures.push({ ...statement(undone, from), how: 'undone', outcome: undefined });
		for (const commit of /\bgit\b/u.test(command) ? commitsIn(result.text) : []) commits.push({ ...commit, from });
		for (const removed of removedBy(command)) {
			const path = below(removed, cwd, files);
			const old = files.get(path);
			if (old !== undefined) files.set(path, { ...old, isRemoved: true, isAbandoned: false, from });
			else if (/\.\w+$/u.test(path)) files.set(path, { ...emptyChange(path, from), isRemoved: true });
		}
		const isInterrupted = asRecord(entry.toolUseResult)?.['interrupted'] === true;
		const isBackground = asText(asRecord(entry.toolUseResult)?.['backgroundTaskId']) !== undefined;
		if (checkIn(command) !== undefined && !isBackground)
			noteCheck(command, isInterrupted ? 'interrupted' : 'exit 0', result.text, from);
	};

	const noteCheck = (command: string, outcome: string, output: string, from: Pointer): void => {
		const name = checkIn(command) ?? '';
		// A pipe gives the exit code of its last part, not that of the check.
		const isPiped = /(?<!\|)\|(?!\|)/u.test(command) && outcome === 'exit 0';
		checks.delete(name);
		checks.set(name, { ...statement(name, from), outcome: isPiped ? 'ran' : outcome, verdict: verdictOf(output) });
	};

	const noteFile = (call: Call, entry: UserEntry, from: Pointer, isAbandoned: boolean): void => {
		const path = changedFileOf(call.name, call.input);
		if (path === undefined) return;
		const details = asRecord(entry.toolUseResult);
		const { added, removed } = patchSize(call, details);
		const old = files.get(path) ?? emptyChange(path, from);
		if (files.size >= MAX_EACH * 5 && !files.has(path)) return;
		files.set(path, {
			path,
			isCreated: old.isCreated || details?.['type'] === 'create',
			isRemoved: false,
			addedLines: old.addedLines + added,
			removedLines: old.removedLines + removed,
			isAbandoned: isAbandoned && (old.isAbandoned || !files.has(path)),
			from,
		});
	};

	const noteAnswers = (call: Call, entry: UserEntry, from: Pointer): void => {
		const answers = asRecord(asRecord(entry.toolUseResult)?.['answers']) ?? {};
		const asked = Array.isArray(call.input['questions']) ? call.input['questions'] : [];
		for (const each of asked) {
			const question = asText(asRecord(each)?.['question']);
			if (question === undefined) continue;
			const answer = asText(answers[question]);
			if (answer === undefined) {
				questions.push({ ...statement(question, from), isAlone: asked.length === 1 });
				continue;
			}
			const said = { ...from, by: 'person' } as const;
			const acts = isOffered(answer, asRecord(each)?.['options']) ? [] : actsOf(answer);
			if (acts.length > 0 && acts.every((act) => act.isQuestion || act.isUnknown || act.isCourtesy))
				questions.push({ ...statement(question, from), isAlone: false });
			else if (acts.some(({ isPutOff }) => isPutOff))
				deferred.push({ ...statement(`${question} ${answer}`, said), kind: undefined });
			else decisions.push({ ...statement(answer, said), how: 'answer', question });
		}
	};

	const notePlan = (call: Call, entry: UserEntry, result: ToolResult, from: Pointer): void => {
		const { file, text } = planTexts.shown(call, entry);
		const title = planTitle(text) ?? (file === undefined ? undefined : lastPart(file));
		if (title === undefined) return;
		const isApproved = entry.toolDenialKind === undefined && !result.isError;
		plans.push({ ...statement(title, from), file, isApproved });
		// Of a plan whose words are not known, only its file tells that there was one.
		const gist = planGist(text);
		if (isApproved && gist !== undefined)
			decisions.push({ ...statement(gist, from), how: 'plan', question: undefined });
		else if (!isApproved)
			failures.push({ ...statement(`Plan: ${title}`, from), how: 'refused', outcome: reasonOf(result) });
	};

	return {
		noteAssistant(entry, from) {
			calls.note(entry, from);
		},
		noteUser(entry, from, isAbandoned) {
			for (const result of entry.toolResults) noteResult(entry, result, from, isAbandoned);
		},
		close() {
			return {
				decisions: decisions.slice(-MAX_EACH),
				failures: eachOnce([...failures, ...failing.values()]).slice(-MAX_EACH),
				files: [...files.values()],
				commits: commits.slice(-MAX_EACH),
				checks: [...checks.values()].slice(-MAX_EACH),
				plans: plans.slice(-MAX_EACH),
				openQuestions: questions.slice(-MAX_EACH),
				deferred: deferred.slice(-MAX_EACH),
			};
		},
	};
}

function emptyChange(path: string, from: Pointer): FileChange {
	return { path, isCreated: false, isRemoved: false, addedLines: 0, removedLines: 0, isAbandoned: false, from };
}

/** A tool use in a few words: `Bash: npm test`, `Read eslint.config.js`. */
function subjectOf(call: Call, cwd: string | undefined): string {
	const { name, input } = call;
	const file = fileOf(call);
	if (file !== undefined) return `${name} ${shortPath(file, cwd)}`;
	const key = ['command', 'pattern', 'url', 'query', 'description', 'subject', 'skill', 'prompt'].find(
		(each) => asText(input[each]) !== undefined,
	);
	return key === undefined ? name : `${name}: ${singleLine((asText(input[key]) ?? '').slice(0, 1_000))}`;
}

/** A path of a command as the file tools would have written it. */
function below(file: string, cwd: string | undefined, files: ReadonlyMap<string, unknown>): string {
	const whole = file.startsWith('/') || cwd === undefined ? file : `${cwd}/${file.replace(/^\.\//u, '')}`;
	return files.has(file) ? file : whole;
}

function patchSize(
	{ name, input }: Call,
	details: Readonly<Record<string, unknown>> | undefined,
): { readonly added: number; readonly removed: number } {
	const hunks = details?.['structuredPatch'];
	const lines = Array.isArray(hunks)
		? hunks.flatMap((hunk): unknown[] => {
				const own: unknown = asRecord(hunk)?.['lines'];
				return Array.isArray(own) ? own : [];
			})
		: [];
	const count = (sign: string): number =>
		lines.filter((line) => typeof line === 'string' && line.startsWith(sign)).length;
	if (lines.length > 0) return { added: count('+'), removed: count('-') };
	const content = name === 'Write' && details?.['type'] === 'create' ? (asText(input['content']) ?? '') : '';
	return { added: content === '' ? 0 : content.replace(/\n$/u, '').split('\n').length, removed: 0 };
}

/** Whether an answer is what the menu offered, and not in the person's own words. */
function isOffered(answer: string, options: unknown): boolean {
	const labels = (Array.isArray(options) ? options : []).flatMap((each) => asText(asRecord(each)?.['label']) ?? []);
	return labels.some((label) => `, ${answer}, `.includes(`, ${label}, `));
}

function exitCode(result: ToolResult): string | undefined {
	return /^(?:Error: )?Exit code (\d+)/u.exec(result.text)?.[1];
}

function errorText(result: ToolResult): string {
	return result.text
		.slice(0, 20_000)
		.replace(/^(?:Error: )?Exit code \d+(?:\n|$)/u, '')
		.replace(/<\/?(?:tool_use_error|persisted-output|system-reminder)>/gu, '')
		.trim();
}

function firstOf(text: string): string {
	return singleLine(text.split('\n').find((line) => /[\p{L}\p{N}]/u.test(line)) ?? '');
}

function reasonOf({ text }: ToolResult): string | undefined {
	const said = refusalWords(text);
	return said === undefined ? undefined : singleLine(said);
}
