import { expect, test } from 'vitest';
import { localDate, localTime } from '../base/dates';
import { foldLedger, ledgerLine } from './ledger';
import { ledgerPage } from './ledgerPage';

test('days and times are those of the person’s own clock, and what happened is said in words', () => {
	const [start, end] = [Date.UTC(2026, 10, 21, 23, 40), Date.UTC(2026, 10, 21, 23, 41)];
	const run = { run: 'a', session: 's', project: '/p', engine: 'builtin', trigger: 'schedule', upToMs: 1 } as const;
	const ledger = foldLedger(
		[ledgerLine('started', run, start), ledgerLine('ended', { run: 'a', outcome: 'draft' }, end)].join('\n'),
	);
	const page = ledgerPage(ledger, { today: 1, dailyCap: 20, nameOf: () => 'Exports' });
	expect(page).toContain(
		`## ${localDate(start)}\n\n- ${localTime(start)} Exports · builtin, by the timer · draft created\n`,
	);
});
