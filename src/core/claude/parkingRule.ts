// The rule by which Claude parks by itself, for `/session` and for SessionStart: it works only in a session's context.

/**
 * What Claude is told behind *Parking rule*, line by line.
 * @param program as the permission rules of the installer have it: called otherwise, Claude Code asks the person.
 */
export function parkingRule(program: string): string {
	return [
		'park open loops as they arise, without being asked.',
		'- The user sends a new top-level request before answering your question: `--kind question`.',
		'- Something is put off (“let’s come back to that”, “park this for later”): `--kind deferred`.',
		'- A side idea comes up during other work: `--kind idea`.',
		`Each with \`${program} parked park --name <short-slug> --kind <kind> --text "<the item>" --why "<one sentence>" --how "<what to ask or do later>"\`,`,
		'as a call of its own, on one line, in plain words: no back-ticks, backslashes, braces or dollar signs, or the user is asked for a permission.',
		'With ten open, it shows the list instead: ask which to archive first. Never bring parked items up at the start of a session.',
	].join('\n');
}
