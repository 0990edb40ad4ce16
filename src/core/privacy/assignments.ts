// Secrets that only their name gives away: `pass=…`, `"password": "…"`, `--token …`, `API_KEY=…`. A name says that a
// secret follows; whether something that can be one does follow, and not a type, a variable or prose, is decided here.
import { matchesOf } from '../base/matches';

/** A value behind a name that promises a secret. Offsets are UTF-16. */
interface Assignment {
	readonly start: number;
	readonly end: number;
	readonly kind: AssignmentKind;
}
type AssignmentKind = 'password' | 'credential';

const PASSWORD = 'pass(?:word|wd|phrase|wort|code)?|pwd';
const CREDENTIAL =
	'secret|token|credentials?|(?:api|access|secret|private|account|auth|signing|encryption|master|service)[_-]?key(?:[_-]?id)?';
/** The name, what closes its quotes, what stands between, what opens the value's quotes (which JSON may escape). */
const NAMED = new RegExp(
	String.raw`(?<name>${PASSWORD}|${CREDENTIAL})(?<close>\\{0,3}["'\x60]?\]?)(?<sep>[ \t]{0,8}(?:=>|:=|={1,3}|\??\*{0,2}:\*{0,2}|>)[ \t]{0,8}|[ \t]{1,2}(?:is[ \t]{1,2})?)(?<open>\\{0,3}["'\x60])?`,
	'giu',
);
/** What one of the names has in it. Making the pattern ready takes longer than this, and two letters are others' forms of `s` and `k`. */
const NAME_PART = new RegExp('pass|pwd|secret|token|credential|key|[\\u017f\\u212a]', 'i');
const FIELD = new RegExp(`(?:${PASSWORD}|${CREDENTIAL})$`, 'iu');

