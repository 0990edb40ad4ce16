// Does a prompt plainly put something off? Rules for everyday English, made to be right rather than complete: what they find
// is offered to a person, and a wrong suggestion costs more trust than a missing one. A rule must match a clause from its first word on, so that what is
// only told, asked or negated does not match.
import { ownSentences } from '../base/prose';

export type Deferral = 'deferred' | 'idea';

const THAT = '(?:that|this|it|those|these|them)(?: one)?';
const THOUGHT = '(?:idea|thought|question|topic|discussion|conversation|debate|decision|point|suggestion|proposal)';
/** A named thing: an article and what follows, up to the next word of the rule. */
const NAMED = '(?:the|that|this|these|those|our|my|your)\\b [^,]{2,70}?';
const WE = "(?:let'?s|let us|we(?:'ll| will| can| could| should| might| may| need to| have to)|you can)";
const I = "(?:i(?:'ll| will|'d like to| would like to| want to| need to| have to))";
const ASKED = '(?:(?:can|could|shall|may) we|(?:can|could|would|will) you)(?: please)?';
const ANYBODY = `(?:${WE}|${I}|${ASKED}|please)`;
const MAYBE_ANYBODY = `(?:${ANYBODY} )?`;
const SOME_TIME =
	'(?:later(?: on)?|tomorrow|another (?:time|day)|some other (?:time|day)|at some point|some ?day|one day|eventually|soon|' +
	'in a (?:bit|while)|next (?:time|week|month|sprint|year))';
/** Without the near times, which are also times that programs work with. */
const FAR =
	'(?:later(?: on)?|another (?:time|day)|some other (?:time|day)|some ?day|eventually|next (?:time|week|month|sprint|year))';
const MOMENT = `(?:${SOME_TIME}|(?:after|once|when) .+)`;
const PLACE =
	'(?:another (?:pr|pull request|session|ticket|issue|sprint|release|iteration|day|time)|' +
	'(?:a|the) (?:separate|follow-?up|later|future|next) (?:pr|pull request|session|ticket|issue|sprint|release|iteration)|a follow-?up|' +
	'next (?:week|month|sprint|session|release|time))';
const UNTIL = `(?:until|till|to|for) (?:${MOMENT}|${PLACE}|v\\d.*|we (?:have|know|get|see) .+)`;
const FOR_LATER = `for (?:later|tomorrow|${PLACE})`;
const FOR_NOW = '(?:for (?:now|later|today|the moment|the time being)|right now|(?:just )?yet|today|at this point)';
const VERB =
	'(?:always )?(?:do|add|handle|fix|tackle|address|deal with|look (?:at|into)|think about|worry about|discuss|talk about|sort out|' +
	'figure out|write|implement|clean up|refactor|rework|rewrite|improve|polish|explore|investigate|optimi[sz]e|document|support|' +
	'migrate|change|decide(?: on)?|revisit)';
/** What somebody of us does later, in German and French; in Spanish the verb says who. */
const WIR_VERB =
	'(?:machen|lassen|verschieben|erledigen|klären|besprechen|prüfen|bauen|schreiben|testen|übersetzen|ergänzen|entscheiden|sehen|schauen)';
const ON = "on (?:(?:le|la|les) |l')?(?:fait|fera|voit|verra|laisse|laissera|garde|gardera)";
const HACEMOS = '(?:hacemos|haremos|hagamos|dejamos|dejaremos|dejemos|vemos|veremos)';
const SPÄTER = '(?:später|irgendwann|ein andermal)';
const ANYTHING = '(?:[^,]{2,70} )?';
/** Its object. A part of a sentence with its own subject describes what a program does. */
const OBJECT =
	'(?!.*\\b(?:now|than|not|or|to|what|which|where|who|we|users?|people|they|for|that \\w+s|one day|seconds?|minutes?|hours?|days)\\b)[^,]{2,70}?';

