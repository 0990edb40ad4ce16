// What a clause says by kinds of words: who, what must be, what a system is, what comes again, what is wrong today. A rule
// or a fact is mostly told by which kinds stand together (`the auditors` and `want`, `boxes` and `have no`), whatever
// the matter is. Each kind counts alone and at the beginning, the first two together, and each word a little by itself; the
// weights are fitted (`node scripts/fitMemory.mjs`) and stand as one text (kindWeights.ts).
import type { Clause } from './clauses';
import { KIND_WEIGHTS } from './kindWeights';

const WORDS_OF = {
	i: "i i'm im i've i'd i'll me myself",
	we: "we us ourselves we're we've",
	our: 'our ours',
	my: 'my mine',
	you: 'you your yours u yourself',
	he: 'he she him her his hers',
	they: 'they them their theirs',
	it: 'it this that these those its',
	the: 'the a an',
	not: "not don't doesn't isn't aren't didn't won't nor nope neither hasn't haven't",
	none: 'no none nothing nobody without kein keine',
	never: 'never nie jamais nunca',
	always:
		'always ever immer siempre toujours whenever everytime every_time permanently forever generally usually ' +
		'normally',
	all:
		'all every each any everything everyone everybody anyone anybody anything both whatever everywhere anywhere ' +
		"whoever anyone's throughout entire whole",
	only: 'only solely just exclusively alone nowhere except unless',
	must: "must mustn't may shall mandatory obligatory required compulsory obliged supposed",
	can: "can can't cannot able",
	will: "will won't gonna going",
	would: "would could should might wouldn't couldn't shouldn't",
	is: 'is are be',
	been: 'been being',
	was:
		"was were wasn't weren't had did went got came saw tried took gave made said told found thought yesterday ago " +
		'last',
	has: 'has have',
	do: 'do does',
	now:
		'now today tonight tomorrow yet already soon later currently moment meanwhile first then next afterwards ' +
		'again once monday tuesday wednesday thursday friday saturday sunday weekend morning afternoon evening minute ' +
		'lunch',
	still: 'still anymore longer',
	doubt:
		'maybe perhaps think guess believe probably sure dunno idea wonder seems seem looks look doubt whether clue ' +
		'unsure suppose apparently hm hmm',
	ask: 'what which how why who whose where when',
	trouble:
		'fail error broken break crash wrong slow weird empty missing bug issue problem fix hang stuck flaky red ' +
		'green exception throw warning leak timeout',
	mood:
		'nice good great love cool lovely perfect thanks fine ok okay better best super excellent ugly bad awful lol ' +
		'haha wow yes yeah yep please sorry',
	like: 'prefer hate dislike want like favour insist appreciate rather',
	reason: 'because otherwise since hence therefore reason cause cos coz due thus',
	if: 'if when whenever unless until once',
	here: 'here in-house internally around',
	who:
		'team dept department legal lawyer compliance ops operations security infosec finance accounting accountant ' +
		'management manager boss chief cto ceo cfo ciso cio dpo hr qa tester audit auditor assessor regulator ' +
		'customer client vendor supplier provider partner agency contractor freelancer committee council board union ' +
		'staff colleague user reader reviewer maintainer owner admin sysadmin dba sre dev developer engineer designer ' +
		'architect analyst scientist researcher student teacher nurse doctor patient driver operator installer ' +
		'technician factory plant warehouse lab hospital bank insurer ministry authority government police court ' +
		'school university office headquarters hq company corporate group it infra platform helpdesk support ' +
		'marketing sales procurement purchasing editor translator translators publisher printer landlord member guild ' +
		'cab people folks guys person someone somebody stakeholder lead leadership director founder cofounder ' +
		'co-founder investor intern junior senior professor supervisor advisor expert consultant community public press ' +
		'subscriber merchant seller buyer guest host tenant pupil parent kid child farmer pilot crew captain ' +
		'dispatcher courier works',
	norm:
		'contract contractual contractually nda sla warranty licence license licensed certified certification ' +
		'certificate qualified compliance law legally policy rule principle decree regulation regulatory gdpr hipaa ' +
		'pci iso sox agreement agreed mandate guideline convention standard norm requirement constraint promise ' +
		'sacred taboo frozen freeze forbidden prohibited banned embargo patent confidential secret sensitive privacy ' +
		'consent retention liability duty obligation decision policies tradition habit limit quota budget maximum ' +
		'minimum max min cap',
	permit:
		'allow allowed allows forbid forbids permit permitted approve approves approval accept accepts accepted ' +
		'reject rejects refuse refuses require requires insist insists demand demands expect expects bless veto ' +
		'tolerate tolerated ban bans prohibit prohibits decide decides decided want wants sign signs signed signature ' +
		"signoff permission ok'd review reviewed reviews authorise authorised authorize authorized grant granted " +
		'vouch',
	own:
		'own owns owned property belong belongs belonged maintain maintained maintains managed manages vendored ' +
		'generated mirrored copied imported synced overwritten overwrites shared external third-party upstream ' +
		'handled handles responsible charge hosted hosts operated provided delivered administers administered ' +
		'sponsored',
	does:
		'goes comes lives runs sits reads ships stays takes uses needs keeps works closes opens starts ends speaks ' +
		'gets gives sends holds stands hangs depends relies serves feeds pays bills sells buys counts measures ' +
		'reports expires rotates restarts reboots parses talks listens knows understands means contains covers ' +
		'applies matters changes moves leaves lands arrives writes builds deploys publishes prints syncs links boots ' +
		'loads belongs wants has does lets makes calls looks costs lasts hates likes prefers checks monitors watches ' +
		'dies drops ignores supports lacks hurts',
	doing:
		'go come live run sit read ship stay take use need keep work close open start end speak get give send hold ' +
		'stand hang depend rely serve feed pay bill sell buy count measure report expire know understand mean contain ' +
		'apply matter change move leave write build deploy publish print sync link boot talk hate charge store ' +
		'archive support host document test track log name call spell version pin squash rebase tag sign encrypt ' +
		'follow avoid touch',
	system:
		'server prod production staging cluster database db laptop machine box device board rig host network vpn ' +
		'firewall proxy gateway lan wifi internet offline vm container node runner ci pipeline jenkins registry ' +
		'mirror cache queue broker kafka postgres mysql oracle redis s3 bucket disk storage nas backup cron scheduler ' +
		'mainframe terminal printer scanner sensor router switch phone tablet ipad android ios iphone mac macos ' +
		'windows linux ubuntu debian rhel browser safari chrome firefox edge ie java jdk python php ruby perl gcc ' +
		'compiler kernel firmware bootloader hardware cpu gpu memory ram arm x86 cloud aws azure gcp heroku vercel ' +
		'hetzner kubernetes openshift docker sandbox environment env api endpoint service backend frontend app ' +
		'website site portal intranet legacy monolith plugin driver library framework version release',
	tool:
		'notion confluence jira linear figma sentry datadog grafana pagerduty slack 1password bitwarden vault github ' +
		'gitlab bitbucket lokalise crowdin launchdarkly drive sharepoint trello asana miro kibana airtable discord ' +
		'storybook postman backstage wiki runbook handbook channel spreadsheet keychain folder directory ticket ' +
		'tracker mailbox mail email inbox chat teams excel sheet doc docs google nexus artifactory harbor servicenow ' +
		'zendesk hubspot salesforce weblate transifex dropbox onedrive zotero overleaf whiteboard pinned readme repo ' +
		'repository monorepo svn perforce gerrit readthedocs',
	artefact:
		'commit message branch test comment name migration function import type amount date time documentation ' +
		'dependency emoji export spelling index answer reply response summary explanation log code script sql file ' +
		'component class endpoint variable unit pr mr subject title heading format style indentation tab space quote ' +
		'currency decimal locale language english german french spanish tone wording tense person abbreviation ' +
		'acronym password token key secret credential schema table column field query config flag patch changelog ' +
		'release label image picture icon font color colour translation text string',
	time:
		'invoice order price payment tax vat payroll salary shop store product stock shipment delivery booking season ' +
		'quarter month-end year-end audit tender fair demo launch campaign newsletter exam semester term shift ' +
		'holiday vacation easter christmas ramadan diwali summer winter spring autumn harvest election budget ' +
		'deadline milestone week-end weekly monthly daily nightly yearly annually quarterly mondays tuesdays ' +
		'wednesdays thursdays fridays saturdays sundays nights weekends year month week sprint day hour night',
	remember: 'remember note notes fyi btw reminder mind forget record reference context know heads-up mention aside tip',
	self:
		'new newbie beginner background learning degree trained self-taught colour-blind colorblind blind dyslexic ' +
		'deaf experience familiar fluent native hobby retired years',
	most: 'most half many few majority plenty lots other others',
	task:
		'fix add make commit push merge delete remove rename show tell check find explain implement update create try ' +
		'stop continue put set revert replace refactor draft plan drop clean split extract compare post suggest let ' +
		'wait undo scrap rerun mark swap rewrite convert wrap bump skip ignore choose pick',
	fixed:
		'off hands untouchable untouched shut locked closed fixed permanent final source truth official canonical ' +
		'default golden sacrosanct forever deprecated eol replaced sunset retired decommissioned discontinued',
	for: 'for with from by under over to in on at of as per via into within',
} as const;

