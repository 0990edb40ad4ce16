// How many secrets come through and how much harmless text is changed, on what rules were made from and on what was kept out.
import { expect, test } from 'vitest';
import { labelledSecrets, scoreSecrets } from '../../../scripts/lib/labelledSecrets.mjs';
import { createRedactor } from '../../core/privacy/redaction';
import { loadSecretDetector } from './secretDetector';

const redactor = createRedactor(loadSecretDetector());
const redact = (text: string): string => redactor.text(text).value;

// What is measured, and one in a hundred.
test.each([
	['madeFrom', 0.019, 0.01],
	['keptOut', 0.02, 0.01],
	['hands', 0.017, 0.01],
	['unseenHands', 0.053, 0.035],
] as const)('%s: few secrets are missed, and hardly anything else is taken', (part, most, mostTaken) => {
	const rows = scoreSecrets(redact, part);
	const share = (isSecret: boolean): number => {
		const own = rows.filter((row) => row.isSecret === isSecret);
		const count = own.reduce((sum, row) => sum + row.count, 0);
		expect(count).toBeGreaterThan(150);
		return own.reduce((sum, row) => sum + row.wrong.length, 0) / count;
	};
	expect(share(true)).toBeLessThan(most);
	expect(share(false)).toBeLessThan(mostTaken);
});

// Of what nobody looks at only the number is shown.
test.each(['madeFrom', 'keptOut', 'afterwards', 'hands', 'unseenHands'] as const)(
	'%s: a second time changes nothing more',
	(part) => {
		const { secrets, harmless } = labelledSecrets();
		const once = [...secrets[part], ...harmless[part]].map(({ text }) => redact(text));
		const changed = once.filter((text) => redact(text) !== text);
		expect(part === 'madeFrom' || part === 'hands' ? changed : changed.map(() => part)).toEqual([]);
	},
);

test('there are many families and forms', () => {
	const { secrets, harmless } = labelledSecrets();
	const count = ({ madeFrom, keptOut }: typeof secrets): number => madeFrom.length + keptOut.length;
	expect(count(secrets)).toBeGreaterThan(1_000);
	expect(count(harmless)).toBeGreaterThan(700);
	expect(new Set(secrets.madeFrom.map(({ family }) => family)).size).toBeGreaterThan(120);
});
