// Secrets in what programs say and are told: options, words of SQL, arguments of calls, what a command shows, protocols.
import { OF_HASH, isLikePassword, isSecretValue, isSigned } from './names';
import { isDrawnLetters, isNoise } from './noise';

/** One way in which a secret stands in a text. */
export interface SecretForm {
	/** A text with none of these has none: V8 takes far longer to make the pattern ready, and to look for it. */
	readonly needs: readonly string[];
	/** So many characters that keys are made of stand in a row, at least. */
	readonly run?: number;
	/** Takes out its group `secret`, with its group `front` right before it, or all of it; `name` where the name does not end right before it. */
	readonly pattern: () => RegExp;
	/** Finds the secrets in the group `block` of the pattern. */
	readonly inside?: RegExp;
	/** What the mark says, where no name does. */
	readonly kind?: string;
	isSecret?(secret: string, name: string): boolean;
}

export const isData = (secret: string, name: string): boolean => isSecretValue(name, secret, 'data');
export const isSaid = (secret: string, name: string): boolean => isSecretValue(name, secret, 'prose');
export const isGiven = (secret: string): boolean => isSecretValue('password', secret, 'code') && !/^-/u.test(secret);

/** What a password follows, and the words of which it has one. */
const OPTIONS: readonly (readonly [before: string, ...needs: readonly string[]])[] = [
	[String.raw`\bsshpass[ ]{1,4}-p[ ]{0,4}`, 'sshpass'],
	[String.raw`\bredis-cli\b[^\n|;&]{0,200}?[ ]-a[ ]{1,4}`, 'redis-cli'],
	[
		String.raw`\b(?:docker|podman|helm|skopeo|buildah|crane|oras|az)[ ][^\n|;&]{0,60}?login\b[^\n|;&]{0,200}?[ ]-p[ ]{1,4}`,
		'login',
	],
	[String.raw`\bmongo(?:sh|dump|restore|export|import)?\b[^\n|;&]{0,200}?[ ]-p[ ]{1,4}(?!\d{1,5}\b)`, 'mongo'],
	[String.raw`\b(?:sqlcmd|bcp|isql|tsql)\b[^\n|;&]{0,200}?[ ]-P[ ]{0,4}`, 'sqlcmd', 'bcp', 'isql', 'tsql'],
	[String.raw`\bldap(?:\w{3,9}\b[^\n|;&]{0,200}?[ ]-w|passwd\b[^\n|;&]{0,200}?[ ]-s)[ ]{1,4}`, 'ldap'],
	[String.raw`\b(?:7z[ar]?|rar|unrar)[ ][^\n|;&]{0,60}?[ ]-p`, '7z', 'rar '],
	[String.raw`\b(?:un)?zip\b[^\n|;&]{0,200}?[ ]-P[ ]{1,4}`, 'zip'],
	[
		String.raw`\b(?:smbclient|rpcclient|smbmap|net)\b[^\n|;&]{0,200}?[ ]-U[ ]{0,4}["']?[^\s%]{1,60}%`,
		'smbclient',
		'rpcclient',
		'smbmap',
		'net ',
	],
	[String.raw`\bpass(?:in|out)?[ ]pass:`, ' pass:'],
	[String.raw`(?:[ ]/(?:p(?:ass|th)?:|rp[ ])|\bsigntool\b[^\n|;&]{0,200}?[ ]/p[ ])`, ' /p', ' /rp'],
	[String.raw`\bnet user[ ]\S{1,60}[ ]`, 'net user'],
	[String.raw`\bhtpasswd[ ]-\w{0,8}b\w{0,8}[ ]\S{1,200}[ ]\S{1,60}[ ]`, 'htpasswd'],
	[String.raw`\bssh-keygen\b[^\n|;&]{0,200}?[ ]-[NP][ ]{1,4}`, 'ssh-keygen'],
	[String.raw`\bopenssl[ ]enc\b[^\n|;&]{0,200}?[ ]-k[ ]{1,4}`, 'openssl enc'],
	[String.raw`\bnet[ ]use[ ][^\n|;&]{0,120}?\\\\[^\s]{1,120}[ ]`, 'net use'],
	[String.raw`\bjdbc:oracle:thin:[\w.]{1,60}\/`, 'jdbc:oracle'],
	[
		String.raw`\b(?:sqlplus|conn(?:ect)?|impdp|expdp|sqlldr|rman target)[ ](?:-\w{1,8}[ ]){0,3}[\w.]{1,60}\/(?=\S{0,80}@|\S{0,80}\d)`,
		'sqlplus',
		'conn ',
		'connect ',
		'pdp ',
		'sqlldr ',
		'rman target ',
	],
	[String.raw`\bConvertTo-SecureString[ ](?:-(?:String|AsPlainText|Force)[ ]){0,2}`, 'SecureString'],
	[
		String.raw`\b(?:requirepass|masterauth)[ ](?:(?=\S{0,255}\d)|(?<=(?:--|(?:config|CONFIG)[ ](?:set|SET)[ ])\w{10,11}[ ])|(?<=(?:^|\n)\w{10,11}[ ])(?=\S{3,256}(?:\n|$)))`,
		'requirepass',
		'masterauth',
	],
	[
		String.raw`\b(?:sudo|cryptsetup|kinit|gpg|p4|pass[ ]insert|\w{0,8}passwd)\b[^\n]{0,120}?<<<[ ]?(?=\S{0,255}\d)`,
		'<<<',
	],
	[String.raw`\bqpdf\b[^\n]{0,120}?--encrypt[ ]`, '--encrypt'],
	[String.raw`\b(?:ascii-text|pre-shared-secret)[ ]`, 'ascii-text', 'pre-shared-secret'],
	['::add-mask::', '::add-mask::'],
	[
		String.raw`\bsecrets?[ ](?:set|create|put)[ ][^\n|;&]{1,160}?(?:--value|--body|-b|--secret-string|<<<)[ =]?`,
		'secret set',
		'secrets set',
		'secret create',
		'secret put',
	],
	[String.raw`\badd-(?:generic|internet)-password\b[^\n|;&]{0,200}?[ ]-w[ ]{1,4}`, 'add-generic-', 'add-internet-'],
	[String.raw`\bcurl\b[^\n]{0,200}?[ ](?:-E|--cert)[ ][^\s:]{1,100}:`, ' -E ', '--cert '],
	[String.raw`\br[ow]community6?[ ]`, 'community '],
	[String.raw`\bsnmp\w{2,9}[ ][^\n|;&]{0,200}?-c[ ]{1,4}(?!public|private)`, 'snmp'],
	[String.raw`\bhttps?[ ][^\n|;&]{0,200}?(?:-a|--auth)[ =]["']?[^\s:"']{1,60}:`, ' -a ', '--auth'],
	[String.raw`\b(?:hmac\.new|AES\.new|Fernet)\((?=[^\n)]{0,80}\d)b?`, 'hmac.new(', 'AES.new(', 'Fernet('],
	[String.raw`\bpassword-command[ =]["']?(?:echo|printf)[ ]`, 'password-command'],
	[String.raw`\bwpa_passphrase[ ]\S{1,40}[ ]`, 'wpa_passphrase'],
	[String.raw`\brabbitmqctl[ ](?:add_user|change_password)[ ]\S{1,60}[ ]`, 'rabbitmqctl'],
	[String.raw`\blftp\b[^\n|;&]{0,60}?[ ]-u[ ]{0,4}[^\s,]{1,60},`, 'lftp'],
	[
		String.raw`\b(?:twine|poetry|altool|rabbitmqadmin|racadm|ncftp\w{0,4})[ ][^\n|;&]{0,200}?[ ]-p[ ]{1,4}`,
		...['twine', 'poetry', 'altool', 'rabbitmqadmin', 'racadm', 'ncftp'],
	],
	[String.raw`\b(?:poetry|composer)[ ]config[ ](?:-\S{1,16}[ ])?http-basic\.\S{1,60}[ ]\S{1,60}[ ]`, 'http-basic'],
	// A domain, a user and a password before a host.
	[
		String.raw`\b(?:impacket-\w{2,24}|(?:secretsdump|psexec|wmiexec|smbexec|atexec|dcomexec|mssqlclient|smbclient|lookupsid|GetUserSPNs|GetNPUsers|getTGT|getST)\.py)\b[^\n|;&]{0,120}?[ ]["']?[\w.-]{0,40}\/?[\w.$-]{1,40}:`,
		'impacket-',
		'.py ',
	],
	[String.raw`\bsamba-tool[ ]user[ ](?:create|add)[ ]\S{1,60}[ ]`, 'samba-tool'],
	[String.raw`\b-setairportnetwork[ ]\S{1,16}[ ]\S{1,40}[ ]`, '-setairportnetwork'],
	[String.raw`\bmosquitto_passwd[ ](?:-\w{1,4}[ ]){0,3}-b[ ]\S{1,200}[ ]\S{1,60}[ ]`, 'mosquitto_passwd'],
	[String.raw`\bopenssl[ ]passwd[ ](?:-\w{1,8}[ ]){1,4}(?=\S{0,255}\d)`, 'openssl passwd'],
	[String.raw`\bencrypt_string[ ](?=["'])`, 'encrypt_string'],
	[String.raw`\bsp_addlogin[ ]N?'[^'\n]{1,60}',[ ]?N?`, 'sp_addlogin'],
	[String.raw`\bisakmp[ ]key[ ](?:\d[ ])?`, 'isakmp key'],
	[String.raw`\bpsksecret[ ](?!ENC\b)`, 'psksecret'],
	[String.raw`\bREDISCLI_AUTH=`, 'REDISCLI_AUTH'],
	[String.raw`(?<=^|\n)[A-Za-z]{1,4}\d{1,6}[ ]LOGIN[ ]\S{1,80}[ ]`, ' LOGIN '],
	[String.raw`:[ ](?:EAP|PSK|XAUTH|NTLM)[ ](?=")`, ' EAP ', ' PSK ', ' XAUTH ', ' NTLM '],
	[String.raw`<auth-user-pass>\s{1,4}\S{1,80}\n`, '<auth-user-pass>'],
	[String.raw`authtok[ ]?=[ ]?`, 'authtok'],
	[
		String.raw`(?:\.login=|(?<!\bgit[ ])\bconfig[ ]set[ ][\w./:-]{1,60}[ =]|\bsnyk[ ]auth[ ])(?=[\w-]{0,255}\d)(?=[\w-]{20})`,
		'.login=',
		'config set ',
		'snyk auth ',
	],
	[String.raw`\bmc[ ]alias[ ]set[ ]\S{1,60}[ ]\S{1,200}[ ]\S{1,100}[ ]`, 'mc alias'],
	[String.raw`\bvault[ ](?:kv[ ]put|write)[ ]\S{1,120}[ ][\w-]{1,60}=(?=\S{0,255}\d)`, 'vault '],
];

