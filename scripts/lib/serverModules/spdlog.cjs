// Stands in for @vscode/spdlog, which is a native module and takes a compiler: the logs of a test's VS Code server.
// Each line is written at once, so the logs are whole when the server is killed. Files are not rotated: they go with the
// test's folder.
/* eslint-disable @typescript-eslint/no-require-imports -- VS Code loads it as it would the original. */
const { appendFileSync, mkdirSync } = require('node:fs');
const path = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];
const WORDS = { warn: 'warning' };

class Logger {
	constructor(_type, _name, file) {
		mkdirSync(path.dirname(file), { recursive: true });
		this.file = file;
		this.level = LEVELS.indexOf('info');
		this.format = (level, text) => `${now()} [${WORDS[level] ?? level}] ${text}\n`;
	}
	getLevel() {
		return this.level;
	}
	setLevel(level) {
		this.level = level;
	}
	/** VS Code asks for the one pattern that is the default here. */
	setPattern() {}
	/** What is logged is the whole text then, with its own ends of lines. */
	clearFormatters() {
		this.format = (_level, text) => text;
	}
	flush() {}
	drop() {}
}
LEVELS.forEach((name, level) => {
	Logger.prototype[name] = function (text) {
		if (level >= this.level) appendFileSync(this.file, this.format(name, text));
	};
});

function now() {
	const time = new Date();
	return new Date(time - time.getTimezoneOffset() * 60_000).toISOString().slice(0, -1).replace('T', ' ');
}

const createLogger = async (name, file) => new Logger('rotating', name, file);

// One by one: VS Code imports them by name, and Node finds the names of a module like this one in its text.
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
