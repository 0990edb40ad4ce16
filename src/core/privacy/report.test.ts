import { expect, test } from 'vitest';
import { createRedactionReport, describeRedactedKinds } from './report';

const finding = (kind: string) => ({ kind });

test('what was redacted is counted by kind, with the turns it was in', () => {
	const report = createRedactionReport();
	report.add([finding('e-mail')], 0);
	report.add([finding('home-path'), finding('home-path')], 3);
	report.add([finding('home-path'), finding('e-mail')], 1);
	expect(report.kinds()).toEqual([
		{ kind: 'home-path', count: 3, turns: [1, 3] },
		{ kind: 'e-mail', count: 2, turns: [0, 1] },
	]);
	expect(describeRedactedKinds(report.kinds())).toEqual(['3 × home-path in turns 1, 3', '2 × e-mail in turn 1']);
});

test('many turns are not all named, and the heading is', () => {
	const report = createRedactionReport();
	for (let turn = 1; turn < 20; turn++) report.add([finding('e-mail')], turn);
	report.add([finding('home-path')], 0);
	expect(describeRedactedKinds(report.kinds())).toEqual([
		'19 × e-mail in turns 1, 2, 3, 4, 5, 6, 7, 8, …',
		'1 × home-path in the heading',
	]);
});
