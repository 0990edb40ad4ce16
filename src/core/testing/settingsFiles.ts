// Settings files as people write them, for every test of what edits them.

export const OTHER = '{ "type": "command", "command": "other.sh" }';
export const LAST_WINS = '{"hooks":{"SessionEnd":[1],"SessionEnd":[2]}}';

/** Settings without hooks of ours. */
export const FOREIGN: Readonly<Record<string, string>> = {
	'an empty object': '{}',
	'an empty object with a line end': '{}\n',
	'an empty object on two lines': '{\n}\n',
	'a blank object': '{ }',
	'an object with nothing but a comment': '{ /* nothing yet */ }\n',
	'an object with nothing but a line comment': '{ // nothing yet\n}\n',
	'one line': '{"model":"opus"}',
	'one line with blanks': '{ "model": "opus" }\n',
	'two spaces': '{\n  "model": "opus"\n}\n',
	'four spaces': '{\n    "model": "opus"\n}\n',
	tabs: '{\n\t"model": "opus"\n}\n',
	'no line end at the end': '{\n  "model": "opus"\n}',
	CRLF: '{\r\n  "model": "opus"\r\n}\r\n',
	'a byte-order mark': '\ufeff{\n  "model": "opus"\n}\n',
	'a byte-order mark and CRLF': '\ufeff{\r\n\t"model": "opus"\r\n}\r\n',
	'mixed line ends': '{\r\n  "a": 1,\n  "b": 2\r\n}\n',
	'a trailing comma': '{\n  "model": "opus",\n}\n',
	'a trailing comma on one line': '{ "model": "opus", }',
	'a comment behind the last member': '{\n  "model": "opus" // the big one\n}\n',
	'a comment behind a trailing comma': '{\n  "model": "opus", // the big one\n}\n',
	'a comment before the comma': '{\n  "model": "opus" /* big */ ,\n  // end\n}\n',
	'comments everywhere': '// top\n{ /* a */ "a" /* b */ : /* c */ [ /* d */ 1 /* e */ ] /* f */ } // end',
	'empty hooks': '{\n  "hooks": {}\n}\n',
	'hooks of other events': `{\n  "hooks": {\n    "Stop": [{ "hooks": [${OTHER}] }]\n  }\n}\n`,
	'hooks of others for our events': `{\n  "hooks": {\n    "SessionStart": [\n      { "matcher": "startup", "hooks": [${OTHER}] }\n    ],\n    "SessionEnd": []\n  },\n  "model": "opus"\n}\n`,
	'a list with a trailing comma': `{"hooks":{"SessionEnd":[{"hooks":[${OTHER}]},]}}`,
	'a list that ends in a comment': `{\n\t"hooks": {\n\t\t"SessionEnd": [\n\t\t\t{ "hooks": [] } // mine\n\t\t]\n\t}\n}`,
	'odd things in a list': '{"hooks":{"SessionEnd":[null,1,"x",{},{"hooks":null},{"hooks":[{"type":"http"},7]}]}}',
	'events and keys that nobody knows': '{"hooks":{"NoSuchEvent":[{"x":1}]},"y":{"hooks":{"z":[]}}}',
	'an event twice': LAST_WINS,
	'other keys twice': '{"model":"a","model":"b"}',
	'keys written with escapes': '{"m\\u006fdel":"\\ud83d\\ude80","path":"C:\\\\Users\\\\x"}',
	'text beyond ASCII': '{\n  "note": "zażółć 日本語 🚀 \u2028 end"\n}\n',
	'a name that looks like ours':
		'{"hooks":{"SessionEnd":[{"hooks":[{"type":"command","command":"echo session-keeper"}]}]}}',
	'brackets inside strings and comments': '{ "a": "{[//\\"", /* }] */ "b": ["]"] }',
	'numbers as people write them': '{"a":1.50,"b":-0,"c":1e9}',
	'89 levels of arrays': `{"a":${'['.repeat(89)}${']'.repeat(89)}}`,
	'a large file': `{\n  "permissions": { "allow": [\n${'    "Bash(npm test)",\n'.repeat(3000)}    "Read" ] }\n}\n`,
};

/** Settings that say nothing, and what is left of them. */
export const BLANK: readonly (readonly [string, string, string])[] = [
	['an empty file', '', '{\n}\n'],
	['white space alone', ' \n\t\n', '{\n}\n'],
	['white space with CRLF', '\r\n\r\n', '{\r\n}\r\n'],
	['a byte-order mark alone', '\ufeff', '\ufeff{\n}\n'],
	['null as root', 'null\n', '{\n}\n'],
	['hooks: null', '{\n  "hooks": null\n}\n', '{\n  "hooks": null\n}\n'],
];
