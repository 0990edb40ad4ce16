// `npm start` itself: what a newcomer runs first.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/process.mjs';
import { sampleFolder } from './support/harness.mjs';

const start = (...args) =>
	run(process.execPath, [inRoot('scripts/start.mjs'), '--server', '--check', ...args], { quiet: true, mayFail: true });
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/\?folder=(\S+)&tkn=[0-9a-f]{32}/;

test('npm start serves the sample workspace, and ends', async () => {
	const { code, output } = await start();
	expect(output).toMatch(ADDRESS);
	expect(output).toContain('todo-app');
	expect(code).toBe(0);
});

test('npm start serves the folder that is named', async () => {
	const folder = sampleFolder();
	const { code, output } = await start(folder);
	expect(decodeURIComponent(ADDRESS.exec(output)?.[1] ?? '')).toBe(folder);
	expect(code).toBe(0);
});

test('npm start says so when the folder is not there', async () => {
	const { code, output } = await start('/no/such/folder');
	expect(output).toBe('There is no folder /no/such/folder.\n');
	expect(code).toBe(1);
});

test('npm start and npm test are what package.json runs', () => {
	const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
	expect(scripts).toMatchObject({ start: 'node scripts/start.mjs', test: 'node scripts/test.mjs' });
});
