// The words that say that a secret follows, and whether something can be one: not a type, a variable, a placeholder or prose.
import { lazyPattern } from '../base/once';
import { isDrawnLetters, isNamedHash, isNoise, restlessness } from './noise';

/** What a name promises: words of a person, what a machine made, or either where the value alone must show it. */
export type NameKind = 'password' | 'credential' | 'key';

const PASSWORD = [
	'pass(?:word|wd|phrase|wort|code|ordet|ord)?',
	'pswd|pwd|pw|psk|pre[- ]?shared[_ -]?key|(?:wifi|wlan)[_ -]?(?:key|code|schlüssel)|snmp[_-]?community|keymaterial',
	'zugangscode|kennwort|code d.accès|mdp|mot[ _]?de[ _]?passe|código de acceso|contraseña|contrasena|clave|senha|wachtwoord|lösenord(?:et)?|пароль|hasło',
	"passord|adgangskode(?:n)?|salasana(?: on)?|heslo|jelszó|şifre|parola(?: d[’']ordine)?",
	'パスワード|暗証番号|密码|密碼|口令|비밀번호',
].join('|');
const CREDENTIAL = [
	'(?:api|access|secret|private|account|auth|signing|encryption|master|service|client|license|storage)[_ -]?key(?:[_-]?id)?',
	'secret(?:[_-]?id)?|token|credential|creds|jwt|pat|seed|erlang_cookie',
	'zugangsdaten|geheimnis|schlüssel|jeton|clé (?:api|secrète|privée|partagée)',
	'事前共有鍵|共有キー|シークレット|トークン|密钥|令牌',
].join('|');
const KEY = 'key|auth|hmac|appid|salt|pepper|sig(?:nature)?';

/** All of them, without groups. */
export const NAME = `${PASSWORD}|${CREDENTIAL}|${KEY}`;

/** What says that figures in base 16 are of a commit or a file. */
export const OF_HASH = String.raw`blob|checksum|commit|digest|etag|fingerprint|hash|md5(?:sum)?|rev(?:ision)?|sha(?:-?\d{1,3})?(?:sum)?`;

/** What may follow before the name ends: `tokens`, `JWT_SECRET_V2`, `SECRET_KEY_BASE`, `password_hash`. */
export const SUFFIX = String.raw`(?:s|['’]s|[_-]?(?:v?\d{1,2}|base|prod|dev|staging|test|live|value|hash|plain|string|material))?`;
const WHOLE = {
	password: lazyPattern(`^(?:${PASSWORD})$`, 'iu'),
	key: lazyPattern(`^(?:${KEY})$`, 'iu'),
	any: lazyPattern(`^(?:${NAME})$`, 'iu'),
};
/** A text that ends with one. */
export const NAME_AT_END = lazyPattern(`(?:${NAME})${SUFFIX}$`, 'iu');

/** The names that are met most: making the patterns ready takes longer than all else of a text. */
const KNOWN = new Map<string, NameKind>([
	...['password', 'passwd', 'pwd', 'pass'].map((name) => [name, 'password'] as const),
	...['secret', 'token', 'credential', 'creds', 'jwt', 'pat', 'seed'].map((name) => [name, 'credential'] as const),
	...['key', 'auth', 'sig', 'signature', 'salt'].map((name) => [name, 'key'] as const),
]);

/** What belongs to a name without a sign between them: `dbpass`, `srckeystorepass`. */
const BEFORE_PASS = /(?:src|dest|trust|ssh|db|my|pg|ftp|mail|smtp|root|admin|user|bind)?(?:key)?(?:store)?$/iu;

/** A key that everybody may have, or of a table, a map, a cache, a keyboard. */
const OTHER_KEY =
	/(?:pub(?:lic)?|primary|foreign|partition|sort|cache|row|object|item|map|index|hot|short|group|storage|idempotency|lock|react|i18n|gpg|pgp|registry|host|recv|site|publishable|websocket|redis)[_. -]?$/iu;

