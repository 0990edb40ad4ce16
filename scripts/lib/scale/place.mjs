// What years of use leave: a store of sessions in three projects, one huge session, one long one, parked items, memories.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeBigFile } from '../../../test/bench/corpus/bigFile.mjs';
import { ensureCorpus } from '../../../test/bench/corpus/generate.mjs';
import { writeTurns } from '../../../test/bench/corpus/turns.mjs';
import { writeMemoryIndex, writeParkedItem } from '../sampleParked.mjs';
import { claudeSlug } from '../sampleSessions.mjs';

/** `bytes`, and `bigBytes` of the one session; `turns` have four messages each; a call on the slow store takes `slowMs`. */
export const SIZES = {
	full: {
		sessions: 10_000,
		bytes: 4e9,
		bigBytes: 4e9,
		turns: 12_500,
		parked: 1_000,
		memories: 500,
		writingMs: 30_000,
		slowMs: 5,
	},
	small: {
		sessions: 90,
		bytes: 2e6,
		bigBytes: 2e6,
		turns: 250,
		parked: 20,
		memories: 10,
		writingMs: 1_000,
		slowMs: 2,
	},
};

/** @param {string} folder what is in it stays for the next time. @param size one of `SIZES` */
export function makePlace(folder, size) {
	const projects = ['api', 'web', 'infra'].map((name) => path.join(folder, 'work', name));
	for (const project of projects) {
		mkdirSync(project, { recursive: true });
		execFileSync('git', ['init', '--quiet', project]);
	}
	const { sessions, bytes } = size;
	const { root } = ensureCorpus({ sessions, bytes, seed: 4, folder, places: projects });
	const transcripts = (project) => path.join(root, 'projects', claudeSlug(project));
	const memoryDir = path.join(transcripts(projects[0]), 'memory');
	rmSync(memoryDir, { recursive: true, force: true });
	const parked = Array.from({ length: size.parked }, (_, n) => {
		const file = writeParkedItem(memoryDir, { name: `Idea number ${n}`, text: 'It can wait.', ageDays: n % 13 });
		return { title: `Idea number ${n}`, file, hook: 'waits' };
	});
	const memories = Array.from({ length: size.memories }, (_, n) => {
		const name = `feedback-rule-${n}`;
		const file = path.join(memoryDir, `${name}.md`);
		const head = ['---', `name: ${name}`, `description: Rule number ${n}`, 'type: feedback', '---'];
		writeFileSync(file, [...head, `Say number ${n} in plain words.`, '', '**Why:** they asked for it.', ''].join('\n'));
		return { title: `Rule ${n}`, file, hook: `rule number ${n}` };
	});
	writeMemoryIndex(memoryDir, [...memories, ...parked]);
	const keeper = path.join(root, 'session-keeper');
	return {
		projects,
		root,
		transcripts,
		memoryDir,
		env: { PATH: process.env.PATH, HOME: folder, USERPROFILE: folder, CLAUDE_CONFIG_DIR: root, TZ: 'UTC' },
		/** Forgets what was kept of earlier readings. */
		forget: () => rmSync(keeper, { recursive: true, force: true }),
		big: once(path.join(folder, 'big', 'projects', '-big'), size.bigBytes, (file) =>
			writeBigFile({ file, bytes: size.bigBytes, sessionId: BIG, cwd: '/home/dev/big' }),
		),
		long: once(path.join(folder, 'long'), size.turns, (file) => writeTurns(file, size.turns)),
	};
}

const BIG = 'b16b16b1-0000-4000-8000-000000000001';

/** A file that is made once for each size. */
function once(folder, size, make) {
	mkdirSync(folder, { recursive: true });
	const [file, mark] = [path.join(folder, `${BIG}.jsonl`), path.join(folder, `${size}.done`)];
	try {
		statSync(mark);
	} catch {
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		make(file);
		writeFileSync(mark, '');
	}
	return file;
}
