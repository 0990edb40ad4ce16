import { describe, expect, it } from 'vitest';
import { readTalk as read } from '../../testing/readTalk';

describe('a question of Claude’s', () => {
	const asked = ['p: Speed up the lookup', 'w: It takes 4 ms now. Shall I cache the lookup of regions as well?'];

	it.each(['now the login page', 'Fix the login bug first', 'commit this', 'wait, the deploy just failed'])(
		'stays open when the next thing is another: %s',
		(prompt) => {
			const { decided, open } = read(...asked, `p: ${prompt}`, 'w: Done.');
			expect([decided, open]).toEqual([[], ['Shall I cache the lookup of regions as well?']]);
		},
	);

	it('stays open when it is countered', () => {
		const talk = read(
			'p: Clean up the API',
			'c: Keep the old endpoint or drop it?',
			'p: how many clients use it?',
			'w: Two.',
		);
		expect([talk['decided'], talk['open']]).toEqual([[], ['Keep the old endpoint or drop it?']]);
	});

	it.each([
		['Sollen Fehler ins Log oder auf den Bildschirm?', 'weiß ich noch nicht'],
		['Sollen Fehler ins Log oder auf den Bildschirm?', 'Das weiß ich nicht, das muss ich mit dem Vertrieb klären.'],
		['¿Los errores van al registro o a la pantalla?', 'no lo sé'],
		['¿Los errores van al registro o a la pantalla?', 'aún no lo sé, pregunto mañana'],
		['Est-ce que les erreurs vont dans le journal ?', 'je ne sais pas'],
	])('stays open where the person cannot say, in whatever language: %s', (question, said) => {
		const { decided, open } = read('p: Add a check', `w: The check is in place. ${question}`, `p: ${said}`, 'c: OK.');
		expect([decided, open]).toEqual([[], [question]]);
	});

	it('waits while the person asks something back: what comes then answers it, or passes it over', () => {
		const talk = [
			'p: Clean up the API',
			'c: Keep the old endpoint or drop it?',
			'p: how many clients use it?',
			'w: Two.',
		];
		expect(read(...talk, 'p: then drop the endpoint', 'w: The old endpoint is gone.')['open']).toEqual([]);
		expect(read(...talk, 'p: now the login page', 'w: It loads.')['open']).toEqual([
			'Keep the old endpoint or drop it?',
		]);
	});

	it.each(['Wow. Keep in mind that the invoices go out on Fridays', 'Interesting. How large is the index by now?'])(
		'is not answered by an exclamation and another matter: %s',
		(said) => {
			const talk = ['p: Speed up the search', 'w: It is faster. Does the shop sort by price anywhere?'];
			expect(read(...talk, `p: ${said}`, 'c: OK.')['open']).toEqual(['Does the shop sort by price anywhere?']);
		},
	);

	it('is answered by a value, whatever its words', () => {
		const talk = ['p: Plot the runs', 'w: The script is there. Which samples shall I take for it?'];
		expect(read(...talk, 'p: T07 and T11', 'w: Both are plotted.')['open']).toEqual([]);
	});

	it('is answered by its mark, and stays open where only the marks of others are named', () => {
		const talk = [
			'p: Read the specification',
			'w: It is read.',
			'p: What would a client ask who reads it?',
			'c: 1. Why is the amount of an invoice a float? 2. Can the status of an order get new values in a later version?',
		];
		expect(read(...talk, 'p: 1 shame on us, make it cents', 'w: Cents.')['open']).toEqual([
			'Can the status of an order get new values in a later version?',
		]);
		expect(read(...talk, 'p: 1 cents. 2 never', 'w: Cents.')['open']).toEqual([]);
	});

	it('has the mark that stands before it, and a number of minutes or requests is none', () => {
		const talk = [
			'p: Read the client',
			'c: 1. Should the client wait longer for an answer? 2. Should the client try a failed request again?',
		];
		expect(read(...talk, 'p: 2 yes, always', 'w: Done.')['open']).toEqual([
			'Should the client wait longer for an answer?',
		]);
		expect(
			read(...talk, 'p: 30 seconds is enough to wait, and try a failed request twice', 'w: Done.')['open'],
		).toEqual([]);
	});

	it('may stand before what Claude does otherwise', () => {
		const asked =
			'w: The job writes its log. Does anybody read the mail of that box? Otherwise a message in the chat would do.';
		expect(read('p: Run it nightly', asked, 'p: now restore a dump', 'w: Restored.')['open']).toEqual([
			'Does anybody read the mail of that box?',
		]);
	});

	it('of how things are is no decision', () => {
		expect(
			read('p: Size the pool', 'c: How many nodes are there?', 'p: twelve', 'w: The pool has 12.')['decided'],
		).toEqual([]);
		const { decided, open } = read('p: It hangs', 'c: Is the proxy up?', 'p: no idea, will look tonight');
		expect([decided, open]).toEqual([[], ['Is the proxy up?']]);
	});

	it('is settled by the option that a number names', () => {
		const talk = read('p: Add a queue', 'c: Options:\n\n1. A table\n2. A file\n3. A broker\n\nWhich one?', 'p: 3');
		expect(talk['decided']).toEqual(['A broker → 3']);
	});

	it('may be answered turns later', () => {
		const talk = read(
			'p: Warn before the certificates expire',
			'w: The script is there. How many days before should it warn?',
			'p: also write a log file please',
			'w: It logs to `certs.log`.',
			'p: sorry, I forgot your question: 21 days',
			'w: It warns 21 days before.',
		);
		expect(talk['open']).toEqual([]);
		expect(talk['decided']?.[0]).toContain('21 days');
	});
});

