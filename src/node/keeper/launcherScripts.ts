// The launcher: what stands between Claude Code's settings and a hook. It stays where it is through every update of the
// extension, finds something to run JavaScript on, and keeps every failure to itself.

/** Exit code of `run.js` for a Node that is too old: the launcher tries the next one. */
const TOO_OLD = 86;
const MIN_NODE = 18;

/** The file beside the launcher that names VS Code's own runtime, absolute, on one line. */
export const RUNTIME_FILE = 'runtime';
/** The program that starts a hook's bundle by the name of its event. */
export const RUN_FILE = 'run.js';
/** The folder of the bundles, beside the launcher. */
export const BUNDLE_FOLDER = 'hooks';
/** With this variable set, the run ends with one line about itself on standard output: the doctor's proof. */
export const PROBE_VARIABLE = 'SESSION_KEEPER_PROBE';
/** What that line begins with; Node's version and the bundle's own exit code follow. */
export const PROBE_WORD = 'session-keeper-probe';

/**
 * For POSIX shells, Git Bash included. A version manager's stand-in for Node answers 126 or 127 where it has none.
 * `command -v` must give an absolute path, or a folder of the project could bring a `node` of its own.
 */
export const SH_LAUNCHER = `#!/bin/sh
# Session Keeper for Claude Code: starts one hook. Written by its installer, replaced by the next one.
# Claude Code must never notice a failure here: nothing on standard error, exit 0 always.
case $0 in */*) bin=\${0%/*} ;; *) exit 0 ;; esac
unset NODE_OPTIONS
node=$(command -v node 2>/dev/null)
case $node in
/*)
	"$node" "$bin/${RUN_FILE}" "$1" 2>/dev/null
	case $? in ${TOO_OLD} | 126 | 127) ;; *) exit 0 ;; esac
	;;
esac
[ -r "$bin/${RUNTIME_FILE}" ] || exit 0
IFS= read -r runtime <"$bin/${RUNTIME_FILE}"
[ -f "$runtime" ] || exit 0
ELECTRON_RUN_AS_NODE=1 "$runtime" "$bin/${RUN_FILE}" "$1" 2>/dev/null
exit 0
`;

/** For cmd and PowerShell. \`cmd\` would look for Node in the project first; \`$PATH:\` looks where PATH says and nowhere else. */
export const CMD_LAUNCHER = [
	'@echo off',
	'rem Session Keeper for Claude Code: starts one hook. Written by its installer, replaced by the next one.',
	'setlocal',
	'set "NODE_OPTIONS="',
	'set "node="',
	'for %%n in (node.exe) do set "node=%%~$PATH:n"',
	'if not defined node goto runtime',
	`"%node%" "%~dp0${RUN_FILE}" %1 2>nul`,
	`if not errorlevel ${TOO_OLD} exit /b 0`,
	':runtime',
	`if not exist "%~dp0${RUNTIME_FILE}" exit /b 0`,
	'rem The file is UTF-8.',
	'chcp 65001 >nul 2>nul',
	`set /p runtime=<"%~dp0${RUNTIME_FILE}"`,
	'if not exist "%runtime%" exit /b 0',
	'set "ELECTRON_RUN_AS_NODE=1"',
	`"%runtime%" "%~dp0${RUN_FILE}" %1 2>nul`,
	'exit /b 0',
	'',
].join('\r\n');

/**
 * Checks the version before any newer syntax is read, so it is written for every Node there is. The bundle becomes the
 * main module, as if it had been started itself. One process, because each costs a hook 40 ms.
 */