/** Rules for a clause. `$` is the end of the clause: a clause with a different continuation means something else. */
const PUT_OFF = [
	`(?:${WE}|i(?:'ll| will|'d like to| want to)|${ASKED}|please) (?:come|circle|loop) back to (?:${THAT}(?: ${MOMENT})?|${NAMED} ${MOMENT}|${OBJECT} ${FAR})$`,
	`${ANYBODY} (?:get|go) back to (?:${THAT}|${NAMED}) ${MOMENT}$`,
	`(?:we|i)(?:'ll| will) get to (?:${THAT}(?: ${MOMENT})?|${NAMED} ${MOMENT})$`,
	`${MAYBE_ANYBODY}park (?:${THAT}|(?:that|this|the) (?:\\w+ )?${THOUGHT}(?: about .+| of .+)?)(?: ${FOR_NOW})?(?: please)?$`,
	`(?:let'?s|let us|please|${ASKED}) park ${NAMED} ${FOR_NOW}$`,
	`${MAYBE_ANYBODY}(?:put|move) (?:${THAT}|${NAMED}) (?:in|on|into|onto) (?:the|our|a) parking lot$`,
	`${MAYBE_ANYBODY}put a pin in (?:${THAT}|(?:that|this|the) (?:\\w+ )?${THOUGHT})(?: ${FOR_NOW})?$`,
	`${MAYBE_ANYBODY}punt (?:on )?(?:${THAT}|(?:that|this|the) (?:\\w+ )?${THOUGHT})(?: ${FOR_NOW})?$`,
	'hold that thought$',
	`(?:${WE}|${I}) revisit (?:${THAT}|${NAMED}) ${MOMENT}$`,
	`(?:${WE}|i(?:'ll| will) (?=think|deal|decide|worry)) ?${VERB} ${OBJECT} ${FAR}$`,
	`${I} ${VERB} ${THAT} ${SOME_TIME}(?<! later(?: on)?)$`,
	`(?:${WE}|${I}) ${VERB} ${OBJECT} in ${PLACE}$`,
	`${MAYBE_ANYBODY}leave (?:${THAT}|${NAMED}) ${FOR_LATER}$`,
	`${MAYBE_ANYBODY}(?:save|keep) (?:${THAT}|(?:that|this|the) (?:[\\w-]+ ){0,4}${THOUGHT}) ${FOR_LATER}$`,
	`${MAYBE_ANYBODY}keep (?:${THAT}|${NAMED}) (?:in mind|on the list) ${FOR_LATER}$`,
	`${MAYBE_ANYBODY}(?:jot|write|note) ${THAT} down for later$`,
	`${MAYBE_ANYBODY}(?:postpone|defer|push back|hold off on) (?:${THAT}|${NAMED}) ${UNTIL}$`,
	`${ANYBODY} (?:postpone|defer) ${THAT}$`,
	`${WE} (?:table|shelve) (?:${THAT}|(?:that|this|the) (?:\\w+ )?${THOUGHT})(?: ${FOR_NOW})?$`,
	`${WE} (?:set|put|leave) ${THAT} aside(?: ${FOR_NOW})?$`,
	`${MAYBE_ANYBODY}put (?:${THAT}|${NAMED}) on (?:the )?(?:back ?-?burner|ice)(?: ${FOR_NOW})?$`,
	`${WE} put ${THAT} on hold(?: ${FOR_NOW}| until .+)?$`,
	`(?:please |${ASKED} )?remind me (?:(?:later|tomorrow) to .+|to (?!what|which|who|how).+ ${MOMENT}|about .+ ${MOMENT})$`,
	`let'?s not forget .+ ${SOME_TIME}$`,
	`${MAYBE_ANYBODY}(?:add|put|move) (?:${THAT}|${NAMED}) (?:to|on|onto|in|into) (?:the|our|my) (?:backlog|to-?do list|wish ?list|list for later)$`,
	`(?:that|this|it)(?:'s| is| would be|'ll be) (?:(?:a|an|one|something) )?(?:\\w+ )?for (?:another|a different|some other) (?:day|time|session|pr)$`,
	`let'?s not (?:get into|go into|worry about|deal with|tackle|think about|go down) [^,]{2,50} ${FOR_NOW}$`,
	`(?:let'?s|we can|we'll|we could) (?:skip|leave) (?:that|this|it|(?:that|this) \\w+) for (?:now|the moment|today)$`,
	`(?:that|this|it) can wait$`,
	`${ANYTHING}${WIR_VERB} wir ${ANYTHING}(?:(?:auf|für) )?${SPÄTER}$`,
	`${ANYTHING}wir ${WIR_VERB} ${ANYTHING}(?:(?:auf|für) )?${SPÄTER}$`,
	`${ANYTHING}${HACEMOS} ${ANYTHING}(?:para )?(?:más (?:tarde|adelante)|luego|otro día)$`,
	`${ANYTHING}${ON} ${ANYTHING}(?:pour )?plus tard$`,
	`.{1,40}(?:は|を)(?:後|あと)で(?:やり|し|考え|対応)\\p{L}*$`,
	`(?:that|this|it|the [\\w -]{2,40}) can wait (?:(?:until|till|for) )?(?:later|tomorrow|next .+|after .+|another .+)$`,
].map((rule) => new RegExp(`^${rule}`, 'iu'));

const SOME_DAY =
	'(?:at some point|eventually|some ?day|one day|in the (?:long run|future)|down the (?:road|line)|(?:in the )?long(?:er)? term)';
const SHOULD =
	'(?:we|i) (?:should|could|might|may|need to|ought to|will want to|(?:might|may) want to)(?: probably| also| maybe)?';
