import { spawnSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Place, newPlace } from '../testing/places';
import { CLI_FILE, CLI_LAUNCHER, CLI_RUN_FILE, CLI_RUN_SCRIPT, CLI_SH_LAUNCHER } from './launcherScripts';

let place: Place;
beforeEach(() => {
	place = newPlace();
	chmodSync(place.write(`a bin/${CLI_LAUNCHER}`, CLI_SH_LAUNCHER), 0o755);
	place.write(`a bin/${CLI_RUN_FILE}`, CLI_RUN_SCRIPT);
	place.write(`a bin/${CLI_FILE}`, 'console.log(__dirname, ...process.argv.slice(2));');
});
afterEach(() => place.remove());

function run(file: string, ...words: string[]) {
	const env = { PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };
	const done = spawnSync(path.join(place.root, file), words, { env, cwd: '/', encoding: 'utf8' });
	return { code: done.status, out: done.stdout, err: done.stderr };
}

test.skipIf(process.platform === 'win32').each([
	['itself', `a bin/${CLI_LAUNCHER}`],
	['a link', 'link'],
	['a relative link', 'some where/relative'],
	['a link to a link', 'some where/link to a link'],
	['a folder that is a link', `linked/${CLI_LAUNCHER}`],
])('the command line is found through %s', (_, file) => {
	place.write('some where/file', '');
	symlinkSync(path.join(place.root, 'a bin', CLI_LAUNCHER), path.join(place.root, 'link'));
	symlinkSync(`../a bin/${CLI_LAUNCHER}`, path.join(place.root, 'some where/relative'));
	symlinkSync('../link', path.join(place.root, 'some where/link to a link'));
	symlinkSync('a bin', path.join(place.root, 'linked'));
	expect(run(file, 'a b', 'c')).toEqual({ code: 0, out: `${path.join(place.root, 'a bin')} a b c\n`, err: '' });
});
