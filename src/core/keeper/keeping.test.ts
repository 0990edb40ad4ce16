import { expect, test } from 'vitest';
import { DEFAULT_KEEPING, parseKeepSettings } from './keeping';

test.each(['', '[]', '{', 'null', '{"backupsMaxMegabytes":"9","archiveMaxMegabytes":0,"archiveWhenParked":1}'])(
	'%s changes nothing',
	(text) => expect(parseKeepSettings(text)).toEqual(DEFAULT_KEEPING),
);

test('caps are megabytes, and archiving can be turned off', () => {
	expect(
		parseKeepSettings('\ufeff{"backupsMaxMegabytes":10,"archiveMaxMegabytes":1.5,"archiveWhenParked":false}'),
	).toEqual({ backupsCapBytes: 10 * 1024 * 1024, archiveCapBytes: 1.5 * 1024 * 1024, archivesWhenParked: false });
});
