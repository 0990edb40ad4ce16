// The official inspector of the Model Context Protocol asks our server, as it is installed.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureInspector, inspectorProgram } from '../../scripts/lib/ensureInspector.mjs';
import { openClaude } from './support/claude.mjs';

let claude;
beforeAll(async () => expect(await ensureInspector()).toBeUndefined());
beforeEach(async () => {
	claude = await openClaude({ install: [] });
});
afterEach(() => claude.close());

/** @returns what the inspector printed, which is what the server answered. Other tests of this process go on meanwhile. */
async function inspect(...words) {
	const server = path.join(claude.config, 'session-keeper', 'bin', 'session-keeper');
	const env = { PATH: process.env.PATH, HOME: claude.home, CLAUDE_CONFIG_DIR: claude.config };
	const args = [inspectorProgram, '--cli', server, 'mcp', ...words];
	const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: claude.repo, env, timeout: 60_000 });
	return JSON.parse(stdout);
}

test.skipIf(process.platform === 'win32')('it lists and calls tools, and lists resources and prompts', async () => {
	await claude.start();
	await claude.say('we store exports in a folder per month');
	await claude.type('/exit');
	await claude.ended();
	expect((await inspect('--method', 'tools/list')).tools).toHaveLength(8);
	const call = async (name, ...given) => {
		const args = given.flatMap((each) => ['--tool-arg', each]);
		return (await inspect('--method', 'tools/call', '--tool-name', name, ...args)).structuredContent;
	};
	expect(await call('recall', 'query=where do exports go')).toMatchObject({ confidence: 'strong' });
	expect(await call('park_item', 'name=rates', 'text=which?')).toMatchObject({ parked: 'rates' });
	expect((await call('list_items')).items).toMatchObject([{ name: 'rates' }]);
	expect((await inspect('--method', 'prompts/list')).prompts.map(({ name }) => name)).toContain('resume-latest');
	expect((await inspect('--method', 'resources/list')).resources).toEqual(expect.any(Array));
});