describe('a decision', () => {
	it.each([
		['A mutex or a channel would do.', 'channel, fewer surprises', 'channel'],
		['I’d take Caddy.', 'same here', 'Caddy'],
		['I could put it below `/v1`.', 'yes, like the others', '/v1'],
	])('answers what was proposed: %s', (proposed, said, word) => {
		expect(read('p: What would you do?', `c: ${proposed}`, `p: ${said}`, 'w: Done.')['decided']?.join(' ')).toContain(
			word,
		);
	});

	it('may hold until a later time, and is nothing put off', () => {
		const said = 'use the old parser instead of the new one until 5.0';
		const { decided, later } = read(
			'p: Build the page',
			'w: It is there.',
			'p: and the footer',
			'w: Small.',
			`p: ${said}`,
			'w: Old.',
		);
		expect(decided?.join(' ')).toContain(said);
		expect(later).toEqual([]);
	});

	it('is told with its reason', () => {
		expect(
			read('p: Set up the topic', 'w: Done.', 'p: we picked Avro since the partners have it already')['decided'],
		).toEqual(['we picked Avro since the partners have it already']);
	});

	it('ends when it is revoked', () => {
		const talk = read(
			'p: Store it',
			'c: Mongo or Postgres?',
			"p: Let's use Mongo.",
			'w: Done.',
			'p: forget Mongo, Postgres',
			'w: Done.',
		);
		expect(talk['decided']?.some((each) => each.endsWith("Let's use Mongo."))).toBe(false);
	});

	it('is one for a prompt, with all that it says for it, and without what is asked for besides', () => {
		const talk = read(
			'p: The call loses its transaction',
			'c: I’d move `cancel()` into a bean of its own; injecting the service into itself would be smaller.',
			'p: own bean. self injection was flagged last time, never again. which tests cover it?',
			'w: `OrderCancellation` is a bean of its own. No test covers it yet.',
		);
		expect(talk['decided']).toHaveLength(1);
		expect(talk['decided']?.[0]).toMatch(/→ own bean\. self injection was flagged last time, never again\.$/u);
	});

	it.each(['then decimals, forget bigint', 'decimals after all; scrap the bigint'])(
		'is revoked by a clause: %s',
		(said) => {
			const talk = [
				'p: How do we keep amounts?',
				'c: Bigint in cents or decimals. I’d take bigint, it is the smaller change.',
				'p: ok, bigint then',
				'w: The amounts are bigint now, in cents.',
			];
			const isBigint = (each: string): boolean => each.endsWith('ok, bigint then');
			expect(read(...talk)['decided']?.filter(isBigint)).toHaveLength(1);
			expect(read(...talk, `p: ${said}`, 'w: Changed.')['decided']?.filter(isBigint)).toEqual([]);
		},
	);

	it('is none in a nod to what was only told', () => {
		expect(read('p: Fix the test', 'w: It passes.', 'p: ok', 'c: 👍', 'p: thanks')['decided']).toEqual([]);
	});
});

describe('a question of the person’s', () => {
	it.each([
		[
			'p: Does the tax office accept the new layout, or only the old one?',
			'c: The folder says nothing about it, and I can’t tell from here.',
			'p: I’ll ask our accountant',
		],
		['p: The forms are in. And who signs them off, us or the client? I have to leave now.', 'c: Have a good evening.'],
	])('stays open when nobody answers it: %s', (...talk) => {
		expect(read('p: Fix the layout of the forms', 'w: It is fixed.', ...talk)['open']).toHaveLength(1);
	});

	it.each([
		['p: Does the parser keep the comments?', 'c: Yes, all of them.', 'p: good'],
		['p: How long does the import take?', 'c: 40 seconds.'],
		['p: She also asks whether the list is sorted by name or by date?', 'c: By name.'],
	])('is closed by its answer: %s', (...talk) => {
		expect(
			read('p: Fix the layout of the forms', 'w: It is fixed.', ...talk, 'p: now the footer', 'w: Done.')['open'],
		).toEqual([]);
	});
});

