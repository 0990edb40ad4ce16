// Whether characters look as if a machine had drawn them, and which words tell by themselves that they are a secret.
import { lazyPattern } from '../base/once';
import { matchesOf, ready } from '../base/patterns';

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/iu;

/** How often the sort of character changes (capital, small, figure, sign), from 0 to 1. Drawn ones change at every second. */
export function restlessness(word: string): number {
	let changes = 0;
	for (let at = 1; at < word.length; at++)
		if (sortOf(word.charCodeAt(at)) !== sortOf(word.charCodeAt(at - 1))) changes++;
	return changes / (word.length - 1);
}

function sortOf(code: number): number {
	if (code >= 97 && code <= 122) return 0;
	if (code >= 65 && code <= 90) return 1;
	return code >= 48 && code <= 57 ? 2 : 3;
}

/** Whether a word looks drawn: long enough, with figures and letters in no order. A name of several words does not. */
export function isNoise(word: string, least = 16): boolean {
	return (
		word.length >= least &&
		/^[\w+/=.~%:-]{1,8192}$/u.test(word) &&
		/\d/u.test(word) &&
		/[A-Za-z]/u.test(word) &&
		restlessness(word) >= 0.15 &&
		!isOfWords(word)
	);
}

/** The same of letters alone, which are drawn less often than a name has capitals. */
export const isDrawnLetters = (word: string): boolean =>
	/^[A-Za-z_-]{16,64}$/u.test(word) && restlessness(word) > 0.3 && !isOfWords(word);

/** `Linux-npm-…`: what a cache calls what it keeps. */
export const isNamedHash = (word: string): boolean => /^(?:[a-z\d.]{1,20}-){1,8}[\da-f]{32,64}$/iu.test(word);

/** Several words in a row, or a long one: it has the vowels that drawn letters have not. */
export function isOfWords(word: string): boolean {
	const isDrawn = word.length > 60 && restlessness(word) > 0.45;
	if (
		!isDrawn &&
		/(?:[a-z]{3}|[A-Z]{3})[-_.:/](?:[A-Z]?[a-z]{2,64}|[A-Z]{2,64})[-_.:/](?:[A-Z]?[a-z]{2}|[A-Z]{3})|(?:^|[-_.])[a-z]{5,64}[-_.]|\/[a-z]{5,64}\//u.test(
			word,
		)
	)
		return true;
	const inWords = (pattern: RegExp): number => 1 - word.replace(pattern, '').length / word.length;
	if (/[A-Z]/u.test(word) && (inWords(/[a-z]{4,8192}/gu) > 0.45 || inWords(/[A-Z][a-z]{3,8192}/gu) > 0.85)) return true;
	const long = /[a-z]{9,8192}/u.exec(word)?.[0] ?? '';
	return long.length * 10 > word.length * 4 && long.replace(/[^aeiou]/gu, '').length * 10 > long.length * 3;
}

/**
 * What services put in front of their secrets, and nobody in front of anything else. The rest of such a word is the
 * secret, whatever its length today: transcripts hold keys cut short, and kinds that are newer than any rule.
 */
