// Would git take our files? The ignore file that we put into `.claude/memory/` is the deepest one above them, so it
// decides; and git never looks into an ignored folder.

/**
 * Whether the ignore file keeps each of the names out of git for certain.
 * @param text of `.claude/memory/.gitignore`. @param names as our lines spell them: `raw/`, `.pending-backup`.
 */
export function keepsOut(text: string, names: readonly string[]): boolean {
	const lines = text.split('\n').map((line) => line.replace(/\r$/u, '').trimEnd());
	return names.every((name) => {
		const at = lines.lastIndexOf(name);
		// What takes something back after our line might mean us. Nobody but git could say for certain.
		return at >= 0 && !lines.slice(at + 1).some((line) => line.startsWith('!'));
	});
}