const SIDE_IDEAS = [
	`${SOME_DAY},? ${SHOULD} (?!have\\b|be\\b|get\\b(?! rid)|see\\b)\\w+ .+$`,
	`${SHOULD} (?:eventually |some ?day |one day )?(?!have\\b|be\\b|get\\b(?! rid)|see\\b)\\w+ .*\\b${SOME_DAY}$`,
	`${SHOULD} (?:eventually|some ?day|one day) (?!have\\b|be\\b|get\\b(?! rid)|see\\b)\\w+ .+$`,
	`(?:it'd|it would|would) be (?:nice|cool|great|good|neat|useful) (?:to|if) .+ (?:${SOME_DAY}|later)$`,
].map((rule) => new RegExp(`^${rule}`, 'iu'));

/** Rules for a whole sentence, which may continue. */
const SENTENCES: readonly (readonly [Deferral, RegExp])[] = [
	['deferred', /^(?:note to self|for later|(?:todo|to-do|to do)(?: for)? later)\s*[:–—-]\s*\S/iu],
	['idea', /^(?:(?:side|random|unrelated) (?:idea|note|thought)|idea for later)\s*[:–—-]\s*\S/iu],
	[
		'deferred',
		/^(?!.*\bnot out of)(?:.*\b)?(?:out of|not in) scope (?:for (?:now|today|the moment|this (?:pr|change|task|session|ticket|release|sprint|one))|right now|at the moment),? (?:but|though|however)\b/iu,
	],
	['deferred', /^not (?:right )?now[,;]? but\b/iu],
	['deferred', /^something (?:to \w+|for) later\s*[:–—-]\s*\S/iu],
	[
		'deferred',
		/^(?:we|i)(?:'d| need| want| would| should| have)\b.+[^,],? but not (?:today|right now|just yet|in this (?:session|pr|change|task|release))$/iu,
	],
];

/** Reported, quoted or hypothetical: not what this person wants. */
const REPORTED =
	/\b(?:says?|said|claims?|told|asked|wrote|reads|mentions?|mentioned|called|named|titled|labell?ed|translate|rename|grep|decided|agreed|transcript)\b/iu;
const HYPOTHETICAL = /^(?:if|unless|suppos(?:e|ing)|imagine|what if|whether|in case|assuming)\b/iu;
/** What may stand before the first word of a rule. */
const OPENING =
	/^(?:(?:ok(?:ay)?|so|well|hm+|yes|yeah|yep|nah|and|but|then|actually|maybe|perhaps|sure|thanks|oh|ah|also|anyway|btw|by the way|i think|i guess|honestly|alright|fine|agreed|true|interesting|good (?:point|idea|catch))\b[\s,.!–—-]*)+/iu;
/** What may stand behind the last word of a rule. */
const ENDING = / (?:too|as well|please)$/iu;
/** What it is about, named before it: `fuzzy search: let's do that later`. */
const TOPIC = new RegExp(`^(?:[\\p{L}\\p{N}_\\x60'/.-]+ ){0,4}[\\p{L}\\p{N}_\\x60'/.-]+:\\s+(?=${ANYBODY}\\b)`, 'iu');
/** A person only exceeds this in one sentence by pasting. Characters. */
const LONGEST = 300;

/** What the first thing is that a prompt puts off; nothing if there is none, or in case of doubt. */
export function findDeferral(prompt: string): Deferral | undefined {
	for (const sentence of ownSentences(prompt)) {
		const kind = kindOf(sentence);
		if (kind) return kind;
	}
	return undefined;
}

function kindOf(sentence: string): Deferral | undefined {
	if (sentence.length > LONGEST || REPORTED.test(sentence)) return undefined;
	const said = sentence
		.replace(OPENING, '')
		.replace(TOPIC, '')
		.replace(/(?: though)?[.!…]+$/u, '');
	if (HYPOTHETICAL.test(said)) return undefined;
	const isQuestion = said.endsWith('?');
	const isRequest = new RegExp(`^(?:${ASKED})\\b`, 'iu').test(said);
	if (isQuestion && !isRequest) return undefined;
	const whole = SENTENCES.find(([, rule]) => rule.test(said));
	if (whole) return whole[0];
	const parts = said.replace(/\?$/u, '').split(/\s*[,;–—]\s*|\s-+\s|\s(?:and|but|so|because|although|though|since)\s/u);
	// `Park this for later: the login form`: what is put off follows.
	const [lead = said] = said.split(/:\s+(?=\S)/u);
	const clauses = [...parts, ...(lead === said ? [] : [lead])].map((clause) =>
		clause.replace(OPENING, '').replace(ENDING, '').trim(),
	);
	// `let's do this now and that later`: the second clause has the subject of the first.
	const subject = new RegExp(`^${WE} `, 'iu').exec(clauses[0] ?? '')?.[0] ?? '';
	if (clauses.some((clause) => PUT_OFF.some((rule) => rule.test(clause) || rule.test(subject + clause))))
		return 'deferred';
	return clauses.some((clause) => SIDE_IDEAS.some((rule) => rule.test(clause))) ? 'idea' : undefined;
}
