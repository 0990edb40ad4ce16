// Invented secrets in the places where secrets turn up, and harmless text that looks like one. Ours are made from
// descriptions (test/fixtures/secrets) by a generator with a seed, and those by other hands are packed, so that no file holds
// anything that a scanner takes for a leak.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as later from '../../test/fixtures/secrets/afterwards.mjs';
import { HARMLESS, SURROUNDINGS } from '../../test/fixtures/secrets/harmless.mjs';
import { NAMED } from '../../test/fixtures/secrets/named.mjs';
import { CARRIERS, PEM, TOKENS } from '../../test/fixtures/secrets/tokens.mjs';
import { inRoot } from './paths.mjs';
import { seeded } from './seeded.mjs';

/**
 * @typedef {object} Labelled
 * @property {string} family
 * @property {string} text
 * @property {string} [secret] what must not be left of it, as it stands in the text; nothing where the text is harmless
 */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
/** What a class of characters is made of: the letter in `«b36»`. */
const CLASSES = {
	a: LETTERS + DIGITS,
	A: LETTERS.toUpperCase() + DIGITS,
	b: LETTERS + LETTERS.toUpperCase() + DIGITS,
	B: `${LETTERS}${LETTERS.toUpperCase()}${DIGITS}+/`,
	d: DIGITS,
	e: LETTERS + LETTERS.toUpperCase(),
	h: '0123456789abcdef',
	H: '0123456789ABCDEF',
	l: LETTERS,
	L: LETTERS.toUpperCase(),
	p: `${LETTERS}${LETTERS.toUpperCase()}${DIGITS}!#%*-_+.`,
	u: `${LETTERS}${LETTERS.toUpperCase()}${DIGITS}-_`,
	Y: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
	Z: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
	z: 'qpzry9x8gf2tvdw0s3jn54khce6mua7l',
};
const WORDS =
	'river stone Falcon copper Winter tango Marble quartz Sunset otter Violet anchor Bamboo cedar Harbor pixel'.split(
		' ',
	);

/** The same numbers for the same seed on every machine. @param {string} seed */
function randomOf(seed) {
	const next = seeded(createHash('sha256').update(seed).digest().readUInt32BE(0));
	/** @type {<T>(items: ArrayLike<T>) => T} */
	const pick = (items) => items[Math.floor(next() * items.length)];
	return { pick, chars: (name, length) => Array.from({ length }, () => pick(CLASSES[name])).join('') };
}

/** A password as people make them: words, a number, often a sign. */
function passwordOf({ pick, chars }) {
	const [word, other, sign] = [pick(WORDS), pick(WORDS), pick('!#*-_.')];
	return pick([
		`${word}${sign}${other}${chars('d', 2)}`,
		`${word}${chars('d', 4)}${sign}`,
		`${word}-${other}-${pick(WORDS)}-${chars('d', 1)}`,
		`${word[0].toUpperCase()}${chars('d', 1)}${word.slice(1)}${chars('d', 3)}`,
	]);
}

/** Puts characters in place of `«…»`. */
function filled(template, random) {
	return template.replace(/«(\w)(\d*)»/g, (_whole, name, length) => {
		if (name === 'w') return passwordOf(random);
		if (name === 's') return random.pick(WORDS) + random.pick(WORDS);
		if (name === 'i') return [8, 4, 4, 4, 12].map((each) => random.chars('h', each)).join('-');
		return random.chars(name, Number(length));
	});
}

/** Forms in which neither the secret nor its name stands as it was said. */
const ENCODED = {
	'wrapped over lines': (secret) => {
		const half = Math.ceil(secret.length / 2);
		const shown = `${secret.slice(0, half)}\n  ${secret.slice(half)}`;
		return { text: `  value: ${shown}\n  next: 1`, secret: shown };
	},
	base64: (secret) => {
		const shown = Buffer.from(`SERVICE_TOKEN=${secret}\n`).toString('base64');
		return { text: `echo ${shown} | base64 -d > .env`, secret: shown };
	},
	'percent signs': (secret) => {
		const shown = encodeURIComponent(secret);
		return { text: `https://x.example/cb%3Fvalue%3D${shown}%26n%3D1`, secret: shown };
	},
	'json in json': (secret) => ({ text: JSON.stringify(JSON.stringify({ out: `a\n${secret}\nb` })), secret }),
};

/** Each in several of the places where it may stand. @returns {Labelled[]} */
function tokens() {
	return Object.entries(TOKENS).flatMap(([family, templates]) => {
		const random = randomOf(`token ${family}`);
		const plain = templates.flatMap((template) =>
			[0, 1, 2, 3].map(() => {
				const whole = filled(template, random);
				const text = random.pick(CARRIERS).replace('§', () => whole.replace(/[⟨⟩]/g, ''));
				return { family, secret: /⟨(.*)⟩/.exec(whole)?.[1] ?? whole, text };
			}),
		);
		const kind = random.pick(Object.keys(ENCODED));
		return [...plain, { family: kind, ...ENCODED[kind](filled(templates[0], random).replace(/[⟨⟩]/g, '')) }];
	});
}

/** @returns {Labelled[]} */
function keysOfLines() {
	return PEM.flatMap((label) => {
		const random = randomOf(`pem ${label}`);
		const body = Array.from({ length: 12 }, () => random.chars('B', 64));
		const whole = [`-----BEGIN ${label}-----`, ...body, `-----END ${label}-----`];
		const secret = body[5];
		return [
			{ text: whole.join('\n'), secret },
			{ text: `cat key.pem\n${whole.slice(0, 8).join('\n')}`, secret },
			{ text: JSON.stringify({ key: `${whole.join('\n')}\n` }), secret },
			{ text: JSON.stringify(JSON.stringify({ key: whole.join('\n') })), secret },
			{ text: whole.map((line) => `    ${line}`).join('\n'), secret },
			{ text: whole.map((line, at) => `${String(at + 1).padStart(6)}\t${line}`).join('\n'), secret },
		].map((each) => ({ family: 'private key', ...each }));
	});
}

