// Whatever git would take of what we write went through the gate as a whole: no secret that a person or Claude said is in a
// file, in a file's name, in a commit or in a note.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { printable } from '../../core/base/text';
import { FakeClock } from '../../core/testing/fakeClock';
import { assistantLine, chained, userLine } from '../../core/testing/transcripts';
import { formatFrontMatter } from '../base/frontmatter';
import { openTrash } from '../keeper/keeperTrash';
import { addToQueue } from '../memory/memoryQueue';
import { ParkingLot } from '../parking/parkingLot';
import type { Project } from '../project/project';
import { commitFile } from '../reflection/commit';
import { type BackupTestPlace, SESSION, newBackupPlace } from '../testing/backupPlace';
import { join, noise } from '../testing/madeUp';
import { NOW_MS, git } from '../testing/places';
import { documentStoreOf, draftStoreOf, memoryHealthOf, protocolStoreOf, reviewStoreOf } from './openStores';

let place: BackupTestPlace;
let project: Project;
const clock = new FakeClock(NOW_MS);
beforeEach(async () => {
	place = newBackupPlace();
	project = await place.project();
});
afterEach(() => place.remove());
const open = () => ({ claude: place.claude, clock, project });

/** A project whose memory is in its repository. */
const inRepository = async (): Promise<Project> => ({ ...project, memoryDir: place.folder('repo/.claude/memory') });

/** All that git has or would take: names, texts, commits and notes. */
function taken(): string {
	const run = (...args: readonly string[]): string => git(place.repo, '-c', 'core.quotePath=false', ...args);
	const names = run('ls-files', '-co', '--exclude-standard')
		.split('\n')
		.filter((name) => name !== '');
	const texts = names.map((name) => readFileSync(path.join(place.repo, name), 'utf8'));
	return printable([...names, ...texts, run('log', '--all', '-p', '--format=%an%d%n%B')].join('\n'));
}

/** How a secret is said. Each takes a word that is none by itself, or one with a sign in it that nobody sees. */
const WORD = join('Winter', '-tango-', '4711');
const TOKEN = join('gh', 'p_', noise(36));
const SAID: Readonly<Record<string, { readonly text: string; readonly secret: string }>> = {
	'with its name': { text: `Always set DB_PASSWORD=${WORD} here`, secret: WORD },
	'behind a line break': { text: `Always sign in, the password is\n${WORD}`, secret: WORD },
	'with a sign in it that nobody sees': {
		text: `Always use ${TOKEN.slice(0, 9)}\u200b${TOKEN.slice(9)} here`,
		secret: TOKEN,
	},
	'with a tag in it': { text: `Always use ${TOKEN.slice(0, 9)}\u2063${TOKEN.slice(9)} here`, secret: TOKEN },
	'as JSON escapes it': {
		text: String.raw`Always open {"u":"postgres:\/\/app:` + WORD + String.raw`@db.example.com\/x"}`,
		secret: WORD,
	},
};

const draft = (text: string): string =>
	formatFrontMatter({ session: SESSION, status: 'draft', topic: text }, `# ${text}\n\n## Summary\n\n- ${text} (#1)\n`);

