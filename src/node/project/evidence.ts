// What a folder tells of where it comes from: its history, where that is fetched from, and the backups that travelled with
// it. Read once for a place; git runs with everything switched off that a repository could name.
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { isSessionId } from '../../core/claude/payload';
import { projectSlug } from '../../core/claude/slug';
import { type Here, type SeenPlace, plainRemote } from '../../core/project/identity';
import { isBelow } from '../../core/project/projectId';
import { asText, parseObject } from '../../core/base/result';
import { readRegularFile } from '../base/regularFile';
import type { ClaudeHome } from '../claude/claudeHome';
import { readLaunch } from '../claude/transcriptHead';
import type { GitLayout } from './gitLayout';
import { SAFE_CONFIG, findOnPath, gitEnvironment } from './gitRepository';

/** The folder that is asked about. */
export interface FolderAsked {
	readonly root: string;
	readonly git: GitLayout | undefined;
	/** Checkouts as git has them now. */
	readonly checkouts: readonly string[];
}

/** A hook waits for it. A history of a million commits takes longer, and is known by its remote. */
const GIT_MS = 1_000;
const CONFIG_LIMIT_BYTES = 256 * 1024;
const LOG_BYTES = 64 * 1024;
/** First commits, transcripts that are looked into. */
const MANY = 20;

/** Everything that may tell which project a folder is. Never throws. */
export async function lookAround(claude: ClaudeHome, { root, git }: FolderAsked, place: SeenPlace): Promise<Here> {
	const [firstCommits, remote, toldOf, isInUse] = await Promise.all([
		git === undefined ? [] : rootCommits(git, claude.env),
		git === undefined ? undefined : remoteOf(git),
		launchesToldOf(claude, root),
		hasSessions(claude, root),
	]);
	return { ...place, firstCommits, remote, userHome: claude.userHome, toldOf, isInUse };
}

/** Commits without a parent in a checkout's history. None without git, without a commit, and of a history that was cut. */
async function rootCommits(layout: GitLayout, env: NodeJS.ProcessEnv): Promise<readonly string[]> {
	const { topLevel, gitDir, commonDir } = layout;
	const binary = await findOnPath('git', env);
	const isCut = (await readRegularFile(path.join(commonDir, 'shallow'), 1).catch(() => undefined)) !== undefined;
	if (binary === undefined || gitDir === undefined || isCut) return [];
	const args = [...SAFE_CONFIG.flatMap((each) => ['-c', each]), 'rev-list', '--max-parents=0', 'HEAD', '--'];
	// It takes some time to load, and is seldom needed.
	const { execFile } = await import('node:child_process');
	const output = await new Promise<string>((resolve) => {
		const options = { cwd: topLevel, env: gitEnvironment(env, topLevel, gitDir), timeout: GIT_MS, windowsHide: true };
		execFile(binary, args, options, (error, stdout) => resolve(error === null ? stdout : ''));
	});
	const commits = output.split('\n').filter((line) => /^[0-9a-f]{40,64}$/u.test(line));
	return commits.slice(-MANY).sort();
}

/** Where a repository is fetched from, in its plain form; nothing where it does not say. */
async function remoteOf({ commonDir }: GitLayout): Promise<string | undefined> {
	const read = await readRegularFile(path.join(commonDir, 'config'), CONFIG_LIMIT_BYTES).catch(() => undefined);
	const remotes = new Map<string, string>();
	let name: string | undefined;
	for (const line of (read?.bytes.toString() ?? '').split('\n')) {
		if (/^\s*\[/u.test(line)) name = /^\s*\[remote "(.+)"\]/u.exec(line)?.[1];
		const url = /^\s*url\s*=\s*"?([^"\r]+?)"?\s*$/u.exec(line)?.[1];
		if (name !== undefined && url !== undefined && !remotes.has(name)) remotes.set(name, url);
	}
	const url = remotes.get('origin') ?? [...remotes.values()][0];
	return url === undefined ? undefined : plainRemote(url);
}

/**
 * Folders that the sessions of the backups in a folder were launched in. The log may be anybody's, so that a session counts
 * only where its transcript is there: nobody else knows its id.
 */
async function launchesToldOf(claude: ClaudeHome, root: string): Promise<readonly string[]> {
	const log = path.join(root, '.claude', 'memory', '.backup-log');
	const read = await readRegularFile(log, LOG_BYTES, { fromEnd: true, isLinkRefused: true }).catch(() => undefined);
	const lines = (read?.bytes.toString() ?? '').split('\n');
	const sources = new Set(lines.flatMap((line) => asText(parseObject(line)?.['source']) ?? []));
	const projects = await realpath(claude.projectsDir).catch(() => claude.projectsDir);
	const launches = [...sources].slice(-MANY).map(async (source) => {
		const folder = await realpath(path.dirname(source)).catch(() => '');
		const isTranscript = path.dirname(folder) === projects && isSessionId(path.basename(source, '.jsonl'));
		return isTranscript && source.endsWith('.jsonl') ? (await readLaunch(source))?.cwd : undefined;
	});
	return [...new Set((await Promise.all(launches)).flatMap((cwd) => cwd ?? []))];
}

/** Whether sessions were launched in a folder. */
async function hasSessions(claude: ClaudeHome, root: string): Promise<boolean> {
	const folder = path.join(claude.projectsDir, projectSlug(root));
	const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl'));
	for (const name of names.slice(0, MANY)) {
		const launch = await readLaunch(path.join(folder, name));
		if (launch !== undefined && isBelow(root, launch.cwd)) return true;
	}
	return false;
}
