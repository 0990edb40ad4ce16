// A hook as a program: what it leaves to another process, seen from where it is started.
import childProcess, { type SpawnOptions } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { type Place, newPlace, newRepository } from '../../testing/places';
import { hookMain } from './hookMain';

const real = { spawn: childProcess.spawn, argv: process.argv };
const spawnBy = (spawn: unknown): void => {
	Object.assign(childProcess, { spawn });
	syncBuiltinESMExports();
};
let place: Place | undefined;
afterEach(() => {
	spawnBy(real.spawn);
	process.argv = real.argv;
	vi.useRealTimers().unstubAllEnvs().restoreAllMocks();
	place?.remove();
});

test('what it leaves to another process does not end with it, on Windows either', async () => {
	place = newPlace();
	for (const [name, value] of Object.entries({ ...place.env, CLAUDE_CODE_ENTRYPOINT: 'cli' })) vi.stubEnv(name, value);
	vi.stubEnv('CLAUDE_PROJECT_DIR', newRepository(path.join(place.root, 'repo')));
	process.argv = [process.execPath, '/dist/sessionEnd.js'];
	const payload = JSON.stringify({ session_id: 's1', transcript_path: '/t.jsonl', cwd: place.root });
	vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
	vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([Buffer.from(payload)]) as typeof process.stdin);
	vi.spyOn(process, 'on').mockReturnThis();
	// Its last resort would end the tests.
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	const spawn = vi.fn((..._: readonly unknown[]) => ({ on: () => ({ unref: () => undefined }) }));
	spawnBy(spawn);
	await new Promise<void>((resolve) => {
		vi.spyOn(process, 'exit').mockImplementation(() => resolve() as never);
		hookMain('SessionEnd', async ({ detach, housekeep }) => {
			await detach?.();
			await housekeep?.({} as never);
			return 'left';
		});
	});
	const starts = spawn.mock.calls.map(([, args, options]) => {
		const { detached, windowsHide } = options as SpawnOptions;
		return [path.basename((args as readonly string[])[0] ?? ''), { detached, windowsHide }];
	});
	expect(starts).toEqual([
		['sessionEnd.js', { detached: true, windowsHide: true }],
		['housekeeping.js', { detached: true, windowsHide: true }],
	]);
});
