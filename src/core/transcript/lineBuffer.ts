// Bytes in any pieces to whole lines. A cut can fall inside a character, never inside a line break, so lines are split on
// the byte and decoded afterwards.

const LINE_FEED = 0x0a;

export interface LineBuffer {
	/** Takes the next piece and returns the lines that it completed, without their line feeds. They may point into `chunk`. */
	push(chunk: Uint8Array): Uint8Array[];
	/** What came after the last line feed. It is a line only if nobody writes any more; until then it is kept. */
	readonly tail: Uint8Array;
}

export function createLineBuffer(): LineBuffer {
	// The unfinished line stays in pieces until it is complete: joining on every push would copy a long line again and again.
	let pieces: Uint8Array[] = [];
	return {
		push(chunk) {
			const lines: Uint8Array[] = [];
			let from = 0;
			for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
				const last = chunk.subarray(from, end);
				lines.push(pieces.length === 0 ? last : join([...pieces, last]));
				pieces = [];
				from = end + 1;
			}
			// A copy, because the caller may reuse its buffer.
			if (from < chunk.length) pieces.push(chunk.slice(from));
			return lines;
		},
		get tail() {
			if (pieces.length > 1) pieces = [join(pieces)];
			return pieces[0] ?? new Uint8Array();
		},
	};
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
	const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
	let at = 0;
	for (const piece of pieces) {
		whole.set(piece, at);
		at += piece.length;
	}
	return whole;
}
