import { expect, test } from 'vitest';
import { timeIn } from './time';

// A Friday.
const NOW = Date.UTC(2026, 10, 20, 9);
const dayOf = (ms: number | undefined): string => new Date(ms ?? 0).toISOString().slice(0, 10);

test.each([
	['the crash in march', '2026-03-01', '2026-04-01'],
	['the crash in december 2024', '2024-12-01', '2025-01-01'],
	['der Absturz im Dezember', '2025-12-01', '2026-01-01'],
	['what we said last month', '2026-10-01', '2026-11-01'],
	['letzten Monat der Fehler', '2026-10-01', '2026-11-01'],
	['the outage since spring', '2026-03-01', '2026-06-01'],
	['pdf fonts on 2024-02-29', '2024-02-29', '2024-03-01'],
	['the outage in summer', '2026-06-01', '2026-09-01'],
	['the outage last autumn', '2025-09-01', '2025-12-01'],
	['the outage last winter', '2025-12-01', '2026-03-01'],
	['pdf fonts yesterday', '2026-11-19', '2026-11-20'],
	['pdf fonts on tuesday', '2026-11-17', '2026-11-18'],
	['pdf fonts on 2026-03-05', '2026-03-05', '2026-03-06'],
	['pdf fonts 2026-03', '2026-03-01', '2026-04-01'],
	['pdf fonts in q2', '2026-04-01', '2026-07-01'],
	['pdf fonts in 2025', '2025-01-01', '2026-01-01'],
	['pdf fonts last year', '2025-01-01', '2026-01-01'],
	['pdf fonts last week', '2026-11-06', '2026-11-18'],
	['pdf fonts two months ago', '2026-08-30', '2026-10-11'],
	['Schriften vor zwei Wochen', '2026-11-01', '2026-11-11'],
	['the crash at the end of march', '2026-03-18', '2026-04-04'],
	['the crash in late summer', '2026-07-22', '2026-09-11'],
	['which week did we say, last month', '2026-10-01', '2026-11-01'],
	['the spring boot upgrade in spring', '2026-03-01', '2026-06-01'],
	['the crash this september', '2026-09-01', '2026-10-01'],
	['our february outage', '2026-02-01', '2026-03-01'],
	['the crash around easter', '2026-03-08', '2026-04-15'],
	['der Absturz nach Ostern', '2026-04-05', '2026-05-05'],
	['the crash before pentecost', '2026-04-26', '2026-05-24'],
	['the crash over thanksgiving', '2025-10-30', '2025-12-07'],
	['the crash on black friday', '2025-10-31', '2025-12-08'],
	['the crash at halloween', '2026-10-03', '2026-11-10'],
	['the crash around christmas', '2025-11-27', '2026-01-04'],
	['the crash the week before last', '2026-10-29', '2026-11-11'],
	['der Absturz vorletzte Woche', '2026-10-29', '2026-11-11'],
	['the crash a fortnight ago', '2026-10-31', '2026-11-12'],
	['the crash half a year ago', '2026-03-25', '2026-07-23'],
	['the crash earlier this year', '2026-01-01', '2027-01-01'],
	['der Absturz diesen Monat', '2026-11-01', '2026-12-01'],
	['the crash this week', '2026-11-16', '2026-11-23'],
	['the crash the other day', '2026-10-30', '2026-11-21'],
	['the outage of the build 2026-13, yesterday', '2026-11-19', '2026-11-20'],
	['what broke over the easter weekend', '2026-03-08', '2026-04-15'],
	['the crash around the new year', '2025-12-03', '2026-01-10'],
	['the outage in august', '2026-08-01', '2026-09-01'],
])('%s', (question, from, to) => {
	const { span, rest } = timeIn(question, NOW);
	expect([dayOf(span?.from), dayOf(span?.to)]).toEqual([from, to]);
	// No word of the time is looked for.
	expect(rest).not.toMatch(/march|dezember|month|summer|(?<!which )week|2026(?!-13)|q2|ago|vor /iu);
});

test.each([
	'the may function',
	'the june-bug branch',
	'easter eggs of the about box',
	'a march of errors',
	'sort by day',
	'every two weeks',
	'the winter.ts file is two days long',
	'the spring boot upgrade',
	'fix the fall through case',
	'2026-13 build',
	'2026-02-42 build',
	'2026-02-31 build',
	'which version of spring boot do we use',
	'around fall through cases',
	'the move over spring security',
	'how do we configure beans in spring boot',
	'the repositories of last spring data release',
	'pages in winter cms',
	'the deploy of this weekend',
	'what did we plan for this monthly report',
	'diese wochenenden',
	'a semi-fortnight agony',
	'who worked on the easter egg',
	'what did we decide over the halloween theme',
	'did august fix the login',
])('%s speaks of no such time', (question) => {
	expect(timeIn(question, NOW)).toEqual({ rest: question, span: undefined, event: undefined });
});

test('a time is told by something that happened, if anything else is asked', () => {
	expect(timeIn('build flags before we had CI', NOW).event).toEqual({ text: 'we had CI', side: 'before' });
	expect(timeIn('Tests seit der Umstellung auf pnpm', NOW).event).toEqual({
		text: 'der Umstellung auf pnpm',
		side: 'after',
	});
	expect(timeIn('before the switch to pnpm', NOW).event).toBeUndefined();
});
