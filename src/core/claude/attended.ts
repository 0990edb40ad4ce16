/**
 * Whether an environment belongs to a run that a person attends. In other runs hooks do nothing: other people's scripts
 * must not behave differently, and our own runs must not record themselves. If the environment does not say, the run
 * counts as attended: older versions do not say, and neither does a person who runs a hook by hand.
 */
export function isAttended(env: Readonly<Record<string, string | undefined>>): boolean {
	return (
		env['CLAUDE_CODE_SESSION_ATTENDED'] !== '0' &&
		env['CLAUDE_CODE_ENTRYPOINT']?.startsWith('sdk-') !== true &&
		env['SESSION_KEEPER_REFLECTION'] !== '1'
	);
}
