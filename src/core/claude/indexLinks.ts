// What leads from one memory file to others: links in Markdown, and Claude's own `[[name]]`.

interface IndexLink {
	/** From 0. */
	readonly line: number;
	/** File name in the same folder, decoded. */
	readonly target: string;
}

/** Links to Markdown files of the same folder. Addresses and other folders are none of ours. */
export function linksIn(text: string): readonly IndexLink[] {
	return text.split(/\r?\n/u).flatMap((content, line) =>
		[...content.matchAll(/\]\(([^()\s]+\.md)(?:#[^()\s]*)?(?: "[^"]*")?\)/gu)].flatMap(([, link = '']) => {
			const target = decoded(link.replace(/^<|>$/gu, '').replace(/^\.\//u, ''));
			return /[/\\]|^\w+:/u.test(target) ? [] : [{ line, target }];
		}),
	);
}

/** Names in double brackets. */
export function linkedNames(text: string): readonly string[] {
	return [...text.matchAll(/\[\[([^[\]|#]{1,120})(?:[|#][^[\]]*)?\]\]/gu)].map(([, name = '']) => name.trim());
}

export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text; // A stray per cent sign: the text stands for itself.
	}
}
