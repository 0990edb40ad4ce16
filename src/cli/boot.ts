#!/usr/bin/env node
// What `session-keeper` starts. It gives the answer that is kept for the same words, where that still holds; else it loads
// the parts of the program from the one file beside it, with the code that V8 compiled for an earlier call of the same
// command. Both are kept in our home where there is one, and the code only for words that turn out to be a command.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { version } from '../../package.json';
import { isProgrammatic } from '../core/claude/registry';
import { findKeeperHome } from '../node/claude/claudeHome';
import type { Keeper } from './caller';
import { withAges } from './base/ages';
import { Parts } from './base/parts';
import { answerFile, keepAnswer, keptAnswer } from './base/keptAnswer';
import { Reads } from './base/reads';
import { signOf } from './base/sign';
import type * as Main from './main';
import { processOutput } from './output';
import type * as McpServer from './workspace/mcpServer';

const PARTS = path.join(__dirname, 'cliParts.js');
const { env } = process;
const words = process.argv.slice(2);
/** Claude Code starts a server with each session: it waits neither for the table of commands nor for what they share. */
const isServer = words[0] === 'mcp' && words.slice(1).every((word) => word === '--everywhere');
const cache = cacheFolder();
const nowMs = Date.now();
const call = { words, folder: folder(), program: signOf(PARTS).sign };
// By a clock that stands still (SESSION_KEEPER_NOW), nothing holds until a time.
const isKeeping = !isServer && cache !== undefined && call.folder !== '' && (env['SESSION_KEEPER_NOW'] ?? '') === '';
const answer = !isKeeping ? undefined : answerFile(path.join(cache, 'answers'), call);
const kept = answer === undefined || processOutput.isTerminal() ? undefined : keptAnswer(answer, call, env, nowMs);
if (kept === undefined)
	run().catch((error: unknown) => {
		// What cannot be read is one of our own files, which may be the one that says so.
		process.stderr.write(`${String(error)}\n`);
		process.exitCode = 1;
	});
else {
	process.exitCode = kept.exitCode;
	processOutput.write(withAges(kept.text, nowMs));
}

async function run(): Promise<void> {
	const named = words.filter((word) => !word.startsWith('-')).slice(0, 2);
	const names =
		words.length === 0 ? ['status'] : named.length === 0 ? ['alone'] : [named.join('-'), ...named.slice(0, 1)];
	const codes = names.filter((name) => /^[a-z-]+$/u.test(name)).map(codeFile);
	const reads = new Reads(nowMs, env, require);
	const parts = new Parts(PARTS, codes, isServer ? require : reads.module);
	const program = (): typeof Main => parts.require('main.js') as typeof Main;
	const keeper: Keeper = {
		env: reads.env,
		output: processOutput,
		spoil: () => reads.spoil(),
		keep(text, untilMs, exitCode) {
			const { looked } = reads;
			if (answer !== undefined && looked !== undefined) keepAnswer(answer, call, looked, { text, untilMs, exitCode });
		},
	};
	const command = isServer ? await serve(parts, () => program().contextHere(keeper)) : await program().main(keeper);
	const code = codeFile(command.length === 0 ? 'alone' : command.join('-'));
	// Who takes all of ours away wants nothing of it back, and a session that a program started leaves no trace.
	const isWanted = !command.includes('uninstall') && !isProgrammatic(env['CLAUDE_CODE_ENTRYPOINT']);
	if (codes.includes(code) && isWanted) parts.keep(code);
}

/** What a question works on is found when it is asked. */
async function serve(parts: Parts, open: McpServer.Served['open']): Promise<readonly string[]> {
	const { serveMcp } = parts.require('mcpServer.js') as typeof McpServer;
	const caller = {
		descriptor: 0,
		get input() {
			return process.stdin;
		},
		output: processOutput,
	};
	await serveMcp({ version, caller, open, project: undefined, isEverywhere: words.length > 1 });
	return ['mcp'];
}

/** Nothing where nothing is kept: Node's own switch for code turns this off as well. */
function cacheFolder(): string | undefined {
	if (env['NODE_DISABLE_COMPILE_CACHE'] === '1') return undefined;
	try {
		const home = findKeeperHome(env);
		return existsSync(home) ? path.join(home, 'cache') : undefined;
	} catch {
		return undefined;
	}
}

function codeFile(name: string): string {
	return cache === undefined ? '' : path.join(cache, 'code', `${name}.${process.version}.bin`);
}

/** Nothing where somebody removed it. */
function folder(): string {
	try {
		return process.cwd();
	} catch {
		return '';
	}
}
