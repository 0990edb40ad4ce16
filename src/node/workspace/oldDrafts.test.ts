// Drafts of several projects that nobody has looked at.
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { DAY_MS } from '../../core/base/dates';
import { FakeClock } from '../../core/testing/fakeClock';
import { type Project, findProject } from '../project/project';
import { NOW_MS, newPlace, newRepository } from '../testing/places';
import { ratifyOldDrafts } from './oldDrafts';
import { draftStoreOf } from './openStores';

const place = newPlace();
afterEach(() => place.remove());

test('those of all projects are ratified once they are old enough, and none where that is off', async () => {
	const clock = new FakeClock(Date.now());
	const at = { claude: place.claude, clock };
	const projects: Project[] = [];
	for (const name of ['one', 'two']) {
		const project = await findProject(place.claude, newRepository(path.join(place.root, name)));
		const session = `${name}-session`;
		const text = `---\nsession: ${session}\ndate: ${new Date(NOW_MS).toISOString()}\nstatus: draft\n---\n\n# Work\n`;
		await (await draftStoreOf({ ...at, project })).put(session, text);
		projects.push(project);
	}
	clock.jump(Date.now() + 5 * DAY_MS);
	const ratified = async (days: number): Promise<readonly string[]> =>
		(await ratifyOldDrafts(at, projects, days, expect.fail)).map(({ file }) => path.basename(file));
	expect(await ratified(0)).toEqual([]);
	expect(await ratified(30)).toEqual([]);
	expect(await ratified(3)).toEqual(['one-session.md', 'two-session.md']);
});
