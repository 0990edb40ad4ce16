import { userInfo } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { expandHome, findClaudeHome, shownPath } from './claudeHome';

const HOME = path.resolve('/home/dev');
const env = (own: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({ HOME, USERPROFILE: HOME, ...own });

describe('Claude Code’s files are', () => {
	test('in the home folder', () =>
		expect(findClaudeHome(env())).toMatchObject({
			userHome: HOME,
			configDir: path.join(HOME, '.claude'),
			projectsDir: path.join(HOME, '.claude/projects'),
			sessionsDir: path.join(HOME, '.claude/sessions'),
			stateFile: path.join(HOME, '.claude.json'),
			keeperHome: path.join(HOME, '.claude/session-keeper'),
		}));

	// T31
	test('where CLAUDE_CONFIG_DIR says, the state file with them', () =>
		expect(findClaudeHome(env({ CLAUDE_CONFIG_DIR: '/data/claude' }))).toMatchObject({
			userHome: HOME,
			configDir: path.resolve('/data/claude'),
			stateFile: path.resolve('/data/claude/.claude.json'),
			keeperHome: path.resolve('/data/claude/session-keeper'),
		}));

	test.each([
		['a setting of ours goes before the environment', '/a', '/b', '/a'],
		['an empty one does not', '', '/b', '/b'],
		['an empty variable is none', '', '', path.join(HOME, '.claude')],
		['a tilde is the home folder', '~/c', '', path.join(HOME, 'c')],
		['a lone tilde, too', '', '~', HOME],
		['somebody else’s home is not', '', '/x/~/y', '/x/~/y'],
	])('%s', (_name, setting, variable, expected) =>
		expect(findClaudeHome(env({ CLAUDE_CONFIG_DIR: variable }), setting).configDir).toBe(path.resolve(expected)),
	);

	test.each([[undefined], ['']])('never below wherever we run, though HOME is %j', (home) =>
		expect(findClaudeHome({ HOME: home, USERPROFILE: home }).configDir).toBe(path.join(userInfo().homedir, '.claude')),
	);

	test('never anywhere that our own files could be swept', () => {
		const { keeperHome, projectsDir } = findClaudeHome(env());
		expect(keeperHome.startsWith(projectsDir)).toBe(false);
	});
});

test.each([
	['~', HOME],
	['~/a', path.join(HOME, 'a')],
	['~\\a', path.join(HOME, 'a')],
	['~dev/a', '~dev/a'],
	['/a/~', '/a/~'],
	['', ''],
])('%j is %j', (text, expected) => expect(expandHome(text, HOME)).toBe(expected));

test.each([
	['/home/dev', '~'],
	['/home/dev/a/b', '~/a/b'],
	['/home/developer', '/home/developer'],
	['/repo/docs/a', 'docs/a'],
	['/repository', '/repository'],
	['C:\\Users\\dev', 'C:\\Users\\dev'],
])('%j is shown as %j', (file, expected) => expect(shownPath(file, '/home/dev', '/repo')).toBe(expected));
