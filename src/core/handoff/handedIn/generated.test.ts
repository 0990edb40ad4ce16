import { expect, test } from 'vitest';
import { handInLine as block, handedIn } from '../../testing/extracts';
import { type Random, seeded } from '../../testing/seeded';
import { type Line, assistantLine as c, chained, userLine as p } from '../../testing/transcripts';

const own = p('<command-message>document-and-save</command-message>\n<command-name>/document-and-save</command-name>');

const WORDS =
	'amber birch cedar delta ember fjord glade heron inlet jetty kiosk lemon maple north ocean pearl quartz river stone tulip umber vivid willow xenon yarrow zephyr'.split(
		' ',
	);
const INVENTED = 'abacus baobab cassava dugong egret fennel gecko hyssop'.split(' ');
const SECTIONS = {
	summary: 'summary',
	tried: 'failures',
	open: 'openQuestions',
	later: 'deferred',
	next: 'nextSteps',
	fact: 'facts',
	task: 'tasks',
	decision: 'decisions',
} as const;
const words = (random: Random, count: number): readonly string[] => random.shuffle(WORDS).slice(0, count);
const dress = (random: Random, text: string): string => {
	const [a = '', b = '', ...rest] = text.split(' ');
	return random.pick([
		text,
		`**${a}** ${b} ${rest.join(' ')}`,
		`${a} \`${b}\` ${rest.join(' ')}`,
		`${a} “${b}” ${rest.join('  ')}`,
		`> ${a}, ${b} — ${rest.join(' ')}`,
	]);
};

test('of 200 generated conversations, true words bring every statement into its section, invented ones into none', () => {
	for (let seed = 1; seed <= 200; seed++) {
		const random = seeded(seed);
		const lines: Line[] = [];
		const said: { readonly text: string; readonly by: 'person' | 'claude' }[] = [];
		for (let turn = 0; turn < random.int(2, 6); turn++) {
			const [ask, reply] = [words(random, random.int(6, 12)), words(random, random.int(6, 12))];
			lines.push(p(`we take ${dress(random, ask.join(' '))}.`), c(`${dress(random, reply.join(' '))}.`));
			said.push({ text: ask.join(' '), by: 'person' }, { text: reply.join(' '), by: 'claude' });
		}
		lines.push(p('thanks for all of it'), c('You are welcome.'), own);
		const quoteOf = (text: string): string => {
			const all = text.split(' ');
			const from = random.int(0, all.length - 4);
			return all.slice(from, random.int(from + 4, all.length)).join(' ');
		};
		const invent = (quote: string): string => {
			const all = quote.split(' ');
			all[random.int(0, all.length - 1)] = random.pick(['abacus', ...INVENTED]);
			return all.join(' ');
		};
		const claims = (Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]).flatMap((section, at) => {
			// A decision rests on the person's words.
			const from = random.shuffle(said.filter(({ by }) => section !== 'decision' || by === 'person'))[0];
			const quote = quoteOf(from?.text ?? '');
			return [
				{ section, text: `True number${at}x${seed}`, quote, isTrue: true },
				{ section, text: `False number${at}x${seed}`, quote: invent(quote), isTrue: false },
			];
		});
		const typeset = (quote: string): string => random.pick([`"${quote}"`, `“${quote}”`, `*"${quote}"*`, quote]);
		const block1 = block(
			...random.shuffle(claims).map(({ section, text, quote }) => `${section}: ${text} | ${typeset(quote)}`),
		);
		const { extract } = handedIn(chained([...lines, block1]));
		for (const { section, text, isTrue } of claims) {
			const list: readonly { readonly text: string }[] = extract[SECTIONS[section]];
			expect([seed, text, list.some((each) => each.text === text)]).toEqual([seed, text, isTrue]);
			if (!isTrue) expect([seed, JSON.stringify(extract).includes(text)]).toEqual([seed, false]);
		}
		const again = handedIn(chained([...lines, block1, { ...block1, uuid: `again-${seed}` }])).extract;
		expect(again.notFound.map((each) => each.text).sort()).toEqual(
			claims
				.filter((each) => !each.isTrue)
				.map((each) => each.text)
				.sort(),
		);
	}
});
