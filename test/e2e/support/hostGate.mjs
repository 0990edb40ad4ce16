// Holds a window's extension host back until a test has laid out what it is to find, and gives it the environment of that
// test. The server's Node imports this first, and has each extension host import it in turn: the server itself hands on the
// environment that it was started with, and starts a host at once.
import childProcess from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import module, { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

const HOST = '--type=extensionHost';
const POLL_MS = 20;
/** By then a host has loaded what it loads at its start; it ends without notice. */
const LOADED_MS = 3_000;

if (process.argv.includes(HOST)) waitAtGate();
else importInHosts();

function importInHosts() {
	const { fork } = childProcess;
	childProcess.fork = (file, args, options) =>
		args.includes(HOST)
			? fork(file, args, { ...options, execArgv: ['--import', import.meta.url, ...options.execArgv] })
			: fork(file, args, options);
	syncBuiltinESMExports();
}

function waitAtGate() {
	const gate = process.env.HOST_GATE;
	delete process.env.HOST_GATE;
	const [waiting, open] = ['waiting', 'open'].map((name) => path.join(gate, name));
	writeFileSync(`${waiting}.new`, String(process.pid));
	renameSync(`${waiting}.new`, waiting);
	while (!existsSync(open)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
	keepCompiled(path.join(gate, '../../compiled'));
	Object.assign(process.env, JSON.parse(readFileSync(open, 'utf8')));
}

/** What Node compiled is there for the hosts after it, where it can keep that: from 22.10 on. @param {string} folder of the whole run */
function keepCompiled(folder) {
	if (module.flushCompileCache === undefined) return;
	module.enableCompileCache(folder);
	setTimeout(() => module.flushCompileCache(), LOADED_MS).unref();
}
