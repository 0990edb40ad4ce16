// A program whose hooks can be installed, in files that do nothing; and what answers as if one had run.
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { HOOKS, hookProgram } from '../../core/hooks/launcherCommand';
import { type Place, newPlace } from '../../node/testing/places';

/** For the tests of a file. @returns where the command line is */
export function useProgram(): () => string {
	let program: Place;
	beforeAll(() => {
		program = newPlace();
		program.write('cli.js', '// the command line');
		for (const event of HOOKS.map(hookProgram)) program.write(`hooks/${event}.js`, '');
	});
	afterAll(() => program.remove());
	return () => path.join(program.root, 'cli.js');
}

/** Puts something there that answers in the place of Node as a hook that starts and ends well. @returns its path */
export function nodeStandIn(place: Place): string {
	const file = place.write('bin/node', '#!/bin/sh\necho "session-keeper-probe 22.1.0 0"\n');
	chmodSync(file, process.platform === 'win32' ? 0o644 : 0o755);
	return file;
}