const KNOWN = [
	'[sr]k_(?:live|test)_|aio_|AGE-SECRET-KEY-1|AKCp|ATATT|ATBB|ATCTT|api_org_|AIza|AQVN',
	'BBDC-|bk(?:ua|pi|ct)_|cal_(?:live|test)_|cmVmdGtu|CCIP(?:AT|RJ)_|CLOJARS_|CFPAT-|cf(?:ut|at|k)_|csk-',
	'dapi|do[opr]_v1_|dckr_(?:pat|oat)_|dp\\.(?:pt|st|ct|sa|scim|audit)\\.|dt0[cs]\\d\\d\\.|duffel_(?:test|live)_',
	'e2b_|EZ[AT]K|eyJrIjoi|fig[do]r?_|fio-u-|FLWSECK|FLWPUBK_TEST|f[mo][12]_|fw_',
	'gh[oprsu]_|github_pat_|gl(?:pat|dt|rtr?|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-|gl(?:sa|c)_|GR1348941|gsk_',
	'GOCSPX-|hf_|hc[abx]ik_|HRKU-|hv[sbr]\\.|ico-',
	'lin_(?:api|oauth)_|lsv2_(?:pt|sk)_|LTAI|napi_|npg_|mlsn\\.|nfp_|NR(?:AK|II|JS|RA)-|ntn_|npm_|nvapi-',
	'ory_(?:at|pat|st)_|oy2|ops_eyJ|p8e-|PMAK-|pnu_|pcsk_|pplx-|pscale_(?:tkn|oauth|pw)_|pubkey-|pul-|pypi-',
	'r8_|rdme_|rnd_|rpa_|rubygems_|s-s4t2(?:ud|af)-|sb_secret_|secret-token:|sbp_|sgp_|shp(?:at|ca|pa|ss)_|shippo_(?:live|test)_|SG\\.',
	'sk-|sntry[su]_|sq0(?:atp|csp|idp)-|sq[apu]_|tfp_|tgp_v1_|tk-us-|tskey-|tvly-|wandb_v1_|WPL_AP1\\.|xprv9',
	'v1\\.0-|vault:v\\d:|vc[prka]_|vercel_|whsec_|waka_|xai-|xapp-|xkeysib-|xox[a-z](?:\\.xox[a-z])?-',
	'ya29\\.|zpka_',
].join('|');
/** What stands in front of other words too: the rest must look drawn. */
const PERHAPS =
	'EAA|pat-(?:eu|na)\\d-|(?:api|sdk)-(?=[\\da-f]{8}-)|cio|fc-(?=[\\da-f]{32})|oauth:|pk_(?=\\d{5,9}_)|key-|live_|test_|re_|sk_|rk_|secret_|sl\\.|t1\\.|y0_|op_|lip_|API-|oat_';
const KEYS = new RegExp(String.raw`(?<![\w+-])(?:(?<known>${KNOWN})|${PERHAPS})(?<rest>[\w+/=.~-]{8,4096})`, 'g');

/** What a program calls a folder that it makes for itself: a name, and six characters by chance. */
const OWN_FOLDER = /^(?:[a-z]{2,16}-){1,4}[A-Za-z\d]{6}(?![\w-])/u;

/** What is in front of ids that everybody may see. */
const IDS = lazyPattern(
	String.raw`^(?:toolu|srvtoolu|msg|req|chatcmpl|cus|price|prod|run|thread|asst|prj|file|org|sha\d{1,3}|ids?|trace|span|index|main|chunk|build|session|agent|rollout|pk_(?:live|test)|pk|ssh-\w{1,16}|tmp|cache|resp|call|evt|pi|in|sub|acct|sess|event|node|img|v\d{1,4}|h1|w|age1|data|image|commit|diff|linux|vendor|phc)[_-]|^pk\.`,
	'iu',
);
/** So many drawn characters behind any other name are a key: an id is shorter. */
const LONG = 30;

/** What people know by a name. The first one counts. */
const KINDS: readonly (readonly [beginning: string, kind: string])[] = [
	['sk-ant-', 'anthropic-key'],
	['sk-or-', 'openrouter-key'],
	['sk-', 'openai-key'],
	['gh', 'github-token'],
	['github_', 'github-token'],
	['gl', 'gitlab-token'],
	['xo', 'slack-token'],
	['xapp', 'slack-token'],
	['sk_', 'stripe-key'],
	['rk_', 'stripe-key'],
	['whsec_', 'stripe-key'],
	['AIza', 'google-key'],
];

/** A word with the characters that keys are made of. */
const WORD = /(?<![\w+-])[A-Za-z0-9][\w.~-]{31,8192}/g;

/** A word that is a secret by what it looks like. Offsets are UTF-16. */
export interface Found {
	readonly start: number;
	readonly end: number;
	readonly kind: string;
}

/** Words that tell by their beginning, or by a name in front of many drawn characters, that they are a secret. @param longest so many characters of a key in a row there are, at most */
export function tellingWords(text: string, longest: number): readonly Found[] {
	const keys = matchesOf(text, ready(KEYS)).filter(({ groups, index }) => {
		const rest = groups?.['rest'] ?? '';
		const isFolder = OWN_FOLDER.test(rest) && /[/\\]/u.test(text[index - 1] ?? '');
		return !isFolder && isKey(rest, groups?.['known'] !== undefined);
	});
	const words = (longest < 32 ? [] : matchesOf(text, WORD)).filter(
		({ 0: word, index }) =>
			(isNamedNoise(word) || isOfParts(word)) && text[index + word.length] !== '(' && !isPublicAt(text, index),
	);
	return [...keys, ...words].flatMap((match) => {
		const end = match.index + match[0].replace(/[./]{1,8}$/u, '').length;
		const kind = KINDS.find(([beginning]) => match[0].startsWith(beginning))?.[1] ?? 'token';
		return [{ start: match.index, end, kind }, ...continued(text, end).map((next) => ({ ...next, kind }))];
	});
}

