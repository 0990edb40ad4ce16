// The building blocks of the rules. All of them see one sentence in lower case, without what leads into it.
import { once } from '../../base/once';

/** The verb in its plain form, which is how people tell somebody what to do. */
export const PLAIN = String.raw`(?!(?:a|an|the|on|in|at|to|it|this|that|these|those|there|my|your|our|same|like|so|been|was|were|is|are|be|me|wrong|null|true|false|again|ever|gonna|mind|seen|heard|had|got|gone|done|any|some)\b)(?!\w+(?:ing)\b)(?!(?!need|feed|embed|seed|proceed|exceed|speed|shed|bed)\w+ed\b)(?!\w*[^s\W]s\b)[a-z][a-z'-]*`;

/** Where work goes on for longer than a task. */
export const HERE = String.raw`(?:(?:this|the|our|these) (?:repo|repository|repositories|repos|project|codebase|code base|monorepo|workspace|team|company|organi[sz]ation|product)|here)`;

const DAY = String.raw`(?:mon|tues|wednes|thurs|fri|satur|sun)day`;
const MONTH = String.raw`(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b`;

/** A point or a stretch of time that has a name. */
export const DATE = String.raw`(?:${DAY}|${MONTH}|\d{4}-\d\d-\d\d|the \d{1,2}(?:st|nd|rd|th)|\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}|tomorrow|tonight|(?:next|this|end of(?: the)?|the end of(?: the)?|coming) (?:week|month|quarter|year|sprint|${DAY}|spring|summer|autumn|fall|winter)|(?:spring|summer|autumn|fall|winter)|q[1-4]\b|20\d\d)`;

/** What every date holds. */
export const DATE_WORDS =
	'day|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|tomorrow|tonight|week|month|quarter|year|sprint|spring|summer|autumn|fall|winter|q1|q2|q3|q4|0|1|2|3|4|5|6|7|8|9';

/** Programs and services in which teams keep things. */
export const TOOLS =
	'notion|confluence|jira|linear|figma|sentry|datadog|grafana|pagerduty|slack|1password|bitwarden|lastpass|vault|github|gitlab|bitbucket|lokalise|crowdin|transifex|launchdarkly|productboard|google drive|google docs|google sheets|drive|sharepoint|trello|asana|miro|kibana|new relic|honeycomb|opsgenie|statuspage|zendesk|intercom|amplitude|mixpanel|looker|tableau|metabase|airtable|teams|discord|zeplin|storybook|postman|s3|doppler|splunk|prometheus|rollbar|bugsnag|clickup|shortcut|basecamp|coda|dropbox|onedrive|backstage|swagger|redash|snowflake|bigquery|the wiki|our wiki';
export const TOOL = String.raw`(?:${TOOLS})`;

/** What every place holds. */
export const PLACE_WORDS = `/|#|.com|.org|.net|.io|.dev|.internal|.local|.app|.co|.eu|.de|.ai|.cloud|.corp|.lan|repo|wiki|vault|bucket|board|channel|space|spreadsheet|drive|folder|intranet|${TOOLS}`;

/** A place that can be gone to: an address, a folder, a service, a repository. */
export const PLACE = String.raw`(?:https?:\/\/\S+|(?:[\w-]+\.)+(?:com|org|net|io|dev|internal|local|app|co|eu|de|ai|cloud|corp|lan)\b\S*|(?!\/tmp\b|\/home\b|\/users\b|~)[\w.@~-]*\/[\w.@\/-]+|#[a-z][\w-]+|(?:a |an |the |our )?(?:[\w-]+ )?${TOOL}\b|(?:the|our|a) [\w-]+(?: [\w-]+)? (?:repo|repository|wiki|vault|bucket|board|channel|space|spreadsheet|drive|folder)\b|(?:the|our) (?:wiki|intranet|shared drive|monorepo)\b)`;

/** Without one of these nobody asks to remember something. */
export const ASKING_WORDS =
	'remember|in mind|forget|note|reference|record|memor|next time|next session|future|later|know|again';

/** Words in lower case, of which a text must hold one. */
export type Words = readonly string[];

/** Whether a text in lower case holds one word of each group. */
function holdsWords(text: string, groups: readonly Words[]): boolean {
	return groups.every((group) => holdsOne(text, group));
}

/** Whether a text in lower case holds one of the words. */
export function holdsOne(text: string, words: Words): boolean {
	for (const word of words) if (text.includes(word)) return true;
	return false;
}

/**
 * A rule. A hook runs in the middle of somebody's conversation, and making a pattern of this size costs a millisecond: it
 * is made when a sentence holds one of the words without which it cannot fit.
 */
export interface Rule {
	readonly name: string;
	/** Without one of each group in it, no sentence fits. The gate of all rules knows the first group. */
	readonly words: readonly Words[];
	/** From the first word of the sentence on. */
	readonly pattern: string;
	/** @param sentence in lower case. */
	fits(sentence: string): boolean;
}

/**
 * @param words the sentence must hold one of them, as it stands in lower case; separated by bars. Of several groups, with `&`
 * between them, it must hold one of each. They spare us the making of the pattern, and decide nothing.
 * @param pattern from the first word of the sentence on.
 */
export function rule(name: string, words: string, pattern: string): Rule {
	const groups = words.split('&').map((group) => group.split('|'));
	const made = fromFirstWord(pattern);
	return { name, words: groups, pattern, fits: (sentence) => holdsWords(sentence, groups) && made().test(sentence) };
}

/**
 * V8 first translates a pattern for an interpreter, and makes machine code of it only at the second use, or where the text is
 * longer than a thousand characters. For patterns like ours the first takes seven times as long as the second: 79 ms against
 * 10 for a prompt of three sentences (Node 20).
 */
const LONG = ' '.repeat(1_024);

/** A pattern, as machine code from the first use on. */
export function compiled(pattern: string, flags = ''): RegExp {
	const made = new RegExp(pattern, flags);
	made.test(LONG);
	return made;
}

/** A pattern from the first word on, made at its first use. */
export function fromFirstWord(pattern: string): () => RegExp {
	return once(() => compiled(`^(?:${pattern})`, 'u'));
}
