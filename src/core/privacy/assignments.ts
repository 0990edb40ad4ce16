// Secrets that only their name gives away: `pass=…`, `"password": "…"`, `--token …`, `API_KEY=…`. A name says that a
// secret follows; whether something that can be one does follow is decided in names.ts.
import { lazyPattern } from '../base/once';
import { matchesOf, ready } from '../base/patterns';
import { type Writing, NAME, NAME_AT_END, OF_HASH, SUFFIX, isSecretValue, isWholeName, kindOfName } from './names';
import { type Found, isNoise, isPublicAt } from './noise';

/** What stands between a name and its value in a sentence. */
const VERB = "is|are|ist|lautet|was|war|es|(?:c[’'])?est|é|è|reste|bleibt|blijft|should be|sigue siendo|continua sendo";
const STILL =
	'(?:[ \\t]{1,2}(?:now|still|currently|literally|just|simply|actually|jetzt|noch|nun|einfach|immer|toujours|maintenant|ahora|ancora|agora|nog steeds|nog|nu|fortfarande|stadig))?';
const IS = `(?:${VERB})${STILL}`;

/** The name, what closes its quotes, what stands between, what opens the value's quotes (which JSON may escape). */
const NAMED = new RegExp(NAME, 'gi');
const ASSIGNED = new RegExp(
	String.raw`${SUFFIX}(?<close>\\{0,3}["'\x60]?\]?(?:[ ]\[[^\]\n]{0,24}\](?=:))?)(?<sep>[ \t]{0,40}(?:=>|:=|={1,3}|:[ \t]{0,2}&?[A-Za-z][\w<>]{0,16}[ \t]{0,2}=(?!=)|\??\*{0,2}[:：]\*{0,2}|(?:[ ][\w-]{1,20}="[^"\n]{0,40}"){0,3}>|→|->|[–—](?=[ \t])|(?<=[ \t])-(?=[ \t])|,(?=[ \t]{0,4}["'])|\((?=["'])|[ ]\((?=[^\s()]{8,64}\)))[ \t]{0,24}|[ \t]{1,2}(?:(?:${VERB}|är|er|je|jest|este)${STILL}[ \t]{1,2})?|[ \t]?(?:は|是|为|為|는|은)[ \t]?)(?:\s{0,40}<value>|\[[ ]?(?=["'](?!-))|(?<==)\[(?=[^\s\][,"'\x60]{0,40}\d[^\s\][,"']{0,60}\])(?![^\]]{0,60}(?:0-9|a-z))|[bru]{1,2}(?=["']))?(?<open>\\{0,3}["'\x60](?:"")?|[«„“”‚‘「『][ \u00a0\u202f]?)?`,
	'uy',
);

/** What one of the names has in it. Making the patterns ready takes longer than this. */
const NAME_PART =
	/pass|pwd|pswd|pw|psk|secret|token|cred|key|auth|sig|pat|sid|sess|seed|jwt|cookie|jeton|salt|pepper|adgang|salas|heslo|jelsz|ifre|parola|wifi|wlan|community|hmac|appid|acc[èÈ]s|acceso|cl[éÉ]|wort|kennw|clave|mdp|geheimnis|zugang|schl|contra|senha|wacht|mot de|l[öÖ]sen|парол|has[łŁ]o|パス|密|口令|暗証|共有|シーク|トーク|令牌|비밀|[\u017f\u212a]/i;

/** `password for the wifi is …`, `the password of the new machine: …` */
const SAID = lazyPattern(
	String.raw`(?:,?[ ]{1,4}(?!(?:is|was|ist)[ ])(?:[\p{L}\p{N}'’"„“@()_-]|\.(?=\p{L})){1,32}){0,8}?(?:,?[ ]{1,4}(?:(?:was|is|has[ ]been|wurde)[ ][\p{L}]{2,16}[ ](?:to|auf)|${IS}|to|auf(?=[ ]\S{6,64}[ ](?:gesetzt|geändert|gestellt)\b)):?|[ ]?[:=])[ ]{1,4}(?<open>["'\x60]|[«„“”‚‘「『][ \u00a0\u202f]?)?`,
	'uy',
);

/** `the token, this is the new one: …`: what the last colon of a sentence says, where nothing nearer does. */
const SAID_LAST = new RegExp(
	String.raw`(?:,?[ ]{1,4}(?:[\p{L}\p{N}'’"„“()_-]|\.(?=\p{L})){1,32}){2,10}(?<![ ](?:commit|sha|hash|digest|id))[ ]?:[ ]{1,4}(?<open>["'\x60])?`,
	'uy',
);

/** `the commit that broke tokens is …`, and as long as a checksum `the file with the password has …`. */
const isHash = (value: string, before: string): boolean =>
	/^[\da-f]{7,64}$/u.test(value) &&
	(OF_COMMIT().test(before) || (/^(?:.{40}|.{64})$/u.test(value) && /\bfiles?\b/iu.test(before)));
