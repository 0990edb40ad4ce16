// The command line's tests hold the rest of it, over real files.
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { planLongerCleanup } from './installation';
import { findProject } from '../project/project';
import { type Place, newPlace, newRepository, snapshot } from '../testing/places';

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