/** Told by how a word looks. */
const LOOKS = ['whose', 'many', 'past', 'running', 'number', 'name', 'other'] as const;

type Kind = keyof typeof WORDS_OF | (typeof LOOKS)[number];

/** In the order in which they have their weights. */
const KINDS = [...Object.keys(WORDS_OF), ...LOOKS] as readonly Kind[];
const COUNT = KINDS.length;
const numberOf = (kind: Kind): number => KINDS.indexOf(kind);
const [WHOSE, MANY, PAST, RUNNING, NUMBER, NAME, OTHER] = LOOKS.map(numberOf) as [
	number,
	number,
	number,
	number,
	number,
	number,
	number,
];
/** Where the weights of each sort of sign begin: a kind, the first one, the first two, length, a word. */
const FIRST = COUNT;
const FIRST_TWO = FIRST + COUNT;
const LENGTH = FIRST_TWO + COUNT ** 2;
const LENGTHS = 6;
const WORD = LENGTH + LENGTHS;
/** So many places for words: two may share one. */
const PLACES = 4_096;

/** What the fit may weigh. @public the script that fits the weights asks for it. */
export const SIGNS = { first: FIRST, length: LENGTH, end: WORD + PLACES };

let kindsByWord: ReadonlyMap<string, readonly number[]> | undefined;

