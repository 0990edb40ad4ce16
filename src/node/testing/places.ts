// Real folders for adapter tests: a person's home, Claude Code's files in it, a project, and real git.
import { execFileSync } from 'node:child_process';
import {
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	realpathSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeFolder } from '../../../scripts/lib/removeFolder.mjs';
import { DAY_MS } from '../../core/base/dates';
import { projectId } from '../../core/project/projectId';
import { type ClaudeHome, findClaudeHome } from '../claude/claudeHome';
import { inShell, quoted } from './smallShell';

/** The moment at which the tests look. */
export const NOW_MS = Date.UTC(2026, 10, 21, 10);

export interface Place {
	readonly root: string;
	readonly home: string;
	readonly env: NodeJS.ProcessEnv;
	readonly claude: ClaudeHome;
	/** Writes a file (and the folders above it), optionally of an age in days. @returns its path. */
	write(relative: string, content?: string | Uint8Array, ageDays?: number): string;
	folder(relative: string): string;
	/** What our home keeps of the project that is met first in a folder. */
	kept(project: string, name?: string): string;
	remove(): void;
}

/** A fresh place with nothing in it but a home folder. */
export function newPlace(parent = tmpdir()): Place {
	// Of Windows' short names (`RUNNER~1`) only this one gives the long ones.
	const root = realpathSync.native(mkdtempSync(path.join(parent, 'keeper-')));
	const home = path.join(root, 'home');
	mkdirSync(home);
	const env = { PATH: process.env['PATH'], HOME: home, USERPROFILE: home, TZ: 'UTC' };
	const claude = findClaudeHome(env);
	return {
		root,
		home,
		env,
		claude,
		kept: (project, name = '') => path.join(claude.keeperHome, 'projects', projectId(project), name),
		write(relative, content = '', ageDays = 0) {
			const file = path.join(root, relative);
			mkdirSync(path.dirname(file), { recursive: true });
			writeFileSync(file, content);
			// A process that runs was registered after the machine was started, whatever the tests' clock shows.
			if (ageDays > 0 || !relative.startsWith('home/.claude/sessions/')) setAge(file, ageDays);
			return file;
		},
		folder(relative) {
			const folder = path.join(root, relative);
			mkdirSync(folder, { recursive: true });
			return folder;
		},
		// What a hook left to a process of its own may still write for a moment.
		remove: () => removeFolder(root),
	};
}

export function setAge(file: string, ageDays: number): void {
	const seconds = (NOW_MS - ageDays * DAY_MS) / 1000;
	utimesSync(file, seconds, seconds);
}

/** Text of a parked item in the reference's form. */
export function itemText(name: string, description = 'what was it?', more = ''): string {
	return `---\nname: ${name}\ndescription: ${description}\ntype: project\n${more}---\n\nText of ${name}.\n\n**Why:** later.\n**How to apply:** ask.\n`;
}

/** Runs the real git with nothing of this machine's configuration or environment. */
export function git(cwd: string, ...args: readonly string[]): string {
	const config = [
		'user.name=Dev',
		'user.email=dev@example.invalid',
		'init.defaultBranch=main',
		'commit.gpgSign=false',
		'protocol.file.allow=always',
		// Looking whether there is something to tidy up takes as long as a commit.
		'maintenance.auto=false',
		'gc.auto=0',
	];
	const words = [...config.flatMap((entry) => ['-c', entry]), ...args];
	const env = {
		PATH: process.env['PATH'],
		HOME: cwd,
		GIT_CONFIG_NOSYSTEM: '1',
		GIT_CONFIG_GLOBAL: '/dev/null',
		GIT_AUTHOR_DATE: '2026-11-21T09:00:00Z',
		GIT_COMMITTER_DATE: '2026-11-21T09:00:00Z',
	};
	if (process.platform === 'win32')
		return execFileSync('git', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env });
	const set = Object.entries(env).map(([name, value = '']) => `${name}=${quoted(value)}`);
	const outcome = inShell(`cd ${quoted(cwd)} && ${set.join(' ')} exec git ${words.map(quoted).join(' ')}`);
	if (outcome.code !== 0) throw new Error(`git ${args.join(' ')} ended with ${outcome.code}.\n${outcome.stderr}`);
	return outcome.stdout;
}

/** A repository with one commit. The first is git's own; the others are copies, which take a tenth of the time. */
export function newRepository(folder: string): string {
	mkdirSync(folder, { recursive: true });
	if (repositoryFiles === undefined) {
		git(folder, 'init', '-q', '--template=');
		mkdirSync(path.join(folder, '.git/info'));
		git(folder, 'commit', '-q', '--allow-empty', '-m', 'Begin');
		repositoryFiles = filesBelow(path.join(folder, '.git'));
		return folder;
	}
	for (const { name, bytes, mode } of repositoryFiles) {
		const target = path.join(folder, '.git', name);
		if (bytes === undefined) mkdirSync(target, { recursive: true });
		else writeFileSync(target, bytes, { mode });
	}
	return folder;
}

interface CopiedFile {
	readonly name: string;
	/** Nothing for a folder. */
	readonly bytes: Buffer | undefined;
	readonly mode: number;
}
/** What `git init` and the first commit make. */
let repositoryFiles: readonly CopiedFile[] | undefined;

/** Folders come before what is in them. */
function filesBelow(folder: string): readonly CopiedFile[] {
	const names = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()];
	return names.map((name) => {
		const file = path.join(folder, name);
		const found = statSync(file);
		return { name, bytes: found.isFile() ? readFileSync(file) : undefined, mode: found.mode & 0o777 };
	});
}

/** Every file and folder below a folder, links not followed, with sizes and contents: what must not have changed. */
export function snapshot(folder: string): Readonly<Record<string, string>> {
	const found: Record<string, string> = {};
	for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
		const file = path.join(entry.parentPath, entry.name);
		const name = path.relative(folder, file);
		found[name] = entry.isFile()
			? `${statSync(file).mtimeMs} ${readFileSync(file, 'latin1')}`
			: entry.isDirectory()
				? 'folder'
				: 'other';
	}
	return found;
}

export const isRoot = process.getuid?.() === 0;

/** Mounts a small file system, where that is allowed. @returns what unmounts it, or nothing. */
export function mountSmallDisk(folder: string, kilobytes: number): (() => void) | undefined {
	if (!isRoot || process.platform !== 'linux') return undefined;
	try {
		mkdirSync(folder, { recursive: true });
		execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
	} catch {
		return undefined; // A container without the right to mount.
	}
	return () => execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
}

/** Fills a disk to the last block. @returns the file that does it. */
export function fillDisk(folder: string): string {
	const file = path.join(folder, 'filler');
	let content = Buffer.alloc(0);
	for (;;) {
		try {
			content = Buffer.concat([content, Buffer.alloc(4096)]);
			writeFileSync(file, content);
		} catch {
			return file;
		}
	}
}

/** Inodes that this process watches, as the system tells (Linux only). */
export function watchedInodes(): readonly number[] {
	return readdirSync('/proc/self/fdinfo').flatMap((fd) => {
		let info = '';
		try {
			info = readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8');
		} catch {
			// Closed since it was listed.
		}
		return [...info.matchAll(/^inotify wd:\S+ ino:([0-9a-f]+)/gmu)].map((match) => parseInt(match[1] ?? '', 16));
	});
}
