// The index on disk and what it answers, over transcripts of a home of its own.
import fs, {
	appendFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seeded } from '../../core/testing/seeded';
import { type Line, assistantLine, chained, jsonl, resultLine, userLine } from '../../core/testing/transcripts';
import type { FoundFile } from '../sessions/index/foundFile';
import { listTranscripts } from '../sessions/index/transcriptFiles';
import { casesOf } from '../testing/casesOf';
import { type Place, newPlace } from '../testing/places';
import { type Recalled, recall } from './recall';
import type { LiveFile } from './segmentBuilder';
import { RecallIndex } from './recallIndex';

const NOW = Date.UTC(2026, 10, 20, 12);
let place: Place;
let read: number[] = [];
let totals: number[] = [];
let onRead: () => void = () => undefined;
/** Asked over and over, as a server does; nothing for an index that is opened for each question. */
let kept: RecallIndex | undefined;
const folder = (): string => path.join(place.root, 'index');
const fileOf = (id: string): string => path.join(place.root, 'projects', `${id}.jsonl`);

beforeEach(() => {
	place = newPlace();
	place.folder('projects');
	read = [];
	totals = [];
	onRead = () => undefined;
});
afterEach(() => {
	kept?.close();
	kept = undefined;
	place.remove();
});

/** What a person and Claude said in turns. */
const talk = (id: string, ...said: readonly string[]): readonly Line[] =>
	chained(said.map((text, at) => ({ ...(at % 2 === 0 ? userLine : assistantLine)(text), sessionId: id })));
const write = (id: string, ...said: readonly string[]): void => writeFileSync(fileOf(id), jsonl(talk(id, ...said)));
/** As JSON has half a megabyte of line breaks: to escape each anew takes longer than to look for what is asked. */
const LONG = String.raw`\n`.repeat(250_000);
/** The same, where each § is that. */
const writeLong = (id: string, ...said: readonly string[]): void =>
	writeFileSync(fileOf(id), jsonl(talk(id, ...said)).replaceAll('§', LONG));

async function ask(...questions: readonly string[]): Promise<Recalled> {
	const { files } = listTranscripts(path.join(place.root, 'projects'));
	const there = new Set(files.map(({ file }) => file));
	const redact = (text: string): string => text.replaceAll('hunter2', '***');
	const onProgress = (done: number, total: number): void => {
		onRead();
		read.push(done);
		totals.push(total);
	};
	const index = kept ?? new RecallIndex(folder());
	const isWanted = ({ at }: LiveFile): boolean => there.has(at.file);
	const asked = { nowMs: NOW, limit: 20, redact, isWanted, hasNeighbours: true };
	try {
		return await index.ask(files, (open) => recall(open, questions, asked), onProgress);
	} finally {
		if (kept === undefined) index.close();
	}
}
const sessions = async (...questions: readonly string[]): Promise<readonly string[]> =>
	(await ask(...questions)).hits.map(({ session = '' }) => session);
const segments = (): readonly string[] => readdirSync(folder()).filter((name) => name.endsWith('.seg'));

test('the session that answers comes first, with its exchange and the ones around it, redacted', async () => {
	write('a', 'hello', 'hi', 'where do exports go? hunter2', 'Into a folder per month.', 'thanks', 'Welcome.');
	write('b', 'the mailer times out', 'The pool was too small.');
	const { hits, confidence } = await ask('which folder for the exports?');
	expect(confidence).toBe('strong');
	expect(hits[0]).toMatchObject({
		session: 'a',
		prompt: 'where do exports go? ***',
		conclusion: 'Into a folder per month.',
		before: 'hello',
		after: 'thanks',
		branch: 'main',
	});
});

test('in a store of a few sessions about one thing, what answers is no weak answer', async () => {
	write('a', 'Add a remove function to the store', 'Added `remove(id)` and a test for it.', 'thanks', 'Welcome.');
	write('b', 'What does this project do?', 'It is a tiny API: the store keeps the items in a map.');
	write('c', 'Document it in the README', 'The README lists the functions of the store.', 'and the map?', 'Done.');
	write('d', 'Plan the work as tasks', 'Three tasks: implement remove, test it, document it.', 'go', 'Started.');
	const { hits, confidence } = await ask('removing a todo from the store');
	expect([hits[0]?.session, confidence]).toEqual(['a', 'strong']);
});

