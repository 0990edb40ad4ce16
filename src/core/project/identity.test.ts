import { describe, expect, test } from 'vitest';
import {
	type FolderMark,
	type Here,
	type PlaceNow,
	type ProjectRecord,
	kinship,
	placeNow,
	plainRemote,
} from './identity';
import { formatKeptAs, formatProjectRecord, parseProjectFile } from './record';

const mark = (inode: string, bornMs = 1_000): FolderMark => ({ inode, bornMs });
const known: ProjectRecord = {
	id: 'work-app-0',
	places: [{ root: '/home/dev/app', folder: mark('1') }],
	worktrees: [],
	firstCommits: ['c1'],
	remote: 'example.com/team/app',
	head: undefined,
	userHome: '/home/dev',
	copyOf: [],
	sinceMs: undefined,
};
const here: Here = {
	root: '/home/dev/other',
	folder: mark('2'),
	firstCommits: ['c1'],
	remote: 'example.com/team/app',
	userHome: '/home/dev',
	holds: [],
	isInUse: false,
};
const none = { firstCommits: [], remote: undefined };
/** A repository that nobody fetches from anywhere. */
const alone = { remote: undefined, head: 'h1' };

describe('what a folder is to a project that is known', () => {
	const cases: readonly [string, Partial<ProjectRecord>, Partial<Here>, PlaceNow, string][] = [
		['the same folder', {}, { root: '/home/dev/app', folder: mark('1') }, 'here', 'same'],
		[
			'the same folder, whose repository was begun anew',
			{},
			{ root: '/home/dev/app', folder: mark('1'), firstCommits: ['c2'] },
			'here',
			'same',
		],
		['the same place, cloned anew', {}, { root: '/home/dev/app' }, 'here', 'same'],
		['the same place, cut history, same remote', {}, { root: '/home/dev/app', firstCommits: [] }, 'here', 'same'],
		[
			'the same place, put back from elsewhere, without a remote',
			alone,
			{ root: '/home/dev/app', remote: undefined },
			'here',
			'same',
		],
		['the same place, another folder', none, { root: '/home/dev/app', ...none }, 'here', 'stranger'],
		['the same place, another history', {}, { root: '/home/dev/app', firstCommits: ['c2'] }, 'here', 'stranger'],
		['renamed', none, { ...none, folder: mark('1') }, 'gone', 'moved'],
		['a number that was given to another folder', none, { ...none, folder: mark('1', 2_000) }, 'gone', 'stranger'],
		[
			'a file system that does not say when',
			{ ...none, places: [{ root: '/home/dev/app', folder: mark('1', 0) }] },
			{ ...none, folder: mark('1', 0) },
			'gone',
			'stranger',
		],
		['cloned again', {}, {}, 'gone', 'moved'],
		['cloned again from the folder itself', { remote: undefined }, { remote: '/home/dev/app' }, 'gone', 'moved'],
		['cloned, and the old one is there', {}, {}, 'there', 'copied'],
		['cloned, where another folder has taken its place', {}, {}, 'taken', 'moved'],
		['a second clone in use', {}, { isInUse: true }, 'there', 'stranger'],
		['a fork', {}, { remote: 'example.com/me/app' }, 'there', 'stranger'],
		['a fork, and the old one is gone', {}, { remote: 'example.com/me/app' }, 'gone', 'stranger'],
		['a template', {}, { firstCommits: ['c2'], remote: undefined }, 'there', 'stranger'],
		['made from the same template', alone, { remote: undefined, holds: ['h2'] }, 'gone', 'stranger'],
		['made from the same template, and that one is there', alone, { remote: undefined }, 'there', 'stranger'],
		[
			'begun alike, where nobody knows how the project went on',
			{ ...alone, head: undefined },
			{ remote: undefined },
			'gone',
			'stranger',
		],
		['copied without a remote', alone, { remote: undefined, holds: ['h1'] }, 'gone', 'moved'],
		[
			'copied without a remote, and the old one is there',
			alone,
			{ remote: undefined, holds: ['h1'] },
			'there',
			'copied',
		],
		['the same name elsewhere', none, { root: '/srv/app', ...none }, 'gone', 'stranger'],
		['the same remote, another first commit', {}, { firstCommits: ['c2'] }, 'gone', 'stranger'],
		['an empty repository elsewhere', {}, { ...none, root: '/srv/app' }, 'gone', 'stranger'],
		[
			'a home folder with another name',
			none,
			{ ...none, root: '/home/devi/app', userHome: '/home/devi' },
			'gone',
			'moved',
		],
		[
			'another place in another home folder',
			none,
			{ ...none, root: '/home/devi/x/app', userHome: '/home/devi' },
			'gone',
			'stranger',
		],
		[
			'another drive letter',
			{ places: [{ root: 'D:\\app', folder: mark('1') }] },
			{ root: 'E:\\app' },
			'gone',
			'moved',
		],
		[
			'the letter case of a drive',
			{ ...none, places: [{ root: 'C:\\Work\\App', folder: mark('1') }] },
			{ ...none, root: 'c:\\work\\app', folder: mark('1') },
			'here',
			'same',
		],
		['a path in a container', { places: [{ root: '/workspaces/app', folder: mark('7') }] }, {}, 'gone', 'moved'],
	];
	test.each(cases)('%s', (_name, other, folder, now, kin) =>
		expect(kinship({ ...known, ...other }, { ...here, ...folder }, () => now)).toBe(kin),
	);

	test('the project that lives on elsewhere is not the one at its old place, whatever that is', () => {
		const moved = { ...known, places: [...known.places, { root: '/srv/app', folder: mark('9') }] };
		const at = (folder: Partial<Here>): string =>
			kinship(moved, { ...here, root: '/home/dev/app', ...folder }, ({ root }) =>
				root === '/srv/app' ? 'there' : 'here',
			);
		expect([at({ firstCommits: [] }), at({}), at({ isInUse: true })]).toEqual(['stranger', 'copied', 'stranger']);
	});
});

