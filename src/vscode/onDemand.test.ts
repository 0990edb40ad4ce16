// A command is found by its feature before the feature is loaded, so the two must not disagree.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from './contributions';
import { ON_DEMAND } from './onDemand';

const FOLDER = import.meta.dirname;
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const REGISTERED =
	/\b(?:registerCommand|registerPage|command|onDraft|onSession|on|toggle)(?:<[^(]*>)?\(\s*COMMANDS\.(\w+)/gu;

function registeredIn(file: string): readonly string[] {
	const source = readFileSync(path.join(FOLDER, file), 'utf8');
	return [...source.matchAll(REGISTERED)].map((match) => COMMANDS[match[1] as keyof typeof COMMANDS]).sort();
}

/** The files of the features on demand, in the order of the table. */
const LAZY = [
	...readFileSync(path.join(FOLDER, 'onDemand.ts'), 'utf8').matchAll(
		/load: async \(\) => \(await import\('\.\/(.+)'\)\)/gu,
	),
].map(([, file = '']) => `${file}.ts`);

test('each feature on demand is loaded from a file of its own', () => {
	expect(LAZY).toHaveLength(ON_DEMAND.length);
	expect(new Set(LAZY).size).toBe(LAZY.length);
});

test.each(LAZY.map((file, at) => [file, ON_DEMAND[at]?.commands ?? []] as const))('%s', (file, commands) => {
	expect(registeredIn(file)).toEqual([...commands].sort());
});

test('what is there from the start is loaded by nobody', () => {
	const lazy = new Set(ON_DEMAND.flatMap(({ commands }) => commands));
	const others = FILES.filter((file) => !LAZY.includes(file.replaceAll('\\', '/')));
	const there = others.flatMap(registeredIn);
	expect(there).toContain(COMMANDS.parkItem);
	expect(there.filter((id) => (lazy as ReadonlySet<string>).has(id))).toEqual([]);
});

test('a command of ours is called in the one way in which its arguments are checked', () => {
	const raw = /executeCommand\(\s*COMMANDS\.|command: COMMANDS\./u;
	const sources = FILES.map((file) => [file, readFileSync(path.join(FOLDER, file), 'utf8')] as const);
	expect(sources.filter(([, source]) => /\bcallCommand\(COMMANDS\./u.test(source)).length).toBeGreaterThan(5);
	expect(sources.flatMap(([file, source]) => (raw.test(source) ? [file] : []))).toEqual([]);
});