const OF_COMMIT = lazyPattern(String.raw`\b(?:${OF_HASH}|revert\w{0,3})\b`, 'iu');

/** `pass = received < expected`. A shell joins commands with `&&` and `||`: only behind `const` and the like is that code. */
function isWorkedOut(text: string, at: number, name: string, end: number): boolean {
	const sign = /^ (?:[<>]=?|[=!]==?|&&|\|\|) /u.exec(text.slice(end, end + 5))?.[0];
	return (
		sign !== undefined &&
		((/^pass$/iu.test(name) && !/[&|]/u.test(sign)) ||
			/\b(?:const|let|var|return) [\w$]{0,40}$/u.test(text.slice(Math.max(0, at - 60), at)))
	);
}

const TYPE = /^(?:[A-Z]{1,3}[a-z]{1,24}\d?){2,8}$/u;
const OF_TYPE = /^<[A-Z]\w{0,36}?[a-z]/u;

/** `USER_PASSWORD = "userPassword"` */
function isOwnName(text: string, end: number, value: string): boolean {
	if (!/^[A-Za-z_-]{8,80}$/u.test(value)) return false;
	const own = /[\w-]{1,80}$/u.exec(text.slice(Math.max(0, end - 80), end))?.[0] ?? '';
	const bare = (word: string): string => word.replace(/[_-]/gu, '').toLowerCase();
	return bare(own) === bare(value);
}

/** So much of a value is looked at to judge it. */
const JUDGED = 256;

/** Whether a text can hold a name at all. */
export const hasName = (text: string): boolean => NAME_PART.test(text);