test('what is at a place is said by the folder itself', () => {
	const place = { root: '/home/dev/app', folder: mark('1') };
	const at = (there: FolderMark | undefined): PlaceNow => placeNow(place, there, here);
	expect([at(undefined), at(mark('1')), at(mark('2')), at(mark('3'))]).toEqual(['gone', 'there', 'here', 'taken']);
});

test.each([
	['git@github.com:team/app.git', 'github.com/team/app'],
	['https://dev:token@GitHub.com/team/app/', 'github.com/team/app'],
	['ssh://git@github.com:22/team/app.git', 'github.com/team/app'],
	['file:///srv/app.git', '/srv/app'],
	['/srv/app', '/srv/app'],
	['C:\\repos\\app', 'c:/repos/app'],
	['../app', '../app'],
])('%s is fetched from %s', (url, plain) => expect(plainRemote(url)).toBe(plain));

describe('project.json', () => {
	test('is read as it was written', () => {
		const record = { ...known, sinceMs: 5, head: 'a1'.repeat(20) };
		expect(parseProjectFile(formatProjectRecord(record))).toEqual({ kind: 'record', record });
		expect(parseProjectFile(formatKeptAs('app-1', '/x'))).toEqual({ kind: 'keptAs', id: 'app-1' });
	});

	test.each([
		'',
		'{',
		'{}',
		'[]',
		'{"schemaVersion":2,"id":"a","userHome":"/"}',
		'{"schemaVersion":1,"id":"../a","userHome":"/"}',
		'{"schemaVersion":1,"keptAs":"a/b"}',
	])('%j is none', (text) => expect(parseProjectFile(text)).toBeUndefined());

	test('of which parts are broken keeps the others', () => {
		const text =
			'{"schemaVersion":1,"id":"a","userHome":"/h","places":[1,{"root":"/a","folder":{"inode":1}}],"firstCommits":"x","head":"--all"}';
		const place = { root: '/a', folder: undefined };
		expect(parseProjectFile(text)).toMatchObject({
			record: { id: 'a', places: [place], firstCommits: [], head: undefined },
		});
	});
});
