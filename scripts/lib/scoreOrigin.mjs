// What `npm run score -- --origin` prints: of how many lines it is told who wrote them, and of how many wrongly. Asked of the
// command line, over projects that `originCases.mjs` makes in real git. Every fourth project is kept out, and all of those in other
// forms: nobody looks at their lines while rules are made.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KINDS, OTHER_KINDS, makeCase, makeOtherCase, ownersOfLines } from './originCases.mjs';
import { inRoot } from './paths.mjs';

const SEEDS = 4;

/** Fixed before the first rule was written: it must never change. @param {string} name */
const isKeptOut = (name) => createHash('sha256').update(name).digest().readUInt32BE(0) % 4 === 0;

/**
 * Makes the projects, asks, and prints the figures.
 * @param {{ verbose: boolean }} how whether each wrong line is printed; of what is kept out none ever is.
 */
export async function scoreOrigin({ verbose }) {
	const folder = mkdtempSync(path.join(tmpdir(), 'score-'));
	try {
		await scoreIn(folder, verbose);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function scoreIn(folder, verbose) {
	const rows = [];
	for (const kind of KINDS)
		for (let n = 0; n < SEEDS; n++) {
			const name = `${kind} ${n}`;
			const place = path.join(folder, name.replaceAll(' ', '-'));
			mkdirSync(place, { recursive: true });
			const project = await makeCase(place, kind, KINDS.indexOf(kind) * 100 + n + 1);
			const part = isKeptOut(name) ? 'kept out' : 'made from';
			rows.push({ kind, part, ...judge(project, { name, verbose: verbose && part === 'made from' }) });
		}
	for (const kind of OTHER_KINDS)
		for (let n = 0; n < SEEDS; n++) {
			const place = path.join(folder, `other-${kind}-${n}`.replaceAll(' ', '-'));
			mkdirSync(place, { recursive: true });
			const project = await makeOtherCase(place, kind, 5_000 + OTHER_KINDS.indexOf(kind) * 100 + n);
			rows.push({ kind, part: 'kept out, other forms', ...judge(project, { name: kind, verbose: false }) });
		}
	for (const part of ['made from', 'kept out', 'kept out, other forms']) {
		console.log(`\n== where lines came from, ${part}\n`);
		const own = rows.filter((row) => row.part === part);
		for (const kind of [...new Set(own.map((row) => row.kind)), undefined])
			print(
				kind ?? 'all',
				own.filter((row) => kind === undefined || row.kind === kind),
			);
	}
}

function print(title, rows) {
	if (rows.length === 0) return;
	const sum = (key) => rows.reduce((all, row) => all + row[key], 0);
	const [lines, told, right, sessions, others] = ['lines', 'told', 'right', 'sessions', 'others'].map(sum);
	const share = (part, all) => (all === 0 ? '–' : (part / all).toFixed(3));
	console.log(
		`${title.padEnd(24)} ${String(lines).padStart(5)} lines  precision ${share(right, told)}  recall ${share(right, sessions)}  lines of others ${others}`,
	);
}

/** Asks for all files as they stand, and for the last commit. */
function judge(project, { name, verbose }) {
	const counts = { lines: 0, told: 0, right: 0, sessions: 0, others: 0 };
	const count = (file, numbers, changes) => {
		const known = project.files.get(file);
		if (known === undefined) return;
		const owners = ownersOfLines(known);
		const said = new Map(
			changes.flatMap(({ session, message, lines }) => lines.map((line) => [line, `${session}/${message}`])),
		);
		for (const number of numbers ?? owners.map((_, at) => at + 1)) {
			const owner = owners[number - 1];
			if (owner === undefined) continue;
			const answer = said.get(number);
			counts.lines++;
			if (owner !== 'others') counts.sessions++;
			if (answer !== undefined) counts.told++;
			if (answer === owner) counts.right++;
			if (answer !== undefined && owner === 'others') counts.others++;
			if (verbose && (answer ?? 'others') !== owner)
				console.log(
					`${name}\t${file}:${number}\t${owner} → ${answer ?? 'nobody'}\t${known.text.split('\n')[number - 1].trim()}`,
				);
		}
	};
	for (const file of project.files.keys()) {
		const { changes } = ask(project, 'blame', project.place(file));
		count(file, undefined, changes);
	}
	const commit = ask(project, 'of-commit', 'HEAD');
	for (const { file, changes, added } of commit.files) if (added > 0) count(file, numbersAdded(project, file), changes);
	return counts;
}

function numbersAdded(project, file) {
	const numbers = [];
	for (const [, at, come] of project
		.git('diff-tree', '-r', '-M', '-p', '-U0', 'HEAD^', 'HEAD', '--', file)
		.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm))
		for (let k = 0; k < Number(come ?? 1); k++) numbers.push(Number(at) + k);
	return numbers;
}

function ask(project, verb, what) {
	const output = execFileSync(process.execPath, [inRoot('dist/cli.js'), 'sessions', verb, what, '--json'], {
		cwd: project.root,
		encoding: 'utf8',
		env: { PATH: process.env.PATH, HOME: project.home, CLAUDE_CONFIG_DIR: path.join(project.home, '.claude') },
	});
	return JSON.parse(output);
}
