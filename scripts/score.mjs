// How well the product understands conversations, and how well past sessions answer questions. Of conversations: precision and recall per category and face, of the labelled ones that
// rules may be made from, and of those that nobody looks at while making rules.
// usage: node scripts/build.mjs && npm run score [-- --faces documents,protocol,reflect,remember] [--sample N]
//        npm run score -- --recall [--verbose]   the questions alone
//        npm run score -- --secrets [--verbose]  what redaction misses and takes in vain, alone
//        npm run score -- --origin [--verbose]  of how many lines it is told who wrote them, alone
// Of the part that is kept out only the figures are printed, never a text.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { labelledConversations } from './lib/labelledConversations.mjs';
import { inRoot } from './lib/paths.mjs';
import { printSecretScore } from './lib/printSecretScore.mjs';
import { scoreOrigin } from './lib/scoreOrigin.mjs';
import { scoreRecall } from './lib/scoreRecall.mjs';

const isVerbose = process.argv.includes('--verbose');
if (process.argv.includes('--secrets')) {
	await printSecretScore({ verbose: isVerbose });
	process.exit();
}
if (process.argv.includes('--origin')) {
	await scoreOrigin({ verbose: isVerbose });
	process.exit();
}
const isRecallAlone = process.argv.includes('--recall');
const sets = labelledConversations();
const folder = mkdtempSync(path.join(tmpdir(), 'score-'));
let failed = 0;
try {
	for (const [name, conversations] of isRecallAlone
		? []
		: [
				['made from', sets.madeFrom],
				['kept out', sets.keptOut],
				['kept out, by a further hand', sets.apart],
				['kept out, by the last hand', sets.exam],
			]) {
		const isOut = conversations !== sets.madeFrom;
		const file = path.join(folder, `${name}.jsonl`);
		const lines = conversations.map((each) => JSON.stringify(each));
		writeFileSync(file, `${lines.join('\n')}\n`);
		console.log(`\n== ${name}\n`);
		const own = process.argv.slice(2).filter((each) => !isOut || !['--verbose', '--json'].includes(each));
		const judge = inRoot('scripts/lib/scoreConversations.mjs');
		const cli = `${process.execPath} "${inRoot('dist/cli.js')}"`;
		const { status } = spawnSync(process.execPath, [judge, '--cli', cli, '--set', file, ...own], { stdio: 'inherit' });
		failed ||= status ?? 1;
	}
	scoreRecall(path.join(folder, 'recall'), { misses: isVerbose });
} finally {
	rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed;