test('of an exchange with much in between, what was asked and what came of it are read', async () => {
	const [prompt = {}, reply = {}] = talk('a', 'where do exports go?', 'Into a folder per month.');
	const note = { type: 'attachment', attachment: { type: 'skill_listing', content: 'x'.repeat(4_000) } };
	writeFileSync(fileOf('a'), jsonl([prompt, ...Array.from({ length: 300 }, () => note), reply]));
	const { hits } = await ask('exports "folder per month"');
	expect(hits).toMatchObject([{ prompt: 'where do exports go?', conclusion: 'Into a folder per month.' }]);
});

test('a phrase is found in the middle of an exchange, however long that is', async () => {
	const [prompt = {}, reply = {}] = talk('a', 'where do exports go?', 'Into a folder per month.');
	const long = Array.from({ length: 8 }, () => assistantLine('x'.repeat(100_000)));
	const lines = [prompt, ...long, assistantLine('The exports are for zebra stripes.'), ...long, reply];
	writeFileSync(fileOf('a'), jsonl(chained(lines)));
	expect(await sessions('exports "for zebra stripes"')).toEqual(['a']);
});

test('what was changed and committed is said', async () => {
	const call = (id: string, name: string, input: Line): Line => assistantLine({ tool: name, id, input });
	const lines = [
		userLine('fix the mailer'),
		call('t1', 'Edit', { file_path: '/home/dev/app/mail.ts', old_string: 'a', new_string: 'b' }),
		resultLine('t1', 'done'),
		call('t2', 'Bash', { command: 'git commit -am mailer' }),
		resultLine('t2', '[main 1a2b3c4] mailer\n 1 file changed'),
	];
	writeFileSync(fileOf('a'), jsonl(chained(lines)));
	expect((await ask('mailer')).hits[0]).toMatchObject({ files: ['/home/dev/app/mail.ts'], commits: ['1a2b3c4'] });
});

test('nothing is said to be there where too little of the question is met', async () => {
	write('a', 'where do exports go?', 'Into a folder per month.');
	write('b', 'why is the month wrong?', 'Months begin at 0.');
	expect((await ask('kubernetes ingress month annotations')).confidence).toBe('weak');
	expect(await ask('kubernetes')).toMatchObject({ confidence: 'none', hits: [] });
});

test('only new bytes are read, a rewritten file anew, and one that is gone answers no more', async () => {
	write('a', 'where do exports go?', 'Into a folder per month.');
	write('b', 'the mailer times out', 'The pool was too small.');
	expect(await sessions('exports')).toEqual(['a']);
	const all = read.at(-1) ?? 0;
	expect(all).toBe(statSync(fileOf('a')).size + statSync(fileOf('b')).size);
	read = [];
	totals = [];
	expect(await sessions('mailer')).toEqual(['b']);
	expect(read).toEqual([]);

	appendFileSync(fileOf('b'), jsonl(talk('b', 'and retries?', 'Three, with jitter.')));
	expect(await sessions('jitter')).toEqual(['b']);
	expect(read.at(-1)).toBe(statSync(fileOf('b')).size);
	expect(await sessions('mailer')).toEqual(['b']);

	write('a', 'invoices', 'Numbered by year.');
	expect(await sessions('invoices')).toEqual(['a']);
	// What is read again, or anew, is part of the whole.
	expect(read).toEqual(totals);
	expect(await sessions('exports')).toEqual([]);
	rmSync(fileOf('a'));
	expect(await sessions('invoices')).toEqual([]);
});

test('a file that was written anew and is longer than before is read from its beginning', async () => {
	write('a', 'where do exports go?', 'Into a folder per month.');
	expect(await sessions('exports')).toEqual(['a']);
	write(
		'a',
		'the mailer times out',
		'The pool of connections was too small.',
		'and the retries?',
		'Three, with jitter.',
	);
	expect(await sessions('mailer')).toEqual(['a']);
	expect(await sessions('jitter')).toEqual(['a']);
	expect(await sessions('exports')).toEqual([]);
	expect(read.at(-1)).toBe(totals.at(-1));
});