describe('what is said turns later', () => {
	const asked = [
		'p: Does the export write CSV or Parquet?',
		'c: CSV.',
		'p: And how long do we keep the old exports?',
		'c: A month.',
		'p: Read the config',
		'w: It is read. How many days may a download link be valid?',
		'p: first the login page',
		'w: It loads.',
		'p: and the footer',
		'w: It is smaller.',
	];

	it('answers no question that the person asked', () => {
		expect(read(...asked, "p: let's keep the CSV export", 'w: It stays.')['decided']?.join(' ')).not.toContain(
			'Parquet',
		);
	});

	it('answers the newest question of Claude’s alone, where it names none', () => {
		expect(read(...asked, 'p: About your question: two weeks', 'w: Two weeks.')['decided']).toEqual([
			'How many days may a download link be valid? → About your question: two weeks',
		]);
	});

	it('answers the question that it names', () => {
		const first = [
			'p: Set up the mails',
			'w: They go out. Which sender should the invoices have?',
			'p: and the logo?',
			'w: It is in.',
		];
		expect(
			read(...first, ...asked, 'p: You had asked for the sender of the invoices: billing', 'w: It is billing.')[
				'decided'
			],
		).toEqual(['Which sender should the invoices have? → You had asked for the sender of the invoices: billing']);
	});
});

describe('words beside the forms', () => {
	it.each([
		[
			'c: The report could be a spreadsheet or a page of the wiki.',
			'p: spreadsheet. everybody here can open one',
			'w: It is a spreadsheet with one sheet per month.',
		],
		['c: The old importer is still there. Shall I delete it?', 'p: y', 'w: Deleted.'],
	])('find a bare answer that is worked on: %s', (...talk) => {
		expect(read('p: Tidy up the reports', 'w: Done.', 'p: and what is left?', ...talk)['decided']).toHaveLength(1);
	});

	it.each([
		['c: 12 files have it.', 'p: show me the first', 'c: `a.ts` has it in line 3.'],
		['w: The page is up.', 'p: why is it slow?', 'c: It loads 4 MB of pictures.'],
	])('do not make a decision of what only asks: %s', (...talk) => {
		expect(read('p: Look for it', ...talk)['decided']).toEqual([]);
	});
});

describe('what is left and put off', () => {
	const done = ['p: add a validation', 'w: The validation is done.'];

	it('has nothing before it that Claude says is done', () => {
		const { later, next } = read(...done, 'p: good. we do the translation later', 'c: OK, later.');
		expect([later, next]).toEqual([['we do the translation later'], []]);
	});

	it.each([
		"Next step: wire it into the signup form. I'm off now",
		'The next step is to wire it into the signup form. See you',
		'It takes ten minutes. TODO for tomorrow: wire it into the signup form',
	])('is a step where the person calls it one: %s', (said) => {
		const { later, next } = read(...done, `p: ${said}`, 'c: See you.');
		expect([later, next]).toEqual([[], [expect.stringContaining('wire it into the signup form')]]);
	});

	it('is what Claude calls open at the end, and no state of a thing', () => {
		const said = '`save()` is written, the switch and the contrast check are open.';
		expect(read('p: add a switch', `w: ${said}`)['next']).toEqual([said]);
		expect(read('p: add a switch', 'w: Ports 8080 and 9090 are open.')['next']).toEqual([]);
	});

	it('names its subject, and is gone once that is not wanted now', () => {
		const talk = ['p: Can we serve webp as well?', "w: Yes, at upload time. I haven't added it yet."];
		expect(read(...talk)['next']).toEqual(["Can we serve webp as well? — I haven't added it yet."]);
		expect(read('p: go', 'w: Moved.\n\n## Next steps\n- Write tests\n- Deploy it')['next']).toEqual([
			'Write tests',
			'Deploy it',
		]);
		expect(read(...talk, 'p: push it for now, webp is not for this release', 'w: Pushed.')['next']).toEqual([]);
	});

	it('is no question about what is to stay as it is', () => {
		const asked = [
			'p: find out why it fails',
			'c: A timer, I guess.',
			'p: look at the queue, pop and push can interleave when two checkouts run at once',
			'w: `pop` now waits.\n\nShould I also put the same lock around `push`, or is it fine as it is?',
		];
		const said = 'leave push alone. commit it please. And next we have to add a test for two parallel checkouts.';
		expect(read(...asked, `p: ${said}`, 'w: Committed.')['open']).toEqual([]);
	});

	it('is tried in vain where Claude tells what came of it after a but', () => {
		const tried = 'I tried SameSite=None first, but Safari dropped the cookie.';
		expect(read('p: use a cookie', `w: The cookie is set. ${tried}`)['failed']).toEqual([
			expect.stringContaining(tried),
		]);
		expect(read('p: use a cookie', 'w: I tried Lax, but it works with Strict as well.')['failed']).toEqual([]);
	});
});
