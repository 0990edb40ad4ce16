// How well the product understands conversations: precision and recall per category and face, of the labelled ones that
// rules may be made from, and of every fourth, by a hash of its id, that nobody looks at while making rules.
// usage: node scripts/build.mjs && npm run score [-- --faces documents,protocol,reflect,remember] [--sample N]
// Of the part that is kept out only the figures are printed, never a text.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const SET = path.join(root, 'test/fixtures/conversations/dev.jsonl');

/** Fixed before the first rule was written: it must never change. @param {string} id of a conversation */
const isKeptOut = (id) => createHash('sha256').update(id).digest().readUInt32BE(0) % 4 === 0;

const lines = readFileSync(SET, 'utf8').split('\n').filter(Boolean);
const folder = mkdtempSync(path.join(tmpdir(), 'score-'));
let failed = 0;
try {
	for (const [name, isOut] of [
		['made from', false],
		['kept out', true],
	]) {
		const file = path.join(folder, `${isOut ? 'out' : 'in'}.jsonl`);
		writeFileSync(file, `${lines.filter((line) => isKeptOut(JSON.parse(line).id) === isOut).join('\n')}\n`);
		console.log(`\n== ${name}\n`);
		const own = process.argv.slice(2).filter((each) => !isOut || !['--verbose', '--json'].includes(each));
		const judge = path.join(root, 'scripts/lib/scoreConversations.mjs');
		const cli = `${process.execPath} "${path.join(root, 'dist/cli.js')}"`;
		const { status } = spawnSync(process.execPath, [judge, '--cli', cli, '--set', file, ...own], { stdio: 'inherit' });
		failed ||= status ?? 1;
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed;
