// A draft as a file: a person reads, edits and ratifies it, and later sessions are compared with it.
import { utcSeconds } from '../base/dates';
import { localStamp } from '../documents/words';
import { singleLine } from '../base/text';
import type { EngineName } from './engine';
import { MENU, menuItem } from './menu';
import type { Claim, Reflection } from './reflection';
import type { Confidence } from '../handoff/nextSteps';
import type { EarlierHandOff } from './signals/context';

interface DraftFacts {
	readonly session: string;
	readonly atMs: number;
	readonly engine: EngineName;
	readonly model: string | undefined;
	readonly branch: string | undefined;
	readonly commit: string | undefined;
	readonly dirty: readonly string[] | undefined;
	readonly durationMinutes: number | undefined;
	readonly tokens: number;
	/** The model that the session itself ran on. */
	readonly sessionModel: string | undefined;
}

interface DraftText {
	/** Front matter, in order. */
	readonly fields: Readonly<Record<string, string | number | readonly string[]>>;
	readonly body: string;
}

const ORIGIN: Readonly<Record<EngineName, string>> = {
	builtin: 'Made by rules alone, in the words of the session: no language model has read it.',
	claude: 'Made by your own Claude Code.',
	vscode: 'Made by a language model of VS Code.',
	anthropic: 'Made through the Anthropic API.',
};

/** Writes a reflection down. Every sentence names its source messages. */
export function formatDraft(reflection: Reflection, facts: DraftFacts): DraftText {
	const list = (title: string, claims: readonly Claim[]): readonly string[] =>
		claims.length === 0 ? [] : [`## ${title}`, '', ...claims.map((each) => `- ${sentenceOf(each)}`), ''];
	const noted = MENU.filter(({ id }) => reflection.notes.some((note) => note.item === id));
	const pointers = [
		...new Map(claimsOf(reflection).flatMap((each) => each.at.map((at) => [at.index, at.uuid] as const))),
	].sort(([a], [b]) => a - b);
	const fields: Record<string, string | number | readonly string[]> = {
		session: facts.session,
		date: utcSeconds(facts.atMs),
		status: 'draft',
		topic: reflection.topic,
		...optional('workstream', reflection.workstream),
		confidence: reflection.confidence,
		engine: facts.engine,
		...optional('engine_model', facts.model),
		...optional('branch', facts.branch),
		...optional('commit', facts.commit),
		...(facts.dirty === undefined ? {} : { dirty: facts.dirty }),
		...optional('model', facts.sessionModel),
		...(facts.durationMinutes === undefined ? {} : { duration_minutes: facts.durationMinutes }),
		tokens: facts.tokens,
		items: [...noted.map(({ id }) => id)].join(', '),
	};
	const body = [
		`# ${inert(reflection.topic)}`,
		'',
		`Drafted at ${localStamp(facts.atMs)}. ${ORIGIN[facts.engine]}`,
		'It is not used until you accept it. Numbers name the messages of the session.',
		'',
		...list('Summary', reflection.summary),
		...list('Decisions', reflection.decisions),
		...list('Tried, and did not work', reflection.failed),
		...list('Assumptions', reflection.assumptions),
		...list('Planned and open', reflection.scope),
		...(noted.length === 0 ? [] : ['## Worth noting', '']),
		...noted.flatMap((item) => [
			`### ${item.title} → ${item.target}`,
			'',
			...reflection.notes.filter((note) => note.item === item.id).map((note) => `- ${sentenceOf(note)}`),
			'',
		]),
		...list('Resume prompt', reflection.resumePrompt),
		`Confidence: ${reflection.confidence}`,
		'',
		...(pointers.length === 0 ? [] : ['## Sources', '']),
		...pointers.map(([index, uuid]) => `- #${index}: ${uuid === '' ? 'a message without an id' : `\`${uuid}\``}`),
	].join('\n');
	return { fields, body: body.trimEnd() };
}

function claimsOf(reflection: Reflection): readonly Claim[] {
	const { summary, decisions, failed, assumptions, scope, notes, resumePrompt } = reflection;
	return [...summary, ...decisions, ...failed, ...assumptions, ...scope, ...notes, ...resumePrompt];
}

function sentenceOf({ text, at }: Claim): string {
	const where = at.length === 0 ? ' (from files)' : ` (${at.map(({ index }) => `#${index}`).join(', ')})`;
	return `${inert(text)}${where}`;
}

/** One line in which links, pictures and HTML do not work; code stays code. */
function inert(text: string): string {
	return singleLine(text)
		.split(/(`[^`]*`)/u)
		.map((part, at) => (at % 2 === 1 ? part : part.replace(/[\\<>[\]*|]|(?<!\w)_|_(?!\w)/gu, '\\$&')))
		.join('');
}

function optional(name: string, value: string | undefined): Readonly<Record<string, string>> {
	return value === undefined ? {} : { [name]: singleLine(value) };
}

/** The file of a ratified draft: the person's text unchanged, except for the word that gives its status. */
export function ratifiedText(text: string): string {
	return text.replace(/^(---\r?\n[^]*?^status:[ \t]*)(?:'draft'|"draft"|draft)([ \t]*\r?$)/mu, '$1ratified$2');
}

/**
 * What a hand-off says about the next step. Works for drafts, ratified drafts, and session documents.
 * @param fields the front matter. @param body what follows it.
 */
export function parseEarlierHandOff(
	fields: Readonly<Record<string, unknown>>,
	body: string,
): EarlierHandOff | undefined {
	const [session, date, confidence] = [fields['session'], fields['date'], fields['confidence']];
	const section = /^##\s+Resume prompt\s*$([^]*?)(?=^##\s|^Confidence:|$(?![^]))/imu.exec(body)?.[1]?.trim();
	const atMs = typeof date === 'string' ? Date.parse(date) : Number.NaN;
	if (typeof session !== 'string' || section === undefined || section === '' || Number.isNaN(atMs)) return undefined;
	return { session, resumePrompt: section, confidence: confidenceOf(confidence), atMs };
}

function confidenceOf(value: unknown): Confidence | undefined {
	return value === 'high' || value === 'medium' || value === 'low' ? value : undefined;
}

/** The items of the menu that a draft is about, from its front matter. */
export function itemsOf(fields: Readonly<Record<string, unknown>>): readonly string[] {
	const items = fields['items'];
	return typeof items !== 'string' ? [] : items.split(',').flatMap((each) => menuItem(each.trim())?.id ?? []);
}
