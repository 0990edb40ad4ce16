// What a reflection knows of the sessions before it: nothing of those that are private, whatever says so.
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { FakeClock } from '../../core/testing/fakeClock';
import { filesNotNoted } from '../../core/reflection/signals/repository';
import {
	type Line,
	assistantLine,
	chained,
	jsonl,
	metaLine,
	resultLine,
	userLine,
} from '../../core/testing/transcripts';
import { openRedactor } from '../privacy/openRedactor';
import { findProject } from '../project/project';
import { writeLabels } from '../sessions/sessionLabels';
import { NOW_MS, type Place, git, newPlace, newRepository } from '../testing/places';
import { type Gathered, gather } from './gather';

const [BEFORE, NOW] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002'];
let place: Place;
let repo: string;
beforeEach(() => {
	place = newPlace();
	repo = newRepository(`${place.root}/repo`);
});
afterEach(() => place.remove());

function write(session: string, minutesAgo: number, more: readonly Line[] = []): string {
	const at = (minutes: number) => ({
		sessionId: session,
		cwd: repo,
		timestamp: new Date(NOW_MS - minutes * 60_000).toISOString(),
	});
	const said = [userLine('Sort the exports', at(minutesAgo)), assistantLine('Done.', {}, at(minutesAgo - 1))];
	return place.write(`home/.claude/projects/${projectSlug(repo)}/${session}.jsonl`, jsonl([...chained(said), ...more]));
}

interface Asked {
	readonly minutesAgo?: number;
	readonly more?: readonly Line[];
	readonly redact?: (text: string) => string;
}

async function gathered({ minutesAgo = 10, more, redact = (text) => text }: Asked = {}): Promise<Gathered> {
	const project = await findProject(place.claude, repo);
	const session = { id: NOW, file: write(NOW, minutesAgo, more) };
	return gather(place.claude, project, session, [], redact);
}

test.each<[string, number, () => unknown]>([
	['nothing', 1, () => undefined],
	['its mark', 0, () => writeLabels(place.claude, new FakeClock(NOW_MS), BEFORE, [{ mark: 'private', on: true }])],
	[
		'its folder',
		0,
		() =>
			place.write(
				'home/.claude/session-keeper/reflection/settings.json',
				JSON.stringify({ schemaVersion: 1, privateFolders: [repo] }),
			),
	],
	[
		'its folder, by a link to what is above that',
		0,
		() => {
			symlinkSync(place.root, path.join(place.home, 'link'), 'junction');
			const privateFolders = ['~/link/re*/**'];
			place.write(
				'home/.claude/session-keeper/reflection/settings.json',
				JSON.stringify({ schemaVersion: 1, privateFolders }),
			);
		},
	],
	['its tag', 0, () => write(BEFORE, 90, [{ ...metaLine('tag', { tag: 'private' }), sessionId: BEFORE }])],
])('an earlier session is private by %s', async (_by, seen, make) => {
	write(BEFORE, 90);
	await make();
	expect((await gathered()).context.earlier).toHaveLength(seen);
});

test('the next step of a private session is in no reflection on another one', async () => {
	const date = new Date(NOW_MS - 80 * 60_000).toISOString();
	place.write(
		'repo/.claude/memory/session-2026-11-21-0840.md',
		`---\nsession: ${BEFORE}\ndate: ${date}\n---\n\n# Talks\n\n## Resume prompt\n\n- Next: tell Bob of the move.\n`,
	);
	expect(JSON.stringify((await gathered()).context.earlierHandOffs)).toContain('Bob');
	await writeLabels(place.claude, new FakeClock(NOW_MS), BEFORE, [{ mark: 'private', on: true }]);
	expect(JSON.stringify((await gathered()).context.earlierHandOffs)).not.toContain('Bob');
});

test('no name of a file and no memory comes as it is, and what the session names is known again', async () => {
	const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
	place.write(`repo/keys/${key}.txt`, 'x');
	place.write(`repo/other-${key}.txt`, 'x');
	git(repo, 'add', '.');
	git(repo, 'commit', '-q', '-m', 'Add keys');
	place.write(`repo/open-${key}.txt`, 'x');
	place.write(`repo/docs/conventions/use-${key}.md`, 'x');
	const project = await findProject(place.claude, repo);
	place.write(`${path.relative(place.root, project.memoryDir)}/key.md`, `The key is ${key}.`);
	const redactor = await openRedactor(place.claude);
	const input = { file_path: path.join(repo, `keys/${key}.txt`), content: 'x' };
	const { context, material } = await gathered({
		minutesAgo: 60,
		more: [
			assistantLine({ tool: 'Write', id: 'toolu_1', input }, {}, { sessionId: NOW }),
			resultLine('toolu_1', 'ok', { sessionId: NOW }),
		],
		redact: (text) => redactor.text(text).value,
	});
	expect(context.committedFiles).toHaveLength(2);
	expect(context.dirtyFiles).toHaveLength(2);
	expect(
		JSON.stringify([context.committedFiles, context.dirtyFiles, context.conventions, context.memories]),
	).not.toContain(key);
	const said = filesNotNoted(material, context).map(({ text }) => text);
	expect(said[0]).toMatch(/touched by none of its edits: `other-[^/]*`\.$/u);
});

test.each([
	['before it began', 50, 0],
	['while it lasted', 60, 2],
	['right after its last message', 61.5, 2],
	['long after it', 90, 0],
])('of a commit that was made %s', async (_when, minutesAgo, files) => {
	place.write('repo/a.txt', 'x');
	place.write('repo/b.txt', 'x');
	git(repo, 'add', '.');
	git(repo, 'commit', '-q', '-m', 'Add files');
	const { context } = await gathered({ minutesAgo });
	expect(context.committedFiles).toHaveLength(files);
	expect(context.commits.map(({ subject }) => subject)).toEqual(files === 0 ? [] : ['Add files', 'Begin']);
});

test('of a checkout that went on after the session, what it left is the commit that it made', async () => {
	git(repo, 'commit', '-q', '--allow-empty', '-m', 'Of the session');
	const made = git(repo, 'rev-parse', 'HEAD').trim();
	git(repo, 'commit', '-q', '--allow-empty', '-m', 'Later');
	place.write('repo/later.txt', 'x');
	const at = { sessionId: NOW, cwd: repo, timestamp: new Date(NOW_MS - 89 * 60_000).toISOString() };
	const input = { command: 'git commit --allow-empty -m "Of the session"' };
	const { context, git: left } = await gathered({
		minutesAgo: 90,
		more: [
			assistantLine({ tool: 'Bash', id: 'toolu_1', input }, {}, at),
			resultLine('toolu_1', `[main ${made.slice(0, 7)}] Of the session`, at),
		],
	});
	expect(left).toEqual({ branch: 'main', commit: made, dirty: undefined });
	expect(context.dirtyFiles).toBeUndefined();
});