/** What stands in front of what everybody may see: the public part of a key, its name, a challenge, the proof that a domain is one's own. */
const PUBLIC =
	/(?:["'\\\s{,](?:n|x|y|e|kid|keyid|x5t(?:#S256)?|nonce|challenge|code_challenge|signature)["'\\]{0,4}\s?:\s?["'\\]{0,4}|challenge=|clid=|(?:hash|mint|address|contract|program)["']{0,2}\s{0,2}[:=]?\s{0,2}["']?|sha\d{3}:|(?:ssh-\w{3,10}|ecdsa-sha2-\w{8,12})[ ]|\bx-[\w-]{2,20}-id:[ ]|verification["']? content=["']|public[_ -]?key["'\\]{0,4}(?:[ ]is)?\s?[:=]?\s{0,2}["'\\\x60]{0,4}|urlBase64ToUint8Array\(["'])$/iu;
export const isPublicAt = (text: string, at: number): boolean => PUBLIC.test(text.slice(Math.max(0, at - 48), at));

/** What is left of a key that somebody has masked in the middle. */
const MASKED = /^[^.]{0,12}\.{3}/u;

const isKey = (rest: string, isKnown: boolean): boolean =>
	!MASKED.test(rest) &&
	(isKnown
		? (rest.length >= 20 && restlessness(rest) > 0.3 && /\d|[a-z][A-Z]/u.test(rest)) ||
			(/\d/u.test(rest) && !isOfWords(rest) && restlessness(rest) > 0.08)
		: isNoise(rest, 14) && !rest.includes('/'));

/** `vendor_…`, `vendor-live-…` with as many drawn characters as an id never has, and not of a hash's few. */
function isNamedNoise(word: string): boolean {
	const name = /^[A-Za-z][A-Za-z0-9]{1,14}(?:[_-][A-Za-z0-9]{1,8}){0,2}?[_-](?=[A-Za-z0-9_-]{0,8192}$)/u.exec(
		word,
	)?.[0];
	if (name === undefined || IDS().test(word)) return false;
	const rest = word.slice(name.length);
	return (
		rest.length >= LONG && !UUID.test(word) && /[G-Zg-z]/u.test(rest) && /[A-Z]/u.test(rest) && isNoise(rest, LONG)
	);
}

/** A member of a module, as TypeScript writes it: `requestBody_js_1.resolveMaxRequestBodySize`. */
const IMPORTED = /^[A-Za-z]\w{0,8191}_\d\.[A-Za-z_.]{1,8191}$/u;

/** Parts with dots between them, one of them drawn: no name of a file, a host or a version is that long. */
function isOfParts(word: string): boolean {
	const parts = word.split(/[.~]/u);
	return (
		word.length >= 36 &&
		parts.length > 1 &&
		parts.length < 5 &&
		!/^[a-z]{0,4}$/u.test(parts.at(-1) ?? '') &&
		!UUID.test(word) &&
		!IMPORTED.test(word) &&
		parts.some((part) => isNoise(part, 14) && (/[A-Z]/u.test(part) || part.length > 30) && /[g-z]/u.test(part))
	);
}

/** The rest of a key on the next lines, where a terminal broke it. */
const NEXT_LINE = /\r?\n[ \t>|]{0,12}(?<rest>[\w+/=-]{6,512})(?=["']|[ \t|]{0,80}(?:\r?\n|$))/uy;
function continued(text: string, end: number): readonly { readonly start: number; readonly end: number }[] {
	const found: { start: number; end: number }[] = [];
	NEXT_LINE.lastIndex = end;
	while (found.length < 64) {
		const rest = NEXT_LINE.exec(text)?.groups?.['rest'];
		if (rest === undefined || !isNoise(rest, 6)) break;
		found.push({ start: NEXT_LINE.lastIndex - rest.length, end: NEXT_LINE.lastIndex });
	}
	return found;
}
