// Our own slash commands in a transcript: they say nothing about the work.

const OWN =
	/^\/(?:session-keeper:)?(?:document-and-save(?:-to)?|resume-(?:latest|from)|sessions-list|discard-backup|session|(?:save|load)-session-protocol)(?:\s|$)/u;

/** Whether a typed slash command is one of ours. */
export function isOwnCommand(typed: string): boolean {
	return OWN.test(typed);
}
