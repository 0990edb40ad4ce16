// What people say about themselves: what they work on, with, as, and what they know.
import { type Rule, rule } from './words';

const SYSTEM = String.raw`(?:a |an |my |the )?(?:old |new )?(?:mac(?:os| os|book)?|osx|windows|win(?:10|11)|linux|ubuntu|debian|fedora|arch|nixos|wsl2?|m[1-4]|chromebook|ipad|raspberry pi|freebsd|apple silicon|intel mac)\b`;
const JOB = String.raw`(?:engineer|developer|dev|programmer|coder|scientist|designer|manager|lead|student|teacher|lecturer|professor|lawyer|doctor|nurse|analyst|researcher|admin|administrator|sysadmin|founder|cto|ceo|cfo|architect|tester|writer|beginner|newbie|novice|freelancer|contractor|consultant|owner|maintainer|accountant|physicist|biologist|chemist|statistician|mathematician|economist|intern|junior|senior|hobbyist|sre|dba|pm|qa|journalist|musician|artist|translator|librarian|native speaker|expert|specialist|generalist|operator)`;
const GEAR = String.raw`(?:fish|zsh|bash|nushell|powershell|vim|neovim|nvim|emacs|vs ?code|tmux|intellij|pycharm|webstorm|jetbrains|rider|xcode|helix|zed|sublime|dvorak|colemak|neo2?|windows|linux|mac|macos|wsl|firefox|safari|arch|nix|nixos|ubuntu|iterm|kitty|wezterm|alacritty|homebrew|asdf|mise|nvm|direnv|dark mode|light mode|a screen reader|voiceover|nvda|an? \w+ keyboard)\b`;
const HOW = String.raw`(?:quite |very |completely |fairly |pretty |still |rather |relatively |totally |absolutely |actually |also |mostly |currently |just )*`;

export const PERSON_RULES: readonly Rule[] = [
	rule(
		'iAmOn',
		" on | using | running &i'm |i am ",
		String.raw`i(?:'m| am) ${HOW}(?:on|using|running|working on|stuck on) ${SYSTEM}`,
	),
	rule('iAmOn', 'keyboard', String.raw`i(?:'m| am) using an? \w+ keyboard\b`),
	rule(
		'iAmA',
		"i'm |i am ",
		String.raw`i(?:'m| am) ${HOW}(?:an? |the |one of the )?(?:only |main |sole |lead )*(?:[\w/-]+ ){0,4}${JOB}s?\b(?!['’])`,
	),
	rule(
		'iAm',
		"i'm |i am ",
		String.raw`i(?:'m| am) ${HOW}(?:new to (?!this (?:file|function|part|bug))|learning \S|colou?r[- ]?blind|dyslexic|left-handed|deaf|hard of hearing|blind|visually impaired|autistic|based in|located in|responsible for|in charge of|on the [\w -]+ team|in the [\w -]+ team|fluent in|a native|not an? (?:native|programmer|developer|engineer|designer|expert)|working (?:at|for|remotely|part[- ]time|alone)|self-taught|the only (?:one|person|dev|developer))`,
	),
	rule(
		'iAm',
		"familiar|comfortable|experienced|good |bad |proficient&i'm |i am ",
		String.raw`i(?:'m| am) ${HOW}(?:not )?(?:familiar|comfortable|experienced|good|bad|proficient) (?:with|in|at) (?!this|that|the|it\b)\S`,
	),
	rule(
		'iKnow',
		"know|understand|speak|read&i don't|i do not|i know",
		String.raw`i (?:don't|do not) ${HOW}(?:know|understand|speak|read) [^,]*\b(?:at all|much about|very well|well)\b|i (?:don't|do not) know (?:much|anything|a lot|a thing) about (?!this|that|the|it\b)\S|i know ${HOW}(?:almost |next to |practically |basically )?(?:nothing|very little|little|not much) about (?!this|that|the|it\b)\S|i know \S+ ${HOW}well\b`,
	),
	rule(
		'experience',
		"experience|background|knowledge|years|decades|months|since|never|this is my first&i've |i have |my first",
		String.raw`i(?:'ve| have) (?:no|little|zero|hardly any|barely any|a lot of|lots of|some|plenty of|\w+ years?(?:'| of)*) (?:real |prior )?(?:experience|background|knowledge)\b|i(?:'ve| have) (?:been|worked|used|written|done) (?!staring|waiting|trying|looking)\S.*\b(?:(?:for|since) (?:\w+ )?(?:\w+ )?(?:years|decades|months)|since (?:\w+ )?(?:\w+ )?\d{4})\b|i(?:'ve| have) never (?:used|written|touched|done|worked with) [^,]{2,40}(?: before)?[.!]*$|this is my first \S+ (?:project|app|job|time using)`,
	),
	rule(
		'my',
		'my ',
		String.raw`my (?:full |first |last |real )?(?:name|github(?: handle| user(?:name)?)?|gitlab(?: handle)?|handle|user ?name|nickname|time ?zone|native language|mother tongue|first language|keyboard|machine|laptop|computer|mac|pc|shell|editor|ide|terminal|role|job|day job|background|pronouns|os|operating system|monitor|screen|phone|working hours|work week|office hours|team|degree|field|specialty|main language|eyesight|hearing|internet connection) (?:is|are|runs?|only has|has|have|uses?|consists)\b`,
	),
	rule(
		'iUse',
		'use |work |develop |code |program |live in |type on |prefer ',
		String.raw`i ${HOW}(?:usually |mainly |only |always |mostly |normally )*(?:use|work with|work in|develop on|develop in|code in|code on|program in|live in|type on|prefer) ${GEAR}`,
	),
	rule(
		'iWork',
		'work ',
		String.raw`i ${HOW}(?:usually |mainly |only |always |mostly |normally )*work (?:at|for (?!this|the moment)|as|in (?!this|that|the (?:file|parser|code))|from|remotely|part[- ]time|alone|late|nights?|weekends|mornings|on the [\w -]+ team|with (?:a|an|screen|assistive))\b`,
	),
	rule(
		'iMaintain',
		'i maintain|i own|i lead|i manage|i run|i look after|i oversee|i also|i mostly|i mainly',
		String.raw`i (?:also |mostly |mainly )?(?:maintain|own|lead|manage|run|look after|oversee) (?:the |a |an |our |\w+ )?(?:\w+ ){0,4}(?:repos?|repositories|projects?|team|teams|platform|infrastructure|servers?|package|packages|library|site|department)\b`,
	),
	rule(
		'language',
		' my |speak|call me |i go by ',
		String.raw`(?:english|german|french|spanish) (?:is|isn't) (?:not )?my (?:first|native|second|mother)|i (?:speak|don't speak) (?!to\b|with\b|about\b)\S|call me [a-z]\S*[.!]*$|i go by \S`,
	),
	rule(
		'iLive',
		'live|living|based|sit',
		String.raw`i(?:'m| am)? (?:live|living|based|sit|sitting) in (?!fear|hope|this|that|the (?:past|future|code))\S`,
	),
	rule(
		'we',
		"we're a|we're only a|we're just a|we are |part of",
		String.raw`(?:we(?:'re| are)|i(?:'m| am) part of) (?:only |just )?(?:a|an) (?:\w+ )?(?:team|start-?up|agency|company|shop|group|non-?profit|duo|bank|hospital|university) (?:of|with|in|that|,)`,
	),
];

/** @param sentence in lower case. @returns the rule that it fits, or nothing. */
export function personIn(sentence: string): string | undefined {
	return PERSON_RULES.find((each) => each.fits(sentence))?.name;
}
