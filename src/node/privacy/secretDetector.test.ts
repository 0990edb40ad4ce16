// Every secret here is invented, and joined at run time so that no scanner takes this file for a leak.
import { describe, expect, it } from 'vitest';
import { hasName } from '../../core/privacy/assignments';
import { NAME } from '../../core/privacy/names';
import { createRedactor } from '../../core/privacy/redaction';
import { hex, join, noise, pem } from '../testing/madeUp';
import { loadSecretDetector } from './secretDetector';

const redactor = createRedactor(loadSecretDetector());
const redacted = (text: string): string => redactor.text(text).value;

/** What must be gone, by family. */
const tokens: Readonly<Record<string, string>> = {
	'Anthropic API': join('sk-', 'ant-', 'api03-', noise(93), 'AA'),
	'Anthropic OAuth': join('sk-', 'ant-', 'oat01-', noise(90)),
	'Anthropic, cut short': join('sk-', 'ant-', 'api03-', noise(20)),
	OpenRouter: join('sk-', 'or-', 'v1-', hex(64)),
	'OpenAI project': join('sk-', 'proj-', noise(74), 'T3Blbk', 'FJ', noise(74)),
	'OpenAI, older': join('sk-', noise(48)),
	'GitHub classic': join('gh', 'p_', noise(36)),
	'GitHub OAuth': join('gh', 'o_', noise(36)),
	'GitHub user': join('gh', 'u_', noise(36)),
	'GitHub server': join('gh', 's_', noise(36)),
	'GitHub refresh': join('gh', 'r_', noise(76)),
	'GitHub fine-grained': join('github', '_pat_', noise(22), '_', noise(59)),
	'GitLab personal': join('gl', 'pat-', noise(20)),
	'GitLab routable': join('gl', 'pat-', noise(27), '.01.', noise(9)),
	'GitLab deploy': join('gl', 'dt-', noise(20)),
	'GitLab runner': join('gl', 'rt-', noise(20)),
	'GitLab job': join('gl', 'cbt-', '64_', noise(20)),
	'GitLab trigger': join('gl', 'ptt-', noise(40)),
	'GitLab feed': join('gl', 'ft-', noise(20)),
	'GitLab mail': join('gl', 'imt-', noise(25)),
	'GitLab agent': join('gl', 'agent-', noise(50)),
	'GitLab OAuth': join('gl', 'oas-', noise(64)),
	'GitLab SCIM': join('gl', 'soat-', noise(20)),
	'AWS key id': join('AK', 'IA', 'Q3EGRWS5TUVX7YZ2'),
	'AWS temporary key id': join('AS', 'IA', 'Q3EGRWS5TUVX7YZ2'),
	'Slack bot': join('xox', 'b-', '123456789012-', '1234567890123-', noise(24)),
	'Slack refresh': join('xox', 'e-1-', noise(60)),
	'Slack app': join('xap', 'p-1-A0123456789-', '1234567890123-', hex(64)),
	'Slack hook': join('https://hooks.sl', 'ack.com/services/T01234567/B01234567/', noise(24)),
	'Stripe live': join('sk_', 'live_', noise(24)),
	'Stripe restricted': join('rk_', 'live_', noise(99)),
	'Stripe webhook': join('whs', 'ec_', noise(32)),
	Supabase: join('sb', 'p_', hex(40)),
	'Supabase secret': join('sb_', 'secret_', noise(31)),
	Telegram: join('7123456789', ':A', 'AF', noise(32)),
	npm: join('np', 'm_', noise(36)),
	Google: join('AI', 'za', noise(35)),
	'JSON web token': join('ey', 'JhbGciOiJIUzI1NiJ9.', 'ey', 'JzdWIiOiIxMjM0NTY3ODkwIn0.', noise(43)),
	'PEM key': pem(join('PRIVATE', ' KEY'), '\n'),
	'RSA key': pem(join('RSA PRIVATE', ' KEY'), '\n'),
	'encrypted key': pem(join('ENCRYPTED PRIVATE', ' KEY'), '\n'),
	'PEM key in one JSON line': pem(join('PRIVATE', ' KEY'), '\\n'),
};

