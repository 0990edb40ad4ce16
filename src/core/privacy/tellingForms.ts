// Secrets that tell what they are by their own form or by the place in which they stand: hashes of passwords, numbers of
// locks and cards, words that open a purse, links, cookies, keys in files.
import { isLikePassword } from './names';
import { isNoise } from './noise';
import type { SecretForm } from './programForms';

/** What stands before the number on the back of a card. */
const BACK = String.raw`cv[vc]2?["']?[ ]?[:=]?[ ]?["']?`;

/** Words that open a purse, behind what says so. */
const purse = (said: string): RegExp =>
	new RegExp(
		String.raw`(?:${said})[^]{0,80}?(?:[:=\n"']|\b(?:is|est|es|ist|are|words))[ ]?\s{0,4}["']?(?<secret>(?:(?:\d{1,2}[.):][ ]?)?[a-z]{3,8}[ ,\n]{1,2}){11,24}(?:\d{1,2}[.):][ ]?)?[a-z]{3,8})(?![ ]?[a-z\d])`,
		'giu',
	);
/** No list from which they are drawn has these, and hardly a sentence does without. A sentence may follow them. */
const isDrawnWords = (secret: string): boolean =>
	!/^(?:\S{1,12}\s{1,2}){0,11}?(?:the|and|for|are|was|from|with|der|die|das|und|ist)\b/iu.test(secret);
/** A list with few words to a line may be one of anything (`Seed tables:`), if its places are not numbered. */
const isNumberedOrInRows = (secret: string): boolean =>
	/^\d/u.test(secret) || !/(?:^|\n)[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){0,2}[ ,]?\n/iu.test(secret);
/** As many as a wallet draws, with or without what follows rows that are alike: 12, 15, 18, 21 or 24. */
const isDrawnCount = (secret: string): boolean => {
	const rows = secret.split('\n').map((row) => row.match(/\w{1,8}/gu)?.length);
	const alike = (rows[0] ?? 0) * rows.findIndex((count) => count !== rows[0]);
	return [alike, secret.split(/\W{1,2}/u).length].some((count) => count > 11 && count % 3 === 0);
};
const OF_PURSE = 'recovery|seed|backup|wallet|nano';
/** No noun follows that says what else is listed: `wallet:`, `seed of my phone`, `Ledger Nano`. */
const ALONE = `(?![_-]?\\p{L}|(?: (?:${OF_PURSE})){0,3} (?!(?:${OF_PURSE}|s|x|is|of|from|for|on|in|my)\\b)\\p{L})`;

