import { describe, expect, it } from 'vitest';
import { readTalk as read } from '../../testing/readTalk';
import type { Pointer } from '../statement';
import { Dialogue } from './dialogue';

describe('what is left', () => {
	it.each([
		'the icons can wait until the fair',
		'nice idea, some other sprint',
		'no push for now',
		'later: invalidate on webhook',
	])('is put off: %s', (said) => {
		const { later, decided } = read(
			'p: Build the page',
			'c: We could add icons and push messages on a webhook.',
			`p: ${said}`,
		);
		expect(later?.join(' ')).toContain(said);
		expect(decided).toEqual([]);
	});

	it.each([
		['the wizard we take on after the trade show in October', 'c: OK, no wizard for now.'],
		['put the key on the seven, the global tags we do after the audit in spring', 'w: The seven have the key.'],
		['dark mode we look at once the rebranding is through', 'c: Alright, it stays light until then.'],
	])('is put off by when it may come, beside what is done now: %s', (said, answer) => {
		expect(read('p: Build the page', 'w: It is there.', `p: ${said}`, answer)['later']).toEqual([said]);
	});

	it.each([
		['never skip a test without a ticket in this suite', 'c: Understood.'],
		['the export failed after the release', 'w: It works again.'],
		['where do the tags come from after the migration?', 'c: From the provider.'],
	])('is no put-off in a rule, a report, a question: %s', (said, answer) => {
		expect(read('p: Build the page', 'w: It is there.', `p: ${said}`, answer)['later']).toEqual([]);
	});

	it('is put off together with what it is about, where its own words do not say it', () => {
		const talk = ['p: do we have a script for the old names?', 'c: No; it would be forty lines. Want it in here?'];
		const { later, open } = read(...talk, 'p: own PR, once 8.0 is out', 'c: Fine.');
		expect([later?.join(), open]).toEqual([expect.stringContaining('script for the old names'), expect.anything()]);
	});

	it('is what the person takes on at a near time, whatever it is', () => {
		const said = "I'll rehearse the talk tomorrow evening";
		expect(read('p: Fix the slides', 'w: Fixed.', `p: ${said}`)['next']).toEqual([said]);
	});

	it('is one step however often it is said, and none when it is done', () => {
		const talk = [
			'p: Translate it',
			'w: Done. Still missing: the French texts.',
			'p: good',
			'c: Still missing: the French texts.',
		];
		expect(read(...talk)['next']).toEqual(['Still missing: the French texts.']);
		expect(read(...talk, 'p: add the French texts', 'w: The French texts are added.')['next']).toEqual([]);
	});

	it('is what the person takes on', () => {
		expect(read('p: Fix it', 'w: Fixed.', "p: I'll run the migration tonight")['next']).toEqual([
			"I'll run the migration tonight",
		]);
	});

	it.each([
		['ten turns later', Array.from({ length: 10 }, (_, at) => [`p: Read file ${at}`, 'c: Read.'])],
		['where Claude says that everything is done', [['p: Tidy up the tests', 'w: Everything is done.']]],
	])('is what the person said yes to, also %s', (_, lines) => {
		const agreed = [
			'p: The new schema is in. When do we deploy it?',
			'c: The queue is full right now. I would deploy the schema tomorrow.',
			'p: Yes.',
			'w: The tag for it is set.',
		];
		expect(read(...agreed, ...lines.flat())['next']).toEqual(['I would deploy the schema tomorrow.']);
		expect(read(...agreed, 'p: Now deploy the schema', 'w: The schema is deployed.')['next']).toEqual([]);
	});

	it.each([
		['p: I merged the importer.', 'c: Good.'],
		['p: Go on with the page', 'w: The importer is merged, and the page is there.'],
	])('is not what the person took on and is done: %s', (...said) => {
		const talk = ['p: Fix it', 'w: Fixed.', "p: I'll merge the importer tomorrow morning.", 'c: Fine.'];
		expect(read(...talk, 'p: Show me the page', 'c: It loads.')['next']).toEqual([
			"I'll merge the importer tomorrow morning.",
		]);
		expect(read(...talk, ...said)['next']).toEqual([]);
	});

	it('is what the person takes on beside a ban', () => {
		const said = "the invoices are Ilse's, i'll tell her after lunch, leave them alone";
		expect(
			read('p: Are the totals right?', 'w: They are, but for the invoices.', `p: ${said}`, 'c: Fine.')['next'],
		).toEqual([said]);
	});

	it.each(["I'll rename the branches tomorrow. no wait, do it now", 'We can rename the branches later. No, do it now'])(
		'is not what the person takes back at once: %s',
		(said) => {
			const { next, later } = read('p: Tidy up', 'w: The tags are gone.', `p: ${said}`, 'w: The branches are renamed.');
			expect([next, later]).toEqual([[], []]);
		},
	);

	it('settles nothing where the person takes it back at once', () => {
		const said = "Don't change the schema until v2. No, wait, change it now.";
		const { decided } = read('p: Tidy up', 'w: The tags are gone.', `p: ${said}`, 'w: The schema is changed.');
		expect(decided?.join(' ')).not.toContain('until v2');
	});

	it.each([
		["I'll ask Rhea on Monday about the license.", 'no answer so far'],
		["I'll ask Rhea on Monday about the license.", 'wait for her answer'],
		['The icons can wait until the fair.', 'no designer here draws any'],
		['I tried threads yesterday, the server died.', 'no trace of it in the log'],
	])('is not taken back by an ordinary sentence: %s %s', (said, after) => {
		const { later, next, failed } = read('p: Build the page', 'w: It is there.', `p: ${said} ${after}`, 'c: OK.');
		expect([later, next, failed].flat().join(' ')).toContain(said);
	});

	it.each([
		['after three hundred prompts', Array.from({ length: 300 }, (_, at) => `p: Read file ${at}. Then print it.`)],
		['after one long prompt', [`p: ${Array.from({ length: 900 }, (_, at) => `Line ${at} is here.`).join(' ')}`]],
	])('is still put off, to be done and tried in vain %s', (_, lines) => {
		const { later, next, failed } = read(
			'p: Build the page',
			'w: It is there.',
			"p: let's park the dark mode until next release",
			'c: OK.',
			"p: I'll ask Rhea on Monday about the license",
			'c: Fine.',
			'p: I tried threads yesterday, the server died',
			'c: I see.',
			...lines.flatMap((line) => [line, 'c: Done.']),
		);
		expect([later, next, failed]).toEqual([
			["let's park the dark mode until next release"],
			["I'll ask Rhea on Monday about the license"],
			['I tried threads yesterday, the server died'],
		]);
	});

	it('is no text that Claude was asked to work on', () => {
		const minutes =
			'Turn these minutes into a mail:\n\nDecision: we use the bus.\nNext steps:\n- HR announces the bonus';
		const { decided, open, later, next } = read(`p: ${minutes}`, 'c: Here it is.');
		expect([decided, open, later, next]).toEqual([[], [], [], []]);
	});
});

describe('what is put off in a few words', () => {
	it('is told with what it is about', () => {
		const offer = 'An index on the log table would help; building it takes three hours.';
		const { later } = read('p: Why is the search slow?', `c: ${offer}`, 'p: not this week', 'c: Ok.');
		expect(later).toEqual([`Why is the search slow? ${offer} — not this week`]);
	});
});

describe('what was tried in vain', () => {
	it.each(['we had set the pool to 50 before, that made it worse', 'I tried threads yesterday, the server died'])(
		'%s',
		(said) => {
			expect(read('p: Speed it up', 'w: It is faster.', `p: ${said}`)['failed']).toEqual([said]);
		},
	);
});

describe('what stands beside an attempt in vain', () => {
	it.each(['it.', 'It was 4.', '4.'])('is no part of it, though that has its letters: %s', (beside) => {
		const from: Pointer = { uuid: '1', index: 1, turn: 1, by: 'person', atMs: undefined };
		const dialogue = new Dialogue();
		dialogue.prompt(`I tried memoizing it, no luck: It was 4. ${beside}`, from);
		dialogue.close();
		expect(dialogue.heard().map(([, forms]) => forms.includes('isTold'))).toEqual([true, false]);
	});
});