/** @returns {Labelled[]} */
function named() {
	return Object.entries(NAMED).flatMap(([family, { values, forms }]) => {
		const random = randomOf(`named ${family}`);
		return forms.flatMap((form) =>
			[0, 1].map(() => {
				const secret = filled(random.pick(values), random);
				const shown = family === 'url, encoded' ? encodeURIComponent(secret) : secret;
				return { family, secret: shown, text: form.replace('§', () => shown) };
			}),
		);
	});
}

/** @returns {Labelled[]} */
function harmless() {
	return Object.entries(HARMLESS).flatMap(([family, templates]) => {
		const random = randomOf(`harmless ${family}`);
		return templates.flatMap((template) =>
			['§', ...new Set([random.pick(SURROUNDINGS), random.pick(SURROUNDINGS)])].map((around) => {
				const text = filled(template, random);
				const inside = around.startsWith('{"') ? JSON.stringify(text).slice(1, -1) : text;
				return { family, text: around.replace('§', () => inside) };
			}),
		);
	});
}

/** Of each family, fixed before the first rule was made from them: it must never change. @param {Labelled} each */
const isKeptOut = ({ family, text }) =>
	createHash('sha256').update(`${family}\n${text}`).digest().readUInt32BE(0) % 4 === 0;

/** What was written after the rules. @returns {{ secrets: Labelled[], harmless: Labelled[] }} */
function afterwards() {
	const random = randomOf('afterwards');
	const labelled = (template) => {
		const whole = filled(template, random);
		return { family: 'afterwards', secret: /⟨(.*)⟩/.exec(whole)?.[1], text: whole.replace(/[⟨⟩]/g, '') };
	};
	return { secrets: later.SECRETS.map(labelled), harmless: later.HARMLESS.map(labelled) };
}

/**
 * What people wrote who never saw the rules, 200 texts with secrets and 120 without each. Rules were made with the first ones;
 * of the last ones only totals were looked at.
 */
const HANDS = { hands: ['a', 'b', 'c', 'e', 'g'], unseenHands: ['d', 'f', 'h'] };

/** @param {readonly string[]} names @returns {{ secrets: Labelled[], harmless: Labelled[] }} */
function writtenBy(names) {
	const lines = names.flatMap((name) => {
		const packed = readFileSync(inRoot(`test/fixtures/secrets/hand-${name}.jsonl.gz`));
		const texts = gunzipSync(packed)
			.toString()
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line));
		return texts.map((each) => ({ ...each, family: `hand ${name}` }));
	});
	return {
		secrets: lines.flatMap(({ family, text, secrets }) => secrets.map((secret) => ({ family, text, secret }))),
		harmless: lines.flatMap(({ family, text, secrets }) => (secrets.length === 0 ? [{ family, text }] : [])),
	};
}

/**
 * @returns secrets and harmless text, each what rules are made from, what nobody looks at meanwhile, what came after, and
 * what other hands wrote: with which rules were made, and unseen.
 */
export function labelledSecrets() {
	const parts = {
		afterwards: afterwards(),
		...Object.fromEntries(Object.entries(HANDS).map(([part, names]) => [part, writtenBy(names)])),
	};
	const split = (all, kind) => ({
		madeFrom: all.filter((each) => !isKeptOut(each)),
		keptOut: all.filter(isKeptOut),
		...Object.fromEntries(Object.entries(parts).map(([part, own]) => [part, own[kind]])),
	});
	return {
		secrets: split([...tokens(), ...keysOfLines(), ...named()], 'secrets'),
		harmless: split(harmless(), 'harmless'),
	};
}

/** As much of a secret must not be left in one piece: most of a short one, eight characters of a long one. */
const PIECE = 8;

/** Whether something of the secret is left that stands nowhere else in the text. @param {Labelled} labelled @param {string} redacted */
export function isMissed({ secret, text }, redacted) {
	const length = Math.min(PIECE, secret.length);
	const others = text.replaceAll(secret, '');
	for (const line of secret.split(/\s+/))
		for (let at = 0; at + length <= line.length; at++) {
			const piece = line.slice(at, at + length);
			if (redacted.includes(piece) && !others.includes(piece)) return true;
		}
	return false;
}

/**
 * How many secrets came through and how many harmless texts were changed.
 * @param {(text: string) => string} redact
 * @param {'madeFrom' | 'keptOut' | 'afterwards' | 'hands' | 'unseenHands'} part
 * @returns rows `{ family, isSecret, count, wrong }`, where `wrong` are the texts themselves
 */
export function scoreSecrets(redact, part) {
	const { secrets, harmless: others } = labelledSecrets();
	const rows = new Map();
	const add = (isSecret, each, isWrong) => {
		const row = rows.get(`${isSecret} ${each.family}`) ?? { family: each.family, isSecret, count: 0, wrong: [] };
		row.count++;
		if (isWrong) row.wrong.push(each);
		rows.set(`${isSecret} ${each.family}`, row);
	};
	for (const each of secrets[part]) add(true, each, isMissed(each, redact(each.text)));
	for (const each of others[part]) add(false, each, redact(each.text).includes('[redacted: '));
	return [...rows.values()];
}
