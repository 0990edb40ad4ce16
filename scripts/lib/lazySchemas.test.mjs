// What makes the forms of the SDK late must find them where they stand: an SDK in another shape would only be slow.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lazySchemas } from './lazySchemas.mjs';
import { inRoot } from './paths.mjs';

const { transform } = lazySchemas();
function changed(...names) {
	const file = path.join(inRoot('node_modules/@modelcontextprotocol/sdk/dist/esm'), ...names);
	return transform(readFileSync(file, 'utf8'), file).code;
}

test('each message is made when it is first used, and says before that what it is called', () => {
	const code = changed('types.js');
	const eager = code.match(/^(?:export )?const \w+Schema = (?!lazily\()/gmu) ?? [];
	const lazy = code.match(/Schema = lazily\(/gu) ?? [];
	expect(lazy.length).toBeGreaterThan(100);
	expect(eager.length).toBeLessThan(lazy.length / 20);
	for (const method of ['initialize', 'ping', 'notifications/initialized', 'notifications/cancelled'])
		expect(code).toContain(`), "${method}");\n`);
	expect(changed('server', 'zod-compat.js')).toContain('schema?.lazyMethod');
});

test('other files are left alone', () => {
	expect(transform('export const aSchema = z.string();\n', '/x/other.js')).toBeNull();
});