/** Every named secret in a text that has a name. Linear: a run of characters is measured once, however many names it holds. */
export function secretAssignments(text: string): readonly Found[] {
	const found: Found[] = [];
	const runs = { from: -1, upTo: -1 };
	// V8 takes twice as long to make a pattern ready that passes over capitals.
	const folded = text.toLowerCase();
	const lower = folded.length === text.length ? folded : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
	for (const match of matchesOf(text, ready(NAMED))) {
		const name = match[0];
		if (!isWholeName(text, match.index, name)) continue;
		for (const patternOf of [() => ASSIGNED, SAID, () => SAID_LAST]) {
			const pattern = ready(patternOf());
			pattern.lastIndex = match.index + name.length;
			const { sep = ' is ', close = '', open } = pattern.exec(lower)?.groups ?? {};
			const start = pattern.lastIndex;
			if (start < Math.max(1, found.at(-1)?.end ?? 0)) continue;
			const isProse = /\p{L}/u.test(sep) && !sep.includes('=');
			if (!isProse && !isAssigned(text, match.index, name, close, sep, open)) continue;
			const quoted = open === undefined ? undefined : quotedEnd(text, start, open);
			const isLine = sep === '=' && isLineOfItsOwn(text, match.index);
			const end = quoted ?? unquotedEnd(text, start, isLine, runs, sep.includes('>') || isInQuery(text, match.index));
			const isLoose = isProse || (/^[ \t]{1,8}$/u.test(sep) && !isOption(text, match.index)) || /[,(-]/u.test(sep);
			const form: Writing = isLoose ? 'prose' : quoted !== undefined || isLine ? 'data' : 'code';
			const value = text.slice(start, Math.min(end, start + JUDGED));
			// The next option.
			if (/^--?[a-z][a-z-]{0,40}$/u.test(value) && isOption(text, match.index)) continue;
			if (form === 'prose' && isHash(value, text.slice(Math.max(0, match.index - 60), start))) continue;
			if (value.startsWith('//') || (isProse && isPublicAt(text, start))) continue;
			// `Password: must have …`, `pass = first pass`, `password == other`; what a bare `=` or an option says is a value.
			const isLabel = form === 'code' && sep !== '=' && /[=:：]/u.test(sep);
			const goesOn = /==|=>/u.test(sep) || /^[ ][\p{L}\p{N}]/u.test(text.slice(end, end + 2));
			if (isLabel && goesOn && /^\p{L}{1,256}$/u.test(value)) continue;
			if (isLabel && /^[A-Za-z_$]{1,64}$/u.test(value) && isWorkedOut(text, match.index, name, end)) continue;
			// A type with its own in it, no password before `<BR>`, and a constant that says its own name.
			if (TYPE.test(value) && kindOfName(name) !== 'password' && OF_TYPE.test(text.slice(end, end + 40))) continue;
			if (isOwnName(text, match.index + name.length, value)) continue;
			// `--pass: #2ecc71;` of a style sheet.
			if (isLabel && isOption(text, match.index) && /^#[\da-f]{3,8}$/iu.test(value)) continue;
			if (!isSecretValue(name, value, form) || (pattern === SAID_LAST && !isNoise(value))) continue;
			found.push({ start, end, kind: shownKind(name) });
			break;
		}
	}
	return found;
}

/** What kind of secret a field of a JSON object holds, by its name and value; nothing where it holds none. */
export function secretField(name: string, value: string): string | undefined {
	const word = NAME_AT_END().exec(name)?.[0];
	return word !== undefined && isWholeName(name, name.length - word.length, word) && isSecretValue(word, value, 'data')
		? shownKind(word)
		: undefined;
}

/** What a mark calls what was found behind a name. */
export const shownKind = (name: string): string => (kindOfName(name) === 'password' ? 'password' : 'credential');

/** A blank assigns after `--name` and in prose, where the value must show more; a `>` only in an element. */
function isAssigned(
	text: string,
	at: number,
	name: string,
	close: string,
	sep: string,
	open: string | undefined,
): boolean {
	if (/[=:：→–—-]/u.test(sep)) return true;
	if (sep.startsWith(' (')) return close === '';
	if (/[,(]/u.test(sep)) return (close !== '') === sep.includes(',') && open !== undefined;
	// `redis://:<password>@host` is a form to be filled in.
	if (sep.includes('>')) return /(?<!:)<[^<>\n]{0,80}$/u.test(text.slice(Math.max(0, at - 80), at));
	if (close !== '') return false;
	// What is asked for by its name: `bw get password github`, `-field=password shop/db`.
	if (/(?:\bget[ ]|=|change|reset|forgot)$/u.test(text.slice(Math.max(0, at - 8), at))) return false;
	return isOption(text, at) || (kindOfName(name) !== 'key' && sep !== '');
}

/** `--password …`, `-storepass …`. */
const isOption = (text: string, at: number): boolean =>
	/(?:^|[\s"'])--?[\w-]{0,48}$/u.test(text.slice(Math.max(0, at - 48), at));

/** `KEY=value` (`export KEY=value`) alone at the start of a line: the value goes on to the next blank. */
function isLineOfItsOwn(text: string, at: number): boolean {
	return /(?:^|\n|\\n)[ \t]{0,80}(?:export |set |-e |ENV |- )?[\w-]{0,80}$/u.test(text.slice(Math.max(0, at - 80), at));
}

/** What follows an opening quote up to its match on the line. */
const QUOTED = Object.fromEntries(
	['"', "'", '`'].map((quote) => [quote, new RegExp(String.raw`(?:[^${quote}\\\n]|\\.)*(?=${quote})`, 'uy')]),
);

/** Where a quoted value ends, or nothing where the quotes are not closed on the line. */
function quotedEnd(text: string, start: number, open: string): number | undefined {
	const quote = open.slice(-1);
	if (open.startsWith('\\')) return escapedEnd(text, start, quote);
	const pattern = QUOTED[quote];
	if (pattern === undefined) return undefined;
	pattern.lastIndex = start;
	return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** A quote that JSON escapes ends at an escaped one. Not by a pattern: it would try a run of backslashes from each of them. */
function escapedEnd(text: string, start: number, quote: string): number | undefined {
	const close = text.indexOf(quote, start);
	if (close < 0 || text.slice(start, close).includes('\n')) return undefined;
	let end = close;
	while (end > start && text[end - 1] === '\\') end--;
	return end === close ? undefined : end;
}

/** An `&` belongs to a password, and neither to the next field, to a shell's `&&`, nor to an entity of HTML. */
const WITH_AMPERSANDS =
	/(?:[^\s"'\x60&;<>\\」』»”\u3000-\u30ff\u4e00-\u9fff，！？；]|&(?![\w.-]{1,40}=|#?\w{1,8};|[&\s]|$))*/uy;

/** A field of a URL's query or of a form: the next `&` ends it. */
function isInQuery(text: string, at: number): boolean {
	return /[?&][\w.%-]{0,48}$/u.test(text.slice(Math.max(0, at - 48), at));
}

/** Where an unquoted value ends. Over rather than under: `,` and `.` belong to it unless they are its last. */
function unquotedEnd(
	text: string,
	start: number,
	isLine: boolean,
	runs: { from: number; upTo: number },
	isQuery: boolean,
): number {
	if (start < runs.from || start >= runs.upTo) {
		runs.from = start;
		const run = isLine ? /[^\s\\]*/uy : isQuery ? /(?:[^\s"'\x60&;<>\\]|&amp;)*/uy : WITH_AMPERSANDS;
		run.lastIndex = start;
		run.test(text);
		runs.upTo = run.lastIndex;
	}
	return trimmedEnd(text, start, runs.upTo);
}

/** Without the punctuation of the sentence around it. A brace belongs to the one at the beginning. */
export function trimmedEnd(text: string, start: number, end: number): number {
	let at = end;
	while (at > start && /["'\x60,.;:!?)\]}*。»”“’」』]/u.test(text[at - 1] ?? '')) at--;
	return at < end && text[start] === '{' && text[at] === '}' ? at + 1 : at;
}
