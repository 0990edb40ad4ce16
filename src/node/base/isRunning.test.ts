import { expect, test } from 'vitest';
import { shortName } from './isRunning';

test('a machine is called by its name, or by what stands for it where that is too long for a part of a file’s name', () => {
	expect(shortName('laptop')).toBe('laptop');
	expect(shortName('Anna’s Mac.local')).toBe('Anna_s_Mac_local');
	expect(shortName('')).toBe('unnamed');
	const pods = ['a', 'b'].map((end) => shortName(`${'workspace-'.repeat(6)}${end}`));
	expect(new Set(pods).size).toBe(2);
	for (const pod of pods) expect(pod).toMatch(/^[\w-]{9,16}$/u);
});
