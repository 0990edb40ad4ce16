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
	['the crash in calendar week 12', '2026-03-16', '2026-03-23'],
	['der Absturz in KW 53 2020', '2020-12-28', '2021-01-04'],
	['the crash in week 3 of last year', '2025-01-13', '2025-01-20'],
	['the crash in 2026-w01', '2025-12-29', '2026-01-05'],
	['der Absturz zwischen den Jahren', '2025-12-23', '2026-01-07'],
	['the crash some ten months ago', '2025-10-21', '2026-04-21'],
	['der Absturz vor ungefähr einem Jahr', '2025-08-02', '2026-03-09'],
	['the crash two quarters ago', '2026-03-28', '2026-07-15'],
	['the crashes in the last three weeks', '2026-10-26', '2026-11-21'],
	['around this time last year the crash', '2025-10-06', '2026-01-04'],
	['the crash after ascension day', '2026-05-14', '2026-06-13'],
	['the crash just before the holidays last year', '2025-11-27', '2025-12-25'],
	['der Absturz an Karneval 2025', '2025-02-03', '2025-03-13'],
	['the outage of this summer', '2026-06-01', '2026-09-01'],
	['the outage in the fall of 2025', '2025-09-01', '2025-12-01'],
	['the outage in summer last year', '2025-06-01', '2025-09-01'],
	['the crash in the first days of last december', '2025-11-27', '2025-12-12'],
	['the crash in the second half of march', '2026-03-13', '2026-04-04'],
	['the crash of last november', '2025-11-01', '2025-12-01'],
	['der Absturz Ende letzten Jahres', '2025-07-22', '2026-02-10'],
	['the crash on march 3', '2026-03-03', '2026-03-04'],
	['the crash on the 3rd of march 2025', '2025-03-03', '2025-03-04'],
	['der Absturz am 3. Dezember', '2025-12-03', '2025-12-04'],
	['der Absturz am 3.12.2025', '2025-12-03', '2025-12-04'],
	['the crash aug 2025', '2025-08-01', '2025-09-01'],
	['the crash before march', '1970-01-01', '2026-03-01'],
	['the crash a few weeks before march', '2026-01-18', '2026-03-01'],
	['der Absturz kurz nach dem Sommer 2025', '2025-09-01', '2025-10-31'],
	['the crash in early 2026', '2025-11-21', '2026-06-12'],
	['the crash in the second quarter of last year', '2025-04-01', '2025-07-01'],
	['the crash last quarter', '2026-07-01', '2026-10-01'],
	['the crash in h1 2025', '2025-01-01', '2025-07-01'],
	['der Absturz am Jahresende', '2025-11-01', '2026-01-01'],
	['the crash last night', '2026-11-19', '2026-11-21'],
	['the crash the day before yesterday', '2026-11-18', '2026-11-19'],
	['the crash last weekend', '2026-11-13', '2026-11-17'],
	['the crash over the weekend', '2026-11-13', '2026-11-17'],
	['the crash before the summer', '1970-01-01', '2026-06-01'],
	['der Absturz letztes Jahr im März', '2025-03-01', '2025-04-01'],
	['im März des letzten Jahres der Absturz', '2025-03-01', '2025-04-01'],
	['last year in autumn the crash', '2025-09-01', '2025-12-01'],
	['der Absturz in KW 12/2025', '2025-03-17', '2025-03-24'],
	['the crash in q4/2024', '2024-10-01', '2025-01-01'],
	['the crash in the last quarter of 2025', '2025-10-01', '2026-01-01'],
	['the crash at 2026-11-19T10:22:33Z', '2026-11-19', '2026-11-20'],
	['the crash on february 29', '2024-02-29', '2024-03-01'],
	['the crash two months before christmas', '2025-08-25', '2025-12-25'],
	['the crashes since monday', '2026-11-16', '2026-11-21'],
	['the crashes since yesterday', '2026-11-19', '2026-11-21'],
	['what we wrote today', '2026-11-20', '2026-11-21'],
])('%s', (question, from, to) => {
	const { span, rest } = timeIn(question, NOW);
	expect([dayOf(span?.from), dayOf(span?.to)]).toEqual([from, to]);
	// No word of the time is looked for.
	expect(rest).not.toMatch(
		/march|dezember|month|summer|(?<!which )week|202[56](?!-13)|q2|ago|vor |jahr|year|kurz|few|before|after|first|night/iu,
	);
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
	'week 12 of the roster',
	'may 5 retries be too few',
	'the first quarter of the file',
	'pay over holidays',
	'the last three files',
	'it overflows in 2048 bytes',
	'a limit of 2000 rows',
	'why does it fail after 2020 requests',
	'why do we think this may cause a crash',
	"a patch from Jan's branch",
	'the q4 quantized model',
	'the parser of kw 99',
	'iso 8859-10 encoding',
	'the december_report table',
	'the september-release branch',
	'in august/report.md',
	'on monday.com',
	'the 2026-03-05-notes.md file',
	'every other day the cron hangs',
	'totals between the years',
	'the recently used list is empty',
	'the year end report is wrong',
	'how do we deploy today',
	'what does step 2. may fail mean',
	'half of 1.5 years ago.js',
])('%s speaks of no such time', (question) => {
	expect(timeIn(question, NOW)).toEqual({ rest: question, span: undefined, event: undefined, end: undefined });
});

