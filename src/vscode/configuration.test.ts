import { afterEach, expect, test } from 'vitest';
import { SHARED_SETTINGS } from '../core/keeper/settings';
import { SHARED_REFLECTION } from '../core/reflection/settings';
import { readConfiguration, setInEditor } from './configuration';
import { chosen, chosenHere } from './testing/vscode';

afterEach(() => {
	chosen.clear();
	chosenHere.clear();
});

test('one wrong entry does not keep the other private folders from the file', () => {
	chosen.set('sessionKeeper.reflection.privateFolders', ['~/private', 7, null, '~/diary']);
	expect(setInEditor(SHARED_REFLECTION)).toEqual(new Map([['privateFolders', ['~/private', '~/diary']]]));
});

test('what a workspace says is not shared, and hides nothing that the person says', () => {
	chosen.set('sessionKeeper.sessions.idleMinutes', 10).set('sessionKeeper.sessions.archiveOnEnd', 'maybe');
	chosenHere.set('sessionKeeper.sessions.idleMinutes', 99).set('sessionKeeper.sessions.maxHours', 99);
	expect(setInEditor(SHARED_SETTINGS)).toEqual(new Map([['idleMinutes', 10]]));
});

test('a window follows the files where nothing is set in the editor', () => {
	chosen.set('sessionKeeper.sessions.idleMinutes', 10);
	chosenHere.set('sessionKeeper.reflection.dailyCap', 2);
	const own = { idleMinutes: 5, maxHours: 3, injectContext: 'everything' };
	const { shared, reflection } = readConfiguration({ own, reflection: { dailyCap: 9, ratifyAfterDays: 4 } });
	expect(shared).toMatchObject({ idleMinutes: 10, maxHours: 3, injectContext: 'off' });
	expect(reflection.shared).toMatchObject({ dailyCap: 2, ratifyAfterDays: 4 });
});