/** What shows a secret, and its words. */
const SHOWS: typeof OPTIONS = [
	['--with-decryption', 'with-decryption'],
	['get-secret-value', 'get-secret-value'],
	['get-random-password', 'get-random-password'],
	[String.raw`\bget[ ]secrets?[ ][^\n]{0,200}base64[ ](?:-d|-D|--decode)`, 'get secret'],
	['reset-password', 'reset-password'],
	['node-token', 'node-token'],
	['(?:print|get)-access-token', 'access-token'],
	['[ ]auth[ :]token', 'auth token', 'auth:token'],
	['create[ ]token', 'create token'],
	['openssl[ ]rand[ ]', 'openssl rand'],
	[String.raw`\b(?:pwgen|wg[ ]genkey)\b`, 'pwgen', 'wg genkey'],
	[String.raw`\bvault[ ](?:kv[ ]get|read|print[ ]token)`, 'vault kv get', 'vault read', 'vault print'],
	[String.raw`\bop[ ]read`, 'op read'],
	[String.raw`\b(?:go)?pass[ ]show`, 'pass show'],
	[String.raw`\bbw[ ]get`, 'bw get'],
	['find-(?:generic|internet)-password', 'find-generic-', 'find-internet-'],
	['secrets[ ](?:versions[ ]access|get)', 'secrets versions', 'secrets get'],
	[String.raw`\bkeyvault[ ]secret[ ]show`, 'keyvault secret'],
	[String.raw`\bsecret-tool[ ]lookup`, 'secret-tool'],
	[
		String.raw`(?:\becho[ ]["']?\$\{?|\bprintenv[ ]|>[ ](?:os\.environ|process\.env)[.[]["']?)\w{0,40}(?:pass|pw|token|secret|key)\w{0,20}`,
		'echo $',
		'echo "$',
		'printenv ',
		'> os.environ',
		'> process.env',
	],
	['initial-?admin-?password', 'dmin-password', 'dminPassword'],
	// A file that has the name of a secret, and is no text or code about it.
	[
		String.raw`\bcat[ ](?:\S{0,120}[\W_])?(?:(?:api)?key|token|secret|passw\w{0,4}|pwd)s?(?![a-z])(?!\S{0,20}\.(?:md|log|py|go|rs|rb|java|html|[cm]?[jt]sx?|s?css)\b)\S{0,20}`,
		'cat ',
	],
];

