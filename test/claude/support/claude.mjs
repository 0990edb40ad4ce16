// The real Claude Code in a place of its own: private home, environment from nothing, its API on this machine, and a
// terminal (tmux, with a server of its own) for what only a person can do.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	realpathSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isAnyoneIn } from '../../../scripts/lib/isAnyoneIn.mjs';
import { removeFolder } from '../../../scripts/lib/removeFolder.mjs';
import { temporaryFolder } from '../../../scripts/lib/temporaryFolder.mjs';
import { claudeProgram } from '../../../scripts/lib/ensureClaude.mjs';
import { startMessagesApi } from '../../support/messagesApi.mjs';
import { builtProduct } from './product.mjs';

const KEY = 'sk-ant-api03-not-a-key-of-anybody-0000000000000000000';
const WAIT_MS = 120_000;
const LOOK_MS = 100;
/** As Claude Code keeps it of a folder. */
const TRUSTED = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };

/** Permission modes as rows of a test: the name, and the words that start Claude Code in it. Without any it is in `auto`. */
export const modes = (...names) => names.map((name) => [name, name === 'auto' ? [] : ['--permission-mode', name]]);

/**
 * A fresh place with a repository and the command line, which installs the hooks as a person would.
 * @param {object} [options]
 * @param {readonly string[]} [options.install] what is said to `hooks install`; `null` where it is not called
 * @param {object} [options.settings] what the person's settings of Claude Code say already
 * @param {Record<string, string>} [options.env] additions to the environment
 * @param {Parameters<typeof startMessagesApi>[0]} [options.reply] what the stand-in answers
 */
export async function openClaude({ install = ['--scope', 'user'], settings = {}, env: more = {}, reply } = {}) {
	const dir = temporaryFolder('keeper-claude-');
	const home = path.join(dir, 'home');
	const repo = path.join(dir, 'app');
	const config = path.join(home, '.claude');
	for (const folder of [config, repo]) mkdirSync(folder, { recursive: true });
	const api = await startMessagesApi(reply);
	const env = {
		PATH: process.env.PATH,
		HOME: home,
		LANG: 'C.UTF-8',
		TERM: 'xterm-256color',
		SHELL: '/bin/bash',
		USER: 'dev',
		ANTHROPIC_BASE_URL: api.url,
		ANTHROPIC_API_KEY: KEY,
		DISABLE_AUTOUPDATER: '1',
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
		// Else each start would try to clone a repository of others.
		CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
		...more,
	};
	beginRepository(repo, env);
	const product = await builtProduct();
	// As a person has answered the first questions.
	writeJson(path.join(home, '.claude.json'), {
		hasCompletedOnboarding: true,
		theme: 'dark',
		customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
		projects: { [repo]: TRUSTED },
	});
	writeJson(path.join(config, 'settings.json'), settings);
	const place = new ClaudePlace({ dir, home, repo, config, api, env, ...product });
	if (install !== null) place.install(...install);
	return place;
}

class ClaudePlace {
	constructor(own) {
		Object.assign(this, own);
		this.useNewTerminal();
		this.moveTo(this.repo);
	}

	/** Each has a server of its own: one whose last terminal was closed may still be ending, and would take the next one with it. */
	useNewTerminal() {
		this.socket = path.join(this.dir, `tmux-${++terminals}`);
	}

	/** The project is in another folder now. */
	moveTo(repo) {
		this.repo = repo;
		this.memory = path.join(repo, '.claude/memory');
		this.slug = realpathSync(repo).replace(/[^a-zA-Z0-9]/g, '-');
	}

	/** Where our home has the second copies of the one project. */
	get second() {
		const projects = path.join(this.config, 'session-keeper/projects');
		const [id = 'none'] = existsSync(projects) ? readdirSync(projects) : [];
		return path.join(projects, id, 'backups');
	}

	/** Starts the program in the terminal, and waits until it takes input. */
	async start(...args) {
		this.open(140, [claudeProgram, ...args].map((each) => `'${each}'`).join(' '));
		await this.until(() => /❯|^>/mu.test(this.screen()), 'the prompt');
	}

