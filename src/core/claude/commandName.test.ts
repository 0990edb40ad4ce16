import { expect, test } from 'vitest';
import { commandName } from './commandName';

const program = '~/.claude/session-keeper/bin/session-keeper';

test('a command is called by the name that works where the text is read', () => {
	const installed = { names: new Set(['resume-latest'] as const), prefix: '', program };
	expect(commandName('resume-latest', installed)).toBe('/resume-latest');
	// Somebody left this one out, or has one of their own by the name.
	expect(commandName('discard-backup', installed)).toBe(`${program} backups discard`);
	expect(commandName('resume-latest', { ...installed, prefix: 'session-keeper:' })).toBe(
		'/session-keeper:resume-latest',
	);
	expect(commandName('resume-latest', { names: new Set(), prefix: '', program: 'session-keeper' })).toBe(
		'session-keeper resume latest',
	);
});
