import {
	mkdirSync,
	readFileSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SESSION, userLine } from '../../../core/testing/transcripts';
import { soon } from '../../../core/testing/soon';
import { removeCaches } from './indexCache';
import {
	answer,
	append,
	create,
	file,
	holdWorkers,
	names,
	place,
	start,
	useIndexPlace,
	write,
} from '../../testing/indexPlace';

useIndexPlace();

// T28
test.each([false, true])('a warm start reads only what is new (worker: %s)', async (worker) => {
	write([userLine('a'), answer(5, 'm')]);
	write([userLine('other')], 'two');
	await start({ worker, cache: true });
	// The next line of the same answer, and a new one.
	append([answer(9, 'm'), userLine('b')]);
	// Made unreadable for anybody who would read it again: the cache alone knows what it said.
	const [size, stamp] = [readFileSync(file('two')).length, new Date(1_700_000_000_000)];
	utimesSync(file('two'), stamp, stamp);
	await start({ worker, cache: true });
	writeFileSync(file('two'), 'x'.repeat(size));
	utimesSync(file('two'), stamp, stamp);

	const { index } = await start({ worker, cache: true });
	expect(index.sessions.get(SESSION)).toMatchObject({ prompts: 2, tokens: { input: 9 } });
	expect(index.sessions.get('two')).toMatchObject({ prompts: 1, name: 'other' });
});

/** The only cache there is. */
const cacheFile = (): string =>
	path.join(place.cacheFolder, readdirSync(place.cacheFolder).find((name) => name !== '.gitignore') ?? '');

const DAMAGES: Readonly<Record<string, (cache: string) => string>> = {
	'cut off': (cache) => cache.slice(0, cache.length / 2),
	'without its last line': (cache) => cache.slice(0, cache.lastIndexOf('\n', cache.length - 2) + 1),
	'no JSON': () => '\0\0\0',
	'torn in a record': (cache) => cache.replace(/"(?=[^"]*$)/u, ''),
	'torn in the stamps': (cache) => cache.replace('\n[[', '\n[{'),
	'of another version': (cache) => cache.replace(/"version":\d+/u, '"version":99'),
	'of other fields': (cache) => cache.replace('compactions', 'compaction'),
	'of another shape': (cache) => cache.replace('"/home/dev/app"', '7'),
	'of another folder': (cache) => cache.replace('"folder":"', '"folder":"/other'),
	empty: () => '',
	'a list': () => '[]',
};

test.each(
	Object.entries(DAMAGES).flatMap(([name, damage]) => [false, true].map((worker) => ({ name, damage, worker }))),
)('a cache that is $name costs only time (worker: $worker)', async ({ damage, worker }) => {
	write([userLine('a'), answer(5)]);
	await start({ cache: true });
	const whole = readFileSync(cacheFile(), 'utf8');
	writeFileSync(cacheFile(), damage(whole));
	expect(readFileSync(cacheFile(), 'utf8')).not.toBe(whole);
	const { index } = await start({ worker, cache: true });
	expect(index.sessions.get(SESSION)).toMatchObject({ prompts: 1, tokens: { input: 5 } });
	const mended = readFileSync(cacheFile(), 'utf8');
	expect(mended.slice(mended.indexOf('\n'))).toBe(whole.slice(whole.indexOf('\n')));
});

test('of a cache that another window replaces between two looks at it, the new one counts', async () => {
	write([userLine('a'), answer(5)]);
	await start({ cache: true });
	const begin = holdWorkers();
	const { index } = create({ worker: true, cache: true });
	const started = index.start([place.folder]);
	// This thread has read it now, and the worker has not begun.
	await soon(() => expect(names(index)).toEqual(['a']));
	const other = readFileSync(cacheFile(), 'utf8')
		.replace(/"id":"[^"]*"/u, '"id":"other"')
		.replace('"a"', '"z"');
	writeFileSync(cacheFile(), other);
	begin();
	await started;
	expect(names(index)).toEqual(['z']);
});

