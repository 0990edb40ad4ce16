// Secrets that stand apart from their name: on the next line, in a table, in a pair of name and value, in a sentence, and
// behind options of programs and words of SQL that say it in a way of their own.
import { matchesOf } from '../base/matches';
import { shownKind, trimmedEnd } from './assignments';
import { NAME, SUFFIX, isLikePassword, isSecretValue, isWholeName } from './names';
import { type Found, isNoise } from './noise';

const WHOLE = new RegExp(`(?:${NAME})${SUFFIX}$`, 'iu');

/** The name at the end of some words, where they are a name: `DB_PASSWORD`, `API key`, `access token`. */
function nameAtEnd(words: string): string | undefined {
	const match = WHOLE.exec(words);
	return match !== null && isWholeName(words, match.index, match[0]) ? match[0] : undefined;
}

/** One way in which a secret stands in a text. */
export interface SecretForm {
	/** A text with none of these has none: V8 takes far longer to make the pattern ready. */
	readonly needs: readonly string[];
	/** Takes out its group `secret`, or all of it; `name` where the name does not end right before it. */
	readonly pattern: RegExp;
	/** Finds the secrets in the group `block` of the pattern. */
	readonly inside?: RegExp;
	/** What the mark says, where no name does. */
	readonly kind?: string;
	isSecret?(secret: string, name: string): boolean;
}

const Q = String.raw`\\{0,3}["'\x60]?`;
const VALUE = String.raw`(?<secret>[^\s"'\x60\\|<>]{3,512})`;
const isData = (secret: string, name: string): boolean => isSecretValue(name, secret, 'data');
const isSaid = (secret: string, name: string): boolean => isSecretValue(name, secret, 'prose');
const isGiven = (secret: string): boolean => isSecretValue('password', secret, 'code') && !/^-/u.test(secret);