test('an index that is kept open follows what others do to it', async () => {
	kept = new RecallIndex(folder());
	const others = new RecallIndex(folder());
	const here = (): readonly FoundFile[] => listTranscripts(path.join(place.root, 'projects')).files;
	write('a', 'where do exports go?', 'Into a folder per month.');
	expect(await sessions('exports')).toEqual(['a']);
	read = [];
	const before = segments();
	write('b', 'exports again', 'Into a folder per year.');
	await others.ask(here(), () => undefined);
	expect(segments()).not.toEqual(before);
	expect([...(await sessions('exports'))].sort()).toEqual(['a', 'b']);
	// Another window had read it.
	expect(read).toEqual([]);
	rmSync(folder(), { recursive: true });
	expect([...(await sessions('exports'))].sort()).toEqual(['a', 'b']);
	const [name = ''] = segments();
	const bytes = readFileSync(path.join(folder(), name));
	writeFileSync(
		path.join(folder(), name),
		bytes.map((byte, at) => (at < bytes.length / 2 ? byte ^ 0x55 : byte)),
	);
	expect([...(await sessions('exports'))].sort()).toEqual(['a', 'b']);
	// Two at a time wait for each other.
	write('c', 'exports once more', 'Into a folder per week.');
	const both = await Promise.all([sessions('exports week'), sessions('mailer')]);
	expect(both).toEqual([expect.arrayContaining(['c']), []]);
	others.close();
});

test('an exchange that goes on is found as one', async () => {
	writeFileSync(fileOf('a'), jsonl(talk('a', 'where do exports go?')));
	expect(await sessions('exports')).toEqual(['a']);
	appendFileSync(fileOf('a'), jsonl([{ ...assistantLine('Into a folder per month.'), sessionId: 'a' }]));
	expect((await ask('exports per month')).hits).toMatchObject([{ conclusion: 'Into a folder per month.', cover: 1 }]);
});

test('a fork comes once, the newest', async () => {
	const lines = talk('a', 'where do exports go?', 'Into a folder per month.');
	writeFileSync(fileOf('a'), jsonl(lines));
	const later = lines.map((line) => ({ ...line, sessionId: 'b', timestamp: '2026-11-20T20:00:00.000Z' }));
	writeFileSync(fileOf('b'), jsonl(later));
	expect(await sessions('exports')).toEqual(['b']);
});

/** Said on a day of November. */
const saidOn = (day: number, id: string, ...said: readonly string[]): void =>
	writeFileSync(
		fileOf(id),
		jsonl(talk(id, ...said).map((line) => ({ ...line, timestamp: new Date(Date.UTC(2026, 10, day)).toISOString() }))),
	);

test('what a newer session concluded otherwise comes first, and the older one says so', async () => {
	saidOn(3, 'a', 'which queue for the mailer, Redis or RabbitMQ?', 'Redis: one service less. hunter2');
	saidOn(
		9,
		'b',
		'should the queue of the mailer stay in Redis?',
		'RabbitMQ from now on, because lost mails hurt. hunter2',
	);
	saidOn(10, 'c', 'why is the queue of the mailer slow?', 'The pool of connections was too small.');
	const { hits } = await ask('which queue does the mailer use, redis?');
	const places = hits.map(({ session }) => session);
	expect(places.indexOf('b')).toBeLessThan(places.indexOf('a'));
	const newer = { session: 'b', conclusion: 'RabbitMQ from now on, because lost mails hurt. ***' };
	expect(hits.map((hit) => [hit.session, hit.newer]).sort()).toEqual([
		['a', expect.objectContaining(newer)],
		['b', undefined],
		['c', undefined],
	]);
});

test('two that agree overrule nothing, and near twins come once, the newest', async () => {
	saidOn(3, 'a', 'which queue for the mailer?', 'Redis, one service less to run and to watch.');
	saidOn(9, 'b', 'which queue for the mailer?', 'Redis, one service less to run and watch.');
	saidOn(11, 'c', 'which queue for the invoices?', 'None, a table of the database is enough for so few of them.');
	const { hits } = await ask('queue of the mailer');
	expect(hits.map(({ session, newer }) => [session, newer])).toEqual([
		['b', undefined],
		['c', undefined],
	]);
});

test('of two that are about what is asked the newer comes first, if no time is asked for', async () => {
	// In August.
	saidOn(-80, 'a', 'which zigbee coordinator?', 'ConBee on an extension cable, it works with the bridge.');
	saidOn(
		9,
		'b',
		'every two weeks the zigbee stick hangs, and all lamps with it',
		'Another coordinator, with Ethernet, in the stairwell, by the ember adapter: no stick, no cable, nothing that hangs.',
	);
	saidOn(11, 'c', 'tidy the notes on zigbee', 'Tidied.');
	const order = async (question: string) => (await sessions(question)).filter((each) => each !== 'c');
	expect(await order('zigbee coordinator in use')).toEqual(['b', 'a']);
	expect(await order('which zigbee coordinator was it?')).toEqual(['a', 'b']);
	expect(await order('which zigbee coordinator in august')).toEqual(['a', 'b']);
});

