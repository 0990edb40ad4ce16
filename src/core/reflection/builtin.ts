// The built-in engine: rules alone. It writes down what the session itself says, in the session's own words, and does
// not pretend to be more.
import type { SessionExtract } from '../handoff/extract';
import { hasWork } from '../handoff/withWork';
import type { Failure } from '../handoff/statement';
import type { Decision } from '../handoff/statement';
import { fileFacts } from '../documents/fileFacts';
import { type Statement, isAttempt } from '../handoff/statement';
import { shortPath } from '../handoff/work';
import { workstreamOf } from '../documents/workstream';
import { memoryTypeOf } from '../memory/memoryType';
import { singleLine, truncate } from '../base/text';
import type { ItemId, MenuItem } from './menu';
import type { Claim, MemoryClaim, Note, Reflection } from './reflection';
import type { SignalFinding } from './signals/finding';

interface BuiltinParts {
	readonly extract: SessionExtract;
	readonly items: readonly MenuItem[];
	readonly findings: ReadonlyMap<ItemId, readonly SignalFinding[]>;
	readonly branch: string | undefined;
	/** Where the session ran, as the transcript writes it. */
	readonly folder: string | undefined;
	/** The session's name, used if there is no title. */
	readonly name: string;
	readonly redact: (text: string) => string;
}

/** How many entries of each list a person reads. The newest are kept: they count most. */
const EXCHANGES = 3;
/** How many things of one kind a line of the summary names. */
const NAMED = 3;
const LISTED = 8;

/** Items that are sections of the draft already, so they are not repeated. */
const SAID_ABOVE: ReadonlySet<ItemId> = new Set(['failed-experiments', 'implicit-decisions', 'not-done']);

/** Characters of one text. Cut after redaction. */
const TEXT_LIMIT = 320;

/** @returns nothing if the session says nothing: it has no work. */
export function reflectByRules(parts: BuiltinParts): Reflection | undefined {
	const { extract, findings, items, redact } = parts;
	const clean = (text: string): string => truncate(singleLine(redact(text)), TEXT_LIMIT);
	const claim = ({ text, from }: Statement, words = (said: string): string => said): Claim => ({
		text: words(clean(text)),
		at: [{ uuid: from.uuid ?? '', index: from.index }],
	});
	const own = extract.exchanges.filter((exchange) => exchange.kind !== 'notification');
	if (!hasWork(extract)) return undefined;

	const files = extract.files.filter((file) => !file.isAbandoned);
	const changed: readonly Claim[] = files.length === 0 ? [] : [changedFiles(files, parts)];
	const open = extract.tasks.filter((task) => task.status !== 'completed');
	const done = extract.tasks.filter((task) => task.status === 'completed');
	const together = (label: string, statements: readonly Statement[]): readonly Claim[] => {
		if (statements.length === 0) return [];
		const named = statements.slice(0, NAMED).map((each) => claim(each, (text) => `“${text}”`));
		const more = statements.length > NAMED ? `, and ${statements.length - NAMED} more` : '';
		return [
			{ text: `${label}: ${named.map(({ text }) => text).join(', ')}${more}.`, at: named.flatMap(({ at }) => at) },
		];
	};
	const asked = own.slice(-EXCHANGES).map((exchange): Claim => {
		const request = claim(exchange.request);
		if (exchange.outcome === undefined)
			return { text: `Asked: “${request.text}” No answer was given.`, at: request.at };
		const told = claim(exchange.outcome);
		return { text: `Asked: “${request.text}” Claude: “${told.text}”`, at: [...request.at, ...told.at] };
	});
	const commits = extract.commits.map(({ hash, subject, from }): Statement => ({ text: `${hash} ${subject}`, from }));
	// What was achieved, then what is open: eight lines at most.
	const summary = [
		...asked,
		...together('Done', done),
		...together('Committed', commits.slice(-NAMED)),
		...changed,
		...together('Left to do', [...open, ...extract.nextSteps]),
		...together('To be answered', extract.openQuestions),
	];
	const lastCheck = extract.checks.at(-1);
	const nextOnes = extract.nextSteps.slice(-LISTED);
	const [next] = nextOnes;
	const attempts = extract.failures.filter(isAttempt);

	const reflection: Reflection = {
		topic: topicOf(parts, clean),
		workstream: workstreamOf(parts.branch, extract.files, parts.folder, redact),
		summary,
		decisions: extract.decisions.slice(-LISTED).map((each) => claim(each, (text) => decisionWords(each, text, clean))),
		failed: attempts.slice(-LISTED).map((each) => claim(each, (text) => failureWords(each, text, clean))),
		assumptions: (findings.get('assumptions') ?? []).map(({ text, at }) => ({ text, at })),
		scope: [
			...(own.length < 2 ? [] : own.slice(0, 1)).map((exchange) =>
				claim(exchange.request, (text) => `It began with “${text}”`),
			),
			...done.slice(-LISTED).map((task) => claim(task, (text) => `Done: “${text}”`)),
			...open.slice(0, LISTED).map((task) => claim(task, (text) => `Open: “${text}”`)),
			...extract.deferred.slice(-LISTED).map((each) => claim(each, (text) => `Put off: “${text}”`)),
		],
		notes: items
			.filter((item) => item.id !== 'assumptions' && !SAID_ABOVE.has(item.id))
			.flatMap((item) =>
				(findings.get(item.id) ?? []).slice(0, 3).map(({ text, at }): Note => ({ item: item.id, text, at })),
			),
		resumePrompt: [
			...nextOnes.map((each) => claim(each, (text) => `Next: “${text}”`)),
			...open
				.filter((task) => task.status === 'in_progress')
				.slice(0, 3)
				.map((task) => claim(task, (text) => `In progress: “${text}”`)),
			...extract.openQuestions.slice(-LISTED).map((each) => claim(each, (text) => `Unanswered: “${text}”`)),
			...(lastCheck === undefined ? [] : [claim(lastCheck, (text) => checkWords(text, clean(lastCheck.outcome)))]),
			...standing(own.at(-1), next !== undefined, claim),
		],
		confidence:
			next === undefined ? 'low' : lastCheck === undefined || lastCheck.outcome === 'exit 0' ? 'medium' : 'low',
		candidates: memories(findings, redact),
	};
	const said = [...reflection.decisions, ...reflection.failed, ...reflection.scope];
	return { ...reflection, notes: reflection.notes.filter(({ text }) => !isSaidIn(text, said)) };
}

