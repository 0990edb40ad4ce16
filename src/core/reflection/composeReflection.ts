// Writes down what a session says: in its own words, as the rules of the built-in engine read them, and with what was
// handed in and proven, by Claude or by a language model.
import type { SessionExtract } from '../handoff/extract';
import { nextSteps } from '../handoff/nextSteps';
import { hasWork } from '../handoff/withWork';
import { type Decision, type Failure, type Statement, fileFacts, isAttempt } from '../handoff/statement';
import { workstreamOf } from '../documents/workstream';
import { memoryTypeOf } from '../memory/memoryType';
import { shortPath } from '../base/shown';
import { singleLine, truncate } from '../base/text';
import type { MomentPointer } from './material';
import type { ItemId, MenuItem } from './menu';
import type { Claim, MemoryClaim, Note, Reflection } from './reflection';
import type { SignalFinding } from './signals/finding';

interface Parts {
	readonly extract: SessionExtract;
	readonly items: readonly MenuItem[];
	readonly findings: ReadonlyMap<ItemId, readonly SignalFinding[]>;
	readonly branch: string | undefined;
	/** Where the session ran, as the transcript writes it. */
	readonly folder: string | undefined;
	/** The session's name, used if there is no title. */
	readonly name: string;
	readonly redact: (text: string) => string;
	/** What a language model says of the items, proven; the findings themselves stand for it where none was asked. */
	readonly notes?: readonly Note[] | undefined;
}

/** How many entries of each list a person reads. The newest are kept: they count most. */
const EXCHANGES = 3;

/** How many things of one kind a line of the summary names. */
const NAMED = 3;
const LISTED = 8;

/** Sentences of a summary that was handed in. */
const SUMMARIZED = 5;

/** Items that are sections of the draft already, so they are not repeated. */
const SAID_ABOVE: ReadonlySet<ItemId> = new Set(['failed-experiments', 'implicit-decisions', 'not-done']);

/** Characters of one text. Cut after redaction. */
const TEXT_LIMIT = 320;

/** The reflection on a session. @returns nothing if the session says nothing: it has no work. */
export function composeReflection(parts: Parts): Reflection | undefined {
	const { extract, findings, items, redact } = parts;
	const clean = (text: string): string => truncate(singleLine(redact(text)), TEXT_LIMIT);
	const claim = ({ text, from }: Statement, words = (said: string): string => said): Claim => ({
		text: words(clean(text)),
		at: [momentAt(from)],
	});
	/** In quotation marks if they are the words of the message, not an account of it. */
	const quoted = (each: Statement, words = (said: string): string => said): Claim =>
		claim(each, (text) => words(each.origin === undefined ? `“${text}”` : text));
	const own = extract.exchanges.filter((exchange) => exchange.kind !== 'notification');
	if (!hasWork(extract)) return undefined;

	const files = extract.files.filter((file) => !file.isAbandoned);
	const changed: readonly Claim[] = files.length === 0 ? [] : [changedFiles(files, parts)];
	const open = extract.tasks.filter((task) => task.status !== 'completed');
	const done = extract.tasks.filter((task) => task.status === 'completed');
	const together = (label: string, statements: readonly Statement[]): readonly Claim[] => {
		if (statements.length === 0) return [];
		const named = statements.slice(0, NAMED).map((each) => quoted(each, (text) => text.replace(/\.$/u, '')));
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
		...(extract.summary.length === 0 ? asked : extract.summary.slice(0, SUMMARIZED).map((each) => claim(each))),
		...together('Done', done),
		...together('Committed', commits.slice(-NAMED)),
		...changed,
		...together('Left to do', [...open, ...extract.nextSteps]),
		...together('To be answered', extract.openQuestions),
	];
	const lastCheck = extract.checks.at(-1);
	const nextOnes = extract.nextSteps.slice(-LISTED);
	const attempts = extract.failures.filter(isAttempt);

	const reflection: Reflection = {
		topic: topicOf(parts, clean),
		workstream: workstreamOf(parts.branch, extract.files, parts.folder, redact),
		summary,
		decisions: extract.decisions.slice(-LISTED).map((each) => quoted(each, (text) => decisionWords(each, text, clean))),
		failed: attempts.slice(-LISTED).map((each) => quoted(each, (text) => failureWords(each, text, clean))),
		assumptions: (findings.get('assumptions') ?? []).map(({ text, at }) => ({ text, at })),
		scope: [
			...(own.length < 2 ? [] : own.slice(0, 1)).map((exchange) =>
				claim(exchange.request, (text) => `It began with “${text}”`),
			),
			...done.slice(-LISTED).map((task) => quoted(task, (text) => `Done: ${text}`)),
			...open.slice(0, LISTED).map((task) => quoted(task, (text) => `Open: ${text}`)),
			...extract.deferred.slice(-LISTED).map((each) => quoted(each, (text) => `Put off: ${text}`)),
		],
		notes: parts.notes ?? notesOf(items, findings),
		resumePrompt: [
			...nextOnes.map((each) => quoted(each, (text) => `Next: ${text}`)),
			...open
				.filter((task) => task.status === 'in_progress')
				.slice(0, 3)
				.map((task) => quoted(task, (text) => `In progress: ${text}`)),
			...extract.openQuestions.slice(-LISTED).map((each) => quoted(each, (text) => `Unanswered: ${text}`)),
			...(lastCheck === undefined ? [] : [claim(lastCheck, (text) => checkWords(text, clean(lastCheck.outcome)))]),
			...standing(own.at(-1), nextOnes.length > 0, claim),
		],
		// As a document of the session would say it.
		confidence: nextSteps(extract).confidence,
		candidates: [
			...memories(findings, redact),
			...extract.facts.map((each): MemoryClaim => {
				const fact = claim(each);
				return { ...fact, type: memoryTypeOf(fact.text) ?? 'project' };
			}),
		],
	};
	const said = [...reflection.decisions, ...reflection.failed, ...reflection.scope];
	return { ...reflection, notes: reflection.notes.filter(({ text }) => !isSaidIn(text, said)) };
}

