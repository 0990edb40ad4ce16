import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { protocolSchema } from './schema';

test('the schema that editors use is made of the one that files are checked against', async () => {
	// After a change: npx vitest run src/core/protocol/schema.test.ts -u
	const json = z.toJSONSchema(protocolSchema, { target: 'draft-7', io: 'input' });
	await expect(`${JSON.stringify(json, undefined, '\t')}\n`).toMatchFileSnapshot(
		'../../../schemas/session-protocol.schema.json',
	);
});