export const PROGRAM_FORMS: readonly SecretForm[] = [
	// Options that are short, or say it in a word of their own.
	...OPTIONS.map(([before, ...needs]): SecretForm => ({
		needs,
		pattern: () =>
			new RegExp(
				String.raw`${before}["']?(?<secret>(?![$*</-])(?:(?<=["'])[^"'\n]{3,256}(?=["'])|[^\s"'\x60|;&<>]{3,256}))`,
				'gu',
			),
		kind: 'password',
		isSecret: isGiven,
	})),
	// A user and a password as arguments, a key that signs, an answer to a program that asks.
	{
		needs: ['auth=(', 'NetworkCredential(', 'getConnection(', '_connect(', 'jwt.', '<<<', 'send "'],
		pattern: () =>
			/(?:\b(?:(?:auth=|NetworkCredential)\(|(?:getConnection|\w{2,16}_connect)\([^,\n]{1,200},[ ])["'][^"'\n]{1,80}["'],[ ]|\bjwt\.(?:sign|verify|encode|decode)\([^,\n]{1,120},[ ]|\bsudo[ ][^\n]{0,120}?<<<[ ]?|\bsend[ ](?=["'][^\s"'\\]{3,256}[\s\\]{1,4}r?["']))["'](?<secret>[^\s"'\\]{3,256})/gu,
		kind: 'password',
		isSecret: (secret, name) => isGiven(secret) && isSaid(secret, name),
	},
	// What is written into a program that reads a password.
	{
		needs: ['echo ', 'printf '],
		pattern: () =>
			/\b(?:echo|printf)[ ](?:-n[ ]|["']%s(?:\\n)?["'][ ])?["']?(?:[\w.-]{1,60}:(?=[^\n|]{1,256}chpasswd))?(?<secret>(?!\$)(?:(?<=["'])[^"'\n]{3,256}(?=["'])|[^\s"'|]{3,256}))["']?[ ]?\|[ ]?(?:sudo[ ]-S|chpasswd|sudo chpasswd|[^\n|]{1,80}(?:--password-stdin|--passphrase-fd|--with-token|passwd|cryptsetup|secrets?[ ](?:create|put|set|versions)|[ ]env[ ]add))/gu,
		kind: 'password',
		isSecret: isGiven,
	},
	{
		needs: ['| ConvertTo-SecureString', '|ConvertTo-SecureString'],
		pattern: () => /["'](?<secret>[^"'\s]{3,128})["'][ ]?\|[ ]?ConvertTo-SecureString/gu,
		kind: 'password',
	},
	// Options that only some programs take for one: there may be several in a line.
	{
		needs: [
			'crackmapexec',
			'veracrypt',
			'sexec',
			'winrs',
			'snmp',
			'ipmitool',
			'security unlock-keychain',
			'security import',
			'security create-keychain',
			'mosquitto',
			'cqlsh',
			'plink',
			'pscp',
			'psftp',
			'rdesktop',
			'winrm',
			'netexec',
		],
		pattern: () =>
			/\b(?:snmp\w{2,9}|ipmitool|mosquitto_\w{3}|cqlsh|plink|pscp|psftp|rdesktop|evil-winrm|crackmapexec|netexec|veracrypt|psexec|winrs|security[ ](?:unlock-keychain|import|create-keychain))[ ](?<block>[^\n]{4,400})/gu,
		inside: /(?<=^|[ ])-(?:[AXPpH]|pw)[ :]["']?(?<secret>(?![$-])[^\s"'\x60]{3,256})/gu,
		kind: 'password',
		// A port, or a host of MQTT.
		isSecret: (secret) => isGiven(secret) && !/^\d{1,5}$|^(?:\d{1,3}\.){3}\d{1,3}$/u.test(secret),
	},
	{
		needs: ['htpasswd', 'net use', 'NET USE'],
		pattern: () =>
			/\b(?:htpasswd[ ]-\w{0,8}n\w{0,8}[ ]\S{1,60}[ ]|net[ ]use[ ][^\n]{1,160}[ ]\/user:\S{1,60}[ ])["']?(?<secret>(?![$/*-])[^\s"']{3,256})/giu,
		kind: 'password',
		isSecret: isGiven,
	},
	// Drawn characters behind an option of one letter, or behind `login`.
	{
		needs: [' -', 'login '],
		run: 20,
		pattern: () =>
			/(?:[ ]-[A-Za-z][ ]|\blogin(?:[ ]--?[\w-]{1,30}){0,3}[ ])["']?(?<secret>[\w+-]{20,256}={0,2})(?=[\s"'|;&)\\]|$)(?<!\b(?:git|gh|hg|minisign)[ ][^\n]{0,300})/gu,
		kind: 'credential',
		isSecret: (secret) => isNoise(secret, 20) && (!/^[\da-f]{1,256}$/u.test(secret) || secret.length === 40),
	},
	{
		needs: ['login ', 'auth '],
		run: 20,
		pattern: () => /\b(?:login|auth[ ]\w{2,12})(?:[ ]--?[\w-]{1,30}){1,3}[ ]["']?(?<secret>[\da-f]{64})(?![\w-])/gu,
		kind: 'credential',
	},
	// What is said to Redis.
	{
		needs: ['AUTH '],
		pattern: () => /(?<=^|\n|>[ ])AUTH[ ](?:[\w-]{1,30}[ ])?["']?(?<secret>[^\s"']{6,128})["']?(?=[ ]{0,4}(?:\n|$))/gu,
		kind: 'password',
		isSecret: isLikePassword,
	},
	{
		needs: ['cloudflared'],
		pattern: () => /\bcloudflared\b[^\n]{0,80}?[ ](?<secret>eyJ[\w+/-]{40,4096}={0,2})/gu,
		kind: 'token',
	},
	// What shows a secret, and its answer alone on the next line.
	{
		needs: SHOWS.flatMap(([, ...needs]) => needs),
		pattern: () =>
			new RegExp(
				String.raw`(?:${SHOWS.map(([shows]) => shows).join('|')})[^\n]{0,200}\n(?<secret>[^\s{}:]{8,4096}(?:::[\w:]{8,200})?)(?=\n|$)`,
				'gi',
			),
		kind: 'credential',
		isSecret: (secret) => isNoise(secret) || isLikePassword(secret) || isDrawnLetters(secret),
	},
	{
		needs: ['assword'],
		pattern: () =>
			new RegExp(
				String.raw`\bpassword\b(?:[ ][^\n:]{1,60}:(?:[ ]|\s{1,20})|[^\n]{0,80}\n[ \t]{0,8}(?:new )?value:[ ])(?!(?<=\b(?:${OF_HASH}|files?)\b[^\n]{0,60}\n?[^\n]{0,60})(?:[\da-f]{40}|[\da-f]{64})(?:\n|$))(?<secret>[^\s{}[\]()]{6,128})(?=\n|$)`,
				'giu',
			),
		kind: 'password',
		isSecret: (secret) => isLikePassword(secret) || isNoise(secret),
	},
	// A user and a password, or a key, as arguments of calls that open something or sign.
	{
		needs: ['("', "('"],
		pattern: () =>
			/(?:->connect|\bPDO|__construct|[.>]credentials|\bCredentials?|[.>]auth|createHmac|hash_hmac|\bauth\.basic|basic_?auth|UsernamePasswordCredentials?|setCredentials|\blogin|authenticate|signIn\w{0,24}|changeUserPassword|wifi\.begin)\((?:["'][^"'\n]{0,200}["'],[ ]?){1,3}(?:["']|q\{)(?<secret>[^\s"'}]{4,128})["'}]/giu,
		kind: 'password',
		isSecret: (secret) => isGiven(secret) && (isLikePassword(secret) || isSigned(secret)),
	},
	{
		needs: ['("', "('"],
		run: 20,
		pattern: () =>
			/(?:client|api|hmac|sign|secret|search|auth|credentials?|token)\w{0,8}(?:(?:\.|::)\w{1,16})?\((?:[\w.()[\] ]{1,40},[ ]){0,2}(?:["'][^"'\n]{1,80}["'],[ ]?){0,2}(?:\[\]byte\(|b)?["'](?<secret>[\w+/-]{20,256}={0,2})["'](?!,[ ]?["']\[redacted)/giu,
		kind: 'credential',
		isSecret: (secret) => isNoise(secret, 20),
	},
	{
		needs: ['("', "('", '%s:%s@'],
		pattern: () =>
			/(?:\w\(["'](?=[^"'\n]{0,79}\d)[\w-]{10,80}["'],[ ]?|%s:%s@[^"'\n]{0,80}["'],[ ]["'][^"'\n]{1,60}["'],[ ])["'](?<secret>[^"'\s]{6,256})["']/gu,
		kind: 'credential',
		isSecret: (secret) => isNoise(secret, 20) || (isSigned(secret) && isGiven(secret)),
	},
	{
		needs: ['new '],
		run: 20,
		pattern: () => /\bnew [A-Z]\w{1,40}\(["'](?<secret>[\w-]{20,256})["']/gu,
		kind: 'credential',
		isSecret: (secret) => isNoise(secret, 20) && /[A-Z]/u.test(secret) && /[g-z]/u.test(secret),
	},
	// Constants of WordPress.
	{
		needs: ['define('],
		pattern: () =>
			/\bdefine\([ ]?["']\w{0,40}(?:KEY|SALT|PASSWORD|PASS|SECRET|TOKEN)["'],\s{0,20}(?:'(?<secret>[^'\n]{3,256})'|"[^"\n]{3,256}")/gu,
		kind: 'credential',
		isSecret: (secret) => isData(secret, 'password') && /[\d\W]/u.test(secret),
	},
	{
		needs: ['assword'],
		pattern: () =>
			/\bpassword["'\]) ]{1,4}(?:\.(?:type|fill|sendKeys|send_keys|setValue|enterText|typeText)\(|,[ ])["'](?<secret>[^"'\n]{3,128})["']/giu,
		kind: 'password',
		isSecret: (secret) => isGiven(secret) && isLikePassword(secret),
	},
	{
		needs: ['session(', 'cookieParser('],
		pattern: () => /\b(?:session\(\{[^{}]{0,200}?\bsecret:[ ]{0,4}|cookieParser\()["'](?<secret>[^"'\n]{3,128})["']/gu,
		kind: 'credential',
		isSecret: (secret) => isGiven(secret) || /\w[ ]\w/u.test(secret),
	},
	// What protocols say: SMTP in base64, Redis to who looks on, a switch, a list of users.
	{
		needs: ['UGFzc3dvcmQ6', 'AUTH PLAIN ', '"AUTH"', '"auth"', '={', '@tcp(', '@unix('],
		pattern: () =>
			/(?:334 UGFzc3dvcmQ6\s{1,4}(?:->|C:|>)?\s{0,4}|\bAUTH PLAIN |"auth"(?:[ ]"[^"\n]{1,60}")?[ ]"|\b(?:pwd|password)=\{|(?<=["'=\s])[\w.-]{1,60}:(?=[^\s"'@]{3,128}@(?:tcp|unix)\())(?<secret>[^"}\s@]{3,256})/giu,
		kind: 'password',
		isSecret: isGiven,
	},
	{
		needs: ['secret ', 'password ', 'key ', 'community '],
		pattern: () =>
			/\b(?:(?:secret|password|key|community)[ ]\d|snmp-server[ ]community|\w{5,7}-server[ ]key|enable[ ](?:password|secret))[ ](?<secret>\S{6,128})(?=\s|$)/gu,
		kind: 'password',
		isSecret: (secret) => /\d|-/u.test(secret) && isGiven(secret),
	},
	{
		needs: ['@', '" "', '" * "', ']:'],
		pattern: () =>
			/(?<=^|\n)(?:\[?[\w-]{1,60}\.[\w.-]{1,80}\]?(?::\d{2,5}[ \t]{1,8}[^\s:]{1,80}|[ \t]{1,8}[^\s:@]{1,60}@[^\s:]{3,80}):|"[^"\n]{1,60}" (?:\* )?")(?<secret>[^\s"]{4,200})(?="?(?: \*)?(?:\n|$))/gu,
		kind: 'password',
		isSecret: isLikePassword,
	},
	// An entry of .netrc, whatever the order of its words.
	{
		needs: [
			'machine ',
			'machine\t',
			'default login ',
			'default password ',
			'default account ',
			'default\n',
			'default\r\n',
		],
		pattern: () =>
			/(?:\bmachine[ \t]{1,8}\S{1,100}|(?<=(?:^|\n)[ \t]{0,8})default)(?=(?:\s{1,40}\S{1,256}[ \t]{1,8}\S{1,256}){0,4}\s{1,40}(?:login|user)\s)(?<block>(?:\s{1,40}(?:login|user|account|password|port)[ \t]{1,8}\S{1,256}){2,5})/gu,
		inside: /(?<=\spassword[ \t]{1,8})(?<secret>[^\s"'\x60]{3,256})/gu,
		kind: 'password',
		isSecret: isData,
	},
];
