// How well the product understands conversations, and how well past sessions answer questions. Of conversations: precision and
// recall per category and face, of the labelled ones that rules may be made from, and of those that nobody looks at meanwhile.
// usage: node scripts/build.mjs && npm run score [-- --faces documents,protocol,reflect,remember] [--sample N]
//        npm run score -- --hand f [--faces …] [--verbose] [--show ID]   one that is read: what is missed and what is false
//        npm run score -- --recall [--verbose]   the questions alone
//        npm run score -- --secrets [--verbose]  what redaction misses and takes in vain, alone
//        npm run score -- --origin [--verbose]  of how many lines it is told who wrote them, alone
// Of the part that is kept out only the figures are printed, never a text.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { bundleOptions } from './lib/bundleOptions.mjs';
import { handOf, labelledConversations } from './lib/labelledConversations.mjs';
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
const hand = process.argv[process.argv.indexOf('--hand') + 1];
const isOneHand = process.argv.includes('--hand');
const { madeFrom, keptOut, unread } = labelledConversations();
const ofHand = madeFrom.filter(({ id }) => handOf(id) === hand);
const parts = isOneHand
	? [[`hand ${hand}`, ofHand]]
	: [
			['made from', madeFrom],
			['kept out', keptOut],
			...Object.entries(unread).map(([name, conversations]) => [`kept out, hand ${name}`, conversations]),
		];
const folder = mkdtempSync(path.join(tmpdir(), 'score-'));
let failed = 0;
try {
	const module = path.join(folder, 'program.cjs');
	// Within one process: starting a program for each call takes a hundred times as long.
	if (!isRecallAlone)
		await build({
			...bundleOptions,
			entryPoints: [inRoot('src/cli/testing/callProgram.ts')],
			outfile: module,
			metafile: false,
			sourcemap: false,
		});
	for (const [name, conversations] of isRecallAlone ? [] : parts) {
		const isRead = conversations === madeFrom || conversations === ofHand;
		const file = path.join(folder, `${name}.jsonl`);
		const lines = conversations.map((each) => JSON.stringify(each));
		writeFileSync(file, `${lines.join('\n')}\n`);
		console.log(`\n== ${name}\n`);
		const own = process.argv.slice(2).filter((each) => isRead || !['--verbose', '--json', '--show'].includes(each));
		const judge = inRoot('scripts/lib/scoreConversations.mjs');
		const { status } = spawnSync(process.execPath, [judge, '--module', module, '--set', file, ...own], {
			stdio: 'inherit',
		});
		failed ||= status ?? 1;
	}
	if (!isOneHand) scoreRecall(path.join(folder, 'recall'), { misses: isVerbose });
} finally {
	rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed;
