// The official SDK of the Model Context Protocol describes all messages that there are as soon as it is loaded, which takes
// longer than Node takes to start; a server needs a tenth of them. So each is made when it is first used.
const FILE = /[\\/]@modelcontextprotocol[\\/]sdk[\\/]dist[\\/]esm[\\/]types\.js$/;
/** A constant with a schema, up to the semicolon behind which the next statement begins. */
const SCHEMA = /^((?:export )?const \w+Schema = )((?:z|\w+Schema)\s*\.[^]*?);\n(?=[^\s})\]]|\n)/gmu;
/** What a message is called by that it describes: who registers a handler for it asks for no more. */
const METHOD = /^ {4}method: z\.literal\('([\w/]+)'\)/mu;
/** Where that is looked for. */
const COMPAT = /[\\/]@modelcontextprotocol[\\/]sdk[\\/]dist[\\/]esm[\\/]server[\\/]zod-compat\.js$/;
const SHAPE = 'export function getObjectShape(schema) {\n';
const KNOWN = `if (schema?.lazyMethod !== undefined) return { method: { value: schema.lazyMethod } };\n`;
/** What tells messages apart: most are none of a kind, which their form need not say. */
const KIND = /export const isJSONRPC(Request|Notification|ResultResponse|ErrorResponse) = \(value\) => /gu;
const KEYS = { Request: 'method', Notification: 'method', ResultResponse: 'result', ErrorResponse: 'error' };
const LAZILY = `
// What zod would compile to check faster takes longer than all checks of a server.
z.config({ jitless: true });
function lazily(make, method) {
	let made;
	const real = () => (made ??= make());
	return new Proxy({}, {
		get: (_, key) => (key === 'lazyMethod' ? method : real()[key]),
		has: (_, key) => key in real(),
		set: (_, key, value) => ((real()[key] = value), true),
		getPrototypeOf: () => Object.getPrototypeOf(real()),
	});
}
`;

/** @param {string} made */
const lazy = (made) => {
	const [, method] = METHOD.exec(made) ?? [];
	return `lazily(() => ${made}, ${JSON.stringify(method)})`;
};

/** @returns {import('rolldown').Plugin} */
export const lazySchemas = () => ({
	name: 'lazy schemas',
	transform(code, id) {
		if (COMPAT.test(id)) return { code: code.replace(SHAPE, SHAPE + KNOWN), map: null };
		if (!FILE.test(id)) return null;
		const made = code
			.replace(SCHEMA, (_, head, schema) => `${head}${lazy(schema)};\n`)
			.replace(KIND, (head, kind) => `${head}value?.${KEYS[kind]} !== undefined && `);
		return { code: made + LAZILY, map: null };
	},
});
