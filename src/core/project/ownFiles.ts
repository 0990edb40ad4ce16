// Files of a checkout that are ours. What git says of them tells nothing about the person's work.
import { SLASH_COMMANDS, commandPath } from '../claude/slashCommands';

const COMMANDS = new Set(SLASH_COMMANDS.map((name) => `.claude/${commandPath(name)}`));
const SESSION_ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const OWN = new RegExp(
	[
		String.raw`^\.claude/(?:memory|logs)/`,
		String.raw`^\.temp/(?:\.gitignore|output-session-summary-[^/]+\.md)$`,
		// Drafts, and what became of them.
		String.raw`^docs/sessions/(?:\.gitignore|[^/]+\.draft\.md|${SESSION_ID}(?:-\d+)?\.md)$`,
		String.raw`^session-protocol\.json$`,
	].join('|'),
	'u',
);

/** @param file relative to the top of the checkout, with `/`. A folder below may have been named as a project. */
export function isOwnFile(file: string): boolean {
	const own = file.replace(/^(?!\.claude\/).*?\/(?=\.claude\/)/u, '');
	return OWN.test(own) || COMMANDS.has(own);
}
