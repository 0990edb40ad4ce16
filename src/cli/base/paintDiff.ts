// Unified diffs in a text, in colour. A diff is known by its heads and the counts of its hunks: no other line that begins with
// a dash is taken for one.
import { styleText } from 'node:util';

type Colour = 'bold' | 'cyan' | 'red' | 'green';

/** @param text printable. @returns the same, with each line of a diff in its colour. */
export function paintDiffs(text: string): string {
	const lines = text.split('\n');
	const reader = new DiffReader();
	return lines
		.map((line, at) => {
			const colour = reader.colourOf(line, lines[at + 1]);
			return colour === undefined || line === '' ? line : styleText(colour, line, { validateStream: false });
		})
		.join('\n');
}

class DiffReader {
	#isDiff = false;
	/** Lines of the hunk that are to come: of the text before, and of the one after. */
	#before = 0;
	#after = 0;

	colourOf(line: string, next = ''): Colour | undefined {
		// “\ No newline at end of file” counts for neither.
		if (this.#isDiff && line.startsWith('\\')) return undefined;
		if (this.#before > 0 || this.#after > 0) return this.#changed(line);
		const isHead = line.startsWith('--- ') && next.startsWith('+++ ');
		if (isHead || (this.#isDiff && line.startsWith('+++ '))) {
			this.#isDiff = true;
			return 'bold';
		}
		const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/u.exec(line);
		this.#isDiff &&= hunk !== null;
		if (!this.#isDiff || hunk === null) return undefined;
		[this.#before, this.#after] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
		return 'cyan';
	}

	#changed(line: string): Colour | undefined {
		if (!line.startsWith('+')) this.#before--;
		if (!line.startsWith('-')) this.#after--;
		return line.startsWith('-') ? 'red' : line.startsWith('+') ? 'green' : undefined;
	}
}