test('what happened tells a time where a session speaks of it, and else it is asked for', async () => {
	saidOn(-100, 'old', 'the slow build again', 'The cache was off, it takes two minutes now.');
	saidOn(-50, 'move', 'we switched to Astro', 'Astro is in, the pages are the same as they were.');
	saidOn(-20, 'new', 'the slow build again', 'Images are made small once now, and kept.');
	expect((await sessions('the slow build before we switched to Astro'))[0]).toBe('old');
	expect((await sessions('the slow build after we switched to Astro'))[0]).toBe('new');
	expect((await sessions('what broke after the cache was off'))[0]).toBe('old');
});

test('what Claude answers with counts, so that a note of today does not come before it', async () => {
	saidOn(
		3,
		'said',
		'the zigbee coordinator',
		'It hangs in the stairwell and speaks by cable, because the old stick lost lamps.',
	);
	saidOn(11, 'noted', 'the zigbee coordinator', 'Done.');
	expect(await sessions('zigbee coordinator')).toEqual(['said', 'noted']);
});

test('what stands in quotes must be there, and several wordings bring more', async () => {
	write('a', 'the pool of connections', 'It is small.');
	write('b', 'connections of the pool', 'They are many.');
	write('c', 'retries of the mailer', 'Three.');
	expect(await sessions('"pool of connections"')).toEqual(['a']);
	expect([...(await sessions('pool connections', 'mailer retries'))].sort()).toEqual(['a', 'b', 'c']);
});

test('a phrase is looked for in so many bytes, however long the exchanges are', async () => {
	writeLong('z', 'pool of connections', 'pool, and connections§');
	const others = (from: number, to: number): void => {
		// Its pairs of words, each by itself: no filter tells that.
		for (let n = from; n < to; n++)
			writeLong(`a${n}`, 'of connections, pool of', 'of connections connections, pool pool of§');
	};
	others(0, 20);
	expect(await sessions('"pool of connections"')).toEqual(['z']);
	others(20, 110);
	expect(await sessions('"pool of connections"')).toEqual([]);
});

test('however much has the words of a phrase alone, what has the phrase is found', async () => {
	writeLong('z', 'pool of connections', 'pool, and connections§');
	for (let n = 0; n < 110; n++) writeLong(`a${n}`, 'pool pool, connections connections', 'pool connections§');
	expect(await sessions('"pool of connections"')).toEqual(['z']);
});

test('a phrase is found in sessions that grew and were joined, by the filters of each', async () => {
	write('a', 'where the pool of connections is', 'In the store.');
	expect(await sessions('"pool of connections"')).toEqual(['a']);
	for (let n = 0; n < 12; n++) {
		write(`b${n}`, `number ${n} of the retries`, 'Three.');
		await sessions('retries');
	}
	write('a', 'where the pool of connections is', 'In the store.', 'and the limit of open files', 'A thousand.');
	expect(await sessions('"limit of open files"')).toEqual(['a']);
	expect(await sessions('"pool of connections"')).toEqual(['a']);
	expect(await sessions('"files limit of"')).toEqual([]);
});

test('a phrase is found in any exchange, and behind sessions that have its words alone', async () => {
	for (let n = 0; n < 30; n++) write(`n${n}`, 'pool connections pool connections', `Number ${n}.`);
	const other = Array.from({ length: 6 }, (_, n) => ['pool connections pool connections', `Other ${n}.`]).flat();
	write('a', ...other, `a pool of connections, of ${'little things, '.repeat(90)}`, 'No.');
	expect(await sessions('"pool of connections"')).toEqual(['a']);
});

test('a phrase of words that say nothing is found, and what was said in a time that is asked for alone', async () => {
	for (let n = 0; n < 30; n++) write(`n${n}`, 'it again, do do', `Number ${n}.`);
	const dated = (id: string, day: number, text: string): void => {
		const own = { sessionId: id, timestamp: new Date(Date.UTC(2026, 10, day, 12)).toISOString() };
		writeFileSync(fileOf(id), jsonl(chained([userLine(text, own), assistantLine('Yes.', {}, own)])));
	};
	dated('a', 11, 'please do it again');
	dated('b', 12, 'the mailer times out');
	dated('c', 2, 'where do exports go?');
	expect(await sessions('"do it again"')).toEqual(['a']);
	expect(await sessions('"do it at all"')).toEqual([]);
	expect([...(await sessions('what did we do last week'))].sort()).toEqual(['a', 'b']);
	expect(await sessions('what did we do in 2019')).toEqual([]);
	expect(await sessions('do it again')).toEqual([]);
});