/** Where secrets turn up. */
const carriers: Readonly<Record<string, (secret: string) => string>> = {
	prose: (s) => `Use ${s}, please.`,
	'start and end': (s) => s,
	code: (s) => `const client = new Client("${s}");`,
	'raw JSON': (s) => `{"out":"first\\n${s}\\nlast"}`,
	'env file': (s) => `A=1\nSOME_VALUE=${s}\nB=2`,
	URL: (s) => `https://api.example.com/x?y=${s}&z=1`,
	'coloured output': (s) => `\u001b[36m${s}\u001b[0m`,
	Markdown: (s) => `- \`${s}\`\n`,
};

/** Every stretch of eight characters of a secret is secret. */
function expectGone(text: string, secret: string): void {
	const out = redacted(text);
	for (let i = 0; i + 8 <= secret.length; i++) {
		const part = secret.slice(i, i + 8);
		if (!part.includes('--') && !/KEY|https|hooks|slack|services/u.test(part)) expect(out).not.toContain(part);
	}
	expect(out).toContain('[redacted: ');
	expect(redacted(out)).toBe(out);
}

describe.each(Object.entries(tokens))('a secret of the family %s', (_family, secret) => {
	it.each(Object.entries(carriers))('is taken out of %s', (_carrier, carry) => {
		expectGone(carry(secret), secret);
	});

	it('is taken out of a JSON value and reported with its path and without itself', () => {
		const { value, findings } = redactor.json({ tasks: [{ title: `use ${secret} here` }] });
		expect(JSON.stringify(value)).not.toContain(JSON.stringify(secret).slice(1, -1));
		expect(findings.map((f) => f.path)).toEqual(['tasks[0].title']);
		expect(JSON.stringify(findings)).not.toContain(secret.slice(-12));
	});
});

const word = 'Tr0ub4dor&3';
const words = (count: number): string =>
	Array.from({ length: count }, (_, n) => ['dawn', 'electric', 'bracket', 'thunder', 'canyon'][(n * 3) % 5]).join(' ');
const numbered = (count: number): string =>
	words(count)
		.split(' ')
		.map((each, n) => `${n + 1}. ${each}`)
		.join('\n');
const bytes = (count: number): string => Array.from({ length: count }, (_, n) => (n * 89) % 256).join(',');
const plain = 'Tr0ub4dor3';
const aws = join(noise(20), '/', noise(19));