const WRITERS: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
	'a document and the active context': async (text) => {
		const lines = chained([userLine(`Decision: ${text}\nNext: write it.`), assistantLine(`We decided: ${text}`)]);
		const file = place.say(lines.map((line) => JSON.stringify({ ...line, sessionId: SESSION })));
		return (await documentStoreOf(open())).save(file);
	},
	'facts of the project memory': async (text) => {
		const documents = await documentStoreOf(open());
		const file = place.say(
			chained([userLine('Write the plan.'), assistantLine('I did.')]).map((line) =>
				JSON.stringify({ ...line, sessionId: SESSION }),
			),
		);
		const saved = (await documents.save(file)) ?? expect.fail();
		return documents.keep(text.split('\n'), saved.document);
	},
	'a protocol': async (text) => {
		const store = await protocolStoreOf(open());
		const blocks = [{ title: 'Decisions', lines: text.split('\n') }];
		return store.write(await store.prepare({ session: null, given: { tasks: [], blocks } }));
	},
	'an accepted draft and its commit': async (text) => {
		const store = await draftStoreOf(open());
		await store.put(SESSION, draft(text));
		const ratified = (await store.ratify(SESSION)) ?? expect.fail();
		const who = { GIT_AUTHOR_NAME: 'Dev', GIT_AUTHOR_EMAIL: 'dev@example.invalid' };
		const env = { ...who, GIT_COMMITTER_NAME: 'Dev', GIT_COMMITTER_EMAIL: 'dev@example.invalid' };
		await commitFile(project, ratified, { env: { ...place.env, ...env }, isPushed: false });
		expect(git(place.repo, 'log', '-1', '--format=%s')).toMatch(/^Hand off: /u);
	},
	'a parked item by its name, and the trail of it': async (text) => {
		const lot = new ParkingLot(place.claude, await inRepository(), openTrash(place.claude), clock);
		await lot.park({ name: text, text: 'Which one?', kind: 'question' });
		return lot.archive((await lot.list())[0] ?? expect.fail());
	},
	'a parked item by its words': async (text) => {
		const lot = new ParkingLot(place.claude, await inRepository(), openTrash(place.claude), clock);
		return lot.park({ name: '', text, description: text, why: text, how: text, kind: 'deferred' });
	},
	'a memory of the project, and its line in the index': async (text) => {
		const ts = new Date(NOW_MS).toISOString();
		const candidates = [{ type: 'feedback', text, rule: 'always', message: 'u-1' } as const];
		await addToQueue(place.claude, { session: SESSION, turn: 1, ts, cwd: place.repo, candidates });
		const review = await reviewStoreOf(open(), () => 'project');
		const [entry = expect.fail()] = await review.list();
		expect(await review.accept(entry)).toMatchObject({ kind: 'done' });
	},
	'a line of the index for a memory that has none': async (text) => {
		const own = await inRepository();
		const body = formatFrontMatter({ name: 'deploy', description: text, metadata: { type: 'project' } }, 'Words.');
		// The file is a person's, and no writer of ours: git is told to leave it.
		place.write('repo/.claude/memory/project_deploy.md', body);
		place.write('repo/.git/info/exclude', 'project_deploy.md\n');
		const health = await memoryHealthOf({ ...open(), project: own });
		const orphan = (await health.look()).findings.find(({ code }) => code === 'orphan') ?? expect.fail();
		await health.fix(orphan.id);
		expect(readFileSync(path.join(own.memoryDir, 'MEMORY.md'), 'utf8')).toContain('](project_deploy.md)');
	},
};

test.each(
	Object.entries(WRITERS).flatMap(([writer, write]) =>
		Object.entries(SAID).map(([way, said]) => [writer, way, write, said] as const),
	),
)('%s: nothing of a secret that is said %s', async (_writer, _way, write, { text, secret }) => {
	const before = taken();
	await write(text);
	const after = taken();
	expect(after.length).toBeGreaterThan(before.length);
	// Names of files are in lower case, with dashes.
	const plain = (words: string): string => words.toLowerCase().replace(/[^a-z\d]+/gu, '-');
	expect(plain(after)).not.toContain(plain(secret));
	expect(after).not.toContain(secret.slice(0, 12));
});

/** Where files come from that everybody may read, which is what git takes; and why no words of anybody are in some of them. */
const SHARED: Readonly<Record<string, string>> = {
	'src/node/claude/memoryIndexFile.ts': 'memories, whose line was gated',
	'src/node/documents/documentStore.ts': 'gated: documents',
	'src/node/documents/memoryFile.ts': 'gated: the active context and the project memory',
	'src/node/hooks/launcher.ts': 'programs of ours',
	'src/node/hooks/launcherFiles.ts': 'programs of ours',
	'src/node/keeper/changeEdit.ts': 'memories, which were gated; lines of MEMORY.md that move to another file beside it',
	'src/node/parking/auditTrail.ts': 'gated: names of items',
	'src/node/parking/sessionSummary.ts': 'kept out of git',
	'src/node/parking/writeItem.ts': 'gated: items',
	'src/node/project/gitExclude.ts': 'patterns of ours',
	'src/node/project/privateFolder.ts': 'patterns of ours',
	'src/node/project/settingsFile.ts': 'settings of other programs: commands of ours',
	'src/node/protocol/protocolFile.ts': 'gated: protocols',
	'src/node/reflection/draftFiles.ts': 'gated: accepted drafts; others are kept out of git',
	'src/node/reflection/scheduler.ts': 'a timer of ours, in the home folder',
};

test('every writer of what git would take is known here', () => {
	const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
		.map((name) => `src/${name.replaceAll(path.sep, '/')}`)
		.filter((name) => name.endsWith('.ts') && !/\.test\.ts$|\/testing\//u.test(name));
	const writers = files.filter((name) => readFileSync(name, 'utf8').includes('0o644'));
	expect(writers.sort()).toEqual(Object.keys(SHARED).sort());
	const committers = files.filter((name) =>
		/\b(?:git|notes)\(\s*'(?:commit|add|tag|branch|notes)'/u.test(readFileSync(name, 'utf8')),
	);
	expect(committers.sort()).toEqual(['src/node/reflection/commit.ts', 'src/node/search/blameFile.ts']);
});