test('no half of a secret is shown, wherever a long text is cut', async () => {
	const long = `${'nothing to see here. '.repeat(2_000).slice(0, 39_900)}\nmailer retries `;
	write('a', 'hello', `${long}${'x'.repeat(40_000 - long.length - 3)}hunter2 and more`);
	const [hit] = (await ask('mailer retries')).hits;
	expect(hit?.text).toContain('mailer retries');
	expect(hit?.text).not.toContain('hun');
});

test('an index that is damaged while it is read is made anew', async () => {
	write('a', 'where do exports go?', 'Into a folder per month.');
	await sessions('exports');
	write('b', 'exports again', 'Into a folder per year.');
	const [name = ''] = segments();
	onRead = () => writeFileSync(path.join(folder(), name), 'damaged');
	expect([...(await sessions('exports'))].sort()).toEqual(['a', 'b']);
});

test('what is known answers on a full disk, and says how much is missing; a first question fails', async () => {
	write('a', 'where do exports go?', 'Into a folder per month.');
	const own = fs.openSync;
	const onFullDisk = async <T>(act: () => Promise<T>): Promise<T> => {
		const refused = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
		fs.openSync = (...given) => {
			if (given[1] === 'wx') throw refused;
			return own(...given);
		};
		syncBuiltinESMExports();
		return act().finally(() => {
			fs.openSync = own;
			syncBuiltinESMExports();
		});
	};
	await expect(onFullDisk(() => sessions('exports'))).rejects.toThrow('ENOSPC');
	expect(await sessions('exports')).toEqual(['a']);
	write('b', 'the exports are slow', 'An index was missing.');
	const { files } = listTranscripts(path.join(place.root, 'projects'));
	const missing = (): Promise<readonly [number, number]> => {
		const index = new RecallIndex(folder());
		return index.ask(files, (open) => [open.missing, open.files.length] as const).finally(() => index.close());
	};
	expect(await onFullDisk(missing)).toEqual([1, 1]);
	expect(await onFullDisk(() => sessions('exports'))).toEqual(['a']);
	expect([...(await sessions('exports'))].sort()).toEqual(['a', 'b']);
	expect(await missing()).toEqual([0, 2]);
});

test('the index is ours alone, holds no messages, and is made anew where it is damaged', async () => {
	const beginning = 'hello, and as many words as the name of a session takes: eighty characters, no more.';
	write('a', `${beginning} hunter3`, 'hi', 'where do exports go? hunter2 sk-4f9a8b7c6d', 'Into a folder per month.');
	expect(await sessions('exports')).toEqual(['a']);
	const [name = ''] = segments();
	const file = path.join(folder(), name);
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(readFileSync(file, 'latin1')).not.toMatch(/hunter[23]|4f9a8b7c6d|where do/u);
	const whole = readFileSync(file);
	const damages: (() => void)[] = [
		() => writeFileSync(file, whole.subarray(0, whole.length - 3)),
		() => writeFileSync(file, ''),
		() => writeFileSync(path.join(folder(), 'segments.json'), '{"segments":["../a.seg"]}'),
		() => rmSync(file),
		...Array.from({ length: 24 }, (_, n) => () => {
			const bytes = Buffer.from(whole);
			const at = Math.floor((n * whole.length) / 24);
			bytes[at] = (bytes[at] ?? 0) ^ 0x55;
			writeFileSync(file, bytes);
		}),
	];
	for (const damage of damages) {
		rmSync(folder(), { recursive: true });
		mkdirSync(folder());
		writeFileSync(file, whole);
		writeFileSync(path.join(folder(), 'segments.json'), JSON.stringify({ segments: [name] }));
		damage();
		expect(await sessions('exports')).toEqual(['a']);
	}
});