/** Whether another claim already contains what a text quotes. */
function isSaidIn(text: string, others: readonly Claim[]): boolean {
	return [...text.matchAll(/“([^”]+)”|`([^`]+)`/gu)].some(([, words, code]) =>
		others.some((other) => other.text.includes(words ?? code ?? text)),
	);
}

/** What was to be remembered but was not caught. Anything vaguer is left to the person, who reads the notes. */
function memories(findings: BuiltinParts['findings'], redact: (text: string) => string): readonly MemoryClaim[] {
	const quoted = ({ text, at }: SignalFinding): Claim => ({
		text: singleLine(redact(/“([^]*)”/u.exec(text)?.[1] ?? text)),
		at,
	});
	return [...(findings.get('remember-misses') ?? []), ...(findings.get('external-events') ?? [])].map(
		(each): MemoryClaim => {
			const said = quoted(each);
			// By the same rules as in the turn; what happened in the world is the project's.
			return { ...said, type: memoryTypeOf(said.text) ?? 'project' };
		},
	);
}

function topicOf({ extract, name }: BuiltinParts, clean: (text: string) => string): string {
	return truncate(clean(extract.topic || name), 90);
}

/** How things stood at the end, if no next step says it. */
function standing(
	last: SessionExtract['exchanges'][number] | undefined,
	isNextKnown: boolean,
	claim: (statement: Statement, words: (text: string) => string) => Claim,
): readonly Claim[] {
	if (last === undefined || isNextKnown) return [];
	const asked = claim(last.request, (text) => `No next step was named. The last request was “${text}”`);
	return last.outcome === undefined ? [asked] : [asked, claim(last.outcome, (text) => `The last answer: “${text}”`)];
}

function checkWords(command: string, outcome: string): string {
	const what = `The last check, \`${command.replace(/`/gu, "'")}\`,`;
	return outcome === 'ran' ? `${what} ran; how it ended was not recorded.` : `${what} ended with ${outcome}.`;
}

function changedFiles(files: SessionExtract['files'], { folder, redact }: BuiltinParts): Claim {
	const names = files.slice(-LISTED).map((file) => {
		const name = singleLine(redact(shortPath(file.path, folder))).replace(/`/gu, "'");
		const facts = fileFacts(file);
		return `\`${name}\`${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
	});
	const more = files.length > LISTED ? `, and ${files.length - LISTED} more` : '';
	return {
		text: `Changed: ${names.join(', ')}${more}.`,
		at: files.slice(-LISTED).map(({ from }) => ({ uuid: from.uuid ?? '', index: from.index })),
	};
}

function decisionWords({ how, question, came }: Decision, text: string, clean: (text: string) => string): string {
	const then = came === undefined ? '' : `; then: “${clean(came.text)}”`;
	if (question !== undefined) return `Asked “${clean(question)}”, the person chose “${text}”${then}`;
	return how === 'plan' ? `The plan was approved: “${text}”` : `“${text}”`;
}

const FAILED: Readonly<Record<Failure['how'], (text: string) => string>> = {
	said: (text) => `“${text}”`,
	tool: (text) => `\`${text.replace(/`/gu, "'")}\` failed and did not work later`,
	undone: (text) => `Undone: \`${text.replace(/`/gu, "'")}\``,
	refused: (text) => `The person refused \`${text.replace(/`/gu, "'")}\``,
	blocked: (text) => `A rule refused \`${text.replace(/`/gu, "'")}\``,
	left: (text) => `The conversation went back to before “${text}”`,
	stopped: (text) => `The person stopped “${text}”`,
};

function failureWords({ how, outcome }: Failure, text: string, clean: (text: string) => string): string {
	return `${FAILED[how](text)}${outcome === undefined ? '' : `: ${clean(outcome)}`}`;
}
