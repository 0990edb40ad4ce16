// Each command and hook with file calls that fail: a full disk, no permission, a disk that reads or writes no more, too many
// open files, short writes, a kill. Prints a table of what came of it, and what was done in silence or told wrong.
// usage: npm run faults [-- --count N] [-- --seed N] [-- --all] [-- WORDS OF A COMMAND]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runFaults, wrongWords } from './lib/faults/runFaults.mjs';
import { runMain, say } from './lib/terminal.mjs';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		count: { type: 'string', default: '10' },
		seed: { type: 'string', default: '1' },
		all: { type: 'boolean' },
	},
});

await runMain(async () => {
	const dir = mkdtempSync(path.join(tmpdir(), 'keeper-faults-'));
	process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
	say('| what | calls | faults tried | the same came of it | was told | wrong |');
	say('| --- | --- | --- | --- | --- | --- |');
	const line = (title, { calls, tried, same, told, wrong }) =>
		say(`| ${title} | ${calls} | ${tried} | ${same} | ${told} | ${wrong.length} |`);
	const rows = await runFaults(dir, {
		count: values.all ? undefined : Number(values.count),
		seed: Number(values.seed),
		only: positionals.join(' '),
		onCase: (row) => line(`\`${row.title}\``, row),
	});
	const sum = (of) => rows.reduce((total, row) => total + of(row), 0);
	const wrong = rows.flatMap((row) => row.wrong);
	line('**all**', {
		calls: sum((row) => row.calls),
		tried: sum((row) => row.tried),
		same: sum((row) => row.same),
		told: sum((row) => row.told),
		wrong,
	});
	for (const words of rows.flatMap(wrongWords)) say(`\n${words}`);
	return wrong.length > 0 ? 1 : 0;
});
