// The order of the house as a rule of the linter: every file in a domain, every import downward.
import path from 'node:path';
import { forbidden, misplaced } from './house.mjs';
import { root } from './paths.mjs';

export const houseRule = {
	meta: { type: 'problem', schema: [], messages: { fault: '{{fault}} (scripts/lib/house.mjs)' } },
	create(context) {
		const file = path.relative(root, context.filename);
		const check = (node) => {
			const source = node.source?.value ?? node.argument?.literal?.value;
			if (typeof source !== 'string' || !source.startsWith('.')) return;
			const fault = forbidden(file, path.join(path.dirname(file), `${source}.ts`));
			if (fault !== undefined) context.report({ node, messageId: 'fault', data: { fault } });
		};
		return {
			Program(node) {
				const fault = misplaced(file);
				if (fault !== undefined) context.report({ node, messageId: 'fault', data: { fault } });
			},
			ImportDeclaration: check,
			ImportExpression: check,
			ExportAllDeclaration: check,
			ExportNamedDeclaration: check,
			TSImportType: check,
		};
	},
};
