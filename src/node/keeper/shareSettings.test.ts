import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SettingValue } from '../../core/keeper/settings';
import { ownSettingsPlace, readOwnSettings } from './ownSettings';
import { settingsSharing } from './settingsSharing';
import { shareSettings } from './shareSettings';
import { RecordingLogger } from '../../core/testing/recordingLogger';
import { type Place, newPlace } from '../testing/places';

let place: Place;
beforeEach(() => {
	place = newPlace();
});
afterEach(() => place.remove());
const file = (): string => path.join(place.claude.keeperHome, 'settings.json');

const share = (values: Readonly<Record<string, SettingValue>>): ReturnType<typeof shareSettings> =>
	shareSettings(place.claude, ownSettingsPlace(place.claude), new Map(Object.entries(values)));

test('what is set in one face holds in the others, and nothing else in the file moves', async () => {
	place.write(path.relative(place.root, file()), '{\n\t"parkingRule": true, "theirs": [1]\n}\n');
	expect(await share({ backupsMaxMegabytes: 5, archiveWhenParked: false })).toEqual({ isChanged: true });
	const text = readFileSync(file(), 'utf8');
	expect(text).toContain('"parkingRule": true, "theirs": [1]');
	expect(await readOwnSettings(place.claude)).toMatchObject({
		backupsMaxMegabytes: 5,
		archiveWhenParked: false,
		parkingRule: true,
	});
	expect(await share({ backupsMaxMegabytes: 5, archiveWhenParked: false })).toEqual({ isChanged: false });
});

test('a file that cannot be read with certainty is left alone, with the reason', async () => {
	place.write(path.relative(place.root, file()), '{ broken');
	expect((await share({ carryOpenItems: true })).problem).toContain('no valid JSON');
	expect(readFileSync(file(), 'utf8')).toBe('{ broken');
});

describe('what the editor shares', () => {
	let logger: RecordingLogger;
	let editor: Map<string, SettingValue>;
	let isTrusted: boolean;
	beforeEach(() => {
		logger = new RecordingLogger();
		editor = new Map();
		isTrusted = true;
	});
	const sharing = (): ReturnType<typeof settingsSharing> =>
		settingsSharing({ claude: place.claude, logger, isTrusted: () => isTrusted, read: () => editor });
	const written = (): unknown => JSON.parse(readFileSync(file(), 'utf8'));

	test('only what the person set is written at the start; what others set in the file stays', async () => {
		place.write(path.relative(place.root, file()), '{ "backupsMaxMegabytes": 7 }');
		editor.set('idleMinutes', 5);
		await sharing()();
		expect(written()).toEqual({ backupsMaxMegabytes: 7, idleMinutes: 5, fromVSCode: ['idleMinutes'] });
	});

	test('what the person does not set any more is taken out, in another window too; what others set stays', async () => {
		place.write(path.relative(place.root, file()), '{ "maxHours": 7 }');
		editor.set('idleMinutes', 5).set('maxHours', 9);
		await sharing()();
		editor.delete('idleMinutes');
		await sharing()();
		expect(written()).toEqual({ maxHours: 9, fromVSCode: ['maxHours'] });
	});

	test('in Restricted Mode nothing is written', async () => {
		editor.set('backupsMaxMegabytes', 9);
		isTrusted = false;
		await sharing()();
		expect(() => written()).toThrow('ENOENT');
	});

	test('why it could not be written is a line in the log', async () => {
		place.write(path.relative(place.root, file()), '{ broken');
		editor.set('idleMinutes', 5);
		await sharing()();
		expect(logger.count('warn: the settings of the hooks could not be written')).toBe(1);
	});
});
