// The command line's tests hold the rest of it, over real files.
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { memoryTurnedOff } from '../project/claudeSettings';
import { planLongerCleanup } from './installation';
import { findProject } from '../project/project';
import { ownElsewhere } from '../project/settingsFile';
import { type Place, git, newPlace, newRepository, snapshot } from '../testing/places';

let place: Place;
beforeEach(() => {
	place = newPlace();
});
afterEach(() => place.remove());

test('T38: a clean-up that managed settings decide is refused, and a longer one of the person stays as it is', async () => {
	const managed = place.write('etc/managed-settings.json', '{ "cleanupPeriodDays": 5 }\n');
	place.write('home/.claude/settings.json', '{ "cleanupPeriodDays": 400 }\n');
	const claude = { ...place.claude, managedSettings: [managed] };
	const project = await findProject(claude, newRepository(path.join(place.root, 'repo')));
	const before = snapshot(place.root);
	expect(await planLongerCleanup(claude, project, 365)).toEqual({
		ok: false,
		error: { file: managed, refusal: { reason: 'managed' } },
	});
	// Who asks for no more than what holds is told so, and not that it is refused.
	expect(await planLongerCleanup(claude, project, 5)).toEqual({ ok: true, value: [] });
	expect(snapshot(place.root)).toEqual(before);
});

test('in a worktree, the person’s own settings of the main checkout decide', async () => {
	const repo = newRepository(path.join(place.root, 'repo'));
	const tree = path.join(place.root, 'tree');
	git(repo, 'worktree', 'add', '-q', tree);
	place.write('home/.claude.json', JSON.stringify({ projects: { [place.root]: { hasTrustDialogAccepted: true } } }));
	const settings = '{ "cleanupPeriodDays": 10, "autoMemoryEnabled": false }\n';
	const file = place.write('repo/.claude/settings.local.json', settings);
	const project = await findProject(place.claude, tree);
	expect(await planLongerCleanup(place.claude, project, 30)).toMatchObject({ ok: true, value: [{ file }] });
	expect(await memoryTurnedOff(place.claude, project.checkout, ownElsewhere(place.claude, project))).toMatchObject({
		file,
	});
	// What is closer comes first.
	const closer = place.write('tree/.claude/settings.local.json', '{ "cleanupPeriodDays": 5 }\n');
	expect(await planLongerCleanup(place.claude, project, 30)).toMatchObject({ ok: true, value: [{ file: closer }] });
});