export const TELLING_FORMS: readonly SecretForm[] = [
	// What lets somebody in once.
	{
		needs: ['code=', 'icket=', 'SAMLResponse='],
		run: 20,
		pattern: () => /[?&](?:code|ticket|SAMLResponse)=(?<secret>[\w%.+/-]{20,8192})/gu,
		kind: 'token',
		isSecret: (secret) => isNoise(secret, 20),
	},
	// The key of an address, however short it is.
	{
		needs: ['?key=', '&key='],
		pattern: () => /[?&]key=(?<secret>[\w-]{10,256})/gu,
		kind: 'credential',
		isSecret: (secret) => isNoise(secret, 10) && /[A-Z]/u.test(secret),
	},
	{
		needs: ['?t=', '&t=', '?k=', '&k=', '?auth=', '&auth='],
		run: 20,
		pattern: () => /[?&](?:t|k|auth)=(?<secret>[\w-]{20,256})/gu,
		kind: 'token',
		isSecret: (secret) => isNoise(secret, 20),
	},
	// A session by its id, and none of a program's own with the form of a UUID.
	{
		needs: ['ssid=', 'SSID=', 'SSIONID=', 'sionid=', 'sionId=', 'sion_id='],
		run: 20,
		pattern: () => /\b\w{0,20}sess(?:ion)?_?id=(?<secret>[\w%.-]{20,256})/gi,
		kind: 'cookie',
		isSecret: (secret) => isNoise(secret, 20) && !/^[\da-f]{8}-/u.test(secret),
	},
	// host:port:database:user:password of .pgpass.
	{
		needs: [':*:', ':5432:', ':6432:', ':5433:'],
		pattern: () =>
			/(?<=^|\n)[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w.*-]{1,60}:[\w.*-]{1,60}:(?<secret>[^\s:]{3,256})(?=\n|$)/gu,
		kind: 'password',
	},
	// What passwords were hashed to: a cupboard of them is tried out in an afternoon.
	{
		needs: [
			...['SCRAM-', '$1$', '$5$', '$6$', '$7$', 'y$', '$2', '$apr1', '$argon2', '$pbkdf2', '$scrypt'],
			...['pbkdf2', 'scrypt:', '{SHA', '{SSHA', '{SMD5', '{CRYPT', 'md5'],
		],
		pattern: () =>
			/(?<secret>(?:SCRAM-SHA-\d{1,3}\$\d{2,7}:|\$(?:[15-9y]|gy|apr1|2[abxy]|argon2\w{1,2}|pbkdf2[\w-]{0,12}|scrypt)\$|\bpbkdf2[_:]sha\d{1,3}[:$]\d{2,8}\$|\bscrypt:\d{2,8}:|\{(?:S?SHA\d{0,3}|SMD5|CRYPT)\}|(?<=["'])md5(?=[\da-f]{32}["']))[\w./$+=,:-]{20,300})/gu,
		kind: 'password-hash',
	},
	{
		needs: ['*'],
		run: 40,
		pattern: () => /(?<secret>\*[\dA-F]{40})(?![\w-])/gu,
		kind: 'password-hash',
	},
	// The number of a lock or a card, what is sent to be typed in once, and the words that open a purse.
	{
		needs: ['PIN', 'pin', 'Pin', ' code', '-code', 'OTP', 'otp', 'TAN ', 'TAN:', 'inmalpasswort'],
		pattern: () =>
			/(?:(?<![a-z])(?:PIN(?:[ -]?code)?|OTP|TAN|(?:door|gate|alarm|access|entry|lock|safe|security|verification|confirmation|one-time|login|2FA|SMS)[ -]code|einmalpasswort)(?:[ ](?!is[ ])\p{L}{1,16}){0,5}(?:[ ](?:is|was|ist|lautet)|["']?:|[ ]?=)[ ]?["']?|(?<=[\s_"'](?:PIN|pin))[ ]{1,12})(?<secret>\d{4,8}#?)(?![\w.:-])/giu,
		kind: 'password',
	},
	{
		needs: ['ecovery code', 'ackup code'],
		pattern: () => /\b(?:recovery|backup) codes?(?<block>[^]{4,600})/giu,
		inside: /(?<![\w-])(?<secret>[a-z\d]{4,10}(?:-[a-z\d]{4,10}){1,3})(?![\w-])/giu,
		kind: 'recovery-code',
		isSecret: (secret) => /\d[a-z]|[a-z]\d/iu.test(secret) || /^\d{4,10}-\d{4,10}$/u.test(secret),
	},
	{
		needs: [
			...['hrase', 'HRASE', 'frase', 'Frase', 'nemonic', 'NEMONIC'],
			...['very words', 'eed words', 'llet words'],
		],
		pattern: () => purse('(?:ph|f)rase|mnemonic|(?:recovery|seed|wallet)[ ]words'),
		kind: 'seed-phrase',
		isSecret: isDrawnWords,
	},
	...(
		[
			['', isNumberedOrInRows],
			[ALONE, isDrawnCount],
		] as const
	).map(([after, isDrawn]) => ({
		needs: [
			...['ecovery', 'ECOVERY', 'seed', 'Seed', 'SEED', 'écup', 'ecupera', 'semilla'],
			...['wallet', 'Wallet', 'WALLET', 'edger', 'rezor', 'etamask', 'etaMask'],
		],
		pattern: () => purse(`trezor|metamask|(?:recovery|seed|récup|recupera|semilla|wallet|ledger)${after}`),
		kind: 'seed-phrase',
		isSecret: (secret: string) => isDrawnWords(secret) && isDrawn(secret),
	})),
	// Who knows such an address may send to it.
	{
		needs: ['hook'],
		pattern: () =>
			/https?:\/\/[^\s"'\x60<>\\]{0,120}?(?:hooks?\w{0,2}|\/hooks\.[\w.-]{1,60})\/(?<secret>[^\s"'\x60<>\\|()[\]]{12,512})(?<![.,;:!?])/gu,
		kind: 'webhook',
		isSecret: (secret) =>
			/^catch\/\d{4,12}\/\w{5}/u.test(secret) ||
			(/\d[A-Za-z]|[A-Za-z]\d/u.test(secret) && secret.split('/').some((part) => isNoise(part, 7))),
	},
	// Cookies of a session, whatever they are called.
	{
		needs: ['ookie', 'OOKIE', ' -b '],
		pattern: () => /(?:cookie["'\\]{0,3}\s{0,2}[:=]|\s(?:-b|--cookie)\s)(?<block>[^\n]{16,8192})/giu,
		inside: /(?<![\w.-])(?!_g[ac]|_gid|_fbp|Optanon)[\w.-]{1,60}=(?<secret>[^\s;"'\\]{16,4096})/gu,
		kind: 'cookie',
		isSecret: (secret) => isNoise(secret),
	},
	// A line of a browser’s or of curl’s file of cookies.
	{
		needs: ['TRUE\t', 'FALSE\t'],
		pattern: () => /\t(?:TRUE|FALSE)\t\d{1,12}\t[^\s=]{1,80}\t(?<secret>[^\s]{16,4096})/gu,
		kind: 'cookie',
		isSecret: (secret) => isNoise(secret) && /\d[a-z]|[a-z]\d/iu.test(secret) && !secret.startsWith('GA'),
	},
	// What is set up to make codes that are typed in once.
	{
		needs: ['TOTP', 'totp', '2FA', '2fa', 'OTP ', 'otp ', 'etup key', 'uthenticator'],
		pattern: () =>
			/\b(?:totp|otp|2fa|setup key|authenticator)\b[^\n]{0,40}?[:= ][ ]?["'\x60]?(?<secret>[a-z2-7]{4}(?:[ -][a-z2-7]{4}){3,15}|[A-Z2-7]{16,64})(?![\w-])/giu,
		kind: 'password',
		isSecret: (secret) => /[2-7][a-z]|[a-z][2-7]/iu.test(secret) && !/[\da-f]{8}-/iu.test(secret),
	},
	// What Google and Apple draw for one program.
	{
		needs: ['pp password', 'pp Password', 'pp-password', 'pp_password', 'pp-specific', '-Passwort'],
		pattern: () =>
			/\bapp(?:[ _-]?specific)?[ _-]?pass(?:word|wort)[^\n\w]{1,5}(?:is[ ])?["'\x60]?(?<secret>[a-z]{4}(?:[ -][a-z]{4}){3})(?![\w-])/giu,
		kind: 'password',
	},
	// Words in quotes that a phrase is.
	{
		needs: ['assphrase'],
		pattern: () => /passphrase\b[^\n"'\x60]{0,60}["'\x60](?<secret>(?:[a-z]{3,12}[ -]){3,9}[a-z]{3,12})["'\x60]/giu,
		kind: 'password',
	},
	// A key as a list of bytes: 32 or 64, some of them large. Ports and places are others.
	{
		needs: ['keypair', 'Keypair', 'secret', 'Secret', 'rivate'],
		pattern: () =>
			/(?:keypair|secret|private)[^\n]{0,60}?\[\s{0,12}(?<secret>(?:\d{1,3},\s{0,12}){31,63}\d{1,3})\s{0,12}\]/giu,
		kind: 'private-key',
		isSecret: (secret) => {
			const bytes = secret.split(',').map(Number);
			const largest = Math.max(...bytes);
			return (bytes.length === 32 || bytes.length === 64) && largest > 127 && largest < 256;
		},
	},
	// The private part of a key that is written in lines, or in fields of one letter.
	{
		needs: ['Private-Lines:'],
		pattern: () => /Private-Lines: \d{1,3}\n(?<block>(?:[\w+/=]{4,80}(?:\n|$)){1,64})/gu,
		inside: /(?<secret>[\w+/=]{4,80})/gu,
		kind: 'private-key',
	},
	{
		needs: ['"kty"'],
		pattern: () => /(?<block>\{[^{}]{0,4096}"kty"[^{}]{0,8192}\})/gu,
		inside: /"(?:d|p|q|dp|dq|qi|k)"\s{0,4}:\s{0,4}"(?<secret>[\w-]{16,2048})"/gu,
		kind: 'private-key',
	},
	// Who follows such a link is let in.
	{
		needs: ['/reset', '/confirm', '/verify', '/invite', '/magic', '/login/', '/activate'],
		pattern: () =>
			/https?:\/\/[^\s"'<>]{3,120}?\/(?:reset|confirm|verify|invite|magic|login|activate)[\w-]{0,24}\/(?:[\w-]{1,24}\/)?(?<secret>[\w-]{24,512})/giu,
		kind: 'token',
		isSecret: (secret) => isNoise(secret, 24),
	},
	{
		needs: ['/with/key/', 'hc-ping.com/', '/ping/', '/deploy/prj_'],
		run: 10,
		pattern: () =>
			/(?:\/with\/key\/|\bhc-ping\.com\/|healthchecks\.io\/ping\/|\/deploy\/prj_\w{20,40}\/)(?<secret>[\w-]{10,128})/gu,
		kind: 'webhook',
	},
	{
		needs: ['::server:', '::node:'],
		pattern: () => /(?<secret>\bK10[\da-f]{40,80}::(?:server|node):[\w.]{16,128})/gu,
		kind: 'token',
	},
	{
		needs: ['-'],
		run: 55,
		pattern: () => /(?<secret>-(?<=(?<![\w-])(?<front>\d{6})-)\d{6}(?:-\d{6}){6})(?![\w-])/gu,
		kind: 'recovery-code',
	},
	{
		needs: ['WIFI:'],
		pattern: () => /\bWIFI:[^\n]{0,120}?;P:(?<secret>[^;\n]{3,128});/gu,
		kind: 'password',
	},
	{
		needs: ['NTLM', '$krb5', '::'],
		run: 32,
		// Begins at the sign before the hash and looks back from there: `::` stands in all C++ and Rust.
		pattern: () =>
			/(?::(?=[\da-f]{32}:::)(?<=:[\da-f]{32}:)|\bNTLM\b[ \t]{0,12}[:=][ ]{0,4}|[$:](?=[\da-f]{32}\$)(?<=\$krb5\w{2,8}\$[^\n]{1,200})|(?<=[\w.$-])::[\w.-]{0,40}:[\da-f]{16}:)(?<secret>[\da-f]{32}(?:[$:][\da-f]{32,4096})?)/giu,
		kind: 'password-hash',
	},
	{
		needs: ['alchemy', 'infura', 'quiknode', 'ankr', 'moralis'],
		pattern: () =>
			/https?:\/\/[\w.-]{1,80}\b(?:alchemy|infura|quiknode|ankr|moralis)[\w.-]{1,20}\/(?:[\w-]{1,20}\/)?(?<secret>[\w-]{20,128})/gu,
		kind: 'token',
	},
	{
		needs: ['0x'],
		pattern: () =>
			/\b(?:accounts|private\w{0,8}|deployer\w{0,8})["']?\s{0,3}[:=]\s{0,3}\[?\s{0,12}["']?(?<secret>0x[\da-f]{64})\b/giu,
		kind: 'private-key',
	},
	{
		needs: ['random_password'],
		pattern: () => /"random_password"[^]{0,600}?"result"\s?:\s?"(?<secret>[^"\n]{6,256})"/gu,
		kind: 'password',
	},
	// Who may read a repository of Subversion.
	{
		needs: ['[users]'],
		pattern: () => /\[users\](?<block>(?:\n[^\n[]{1,200}(?=\n|$)){1,64})/gu,
		inside: /\n[\w.@-]{1,60}[ ]?=[ ]?(?<secret>[^\s,=]{6,128})[ ]{0,8}(?=\n|$)/gu,
		kind: 'password',
		isSecret: isLikePassword,
	},
	// A key in groups that is called one.
	{
		needs: ['icen', 'ICEN', 'izenz', 'erial', 'roduct', 'ctivation'],
		pattern: () =>
			/\b(?:licen[cs]e|lizenz|serial|product|activation)(?:[ _-]?(?:key|code|number|no|schlüssel))?["']?[ ]?[:= ][ ]?["']?(?<secret>[A-Z\d]{4,8}(?:-[A-Z\d]{4,8}){2,7})(?![\w-])/giu,
		kind: 'license-key',
		isSecret: (secret) => /\d/u.test(secret) && /[A-Z]/u.test(secret),
	},
	// A key of five times five signs.
	{
		needs: ['-'],
		run: 29,
		pattern: () => /(?<secret>-(?<=(?<![\w-])(?<front>[A-Z\d]{5})-)[A-Z\d]{5}(?:-[A-Z\d]{5}){3})(?![\w-])/gu,
		kind: 'license-key',
		isSecret: (secret) => /\d/u.test(secret) && /[A-Z]/u.test(secret),
	},
	// A card near the number on its back, and none of those with which shops are tried out. Those that people make up do not add up as real ones do.
	{
		needs: ['cvv', 'cvc', 'CVV', 'CVC'],
		pattern: () =>
			new RegExp(
				String.raw`(?<![\d.])(?!4242[ -]?4242|4000[ -]?00)(?<secret>[3-6]\d(?:[ -]?\d){11,17})(?![\d.])(?:(?=[^]{0,100}?\b${BACK}\d{3,4}(?!\d))|(?<=\b${BACK}\d{3,4}(?!\d)[^]{0,130}))`,
				'giu',
			),
		kind: 'card-number',
	},
	{
		needs: ['cvv', 'cvc', 'CVV', 'CVC'],
		pattern: () =>
			new RegExp(
				String.raw`\b${BACK}(?<secret>\d{3,4})\b(?![ ]\p{L})(?<!\b4(?:242[ -]?4242|000[ -]?00)[\d -]{6,12}[^]{0,80})`,
				'giu',
			),
		kind: 'card-number',
	},
	// Rows of a Secret of Kubernetes: whatever their names are.
	{
		needs: ['Secret'],
		pattern: () => /kind:\s{1,4}Secret\b(?<block>[^]{0,8192}?)(?=\n---|$(?![^]))/gu,
		inside: /\n[ ]{1,8}[\w.-]{1,80}:[ ](?<secret>[A-Za-z0-9+/]{8,4096}={0,2})(?=\s|$)/gu,
		kind: 'credential',
		isSecret: (secret) => /\d/u.test(secret),
	},
	{
		needs: ['stringData:'],
		pattern: () => /stringData:[ ]{0,8}(?<block>(?:\n[ ]{1,16}[^\n]{1,4096}){1,64})/gu,
		inside: /\n[ ]{1,16}[\w.-]{1,80}:[ ]["']?(?<secret>[^\s"'{}]{6,4096})/gu,
		kind: 'credential',
		isSecret: isLikePassword,
	},
];