test('an index that grew in many steps answers as one that was made at once', async () => {
	const random = seeded(7);
	const words = [
		'topic',
		...Array.from({ length: 40 }, (_, n) => `t${'abcdefghij'[n % 10]}${'klmnopqrst'[n % 4]}pq${'uvwxy'[n % 5]}`),
	] as const;
	const some = (): string => Array.from({ length: 6 }, () => random.pick(words)).join(' ');
	for (let step = 0; step < 30; step++) {
		const id = `s${random.int(0, 7)}`;
		if (random.chance(0.15)) rmSync(fileOf(id), { force: true });
		else if (random.chance(0.2)) write(id, some(), some());
		else appendFileSync(fileOf(id), jsonl(talk(id, some(), some())));
		await ask('topic');
	}
	const questions = words.slice(0, 12).map((word, n) => `${word} ${words[n + 20] ?? ''}`);
	const grown = [];
	for (const question of questions) grown.push((await ask(question)).hits);
	expect(segments().length).toBeLessThan(6);
	rmSync(folder(), { recursive: true });
	for (const [n, question] of questions.entries()) {
		const found = (await ask(question)).hits;
		expect(found.length).toBeGreaterThan(0);
		expect(new Set(grown[n]?.map(({ session, text }) => session + text))).toEqual(
			new Set(found.map(({ session, text }) => session + text)),
		);
	}
});

const STORES = Array.from({ length: casesOf(12) }, (_, n) => 11 + n);

test.each(STORES)(
	'the index finds what a full scan of store %i finds, however it grew, and nothing else',
	async (seed) => {
		const random = seeded(seed);
		const words = Array.from({ length: 30 }, (_, n) => `q${'abcdefghij'[n % 10]}${'klm'[n % 3]}z${'uvwxyz'[n % 6]}w`);
		const said = new Map<string, string>();
		kept = new RecallIndex(folder());
		for (let step = 0; step < 40; step++) {
			const id = `s${random.int(0, 12)}`;
			const text = Array.from({ length: 4 }, () => random.pick(words as [string, ...string[]])).join(' ');
			if (random.chance(0.1)) {
				rmSync(fileOf(id), { force: true });
				said.delete(id);
			} else if (random.chance(0.3)) {
				write(id, text, 'Yes.');
				said.set(id, text);
			} else {
				appendFileSync(fileOf(id), jsonl(talk(id, text, 'Yes.')));
				said.set(id, `${said.get(id) ?? ''} ${text}`);
			}
			if (step % 4 === 0) await ask('anything');
		}
		for (const word of words) {
			const scanned = [...said].flatMap(([id, text]) => (text.split(' ').includes(word) ? [id] : []));
			const { hits } = await ask(`"${word}"`);
			const found = hits.map(({ session = '' }) => session);
			expect([...new Set(found)]).toHaveLength(found.length);
			expect(found.filter((id) => !scanned.includes(id))).toEqual([]);
			expect(found.length, word).toBe(Math.min(scanned.length, 20));
		}
	},
);

test('who asks while somebody reads ahead waits for a part of it, and reads the rest', async () => {
	for (let n = 0; n < 8; n++) write(`s${n}`, `where does the walrus sleep? ${n}`, 'On the ice.');
	const { files } = listTranscripts(path.join(place.root, 'projects'));
	const ahead = new RecallIndex(folder());
	const reading = ahead.readAhead(files, 1);
	while (!existsSync(path.join(folder(), 'segments.json'))) await new Promise((resolve) => setTimeout(resolve, 5));
	expect((await ask('walrus')).hits).toHaveLength(8);
	expect(totals[0]).toBeGreaterThan(0);
	await reading;
	read = [];
	expect((await ask('walrus')).hits).toHaveLength(8);
	expect(read).toEqual([]);
	ahead.close();
});

test('a session is called by its own name where a subagent answers', async () => {
	write('aaa', 'Mend the login page', 'Done.');
	const file = path.join(place.root, 'projects', 'aaa', 'subagents', 'agent-x.jsonl');
	mkdirSync(path.dirname(file), { recursive: true });
	const lines = talk('aaa', 'Explore the flamingo parser', 'It parses.').map((line) => ({
		...line,
		isSidechain: true,
		agentId: 'x',
	}));
	writeFileSync(file, jsonl(lines));
	expect((await ask('flamingo parser')).hits).toMatchObject([{ session: 'aaa', name: 'Mend the login page' }]);
});

test('a quoted letter is a phrase, and what stands between two phrases is none', async () => {
	write('aaa', 'Shall it be "C" or Rust 2021?', 'Rust.');
	expect((await ask('"C" versus "Rust 2021"')).hits).toMatchObject([{ session: 'aaa' }]);
});
