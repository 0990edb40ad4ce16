// The official SDK of the Model Context Protocol describes all messages that there are as soon as it is loaded, which takes
// longer than Node takes to start; a server needs a tenth of them. So each is made when it is first used.
const FILE = /[\\/]@modelcontextprotocol[\\/]sdk[\\/]dist[\\/]esm[\\/]types\.js$/;
/** A constant with a schema, up to the semicolon behind which the next statement begins. */
const SCHEMA = /^((?:export )?const \w+Schema = )((?:z|\w+Schema)\s*\.[^]*?);\n(?=[^\s})\]]|\n)/gmu;
const LAZILY = `
// What zod would compile to check faster takes longer than all checks of a server.
z.config({ jitless: true });
function lazily(make) {
	let made;
	const real = () => (made ??= make());
	return new Proxy({}, {
		get: (_, key) => real()[key],
		has: (_, key) => key in real(),
		set: (_, key, value) => ((real()[key] = value), true),
		getPrototypeOf: () => Object.getPrototypeOf(real()),
	});
}
`;

/** @returns {import('rolldown').Plugin} */
export const lazySchemas = () => ({
	name: 'lazy schemas',
	transform: (code, id) =>
		FILE.test(id)
			? { code: code.replace(SCHEMA, (_, head, made) => `${head}lazily(() => ${made});\n`) + LAZILY, map: null }
			: null,
});