const FORMS: readonly SecretForm[] = [
	// `password:` and the value alone on one of the next lines, in a fence or folded.
	{
		needs: ['\n'],
		pattern: new RegExp(
			String.raw`(?:[:=：]\*{0,2}[^\S\n]{0,8}(?:[>|][-+]?)?[^\S\n]{0,8}|[^\S\n]{0,8}\n[-=]{3,80})\n(?:[^\S\n]{0,80}\n|[^\S\n]{0,80}\x60\x60\x60\w{0,12}\n){0,3}[ \t>]{0,24}["'\x60]?${VALUE}["'\x60]?[ \t,;]{0,8}(?=\n|$)`,
			'g',
		),
		isSecret: (secret, name) =>
			!/:$/u.test(secret) && isData(secret, name) && (isLikePassword(secret) || isNoise(secret)),
	},
	// `- name: DB_PASSWORD` with `value: …`, and `<add key="…" value="…">`.
	{
		needs: ['alue', 'ALUE'],
		pattern: new RegExp(
			String.raw`\b(?:name|key)${Q}[ \t]{0,4}[:=][ \t]{0,4}${Q}(?<name>[\w .-]{2,60})${Q}[ \t]{0,4}[,;]?\s{0,40}(?:-[ \t])?${Q}value${Q}[ \t]{0,4}[:=][ \t]{0,4}${Q}${VALUE}`,
			'giu',
		),
		isSecret: isData,
	},
	// A variable of Terraform.
	{
		needs: ['variable "'],
		pattern: new RegExp(
			String.raw`\bvariable "(?<name>[\w-]{2,60})"[ ]\{[^{}]{0,400}?\bdefault[ ]{0,40}=[ ]{0,8}"${VALUE}"`,
			'gu',
		),
		isSecret: isData,
	},
	// `use … as the password`, `… is my key`
	{
		needs: [
			' as the ',
			' as our ',
			' as my ',
			' as a',
			' als ',
			' is my ',
			' is our ',
			' is your ',
			' ist mein',
			' ist unser',
		],
		pattern: new RegExp(
			String.raw`["'\x60]?(?<![^\s"'\x60])${VALUE}["'\x60]?[ ]{1,4}(?:al?s|ist?[ ]{1,4}(?=my|our|your|mein|unser))[ ]{0,4}(?:[\p{L}-]{1,12}[ ]{1,4}){0,3}(?<name>${NAME})`,
			'giu',
		),
		isSecret: isSaid,
	},
	// `log in with admin / …`, `credentials: admin / …`
	{
		needs: [
			'og in',
			'og-in',
			'ogin',
			'ogged',
			'ign in',
			'red',
			'ugangs',
			'nmeld',
			'ser ',
			'ser:',
			'ser=',
			'sern',
			'utzer',
			'uth ',
			'uth:',
			'uth=',
		],
		pattern: new RegExp(
			String.raw`\b(?:log(?:ged)?[ -]?in|sign in|credentials?|creds|zugangsdaten|anmelden|user(?:name)?|benutzer|auth)(?:[ ](?:as|with|mit|als|is|are|sind))?[: =]{1,3}["'\x60]?[\w.@-]{2,40}["'\x60]?[ ]?[/|,:][ ]?["'\x60]?${VALUE}`,
			'gi',
		),
		kind: 'password',
		isSecret: (secret) => isLikePassword(secret) && !secret.includes('/'),
	},
	// Options that are short, or say it in a word of their own.
	{
		needs: [' -', 'pass', '/p', 'Secure', 'net use', 'sqlplus', 'jdbc:oracle'],
		pattern: new RegExp(
			String.raw`(?:\bsshpass[ ]{1,4}-p[ ]{0,4}|\bredis-cli\b[^\n|;&]{0,200}?[ ]-a[ ]{1,4}|\b(?:docker|podman|helm|skopeo|buildah|crane|oras|az)[ ][^\n|;&]{0,60}?login\b[^\n|;&]{0,200}?[ ]-p[ ]{1,4}|\bmongo(?:sh|dump|restore|export|import)?\b[^\n|;&]{0,200}?[ ]-p[ ]{1,4}|\b(?:sqlcmd|bcp|isql|tsql)\b[^\n|;&]{0,200}?[ ]-P[ ]{0,4}|\bldap\w{3,9}\b[^\n|;&]{0,200}?[ ]-w[ ]{1,4}|\b(?:7z[ar]?|rar|unrar)[ ][^\n|;&]{0,60}?[ ]-p|\b(?:un)?zip\b[^\n|;&]{0,200}?[ ]-P[ ]{1,4}|\b(?:smbclient|rpcclient|smbmap|net)\b[^\n|;&]{0,200}?[ ]-U[ ]{0,4}["']?[^\s%]{1,60}%|\bpass(?:in|out)?[ ]pass:|[ ]/p(?:ass)?:|\bnet user[ ]\S{1,60}[ ]|\bhtpasswd[ ]-\w{0,8}b\w{0,8}[ ]\S{1,200}[ ]\S{1,60}[ ]|\bssh-keygen\b[^\n|;&]{0,200}?[ ]-[NP][ ]{1,4}|\bopenssl[ ]enc\b[^\n|;&]{0,200}?[ ]-k[ ]{1,4}|\bnet[ ]use[ ][^\n|;&]{0,120}?\\\\[^\s]{1,120}[ ]|\bjdbc:oracle:thin:[\w.]{1,60}\/|\bsqlplus[ ][\w.]{1,60}\/|\bConvertTo-SecureString[ ](?:-String[ ])?)["']?(?<secret>(?![$*</-])[^\s"'\x60|;&<>]{3,256})`,
			'gu',
		),
		kind: 'password',
		isSecret: isGiven,
	},
	// The same of programs with a word that is seldom said: V8 need not look for them elsewhere.
	{
		needs: ['requirepass', 'masterauth', 'rabbitmqctl', 'lftp', 'twine', 'http-basic', 'mc alias', 'vault '],
		pattern:
			/(?:\b(?:requirepass|masterauth)[ ](?:(?=\S{0,255}\d)|(?<=(?:--|(?:config|CONFIG)[ ](?:set|SET)[ ])\w{10,11}[ ])|(?<=(?:^|\n)\w{10,11}[ ])(?=\S{3,256}(?:\n|$)))|\brabbitmqctl[ ](?:add_user|change_password)[ ]\S{1,60}[ ]|\blftp\b[^\n|;&]{0,60}?[ ]-u[ ]{0,4}[^\s,]{1,60},|\btwine[ ][^\n|;&]{0,120}?[ ]-p[ ]{1,4}|\bpoetry[ ]config[ ]http-basic\.\S{1,60}[ ]\S{1,60}[ ]|\bmc[ ]alias[ ]set[ ]\S{1,60}[ ]\S{1,200}[ ]\S{1,100}[ ]|\bvault[ ](?:kv[ ]put|write)[ ]\S{1,120}[ ][\w-]{1,60}=(?=\S{0,255}\d))["']?(?<secret>(?![$*</-])[^\s"'\x60|;&<>]{3,256})/gu,
		kind: 'password',
		isSecret: isGiven,
	},
	// A user and a password as arguments, a key that signs, an answer to a program that asks.
	{
		needs: ['auth=(', 'NetworkCredential(', 'getConnection(', '_connect(', 'jwt.', '<<<', 'send "'],
		pattern:
			/(?:\b(?:(?:auth=|NetworkCredential)\(|(?:getConnection|\w{2,16}_connect)\([^,\n]{1,200},[ ])["'][^"'\n]{1,80}["'],[ ]|\bjwt\.(?:sign|verify|encode|decode)\([^,\n]{1,120},[ ]|\bsudo[ ][^\n]{0,120}?<<<[ ]?|\bsend[ ](?=["'][^\s"'\\]{3,256}[\s\\]{1,4}r?["']))["'](?<secret>[^\s"'\\]{3,256})/gu,
		kind: 'password',
		isSecret: (secret, name) => isGiven(secret) && isSaid(secret, name),
	},
	// What is written into a program that reads a password.
	{
		needs: ['|'],
		pattern:
			/\b(?:echo|printf)[ ](?:-n[ ]|["']%s(?:\\n)?["'][ ])?["']?(?:[\w.-]{1,60}:(?=[^\n|]{1,256}chpasswd))?(?<secret>(?!\$)[^\s"'|]{3,256})["']?[ ]?\|[ ]?(?:sudo[ ]-S|chpasswd|sudo chpasswd|[^\n|]{1,80}(?:--password-stdin|--with-token|passwd|cryptsetup))/gu,
		kind: 'password',
		isSecret: isGiven,
	},
	// `IDENTIFIED BY '…'`, `WITH PASSWORD '…'`, `SET PASSWORD FOR app = '…'`.
	{
		needs: ['dentified', 'DENTIFIED', 'assword', 'ASSWORD'],
		pattern:
			/\b(?:identified[ ](?:with[ ][\w."']{1,60}[ ])?(?:by|as)(?:[ ]password)?[ ](?:["']|(?=[^\s;]{0,255}\d))|(?:user|role|login|with|alter|create|set)\b[^;\n]{0,120}?\bpassword\b(?:[ ]for[ ][^\s=]{1,80})?[ ]?=?[ ]?["'])(?<secret>[^\s"';]{3,256})/giu,
		kind: 'password',
		isSecret: isGiven,
	},
	// A line of .netrc.
	{
		needs: ['machine '],
		pattern: /\bmachine[ ]\S{1,100}\s{1,8}login[ ]\S{1,100}\s{1,8}password[ ](?<secret>\S{3,256})/gu,
		kind: 'password',
		isSecret: isGiven,
	},
	// host:port:database:user:password of .pgpass.
	{
		needs: [':*:', ':5432:', ':6432:', ':5433:'],
		pattern: /(?<=^|\n)[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w.*-]{1,60}:[\w.*-]{1,60}:(?<secret>[^\s:]{3,256})(?=\n|$)/gu,
		kind: 'password',
	},
	// What passwords were hashed to: a cupboard of them is tried out in an afternoon.
	{
		needs: ['$1$', '$5$', '$6$', '$7$', 'y$', '$2', '$apr1', '$argon2', '$pbkdf2', '$scrypt'],
		pattern: /(?<secret>\$(?:[1567y]|gy|apr1|2[abxy]|argon2\w{1,2}|pbkdf2[\w-]{0,12}|scrypt)\$[\w./$+=,-]{20,300})/gu,
		kind: 'password-hash',
	},
	// A secret in base64 that somebody takes apart right there.
	{
		needs: ['base64'],
		pattern: /\becho[ ](?:-n[ ])?["']?(?<secret>[\w+/]{8,4096}={0,2})["']?[ ]?\|[ ]?base64[ ](?:-d|-D|--decode)\b/gu,
		kind: 'base64',
	},
	// The number of a lock or a card, and the words that open a purse.
	{
		needs: ['PIN', 'pin ', 'Pin'],
		pattern:
			/\bPIN(?:[ -]?code)?(?:[ ](?!is[ ])\p{L}{1,16}){0,5}(?:[ ](?:is|ist|lautet)|:|[ ]?=)[ ](?<secret>\d{4,8})\b/giu,
		kind: 'password',
	},
	{
		needs: ['ecovery code', 'ackup code'],
		pattern: /\b(?:recovery|backup) codes?(?<block>[^]{4,600})/giu,
		inside: /(?<![\w-])(?<secret>[a-z\d]{4,10}(?:-[a-z\d]{4,10}){1,3})(?![\w-])/giu,
		kind: 'recovery-code',
		isSecret: (secret) => /\d[a-z]|[a-z]\d/iu.test(secret) || /^\d{4,10}-\d{4,10}$/u.test(secret),
	},
	{
		needs: ['hrase', 'nemonic', 'ecovery'],
		pattern:
			/\b(?:seed|recovery|mnemonic)(?:[ _-]?(?:phrase|words))?["']?[ ]?(?:is|:|=)[ ]?["']?(?<secret>(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})/giu,
		kind: 'seed-phrase',
	},
	// Who knows such an address may send to it.
	{
		needs: ['hook'],
		pattern: /https?:\/\/[^\s"'\x60<>\\]{0,120}hooks?\w{0,2}\/(?<secret>[^\s"'\x60<>\\|]{12,512})/gu,
		kind: 'webhook',
		isSecret: (secret) => /\d[A-Za-z]|[A-Za-z]\d/u.test(secret) && secret.split('/').some((part) => isNoise(part, 7)),
	},
	// Cookies of a session, whatever they are called.
	{
		needs: ['ookie', 'OOKIE', ' -b '],
		pattern: /(?:cookie["'\\]{0,3}\s{0,2}[:=]|\s(?:-b|--cookie)\s)(?<block>[^\n]{16,8192})/giu,
		inside: /[\w.-]{1,60}=(?<secret>[^\s;"'\\]{16,4096})/gu,
		kind: 'cookie',
		isSecret: (secret) => isNoise(secret),
	},
	// Rows of a Secret of Kubernetes: whatever their names are.
	{
		needs: ['Secret'],
		pattern: /kind:\s{1,4}Secret\b(?<block>[^]{0,8192}?)(?=\n---|$(?![^]))/gu,
		inside: /\n[ ]{1,8}[\w.-]{1,80}:[ ](?<secret>[A-Za-z0-9+/]{8,4096}={0,2})(?=\s|$)/gu,
		kind: 'credential',
		isSecret: (secret) => /\d/u.test(secret),
	},
];

/** Every secret in a text that its surroundings give away. */
export function secretsAround(text: string): readonly Found[] {
	return [...FORMS.flatMap((form) => inForm(text, form)), ...inTables(text)];
}

/** What stands in a text in one way. */
export function inForm(text: string, { needs, pattern, inside, kind, isSecret }: SecretForm): readonly Found[] {
	if (!needs.some((part) => text.includes(part))) return [];
	return matchesOf(text, pattern).flatMap((match) => {
		const { block, name } = match.groups ?? {};
		const named =
			kind ??
			nameAtEnd((name ?? text.slice(Math.max(0, match.index - 60), match.index)).replace(/["'\x60*\s]{1,60}$/u, ''));
		if (named === undefined) return [];
		const at = match.index + match[0].length - (block ?? match[0]).length;
		return (inside === undefined ? [match] : matchesOf(block ?? '', inside)).flatMap((each) => {
			const secret = each.groups?.['secret'] ?? each[0];
			const start = (inside === undefined ? match.index : at + each.index) + each[0].lastIndexOf(secret);
			const whole = start + secret.length;
			const isQuoted = /["'\x60\\]/u.test(text[whole] ?? '');
			const end = kind === undefined && !isQuoted ? trimmedEnd(text, start, whole) : whole;
			const value = text.slice(start, end);
			if (value.startsWith('[redacted') || (isSecret !== undefined && !isSecret(value, named))) return [];
			return [{ start, end, kind: kind ?? shownKind(named) }];
		});
	});
}

/** Words may stand before a table's first row. */
const ROW = /(?<=^|\n)[^\n|]{0,400}(?<row>\|[^\n]{3,2000})/gu;

/** Tables of Markdown: a column whose head is a name, or a cell behind a name. */
function inTables(text: string): readonly Found[] {
	if (!text.includes('|')) return [];
	const found: Found[] = [];
	let heads: readonly (string | undefined)[] = [];
	let last = -2;
	for (const row of matchesOf(text, ROW)) {
		const cells = cellsOf(row);
		// A table begins where the line above is no row.
		if (row.index !== last + 1) heads = cells.map(({ value }) => nameAtEnd(value));
		last = row.index + row[0].length;
		cells.forEach(({ value, start }, at) => {
			const name = heads[at] ?? nameAtEnd(cells[at - 1]?.value ?? '');
			if (name !== undefined && /^\S{3,512}$/u.test(value) && isData(value, name) && /\d/u.test(value))
				found.push({ start, end: start + value.length, kind: shownKind(name) });
		});
	}
	return found;
}

function cellsOf(row: RegExpExecArray): readonly { readonly value: string; readonly start: number }[] {
	const { row: cells = '' } = row.groups ?? {};
	const from = row.index + row[0].length - cells.length;
	return matchesOf(cells, /[^|]{1,2048}/gu).map((cell) => {
		const value = cell[0].replace(/^[\s`*]{1,2048}|[\s`*]{1,2048}$/gu, '');
		return { value, start: from + cell.index + cell[0].indexOf(value) };
	});
}
