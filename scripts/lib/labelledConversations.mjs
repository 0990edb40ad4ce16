// The labelled conversations: those that rules and weights may be made from, and those that nobody looks at meanwhile.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

/** Of `dev.jsonl`, fixed before the first rule was written: it must never change. @param {string} id of a conversation */
const isKeptOut = (id) => createHash('sha256').update(id).digest().readUInt32BE(0) % 4 === 0;

/** Hands that rules and weights are made with, and hands that nobody reads. */
const READ = 'a c d f g h i k l m n o p q r t u v'.split(' ');
const UNREAD = ['b', 'e', 'j', 's', 'x'];
const fileOf = (hand) => `hand-${hand}.jsonl`;

/** @param {string} name */
const read = (name) =>
	readFileSync(inRoot(`test/fixtures/conversations/${name}`), 'utf8')
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line));

/**
 * @returns what rules and weights are made from, and what is kept out. Of `keptOut` totals have been looked at often, also to
 * choose between forms; of `unread`, by a hand each, those of *b*, *e* and *j* to set how sure something must be as well, those
 * of *s* and *x* once before and once after.
 */
export function labelledConversations() {
	const first = read('dev.jsonl');
	return {
		madeFrom: [...first.filter(({ id }) => !isKeptOut(id)), ...['own.jsonl', ...READ.map(fileOf)].flatMap(read)],
		keptOut: [...first.filter(({ id }) => isKeptOut(id)), ...read('unseen.jsonl')],
		unread: Object.fromEntries(UNREAD.map((hand) => [hand, read(fileOf(hand))])),
	};
}

/** Who wrote a conversation: weights are judged on those of somebody whose others they were not fitted to. @param {string} id */
export const handOf = (id) => /^(?:w\d|h[a-z]|[c-z](?=-))/.exec(id)?.[0] ?? '';

/** Lines that no person typed. @param {{ text?: string }} turn */
export const isMachineTurn = ({ text = '' }) =>
	/^(?:\[Request interrupted|<(?:command-name|local-command|task-notification))/.test(text);

const plain = (text) =>
	text
		.toLowerCase()
		.replace(/[‘’]/g, "'")
		.replace(/[“”„«»"`*_]/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();

/** Whether a statement holds every word of `must` (`a|b` is either; long words by their beginning) and none of `not`. */
export function hits(text, { must, not = [] }) {
	const whole = ` ${plain(text)} `;
	const words = whole.split(/[^\p{L}\p{N}']+/u);
	const holds = (item) =>
		item.split('|').some((each) => {
			const word = plain(each);
			if (/^[\p{L}']{3,}$/u.test(word))
				return words.some((other) => other.startsWith(word)) || (word.length > 5 && whole.includes(word));
			return /^[\p{L}\p{N}]+$/u.test(word) ? words.includes(word) : whole.includes(word);
		});
	return must.every(holds) && !not.some(holds);
}