export const RUN_SCRIPT = `// Session Keeper for Claude Code: starts the bundle of one hook event.
'use strict';
if (parseInt(process.versions.node, 10) < ${MIN_NODE}) process.exit(${TOO_OLD});
var path = require('path');
var event = String(process.argv[2]);
if (/^[A-Z][A-Za-z]*$/.test(event)) {
	var bundle = path.join(__dirname, '${BUNDLE_FOLDER}', event.charAt(0).toLowerCase() + event.slice(1) + '.js');
	if (require('fs').existsSync(bundle)) {
		if (process.env.${PROBE_VARIABLE})
			process.on('exit', function (code) {
				console.log('${PROBE_WORD} ' + process.versions.node + ' ' + code);
			});
		process.argv.splice(1, 2, bundle);
		require('module').runMain();
	}
}
`;

/** The command line beside the hooks: what slash commands call. It runs on what the newest Node is that a machine has. */
export const CLI_FILE = 'cli.js';
/** Files of ours that lie beside it, and that it loads at need: who copies it copies them. */
export const CLI_COMPANIONS = /^(?:cli[A-Z]\w*|anthropicEngine|searchWorker)\.js$/u;
export const CLI_LAUNCHER = 'session-keeper';
export const CLI_RUN_FILE = 'runCli.js';
const MIN_CLI_NODE = 20;

/**
 * For POSIX shells, Git Bash included. Unlike a hook it says what went wrong, and how it ended. On a PATH it is a link, or
 * a link to a link, and what it starts lies beside the file itself.
 */
export const CLI_SH_LAUNCHER = `#!/bin/sh
# Session Keeper for Claude Code: its command line. Written by its installer, replaced by the next one.
self=$0
case $self in */*) ;; *) exit 127 ;; esac
while [ -L "$self" ]; do
	readlink=$(command -v readlink 2>/dev/null)
	case $readlink in /*) to=$("$readlink" "$self") || exit 127 ;; *) exit 127 ;; esac
	case $to in /*) self=$to ;; *) self=\${self%/*}/$to ;; esac
done
bin=\${self%/*}
unset NODE_OPTIONS
node=$(command -v node 2>/dev/null)
case $node in
/*)
	"$node" "$bin/${CLI_RUN_FILE}" "$@"
	code=$?
	case $code in ${TOO_OLD} | 126 | 127) ;; *) exit $code ;; esac
	;;
esac
runtime=
[ -r "$bin/${RUNTIME_FILE}" ] && IFS= read -r runtime <"$bin/${RUNTIME_FILE}"
if [ -f "$runtime" ]; then
	ELECTRON_RUN_AS_NODE=1 exec "$runtime" "$bin/${CLI_RUN_FILE}" "$@"
fi
echo "session-keeper needs Node ${MIN_CLI_NODE} or newer, and found none." >&2
exit 127
`;

/** For cmd and PowerShell. */
export const CLI_CMD_LAUNCHER = [
	'@echo off',
	'rem Session Keeper for Claude Code: its command line. Written by its installer, replaced by the next one.',
	'setlocal',
	'set "NODE_OPTIONS="',
	'set "node="',
	'for %%n in (node.exe) do set "node=%%~$PATH:n"',
	'if not defined node goto runtime',
	`"%node%" "%~dp0${CLI_RUN_FILE}" %*`,
	`if not %errorlevel%==${TOO_OLD} exit /b %errorlevel%`,
	':runtime',
	`if not exist "%~dp0${RUNTIME_FILE}" exit /b 127`,
	'chcp 65001 >nul 2>nul',
	`set /p runtime=<"%~dp0${RUNTIME_FILE}"`,
	'if not exist "%runtime%" exit /b 127',
	'set "ELECTRON_RUN_AS_NODE=1"',
	`"%runtime%" "%~dp0${CLI_RUN_FILE}" %*`,
	'exit /b %errorlevel%',
	'',
].join('\r\n');

/** Checks the version before any newer syntax is read. */
export const CLI_RUN_SCRIPT = `// Session Keeper for Claude Code: starts its command line.
'use strict';
if (parseInt(process.versions.node, 10) < ${MIN_CLI_NODE}) process.exit(${TOO_OLD});
process.argv.splice(1, 1, require('path').join(__dirname, '${CLI_FILE}'));
require('module').runMain();
`;
