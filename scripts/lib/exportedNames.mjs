// The names that a file exports by declaring them; what it hands on from another file is that one's.
import ts from 'typescript';

/** @param {string} source TypeScript @returns {string[]} */
export function exportedNames(source) {
	const file = ts.createSourceFile('asked.ts', source, ts.ScriptTarget.Latest, false);
	return file.statements.flatMap((node) => {
		if (!node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
		const declared = ts.isVariableStatement(node) ? node.declarationList.declarations : [node];
		return declared.flatMap(({ name }) => (name !== undefined && ts.isIdentifier(name) ? [name.text] : []));
	});
}
