// Runs a command as on a bare machine: with Node, npm, git and the tools of every system, and nothing added for tests.
// usage: node scripts/bare.mjs COMMAND [ARGUMENT…]
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { barePath } from './lib/barePath.mjs';
import { run, toolEnvironment } from './lib/process.mjs';
import { removeFolder } from './lib/removeFolder.mjs';
import { runMain } from './lib/terminal.mjs';

await runMain(async () => {
	const [command, ...args] = process.argv.slice(2);
	const dir = mkdtempSync(path.join(tmpdir(), 'sk-bare-'));
	try {
		const env = toolEnvironment({ PATH: barePath(path.join(dir, 'bin')), BARE: '1', CHROMIUM: '' });
		return (await run(path.join(env.PATH, command), args, { env, mayFail: true })).code;
	} finally {
		removeFolder(dir);
	}
});
