// Search over a store as large as people's, while somebody types.
import { appendFileSync, existsSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { buildSample, writeTranscript } from '../../scripts/lib/sampleHome.mjs';
import { ensureCorpus } from '../bench/corpus/generate.mjs';
import { openWorkbench, sharedFolder } from './support/harness.mjs';

/**
 * The gigabyte of the bench where that is there. Writing it here would take longer than all other tests: else a tenth of it
 * is there under ten names, which costs a search as much, save that the disk is asked once.
 * @returns folders of transcripts by their names.
 */
function gigabyte() {
	const folder = inRoot('.vscode-test/bench');
	const store = { sessions: 1_000, bytes: 1e9, seed: 1, folder };
	const isThere = existsSync(path.join(folder, 'corpus-1-1000-1000000000-1', 'manifest.json'));
	const { projects } = ensureCorpus(isThere ? store : { ...store, sessions: 100, bytes: 1e8 });
	const names = isThere ? [''] : Array.from({ length: 10 }, (_, n) => `-${n}`);
	return readdirSync(projects).flatMap((name) => names.map((more) => [`${name}${more}`, path.join(projects, name)]));
}

test('a phrase is found in a gigabyte of all projects while typing goes on', async () => {
	const sample = buildSample(await sharedFolder());
	const projects = path.join(sample.claude, 'projects');
	for (const [name, folder] of gigabyte()) symlinkSync(folder, path.join(projects, name));
	const elsewhere = writeTranscript({
		claude: sample.claude,
		workspace: '/home/dev/elsewhere',
		name: 'plain-chat',
		sessionId: '99999999-ffff-4fff-8fff-000000000009',
		endedAt: Date.now() - 60_000,
	});
	const asked = { uuid: 'asked', parentUuid: null, isSidechain: false, cwd: '/home/dev/elsewhere', entrypoint: 'cli' };
	const message = { role: 'user', content: 'Where do zebrafish umbrellas come from?' };
	const sessionId = '99999999-ffff-4fff-8fff-000000000009';
	const timestamp = new Date().toISOString();
	appendFileSync(elsewhere, `${JSON.stringify({ type: 'user', ...asked, sessionId, timestamp, message })}\n`);
	const { workbench, page } = await openWorkbench(sample);
	await workbench.command('Session Keeper: Search Sessions…');
	await page.getByRole('button', { name: 'Search sessions of all projects' }).click();
	const input = workbench.quickInput();
	// Each key is in the box before the next one is typed, whatever the search is doing: the first letters match everything.
	let typed = '';
	for (const key of 'session stream') {
		typed += key;
		await page.keyboard.press(key === ' ' ? 'Space' : key);
		await expect.poll(() => input.inputValue()).toBe(typed);
	}
	await workbench
		.quickItem(/session|stream/)
		.first()
		.waitFor();
	await workbench.screenshot('search-large');
	await input.fill('zebrafish umbrellas');
	await workbench
		.quickItem(/zebrafish umbrellas/)
		.first()
		.waitFor();
	await expect.poll(() => workbench.quickItem(/stream/).count()).toBe(0);
	await workbench.screenshot('search-large-found');
	await workbench.accept();
	await workbench.webview().locator('main').getByText('zebrafish umbrellas').first().waitFor();
});
