/**
 * Whether a person attends the run that an environment describes. Hooks do nothing elsewhere: the scripts of other people
 * must not change, and our own runs must not see themselves. What the environment does not say counts as attended:
 * older versions say nothing, and neither does a person who runs a hook by hand.
 */
export function isAttended(env: Readonly<Record<string, string | undefined>>): boolean {
	return (
		env['CLAUDE_CODE_SESSION_ATTENDED'] !== '0' &&
		env['CLAUDE_CODE_ENTRYPOINT']?.startsWith('sdk-') !== true &&
		env['SESSION_KEEPER_REFLECTION'] !== '1'
	);
}
