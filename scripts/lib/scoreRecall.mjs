// How well past sessions answer questions: hit@1, hit@5 and MRR of each kind of question, asked of the command line over two
// stores that are made of test/fixtures/recall. A part of the questions is kept out: nobody looks at it while rules are made.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

const FIXTURES = inRoot('test/fixtures/recall');
const ASKED = 10;
const hashOf = (question) => createHash('sha256').update(question).digest();

/** Which questions are kept out was fixed before anybody read one: it must never change. The other sets are by other hands. */
const SETS = [
	{ name: 'recall', folder: FIXTURES, isKeptOut: (question) => hashOf(question).readUInt32BE(0) % 4 === 0 },
	{
		name: 'recall, by another hand',
		folder: path.join(FIXTURES, 'second'),
		isKeptOut: (question) => hashOf(question)[0] % 2 === 1,
	},
	{
		name: 'recall, by a third hand',
		folder: path.join(FIXTURES, 'third'),
		isKeptOut: (question) => hashOf(question)[1] % 2 === 1,
	},
];

/**
 * Asks all questions and prints the figures.
 * @param {string} parent of the stores
 * @param {{ misses: boolean }} how whether questions that were answered badly are printed; those that are kept out never are
 */
export function scoreRecall(parent, { misses }) {
	for (const { name, folder, isKeptOut } of SETS) {
		const store = path.join(parent, path.basename(folder));
		const make = [path.join(FIXTURES, 'make.mjs'), store, '--set', folder];
		const made = spawnSync(process.execPath, make, { encoding: 'utf8' });
		if (made.status !== 0) throw new Error(made.stderr);
		const { now } = JSON.parse(readFileSync(path.join(folder, 'plan.json'), 'utf8'));
		const questions = readFileSync(path.join(folder, 'questions.jsonl'), 'utf8').split('\n').filter(Boolean);
		const answered = questions.map((line) => {
			const question = JSON.parse(line);
			return { ...question, ...ask(store, question, now), isOut: isKeptOut(question.q) };
		});
		if (misses)
			for (const { isOut, rank, kind, q } of answered)
				if (!isOut && rank !== 1) console.log(`${rank || '-'}\t${kind}\t${q}`);
		for (const isOut of [false, true]) {
			console.log(`\n== ${name}, ${isOut ? 'kept out' : 'made from'}\n`);
			print(answered.filter((each) => each.isOut === isOut));
		}
	}
}

/** @returns the place of the first right session, 0 where there is none, and whether the answer was called weak */
function ask(folder, { q, gold, accept, kind }, now) {
	const home = path.join(folder, 'home');
	const words = ['recall', '--json', '--everywhere', '--limit', String(ASKED), '--', q];
	const { stdout, stderr, status } = spawnSync(process.execPath, [inRoot('dist/cli.js'), ...words], {
		cwd: folder,
		encoding: 'utf8',
		env: {
			PATH: process.env.PATH,
			HOME: home,
			CLAUDE_CONFIG_DIR: path.join(home, '.claude'),
			SESSION_KEEPER_NOW: now,
			TZ: 'UTC',
		},
	});
	if (status !== 0) throw new Error(`${q}: ${stderr}`);
	const { confidence, hits } = JSON.parse(stdout);
	const right = new Set(gold.slice(0, accept));
	const isWeak = confidence !== 'strong';
	// Where nothing is there, the right answer is to say so.
	const rank = kind === 'negative' ? Number(isWeak) : hits.findIndex(({ session }) => right.has(session)) + 1;
	return { rank, isWeak };
}

function print(answered) {
	const there = answered.filter(({ kind }) => kind !== 'negative');
	const kinds = [...new Set(there.map(({ kind }) => kind))].sort();
	console.log('kind           n  hit@1  hit@5    MRR  doubted');
	for (const kind of [...kinds, 'all']) {
		const list = there.filter((each) => kind === 'all' || each.kind === kind);
		const found = list.filter(({ rank }) => rank >= 1 && rank <= 5);
		const figures = [list.filter(({ rank }) => rank === 1).length / list.length, found.length / list.length];
		const mrr = list.reduce((sum, { rank }) => sum + (rank === 0 ? 0 : 1 / rank), 0) / list.length;
		const doubted = found.length === 0 ? 0 : found.filter(({ isWeak }) => isWeak).length / found.length;
		console.log(
			[
				kind.padEnd(12),
				String(list.length).padStart(3),
				...[...figures, mrr, doubted].map((each) => each.toFixed(2).padStart(6)),
			].join(' '),
		);
	}
	const not = answered.filter(({ kind }) => kind === 'negative');
	console.log(`nothing there: ${not.filter(({ rank }) => rank === 1).length} of ${not.length} said so`);
}
