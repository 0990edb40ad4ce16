// Families that the preset misses, as rules in the detector's own form. The preset is a linter's: it wants a key whole
// and of today's exact length, because a false alarm fails a build. Here a false alarm costs a word and a miss costs a
// key, and transcripts hold keys cut short, of newer kinds and in headers. When the preset learns one, its line goes.
//
// Every repetition has an upper bound, so that no text can make a rule slow.
import type { SecretLintRuleCreator } from '@secretlint/types';
import { matchesOf } from '../../core/base/matches';
import { secretAssignments } from '../../core/privacy/assignments';
import type { SecretDetector } from '../../core/privacy/secrets';

/** One pattern; a group named `secret` narrows what is taken out. */
interface Family {
	readonly kind: string;
	/** A text that does not fit this holds none: V8 takes far longer to make the whole pattern ready. */
	readonly needs: RegExp;
	readonly pattern: RegExp;
}

const FAMILIES: readonly Family[] = [
	// The preset knows `sk-ant-api0…AA` of full length; OAuth (`oat01`), admin and session keys look alike otherwise.
	{ kind: 'anthropic-key', needs: /sk-ant-/u, pattern: /(?<![A-Za-z0-9])sk-ant-[\w-]{8,512}/gu },
	{ kind: 'openrouter-key', needs: /sk-or-/u, pattern: /(?<![A-Za-z0-9])sk-or-[\w-]{8,512}/gu },
	// The preset asks for the `T3BlbkFJ` in the middle.
	{
		kind: 'openai-key',
		needs: /sk-/u,
		pattern: /(?<![A-Za-z0-9])sk-(?:(?:proj|svcacct|admin|None)-[\w-]{16,512}|[A-Za-z0-9]{32,128})/gu,
	},
	// Only exact lengths there; GitHub has announced longer ones.
	{
		kind: 'github-token',
		needs: /gh[oprsu]_|github_pat_/u,
		pattern: /(?<![A-Za-z0-9])(?:gh[oprsu]|github_pat)_\w{20,255}/gu,
	},
	// Only `glpat-` there. Deploy, runner, trigger, feed, mail, agent, OAuth, SCIM, feature-flag, job tokens and cookies.
	{
		kind: 'gitlab-token',
		needs: /gl[a-z]{2,5}-|GR1348941|_gitlab_session=/u,
		pattern:
			/(?<![A-Za-z0-9])(?:gl(?:pat|dt|rtr?|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-[\w.-]{16,400}|GR1348941[\w-]{16,64}|_gitlab_session=\w{32,128})/gu,
	},
	// Refresh, legacy, client and cookie tokens; workflow and trigger hooks.
	{
		kind: 'slack-token',
		needs: /xox|xapp-|hooks\.slack\.com/u,
		pattern:
			/(?<![A-Za-z0-9])(?:xox[a-z](?:\.xox[a-z])?-[\w%-]{10,512}|xapp-[\w-]{10,512}|https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{10,256})/gu,
	},
	// Webhook secrets, and API keys beyond 99 characters.
	{
		kind: 'stripe-key',
		needs: /k_(?:live|test)_|whsec_/u,
		pattern: /(?<![A-Za-z0-9])(?:[rs]k_(?:live|test)|whsec)_[\w+/=]{16,256}/gu,
	},
	{ kind: 'supabase-key', needs: /sbp_|sb_secret_/u, pattern: /(?<![A-Za-z0-9])(?:sbp|sb_secret)_\w{20,256}/gu },
	{ kind: 'telegram-bot-token', needs: /:A/u, pattern: /(?<!\d)\d{8,10}:A[\w-]{34}(?![\w-])/gu },
	{
		kind: 'google-key',
		needs: /AIza|ya29\.|GOCSPX-/u,
		pattern: /(?<![A-Za-z0-9])(?:AIza[\w-]{35}|ya29\.[\w-]{20,512}|GOCSPX-[\w-]{20,64})/gu,
	},
	// The preset wants 100 base64 characters of a known kind up to the END line: no encrypted or PGP key, none cut short.
	{ kind: 'private-key', needs: /PRIVATE KEY/u, pattern: privateKeyPattern() },
	{
		kind: 'json-web-token',
		needs: /eyJ/u,
		pattern: /(?<![\w-])eyJ[\w-]{8,8192}\.eyJ[\w-]{4,16384}(?:\.[\w-]{0,2048})?/gu,
	},
	{
		kind: 'authorization-header',
		needs: /authorization|bearer/iu,
		pattern:
			/(?<![A-Za-z0-9])(?:authorization\\{0,3}["']?\s{0,4}[:=,]\s{0,4}\\{0,3}["']?(?:bearer|basic|token|digest)\s{1,4}(?<secret>[\w.~+/=-]{4,4096})|bearer\s{1,4}(?<token>(?=[A-Za-z_.~+/=-]{0,512}\d)[\w.~+/=-]{12,4096}))/giu,
	},
	// The preset passes over hosts without a dot, and over user names and passwords with signs in them.
	{
		kind: 'url-password',
		needs: /:\/\//u,
		pattern:
			/(?<=:\/\/)[^\s:/?#@"'\x60<>[\]]{0,128}:(?!\d{1,5}[/?#]|\$\{|\$\w{1,64}@|\{\{|%\w{1,64}%@)(?<secret>[^\s/"'\x60<>]{1,256})@/gu,
	},
	{
		kind: 'curl-password',
		needs: /curl/u,
		pattern: /\bcurl\b[^\n]{0,300}?\s(?:-u|--user)[ =]?["']?[^\s:"'$]{1,100}:(?<secret>(?!\$)[^\s"']{1,256})/gu,
	},
	// Attached to its option; `-p` alone asks for it.
	{
		kind: 'mysql-password',
		needs: /mysql|mariadb/u,
		pattern:
			/\b(?:mysql|mariadb)(?:dump|admin|import|check|-dump|-admin)?(?=\s)[^\n|;&]{0,300}?\s-p(?!rotocol|ort\b|ipe\b)["']?(?<secret>(?![$[])[^\s"']{4,256})/gu,
	},
];

/** Named secrets: `pass=…`, `"password": "…"`, `--token …`. The preset has no rule that goes by the name. */
const assignmentRule = rule('assignment', (text) =>
	secretAssignments(text).map(({ start, end, kind }) => ({ start, end, kind })),
);

/** All rules of our own. */
export const SECRET_RULES: readonly SecretLintRuleCreator[] = [
	...FAMILIES.map((family) => rule(family.kind, (text) => matches(text, family))),
	assignmentRule,
];

/** These rules alone, for a program that carries no library: what it writes is redacted again by whoever reads it. */
export const ownDetector: SecretDetector = {
	detect: (text) => [...FAMILIES.flatMap((family) => matches(text, family)), ...secretAssignments(text)],
};

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

interface Match {
	readonly start: number;
	readonly end: number;
	readonly kind: string;
}

function matches(text: string, { kind, needs, pattern }: Family): readonly Match[] {
	if (!needs.test(text)) return [];
	return matchesOf(text, pattern).flatMap((match) => {
		const secret = match.groups?.['secret'] ?? match.groups?.['token'] ?? match[0];
		const start = match.index + match[0].lastIndexOf(secret);
		// What was redacted before is no secret any more.
		return secret.startsWith('[redacted') ? [] : [{ start, end: start + secret.length, kind }];
	});
}

function rule(id: string, find: (text: string) => readonly Match[]): SecretLintRuleCreator {
	return {
		messages: {},
		meta: { id: `session-keeper/${id}`, type: 'scanner', recommended: true, supportedContentTypes: ['text'] },
		create: (context) => ({
			file(source) {
				for (const { start, end, kind } of find(source.content))
					context.report({ message: { message: kind, messageId: kind, data: undefined }, range: [start, end] });
			},
		}),
	};
}