describe('a secret that its surroundings give away', () => {
	it.each([
		['pass=', plain, ''],
		['login with pass="', word, '" and go'],
		['DB_PASSWORD=', word, '\nNEXT=1'],
		['export PGPASSWORD=', plain, ''],
		['password: ', plain, '\n'],
		['**Password:** ', plain, '\n'],
		['the password is ', plain, ' for all'],
		['{"password":"', word, '"}'],
		[String.raw`{\"password\": \"`, plain, String.raw`\"}`],
		["{ password: '", word, "' }"],
		['<password>', plain, '</password>'],
		['mysqldump --password ', plain, ' app'],
		['mysqldump -u root -p', plain, ' app'],
		['sign in with pass=', 'Tr0ub4dor&3xyz', ' there'],
		['user=app&pass=', 'Tr0ub4dor', '&next=1'],
		['Server=db;User Id=app;Password=', plain, ';Timeout=3'],
		['DefaultEndpointsProtocol=https;AccountKey=', noise(40), ';x=1'],
		["env['SECRET_TOKEN'] = '", noise(24), "'"],
		['//registry.example.com/:_authToken=', hex(36), ''],
		['aws_secret_access_key = ', aws, '\nregion = eu'],
		['AWS_SECRET_ACCESS_KEY=', aws, '\n'],
		['"SecretAccessKey": "', aws, '",'],
		['"private_key_id": "', hex(40), '",'],
		['x-api-key: ', noise(32), '\r\n'],
		['Authorization: Bearer ', noise(40), ''],
		['"Authorization": "Basic ', join(noise(18), '=='), '"'],
		[String.raw`\"authorization\": \"Basic `, noise(18), String.raw`\"`],
		['curl -H "authorization: bearer ', noise(20), '" https://example.com'],
		['curl -s -u app:', plain, ' https://example.com'],
		['https://app:', plain, '@example.com/x'],
		['http://app:', plain, '@localhost:8080/x'],
		['git clone https://x-access-token:', noise(30), '@github.com/org/repo'],
		['postgres://app:', plain, '@db.internal:5432/app'],
		['postgresql://admin:', 'hunter22', '@localhost/app'],
		['mysql://app:', plain, '@10.0.0.3/app'],
		['mongodb+srv://app:', plain, '@cluster0.example.net/app'],
		['redis://:', plain, '@cache:6379/0'],
		['amqp://app:', plain, '@mq:5672'],
		['postgres://app:', 'secret', '@db/x'],
		// Passwords of letters alone, where more words follow.
		['docker run -e MYSQL_ROOT_PASSWORD=', 'swordfish', ' mysql:8'],
		['cd x && PGPASSWORD=', 'swordfish', ' psql'],
		['mysqldump --password ', 'swordfish', ' app'],
		['mysql --password=', 'swordfish', ' app'],
		['host=db password=', 'swordfish', ' dbname=x'],
		['RUN PASSWORD=', 'swordfish', ' make'],
		// Keys without a figure in them, and nothing else with one beside them.
		['Authorization: Basic ', 'dXNlcjpwYXNz', ''],
		['Authorization: Bearer ', 'abcdefghijKLMNopqrst', ' there'],
		['the token ', join('gl', 'pat-LbGIgPbdqvEfyALHAZeR'), ' there'],
		['the key ', join('sk_', 'live_hhkpVVKJjPNKJrJYfWgyPQDe'), ' there'],
		[join('https://hooks.sl', 'ack.com/services/TABCDEFGH/BABCDEFGH/'), 'hhkpVVKJjPNKJrJYfWgyPQDe', ''],
		['at _gitlab_session=', hex(32), ' there'],
		// With words of placeholders in them.
		['DB_PASSWORD=', 'acme_example_Kx93!', ''],
		['password="', 'Example-Corp2024!', '"'],
		['password=', 'placeholder9Kd', ''],
		['password = "', 'ab...cd9', '"'],
		['password=', 'hiddenValley7', ''],
		['password="', '{1}Kd93kd', '"'],
		['password="', '{0}hunter', '"'],
		// That begin as a word of the header does.
		['Authorization: Bearer ', 'authXk29dkeLqmZ8', ''],
		['Authorization: Bearer ', 'auth0a9s8d7f6g5', ''],
		['Authorization: Bearer ', 'authtoken12345abc', ''],
		// Passwords that are a name elsewhere.
		['postgres://app:', 'pwd', '@db/x'],
		['redis://:', 'passphrase', '@h'],
		['mysql://root:', 'passcode', '@db/x'],
		['redis://:', 'keypass', '@db'],
		['redis://:', 'clave', '@db'],
		['redis://:', 'senha', '@db'],
		['la clave es ', 'Winter-tango4711', ''],
		['redis-cli config set requirepass ', 'swordfish', ''],
		['redis-server --requirepass ', 'swordfish', ' --port 6379'],
		['requirepass ', 'swordfish', '\nappendonly yes'],
		['vault kv put secret/x user=bob password=', 'swordfish', ''],
		['vault kv put secret/x stripe=', 'Winter-tango-4711', ''],
		// What the key of a signature is, says its place.
		['jwt.verify(token, "', 'HS256x', '")'],
		// A list behind a line with commas, with blanks, in quotes, of a JSON line, and one that is followed by another.
		['Dear all, this is it\nuser,password\nbob,', 'Tr0ub4dorX9', '\n'],
		['user, password, role\r\nbob, ', 'Tr0ub4dorX9', ', admin\r\n'],
		['"user","password"\n"bob","', 'Tr0ub4dorX9', '"\n'],
		['{"out":"user,password\\nbob,', 'Tr0ub4dorX9', '\\n"}'],
		['id,token\nnone\nuser;password\nbob;', 'Tr0ub4dorX9', '\n'],
		['what is the password?\nbob: ', 'hunter2x9', '\n'],
		['[12:01] bob: send me the token\n[12:02] eve: ', 'hunter2x9', '\n'],
		['cvv 123, paid with ', '4111 1111 1111 1111', ' today'],
		['{"cvc":"123","number":"', '5412751234123456', '"}'],
		['$ cat ~/.config/api_token\n', 'hunter2x9', '\n'],
		['$ cat /run/secrets/db-password\n', 'hunter2x9', '\n'],
		// In sentences.
		['Ich hab das Passwort fürs Staging geändert, ist jetzt ', 'Kirschbaum-77!', ''],
		['the db password on staging was rotated to ', 'Copper-Lynx-88', ' yesterday'],
		['la parola d’ordine è ', 'Girasole88', ' per il server'],
		['nytt passord: ', 'Girasole88', ''],
		['パスワードは', 'C4opper077', 'です'],
		['the password is ', 'gravel-tuba-moss', ' for now'],
		['changed it to ', 'copperLynx88', ' (the root password)'],
		['credentials for grafana: admin:', 'Vortex-Lemon42', ''],
		['use key ', 'Zk3vR8tYq1LmN5wXc7Bd2Hf6', ' for the maps'],
		['WiFi: SSID CorpGuest, key ', 'umbrella-2031', ''],
		['the door code is ', '99281144', ''],
		['Ihr Einmalpasswort lautet ', '48392011', ''],
		['License: ', '7F3K-99QM-2LXP-81ZT', ''],
		['pass - ', 'copperLynx88', ''],
		['password -> ', 'copperLynx88', ''],
		['Password for staging = ', 'copperLynx88', ''],
		['**Password**\n`', 'copperLynx88', '`\n'],
		['here is your token, it is not shown again:\n\n    ', 'Zk3vR8tYq1LmN5wXc7Bd2Hf6', '\n'],
		// In what programs read and are told.
		['X-Api-Key: ', 'cvdLFuwTsuxJLKCYMLlB', ''],
		['Authorization: ', 'Zk3vR8tYq1LmN5wXc7Bd2Hf6', ''],
		['root:', 'copper!Lynx88', '@10.0.0.4'],
		['reporting/', 'copperLynx88', '@dbhost:1521/ORCL'],
		['JSESSIONID=', '9F8E7D6C5B4A39281706F5E4D3C2B1A0', '; Path=/'],
		['http -a ci:', 'maple2Leaf77', ' https://api.example.com'],
		['doctl auth init -t ', hex(64), ''],
		['vercel env add JWT_SECRET production <<< "', 'hollow-Moon-2213', '"'],
		['gh secret set DEPLOY_KEY --body "', 'Zk3vR8tYq1LmN5wXc7Bd2Hf6', '"'],
		["printf '", 'Fjord-Kelp55', "' | docker secret create db_pw -"],
		['kind: Secret\nstringData:\n  smtp: ', 'gravel-Tuba8', '\n'],
		["INSERT INTO users (name, password) VALUES ('eve', ''), ('bob', '", 'walnut77x', "');"],
		['redis> AUTH ', 'walnut77x', ''],
		['db.auth("admin", "', 'walnut77x', '")'],
		['rocommunity ', 'N3tw0rkRO', ' 10.0.0.0/8'],
		['snmpwalk -v2c -c ', 'N3tw0rkRO', ' 10.0.0.1'],
		['bindpw ', 'L4plandX9', ''],
		['schtasks /create /ru bob /rp ', 'L4plandX9', ' /tn x'],
		["crackmapexec smb h -u admin -p '", 'L4plandX9', "'"],
		["cryptsetup luksOpen /dev/sda2 x <<< '", 'L4plandX9', "'"],
		['<input type="password" value="', 'L4plandX9', '">'],
		['const stripe = new Stripe("', 'rk9Zk3vR8tYq1LmN5wXc7Bd2Hf6', '");'],
		["crypto.createHmac('sha256', '", 'hollowMoon2213', "')"],
		["hmac.new(b'", 'hollowMoon2213', "', msg)"],
		["app.secret_key = b'", 'hollowMoon2213', "'"],
		['let hmac = Data(base64Encoded: "', 'uAeVRJT2eqruhHHrrVG5lLakzV7XzBAtKcZqrl7e8u8=', '")'],
		['static let backendHMAC = "', 'uAeVRJT2eqruhHHrrVG5lLakzV7XzBAtKcZqrl7e8u8=', '"'],
		['password = SecretStr("', 'copperLynx88', '")'],
		['Bitwarden entry: root / ', 'copperLynx88', ''],
		['Staging password\n', 'copperLynx88', '\n'],
		['I rotated it. The new one is ', 'hunter3-prod-eu', ' from now'],
		['the password is\n', 'copper-Lynx-88', ' since Monday'],
		['- das Passwort ist jetzt\n  ', 'copper-Lynx-88', '.'],
		['{"said":"the password is\\n', 'copper-Lynx-88', '\\nso there"}'],
		['{"value": "', 'copperLynx88', '", "key": "password"}'],
		['https://x.example/cb?code=', '4kZk3vR8tYq1LmN5wXc7Bd', '&state=1'],
		['userPassword: ', '{SSHA}Zk3vR8tYq1LmN5wXc7Bd2Hf6Zk3v', ''],
		["'bob', '", 'pbkdf2_sha256$260000$Zk3vR8tYq1$LmN5wXc7Bd2Hf6Zk3v', "'"],
		['root | ', `*${noise(40, '0123456789ABCDEF')}`, ' |'],
		["'bob', '", `md5${hex(32)}`, "'"],
		['echo ::add-mask::', 'copperLynx88', ''],
		['password is literally ', 'Walnut!77', ''],
		['enter ', 'Walnut!77', ' as password'],
		['type ', 'Walnut!77', ' when it asks for the password'],
		['密码是', 'Walnut77', '，别告诉别人'],
		['비밀번호는 ', 'Walnut77', ' 입니다'],
		['"password" : [ "', 'Walnut77', '" ]'],
		['passwords:\n  - ', 'Walnut77', '\n  - x'],
		['<setting name="ApiToken" serializeAs="String"><value>', 'Walnut77xyz', '</value>'],
		['PASSWORD_SALT=', 'Zk3vR8tYq1LmN5wX', ''],
		['$ echo $DB_PASSWORD\n', 'Walnut77x', '\n'],
		// In front of an address, in place of a user, in schemes of their own.
		['curl -u :', noise(40), ' https://pkgs.example.com'],
		['curl -u ', noise(40), ': https://api.example.com'],
		['curl -u "bob:', 'Zk3v R8tY q1Lm N5wX', '" https://blog.example.com'],
		['Authorization: SSWS ', noise(42), ''],
		['auth="Splunk ', '068c2b40-ce77-42c2-9c89-efa40beb2cdd', '"'],
		[join('AK', 'IA', 'Q3EGRWS5TUVX7YZ2', ':'), noise(44), ''],
		['https://api.example.com/deploy/srv?key=', 'O8AkM63z5Kr', ''],
		['airtable→ ', join('pat', noise(14), '.', hex(64)), ''],
		['sonar-scanner -Dsonar.login=', hex(40), ''],
		['snyk config set api=', '8b7c8964-f063-4d6b-987d-b4d83af3f876', ''],
		['SecretID:         ', '59f5cc98-3467-4c30-bef8-01c2d6333188', ''],
		// On a line of its own behind its element, and in lists of programs.
		['<Password>\n    <Value>', 'L4plandX9', '</Value>'],
		['ldap_default_authtok = ', noise(24), ''],
		['passwd=[', 'Iwc49%vuAI2-ihc', '], lang=[nl]'],
		['[users]\nharry.lindt = ', 'wolke_Juniper622', '\n'],
		['.example.com\tTRUE\t/\tTRUE\t0\tsession\t', noise(40), ''],
		['"type": "random_password",\n"attributes": {\n"length": 20, "result": "', 'sUuOtgxXGcLzm3NrqJM7', '"'],
		// Of programs.
		['net use Z: \\\\nas01\\books ', 'Falcon6364', ' /user:FIRM\\scan'],
		["impacket-secretsdump 'CORP/bob:", 'bramble-kiesel-comet6', ''],
		["CREATE LOGIN app WITH PASSWORD = N'", '42Umbra-orchid64', "', CHECK_POLICY = OFF"],
		['evil-winrm -i 10.0.0.4 -u da -H ', hex(32), ''],
		['NTLM     : ', hex(32), ''],
		["openssl enc -aes-256-cbc -k '", 'ember marble 15', "' -in db.tar"],
		// In sentences, and typed where the shell listens again.
		['log in as netadm and use ', 'ember-kiesel-ember5', ' for the password, please'],
		['no, that was the old one, ', 'jasper-Pepper698', ' is right'],
		['neuer Schlüssel für "Gast-Halle3" ist jetzt ', 'biscuit.Falcon19779', ' — danke'],
		['la clave de la base sigue siendo:\n  ', 'qeJ*Ek~nIFLB35', '\ny el host es bd2'],
		['hardcode smtp pw (', 'copper_Ravine093', ') until vault is back'],
		['hab das pw auf ', 'copper_Ravine093', ' gesetzt'],
		['caducó el token, este es el nuevo: ', hex(40), ' — cámbialo'],
		['clé partagée ', 'wp7W853m4SKdTnp7Fod8', ''],
		["$motDePasse = '", 'a.X.4Y3BcqG.', "';"],
		['het wachtwoord is nog steeds ', 'Walnut77x', ''],
		['I need the bind password.\nuser: ', 'Anchor3570', '\n'],
		['[sudo] password for eve: \nSorry, try again.\neve@web4:~$ ', 'Gazelle9349!', '\n-bash: command not found'],
		['SLACK_SIGNING    ', hex(32), '  <- signing secret'],
		[
			'MNEMONIC="',
			'dawn electric bracket thunder canyon bicycle apology lunar violin tornado bitter gravel',
			'" npx x',
		],
		// Words that open a purse, in rows and numbered, and a key as a list of bytes.
		['Recovery phrase:\n', words(12).replaceAll(' ', '\n'), '\n'],
		['Frase de recuperación: ', words(25), ''],
		['wallet: ', words(12), ''],
		['My seed phrase: ', `${words(12)}\n\nand the rest`, ''],
		['Ledger:\n', words(24).replace(/((?:\w+ ){5}\w+) /gu, '$1\n'), '\n'],
		['seed:\n', numbered(12), '\n'],
		['metamask recovery:\n', words(12).replaceAll(' ', '\n'), '\n'],
		['wallet:\n', `${words(12).replaceAll(' ', '\n')}\n\nkeep this safe please`, ''],
		['recovery:\n', `${words(12).replaceAll(' ', '\n')}\nkeep this safe please`, ''],
		['Ledger:\n', words(24).replace(/(\w+ \w+) /gu, '$1\n'), '\n'],
		['Ledger Nano X:\n', words(24).replace(/(\w+ \w+ \w+) /gu, '$1\n'), '\n'],
		['seed of my wallet:\n', words(18).replaceAll(' ', '\n'), '\n'],
		['My Trezor at home:\n', words(15).replace(/(\w+ \w+) /gu, '$1\n'), '\n'],
		['keypair: [', bytes(64), ']'],
		['"secretKey": [\n  ', bytes(32).replaceAll(',', ',\n  '), '\n]'],
		// What Windows keeps of passwords, and asks for.
		['bob:1001:aad3b435b51404eeaad3b435b51404ee:', hex(32), ':::'],
		['$krb5asrep$23$bob@CORP.LOCAL:', `${hex(32)}$${hex(64)}`, ''],
		['bob::CORP:1122334455667788:', `${hex(32)}:${hex(64)}`, ''],
		['TOTP secret: ', 'JBSW Y3DP EHPK 3PXP', ''],
		['kubectl exec db -- printenv DB_PASSWORD\n', 'Walnut77x', '\n'],
		['az keyvault secret set --name db --value ', 'Walnut77x', ''],
		['security add-generic-password -a bob -w ', 'Walnut77x', ''],
		['curl --cert c.pem:', 'Walnut77x', ' https://x.example'],
		// With the look of a tag, a colour, a place, a kind of hash, a rule or a variable.
		['password: ', '!Winter2024', ''],
		['SMTP_PASSWORD=', '!Sommer-2024', ''],
		['mysql --password=', '!hunter2x9', ''],
		['log in with mueller / ', '!Winter2024', ''],
		["password = '", '#abc123', "'"],
		['password: ', 'vault:Hx82kLmq', ''],
		['password: "', 'op:Sommer2024', '"'],
		['password=', 'string|x9', ''],
		['{"password": "', 'argon2x', '"}'],
		['password="', '{k9Xw2pQ7', '"'],
		['password: ', '{abc123Xk9', ''],
		['password:', '?Secret123', ''],
		// That begin as the name of an algorithm does.
		['api_key=', 'rs_k3Jf92LmQ8zP', ''],
		['API_KEY="', 'es_k3Jf92LmQ8zP', '"'],
		['token: ', 'sha_9fK2mQ81xLz', ''],
		['PASSWORD="', 'RSA-2024-winter', '"'],
		['password=', 'hS-blau77', ''],
		['password: "', 'sha-la-la-42', '"'],
		// With what a placeholder has in it.
		['password=', 'use-the-force-42', ''],
		['password="', 'todo-list-42', '"'],
		['password="', 'my-fake-42', '"'],
		['password="', 'Set The Sails 7', '"'],
		['password="', 'your-mom-42', '"'],
		['password="', 'insert-coin-42', '"'],
		['password="', '@Summer2024@', '"'],
		['password=', '__winter24__', ''],
		['password="', '#{horse42}', '"'],
		['password: "', '{horse42}', '"'],
		['password: "', '%Winter24%', '"'],
		['password: "', '$ummer2024', '"'],
		["PASSWORD='", '$uper5ecret', "'"],
		['password="', '<hunter2x9', '"'],
		['password="', 'MY-EXAMPLE-Corp77!', '"'],
		// That begin as a constant, a version, a date, a number, a path or what is encrypted does.
		['password="', '!1-Winter2024', '"'],
		['password: "', '!0.kiesel9', '"'],
		['password="', '12.04.1987-Anna', '"'],
		['password=', '24.12.2019Oma', ''],
		['the password is ', '24-12-Kiesel', ''],
		['the password is ', '1987Anna', ''],
		['password=', 'hQImKx93mm', ''],
		['SECRET_KEY=', '/zk3vR8tYq1LmN5wXc/7Bd2Hf6Zk3vR8tYq1LmN5', ''],
		// With the look of code, of words or of a sentence.
		['pass: "', 'correct horse battery staple', '"'],
		['{"password": "', 'Das Schiff faehrt heute', '"}'],
		['{"pass": "', 'Correct horse battery staple', '"}'],
		['{"pass": "', 'Winter is coming', '"}'],
		['{"password": "', 'Bronze token winter forest', '"}'],
		['password: "', 'my passphrase sails away', '"'],
		['password: "', 'token Winter Forest', '"'],
		['pw=', 'swordfish', ' && psql'],
		['password: ', 'swordfish', ' || exit 1'],
		['pass = ', 'swordfish', ' && psql -h db'],
		['password: ', 'swordfish,user:bob', ''],
		['password: ', 'Winter24', '<br>'],
		['Password: ', 'WinterBerg7', '<BR>'],
		['Password: ', 'WinterBerg7', '<Br>'],
		['Token: ', 'WinterBerg7', '<BR>'],
		['password: ', '!Sunset.anchor48', ''],
		['token: ', 'abcdEFGH_1.k3Jf92LmQ8zPk3Jf92LmQ8zPxx', ''],
		// In base 16, where nothing says that it is of a file or a commit.
		['the password is ', hex(40), ''],
		['the password is ', hex(64), ''],
		['use ', hex(40), ' as the password'],
		['Enter password for db2:\n', hex(64), ''],
		['export AUTH=', hex(64), ''],
		['auth=', hex(40), ''],
		// Behind a name that begins as that of another key does.
		['export AUTH=', noise(32), ''],
		['export KEY=', hex(64), ''],
		['export HMAC=', hex(64), ''],
		['REFRESH_KEY=', noise(32), ''],
		['refresh_key=', noise(32), ''],
		['export_key=', noise(32), ''],
	])('is taken out after %j', (before, secret, after) => {
		expectGone(before + secret + after, secret);
		// Of a URL the detector takes more than the password.
		if (!before.includes('://')) expect(redacted(before + secret + after).endsWith(after)).toBe(true);
	});

	it('takes a service account file apart and leaves the rest of it readable', () => {
		const account = {
			type: 'service_account',
			project_id: 'p',
			private_key_id: hex(40),
			private_key: pem(join('PRIVATE', ' KEY'), '\n'),
			client_email: 'a@p.iam.gserviceaccount.com',
		};
		expect(redactor.json(account).value).toMatchObject({
			type: 'service_account',
			private_key_id: '[redacted: credential]',
			client_email: '[redacted e-mail]',
		});
		expectGone(JSON.stringify(account, null, 2), account.private_key.slice(40, 120));
	});

	it.each([
		['line numbers', (line: string, i: number) => `${String(i + 1).padStart(6)}→${line}`],
		['line numbers and tabs', (line: string, i: number) => `${String(i + 1).padStart(6)}\t${line}`],
		['a quotation', (line: string) => `> ${line}`],
		['indentation', (line: string) => `      ${line}`],
		['a diff', (line: string) => `+${line}`],
	])('takes a key out with %s in front of each line', (_name, prefix) => {
		const key = pem(join('RSA PRIVATE', ' KEY'), '\n');
		const out = redacted(key.split('\n').map(prefix).join('\n'));
		for (const line of key.split('\n').slice(1, -1)) expect(out).not.toContain(line.slice(0, 10));
	});

	it('takes out what is there of a key that was cut off', () => {
		const key = pem(join('PRIVATE', ' KEY'), '\n');
		for (const length of [60, 100, 133, 180]) {
			const out = redacted(`Key: ${key.slice(0, length)}…`);
			expect(out).toBe('Key: [redacted: private-key]…');
		}
	});
});

