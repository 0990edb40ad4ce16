// What the maintained preset misses. It is a linter's: it wants a key whole and of today's exact length, because a false
// alarm fails a build. Here a false alarm costs a word and a miss costs a key, and transcripts hold keys cut short, of
// newer kinds and in headers.
//
// Every repetition has an upper bound, so that no text can make a rule slow.
import { matchesOf } from '../../core/base/patterns';
import { hasName, secretAssignments } from '../../core/privacy/assignments';
import { type Look, lookFor } from '../../core/privacy/look';
import { isNoise, tellingWords } from '../../core/privacy/noise';
import { isLikePassword, isPlaceholder } from '../../core/privacy/names';
import type { SecretSpan } from '../../core/privacy/secrets';
import type { SecretForm } from '../../core/privacy/programForms';
import { inLists, inTables } from '../../core/privacy/rows';
import { SECRET_FORMS, inForm } from '../../core/privacy/surroundings';

/** Whether what stands behind a user and a colon is more than a name for it, or a part of somebody’s pattern. */
const isOpening = (secret: string): boolean =>
	!isPlaceholder(secret) && !/^(?:pass(?:word)?|pw|token)$|^\(?(?:\.|\\[wSD])[*+]/iu.test(secret);

/** Forms that need no name. What begins as no other word does is known in src/core/privacy/noise.ts. */
const FAMILIES: readonly SecretForm[] = [
	{
		kind: 'aws-access-key-id',
		needs: ['A3T', 'AKIA', 'ASIA', 'ABIA', 'ACCA'],
		pattern: () => /(?<![A-Za-z0-9])(?:A3T[A-Z0-9]|A(?:KIA|SIA|BIA|CCA))[A-Z0-9]{16}(?![A-Za-z0-9])/gu,
	},
	// Keys with signs of base64, or with a form instead of a beginning.
	{
		kind: 'token',
		run: 22,
		needs: ['ABSK', '1//0', '-us', '_mmk', 'sha256~', 'SK', 'atlasv1', 'Q~', '=='],
		pattern: () =>
			/(?<![\w+/.-])(?:ABSK[\w+/=]{40,512}|1\/\/0[\w-]{20,256}|[\da-f]{32}-us\d{1,2}|\w{6}_\w{29}_mmk|sha256~[\w-]{43}|SK[\dA-Fa-f]{32}|[\w+/]{86}==|[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40,128}|[\w~.-]{3}\dQ~[\w~.-]{31,40})(?![A-Za-z0-9])/gu,
	},
	{
		kind: 'token',
		needs: ['pat', '-', 'st.'],
		run: 50,
		pattern: () =>
			/(?<![\w.-])(?:pat[A-Za-z0-9]{14}\.[\da-f]{64}|[\da-f]{32}-[\da-f]{8}-[\da-f]{8}|st\.[\da-f]{24}\.[\da-f]{32}\.[\da-f]{32})(?![\w-])/gu,
	},
	{
		kind: 'token',
		needs: ['A3-', 'NRAL', 'token-', 'token$', 'private-'],
		run: 32,
		pattern: () =>
			/(?<![\w.-])(?:A3-[A-Z0-9]{6}-[A-Z0-9]{6}(?:-[A-Z0-9]{5}){4}|[\da-f]{36}NRAL|token-[a-z0-9]{5}:[a-z0-9]{54}|access_token\$production\$\w{8,32}\$[\da-f]{32}|private-[\da-f]{32}(?=\/))(?![\w-])/gu,
	},
	// What belongs to an id of AWS.
	{
		kind: 'aws-secret-access-key',
		needs: ['AKIA', 'ASIA'],
		run: 40,
		pattern: () =>
			/(?<![A-Za-z0-9])A(?:KIA|SIA)[A-Z0-9]{16}[^A-Za-z0-9+/]{1,12}(?:secret[^A-Za-z0-9+/]{1,4})?(?<secret>[A-Za-z0-9+/]{40,44})(?![\w+/=])/gu,
		isSecret: (secret) => /\d/u.test(secret) && /[a-z]/u.test(secret) && /[A-Z]/u.test(secret),
	},
	{ kind: 'token', needs: [':'], run: 32, pattern: () => /(?<![\w./-])\d\/\d{10,20}(?:\/\d{10,20})?:[\da-f]{32}/gu },
	{ kind: 'token', needs: ['s.'], run: 26, pattern: () => /(?<![\w+/.-])s\.[A-Za-z0-9]{24}(?!\w|\.\w)/gu },
	{ kind: 'gitlab-token', needs: ['_gitlab_session='], pattern: () => /_gitlab_session=(?<secret>\w{32,128})/gu },
	{ kind: 'telegram-bot-token', needs: [':A'], pattern: () => /(?<!\d)\d{5,16}:A[\w-]{34}(?![\w-])/gu },
	// The preset wants 100 base64 characters of a known kind up to the END line: no encrypted or PGP key, none cut short.
	{ kind: 'private-key', needs: ['PRIVATE KEY'], pattern: () => privateKeyPattern() },
	{
		kind: 'json-web-token',
		needs: ['.ey'],
		pattern: () => /(?<![\w-])ey[\w-]{10,8192}\.ey[\w-]{6,16384}(?:\.[\w/+=-]{0,2048})?/gu,
	},
	{
		kind: 'authorization-header',
		needs: ['uthorization', 'earer', 'UTHORIZATION', 'EARER', 'plunk ', 'SSWS ', 'GenieKey '],
		pattern: () =>
			/(?<![A-Za-z0-9])(?:authorization\\{0,3}["']?\s{0,4}[:=,]\s{0,4}\\{0,3}["']?(?:bearer|basic|token|digest|apikey|splunk|negotiate|key|hmac|aws4-hmac-sha256)\s{1,4}|authorization\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?(?:[A-Za-z][\w-]{1,24}\s{1,4})?(?=[A-Za-z_.~+/=-]{0,512}\d)(?=[\w.~+/=-]{16})|(?:bearer|ssws|geniekey|splunk(?=\s{1,4}[\da-f]{8}-))\s{1,4}(?=[A-Za-z_.~+/=-]{0,512}\d)(?=[\w.~+/=-]{12}))(?<secret>[\w.~+/=:-]{4,4096})/giu,
		// `Bearer token`, `Bearer accessToken`: words of a sentence, and a name of words. Keys have figures, or capitals in no order.
		isSecret: (secret) =>
			!isPlaceholder(secret) && !/^(?:[A-Z]{1,20}|[A-Za-z][a-z]{0,20}(?:[A-Z][a-z]{2,20}){0,3})\.{0,3}$/u.test(secret),
	},
	// The preset passes over hosts without a dot, and over user names and passwords with signs in them.
	{
		kind: 'url-password',
		needs: ['://'],
		pattern: () => /(?<=:\/\/)[^\s:/?#@"'\x60<>[\]]{0,128}:(?!\d{1,5}[/?#])(?<secret>[^\s/"'\x60<>]{1,256})@/gu,
		isSecret: isOpening,
	},
	{
		kind: 'curl-password',
		needs: ['curl'],
		pattern: () =>
			/\bcurl\b[^\n]{0,300}?\s(?:-u|--user|-U|--proxy-user)[ =]?["']?[^\s:"'$]{0,100}:(?<secret>(?!\$)(?:(?<=["'][^\s:"'$]{0,100}:)[^"'\n]{1,256}(?=["'])|[^\s"']{1,256}))/gu,
		isSecret: isOpening,
	},
	// A key in place of the user.
	{
		kind: 'curl-password',
		needs: ['curl'],
		run: 16,
		pattern: () => /\bcurl\b[^\n]{0,300}?\s(?:-u|--user)[ =]?["']?(?<secret>[\w.-]{16,256})(?=[:"'\s])/gu,
		isSecret: (secret) => isNoise(secret, 16),
	},
	// Attached to its option; `-p` alone asks for it.
	{
		kind: 'mysql-password',
		needs: ['mysql', 'mariadb'],
		pattern: () =>
			/\b(?:mysql|mariadb)(?:dump|admin|import|check|-dump|-admin)?(?=\s)[^\n|;&]{0,300}?\s-p(?!rotocol|ort\b|ipe\b)["']?(?<secret>(?![$[])[^\s"']{4,256})/gu,
	},
];

/** What one look at a text tells of it. */
export const lookOver = lookFor([...FAMILIES, ...SECRET_FORMS]);

/** What our own rules find in a text. */
export function ownSecrets(text: string, look: Look): readonly SecretSpan[] {
	const isNamed = hasName(text);
	const inForms = (areFamilies: boolean): readonly SecretSpan[] =>
		look.forms.flatMap((form) =>
			FAMILIES.includes(form) === areFamilies && (isNamed || form.kind !== undefined) ? inForm(text, form) : [],
		);
	// Of two that find the same, the first one gives it its kind.
	return [
		...inForms(true),
		...(look.hasKeyWord ? tellingWords(text, look.longest) : []),
		...(isNamed ? secretAssignments(text) : []),
		...inForms(false),
		...(isNamed ? [...inTables(text), ...inLists(text)] : []),
	];
}

/** In either alphabet, in a row or in lines as programs break it. */
const BASE64 =
	/(?<![\w+/-])(?:(?:(?:[\w+/-]{76}|[\w+/-]{64})[ \t\r]{0,8}\n[ \t]{0,8}){1,20000}[\w+/-]{1,76}|[\w+/-]{24,1048576})={0,2}(?![\w+/=-])/g;

/** `user:password`, as a header has it. */
function isLogin(text: string): boolean {
	const [, password = ''] = /^[\w.@-]{2,40}:([^\s:]{6,64})$/u.exec(text) ?? [];
	return isLikePassword(password);
}

/** The text that stands in base64, if it is one: an older alphabet than UTF-8 has a few letters of its own. */
function plainOf(word: string): string {
	const bytes = Buffer.from(word, 'base64');
	const latin = bytes.toString('latin1');
	if (/[^\t\n\r -~\x80-\xff]/u.test(latin)) return '';
	const text = bytes.toString();
	if (!text.includes('\ufffd')) return text;
	return latin.replace(/[\x80-\xff]/gu, '').length > 0.9 * latin.length ? latin : '';
}

/** Words in base64 that hold a secret with its name, or one that tells by itself. */
export function secretsInBase64(text: string): readonly SecretSpan[] {
	return matchesOf(text, BASE64).flatMap(({ 0: word, index }) => {
		const plain = plainOf(word);
		return isLogin(plain) || (plain !== '' && ownSecrets(plain, lookOver(plain)).length > 0)
			? [{ start: index, end: index + word.length, kind: 'base64' }]
			: [];
	});
}

/**
 * A key in PEM form, up to its END line or, where the text was cut, to the last line that can belong to it. Lines may
 * carry what listings, quotations and diffs put in front, and may be separated by JSON's `\\n`.
 */
function privateKeyPattern(): RegExp {
	const label = String.raw`(?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----`;
	const between = String.raw`(?:\s|\\{1,4}[nrt]){0,40}(?:\d{1,6}[→\t|:][ \t]{0,4}|[>|#*-]{1,3}[ \t]{1,4})?`;
	const base64 = '[A-Za-z0-9+/=]';
	const line = String.raw`(?:[A-Za-z-]{2,24}: [^\n\\"]{0,200}|${base64}{16,20000})(?!${base64})`;
	return new RegExp(
		`-----BEGIN ?${label}(?:${between}${line}){0,1000}(?:${between}${base64}{1,15}(?!${base64}))?(?:${between}-----END ?${label})?`,
		'gu',
	);
}
