/**
 * The JSON object in a model's answer that could only be text: on its own or in a code block, with words around it.
 * Nothing if there is none, or if there is more than one way to read it.
 */
export function jsonIn(text: string): unknown {
	const blocks = [...text.matchAll(/```(?:json)?\s*\n([^]*?)\n\s*```/gu)].map((match) => match[1] ?? '');
	const start = text.indexOf('{');
	const end = text.lastIndexOf('}');
	const candidates = blocks.length > 0 ? blocks : [text, start >= 0 && end > start ? text.slice(start, end + 1) : ''];
	if (blocks.length > 1) return undefined;
	for (const candidate of candidates) {
		try {
			const value: unknown = JSON.parse(candidate);
			if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
		} catch {
			// The next one.
		}
	}
	return undefined;
}