describe('the detector', () => {
	it('cannot be switched off by what the text says', () => {
		const secret = tokens['GitHub classic'] ?? '';
		for (const comment of ['secretlint-disable', 'secretlint-disable-line', 'secretlint-disable-next-line'])
			expectGone(`<!-- ${comment} -->\n${secret} // ${comment}`, secret);
	});

	it('takes the rest of a word out with a secret, beyond what a rule counted', () => {
		expectGone(`${tokens['Slack hook'] ?? ''}${noise(60)}`, noise(60));
	});

	it('is loaded once', () => {
		expect(loadSecretDetector()).toBe(loadSecretDetector());
	});

	it('knows every name by a part of it, before its pattern is made', () => {
		const names = NAME.split(/\|(?![^()]*\))/u).map((name) =>
			name
				.replace(/\((?:\?:)([^()|]*)[^()]*\)(\??)/gu, (_all, first: string, isLeft) => (isLeft === '' ? first : ''))
				.replace(/(?:\[[^\]]*\]|\w)\?/gu, ''),
		);
		expect(names.length).toBeGreaterThan(30);
		expect(names.filter((name) => !hasName(name))).toEqual([]);
		expect(names.filter((name) => !new RegExp(`^(?:${NAME})$`, 'iu').test(name))).toEqual([]);
	});
});