/** Where a statement stands, as a claim names it. */
export function momentAt({ uuid = '', index }: Statement['from']): MomentPointer {
	return { uuid, index };
}

function notesOf(items: readonly MenuItem[], findings: Parts['findings']): readonly Note[] {
	return items
		.filter((item) => item.id !== 'assumptions' && !SAID_ABOVE.has(item.id))
		.flatMap((item) =>
			(findings.get(item.id) ?? []).slice(0, 3).map(({ text, at }): Note => ({ item: item.id, text, at })),
		);
}

/** Whether another claim already contains what a text quotes. */
function isSaidIn(text: string, others: readonly Claim[]): boolean {
	return [...text.matchAll(/“([^”]+)”|`([^`]+)`/gu)].some(([, words, code]) =>
		others.some((other) => other.text.includes(words ?? code ?? text)),
	);
}

/** What was to be remembered but was not caught. Anything vaguer is left to the person, who reads the notes. */
function memories(findings: Parts['findings'], redact: (text: string) => string): readonly MemoryClaim[] {
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

function topicOf({ extract, name }: Parts, clean: (text: string) => string): string {
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

function changedFiles(files: SessionExtract['files'], { folder, redact }: Parts): Claim {
	const names = files.slice(-LISTED).map((file) => {
		const name = singleLine(redact(shortPath(file.path, folder))).replace(/`/gu, "'");
		const facts = fileFacts(file);
		return `\`${name}\`${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
	});
	const more = files.length > LISTED ? `, and ${files.length - LISTED} more` : '';
	return { text: `Changed: ${names.join(', ')}${more}.`, at: files.slice(-LISTED).map(({ from }) => momentAt(from)) };
}

function decisionWords({ how, question, came }: Decision, text: string, clean: (text: string) => string): string {
	const then = came === undefined ? '' : `; then: “${clean(came.text)}”`;
	// What was said before a decision is a question only where it asks something.
	if (question !== undefined)
		return /[?？]\W*$/u.test(question)
			? `Asked “${clean(question)}”, the person chose ${text}${then}`
			: `To “${clean(question)}” the person said ${text}${then}`;
	return how === 'plan' ? `The plan was approved: ${text}` : text;
}

/** Of attempts in vain only: what merely failed or was refused is no lesson. */
function failureWords({ how, outcome }: Failure, text: string, clean: (text: string) => string): string {
	const what = how === 'left' ? `The conversation went back to before ${text}` : text;
	return `${what}${outcome === undefined ? '' : `: ${clean(outcome)}`}`;
}