test('a time is told by something that happened, if anything else is asked', () => {
	expect(timeIn('build flags before we had CI', NOW).event).toEqual({
		text: 'we had CI',
		side: 'before',
		days: Infinity,
	});
	expect(timeIn('Tests seit der Umstellung auf pnpm', NOW).event).toEqual({
		text: 'der Umstellung auf pnpm',
		side: 'after',
		days: Infinity,
	});
	expect(timeIn('before the switch to pnpm', NOW).event).toBeUndefined();
});

test('how near something was is told by what stands before it', () => {
	const near = (question: string) => timeIn(question, NOW).event;
	expect(near('the crash shortly before the move to pnpm')).toMatchObject({ side: 'before', days: 60 });
	expect(near('the crash a few weeks after we had CI')).toMatchObject({ side: 'after', days: 42 });
	expect(near('the crash the day before our release')).toMatchObject({
		text: 'our release',
		days: 14,
	});
	expect(near('the crash back when we had no CI')).toMatchObject({ side: 'around', days: 45 });
	expect(timeIn('the crash a few weeks after we had CI', NOW).rest.trim()).toBe('the crash');
});

test.each([
	['the first time we had swapped samples', 'first'],
	['how did we deploy in the very beginning?', 'first'],
	['wie haben wir ursprünglich ausgeliefert', 'first'],
	['the most recent crash', 'last'],
	['the last time the build broke', 'last'],
	['wann ging der Bau das letzte Mal kaputt', 'last'],
	['the first answer of the server', undefined],
	['it fails at first render', undefined],
	['the first time-out of the server', undefined],
	['the last time stamp is wrong', undefined],
	['fields that are not initially visible', undefined],
	['tokens at the beginning of the file', undefined],
])('of several times, one is asked for: %s', (question, end) => {
	expect(timeIn(question, NOW).end).toBe(end);
});

test('of what comes each year, the last that has begun is meant', () => {
	const spanOn = (now: string, question: string) => dayOf(timeIn(question, Date.parse(now)).span?.from);
	expect(spanOn('2026-03-01', 'the crash at the end of the year')).toBe('2025-07-22');
	expect(spanOn('2026-11-05', 'the crash in late november')).toBe('2025-11-17');
	expect(spanOn('2026-12-28', 'the crashes since christmas')).toBe('2026-12-25');
	expect(spanOn('2026-11-05', 'the crashes since christmas')).toBe('2025-12-25');
});

test('days are those of the person, also where the clocks were changed', () => {
	const before = process.env['TZ'];
	const spanOf = (text: string, at: string): readonly string[] => {
		const { span } = timeIn(text, Date.parse(at));
		return span === undefined ? [] : [span.from, span.to].map((ms) => new Date(ms).toISOString());
	};
	try {
		process.env['TZ'] = 'Asia/Tokyo';
		expect(spanOf('the gateway yesterday', '2026-11-20T23:00:00Z')).toEqual([
			'2026-11-19T15:00:00.000Z',
			'2026-11-20T15:00:00.000Z',
		]);
		process.env['TZ'] = 'Europe/Berlin';
		expect(spanOf('the gateway on 2026-10-25', '2026-11-20T23:00:00Z')).toEqual([
			'2026-10-24T22:00:00.000Z',
			'2026-10-25T23:00:00.000Z',
		]);
	} finally {
		if (before === undefined) delete process.env['TZ'];
		else process.env['TZ'] = before;
	}
});
