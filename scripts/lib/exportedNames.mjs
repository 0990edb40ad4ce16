// The names that a file exports by declaring them; what it hands on from another file is that one's.
import ts from 'typescript';

/** @param {string} source TypeScript @returns {{ name: string, kind: 'type' | 'function' | 'value' }[]} */
export function exportedNames(source) {
	const file = ts.createSourceFile('asked.ts', source, ts.ScriptTarget.Latest, false);
	return file.statements.flatMap((node) => {
		if (!node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
		const declared = ts.isVariableStatement(node) ? node.declarationList.declarations : [node];
		return declared.flatMap((each) =>
			each.name !== undefined && ts.isIdentifier(each.name) ? [{ name: each.name.text, kind: kindOf(each) }] : [],
		);
	});
}

function kindOf(node) {
	if (ts.isFunctionDeclaration(node) || (node.initializer && ts.isFunctionLike(node.initializer))) return 'function';
	return ts.isVariableDeclaration(node) ? 'value' : 'type';
}
