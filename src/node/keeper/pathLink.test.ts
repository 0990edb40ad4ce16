import { lstatSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ClaudeHome } from '../claude/claudeHome';
import { type Place, newPlace } from '../testing/places';
import { findPathLink, putPathLink, removePathLink } from './pathLink';

let place: Place;
let claude: ClaudeHome;
let program: string;
beforeEach(() => {
	place = newPlace();
	({ claude } = place);
	program = path.join(claude.keeperHome, 'bin/session-keeper');
});
afterEach(() => place.remove());

const at = (name: string): string => path.join(claude.userHome, name, 'session-keeper');
const withPath = (...folders: string[]): ClaudeHome => ({
	...claude,
	env: { ...claude.env, PATH: folders.map((each) => path.join(claude.userHome, each)).join(path.delimiter) },
});

describe.skipIf(process.platform === 'win32')('our program on the PATH', () => {
	test('is a link to the launcher, and putting it there twice is the same', async () => {
		const home = withPath('.local/bin');
		expect(await putPathLink(home)).toEqual({
			ok: true,
			value: { file: at('.local/bin'), state: 'ours', isOnPath: true },
		});
		expect(readlinkSync(at('.local/bin'))).toBe(program);
		expect((await putPathLink(home)).ok).toBe(true);
	});

	test('goes where a shell looks, and else to the usual folder, which is said', async () => {
		expect(await findPathLink(withPath('bin'))).toMatchObject({ file: at('bin'), isOnPath: true });
		expect(await findPathLink(withPath('elsewhere'))).toMatchObject({ file: at('.local/bin'), isOnPath: false });
	});

	test('is taken away by itself, wherever it is', async () => {
		await putPathLink(withPath('bin'));
		expect(await removePathLink(withPath('.local/bin'))).toMatchObject({ file: at('bin') });
		expect(() => lstatSync(at('bin'))).toThrow('ENOENT');
		expect(await removePathLink(claude)).toBeUndefined();
	});

	test('touches nothing that is not ours: a file, or a link to something else', async () => {
		const home = withPath('.local/bin');
		place.folder(path.relative(place.root, path.join(claude.userHome, '.local/bin')));
		writeFileSync(at('.local/bin'), 'mine');
		expect(await putPathLink(home)).toEqual({ ok: false, error: 'foreign' });
		expect(await removePathLink(home)).toBeUndefined();
		expect(readFileSync(at('.local/bin'), 'utf8')).toBe('mine');
		place.folder(path.relative(place.root, path.join(claude.userHome, 'bin')));
		symlinkSync('/usr/bin/env', at('bin'));
		expect(await putPathLink(withPath('bin'))).toEqual({ ok: false, error: 'foreign' });
	});
});
