// Whether the index found what the generator wrote down.

const NAME_LIMIT = 80;
const clean = (text) =>
	text
		.replace(/\p{Cc}+/gu, ' ')
		.replace(/\s+/gu, ' ')
		.trim();
const cutName = (text) => {
	const characters = [...clean(text.slice(0, 2_000))];
	return characters.length <= NAME_LIMIT
		? characters.join('')
		: `${characters
				.slice(0, NAME_LIMIT - 1)
				.join('')
				.trimEnd()}…`;
};

const FACTS = {
	name: (s) => s.name,
	cwd: (s) => s.cwd,
	gitBranch: (s) => s.gitBranch,
	entrypoint: (s) => s.entrypoint,
	model: (s) => s.model,
	prompts: (s) => s.prompts,
	turns: (s) => s.turns,
	compactions: (s) => s.compactions,
	interruptions: (s) => s.interruptions,
	input: (s) => s.tokens.input,
	output: (s) => s.tokens.output,
	cacheWrite: (s) => s.tokens.cacheWrite,
	cacheRead: (s) => s.tokens.cacheRead,
	contextTokens: (s) => s.contextTokens,
	firstMessageMs: (s) => s.firstMessageMs,
	lastMessageMs: (s) => s.lastMessageMs,
	state: (s) => s.state,
	ended: (s) => s.ended,
	lastPrompt: (s) => s.lastPrompt.text,
	bytes: (s) => s.sizeBytes,
};

/** How many facts a session has. */
export const FACT_COUNT = Object.keys(FACTS).length;

/** Every fact that is not what the manifest says, as `session fact: found, expected`. */
export function wrongFacts(summaries, manifest) {
	const found = new Map(summaries.map((s) => [s.id, s]));
	return manifest.flatMap((expected) => {
		const summary = found.get(expected.id);
		if (!summary) return [`${expected.id}: not found`];
		return Object.entries(FACTS).flatMap(([key, of]) => {
			const want =
				key === 'name'
					? cutName(expected.name)
					: key === 'lastPrompt'
						? expected.lastPrompt.slice(0, summary.lastPrompt.text.length)
						: expected[key];
			return of(summary) === want
				? []
				: [`${expected.id} ${key}: ${JSON.stringify(of(summary))}, expected ${JSON.stringify(want)}`];
		});
	});
}
