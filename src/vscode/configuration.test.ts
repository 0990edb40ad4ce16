import { expect, test, vi } from 'vitest';
import { SHARED_SETTINGS } from '../core/keeper/settings';
import { SHARED_REFLECTION } from '../core/reflection/settings';
import { setInEditor } from './configuration';

/** What `settings.json` of the person and of the workspace say. */
let said: Readonly<Record<string, { readonly globalValue?: unknown; readonly workspaceValue?: unknown }>> = {};
vi.mock('vscode', () => ({
	workspace: {
		getConfiguration: () => ({
			inspect: (name: string) => said[name],
			get: (name: string) => said[name]?.workspaceValue ?? said[name]?.globalValue,
		}),
	},
}));

test('one wrong entry does not keep the other private folders from the file', () => {
	said = { 'sessionKeeper.reflection.privateFolders': { globalValue: ['~/private', 7, null, '~/diary'] } };
	expect(setInEditor(SHARED_REFLECTION)).toEqual(new Map([['privateFolders', ['~/private', '~/diary']]]));
});

test('what a workspace says is not shared, and hides nothing that the person says', () => {
	said = {
		'sessionKeeper.sessions.idleMinutes': { globalValue: 10, workspaceValue: 99 },
		'sessionKeeper.sessions.maxHours': { workspaceValue: 99 },
		'sessionKeeper.sessions.archiveOnEnd': { globalValue: 'maybe' },
	};
	expect(setInEditor(SHARED_SETTINGS)).toEqual(new Map([['idleMinutes', 10]]));
});
