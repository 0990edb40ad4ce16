import { expect, test } from 'vitest';
import { protocolJsonSchema } from './schema';

test('the schema that editors use is made of the one that files are checked against', async () => {
	// After a change: npx vitest run src/core/protocol/schema.test.ts -u
	await expect(`${JSON.stringify(protocolJsonSchema(), undefined, '\t')}\n`).toMatchFileSnapshot(
		'../../../schemas/session-protocol.schema.json',
	);
});
