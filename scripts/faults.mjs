// Each command and hook with file calls that fail: a full disk, no permission, a disk that reads or writes no more, too many
// open files, short writes, a kill. Prints a table of what was tried and what came of it, and then what was done in silence,
// told wrong or lost. `--shipped`: commands are processes, too; `--shim`: so, and calls of the system fail (Linux, cc).
// Actions in the editor are tried where they are named (`editor`).
// usage: npm run faults [-- --count N] [-- --seed N] [-- --all] [-- --code CODE] [-- --shipped] [-- --shim] [-- WORDS OF A COMMAND]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import HITS from './lib/faults/hits.cjs';
import { runFaults, wrongWords } from './lib/faults/runFaults.mjs';
import { runMain, say } from './lib/terminal.mjs';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		count: { type: 'string', default: '10' },
		seed: { type: 'string', default: '1' },
		all: { type: 'boolean' },
		shipped: { type: 'boolean' },
		shim: { type: 'boolean' },
		code: { type: 'string', multiple: true },
	},
});

await runMain(async () => {
	const dir = mkdtempSync(path.join(tmpdir(), 'keeper-faults-'));
	process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
	// A kill is no answer of the system's.
	const codes = (values.code ?? Object.keys(HITS)).filter((code) => !values.shim || code !== 'KILL');
	say(`| what | points | ${codes.join(' | ')} | the same came of it | was told | told in general | wrong |`);
	say(`|${' --- |'.repeat(codes.length + 6)}`);
	const line = (title, { calls, tried, wrong }) => {
		const of = (wanted) => tried.filter((one) => one.includes(wanted)).length;
		say(`| ${[title, calls, ...codes.map(of), of('same'), of('told'), of('in general'), wrong.length].join(' | ')} |`);
	};
	const named = positionals.join(' ');
	const rows = await runFaults(dir, {
		count: values.all ? undefined : Number(values.count),
		seed: Number(values.seed),
		only: ({ title, actions }) => title.includes(named) && (actions === undefined || named.startsWith('editor')),
		isShipped: values.shipped,
		isShim: values.shim,
		codes,
		onCase: (row) => line(`\`${row.title}\``, row),
	});
	if (rows === undefined) {
		say('skipped: this takes Linux and a C compiler (cc)');
		return 0;
	}
	const wrong = rows.flatMap((row) => row.wrong);
	line('**all**', {
		calls: rows.reduce((total, row) => total + row.calls, 0),
		tried: rows.flatMap((row) => row.tried),
		wrong,
	});
	for (const words of rows.flatMap(wrongWords)) say(`\n${words}`);
	return wrong.length > 0 ? 1 : 0;
});