function listed(): ReadonlyMap<string, readonly number[]> {
	if (kindsByWord !== undefined) return kindsByWord;
	const made = new Map<string, number[]>();
	for (const [at, words] of Object.values(WORDS_OF).entries())
		for (const word of words.split(' ')) {
			const kinds = made.get(word);
			if (kinds === undefined) made.set(word, [at]);
			else kinds.push(at);
		}
	kindsByWord = made;
	return made;
}

/** `auditors` is `auditor`, `refused` is `refuse`, `policies` is `policy`. */
function* stemsOf(word: string): Generator<string> {
	yield word;
	if (word.endsWith('s')) yield word.slice(0, -1);
	if (word.endsWith('es')) yield word.slice(0, -2);
	if (word.endsWith('ies')) yield `${word.slice(0, -3)}y`;
	if (word.endsWith('ed')) yield* [word.slice(0, -2), word.slice(0, -1)];
	if (word.endsWith('ing')) yield* [word.slice(0, -3), `${word.slice(0, -3)}e`];
}

/** @param word in lower case. */
function kindsOf(word: string): readonly number[] {
	const known = listed();
	const whole = known.get(word);
	if (whole !== undefined) return whole;
	const bare = word.replace(/'s?$/, '');
	const kinds = bare === word ? [] : [WHOSE];
	for (const stem of stemsOf(bare)) {
		const found = known.get(stem);
		if (found === undefined) continue;
		kinds.push(...found);
		break;
	}
	if (bare.length > 3 && /[^s]s$/.test(bare)) kinds.push(MANY);
	if (bare.length > 4 && bare.endsWith('ed')) kinds.push(PAST);
	if (bare.length > 5 && bare.endsWith('ing')) kinds.push(RUNNING);
	if (/^[\d.,:%]+$/.test(bare)) kinds.push(NUMBER);
	else if (/[\d_/#@]|\w\.\w/.test(bare)) kinds.push(NAME);
	return kinds.length === 0 ? [OTHER] : kinds;
}

/** FNV-1a: of a word, always the same place. */
function placeOf(word: string): number {
	let hash = 0x811c9dc5;
	for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
	return (hash >>> 0) % PLACES;
}

/** The signs in the clauses, each once, as indices of their weights. */
export function signsIn(clauses: readonly Clause[]): ReadonlySet<number> {
	const signs = new Set<number>();
	for (const { words } of clauses) {
		const kinds = words.map(kindsOf);
		signs.add(LENGTH + Math.min(LENGTHS - 1, Math.floor(words.length / 3)));
		for (const each of kinds[0] ?? []) {
			signs.add(FIRST + each);
			for (const next of kinds[1] ?? []) signs.add(FIRST_TWO + each * COUNT + next);
		}
		for (const each of kinds.flat()) signs.add(each);
		for (const word of words) signs.add(WORD + placeOf(word));
	}
	return signs;
}

/** A letter of the text for each weight: so many steps of a twentieth above or below the one that stands for nothing. @public */
export const NO_WEIGHT = 79;
/** In one. @public */
export const STEPS = 20;

/** What clauses say by their kinds of words: above zero for a memory. */
export function kindWeight(clauses: readonly Clause[]): number {
	let steps = 0;
	for (const sign of signsIn(clauses)) steps += KIND_WEIGHTS.charCodeAt(sign) - NO_WEIGHT;
	return steps / STEPS;
}
