// Each example of the help is run, in a place where there is something to do, and ends as it should.
import { expect, test } from 'vitest';
import { useCliPlace } from './testing/cliPlace';
import { EXAMPLES, runExample } from './testing/examplePlace';

useCliPlace();

/** What ends otherwise than with 0, and why that is right. */
const OTHERWISE: Readonly<Record<string, number>> = {
	'memory health': 1, // MEMORY.md points to a file that is gone,
	'memory health --json': 1,
	'hooks doctor': 1, // and no hooks are installed.
	'hooks doctor --json': 1,
	'resume --start': 1, // No Claude Code is on the PATH.
};

test.each(EXAMPLES)('session-keeper $example', async (each) => {
	const { example } = each;
	const { code, out, err } = await runExample(each);
	expect({ code, err: code === (OTHERWISE[example] ?? 0) ? '' : err }).toEqual({
		code: OTHERWISE[example] ?? 0,
		err: '',
	});
	if (code === 0 && !example.startsWith('hook ')) expect(out).not.toBe('');
});
