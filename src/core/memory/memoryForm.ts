// What a form is: one general way of saying something, seen in a clause; and the words that several forms share.
import type { Clause } from './clauses';
import { FORM_WORDS } from './formWords';
import { compiled, holdsOne } from './rules/words';

export interface MemoryForm {
	readonly name: string;
	/** `hint` says nothing alone. What is `against` counts only in clauses that have something for them. */
	readonly kind: 'for' | 'hint' | 'against';
	readonly weight: number;
	/** Nothing where it goes by something else than words. */
	readonly pattern?: string;
	/** Whether the clause holds a word without which it cannot fit: that takes no pattern. */
	mayFit?(clause: Clause): boolean;
	fits(clause: Clause): boolean;
}

/** Made at its first use: the hook that asks runs after every answer. */
export function form(kind: MemoryForm['kind'], name: string, weight: number, pattern: string): MemoryForm {
	let made: RegExp | undefined;
	const words = FORM_WORDS[name]?.split('|');
	const mayFit = ({ text }: Clause): boolean => words === undefined || holdsOne(text, words);
	const fits = (clause: Clause): boolean => mayFit(clause) && (made ??= compiled(pattern)).test(clause.text);
	return { name, kind, weight, pattern, mayFit, fits };
}

/** Patterns of words. */
export const WORDS = {
	INST: String.raw`(?:legal|lawyers?|compliance|ops|operations|hosting|security|finance|accounting|management|audit|auditors?|customers?|clients?|provider|vendor|guild|committee|board|marketing|support|qa|procurement|regulators?|bank|licen[cs]e|contracts?|law|policy|dpo|hr|council|insurer|partners?|suppliers?|ministry|authorit\w+|team|people|department|office|users|licensing|sla|guideline|architects?)`,
	WILL: String.raw`(?:says?|wants?|insists?|requires?|forbids?|demands?|doesn't allow|don't allow|won't|refuses?|rejects?|approves?|expects?|prohibits?|bans?|needs?|must|has to|have to|can't|reads?|monitors?|checks?|reviews?|owns?)`,
	JOB: String.raw`(?:engineer|developer|dev|programmer|coder|scientist|designer|manager|lead|student|teacher|lecturer|professor|lawyer|doctor|nurse|analyst|researcher|admin|administrator|sysadmin|founder|cto|ceo|architect|tester|writer|beginner|newbie|novice|freelancer|contractor|consultant|owner|maintainer|accountant|physicist|biologist|chemist|statistician|mathematician|economist|intern|junior|hobbyist|sre|dba|journalist|musician|artist|translator|linguist|librarian|speaker|expert|specialist|person|guy|hobby|operator)`,
	SYSTEM: String.raw`(?:mac|macos|windows|linux|ubuntu|debian|fedora|arch|nixos|wsl2?|m[1-4]|chromebook|powershell|fish|zsh|bash|nushell|vim|neovim|emacs|vs code|vscode|tmux|intellij|dvorak|colemak|wayland|a screen reader|iphone|android phone)`,
	SCOPE: String.raw`(?:all|every|each|any|everything|everywhere|everybody|everyone|nobody|anybody|anyone|anything|nothing|whatever|alle|jede\w*|cada|todos|todas|tous|toutes|chaque|cualquier)`,
	DAY: String.raw`(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?)`,
	ARTEFACT: String.raw`(?:commits?|commit messages|messages?|tests?|comments?|names?|prs?|pull requests?|branch(?:es)?|migrations?|reports?|functions?|imports?|types|amounts|dates|times|docs?|documentation|dependenc(?:y|ies)|emojis?|exports?|spelling|index(?:es)?|answers?|replies|reply|responses?|summar(?:y|ies)|explanations?|logs?|code|shell|scripts?|sql|files?|components?|classes|endpoints?|releases?|reviews?|variables?|units?)`,
	TOOL: String.raw`(?:notion|confluence|jira|linear|figma|sentry|datadog|grafana|pagerduty|slack|1password|bitwarden|vault|github|gitlab|bitbucket|lokalise|crowdin|launchdarkly|productboard|google drive|drive|sharepoint|trello|asana|miro|kibana|airtable|discord|storybook|postman|s3|backstage|wiki|intranet|nas|runbooks?|registrar|network share|shared drive|bucket|handbook|monorepo|repo|channel|spreadsheet|board|keychain|folder)`,
	IS_AT: String.raw`(?:lives?|sits?|is|are|can be found|is kept|are kept|stored|tracked|documented|recorded|managed|hosted|go(?:es)?|ends? up|belongs?|find|found)(?: now| all| always| here)? (?:at|in|on|under|into|to|over at|here)`,
	PLACE: String.raw`https?:|\b(?:[\w-]+\.)+(?:com|org|net|io|dev|internal|local|app|lan|corp)\b|(?:^|\s)(?!\/tmp|\/home|\/users)[\w.@~*-]*\/[\w.@/*-]+|(?:^|\s)#[a-z][\w-]+`,
	NOT_PLAIN: String.raw`(?!(?:a|an|the|this|that|these|those|it|my|mind|been|seen|heard|had|got|gone|the same|worked|again|forget|remember|know|see|get|end|reach|happens?|was|were|did|have)\b)(?!\w*[^su' ]s )(?!\w+(?:ed|ing) )`,
};
