// What commands say of private files that git could take, or has, and that they mend it on their way.
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { git } from '../node/testing/places';
import { commitAll, leavePrivate, privateInGit } from '../node/testing/privateLeavings';
import { json, place, repo, run, useCliPlace } from './testing/cliPlace';

useCliPlace();

const MEETING = [
	['backups', 'list'],
	['backups', 'verify'],
	['documents', 'list'],
	['sessions', 'list'],
	['hooks', 'status'],
	['hooks', 'doctor'],
] as const;
const EXCLUDE = '.git/info/exclude';
const status = (): string => git(repo, 'status', '--porcelain', '--untracked-files=all');

beforeEach(async () => void (await leavePrivate(place, repo)));

describe('what git could have taken', () => {
	/** As a clean-up of an older version's files left it. */
	beforeEach(() => {
		for (const name of ['.claude/memory/.gitignore', '.claude/memory/raw/.gitignore', EXCLUDE])
			rmSync(path.join(repo, name));
		rmSync(path.join(repo, '.claude/memory/sessions/.gitignore'));
	});

	test.each(MEETING)('%s %s keeps it out again, and says so once', async (...words) => {
		expect(status()).toContain('?? .claude/memory/raw/');
		const { err } = await run([...words]);
		expect(err).toMatch(
			/^Git could have taken private files\. They are kept out now: \.claude\/memory\/raw\/, .*\.backup-log.*sessions\/\n/u,
		);
		expect(status()).toBe('');
		expect((await run([...words])).err).not.toContain('Git could');
	});

	test('under --json it is said beside the answer; to Claude it is mended without a word', async () => {
		const { err, out } = await run(['backups', 'list', '--for-claude']);
		expect([err, status()]).toEqual(['', '']);
		expect(out).not.toContain('Git');
		rmSync(path.join(repo, '.claude/memory/.gitignore'));
		rmSync(path.join(repo, EXCLUDE));
		const answer = await run(['backups', 'list', '--json']);
		expect(JSON.parse(answer.out)).toHaveProperty('schemaVersion');
		expect(answer.err).toContain('.claude/memory/.backup-log');
	});

	test('where one word of ours still held, nobody is told of the others', async () => {
		rmSync(path.join(repo, '.claude/memory/raw'), { recursive: true });
		await leavePrivate(place, repo);
		rmSync(path.join(repo, '.claude/memory/.gitignore'));
		expect(await run(['backups', 'list'])).toMatchObject({ code: 0, err: '' });
		expect(readFileSync(path.join(repo, '.claude/memory/.gitignore'), 'utf8')).toContain('raw/\n');
	});
});

test('where nothing private is, nothing is written', async () => {
	rmSync(path.join(repo, '.claude'), { recursive: true });
	rmSync(path.join(repo, 'docs'), { recursive: true });
	rmSync(path.join(repo, EXCLUDE));
	for (const words of MEETING) await run([...words]);
	expect(git(repo, 'status', '--porcelain', '--ignored')).toBe('');
	expect(() => readFileSync(path.join(repo, EXCLUDE))).toThrow('ENOENT');
});

test('what is in git already is named at every call, and taken out by nobody but the person', async () => {
	git(repo, 'add', '-f', '.claude/memory/raw');
	git(repo, 'commit', '-q', '-m', 'By mistake');
	for (const words of MEETING)
		expect((await run([...words])).err).toContain(
			'Git tracks private files: .claude/memory/raw/. session-keeper hooks doctor says what to do.\n',
		);
	const findings = async (): Promise<readonly string[]> =>
		((await json('hooks', 'doctor')).document['findings'] as { code: string; hint: string }[])
			.filter(({ code }) => code.startsWith('private'))
			.map(({ code, hint }) => `${code}: ${hint}`);
	const [tracked = '', committed = ''] = await findings();
	expect(tracked).toMatch(/^privateTracked: Run git rm -r --cached --ignore-unmatch -- \.claude\/memory\/raw\/ and/u);
	expect(committed).toMatch(/^privateCommitted: .*--path \.claude\/memory\/raw\/\./u);
	expect(privateInGit(repo)).not.toEqual([]);
	// What the hint says does what it says.
	git(repo, 'rm', '-r', '-q', '--cached', '--ignore-unmatch', '--', '.claude/memory/raw/');
	commitAll(repo);
	expect((await run(['backups', 'list'])).err).toBe('');
	expect(await findings()).toEqual([committed]);
	expect(status()).toBe('');
});

test('git’s own list that cannot be written is told of by the first command that meets it, and by doctor until it can', async () => {
	rmSync(path.join(repo, EXCLUDE));
	symlinkSync(place.write('theirs'), path.join(repo, EXCLUDE));
	const first = await run(['backups', 'list']);
	expect(first.err).toMatch(
		/^Git’s own list of what it does not show could not be written: .+info\/exclude.+hooks doctor/u,
	);
	expect([first.code, status()]).toEqual([0, '']);
	for (const words of MEETING) expect((await run([...words])).err).toBe('');
	const codes = async (): Promise<readonly string[]> =>
		((await json('hooks', 'doctor')).document['findings'] as { code: string }[])
			.map(({ code }) => code)
			.filter((code) => code.startsWith('private'));
	expect(await codes()).toEqual(['privateUnlisted']);
	rmSync(path.join(repo, EXCLUDE));
	expect(await codes()).toEqual([]);
	expect(readFileSync(path.join(repo, EXCLUDE), 'utf8')).toContain('/.claude/memory/raw/');
});

test('hooks uninstall takes our lines out of git’s own list, once nothing private is left that needs them', async () => {
	const list = (): string => readFileSync(path.join(repo, EXCLUDE), 'utf8');
	const uninstall = (): Promise<unknown> => run(['hooks', 'uninstall', '--scope', 'local', '--yes']);
	const before = list();
	expect(before).toContain('/.claude/memory/raw/');
	await uninstall();
	expect(list()).toBe(before);
	rmSync(path.join(repo, '.claude'), { recursive: true });
	rmSync(path.join(repo, 'docs'), { recursive: true });
	await uninstall();
	expect(list()).toBe('');
});
