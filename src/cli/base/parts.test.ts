import { existsSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Place, newPlace } from '../../node/testing/places';
import { Parts } from './parts';

let place: Place;
let file: string;
let cache: string;
beforeEach(() => {
	place = newPlace();
	write(
		'exports.asked = require("./b.js").twice(21); exports.folder = __dirname; exports.os = require("node:os").EOL;',
	);
	cache = path.join(place.root, 'kept/code/list.bin');
});
afterEach(() => place.remove());

/** Writes a program of two parts as the build does. */
function write(main: string, beside = 'exports.twice = (n) => n * 2;'): void {
	const codes = { 'a.js': main, 'b.js': beside };
	const bodies = Object.entries(codes).map(([name, code]) => [
		name,
		`(function (exports, require, module, __filename, __dirname) {${code}\n})`,
	]);
	let at = 0;
	const spans = bodies.map(([name = '', body = '']) => {
		at += body.length + 1;
		return [name, [at - body.length - 1, body.length]] as const;
	});
	const texts = bodies.map(([, body]) => body);
	file = place.write('parts.js', `//${JSON.stringify(Object.fromEntries(spans))}\n${texts.join('\n')}\n`);
}
const load = createRequire(import.meta.url);
const open = (): Parts => new Parts(file, [cache], load);
const asked = (parts: Parts): unknown => (parts.require('a.js') as { readonly asked: unknown }).asked;
const kept = (): Buffer => readFileSync(cache);
const partsKept = (): readonly string[] =>
	Object.keys(JSON.parse(kept().toString('latin1').split('\n')[1] ?? '') as object);
/** Loads everything and keeps what that compiled. */
const runOnce = (): void => {
	const parts = open();
	expect(asked(parts)).toBe(42);
	parts.keep(cache);
};

test('parts load each other and what is Node’s, once', () => {
	const parts = open();
	expect(parts.require('a.js')).toEqual({ asked: 42, folder: place.root, os: expect.any(String) as string });
	expect(parts.require('a.js')).toBe(parts.require('a.js'));
	expect(() => parts.require('c.js')).toThrow('c.js is missing in');
});

test('what a part imports is loaded when something of it is asked for', () => {
	write('const b = require("./b.js"); exports.ask = () => b.twice(21); exports.imported = b;');
	const parts = open();
	const { ask, imported } = parts.require('a.js') as { ask(): number; readonly imported: object };
	parts.keep(cache);
	expect(partsKept()).toEqual(['a.js']);
	expect([ask(), ask()]).toEqual([42, 42]);
	parts.keep(cache);
	expect(partsKept()).toEqual(['a.js', 'b.js']);
	expect(Object.keys(imported)).toEqual(['twice']);
});

test('code of which most is not needed is made anew without the rest', () => {
	write(
		'exports.ask = () => require("./b.js").twice();',
		`exports.twice = () => 42; const text = '${'x'.repeat(9_999)}';`,
	);
	const ask = (parts: Parts): unknown => (parts.require('a.js') as { ask(): number }).ask();
	const [first, second] = [open(), open()];
	ask(first);
	first.keep(cache);
	expect(partsKept()).toEqual(['a.js', 'b.js']);
	ask(second);
	second.keep(cache);
	expect(partsKept()).toEqual(['a.js', 'b.js']);
	const third = open();
	third.require('a.js');
	third.keep(cache);
	expect(partsKept()).toEqual(['a.js']);
});

test('parts that import each other see what is exported already', () => {
	write(
		'exports.half = (n) => n / 2; exports.asked = require("./b.js").twice(84);',
		'const a = require("./a.js"); exports.twice = (n) => a.half(n) && a.half(n);',
	);
	expect(asked(open())).toBe(42);
});

test('what Node loads slowly is whole for who asks for its names', () => {
	write('exports.asked = Object.keys(require("node:crypto"));');
	expect(asked(open())).toEqual(Object.keys(load('node:crypto') as object));
});

test('what was compiled is kept once, for the owner alone, and taken up', () => {
	runOnce();
	const before = kept();
	runOnce();
	expect(kept()).toEqual(before);
	expect(readdirSync(path.dirname(cache))).toEqual(['.gitignore', 'list.bin']);
});

test.each([
	['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
	[
		'with a byte that is another',
		(bytes: Buffer) => Buffer.from(bytes).fill(255, bytes.length - 100, bytes.length - 99),
	],
	['empty', () => Buffer.alloc(0)],
	['of nothing', (bytes: Buffer) => Buffer.alloc(bytes.length)],
	['something else', () => Buffer.from('{"a.js":[0,10]}\n{"a.js":[0,10]}\n')],
])('code that is %s is not taken up, and made anew', (_, damage) => {
	runOnce();
	const before = kept();
	writeFileSync(cache, damage(before));
	runOnce();
	expect(kept().length).toBe(before.length);
});

test('code of another program of the same length is not taken up', () => {
	runOnce();
	const text = readFileSync(file, 'utf8').replace('n * 2', 'n + 2');
	rmSync(file);
	writeFileSync(file, text);
	expect(asked(open())).toBe(23);
});

test('after an hour it is made anew', () => {
	runOnce();
	utimesSync(cache, 1, 1);
	runOnce();
	expect(statSync(cache).mtimeMs).toBeGreaterThan(1_000);
});

test('where nothing can be written, nothing is said; without a place nothing is written', () => {
	const parts = new Parts(file, [], load);
	asked(parts);
	parts.keep('');
	expect(existsSync(path.dirname(cache))).toBe(false);
	place.write('kept', 'a file');
	runOnce();
	expect(readFileSync(path.join(place.root, 'kept'), 'utf8')).toBe('a file');
});
