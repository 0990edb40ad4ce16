import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readlinkSync, symlinkSync, truncateSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { processStart } from '../../../scripts/lib/sampleSessions.mjs';
import { soon } from '../../core/testing/soon';
import { type StaleEntry, isProcessAlive, readLiveSessions, readStaleEntries } from './liveSessions';
import { type Place, newPlace } from '../testing/places';

let place: Place;
beforeEach(() => {
	place = newPlace();
});
afterEach(() => place.remove());

const entry = (own: Record<string, unknown> = {}): Record<string, unknown> => ({
	pid: process.pid,
	sessionId: 's1',
	cwd: place.root,
	entrypoint: 'cli',
	...own,
});
function register(own: Record<string, unknown> = {}, name = `${String(own['pid'] ?? process.pid)}.json`): string {
	return place.write(`home/.claude/sessions/${name}`, JSON.stringify(entry(own)));
}
const ids = async (): Promise<readonly string[] | undefined> =>
	(await readLiveSessions(place.claude))?.map((each) => each.sessionId);
async function deadPid(): Promise<number> {
	const child: ChildProcess = spawn(process.execPath, ['-e', '']);
	await new Promise((resolve) => child.on('exit', resolve));
	return child.pid ?? 0;
}
const ourNamespace = (): string => `linux:abc:${readlinkSync('/proc/self/ns/pid')}`;

describe('a session runs', () => {
	test('where its process does, and started when the entry says', async () => {
		register({ procStart: processStart(process.pid) });
		expect(await ids()).toEqual(['s1']);
	});

	test('where an older version told no start', async () => {
		register();
		expect(await ids()).toEqual(['s1']);
	});

	test('though its process is somebody else’s', async () => {
		register({ pid: 1 });
		expect(await ids()).toEqual(['s1']);
	});

	test('not where its process is gone', async () => {
		register({ pid: await deadPid() });
		expect(await ids()).toEqual([]);
	});

	test.runIf(process.platform === 'linux')('not where it has ended, and its parent has not asked how', async () => {
		// A shell takes note of a child that ends while it still is one: this child waits until its parent is `sleep`, which never asks.
		const child = 'until [ "$(cat /proc/$PPID/comm)" = sleep ]; do :; done';
		const parent = spawn('sh', ['-c', `sh -c '${child}' & echo $!; exec sleep 60`], {
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		try {
			const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
			const state = () => /^State:\s(\w)/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
			await soon(() => expect(state()).toBe('Z'));
			register({ pid, procStart: processStart(pid) });
			expect(await ids()).toEqual([]);
		} finally {
			parent.kill();
		}
	});

	test.runIf(process.platform === 'linux')('not where its number was given to another process', async () => {
		register({ procStart: '1' });
		expect(await ids()).toEqual([]);
	});

	test('not where the system tells no start, and has started itself since', async () => {
		vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
		try {
			const file = register({ procStart: 'Mon Nov 16 10:00:00 2026' });
			expect(await ids()).toEqual(['s1']);
			utimesSync(file, 1, 1);
			expect(await ids()).toEqual([]);
			expect(await readStaleEntries(place.claude)).toMatchObject([{ entry: { sessionId: 's1' }, writtenMs: 1_000 }]);
		} finally {
			vi.restoreAllMocks();
		}
	});

	test.runIf(process.platform === 'linux')('in this container, not in another', async () => {
		register({ pidDomain: ourNamespace() });
		expect(await ids()).toEqual(['s1']);
		register({ pidDomain: 'linux:abc:pid:[1]' });
		expect(await ids()).toEqual([]);
	});

	test('where we are the ones to ask, in a folder with its links resolved', async () => {
		const folder = place.folder('repo');
		symlinkSync(folder, path.join(place.root, 'link'));
		register({ cwd: path.join(place.root, 'link') });
		expect((await readLiveSessions(place.claude))?.[0]?.cwd).toBe(folder);
		register({ cwd: '/no/longer/there' });
		expect((await readLiveSessions(place.claude))?.[0]?.cwd).toBe('/no/longer/there');
	});
});

describe('nothing in the registry is an error', () => {
	test('an empty one says that nobody runs; none, as in older versions, that nobody knows', async () => {
		expect(await ids()).toBeUndefined();
		mkdirSync(place.claude.sessionsDir, { recursive: true });
		expect(await ids()).toEqual([]);
	});

	test('one that cannot be read tells nothing', async () => {
		place.write('home/.claude/sessions', 'a file');
		expect(await ids()).toBeUndefined();
	});

	test('half-written, empty, huge and strange files, beside a good one', async () => {
		register({}, '1.json');
		place.write('home/.claude/sessions/2.json', JSON.stringify(entry()).slice(0, 30));
		place.write('home/.claude/sessions/3.json', '');
		truncateSync(place.write('home/.claude/sessions/4.json'), 3 * 1024 ** 3);
		mkdirSync(path.join(place.claude.sessionsDir, '5.json'));
		execFileSync('mkfifo', [path.join(place.claude.sessionsDir, '6.json')]);
		symlinkSync('nowhere', path.join(place.claude.sessionsDir, '7.json'));
		expect(await ids()).toEqual(['s1']);
	});

	// The key beside an entry is a secret.
	test.runIf(process.platform === 'linux')('a .key file is never opened', async () => {
		register();
		const keys = [`${process.pid}.abc.key`, '1.key', '1.json.key', 'notes.json', '-1.json', '.1.json'];
		for (const key of keys) register({ sessionId: 'secret' }, key);
		const key = path.join(place.claude.sessionsDir, keys[0] ?? '');
		const { atimeMs } = await import('node:fs').then((fs) => {
			fs.utimesSync(key, 1, fs.statSync(key).mtimeMs / 1000);
			return fs.statSync(key);
		});
		expect(await ids()).toEqual(['s1']);
		const { statSync } = await import('node:fs');
		expect(statSync(key).atimeMs).toBe(atimeMs);
	});
});

test('whoever asks can bring an answer of their own', async () => {
	register({ pid: await deadPid() });
	const asked: StaleEntry[] = [];
	const sessions = await readLiveSessions(place.claude, (each) => {
		asked.push(each);
		return Promise.resolve(true);
	});
	expect(sessions).toHaveLength(1);
	expect(asked.map(({ entry: { sessionId } }) => sessionId)).toEqual(['s1']);
	const gone = { ...asked[0]?.entry, pid: await deadPid() } as StaleEntry['entry'];
	expect(await isProcessAlive({ entry: gone, writtenMs: Date.now() })).toBe(false);
});

test.runIf(process.platform === 'linux')('the start of a process is known though its name is strange', async () => {
	const child = spawn('/bin/sh', ['-c', 'printf "a) b (c" > /proc/self/comm; echo ready; read line'], {
		stdio: ['pipe', 'pipe', 'ignore'],
	});
	try {
		await new Promise((resolve) => child.stdout.once('data', resolve));
		const { pid } = child;
		register({ pid, procStart: processStart(pid) });
		expect(await ids()).toEqual(['s1']);
		register({ pid, procStart: processStart(process.pid) });
		expect(await ids()).toEqual([]);
	} finally {
		child.stdin.end();
	}
});