/** What stands where a secret would in templates and examples. */
const STAND_IN =
	/^(?:\[redacted|\$[{(]|\$[A-Za-z_]\w*$|%\w{1,64}%$|\{\{|\{\w*\}$|<[^<>]*>?$|\.{3}|(.)\1*$|[~^]?\d+\.\d+\.\d+[\w.-]*$|(?:process|os|env|secrets?|config|settings|import\.meta)[.[]|~?\.{0,2}\/[\w.-]{1,64}\/)/iu;
const WORDS = new Set(
	(
		'true false null none nil undefined string str text number int integer boolean bool bytes buffer any unknown object ' +
		'optional required never void self this new await async return function const let var typeof if is not in or and the a an ' +
		'must should your my for to of can may will needs has was when with from field input reset hash hashed protected changed ' +
		'wrong incorrect invalid missing expired empty set unset given password passwd token secret value key auth bearer basic example'
	).split(' '),
);
/** Unquoted and no line of its own: a member of something, a call or type, a bracket, a variable named like a secret. */
const CODE =
	/^(?:[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$|[\w$.?]+[([<]|0x[\da-f]+$|[{[(]|[A-Za-z_$]*(?:pass|pwd|token|secret|key|hash)[A-Za-z_$]*$)/iu;

/** `PWD` is where a shell is. */
const FOLDER = /^(?:[~/]|[A-Za-z]:[\\/])/u;
/** So much of a value is looked at to judge it. */
const JUDGED = 256;

/** Every named secret in a text. Linear: a run of characters is measured once, however many names it holds. */
export function secretAssignments(text: string): readonly Assignment[] {
	const found: Assignment[] = [];
	if (!NAME_PART.test(text)) return found;
	const runs = { upTo: -1 };
	for (const match of matchesOf(text, NAMED)) {
		const { name = '', close = '', sep = '', open } = match.groups ?? {};
		if (!isWholeWord(text, match.index, name) || !isAssigned(text, match.index, close, sep)) continue;
		const start = match.index + match[0].length;
		if (start < (found.at(-1)?.end ?? 0)) continue;
		const quoted = open === undefined ? undefined : quotedEnd(text, start, open);
		const isLine = sep === '=' && isLineOfItsOwn(text, match.index);
		const end = quoted ?? unquotedEnd(text, start, isLine, runs, isInQuery(text, match.index));
		const isData = quoted !== undefined || isLine;
		if (isSecretValue(name, text.slice(start, Math.min(end, start + JUDGED)), isData, / is /u.test(sep)))
			found.push({ start, end, kind: kindOf(name) });
	}
	return found;
}

/** What kind of secret a field of a JSON object holds, by its name and value; nothing where it holds none. */
export function secretField(name: string, value: string): AssignmentKind | undefined {
	const word = FIELD.exec(name)?.[0];
	return word !== undefined &&
		isWholeWord(name, name.length - word.length, word) &&
		isSecretValue(word, value, true, false)
		? kindOf(word)
		: undefined;
}

/** `pass` inside of `bypass` or `compass` is no word; `dbPass`, `DB_PASS` and `mypassword` are meant. */
function isWholeWord(text: string, at: number, name: string): boolean {
	const before = text[at - 1] ?? ' ';
	if (!/\p{L}/u.test(before)) return true;
	if (text[at - 2] === '\\' && /[nrt]/u.test(before)) return true;
	return /^[A-Z](?:[a-z]|$)/u.test(name) ? /\p{Ll}/u.test(before) : /^(?:pass.{2,}|secret|token)$/iu.test(name);
}

/** A blank assigns only after `--name`, a `>` only in an element, `is` anywhere. */
function isAssigned(text: string, at: number, close: string, sep: string): boolean {
	if (/[=:]/u.test(sep) || / is /u.test(sep)) return true;
	if (close !== '') return false;
	const before = text.slice(Math.max(0, at - 48), at);
	return sep.includes('>') ? /<[\w:.-]*$/u.test(before) : /(?:^|[\s"'])--[\w-]*$/u.test(before);
}

/** `KEY=value` (`export KEY=value`) alone at the start of a line: the value goes on to the next blank. */
function isLineOfItsOwn(text: string, at: number): boolean {
	return /(?:^|\n|\\n)[ \t]*(?:export |set |-e |ENV )?[\w-]*$/u.test(text.slice(Math.max(0, at - 80), at));
}

/** What follows an opening quote up to its match on the line; a quote that JSON escapes ends at an escaped one. */
const QUOTED = Object.fromEntries(
	['"', "'", '`'].map((quote) => [
		quote,
		{
			plain: new RegExp(String.raw`(?:[^${quote}\\\n]|\\.)*(?=${quote})`, 'uy'),
			escaped: new RegExp(String.raw`[^${quote}\n]*?(?=\\+${quote})`, 'uy'),
		},
	]),
);

/** Where a quoted value ends, or nothing where the quotes are not closed on the line. */
function quotedEnd(text: string, start: number, open: string): number | undefined {
	const pattern = QUOTED[open.slice(-1)]?.[open.length > 1 ? 'escaped' : 'plain'];
	if (pattern === undefined) return undefined;
	pattern.lastIndex = start;
	return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** An `&` belongs to a password, and neither to the next field, to a shell's `&&`, nor to an entity of HTML. */
const WITH_AMPERSANDS = /(?:[^\s"'\x60&;<>\\]|&(?![\w.-]{1,40}=|#?\w{1,8};|[&\s]|$))*/uy;

/** A field of a URL's query or of a form: the next `&` ends it. */
function isInQuery(text: string, at: number): boolean {
	return /[?&][\w.%-]*$/u.test(text.slice(Math.max(0, at - 48), at));
}

/** Where an unquoted value ends. Over rather than under: `,` and `.` belong to it unless they are its last. */
function unquotedEnd(text: string, start: number, isLine: boolean, runs: { upTo: number }, isQuery: boolean): number {
	if (start >= runs.upTo) {
		const run = isLine ? /[^\s\\]*/uy : isQuery ? /[^\s"'\x60&;<>\\]*/uy : WITH_AMPERSANDS;
		run.lastIndex = start;
		run.test(text);
		runs.upTo = run.lastIndex;
	}
	let end = runs.upTo;
	while (end > start && /["'\x60,.;:!?)\]}]/u.test(text[end - 1] ?? '')) end--;
	return end;
}

/** @param isData quoted, or a line of its own: such a value is no code. @param isProse `the password is …`. */
function isSecretValue(name: string, value: string, isData: boolean, isProse: boolean): boolean {
	if (value.length < (isData ? 1 : 3) || STAND_IN.test(value) || WORDS.has(value.toLowerCase())) return false;
	if (/^pwd$/iu.test(name) && FOLDER.test(value)) return false;
	if (!isData && CODE.test(value)) return false;
	if (isProse) return value.length >= 6 && /\d/u.test(value);
	if (kindOf(name) === 'password') return name.length > 4 || isData || /\D/u.test(value);
	if (/\s/u.test(value) || !/\D/u.test(value)) return false;
	return /\d/u.test(value) ? value.length >= 6 : isData && value.length >= 20;
}

function kindOf(name: string): AssignmentKind {
	return /^p/iu.test(name) && !/key/iu.test(name) ? 'password' : 'credential';
}