/** What has such a name and is none: a file of Apache’s, a place in a list, what is left out, a checksum, a test that passed. */
const OTHER_NAME =
	/htpasswd$|(?:next|page|cursor|sync|resum\w{1,3}|start(?:ing)?|continuation|scroll)[_-]?token$|-no-pass(?:word)?$|checksum\/\w{1,16}$|--- pass$|(?:existing|hashed)[_-]?secret$/iu;

/** `PASSWORD` and `pass` to `password`; `sig` to `key`. */
export function kindOfName(name: string): NameKind {
	return (
		KNOWN.get(name.toLowerCase()) ??
		(WHOLE.password().test(name) ? 'password' : WHOLE.key().test(name) ? 'key' : 'credential')
	);
}

/**
 * Whether a name found at `at` is one: `pass` inside of `bypass` or `compass` is no word; `dbPass`, `DB_PASS` and
 * `mypassword` are meant. A lonely `key` is one of thousands.
 */
export function isWholeName(text: string, at: number, name: string): boolean {
	// `[redacted: password]:5432` was one.
	if (/\[redacted: [\w-]{0,24}$/u.test(text.slice(Math.max(0, at - 40), at))) return false;
	const words = text.slice(Math.max(0, at - 16), at);
	const own = /^(?:pass|pwd?$)/iu.test(name) ? (BEFORE_PASS.exec(words)?.[0].length ?? 0) : 0;
	const before = text[at - own - 1] ?? ' ';
	// The name of what is kept elsewhere, a public key, and `${DB_PASSWORD:?must be set}`.
	if (/arn:[\w:/-]{0,80}$|public[_ -]?key$|öffentliche[rn]?[ ]$/iu.test(text.slice(Math.max(0, at - 90), at)))
		return false;
	if (text.startsWith(':?', at + name.length) && /\$\{\w{0,40}$/u.test(text.slice(Math.max(0, at - 42), at)))
		return false;
	// A file of Apache’s, a place in a list, what is left out, a checksum, a test that passed.
	if (OTHER_NAME.test(words + name)) return false;
	if (kindOfName(name) === 'key') {
		if (OTHER_KEY.test(words) || /^[ _-]?id(?:entifier)?\b/iu.test(text.slice(at + name.length, at + name.length + 12)))
			return false;
		if (/^(?:sig|appid)/iu.test(name)) return /[?&;]\s{0,2}(?:x-(?:amz|goog)-)?$/iu.test(words);
		if (/^key$/iu.test(name) && !/(?:[\w-]|\p{L} )$/iu.test(words)) return false;
	}
	if (!/\p{L}/u.test(before)) return true;
	if (text[at - own - 2] === '\\' && /[nrt]/u.test(before)) return true;
	if (/^[A-Z]/u.test(name) && /\p{Ll}/u.test(before)) return true;
	if (/^[A-Z](?:[a-z]|$)/u.test(name)) return false;
	return /^(?:pass.{2,8}|secret|token|kennwort|schlüssel|geheimnis)$/iu.test(name) || /[^\x00-\x7f]/u.test(name);
}

/** What stands where a secret would in templates, examples and masks: all of the value, or a variable in it. */
const PLACEHOLDER = new RegExp(
	`^(?:${[
		String.raw`\[redacted|[[(<*]{0,2}(?:hidden|masked|removed|filtered|redacted|sensitive|scrubbed|omitted|encrypted)[\])>*]{0,2}$|<(?:[^<>]{0,256}>|[^<>\d]{0,256}|\d{1,4})$|[^.]{0,24}\.{3}$`,
		String.raw`\$[{(]|\{\{|\{\d{1,2}\}(?!\w)|.{0,12}\$\{|#\{\w{0,64}[^\w}-]|%\(\w{1,64}\)s$|%env\(|\$__\w{2,8}\{`,
		String.raw`(.)\1{0,256}$|\w{0,8}x{6,256}$|(?:[a-z\d]{1,8}[_-]){0,4}[x0*._-]{6,256}$|.{0,8}\*{4,256}.{0,4}$`,
	].join('|')})`,
	'iu',
);

/** What says what belongs here, in words; a number tells only how long that is, or which one of several. */
const WORD = String.raw`(?:[a-z]{1,16}|base64|\d{1,4}[_ -]?(?:bit|byte|char|digit|hex)[a-z]{0,8}|(?<=(?:hex|base64|least|min|max|length)[_ -])\d{1,4}|(?<=(?:key|token|secret|password|here|me)[_ -])\d)`;
const ASKING = lazyPattern(
	`^(?:${WORD}[_ -]){0,10}(?:${[
		'your|placeholder|change[_ -]?(?:me|this|it)|replace[_ -]?(?:me|this)|generate[_ -](?:me|one|this|a)|(?:key|token|secret|password)[_ -](?:goes[_ -])?here',
		'(?:put|paste|enter|set|use|add|get)[_ -](?:here|this|me|openssl)|(?:todo|dummy|fake|insert)$',
		// `Set The Sails` is a password.
		'(?:(?:put|paste|enter|set|use|add|get)[_ -](?:an?|the|in)|todo|dummy|fake|insert)(?:(?=[_ -].{0,160}(?:key|token|secret|pass|pw|cred|value|here|later|env|prod|vault))|(?<=(?:key|token|secret|pass|pw|cred).{0,160}))',
	].join('|')})(?:[_ -]${WORD}){0,10}$`,
	'iu',
);

/** The name of a variable between the signs of a template. `@Summer2024@` is no name: a figure counts there, at the end of a word. */
const VARIABLE =
	/^(?:@@?\w{2,64}@@?|__[A-Za-z\d_]{2,64}__|#\{\w{1,64}\}#?|%\w{1,64}%|\{\w{0,256}\}|\$[A-Za-z_]\w{0,256})$/u;
const isVariable = (text: string): boolean =>
	VARIABLE.test(text) &&
	(!/\d[a-z\d]/u.test(text.replace(/md5|sha\d{1,3}|base64/giu, '')) ||
		/^[\W_]{0,2}[A-Z\d]{1,64}_[A-Z\d_]{1,256}\W{0,2}$/u.test(text));

/** What AWS shows in place of its keys, and the like. */
const isExample = (text: string): boolean =>
	text.includes('EXAMPLE') && /EXAMPLE(?:KEY|ID)?\W{0,4}$|^[A-Z\d_]{7,64}$|^[\w+/=-]{40,512}$/u.test(text);

/** Whether a text only keeps a secret's place: `<token>`, `${TOKEN}`, `ghp_xxxxxxxx`, `your-api-key`, `AKIA…EXAMPLE`. */
export const isPlaceholder = (text: string): boolean =>
	PLACEHOLDER.test(text) || isVariable(text) || isExample(text) || ASKING().test(text);

/** An algorithm, by its whole name: `RS256`, `aes-256-gcm`, `rsa-sha2-512`. */
const ALGORITHM =
	'aes|(?:3|triple)?des|x?chacha20|poly1305|rsa|e[cd]?dsa|ecdh|(?:ed|x|curve)(?:25519|448)|secp\\d{3}[kr]1|[hrep]s(?:256|384|512)k?|a(?:128|192|256)(?:gcm|kw|cbc)|hmac|sha|md5|blake(?:2[bs]|3)|bcrypt|scrypt|argon2(?:id?|d)?|pbkdf2|hkdf';
const MODE =
	'[1-3]|[pk]?(?:128|192|224|256|384|512|521)|1024|2048|3072|4096|8192|gcm|cbc|ctr|ecb|ccm|cfb|ofb|xts|siv|kw|es|oaep|mgf1|pss|pkcs\\d|v1_5|(?:no)?padding|nistp|crypt|with|and|bits?';

/** What else no secret is: a version, a member of what holds settings, a path, an address. */
const OTHER = lazyPattern(
	`^(?:${[
		String.raw`@Microsoft\.KeyVault|(?:op|vault|ssm|gsm|keyring|secretsmanager):(?:\/|[\w.-]{1,64}\/)|(?:env|file|keyring|ssm):[\w./~-]{2,128}$|ref\+\w{2,24}:\/\/`,
		String.raw`\d{2,4}-?bits?$|(?:${ALGORITHM})(?:[-_/+.]?(?:${ALGORITHM}|${MODE})){0,9}$`,
		String.raw`!(?:secret|vault|env_var|Ref|Sub|GetAtt|ImportValue)$|![01](?![^,;:)}\]&|?])`,
		// A pattern of somebody else’s.
		String.raw`[^]{0,80}(?:\\[sdw][*+?{\]]|\[\^?(?:a-z|0-9))`,
		String.raw`\[[a-z-]{2,24}[*^$|~]?=["']?[\w-]{1,40}["']?\]$`,
		// The fields of an object are looked at themselves.
		String.raw`\{\\{0,3}"`,
		// What is encrypted, public, or the type of a column.
		String.raw`(?:big)?(?:u?int|float)\d{1,2}(?:clamped)?(?:array)?$|(?:ENC[[(]|\{cipher\}|encrypted:|\$ANSIBLE_VAULT|Ag[A-D][\w+/]{100}|(?:AQICAH|wcFM|wYwD|hQ[EI]M|hF4D)[\w+/]{60}|01000000d08c9ddf|pk\.eyJ|pub[\da-f]{32}$|pk_(?:live|test)_|phc_)|(?:n?(?:var)?(?:char|binary)2?|character|decimal|numeric|int|bigint)\(\d{1,5}(?:,[ ]?\d{1,3})?\)$`,
		String.raw`(?:[a-z_]{2,16}(?::[\w,]{1,16})?\|){2,12}[a-z_]{2,16}(?::[\w,]{1,16})?$|(?:required|nullable|sometimes|string)\|(?:required|nullable|string|min|max|confirmed|regex|size|between)\b`,
		// A date with a name behind it is a password.
		String.raw`(?!\d\d?\.\d\d?\.(?:19|20)\d\d[_-]?[a-z])[~^]?\d{1,9}\.\d{1,9}\.\d{1,9}[\w.-]{0,256}$`,
		String.raw`(?:process|os|env|secrets?|config|settings|import\.meta)[.[]|~?\.{0,2}\/[\w.-]{1,64}\/|https?:\/\/`,
	].join('|')})`,
	'iu',
);
/** A key in base64 may begin as a path does. */
const isOther = (value: string): boolean =>
	OTHER().test(value) &&
	!(/^\/[A-Za-z\d+/]{38,512}={0,2}$/u.test(value) && isNoise(value) && restlessness(value) > 0.4);

const WORDS = new Set(
	(
		'true false null none nil undefined string str text number int integer boolean bool bytes buffer any unknown object ' +
		'optional required never void self this new await async return function const let var typeof if is not in or and the a an ' +
		'must should your my for to of can may will needs has was when with from field input reset hash hashed protected changed ' +
		'yes no on off wrong incorrect invalid missing expired empty set unset given password passwd token secret value key auth bearer basic example ' +
		'via at by as but be so than then into per using without instead it its they you we flag option options argument parameter stdin prompt file environment variable secure'
	).split(' '),
);

/** Unquoted and no line of its own: a member of something, a call or type, a bracket, a variable named like a secret, a selector. */
const CODE = lazyPattern(
	`^(?:${[
		String.raw`[A-Za-z_$][\w$]{0,256}(?:\??\.[A-Za-z_$][\w$]{0,256}){1,32}$|[\w$.?]{1,256}(?:::\w{1,64})?[([<]|0x[\da-f]{1,256}$|[{[(]|[A-Za-z_$]{0,256}(?:pass|pwd|token|secret|key|hash)[A-Za-z_$]{0,256}$`,
		String.raw`this\.#|!{1,2}[A-Za-z_$]{1,64}(?:(?:\??\.[A-Za-z_$]{1,64}){1,8}$|(?:\??\.[A-Za-z_$]{1,64}){0,8}[([])`,
		// What a program has made short: `n.token-1`, `t.tokens.length-1,end:-1`.
		String.raw`[A-Za-z_$]{1,2}(?:\??\.[A-Za-z_$]{1,40}){0,4}(?:[+-]\d)?(?:,[A-Za-z_$][\w$.]{0,40}[=:,(]|[;)]{1,4}[a-z]{2,10}[ ({])|[A-Za-z_$]{1,2}(?:\.[A-Za-z_$]{1,40}){1,4}[+-]\d$`,
		String.raw`(?:before|after|hover|focus|active|disabled|checked|(?:first|last)-child)(?:[,{:]|$)`,
	].join('|')})`,
	'iu',
);
const FILE = /^[\w@./~-]{0,256}[\w-]\.(?:[a-z]{1,5}|mp[34]|h5|7z|woff2|p12|sha1|md5|bz2|es6)(?::\d{1,6}){0,2}$/u;

/** `PWD` is where a shell is. */
const FOLDER = /^(?:[~/]|[A-Za-z]:[\\/])/u;

/** How sure its form makes that a value stands there: quotes or a line of its own, other code, a sentence. */
export type Writing = 'data' | 'code' | 'prose';

/** Whether a value behind a name can be the secret that the name promises. */
export function isSecretValue(name: string, value: string, form: Writing): boolean {
	const kind = kindOfName(name);
	const isOfChance = kind === 'key' || /^(?:pat|seed|jwt)/iu.test(name);
	// Most of what a sentence says is a word.
	if (form === 'prose' && !isOfChance && !/[\d&!#$%^*+-]/.test(value)) return false;
	if (value.length < (form === 'data' ? 1 : 3) || isPlaceholder(value) || isOther(value)) return false;
	if (WORDS.has(value.toLowerCase())) return false;
	// A label in another language, and what is said of one: `Neues Passwort eingeben`.
	if (WHOLE.any().test(value) || isLabel(name, value)) return false;
	if (/^pwd$/iu.test(name) && FOLDER.test(value)) return false;
	if ((form === 'code' || (isOfChance && form === 'prose')) && CODE().test(value) && !isDrawnMember(value))
		return false;
	// `HTTP_AUTH=user:password`
	if (/^auth$/iu.test(name) && form === 'data' && /^[\w.@-]{2,40}:/u.test(value)) return isLikePassword(value);
	// `FirebaseAuth: f069ff13…` is a checksum.
	if (name === 'Auth' && /^[\da-f]{40}$/u.test(value)) return false;
	if (isOfChance) return (isNoise(value) && !isNamedHash(value)) || isJumble(value);
	// `clave` is also the Spanish word for what is most important.
	if (form === 'prose' || (/^clave$/iu.test(name) && (form !== 'data' || /\s/u.test(value))))
		return (
			((isLikePassword(value) || isSigned(value)) && (kind === 'password' || value.length >= 12)) ||
			(kind === 'password' && /^[a-z]{4,16}(?:-[a-z]{4,16}){2,8}$/u.test(value))
		);
	if (kind === 'password') return name.length > 4 || form === 'data' || /\D/u.test(value);
	if (isJumble(value)) return true;
	// `gen_ai.usage.input_tokens`
	if (/^[a-z]{1,24}(?:[_.][a-z]{1,24}){2,12}$/u.test(value) && /\.|token|key|auth/u.test(value)) return false;
	if (/\s/u.test(value) || !/[A-Za-z]/u.test(value)) return false;
	if (/\d/u.test(value))
		return value.length >= 6 && !/^(?:[a-z][a-z\d_.-]{1,40}\/){1,8}[a-z][a-z\d_.-]{1,40}$/u.test(value);
	if (isDrawnLetters(value)) return true;
	return (
		form === 'data' &&
		(value.length >= 20 || (value.length >= 16 && /^[A-Za-z]{16,19}$/u.test(value) && restlessness(value) > 0.3))
	);
}

/**
 * A sentence has no figures. It asks for what it names or says what is wrong with that, or is a name of two words; behind
 * `pass` it says with a word like `not` what did pass. Anything else may be a password of some words.
 */
const isLabel = (name: string, value: string): boolean =>
	/^[^\d\s]{1,64}(?:\s[^\d\s]{1,64}){1,32}$/u.test(value) &&
	(LABEL().test(value) || (/^pass$/iu.test(name) && PASSED.test(value)));
const LABELLED =
	'(?:pass(?:word|phrase|wort)|kennwort|contraseña|mot de passe|senha|wachtwoord|пароль|hasło|token|api[ -]key)s?';
const ASKED =
	'(?:re-?)?(?:enter|type)|confirm(?:[ae]r)?|repeat|forgot|reset|change|choose|show|invalid|incorrect|wrong|required|expired|must|cannot|match|eingeben|vergessen|bestätigen|wiederholen|ändern|falsch|(?:olvid|introdu|esquec|saisi)\\p{L}{1,6}|ingres[ae]|entrez|oublié|digite|vergeten';
const LABEL = lazyPattern(
	`(?<![\\p{L}_-])(?:(?:${ASKED})(?: \\S{1,16}){0,2} ${LABELLED}(?![\\p{L}_-])|${LABELLED}(?: \\S{1,16}){0,2}(?: (?:${ASKED})(?![\\p{L}_-])|\\?$)|^\\S{1,24} ${LABELLED}$)`,
	'iu',
);
const PASSED =
	/^\p{Lu}(?=\S{0,64} \S{1,64} \S{1,64} \S).{0,256} (?:not|are|is|does|has|have|nicht|ist|sind|hat|non|è|est|pas|está|não|é|nie|jest|niet) \S/u;

/** `Sunset.anchor48` has the form of a member, and the look of a password. */
const isDrawnMember = (value: string): boolean =>
	/^[\w.$-]{1,256}$/u.test(value) &&
	/\d/u.test(value) &&
	!/pass|pwd|token|secret|key|hash|data|arg/iu.test(value) &&
	restlessness(value) >= 0.2;

/** Signs of many kinds among letters and figures, blanks too: what salts are drawn from. */
const isJumble = (value: string): boolean =>
	value.length >= 24 && /\d/u.test(value) && new Set(value.replace(/[\p{L}\d\s]/gu, '')).size >= 5;

/** `salt&pepper`: a sign that no word has within. */
export const isSigned = (value: string): boolean =>
	/^[\w&!#$%^*+.-]{6,64}$/u.test(value) && /[a-z][&!#$%^*+][a-z\d]/iu.test(value);

/** Whether a word in a sentence is more than a word: letters with figures, and no file, version, time or address. */
export function isLikePassword(value: string): boolean {
	return (
		value.length >= 6 &&
		/\d/u.test(value) &&
		/\p{L}/u.test(value) &&
		!isPlaceholder(value) &&
		!isOther(value) &&
		!value.startsWith('-') &&
		!FILE.test(value) &&
		// A sentence without blanks.
		!/[\u3040-\u30ff]|[。、，]/u.test(value) &&
		// `secret/prod/db2`
		!/^(?:[a-z][a-z\d_.-]{1,40}\/){1,8}[a-z][a-z\d_.-]{1,40}$/u.test(value) &&
		!/^(?:[\w$.-]{0,256}[([]|\d{1,4}:\d\d\b|\d{3,4}-\d\d\b|\d\d?-\d\d\b(?!-\p{L}{3})|(?!(?:19|20)\d\d\p{Lu}\p{Ll}{2})\d{1,256}\p{L}{1,5}$|#)|:\/\/|\]\(/u.test(
			value,
		)
	);
}
