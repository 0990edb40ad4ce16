import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readOwnSettings } from './ownSettings';
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

test('what is set in one face holds in the others, and nothing else in the file moves', async () => {
	place.write(path.relative(place.root, file()), '{\n\t"parkingRule": true, "theirs": [1]\n}\n');
	expect(
		await shareSettings(
			place.claude,
			new Map<string, boolean | number>([
				['backupsMaxMegabytes', 5],
				['archiveWhenParked', false],
			]),
		),
	).toBeUndefined();
	const text = readFileSync(file(), 'utf8');
	expect(text).toContain('"parkingRule": true, "theirs": [1]');
	expect(await readOwnSettings(place.claude)).toMatchObject({
		backupsMaxMegabytes: 5,
		archiveWhenParked: false,
		parkingRule: true,
	});
});

test('a file that cannot be read with certainty is left alone, with the reason', async () => {
	place.write(path.relative(place.root, file()), '{ broken');
	expect(await shareSettings(place.claude, new Map([['carryOpenItems', true]]))).toContain('no valid JSON');
	expect(readFileSync(file(), 'utf8')).toBe('{ broken');
});

describe('what the editor shares', () => {
	const IDLE = 'sessionKeeper.sessions.idleMinutes';
	const CAP = 'sessionKeeper.backups.maxMegabytes';
	let logger: RecordingLogger;
	let editor: Map<string, unknown>;
	let isTrusted: boolean;
	beforeEach(() => {
		logger = new RecordingLogger();
		editor = new Map();
		isTrusted = true;
	});
	const sharing = (): ReturnType<typeof settingsSharing> =>
		settingsSharing({
			claude: place.claude,
			logger,
			isTrusted: () => isTrusted,
			read: (setting) => ({ value: editor.get(setting) ?? 30, isSet: editor.has(setting) }),
		});
	const written = (): unknown => JSON.parse(readFileSync(file(), 'utf8'));

	test('only what the person set is written at the start; what others set in the file stays', async () => {
		place.write(path.relative(place.root, file()), '{ "backupsMaxMegabytes": 7 }');
		editor.set(IDLE, 5);
		await sharing()();
		expect(written()).toEqual({ backupsMaxMegabytes: 7, idleMinutes: 5 });
	});

	test('what the person takes back to its default is written, or the old value would live on', async () => {
		const share = sharing();
		editor.set(IDLE, 5);
		await share((setting) => setting === IDLE);
		editor.clear();
		await share((setting) => setting === IDLE);
		expect(written()).toEqual({ idleMinutes: 30 });
		// A change of something else is no reason to write.
		editor.set(CAP, 9);
		await share((setting) => setting === 'editor.fontSize');
		expect(written()).toEqual({ idleMinutes: 30 });
	});

	test('in Restricted Mode nothing is written, and a value that makes no sense never', async () => {
		const share = sharing();
		editor.set(IDLE, 'five').set(CAP, 9);
		isTrusted = false;
		await share();
		expect(() => written()).toThrow('ENOENT');
		isTrusted = true;
		await share();
		expect(written()).toEqual({ backupsMaxMegabytes: 9 });
	});

	test('why it could not be written is a line in the log', async () => {
		place.write(path.relative(place.root, file()), '{ broken');
		editor.set(IDLE, 5);
		await sharing()();
		expect(logger.count('warn: the settings of the hooks could not be written')).toBe(1);
	});
});
