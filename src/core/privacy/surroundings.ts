// Secrets that stand apart from their name: on the next line, in a pair of name and value, in a sentence.
import { matchesOf } from '../base/matches';
import { ready } from '../base/ready';
import { shownKind, trimmedEnd } from './assignments';
import { NAME, SUFFIX, isLikePassword, isSigned, isWholeName } from './names';
import { type Found, isNoise } from './noise';
import { PROGRAM_FORMS, type SecretForm, isData, isGiven, isSaid } from './programForms';

const WHOLE = new RegExp(`(?:${NAME})${SUFFIX}$`, 'iu');

/** The name at the end of some words, where they are a name: `DB_PASSWORD`, `API key`, `access token`. */
export function nameAtEnd(words: string): string | undefined {
	const match = WHOLE.exec(words);
	return match !== null && isWholeName(words, match.index, match[0]) ? match[0] : undefined;
}

const Q = String.raw`\\{0,3}["'\x60]?`;
const VALUE = String.raw`(?<secret>[^\s"'\x60\\|<>]{3,512})`;
/** What stands before the number on the back of a card. */
const BACK = String.raw`cv[vc]2?["']?[ ]?[:=]?[ ]?["']?`;
export const SECRET_FORMS: readonly SecretForm[] = [
	// `password:` and the value alone on one of the next lines, in a fence or folded.
	{
		needs: ['\n'],
		pattern: new RegExp(
			String.raw`(?:(?:[:=：]\*{0,2}|\*\*)[^\S\n]{0,8}(?:[>|][-+]?)?[^\S\n]{0,8}|[^\S\n]{0,8}\n[-=]{3,80})\n(?:[^\S\n]{0,80}\n|[^\S\n]{0,80}\x60\x60\x60\w{0,12}\n){0,3}[ \t>]{0,24}(?:-[ ])?["'\x60]?${VALUE}["'\x60]?[ \t,;]{0,8}(?=\n|$)`,
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
			' as pass',
			' when ',
			' als ',
			' is my ',
			' is our ',
			' is your ',
			' ist mein',
			' ist unser',
		],
		pattern: new RegExp(
			String.raw`["'\x60]?(?<![^\s"'\x60])${VALUE}["'\x60]?[ ]{1,4}(?:al?s|when[ ](?:it[ ]asks|asked)[ ]for|ist?[ ]{1,4}(?=my|our|your|mein|unser))[ ]{0,4}(?:[\p{L}-]{1,12}[ ]{1,4}){0,3}(?<name>${NAME})`,
			'giu',
		),
		isSecret: isSaid,
	},
	// `admin / …`
	{
		needs: [' / '],
		pattern:
			/(?<![\w/.-])(?:admin(?:istrator)?|root|guest|viewer|operator|test(?:er)?|demo|deploy|postgres|sa|ubuntu|pi|[\w.+-]{1,40}@[\w.-]{3,60})["'\x60]?[ ]\/[ ]["'\x60]?(?<secret>[^\s"'\x60/|]{6,64})/giu,
		kind: 'password',
		isSecret: isLikePassword,
	},
	// A name as a heading, and what it is below.
	{
		needs: ['\n'],
		pattern: new RegExp(String.raw`\n(?<=(?:^|\n)[\p{L}\d #-]{4,40}\n)[ \t]{0,8}${VALUE}[ \t]{0,8}(?=\n|$)`, 'gu'),
		isSecret: (secret, name) =>
			(shownKind(name) === 'password' ? isLikePassword(secret) : isNoise(secret, 12)) &&
			isData(secret, name) &&
			/^(?=.{0,64}[a-z])(?=.{0,64}[A-Z])[^/()]{8,64}$/u.test(secret),
	},
	// `… the new one is …`, where a password was spoken of.
	{
		needs: ['one is ', 'one was ', 'neue ist ', 'alte war '],
		pattern:
			/\b(?:(?:new|old|current)[ ]one|neue|alte)[ ](?:is|was|ist|war)(?<=\b(?:password|passwort|pw|token|secret|key|kennwort|rotated)\b[^]{0,240})[ ]["'\x60]?(?<secret>[^\s"'\x60]{8,64})/giu,
		kind: 'password',
		isSecret: (secret) => isLikePassword(secret) && /[^a-z\d.].{0,64}[a-z]/iu.test(secret),
	},
	// The value before its name.
	{
		needs: ['"value"'],
		pattern: new RegExp(
			String.raw`"value"\s{0,2}:\s{0,2}"${VALUE}"\s{0,8},\s{0,80}"(?:key|name)"\s{0,2}:\s{0,2}"(?<name>[\w .-]{2,60})"`,
			'gu',
		),
		isSecret: isData,
	},
	// What lets somebody in once.
	{
		needs: ['code=', 'icket=', 'SAMLResponse='],
		run: 20,
		pattern: /[?&](?:code|ticket|SAMLResponse)=(?<secret>[\w%.+/-]{20,8192})/gu,
		kind: 'token',
		isSecret: (secret) => isNoise(secret, 20),
	},
	// `… (the root password)`
	{
		needs: ['word)', 'wort)', 'oken)', 'key)', 'ecret)', 'pw)'],
		pattern: new RegExp(
			String.raw`(?<![^\s"'\x60])${VALUE}["'\x60]?[ ]\((?:[\p{L}-]{1,12}[ ]){0,3}(?<name>${NAME})\)`,
			'giu',
		),
		isSecret: isSaid,
	},
	// `here is your token, it is not shown again:` and drawn characters alone on a line below.
	{
		needs: [':\n', ': \n'],
		run: 16,
		pattern:
			/\b(?:password|passwort|token|secret|key|schlüssel)\b[^\n]{0,80}:[ ]?\n(?:[^\S\n]{0,80}\n|[^\S\n]{0,80}\x60\x60\x60\w{0,12}\n){0,3}[ \t>]{0,24}\x60?(?<secret>[\w+/.~-]{16,512}={0,2})\x60?[ \t]{0,8}(?=\n|$)/gi,
		kind: 'credential',
		isSecret: (secret) => isNoise(secret) && /[A-Z]/u.test(secret) && /[g-z]/u.test(secret),
	},
	// `root:…@10.0.0.4`, where nothing says how to get there.
	{
		needs: ['@'],
		pattern:
			/(?<![^\s"'\x60(=])(?:[\w.-]{1,30}[\\/])?[A-Za-z][\w.-]{1,40}(?::(?=[^\s@]{6,64}@(?:\d{1,3}(?:\.\d{1,3}){3}|[\w-]{1,40}(?:\.[\w-]{1,40}){0,5}\.[a-z]{2,12})(?![\w@]))|\/(?=[^\s@]{6,64}@[\w.-]{1,60}:\d{4,5}\/))(?<secret>[^\s:@/"'\x60]{6,64})@/gu,
		kind: 'password',
		isSecret: (secret) => isLikePassword(secret) && /[^a-z\d._-]/u.test(secret),
	},
	{
		needs: ['type="password"'],
		pattern: /\btype="password"[^<>]{0,120}?\bvalue="(?<secret>[^"\n]{4,128})"/gu,
		kind: 'password',
		isSecret: isGiven,
	},
	// A session by its id, and none of a program's own with the form of a UUID.
	{
		needs: ['ssid=', 'SSID=', 'SSIONID=', 'sionid=', 'sionId=', 'sion_id='],
		run: 20,
		pattern: /\b\w{0,20}sess(?:ion)?_?id=(?<secret>[\w%.-]{20,256})/gi,
		kind: 'cookie',
		isSecret: (secret) => isNoise(secret, 20) && !/^[\da-f]{8}-/u.test(secret),
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
		needs: [
			...['SCRAM-', '$1$', '$5$', '$6$', '$7$', 'y$', '$2', '$apr1', '$argon2', '$pbkdf2', '$scrypt'],
			...['pbkdf2', 'scrypt:', '{SHA', '{SSHA', '{SMD5', '{CRYPT', 'md5'],
		],
		pattern:
			/(?<secret>(?:SCRAM-SHA-\d{1,3}\$\d{2,7}:|\$(?:[15-9y]|gy|apr1|2[abxy]|argon2\w{1,2}|pbkdf2[\w-]{0,12}|scrypt)\$|\bpbkdf2[_:]sha\d{1,3}[:$]\d{2,8}\$|\bscrypt:\d{2,8}:|\{(?:S?SHA\d{0,3}|SMD5|CRYPT)\}|(?<=["'])md5(?=[\da-f]{32}["']))[\w./$+=,:-]{20,300})/gu,
		kind: 'password-hash',
	},
	{
		needs: ['*'],
		run: 40,
		pattern: /(?<secret>\*[\dA-F]{40})(?![\w-])/gu,
		kind: 'password-hash',
	},
	// A secret in base64 that somebody takes apart right there.
	{
		needs: ['base64'],
		pattern: /\becho[ ](?:-n[ ])?["']?(?<secret>[\w+/]{8,4096}={0,2})["']?[ ]?\|[ ]?base64[ ](?:-d|-D|--decode)\b/gu,
		kind: 'base64',
	},
	// The number of a lock or a card, what is sent to be typed in once, and the words that open a purse.
	{
		needs: ['PIN', 'pin', 'Pin', ' code', '-code', 'OTP', 'otp', 'TAN ', 'TAN:', 'inmalpasswort'],
		pattern:
			/(?:(?<![a-z])(?:PIN(?:[ -]?code)?|OTP|TAN|(?:door|gate|alarm|access|entry|lock|safe|security|verification|confirmation|one-time|login|2FA|SMS)[ -]code|einmalpasswort)(?:[ ](?!is[ ])\p{L}{1,16}){0,5}(?:[ ](?:is|was|ist|lautet)|["']?:|[ ]?=)[ ]?["']?|(?<=[\s_"'](?:PIN|pin))[ ]{1,12})(?<secret>\d{4,8}#?)(?![\w.:-])/giu,
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
		pattern:
			/https?:\/\/[^\s"'\x60<>\\]{0,120}?(?:hooks?\w{0,2}|\/hooks\.[\w.-]{1,60})\/(?<secret>[^\s"'\x60<>\\|()[\]]{12,512})(?<![.,;:!?])/gu,
		kind: 'webhook',
		isSecret: (secret) =>
			/^catch\/\d{4,12}\/\w{5}/u.test(secret) ||
			(/\d[A-Za-z]|[A-Za-z]\d/u.test(secret) && secret.split('/').some((part) => isNoise(part, 7))),
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
			/key(?<=[\s"'{,]["']?key)(?<!(?:public|site)[ _-]["']?key)(?:["']?\s{0,4}[:=]\s{0,4}|[ ])["']?(?<secret>[\w+/-]{24,256}={0,2})(?=[\s"',;}]|$)/gi,
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
			/(?<![\w/+.=-])(?<secret>[A-Za-z0-9]{28,128})(?![\w/+.=-])(?<=(?<!public[ _-]|site[ _-]?)(?:key|token|secret|schlüssel|clé|clave|chiave|chave|キー|ключ)s?(?![a-z])[^]{0,100}?[A-Za-z0-9]{28,128})/gi,
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
	// A key in groups that is called one.
	{
		needs: ['icen', 'ICEN', 'izenz', 'erial', 'roduct', 'ctivation'],
		pattern:
			/\b(?:licen[cs]e|lizenz|serial|product|activation)(?:[ _-]?(?:key|code|number|no|schlüssel))?["']?[ ]?[:= ][ ]?["']?(?<secret>[A-Z\d]{4,8}(?:-[A-Z\d]{4,8}){2,7})(?![\w-])/giu,
		kind: 'license-key',
		isSecret: (secret) => /\d/u.test(secret) && /[A-Z]/u.test(secret),
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
	{
		needs: ['stringData:'],
		pattern: /stringData:[ ]{0,8}(?<block>(?:\n[ ]{1,16}[^\n]{1,4096}){1,64})/gu,
		inside: /\n[ ]{1,16}[\w.-]{1,80}:[ ]["']?(?<secret>[^\s"'{}]{6,4096})/gu,
		kind: 'credential',
		isSecret: isLikePassword,
	},
	// `secret set NAME … value`, where the command says what it is.
	{
		needs: ['secret set', 'secrets set', 'secret put', 'env add', 'put-parameter', 'secret create', 'secrets create'],
		pattern:
			/(?:\bsecrets?[ ](?:set|put|create)|\benv[ ]add|\bput-parameter)[ ][^\n|;&]{1,120}?(?:[ =]|<<<[ ]?)["']?(?<secret>(?![$<-])(?=\S{0,255}\d)[^\s"'\x60|;&<>=]{8,512})["']?(?=\s|$)/gu,
		kind: 'credential',
		isSecret: (secret) =>
			isLikePassword(secret) && (isNoise(secret, 12) || /[^\w./:-]|[a-z][A-Z]|-.{1,32}-/u.test(secret)),
	},
	// `password = SecretStr("…")`, `hmac = Data(base64Encoded: "…")`
	{
		needs: ['("', "('", 'ncoded: "'],
		pattern: new RegExp(
			String.raw`["'\]]{0,2}[ \t]{0,4}:?[:=][ \t]{0,4}(?:new[ ])?(?:\[\]byte|(?:[\w.:]{0,30}[.:])?(?:\w{0,12}[Ss]tring|Secret\w{0,8}|SecureString|bytes?|from|of|Some|new|Data|\w{0,6}decode\w{0,8}|\w{0,4}[Hh]ex|\w{0,12}[Bb]ase64\w{0,8}))\((?:\w{1,20}:[ ])?b?["']${VALUE}["']`,
			'gu',
		),
		isSecret: (secret, name) => isData(secret, name) && (isLikePassword(secret) || isNoise(secret)),
	},
	// The key of a wireless network.
	{
		needs: ['ifi', 'iFi', 'i-Fi', 'IFI', 'SSID', 'ssid', 'WLAN', 'wlan'],
		pattern:
			/\b(?:wi-?fi|wlan|ssid)\b[^\n]{0,60}?[ ,;](?:key|code|pw|schlüssel)[ :=]{1,3}["'\x60]?(?<secret>[^\s"'\x60,;]{6,64})(?<![.:!?)])/gi,
		kind: 'password',
		isSecret: isLikePassword,
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
