// A program whose hooks can be installed, in files that do nothing.
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