	/** Opens the terminal, so many columns wide, and runs a line of a shell in it. */
	open(columns, line) {
		const vars = Object.entries(this.env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
		const size = ['-x', String(columns), '-y', '50'];
		this.useNewTerminal();
		this.screenSeen = undefined;
		this.pid = Number(
			this.tmux(
				...['-f', '/dev/null', 'new-session', '-d', ...size, '-c', this.repo, ...vars, line, ';'],
				...['pipe-pane', `exec cat >> '${this.socket}.out'`, ';'],
				...['display-message', '-p', '#{pane_pid}'],
			),
		);
	}

	/**
	 * Starts a shell in the terminal, with Claude Code and our program on its path: for what a person types before and after.
	 */
	async startShell() {
		const bin = this.path();
		const script = `#!/bin/sh\nexec '${process.execPath}' '${this.cli}' "$@"\n`;
		writeFileSync(path.join(bin, 'session-keeper'), script, { mode: 0o755 });
		await this.startBareShell(`PATH='${bin}':"$PATH"`);
	}

	/** Starts a shell in the terminal with the environment as it is. @param {string} [first] what it runs before the first prompt */
	async startBareShell(first = '') {
		const start = path.join(this.dir, 'bashrc');
		writeFileSync(start, `PS1='$ '\n${first}\n`);
		this.open(110, `bash --rcfile '${start}'`);
		await this.shellBack();
	}

	/** Types a command into the empty shell, and waits until the last line of what it shows is so. @returns the screen. */
	async shell(command, end = PROMPT) {
		await this.shellType(command);
		await this.until(() => end.test(lastLine(this.screen())), `the end of ${command}`);
		return this.screen();
	}

	/** Types a command that shows a change and asks: where a pager shows it, that is left. @returns the screen. */
	async shellAsking(command) {
		await this.shell(command, ASKS_OR_PAGES);
		if (lastLine(this.screen()).includes(PAGER)) this.tmux('send-keys', 'q');
		await this.until(() => ASKS.test(lastLine(this.screen())), `the question of ${command}`);
		return this.screen();
	}

	/** Answers what a program in the shell asks, and waits for its end. */
	async answer(words) {
		this.tmux('send-keys', '-l', words);
		this.tmux('send-keys', 'Enter');
		await this.shellBack();
	}

	/** Starts Claude Code in the shell, and waits until it takes input. */
	async shellStart(command) {
		await this.shellType(command);
		await this.until(() => /^❯|^>/mu.test(this.screen()), 'the prompt');
	}

	/** Waits until the shell takes input again. */
	async shellBack() {
		await this.until(() => PROMPT.test(lastLine(this.screen())), 'the shell');
	}

	async shellType(command) {
		// The screen is cleared, and its line stays.
		this.tmux('send-keys', 'C-l');
		await this.until(() => this.screen().trim() === '$', 'an empty screen');
		this.tmux('send-keys', '-l', command);
		await this.until(() => lastLine(this.screen()).endsWith(command), command);
		this.tmux('send-keys', 'Enter');
		await this.until(() => !lastLine(this.screen()).endsWith(`$ ${command}`), `the beginning of ${command}`);
	}

	/** Types a line and sends it. */
	async type(text) {
		this.tmux('send-keys', '-l', text);
		// The composer is the last line with the sign of a prompt; what was said before stands above it.
		const composer = () => this.screen().match(/^❯.*$/gmu)?.at(-1) ?? '';
		const isThere = () => composer().includes(text.slice(0, 40));
		// While the program starts, all of it can be lost.
		if (!(await within(5_000, isThere)) && composer().trim() === '❯') {
			this.tmux('send-keys', '-l', text);
			await within(5_000, isThere);
		}
		await sleep(LOOK_MS); // The program takes what comes at once for pasted text, Enter included.
		// While the program is busy drawing, an Enter can be lost.
		for (let tries = 0; tries < 5; tries++) {
			try {
				this.tmux('send-keys', 'Enter');
			} catch (error) {
				// The one before was heard after all, and ended the program.
				if (this.isRunning()) throw error;
				return;
			}
			if (await within(3_000, () => !isThere())) return;
		}
	}

	/** Waits for a question with numbered answers, and gives the one whose number is the first group of `option`. */
	async choose(option) {
		const offered = () => option.exec(this.screen())?.[1];
		await this.until(() => offered() !== undefined, `the question with ${option}`);
		// A question that has just been drawn may not yet listen, as with an Enter.
		for (let tries = 0; tries < 5 && offered() !== undefined; tries++) {
			this.tmux('send-keys', offered());
			await within(3_000, () => offered() === undefined);
		}
	}

	/** Says something, and waits for the whole answer to be in the transcript. */
	async say(text) {
		await this.type(text);
		await this.until(
			() => this.transcripts().some((file) => this.read(file).includes(`You said: ${text}`)),
			`an answer to ${text}`,
		);
		await this.turnEnded();
	}

	/** Waits for the end of what Claude Code does for a prompt, our hook included. */
	async turnEnded() {
		await this.until(() => !this.screen().includes('esc to interrupt'), 'the end of the turn');
	}

	/** Waits until nothing runs in the terminal any more. */
	async ended() {
		await this.until(() => !this.isRunning(), 'the end of the program');
	}

	/** Ends the program as a crash does. */
	kill() {
		process.kill(this.pid, 'SIGKILL');
	}

	isRunning() {
		return spawnSync('tmux', ['-S', this.socket, 'has-session'], { env: this.env }).status === 0;
	}

	/** What the terminal shows; nothing where it is closed. */
	screen() {
		if (!isAlive(this.pid)) return '';
		// To ask the terminal takes a process. What is written in it goes to a file, too: until that grows, nothing is new.
		const { size } = statSync(`${this.socket}.out`, { throwIfNoEntry: false }) ?? { size: 0 };
		if (size !== this.screenSeen?.size) {
			const { stdout } = spawnSync('tmux', ['-S', this.socket, 'capture-pane', '-p'], {
				env: this.env,
				encoding: 'utf8',
			});
			this.screenSeen = { size, text: stdout };
		}
		return this.screenSeen.text;
	}

	/** Runs the program without a person. */
	print(prompt, ...args) {
		const options = { cwd: this.repo, env: this.env, encoding: 'utf8' };
		return new Promise((resolve, reject) => {
			const done = (error, stdout) => (error ? reject(error) : resolve(stdout));
			execFile(claudeProgram, ['-p', prompt, ...args], options, done).stdin.end();
		});
	}

	/** Installs the hooks, and what comes with them. @returns what was said. */
	install(...words) {
		const { code, out, err } = this.keeper('hooks', 'install', '--yes', ...words);
		if (code !== 0) throw new Error(`The hooks could not be installed: ${err}`);
		return out;
	}

	/** The command line of ours. */
	keeper(...args) {
		const done = spawnSync(process.execPath, [this.cli, ...args], { cwd: this.repo, env: this.env, encoding: 'utf8' });
		return { code: done.status, out: done.stdout, err: done.stderr };
	}

	/** The command line of ours while the stand-in answers, with Claude Code on the PATH. */
	async ask(...args) {
		const env = { ...this.env, PATH: `${this.path()}${path.delimiter}${this.env.PATH}` };
		return new Promise((resolve) => {
			const done = (error, out, err) => resolve({ code: error === null ? 0 : error.code, out, err });
			execFile(process.execPath, [this.cli, ...args], { cwd: this.repo, env, encoding: 'utf8' }, done).stdin.end();
		});
	}

	/** A folder for the PATH, with Claude Code in it. */
	path() {
		const bin = path.join(this.dir, 'path');
		mkdirSync(bin, { recursive: true });
		if (!existsSync(path.join(bin, 'claude'))) symlinkSync(claudeProgram, path.join(bin, 'claude'));
		return bin;
	}

	/** Another terminal in the same place. Whoever opens one closes it by `kill`. */
	terminal(folder = this.repo) {
		return Object.assign(Object.create(ClaudePlace.prototype), this, { repo: folder, pid: undefined });
	}

	/** Answers Claude Code's own question about a folder before it is asked. */
	trust(folder) {
		const state = path.join(this.home, '.claude.json');
		const known = JSON.parse(this.read(state));
		known.projects[folder] = TRUSTED;
		writeJson(state, known);
	}

	/** What the extension would call. */
	product() {
		return import(pathToFileURL(this.extension).href);
	}

	transcripts() {
		const folder = path.join(this.config, 'projects', this.slug);
		if (!existsSync(folder)) return [];
		return readdirSync(folder)
			.filter((name) => name.endsWith('.jsonl'))
			.map((name) => path.join(folder, name));
	}

	log(folder = this.memory) {
		return this.lines(path.join(folder, '.backup-log'));
	}

	firings() {
		return this.lines(path.join(this.config, 'session-keeper/hooks.log'));
	}

	/** Whole lines: somebody may be writing the next one. */
	lines(file) {
		const text = existsSync(file) ? this.read(file) : '';
		const whole = text.slice(0, text.lastIndexOf('\n') + 1);
		return whole.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
	}

	read(file) {
		return readFileSync(file, 'utf8');
	}

	async until(isSo, what) {
		for (const began = Date.now(); !(await isSo()); await sleep(LOOK_MS))
			if (Date.now() - began > WAIT_MS) throw new Error(`Waited in vain for ${what}. The screen:\n${this.screen()}`);
	}

	tmux(...args) {
		return execFileSync('tmux', ['-S', this.socket, ...args], { env: this.env, encoding: 'utf8', stdio: 'pipe' });
	}

	/** @param isShared an editor has the same home, and is closed later. */
	async close({ isShared = false } = {}) {
		if (this.isRunning()) {
			this.kill();
			await this.ended();
		}
		await this.api.close();
		// What a session started may outlive it by a moment, and still write.
		if (!isShared) await this.until(() => !isAnyoneIn(this.home), 'the end of what the session started');
		removeFolder(this.dir);
	}
}

let terminals = 0;

/** A question waits for its answer. */
const ASKS = /\[y\/N\] *$/u;
/** What our pager shows at the bottom. */
const PAGER = 'q: continue';
const ASKS_OR_PAGES = new RegExp(`${ASKS.source}|${PAGER}`, 'u');

/** The shell takes input. */
const PROMPT = /^\$ *$/u;

function lastLine(screen) {
	return screen.trimEnd().split('\n').at(-1) ?? '';
}

/** Waits until something is so, for a while. Returns whether it is. */
async function within(ms, isSo) {
	for (const began = Date.now(); !isSo(); await sleep(LOOK_MS)) if (Date.now() - began > ms) return false;
	return true;
}

function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return pid !== undefined;
	} catch {
		return false;
	}
}

/** Makes a repository with a first commit. */
export function beginRepository(folder, env) {
	mkdirSync(folder, { recursive: true });
	const git = (...args) => execFileSync('git', args, { cwd: folder, env, stdio: 'pipe' });
	git('init', '-q');
	const author = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.invalid'];
	git(...author, 'commit', '-q', '--allow-empty', '-m', 'Begin');
	return folder;
}

function writeJson(file, value) {
	writeFileSync(file, JSON.stringify(value, undefined, '\t'));
}
