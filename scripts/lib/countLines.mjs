// Lines of code: those that hold more than white space and comments.
import ts from 'typescript';

/** @param {string} source TypeScript @returns {number} lines on which a token stands */
export function countLines(source) {
	const file = ts.createSourceFile('counted.ts', source, ts.ScriptTarget.Latest, false);
	const lines = new Set();
	const visit = (node) => {
		if (ts.isToken(node) || node.kind === ts.SyntaxKind.EndOfFileToken) {
			if (node.kind === ts.SyntaxKind.EndOfFileToken) return;
			const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line;
			const last = file.getLineAndCharacterOfPosition(node.end).line;
			for (let line = first; line <= last; line++) lines.add(line);
			return;
		}
		for (const child of node.getChildren(file)) visit(child);
	};
	visit(file);
	return lines.size;
}
