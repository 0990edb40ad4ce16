// Where a browser comes from, on machines that have one, none, or only its name.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Advice } from './terminal.mjs';

let folder;
let ensureChromium, runWhileItMoves, systemChromium;
beforeEach(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'sk-chromium-'));
	vi.stubEnv('CHROMIUM', '');
	vi.stubEnv('PATH', ['a', 'b'].map((name) => path.join(folder, name)).join(path.delimiter));
	vi.resetModules();
	({ ensureChromium, runWhileItMoves, systemChromium } = await import('./ensureChromium.mjs'));
});
afterEach(() => {
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
	rmSync(folder, { recursive: true, force: true });
});

function program(name, ends = 0) {
	const file = path.join(folder, name);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, `#!/bin/sh\nexit ${ends}\n`, { mode: 0o755 });
	return file;
}
const said = () => {
	const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
	return () => write.mock.calls.join('');
};
const never = () => expect.unreachable('nobody should ask for it');

describe('a browser of the machine', () => {
	test('is the one that CHROMIUM names, before every other', async () => {
		program('a/chromium');
		vi.stubEnv('CHROMIUM', program('mine'));
		expect(await ensureChromium([never])).toBe(path.join(folder, 'mine'));
	});

	test('is not another one where CHROMIUM names what cannot be run', async () => {
		program('a/chromium');
		vi.stubEnv('CHROMIUM', path.join(folder, 'gone'));
		await expect(ensureChromium([never])).rejects.toThrow(`CHROMIUM names ${folder}/gone, which cannot be run.`);
	});

	test('is the first on the PATH', async () => {
		program('b/chromium');
		program('a/google-chrome');
		expect(await ensureChromium([systemChromium, never])).toBe(path.join(folder, 'b/chromium'));
	});

	test('is not a program that only says how to install it', async () => {
		program('a/chromium-browser', 1);
		program('b/google-chrome');
		expect(await ensureChromium([systemChromium, never])).toBe(path.join(folder, 'b/google-chrome'));
	});

	test('is looked for once', async () => {
		const way = vi.fn().mockResolvedValue('/from/npm');
		await ensureChromium([way]);
		expect([await ensureChromium([way]), way.mock.calls.length]).toEqual(['/from/npm', 1]);
	});
});

describe('where the machine has none', () => {
	const fails = (why) => () => Promise.reject(new Advice(`${why}\nand much more`));

	test('the ways are tried one after the other, and each that fails is told in a line', async () => {
		const output = said();
		const ways = [
			fails('no npm'),
			fails('npm ended with 1\nnpm error code E1'),
			() => Promise.resolve('/there'),
			never,
		];
		expect(await ensureChromium(ways)).toBe('/there');
		expect(output()).toBe('  No Chromium that way: no npm\n  No Chromium that way: npm error code E1\n');
	});

	test('and no way leads to one, it is said what to do', async () => {
		const output = said();
		await expect(ensureChromium([fails('no npm'), fails('no network')])).rejects.toThrow(/apt-get install.* chromium/u);
		expect(output()).toContain('no npm\n  No Chromium that way: no network\n');
	});

	test.each([
		['linux', 'arm64'],
		['darwin', 'x64'],
	])('npm has none for %s on %s', async (platform, arch) => {
		const { npmChromium } = await import('./npmChromium.mjs');
		const real = Object.getOwnPropertyDescriptors(process);
		Object.defineProperties(process, { platform: { value: platform }, arch: { value: arch } });
		try {
			await expect(npmChromium()).rejects.toThrow(`for Linux on x64, not ${platform} on ${arch}`);
		} finally {
			Object.defineProperties(process, { platform: real.platform, arch: real.arch });
		}
	});
});

describe('a download', () => {
	// A shell is there at once, on a busy machine too.
	const runs = (script, limitMs) => runWhileItMoves('/bin/sh', ['-c', script], limitMs);
	beforeEach(() => vi.stubEnv('PATH', '/usr/bin:/bin'));

	test('that comes to its end is good', async () => {
		await expect(runs('exit 0', 60_000)).resolves.toBeUndefined();
	});

	test('that moves is waited for, however long it takes', async () => {
		const steps = Array.from({ length: 18 }, (_, index) => `echo ${index}%; sleep 0.2`);
		await expect(runs(steps.join('; '), 3000)).resolves.toBeUndefined();
	});

	test('that stands still is given up and ended, whatever it says', async () => {
		const file = path.join(folder, 'pid');
		const stuck = `echo $$ > '${file}'; while :; do echo trying; sleep 0.1; done`;
		await expect(runs(stuck, 1500)).rejects.toThrow('given up after 1.5 s without progress');
		expect(() => process.kill(Number(readFileSync(file, 'utf8')), 0)).toThrow('ESRCH');
	});

	test('that fails says why', async () => {
		const fails = "printf 'Downloading\\nError: getaddrinfo ENOTFOUND cdn\\n    at x' >&2; exit 1";
		await expect(runs(fails, 60_000)).rejects.toThrow(/^Error: getaddrinfo ENOTFOUND cdn$/u);
	});
});
