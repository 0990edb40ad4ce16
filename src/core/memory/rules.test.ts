import { expect, test } from 'vitest';
import { sampleText } from '../testing/sampleText';
import { seeded } from '../testing/seeded';
import { FEEDBACK_RULES } from './rules/feedback';
import { PERSON_RULES } from './rules/person';
import { PROJECT_RULES } from './rules/project';
import { REFERENCE_RULES } from './rules/reference';

test('the words that a rule needs decide nothing: each sentence that its pattern fits holds them', () => {
	const kept: string[] = [];
	for (const rule of [...FEEDBACK_RULES, ...PERSON_RULES, ...PROJECT_RULES, ...REFERENCE_RULES]) {
		const pattern = new RegExp(`^(?:${rule.pattern})`, 'u');
		const random = seeded(4711);
		const made = Array.from({ length: 100 }, () => sampleText(rule.pattern, random)).filter((text) =>
			pattern.test(text),
		);
		expect(made.length, rule.name).toBeGreaterThan(10);
		kept.push(...made.filter((text) => !rule.fits(text)).map((text) => `${rule.name}: ${text}`));
	}
	expect(kept).toEqual([]);
});
