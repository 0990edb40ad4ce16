#!/usr/bin/env node
// What `session-keeper` starts: it loads the parts of the program from the one file beside it, with the code that V8 compiled
// for an earlier call of the same command. That is kept in our home where there is one, and only for words that turn out
// to be a command.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findKeeperHome } from '../node/claude/claudeHome';
import { Parts } from './base/parts';
import type * as Main from './main';

const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const name = words.slice(0, 2).join('-');
const parts = new Parts(path.join(__dirname, 'cliParts.js'), cacheFile(), require);
const { ended } = parts.require('main.js') as typeof Main;
void ended.then((named) => {
	if (named?.join('-') === name) parts.keep();
});

/** Nothing where nothing is kept: Node's own switch turns this off as well. */
function cacheFile(): string | undefined {
	if (!/^[a-z-]*$/u.test(name) || process.env['NODE_DISABLE_COMPILE_CACHE'] === '1') return undefined;
	try {
		const home = findKeeperHome(process.env);
		return existsSync(home) ? path.join(home, 'cache/code', `${name || 'alone'}.${process.version}.bin`) : undefined;
	} catch {
		return undefined;
	}
}
