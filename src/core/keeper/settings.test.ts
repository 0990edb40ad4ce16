import { expect, test } from 'vitest';
import { parseObject } from '../base/result';
import { REFLECTION_SETTINGS } from '../reflection/settings';
import { OWN_SETTINGS, type OwnSettings, readSettingsOf } from './settings';

const read = (text: string): OwnSettings => {
	const fields = parseObject(text);
	return readSettingsOf(OWN_SETTINGS, (key) => fields?.[key]);
};
const DEFAULTS = read('');

test('by default nothing is printed that nobody asked for', () => {
	expect(DEFAULTS).toMatchObject({ injectContext: 'off', carryOpenItems: false, parkingRule: false });
});

test.each([
	'[]',
	'{',
	'null',
	'{"backupsMaxMegabytes":"9","archiveMaxMegabytes":0,"archiveWhenParked":1,"idleMinutes":0.5,"maxHours":null}',
	'{"injectContext":"loud","carryOpenItems":"yes","parkingRule":[],"archiveOnEnd":"false"}',
])('%s is as if nothing was set', (text) => expect(read(text)).toEqual(DEFAULTS));

test('what makes sense counts, also beside what does not', () => {
	expect(
		read(
			'\ufeff{"backupsMaxMegabytes":1.5,"archiveWhenParked":false,"injectContext":"full","parkingRule":true,"maxHours":-1}',
		),
	).toEqual({
		...DEFAULTS,
		backupsMaxMegabytes: 1.5,
		archiveWhenParked: false,
		injectContext: 'full',
		parkingRule: true,
	});
});

test('of reflection: limits that are too small themselves, and lists without what makes no sense', () => {
	const given: Readonly<Record<string, unknown>> = {
		budgetUsd: 0,
		dailyCap: 0,
		engine: 'another',
		consent: 7,
		paid: ['claude', 'another', 1],
		privateFolders: ['~/private', null],
	};
	expect(readSettingsOf(REFLECTION_SETTINGS, (key) => given[key])).toMatchObject({
		budgetUsd: 0.5,
		dailyCap: 0,
		engine: 'builtin',
		consent: undefined,
		paid: ['claude'],
		privateFolders: ['~/private'],
	});
});
