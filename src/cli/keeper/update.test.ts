import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { place, useCliPlace } from '../testing/cliPlace';
import { call } from '../testing/inProcess';

useCliPlace();

/** Asks the program that lies in a folder of the place. */
async function asked(program: string): Promise<unknown> {
	const { code, out } = await call(['update', '--json'], { cwd: place.root, env: place.env, input: '', program });
	expect(code).toBe(0);
	return JSON.parse(out);
}

test('says what to run, by where the program lies and whatever link it was called through', async () => {
	const file = place.write('prefix/lib/node_modules/session-keeper/dist/cli.js');
	mkdirSync(path.join(place.root, 'prefix/bin'));
	const link = path.join(place.root, 'prefix/bin/session-keeper');
	symlinkSync(file, link);
	expect(await asked(link)).toMatchObject({
		origin: 'npm',
		commands: ['npm install --global session-keeper@latest'],
	});
});

test('the installed copy says it for the one that it came from, and has the hooks refreshed', async () => {
	const bin = path.join(place.claude.keeperHome, 'bin');
	const from = path.join(place.root, 'extensions/session-keeper.session-keeper-0.1.0/dist/hooks');
	const file = place.write(path.relative(place.root, path.join(bin, 'cli.js')));
	const list = { schemaVersion: 1, from, files: { 'cli.js': '0'.repeat(64) } };
	writeFileSync(path.join(bin, 'files.json'), JSON.stringify(list));
	expect(await asked(file)).toMatchObject({ origin: 'vscode' });
	const npm = place.write('prefix/lib/node_modules/session-keeper/dist/cli.js');
	expect(await asked(npm)).toMatchObject({
		commands: ['npm install --global session-keeper@latest', 'session-keeper hooks install'],
	});
});
