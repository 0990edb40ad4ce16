// Must be the first import of index.ts: it lays out `suite` and `test` before the suites, which are imported after it,
// are evaluated. Everything is one bundle, so mocha never loads a test file itself.
import Mocha from 'mocha';

export const mocha = new Mocha({
	ui: 'tdd',
	color: false,
	timeout: 30_000,
	reporter: 'spec',
	...(process.env['MOCHA_GREP'] === undefined ? {} : { grep: process.env['MOCHA_GREP'] }),
});

mocha.suite.emit('pre-require', globalThis, '', mocha);
