// What a reflection knows of the sessions before it: nothing of those that are private, whatever says so.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { FakeClock } from '../../core/testing/fakeClock';
import { type Line, assistantLine, chained, jsonl, metaLine, userLine } from '../../core/testing/transcripts';
import { findProject } from '../project/project';
import { writeLabels } from '../sessions/sessionLabels';
import { NOW_MS, type Place, newPlace, newRepository } from '../testing/places';
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

async function gathered(): Promise<Gathered['context']> {
	const project = await findProject(place.claude, repo);
	const session = { id: NOW, file: write(NOW, 10) };
	return (await gather(place.claude, project, session, [], (text) => text)).context;
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
	['its tag', 0, () => write(BEFORE, 90, [{ ...metaLine('tag', { tag: 'private' }), sessionId: BEFORE }])],
])('an earlier session is private by %s', async (_by, seen, make) => {
	write(BEFORE, 90);
	await make();
	expect((await gathered()).earlier).toHaveLength(seen);
});

test('the next step of a private session is in no reflection on another one', async () => {
	const date = new Date(NOW_MS - 80 * 60_000).toISOString();
	place.write(
		'repo/.claude/memory/session-2026-11-21-0840.md',
		`---\nsession: ${BEFORE}\ndate: ${date}\n---\n\n# Talks\n\n## Resume prompt\n\n- Next: tell Bob of the move.\n`,
	);
	expect(JSON.stringify((await gathered()).earlierHandOffs)).toContain('Bob');
	await writeLabels(place.claude, new FakeClock(NOW_MS), BEFORE, [{ mark: 'private', on: true }]);
	expect(JSON.stringify((await gathered()).earlierHandOffs)).not.toContain('Bob');
});
