// Secrets that stand apart from their name: on the next line, in a table, in a pair of name and value, in a sentence.
import { matchesOf } from '../base/matches';
import { ready } from '../base/ready';
import { shownKind, trimmedEnd } from './assignments';
import { NAME, SUFFIX, isLikePassword, isSigned, isWholeName } from './names';
import { type Found, isNoise } from './noise';
import { PROGRAM_FORMS, type SecretForm, isData, isGiven, isSaid } from './programForms';

const WHOLE = new RegExp(`(?:${NAME})${SUFFIX}$`, 'iu');

/** The name at the end of some words, where they are a name: `DB_PASSWORD`, `API key`, `access token`. */
function nameAtEnd(words: string): string | undefined {
	const match = WHOLE.exec(words);
	return match !== null && isWholeName(words, match.index, match[0]) ? match[0] : undefined;
}

const Q = String.raw`\\{0,3}["'\x60]?`;
const VALUE = String.raw`(?<secret>[^\s"'\x60\\|<>]{3,512})`;
/** What stands before the number on the back of a card. */
const BACK = String.raw`cv[vc]2?["']?[ ]?[:=]?[ ]?["']?`;
export const FORMS: readonly SecretForm[] = [
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
			'ogging',
			'ign in',
			'redential',
			'creds',
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
			String.raw`\b(?:log(?:ged|ging)?[ -]?in|sign in|credentials?|creds|zugangsdaten|anmelden|user(?:name)?|benutzer|auth)(?:[ ](?:as|with|mit|als|is|are|sind))?[: =]{1,3}["'\x60]?[\w.@-]{2,40}["'\x60]?(?:[ ]?[/|,:][ ]?|[ ](?:with|mit)[ ])["'\x60]?${VALUE}`,
			'gi',
		),
		kind: 'password',
		isSecret: (secret) =>
			(isLikePassword(secret) || isSigned(secret) || /^[a-z]{3,16}(?:-[a-z]{3,16}){2,8}$/u.test(secret)) &&
			!secret.includes('/'),
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
		needs: ['SCRAM-', '$1$', '$5$', '$6$', '$7$', 'y$', '$2', '$apr1', '$argon2', '$pbkdf2', '$scrypt'],
		pattern:
			/(?<secret>(?:SCRAM-SHA-\d{1,3}\$\d{2,7}:|\$(?:[15-9y]|gy|apr1|2[abxy]|argon2\w{1,2}|pbkdf2[\w-]{0,12}|scrypt)\$)[\w./$+=,:-]{20,300})/gu,
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
		pattern: /https?:\/\/[^\s"'\x60<>\\]{0,120}?hooks?\w{0,2}\/(?<secret>[^\s"'\x60<>\\|]{12,512})/gu,
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
	// A name and a value in elements beside each other.
	{
		needs: ['<key>'],
		pattern: /<key>(?<name>[\w .-]{2,60})<\/key>\s{0,40}<string>(?<secret>[^<\n]{4,512})<\/string>/gu,
		isSecret: isData,
	},
	// The private part of a key that is written in lines, or in fields of one letter.
	{
		needs: ['Private-Lines:'],
		pattern: /Private-Lines: \d{1,3}\n(?<block>(?:[\w+/=]{4,80}(?:\n|$)){1,64})/gu,
		inside: /(?<secret>[\w+/=]{4,80})/gu,
		kind: 'private-key',
	},
	{
		needs: ['"kty"'],
		pattern: /(?<block>\{[^{}]{0,4096}"kty"[^{}]{0,8192}\})/gu,
		inside: /"(?:d|p|q|dp|dq|qi|k)"\s{0,4}:\s{0,4}"(?<secret>[\w-]{16,2048})"/gu,
		kind: 'private-key',
	},
	// A lonely `key` is one of thousands: only drawn characters behind it are a secret.
	{
		needs: ['key', 'Key', 'KEY'],
		run: 24,
		pattern:
			/key(?<=[\s"'{,]["']?key)(?<!public[ _]["']?key)["']?\s{0,4}[:=]\s{0,4}["']?(?<secret>[\w+/-]{24,256}={0,2})(?=[\s"',;}]|$)/gi,
		kind: 'credential',
		isSecret: (secret) =>
			isNoise(secret, 24) && ((/[A-Z]/u.test(secret) && /[g-z]/u.test(secret)) || /^[\da-f]{32}$/u.test(secret)),
	},
	// Drawn characters that somebody speaks of as a key.
	{
		needs: [
			'key',
			'Key',
			'KEY',
			'oken',
			'OKEN',
			'ecret',
			'ECRET',
			'chlüssel',
			'clé',
			'lave',
			'iave',
			'chave',
			'キー',
			'ключ',
		],
		run: 28,
		pattern:
			/(?<![\w/+.=-])(?<secret>[A-Za-z0-9]{28,128})(?![\w/+.=-])(?<=(?<!public[ _-])(?:key|token|secret|schlüssel|clé|clave|chiave|chave|キー|ключ)s?(?![a-z])[^]{0,100}?[A-Za-z0-9]{28,128})/gi,
		kind: 'credential',
		isSecret: (secret) => isNoise(secret, 28) && /[A-Z]/u.test(secret) && /[g-z]/u.test(secret),
	},
	// `… as the password for the shop …`, where the value comes last.
	{
		needs: ['s passw', 's Passw', 's kenn', 's Kenn', 'e passw', 'e Passw'],
		pattern:
			/\b(?:als|as)(?:[ ](?:the|das))?[ ](?:password|passwort|kennwort)(?:[ ](?:for|für|fürs|of|the|zum|zur)(?:[ ]\p{L}{2,24}){0,3})?[ ]["'\x60„“]?(?<secret>[^\s"'\x60„“”]{6,128})/giu,
		kind: 'password',
		isSecret: (secret) => isLikePassword(secret.replace(/[,.;:!?]{1,3}$/u, '')),
	},
	// Who follows such a link is let in.
	{
		needs: ['/reset', '/confirm', '/verify', '/invite', '/magic', '/login/', '/activate'],
		pattern:
			/https?:\/\/[^\s"'<>]{3,120}?\/(?:reset|confirm|verify|invite|magic|login|activate)[\w-]{0,24}\/(?:[\w-]{1,24}\/)?(?<secret>[\w-]{24,512})/giu,
		kind: 'token',
		isSecret: (secret) => isNoise(secret, 24),
	},
	{
		needs: ['::server:', '::node:'],
		pattern: /(?<secret>\bK10[\da-f]{40,80}::(?:server|node):[\w.]{16,128})/gu,
		kind: 'token',
	},
	{
		needs: ['-'],
		run: 55,
		pattern: /(?<secret>-(?<=(?<![\w-])(?<front>\d{6})-)\d{6}(?:-\d{6}){6})(?![\w-])/gu,
		kind: 'recovery-code',
	},
	// Who is asked for it in a chat, and says it.
	{
		needs: ['?\n', '? \n', '\n['],
		pattern:
			/\b(?:password|passwd|pw|passwort|kennwort|token)\b[^\n]{0,80}(?:\?[ ]?\n|\n(?=\[))(?:\[[\d:. -]{3,20}\][ ])?[\w. -]{2,30}:[ ](?<secret>\S{6,128})(?=\n|$)/gi,
		kind: 'password',
		isSecret: (secret) => isLikePassword(secret) && !/^["'[{(]/u.test(secret),
	},
	{
		needs: ['WIFI:'],
		pattern: /\bWIFI:[^\n]{0,120}?;P:(?<secret>[^;\n]{3,128});/gu,
		kind: 'password',
	},
	{
		needs: [':::'],
		pattern: /:[\da-f]{32}:(?<secret>[\da-f]{32}):::/gu,
		kind: 'password-hash',
	},
	{
		needs: ['alchemy', 'infura', 'quiknode', 'ankr', 'moralis'],
		pattern:
			/https?:\/\/[\w.-]{1,80}\b(?:alchemy|infura|quiknode|ankr|moralis)[\w.-]{1,20}\/(?:[\w-]{1,20}\/)?(?<secret>[\w-]{20,128})/gu,
		kind: 'token',
	},
	// `log in with mueller und Katze#17`; at the beginning of a line, where a program asked for it, and no `issue#17`.
	{
		needs: [' and ', ' und ', ' et ', ' y ', '\n'],
		pattern:
			/(?<secret>[&!#$^*](?<=(?:\b(?:with|mit|avec|con)[ ][\w.@-]{2,40}[ ](?:and|und|et|y)[ ]|(?:^|\n)(?!\w{2,24}#\d{1,24}\b))(?<front>[A-Za-z\d]{2,24})[&!#$^*])[A-Za-z\d]{2,24})(?=[\s.,]|$)/gu,
		kind: 'password',
		isSecret: isLikePassword,
	},
	{
		needs: ['0x'],
		pattern:
			/\b(?:accounts|private\w{0,8}|deployer\w{0,8})["']?\s{0,3}[:=]\s{0,3}\[?\s{0,12}["']?(?<secret>0x[\da-f]{64})\b/giu,
		kind: 'private-key',
	},
	{
		needs: ['random_password'],
		pattern: /"random_password"[^\n]{0,400}?"result"\s?:\s?"(?<secret>[^"\n]{6,256})"/gu,
		kind: 'password',
	},
	// A key of five times five signs.
	{
		needs: ['-'],
		run: 29,
		pattern: /(?<secret>-(?<=(?<![\w-])(?<front>[A-Z\d]{5})-)[A-Z\d]{5}(?:-[A-Z\d]{5}){3})(?![\w-])/gu,
		kind: 'license-key',
		isSecret: (secret) => /\d/u.test(secret) && /[A-Z]/u.test(secret),
	},
	// A card near the number on its back. Those that people make up do not add up as real ones do.
	{
		needs: ['cvv', 'cvc', 'CVV', 'CVC'],
		pattern: new RegExp(
			String.raw`(?<![\d.])(?<secret>[3-6]\d(?:[ -]?\d){11,17})(?![\d.])(?:(?=[^]{0,100}?\b${BACK}\d{3,4}(?!\d))|(?<=\b${BACK}\d{3,4}(?!\d)[^]{0,130}))`,
			'giu',
		),
		kind: 'card-number',
	},
	{
		needs: ['cvv', 'cvc', 'CVV', 'CVC'],
		pattern: new RegExp(String.raw`\b${BACK}(?<secret>\d{3,4})\b(?![ ]\p{L})`, 'giu'),
		kind: 'card-number',
	},
	// Rows of a Secret of Kubernetes: whatever their names are.
	{
		needs: ['Secret'],
		pattern: /kind:\s{1,4}Secret\b(?<block>[^]{0,8192}?)(?=\n---|$(?![^]))/gu,
		inside: /\n[ ]{1,8}[\w.-]{1,80}:[ ](?<secret>[A-Za-z0-9+/]{8,4096}={0,2})(?=\s|$)/gu,
		kind: 'credential',
		isSecret: (secret) => /\d/u.test(secret),
	},
	...PROGRAM_FORMS,
];

/** Whether something begins within a mark of ours, or holds one. */
const isMarked = (text: string, { 0: whole, index }: RegExpExecArray): boolean =>
	whole.includes('[redacted: ') || /\[redacted: [\w-]{0,32}$/u.test(text.slice(Math.max(0, index - 48), index));

/** What stands in a text in one way. */
export function inForm(text: string, { pattern, inside, kind, isSecret }: SecretForm): readonly Found[] {
	return matchesOf(text, ready(pattern)).flatMap((match) => {
		const { block, name } = match.groups ?? {};
		// A mark of ours is no name of what follows.
		if (block === undefined && isMarked(text, match)) return [];
		const named =
			kind ??
			nameAtEnd((name ?? text.slice(Math.max(0, match.index - 60), match.index)).replace(/["'\x60*\s]{1,60}$/u, ''));
		if (named === undefined) return [];
		const at = match.index + match[0].length - (block ?? match[0]).length;
		return (inside === undefined ? [match] : matchesOf(block ?? '', inside)).flatMap((each) => {
			const secret = each.groups?.['secret'] ?? each[0];
			const { length: before } = each.groups?.['front'] ?? '';
			const found = (inside === undefined ? match.index : at + each.index) + each[0].lastIndexOf(secret);
			const [start, whole] = [found - before, found + secret.length];
			const isQuoted = /["'\x60\\]/u.test(text[whole] ?? '');
			const end = kind === undefined && !isQuoted ? trimmedEnd(text, start, whole) : whole;
			const value = text.slice(start, end);
			if (value.startsWith('[redacted') || (isSecret !== undefined && !isSecret(value, named))) return [];
			return [{ start, end, kind: kind ?? shownKind(named) }];
		});
	});
}

/** Words may stand before a table's first row. */
const ROW = /\|(?<=(?:^|\n)(?<words>[^\n|]{0,400})\|)[^\n]{3,2000}/gu;

/** Tables of Markdown: a column whose head is a name, or a cell behind a name. */
export function inTables(text: string): readonly Found[] {
	if (!text.includes('|')) return [];
	const found: Found[] = [];
	let heads: readonly (string | undefined)[] = [];
	let last = -2;
	for (const row of matchesOf(text, ROW)) {
		const cells = cellsOf(row);
		const line = row.index - (row.groups?.['words'] ?? '').length;
		// A table begins where the line above is no row.
		if (line !== last + 1 && !/^\n[ +-]{3,2000}\n$/u.test(text.slice(Math.max(0, last), Math.min(line, last + 2_002))))
			heads = cells.map(({ value }) => nameAtEnd(value));
		last = row.index + row[0].length;
		cells.forEach(({ value, start }, at) => {
			const name = heads[at] ?? nameAtEnd(cells[at - 1]?.value ?? '');
			if (
				name !== undefined &&
				/^\S{3,512}$/u.test(value) &&
				isData(value, name) &&
				(/\d/u.test(value) || isSigned(value))
			)
				found.push({ start, end: start + value.length, kind: shownKind(name) });
		});
	}
	return found;
}

/** The first line of a list with commas, semicolons or tabs: it names the columns. */
const HEADS = /\n(?<=(?:^|[\n"])(?<heads>["\w .-]{1,40}(?:(?<sign>[,;\t])["\w .-]{1,40}){1,24})\r?\n)/gu;
/** So many rows of a list are looked at. */
const ROWS = 200;

export function inLists(text: string): readonly Found[] {
	const found: Found[] = [];
	let start = 0;
	for (const { index, groups } of matchesOf(text, HEADS)) {
		const { heads = '', sign = ',' } = groups ?? {};
		if (index < start) continue;
		const names = heads.split(sign).map((head) => nameAtEnd(head.replace(/["\s]{1,8}$/u, '')));
		if (names.every((name) => name === undefined)) continue;
		start = index + 1;
		for (let row = 0; row < ROWS && start < text.length; row++) {
			const end = (text.indexOf('\n', start) + 1 || text.length + 1) - 1;
			const cells = text.slice(start, end).split(sign);
			if (cells.length < names.length) break;
			let at = start;
			names.forEach((name, column) => {
				const cell = cells[column] ?? '';
				const value = /^[\s"]{0,8}(?<value>[^\s"]{4,512})\s{0,8}(?:"|$)/u.exec(cell)?.groups?.['value'] ?? '';
				const from = at + cell.indexOf(value);
				if (name !== undefined && /\d/u.test(value) && isData(value, name))
					found.push({ start: from, end: from + value.length, kind: shownKind(name) });
				at += cell.length + 1;
			});
			start = end + 1;
		}
	}
	return found;
}

function cellsOf({ 0: row, index }: RegExpExecArray): readonly { readonly value: string; readonly start: number }[] {
	return matchesOf(row, /[^|]{1,2048}/gu).map((cell) => {
		const value = cell[0].replace(/^[\s`*]{1,2048}|[\s`*]{1,2048}$/gu, '');
		return { value, start: index + cell.index + cell[0].indexOf(value) };
	});
}
