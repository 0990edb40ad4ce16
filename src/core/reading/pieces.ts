// A long text is redacted a piece at a time, so that nobody waits for it. A piece ends where no secret is likely to go on.

/** How far back from its limit a piece may end. */
const SLACK = 4_000;

/** The text in pieces of at most `limit` characters, which joined are the text again. */
export function* pieces(text: string, limit: number): Generator<string> {
	let from = 0;
	while (text.length - from > limit) {
		const end = from + goodEnd(text.slice(from, from + limit));
		yield text.slice(from, end);
		from = end;
	}
	if (from < text.length) yield text.slice(from);
}

function goodEnd(piece: string): number {
	// A key block that goes on behind the end starts the next piece, unless it is a piece of its own.
	const key = piece.lastIndexOf('-----BEGIN ');
	if (key > 0 && !piece.includes('-----END ', key)) return key;
	const line = piece.lastIndexOf('\n') + 1;
	if (line > piece.length - SLACK) return line;
	const words = /[\s,;](?=[^\s,;]*$)/u.exec(piece.slice(-SLACK));
	return words ? piece.length - SLACK + words.index + 1 : piece.length;
}
