import { afterEach, expect, test } from 'vitest';
import { FakeClock } from '../../core/testing/fakeClock';
import { newBackupPlace } from '../testing/backupPlace';
import { NOW_MS } from '../testing/places';
import { enrichingWith } from './documentEngine';

const place = newBackupPlace();
afterEach(() => place.remove());

test('rules alone ask nobody, and an engine that nobody allowed is not opened', async () => {
	const at = { claude: place.claude, project: await place.project(), clock: new FakeClock(NOW_MS) };
	const { signal } = new AbortController();
	expect(enrichingWith('builtin', at, expect.fail, signal)).toBeUndefined();
	const enrich = enrichingWith('anthropic', at, expect.fail, signal);
	expect(await enrich?.(place.transcript(), {} as never)).toMatchObject({ kind: 'left' });
});
