// Of which words each form of a memory needs one, read off its pattern: node scripts/formWords.mjs
export const FORM_WORDS: Readonly<Record<string, string>> = {
	alwaysFirst: "always |don't ever |immer |jamais |never |nie |nunca |siempre |toujours ",
	alwaysDo:
		' a partir de ahora | ab jetzt | ab sofort | de ahora en adelante | désormais | grundsätzlich |always|ever|immer|jamais|nie|nunca|siempre|toujours',
	alwaysEnd: 'always|ever|immer|siempre|toujours',
	neverGoes: 'always|never|only',
	lasting:
		'across the board|always and everywhere|as a general rule|as a hard rule|as a rule|as a strict rule|as of now|as of today|at any time|by default|for future|for the future|forever|from here on|from now on|from today on|future session|generally|going forward|henceforth|in future|in general|in the future|in the long run|later session|moving forward|never again|new session|next ones|next session|once and for all|other session|permanently|starting now|starting today|under no circumstances|without exception',
	anymore: 'any more|anymore|enough with|no longer|no more|quit |stop |told you|you always forget|you keep',
	notOnlyThis:
		' also not in future | also not in the future | and not in future | and not in the future | even if |just|only',
	futureCase: ' ',
	everyTime:
		'any time|each time|every single time|every time|next time|when i ask|when i say|when i write|when you add|when you change|when you create|when you make|when you see|when you touch|when you write|whenever',
	holdsForAll: ' nowhere else | whatever it is |all|any|both|each|every',
	forAll: ' across | for | from | in | inside | on | to | with ',
	allAre: ' all | each | every | everything | no | nobody | nothing ',
	noThing: 'kein |keine |nada de |ningún |no |pas de ',
	orderAll:
		'for all |for any |for each |for every |for our |for the whole |in all |in any |in each |in every |in our |in the whole |on all |on any |on each |on every |on our |on the whole ',
	handsOff: "by hand|don't|frozen|generated|hands off|never|nobody|read only|shared with|vendored",
	namedSo: 'called|formatted|kept|named|numbered|prefixed|signed|spelled|stored|written',
	runsOn:
		'boxes|cluster|devices|everything is|everything runs|laptops|machines|phones|prod|runner|server|staging|tablets|we are',
	whose:
		' person|are looked after by|are maintained by|are managed by|are owned by|are run by|ask |in charge of|is looked after by|is maintained by|is managed by|is owned by|is run by|look after|looks after|only |responsib',
	scope: 'all|any|cada|chaque|cualquier|each|every|jede|nobody|nothing|todas|todos|tous|toutes|whatever',
	here: 'across our |across the |across this |bei uns|by us|chez nous|for our |for the |for this |for us|here|in our |in the |in this |in-house|throughout our |throughout the |throughout this |with us',
	our: 'nos|notre|nuestr|our|unser|us',
	notEven: " no | not a single | not even | not one |don't|ever",
	goesFor:
		' all my | all our | all your | anywhere in my | anywhere in our | anywhere in this |goes|is a given|is normal|mine|ours',
	beforeEach: ' after | at | before | with ',
	forbids: "accepted|allowed|ban|doesn't|don't|forbid|permitted|prohibit|redistribut|refuse|reject|tolerated|won't",
	instSays:
		' demand | demands | expect | expects | forbid | forbids | insist | insists | require | requires | say | says | wants ',
	instWill:
		"approve |approves |ban |bans |can't |check |checks |demand |demands |doesn't allow |don't allow |expect |expects |forbid |forbids |has to |have to |insist |insists |monitor |monitors |must |need |needs |own |owns |prohibit |prohibits |read |reads |refuse |refuses |reject |rejects |require |requires |review |reviews |say |says |want |wants |won't ",
	mustNot:
		'are never|can only|has to|have to|is never|may not|may only|must|never ever|stay as|stay closed|stay in|stay on|stay put|stay shut|stays as|stays closed|stays in|stays on|stays put|stays shut',
	norm: 'audit|by law|compliance|contract|forbid|gdpr|hipaa|is law|iso|legal|licence|license|mandatory|not negotiable|obliged|off limits|pci|policy|regulat|requirement|sacred|the law',
	promise:
		'append only|are public api|habit|house rule|i promise|is public api|my promise|no-go|not negotiable|off limits|our promise|product promise|read-only|sacred|taboo|team thing|tradition|we promise',
	rule: ' as a | as our | as the | is a | is our | is the |convention|guideline|house style|policy|principle|rule|standard',
	gate: "'s ok|approve|ask before|ask me|goe through|goes through|heads-up|my ok|ok from|only |permission|review all|review every|reviews all|reviews every|sign off|signed off|signs off|without a |without an |without asking|without checking|without my|without telling|without the",
	weDont: " nobody |also|always|do not|don't|never|no longer|only|still",
	weHabit: 'i |we ',
	ourIs: ' our ',
	inst: ' ',
	manner:
		' american | british | camelcase | contractions | currency | decimal | encoding | format | formatting | indentation | iso | language | licence | license | locale | lowercase | metric | naming | person | seed | snake_case | source of truth | spaces | spelling | style | tabs | time zone | timezone | tone | uppercase | utc | wording ',
	labelled: 'background|constraint|convention|lesson|note|policy|principle|reminder|requirement|rule|style thing',
	iCome: ' ',
	onlyMe:
		'bear with me|by training|college|done|how it works here|how it works in|i am a |i am an |i am no|i am the only|i come from|mine alone|my first time|one man|only me here|only me in|only me on|originally from|school|self-taught|so slowly|touched|university|used|work alone|works alone|written',
	iAmA: ' as | being | i am | we are ',
	aOne: 'i am|we are',
	knowsNot:
		"barely|comfortable|english|experience|eyes|familiar|first time in|first time using|first time with|fluent|french|german|good|great|hands|hardly|i don't really do|i don't really know|i don't really speak|i sit in|idea|just|knowledge|like|never|only|simply|slowly|spanish|typing|used to",
	prefer:
		"can't stand|don't want you|expect|hate|like|love|never want|not a fan|prefer|want you to|would rather have|would rather you",
	answers:
		'answer|brief|commands|concise|draft|emoji|exact line|explain|explanation|replies|reply|responses|short|slow|summar',
	gear: ' ',
	isAtPlace: 'at |here |in |on |to |under ',
	where:
		'can be found|find it|find the|is where|live at|live in|live on|lives at|lives in|lives on|look there|see there|where all|where every|where the|wo alle',
	allThere:
		'all of our |all of the |every |everything about|everything else|everything for|everything in|everything on|everything with|is where|there stands all|where all|where every|where the',
	isAt: 'at |here |in |on |to |under ',
	place: '#|/|app|com|corp|dev|http:|https:|internal|io|lan|local|net|org',
	tool: ' ',
	recurring:
		' each | every | first | fridays | mondays | on | saturdays | sundays | thursdays | tuesdays | wednesdays |daily|monthly|nightly|weekly',
	event:
		'audit|certificate|contract|deadline|demo|end of life|freeze|launch|migration|release|rollout|sprint|trial|window',
	weDid: ' we ',
	weAre: ' we are ',
	state:
		'append only|belong to|belongs to|budget|deprecated|driven by|end of life|goes away|going away|hard requirement|holiday|leave|left the company|maintenance mode|now called|offline|peak|sabbatical|self-host|stuck at|stuck on|stuck there|stuck with|switched off|vacation',
	remember:
		" don't forget | everybody forget | everybody forgets | for future reference | for reference | for the record | for you | fyi | heads up | in mind | make a note | memorise | memorize | more often | must say | never forget | nobody wrote down | note for | remember | should know | take note | to know | will come up again | write in the notes | you will need ",
	btw: " another thing | au fait | btw | by the way | d'ailleurs | for context | fyi | one more thing | one thing | por cierto | side note | so you know | übrigens ",
	reason: 'accident|because|breaks our|burned|burnt|complaint|huge|it is about|keep mixing|otherwise',
	justNow:
		'anyway|at the moment|for now|for the next |for this|in this commit|just this|meanwhile|right now|this branch|this file|this function|this loop|this pr|this round|this run|this time|this week|today|tomorrow|tonight|until the|yet',
	past: 'ago|already|back then|did|had|just|month|never |night|time|tried|used to|was|week|were|year|yesterday',
	will: 'can you|could you|going to|gonna|i am |i can|i have to|i must|i need|i want|i will|i would|let me|let us|we have to|we must|we need|we should|we will',
	unsure:
		'could|dunno|i believe|i doubt|i guess|i think|i wonder|in your opinion|look|maybe|might|no idea|not sure|perhaps|probably|seem|whether|would',
};
