// Where things are that are not in the code: the runbook, the tickets, the dashboards.
import { PLACE, PLACE_WORDS, TOOL, TOOLS, type Rule, rule } from './words';

const NOUN = String.raw`(?:run-?books?|play-?books?|docs?|documentation|wiki|specs?|specifications?|designs?|design files?|mock-?ups?|wireframes?|dash-?boards?|logs|metrics|traces|alerts|alerting|monitoring|bugs|issues|tickets|tasks|stories|epics|incidents|error reports|errors|crash reports|credentials|secrets|passwords|api keys|keys|certificates|login|deploy scripts?|deployment scripts?|scripts|infra(?:structure)?(?: code)?|terraform(?: code)?|architecture decisions|decisions|decision records|adrs?|staging(?: environment| server| url)?|production|sandbox|preview|demo(?: environment| tenant)?|(?:test )?fixtures|test data|golden files|questions|checklists?|guidelines|guides?|style ?guide|feature flags|flags|(?:meeting )?notes|recordings|minutes|translations|strings|(?:customer |user )?feedback|roadmap|backlog|(?:on-?call )?(?:schedule|rota|rotation)|post-?mortems?|templates|assets|icons|fonts|contracts?|source(?: code)?|repo(?:sitory)?|board|onboarding|data model|schemas?|handbook|reference|sdk|changelog|release notes|backups|builds|artifacts|images|packages|reports|analytics|events|conventions|standards|glossary|api reference|api docs|openapi spec|protobufs?|contact list|invoices|surveys|experiments|models|datasets?|notebooks|samples|examples|helm charts?|manifests|pipelines?|status page|support requests|requests|reviews|proposals|rfcs?|threat model|privacy policy|licen[sc]es?)`;
const SUBJECT = String.raw`(?:the |our |all |my |your |their |any )?(?:[\w.&'-]+ ){0,4}?${NOUN}(?: (?:for|of|about|from|on|in) (?:the |our |this |that |all )?[\w.&'-]+(?: [\w.&'-]+){0,3}?)?`;
const IS = String.raw`(?:lives?|is|are|can be found|may be found|sits?|(?:is|are) (?:kept|stored|tracked|documented|recorded|managed|hosted|published|collected|maintained|described|written down|filed|all|here|now|handled|checked in|versioned)|goes?|go|ends? up|belongs?|land|get(?:s)? (?:tracked|filed|reported|sent))`;
const AT = String.raw`(?:at|in|on|under|into|to|over at|inside|via|with|here ?:|:)`;
/** What `IS` and `AT` hold, behind a subject. */
const IS_WORDS = ' is | are | live|found| sit| go| end| belong| land| get';
const AT_WORDS = ' at | in | on | under | into | to | inside | via | with | here| : ';

/** What follows such a place in a task: `…, open it and rename the key`. */
const THEN =
	/[,;.] ?(?:and |then |please |so |can you |could you )*(?:open|fix|import|tell|read|rename|look|do|implement|change|add|remove|delete|update|copy|move|check|see|use it|parse|convert|run|edit|replace|write|load|take|have a look|go through|follow|apply)\b/u;

export const REFERENCE_RULES: readonly Rule[] = [
	rule(
		'livesAt',
		`${PLACE_WORDS}&${IS_WORDS}&${AT_WORDS}`,
		String.raw`${SUBJECT} ${IS} (?:all |now |currently |also |mostly |always )?${AT} (?:the |a |our )?${PLACE}`,
	),
	rule(
		'livesAt',
		`${PLACE_WORDS}& live|tracked|documented|managed|recorded|kept|found&${AT_WORDS}`,
		String.raw`(?:the |our |all )?(?:[\w.&'-]+ ){1,4}(?:lives?|(?:is|are) (?:tracked|documented|managed|recorded|kept)|can be found) ${AT} ${PLACE}`,
	),
	rule(
		'inTool',
		`${TOOLS}&${IS_WORDS}&${AT_WORDS}`,
		String.raw`${SUBJECT} ${IS} ${AT} (?:the |a |an |our |their )?(?:[\w-]+ )?${TOOL}\b`,
	),
	rule(
		'isPage',
		`page|document|doc|board|sheet|channel|file|project|database|folder& is a| is the | are a| are the &http|/|#|${TOOLS}`,
		String.raw`${SUBJECT} (?:is|are) (?:a|an|the) (?:[\w-]+ )?(?:page|document|doc|board|sheet|spreadsheet|channel|file|project|database|folder)\b.*(?:https?:|${TOOL}|\/|#)`,
	),
	rule('address', `: &${PLACE_WORDS}`, String.raw`${SUBJECT}: ${PLACE}`),
	rule(
		'youFind',
		`you |you'll |one can&find|see|look up|get|reach&${AT_WORDS}&${PLACE_WORDS}`,
		String.raw`(?:you (?:can|will|'ll|should) |you'll |one can )(?:always )?(?:find|see|look up|get|reach) .{3,80}? ${AT} ${PLACE}`,
	),
	rule(
		'sharedDrive',
		`drive|share|nas|intranet|wiki|vault|company&${IS_WORDS}&${AT_WORDS}`,
		String.raw`${SUBJECT} ${IS} ${AT} (?:the |our )?(?:shared drive|share|nas|intranet|wiki|vault|company \w+)\b`,
	),
	rule(
		'sharedDrive',
		`/& in &${IS_WORDS}`,
		String.raw`${SUBJECT} ${IS} in (?!src\b|lib\b|test\/)[\w.-]+\/[\w.\/-]+[.!]*$`,
	),
];

/** @param sentence in lower case. @returns the rule that it fits, or nothing. */
export function referenceIn(sentence: string): string | undefined {
	const found = REFERENCE_RULES.find((each) => each.fits(sentence));
	return found === undefined || THEN.test(sentence) ? undefined : found.name;
}
