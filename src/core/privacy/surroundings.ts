// Secrets that stand apart from their name: on the next line, in a pair of name and value, in a sentence.
import { matchesOf, readyOnce } from '../base/patterns';
import { shownKind, trimmedEnd } from './assignments';
import { NAME, NAME_AT_END, isLikePassword, isSigned, isWholeName } from './names';
import { type Found, isNamedHash, isNoise, isPublicAt } from './noise';
import { PROGRAM_FORMS, type SecretForm, isData, isGiven, isSaid } from './programForms';
import { TELLING_FORMS } from './tellingForms';

/** The name at the end of some words, where they are a name: `DB_PASSWORD`, `API key`, `access token`. */
export function nameAtEnd(words: string): string | undefined {
	const match = NAME_AT_END().exec(words);
	return match !== null && isWholeName(words, match.index, match[0]) ? match[0] : undefined;
}

const Q = String.raw`\\{0,3}["'\x60]?`;
const VALUE = String.raw`(?<secret>[^\s"'\x60\\|<>]{3,512})`;
/** What may end the line before a secret, and what may stand behind that. */
const SAYS = ['is', 'ist', 'lautet', 'est', 'es', 'è', 'é'];
const STILL = ['now', 'still', 'jetzt', 'noch'];
/** All forms that are looked for besides names with their values, tables and lists. */
export const SECRET_FORMS: readonly SecretForm[] = [
	// `password:` and the value alone on one of the next lines, in a fence or folded.
	{
		needs: ['\n'],
		pattern: () =>
			new RegExp(
				String.raw`(?:(?:[:=：]\*{0,2}|\*\*)[^\S\n]{0,8}(?:[>|][-+]?)?[^\S\n]{0,8}|[^\S\n]{0,8}\n[-=]{3,80})\n(?:[^\S\n]{0,80}\n|[^\S\n]{0,80}\x60\x60\x60\w{0,12}\n){0,3}[ \t>]{0,24}(?:-[ ])?["'\x60]?${VALUE}["'\x60]?[ \t,;]{0,8}(?=\n|$)`,
				'g',
			),
		isSecret: (secret, name) =>
			!/:$/u.test(secret) && isData(secret, name) && (isLikePassword(secret) || isNoise(secret)),
	},
	// `the password is`, and it on the next line.
	{
		needs: [...SAYS, ...STILL].flatMap((word) => [` ${word}\n`, ` ${word} \n`]),
		pattern: () =>
			new RegExp(
				String.raw`[ ](?:${SAYS.join('|')})(?:[ ](?:${STILL.join('|')}))?[ ]?\n[ \t>]{0,24}["'\x60]?${VALUE}(?=["'\x60]?(?:[\s.,;)]|$))`,
				'gu',
			),
		isSecret: (secret, name) => shownKind(name) === 'password' && isSaid(secret, name),
	},
	// `- name: DB_PASSWORD` with `value: …`, and `<add key="…" value="…">`.
	{
		needs: ['alue', 'ALUE'],
		pattern: () =>
			new RegExp(
				String.raw`\b(?:name|key)${Q}[ \t]{0,4}[:=][ \t]{0,4}${Q}(?<name>[\w .-]{2,60})${Q}[ \t]{0,4}[,;]?\s{0,40}(?:-[ \t])?${Q}value${Q}[ \t]{0,4}[:=][ \t]{0,4}${Q}${VALUE}`,
				'giu',
			),
		isSecret: isData,
	},
	// A variable of Terraform.
	{
		needs: ['variable "'],
		pattern: () =>
			new RegExp(
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
			' as pass',
			' when ',
			' als ',
			' is my ',
			' is our ',
			' is your ',
			' is the ',
			' ist mein',
			' ist unser',
			' <- ',
		],
		pattern: () =>
			new RegExp(
				String.raw`["'\x60]?(?<![^\s"'\x60])${VALUE}["'\x60]?[ ]{1,4}(?:al?s|<-|when[ ](?:it[ ]asks|asked)[ ]for|ist?[ ]{1,4}(?=my|our|your|the|mein|unser))[ ]{0,4}(?:[\p{L}-]{1,12}[ ]{1,4}){0,3}?(?<name>(?:\w{1,24}_)?(?:${NAME}))(?!\p{L}{2})`,
				'giu',
			),
		// An address of a contract is none.
		isSecret: (secret, name) => isSaid(secret, name) && !secret.startsWith('0x'),
	},
	// `use … for the password`
	{
		needs: [
			'for the passw',
			'for the pw',
			'for the root',
			'for the admin',
			'for password',
			'for my passw',
			'for its passw',
			'for the token',
		],
		pattern: () =>
			new RegExp(
				String.raw`\b(?:use|try|enter|type|put|with|nimm|mit)[ ]["'\x60]?${VALUE}["'\x60]?[ ](?:instead[ ])?for[ ](?:[\p{L}-]{1,12}[ ]){0,2}?(?<name>${NAME})(?!\p{L}{2})`,
				'giu',
			),
		isSecret: (secret, name) => isSaid(secret, name) && /[^a-z\d.]/u.test(secret),
	},
	// `admin / …`
	{
		needs: [' / '],
		pattern: () =>
			/(?<![\w/.-])(?:admin(?:istrator)?|root|guest|viewer|operator|test(?:er)?|demo|deploy|postgres|sa|ubuntu|pi|[\w.+-]{1,40}@[\w.-]{3,60})["'\x60]?[ ]\/[ ]["'\x60]?(?<secret>[^\s"'\x60/|]{6,64})(?![ ]\/)/giu,
		kind: 'password',
		isSecret: isLikePassword,
	},
	// A name as a heading, and what it is below.
	{
		needs: ['\n'],
		pattern: () =>
			new RegExp(String.raw`\n(?<=(?:^|\n)[\p{L}\d #-]{4,40}\n)[ \t]{0,8}${VALUE}[ \t]{0,8}(?=\n|$)`, 'gu'),
		isSecret: (secret, name) =>
			(shownKind(name) === 'password' ? isLikePassword(secret) : isNoise(secret, 12)) &&
			isData(secret, name) &&
			/^(?=.{0,64}[a-z])(?=.{0,64}[A-Z])[^/()]{8,64}$/u.test(secret),
	},
	// `that was the old one, … is right`
	{
		needs: ['old one', 'wrong one', 'other one', 'previous one'],
		pattern: () =>
			/\b(?:old|wrong|other|previous)[ ]one[,.:;][ ](?:it[’']s[ ]|use[ ]|try[ ])?["'\x60]?(?<secret>[^\s"'\x60]{8,64})["'\x60]?[ ]is[ ](?:right|correct|the[ ](?:new|right|correct))/giu,
		kind: 'password',
		isSecret: (secret) => isLikePassword(secret) && /[^a-z\d.].{0,64}[a-z]/iu.test(secret),
	},
	// `… the new one is …`, where a password was spoken of.
	{
		needs: ['one is ', 'one was ', 'neue ist ', 'alte war '],
		pattern: () =>
			/\b(?:(?:new|old|current)[ ]one|neue|alte)[ ](?:is|was|ist|war)(?<=\b(?:password|passwort|pw|token|secret|key|kennwort|rotated)\b[^]{0,240})[ ]["'\x60]?(?<secret>[^\s"'\x60]{8,64})/giu,
		kind: 'password',
		isSecret: (secret) => isLikePassword(secret) && /[^a-z\d.].{0,64}[a-z]/iu.test(secret),
	},
	// The value before its name.
	{
		needs: ['"value"'],
		pattern: () =>
			new RegExp(
				String.raw`"value"\s{0,2}:\s{0,2}"${VALUE}"\s{0,8},\s{0,80}"(?:key|name)"\s{0,2}:\s{0,2}"(?<name>[\w .-]{2,60})"`,
				'gu',
			),
		isSecret: isData,
	},
	// `… (the root password)`
	{
		needs: ['word)', 'wort)', 'oken)', 'key)', 'ecret)', 'pw)', 'PW)', 'TOKEN)', 'KEY)'],
		pattern: () =>
			new RegExp(
				String.raw`(?<![^\s"'\x60])${VALUE}["'\x60]?[ ]\((?:[\p{L}’'-]{1,12}[ ]){0,3}(?<name>${NAME})\)`,
				'giu',
			),
		isSecret: isSaid,
	},
	// `here is your token, it is not shown again:` and drawn characters alone on a line below.
	{
		needs: [':\n', ': \n'],
		run: 16,
		pattern: () =>
			/\b(?:password|passwort|token|secret|key|schlüssel)\b[^\n]{0,80}:[ ]?\n(?:[^\S\n]{0,80}\n|[^\S\n]{0,80}\x60\x60\x60\w{0,12}\n){0,3}[ \t>]{0,24}\x60?(?<secret>[\w+/.~-]{16,512}={0,2})\x60?[ \t]{0,8}(?=\n|$)/gi,
		kind: 'credential',
		isSecret: (secret) => isNoise(secret) && /[A-Z]/u.test(secret) && /[g-z]/u.test(secret),
	},
	// `root:…@10.0.0.4`, where nothing says how to get there.
	{
		needs: ['@'],
		pattern: () =>
			/(?<![^\s"'\x60(=])(?!(?:mailto|acct|xmpp|sips?):)(?:[\w.-]{1,30}[\\/])?[A-Za-z][\w.-]{1,40}(?::(?=[^\s@]{6,64}@(?:\d{1,3}(?:\.\d{1,3}){3}|[\w-]{1,40}(?:\.[\w-]{1,40}){0,5}\.[a-z]{2,12})(?![\w@]))|\/(?=[^\s@]{6,64}@[\w.-]{1,60}:\d{4,5}\/))(?<secret>[^\s:@/"'\x60]{6,64})@/gu,
		kind: 'password',
		isSecret: (secret) => isLikePassword(secret) && /[^a-z\d._-]/u.test(secret),
	},
	{
		needs: ['type="password"'],
		pattern: () => /\btype="password"[^<>]{0,120}?\bvalue="(?<secret>[^"\n]{4,128})"/gu,
		kind: 'password',
		isSecret: isGiven,
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
		pattern: () =>
			new RegExp(
				String.raw`\b(?:log(?:ged|ging)?[ -]?in|sign in|credentials?|creds|zugangsdaten|anmelden|user(?:name)?|benutzer|auth)(?:[ ](?:for|to|für|on|of)(?:[ ][\w.-]{1,24}){1,3})?(?:[ ](?:as|with|mit|als|is|are|sind))?[: =]{1,3}["'\x60]?[\w.@-]{2,40}["'\x60]?(?:[ ]?[/|,:][ ]?|[ ](?:with|mit)[ ])["'\x60]?${VALUE}`,
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
		pattern: () =>
			/\b(?:identified[ ](?:with[ ][\w."']{1,60}[ ])?(?:by|as)(?:[ ]password)?[ ](?:["']|(?=[^\s;]{0,255}\d))|(?:user|role|login|with|alter|create|set)\b[^;\n]{0,120}?\bpassword\b(?:[ ]for[ ][^\s=]{1,80})?[ ]?=?[ ]?N?["'])(?<secret>[^\s"';]{3,256})/giu,
		kind: 'password',
		isSecret: isGiven,
	},
	// A secret in base64 that somebody takes apart right there.
	{
		needs: ['base64'],
		pattern: () =>
			/\becho[ ](?:-n[ ])?["']?(?<secret>[\w+/]{8,4096}={0,2})["']?[ ]?\|[ ]?base64[ ](?:-d|-D|--decode)\b/gu,
		kind: 'base64',
	},
	// A name and a value in elements beside each other.
	{
		needs: ['<key>'],
		pattern: () => /<key>(?<name>[\w .-]{2,60})<\/key>\s{0,40}<string>(?<secret>[^<\n]{4,512})<\/string>/gu,
		isSecret: isData,
	},
	// A lonely `key` is one of thousands: only drawn characters behind it are a secret.
	{
		needs: ['key', 'Key', 'KEY'],
		run: 24,
		pattern: () =>
			/key(?<=[\s"'{,]["']?key)(?<!(?:public|site)[ _-]["']?key)(?:["']?\s{0,4}[:=]\s{0,4}|[ ])["']?(?<secret>[\w+/-]{24,256}={0,2})(?=[\s"',;}]|$)/gi,
		kind: 'credential',
		isSecret: (secret) =>
			isNoise(secret, 24) &&
			!isNamedHash(secret) &&
			((/[A-Z]/u.test(secret) && /[g-z]/u.test(secret)) || /^[\da-f]{32}$/u.test(secret)),
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
		pattern: () =>
			/(?<![\w/+.=-])(?<secret>[A-Za-z0-9]{28,128})(?![\w/+.=-])(?<=(?<!public[ _-]|site[ _-]?)(?:key|token|secret|schlüssel|clé|clave|chiave|chave|キー|ключ)s?(?![a-z])[^]{0,100}?[A-Za-z0-9]{28,128})/gi,
		kind: 'credential',
		isSecret: (secret) => isNoise(secret, 28) && /[A-Z]/u.test(secret) && /[g-z]/u.test(secret),
	},
	// `… as the password for the shop …`, where the value comes last.
	{
		needs: ['s passw', 's Passw', 's kenn', 's Kenn', 'e passw', 'e Passw'],
		pattern: () =>
			/\b(?:als|as)(?:[ ](?:the|das))?[ ](?:password|passwort|kennwort)(?:[ ](?:for|für|fürs|of|the|zum|zur)(?:[ ]\p{L}{2,24}){0,3})?[ ]["'\x60„“]?(?<secret>[^\s"'\x60„“”]{6,128})/giu,
		kind: 'password',
		isSecret: (secret) => isLikePassword(secret.replace(/[,.;:!?]{1,3}$/u, '')),
	},
	// `the key of the database is still:`, and it alone on the line below.
	{
		needs: [':\n', ': \n'],
		pattern: () =>
			/(?<name>password|passwort|kennwort|\bpw|clave|contraseña|senha|mot de passe|mdp|wachtwoord|lösenordet|hasło|heslo|пароль)[ ][^\n]{1,80}:[ ]?\n[ \t>]{0,24}\x60?(?<secret>[^\s\x60\/]{8,64})\x60?[ \t]{0,8}(?=\n|$)/giu,
		isSecret: (secret) =>
			isLikePassword(secret) &&
			/[^\w.:-]|(?=.{0,64}[a-z])(?=.{0,64}[A-Z]).{0,64}\d[A-Za-z\d]/u.test(secret) &&
			!/^[[{(<]/u.test(secret),
	},
	// Who is asked for it in a chat, and says it.
	{
		needs: ['?\n', '? \n', '\n[', '\nuser: ', '\nUser: ', '\nhuman: ', '\nHuman: ', '\nme: ', '\nMe: '],
		pattern: () =>
			/\b(?:password|passwd|pw|passwort|kennwort|token)\b(?![ ](?:policy|type|field|rule|limit|length|reset|name))[^\n]{0,80}(?:\?[ ]?\n|\n(?=\[)|(?<=\b(?:need|give|send|enter|provide|tell|type|missing|brauche|gib)\b[^\n]{0,120})\n(?=(?:user|human|me):))(?:\[[\d:. -]{3,20}\][ ])?[\w. -]{2,30}:[ ](?<secret>\S{6,128})(?=\n|$)/gi,
		kind: 'password',
		isSecret: (secret) => isLikePassword(secret) && !/^["'[{(]/u.test(secret),
	},
	// Typed where the shell listens again.
	{
		needs: ['command not found'],
		pattern: () =>
			/\bpassword for [^\n]{1,40}:[^]{0,120}?\n[^\n]{0,80}[$#>%] (?<secret>\S{6,64})\n[^\n]{0,80}command not found/giu,
		kind: 'password',
		isSecret: (secret) => isLikePassword(secret) || isSigned(secret),
	},
	// `u: admin p: …`
	{
		needs: [' p: ', ' p:', '/p: '],
		pattern: () => /\bu(?:ser(?:name)?)?:[ ]?\S{1,40}[ ,/]{1,3}p:[ ]?["'\x60]?(?<secret>[^\s"'\x60]{6,64})/giu,
		kind: 'password',
		isSecret: isLikePassword,
	},
	// `log in with mueller und Katze#17`; at the beginning of a line, where a program asked for it, and no `issue#17`.
	{
		needs: [' and ', ' und ', ' et ', ' y ', '\n'],
		pattern: () =>
			/(?<secret>[&!#$^*](?<=(?:\b(?:with|mit|avec|con)[ ][\w.@-]{2,40}[ ](?:and|und|et|y)[ ]|(?:^|\n)(?!\w{2,24}#\d{1,24}\b))(?<front>[A-Za-z\d]{2,24})[&!#$^*])[A-Za-z\d]{2,24})(?=[\s.,]|$)/gu,
		kind: 'password',
		isSecret: isLikePassword,
	},
	// `secret set NAME … value`, where the command says what it is.
	{
		needs: ['secret set', 'secrets set', 'secret put', 'env add', 'put-parameter', 'secret create', 'secrets create'],
		pattern: () =>
			/(?:\bsecrets?[ ](?:set|put|create)|\benv[ ]add|\bput-parameter)[ ][^\n|;&]{1,120}?(?:[ =]|<<<[ ]?)["']?(?<secret>(?![$<-])(?=\S{0,255}\d)[^\s"'\x60|;&<>=]{8,512})["']?(?=\s|$)/gu,
		kind: 'credential',
		isSecret: (secret) =>
			isLikePassword(secret) && (isNoise(secret, 12) || /[^\w./:-]|[a-z][A-Z]|-.{1,32}-/u.test(secret)),
	},
	// `password = SecretStr("…")`, `hmac = Data(base64Encoded: "…")`
	{
		needs: ['("', "('", 'ncoded: "'],
		pattern: () =>
			new RegExp(
				String.raw`["'\]]{0,2}[ \t]{0,4}:?[:=][ \t]{0,4}(?:new[ ])?(?:\[\]byte|(?:[\w.:]{0,30}[.:])?(?:\w{0,12}[Ss]tring|Secret\w{0,8}|SecureString|bytes?|from|of|Some|new|Data|\w{0,6}decode\w{0,8}|\w{0,4}[Hh]ex|\w{0,12}[Bb]ase64\w{0,8}))\((?:\w{1,20}:[ ])?b?["']${VALUE}["']`,
				'gu',
			),
		isSecret: (secret, name) => isData(secret, name) && (isLikePassword(secret) || isNoise(secret)),
	},
	// The key of a wireless network.
	{
		needs: ['ifi', 'iFi', 'i-Fi', 'IFI', 'SSID', 'ssid', 'WLAN', 'wlan'],
		pattern: () =>
			/\b(?:wi-?fi|wlan|ssid)\b[^\n]{0,60}?[ ,;](?:key|code|pw|schlüssel)[ :=]{1,3}["'\x60]?(?<secret>[^\s"'\x60,;]{6,64})(?<![.:!?)])/gi,
		kind: 'password',
		isSecret: isLikePassword,
	},
	...TELLING_FORMS,
	...PROGRAM_FORMS,
];

/** Whether something begins within a mark of ours, or holds one. */
const isMarked = (text: string, { 0: whole, index }: RegExpExecArray): boolean =>
	whole.includes('[redacted: ') || /\[redacted: [\w-]{0,32}$/u.test(text.slice(Math.max(0, index - 48), index));

/** What stands in a text in one way. */
export function inForm(text: string, { pattern, run, inside, kind, isSecret }: SecretForm): readonly Found[] {
	return matchesOf(text, readyOnce(pattern)).flatMap((match) => {
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
			if (inside === undefined && run !== undefined && isPublicAt(text, start)) return [];
			if (value.startsWith('[redacted') || (isSecret !== undefined && !isSecret(value, named))) return [];
			return [{ start, end, kind: kind ?? shownKind(named) }];
		});
	});
}