test('an index that is begun anew while caches are read lists what it was asked for last', async () => {
	for (let i = 0; i < 200; i++) write([userLine(`s${i}`)], `s${i}`);
	await start({ cache: true });
	const { index } = create({ worker: true, cache: true });
	const first = index.start([place.folder]);
	await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
	await index.start([]);
	await first;
	expect(index.sessions.size).toBe(0);
	await index.start([place.folder]);
	expect(index.sessions.size).toBe(200);
});

test('several windows share one cache, and none leaves anything else behind', async () => {
	for (let i = 0; i < 20; i++) write([userLine(`s${i}`)], `s${i}`);
	const windows = await Promise.all([1, 2, 3].map(() => start({ worker: true, cache: true })));
	for (const { index } of windows) expect(index.sessions.size).toBe(20);
	expect(readdirSync(place.cacheFolder).filter((name) => !name.endsWith('.json'))).toEqual(['.gitignore']);
	expect((await start({ cache: true })).index.sessions.size).toBe(20);
});

// T49
test('the list fills while it is read, and a second start reads no transcript', async () => {
	for (let i = 0; i < 200; i++) write([userLine(`s${i}`)], `s${i}`);
	const { index: first } = create({ worker: true, cache: true });
	const sizes: number[] = [];
	first.onDidChange(() => sizes.push(first.sessions.size));
	await first.start([place.folder]);
	expect(sizes[0]).toBeLessThan(200);
	expect(sizes.at(-1)).toBe(200);
	// As long as before, and touched by nobody, as far as anybody can tell: who reads it sees other words.
	const stamps = readdirSync(place.folder).map((name) => path.join(place.folder, name));
	for (const each of stamps) {
		const { atime, mtime } = statSync(each);
		writeFileSync(each, readFileSync(each, 'utf8').replace(/"s(?=\d+")/u, '"X'), { flag: 'r+' });
		utimesSync(each, atime, mtime);
	}
	const { index } = await start({ cache: true });
	expect(index.sessions.size).toBe(200);
	expect(names(index).filter((name) => name.startsWith('X'))).toEqual([]);
});

// T50
test.each([false, true])('of a folder that does not answer nothing is forgotten (worker: %s)', async (worker) => {
	write([userLine('a')]);
	await start({ worker, cache: true });
	const cache = readFileSync(cacheFile(), 'utf8');
	renameSync(place.folder, `${place.folder}.away`);
	symlinkSync(place.folder, place.folder);
	const { index } = await start({ worker, cache: true });
	expect(names(index)).toEqual(['a']);
	expect(index.unreadable).toEqual([{ path: place.folder, code: 'ELOOP' }]);
	expect(readFileSync(cacheFile(), 'utf8')).toBe(cache);
});

test.each([false, true])(
	'what is gone since the last start is gone from the list and the cache (worker: %s)',
	async (worker) => {
		write([userLine('a')]);
		write([userLine('b')], 'two');
		await start({ worker, cache: true });
		rmSync(file('two'));
		const { index } = await start({ worker, cache: true });
		expect(names(index)).toEqual(['a']);
		expect(readFileSync(cacheFile(), 'utf8')).not.toContain('two');
	},
);

test('the caches of a folder are removed, those of older versions and half written ones too, and nothing else', async () => {
	const folder = path.join(place.root, 'storage');
	mkdirSync(folder);
	const [now, old] = ['0123456789abcdef.json', '0123456789abcdef01234567.json'] as const;
	for (const name of [now, old, `${now}.12.0.1700000000000.tmp`, `${old}.12.1700000000000.tmp`, 'notes.json'])
		writeFileSync(path.join(folder, name), 'x');
	await removeCaches(folder);
	expect(readdirSync(folder).sort()).toEqual(['notes.json']);
	await removeCaches(path.join(folder, 'not there'));
});
