// Whether an answer is shown or only handed on. Small: it is asked before anything that makes an answer look well is loaded.
/**
 * As no-color.org and bixense.com/clicolors have it: what the call says, then what forces colour, then what forbids it. An
 * empty variable is none.
 * @param when of `--color`
 */
export function wantsColour(when: unknown, env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
	if (when === 'always' || when === 'never') return when === 'always';
	const isSet = (name: string): boolean => !['', '0', 'false'].includes(env[name] ?? '');
	if (isSet('FORCE_COLOR') || isSet('CLICOLOR_FORCE')) return true;
	return isTerminal && (env['NO_COLOR'] ?? '') === '' && env['CLICOLOR'] !== '0' && env['TERM'] !== 'dumb';
}
