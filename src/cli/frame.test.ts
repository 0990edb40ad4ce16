// What holds for every command: where its flags may stand, and how it fails, as a process of its own where only that shows it.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, openSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import manifest from '../../package.json';
import { projectSlug } from '../core/claude/slug';
import { isRoot } from '../node/testing/places';
import { NOW, place, program, repo, run, useCliPlace } from './testing/cliPlace';
import type { Ended } from './testing/inProcess';

useCliPlace();
beforeEach(() => {
	// By a clock that stands still nothing takes long enough to be remarked on.
	place.env['SESSION_KEEPER_NOW'] = NOW;
});

describe('the flags of every command', () => {
	test.each([
		[['--json', 'parked', 'list']],
		[['parked', '--json', 'list']],
		[['--project', '<repo>', '--json', 'parked', 'list']],
		[['parked', '--project=<repo>', 'list', '--json']],
		[['--for-claude', 'parked', 'list', '--json']],
	])('may stand anywhere: %j', async (args) => {
		const { code, out, err } = await run(
			args.map((arg) => arg.replace('<repo>', repo)),
			{ cwd: args.join().includes('<repo>') ? place.home : repo },
		);
		expect({ code, err }).toEqual({ code: 0, err: '' });
		expect(JSON.parse(out)).toMatchObject({ schemaVersion: 1, project: repo, items: [] });
	});

	test.each([
		[['protocol', '--json'], 'session-keeper protocol needs a command. Commands: save,'],
		[['--json', 'unicorns'], 'Unknown command: unicorns.'],
		[['--project'], '--project needs a value'],
	])('are no group and no verb: %j', async (args, reason) => {
		const { code, out, err } = await run(args);
		expect(code).toBe(2);
		expect(out + err).toContain(reason);
	});

	test('are words behind --', async () => {
		const { code, out, err } = await run(['parked', 'list', '--', '--json']);
		expect({ code, out }).toEqual({ code: 2, out: '' });
		expect(err).toContain('Unexpected: --json.');
	});

	test('make documents of the version and of the help', async () => {
		expect(JSON.parse((await run(['--version', '--json'])).out)).toEqual({
			schemaVersion: 1,
			version: manifest.version,
		});
		expect(JSON.parse((await run(['--json', '--help'])).out)).toEqual({
			schemaVersion: 1,
			help: (await run(['--help'])).out.trimEnd(),
		});
		expect(JSON.parse((await run(['parked', 'list', '--help', '--json'])).out)).toMatchObject({ schemaVersion: 1 });
	});

	// A script with an empty variable means some folder, and not this one.
	test('take no empty project', async () => {
		const { code, err } = await run(['parked', 'list', '--project', '']);
		expect(code).toBe(2);
		expect(err).toContain('--project needs a folder.');
	});
});

describe('a command fails with a reason', () => {
	test('where its folder is gone', () => {
		const gone = place.folder('gone');
		const script = `rmdir ${gone} && exec ${process.execPath} ${program()} parked list "$@"`;
		const inGone = (...args: readonly string[]): Ended => {
			place.folder('gone');
			const done = spawnSync('/bin/sh', ['-c', script, 'sh', ...args], { cwd: gone, encoding: 'utf8', env: place.env });
			return { code: done.status, out: done.stdout, err: done.stderr };
		};
		expect(inGone()).toEqual({
			code: 1,
			out: '',
			err: 'The current folder no longer exists.\nChange to another one, or name the project: --project DIR.\n',
		});
		expect(inGone('--project', repo)).toEqual({ code: 0, out: 'No pending session items.\n', err: '' });
	});

	test.runIf(process.platform === 'linux')('where its answer cannot be written', async () => {
		const child = spawn(process.execPath, [program(), 'parked', 'list'], {
			cwd: repo,
			env: place.env,
			stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
		});
		let err = '';
		child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
		const code = await new Promise((resolve) => child.on('close', resolve));
		expect(code).toBe(1);
		expect(err).toContain('The answer could not be written: ENOSPC');
	});

	// An empty HOME made every path relative: memory went into the project.
	test('never takes the current folder for the home folder', async () => {
		const { code, out } = await run(['parked', 'list', '--json'], { env: { HOME: '', USERPROFILE: '' } });
		expect(code).toBe(0);
		expect(out).not.toContain(path.join(repo, '.claude'));
		expect(readdirSync(repo)).toEqual(['.git']);
	});

	test.runIf(isRoot)('and with what to do, where the system says no', () => {
		const memory = place.folder(`home/.claude/projects/${projectSlug(repo)}/memory`);
		chmodSync(place.root, 0o755);
		chmodSync(memory, 0o000);
		const done = spawnSync(process.execPath, [program(), 'parked', 'list'], {
			cwd: repo,
			uid: 65_534,
			gid: 65_534,
			encoding: 'utf8',
			env: place.env,
		});
		expect([done.status, done.stdout]).toEqual([1, '']);
		expect(done.stderr).toMatch(/^EACCES: .*memory'\nCheck its permissions \(ls -l\), then try again\.\n$/u);
	});

	test.runIf(isRoot && process.platform === 'linux')('where no home folder is known', () => {
		const { PATH } = place.env;
		const done = spawnSync(process.execPath, [program(), 'parked', 'list'], {
			cwd: '/',
			uid: 54_321,
			gid: 54_321,
			encoding: 'utf8',
			env: { PATH },
		});
		expect([done.status, done.stdout]).toEqual([1, '']);
		expect(done.stderr).toMatch(/^No home folder is known\. Set HOME to one\.\n/u);
	});
});
