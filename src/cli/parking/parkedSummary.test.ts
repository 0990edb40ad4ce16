// `parked summary`
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, jsonl, userLine } from '../../core/testing/transcripts';
import { good, json, open, park, place, repo, run, useCliPlace } from '../testing/cliPlace';

useCliPlace();

const SESSION = '1d15ee69-80c7-4496-aef1-0af73e0095c8';

describe('parked summary', () => {
	const transcript = (id: string, own: Record<string, unknown> = {}): string =>
		place.write(
			`home/.claude/projects/${projectSlug(repo)}/${id}.jsonl`,
			jsonl([
				userLine('hello', { sessionId: id, cwd: repo, timestamp: '2026-11-21T08:00:00Z', ...own }),
				assistantLine('hi', {}, { cwd: repo }),
			]),
		);

	test('fits on the terminal, or goes to a file that is never written over', async () => {
		expect(await good('parked', 'summary')).toMatch(
			/^## Session Summary — 2026-11-21\n\n### Recent commits\n- [0-9a-f]+ Begin\n$/,
		);
		expect(existsSync(path.join(repo, '.temp'))).toBe(false);
		for (let n = 0; n < 9; n++) park(`n${n}`, n);
		for (const name of ['output-session-summary-2026-11-21.md', 'output-session-summary-2026-11-21-2.md'])
			expect(await good('parked', 'summary')).toBe(
				`## Session Summary — 2026-11-21\n0 completed · 9 parked · 0 archived · 1 commits\n→ .temp/${name}\n`,
			);
		expect(readFileSync(path.join(repo, '.temp/output-session-summary-2026-11-21.md'), 'utf8')).toContain(
			'### Parked / Pending (9 items)\n- [ ] n0 — what was it?\n',
		);
	});

	test('has a stable shape under --json, and then writes no file', async () => {
		for (let n = 0; n < 9; n++) park(`n${n}`, n);
		transcript('s1');
		const { code, document } = await json('parked', 'summary', '--session', 's1');
		expect(code).toBe(0);
		expect(Object.keys(document)).toEqual(['schemaVersion', 'date', 'completed', 'parked', 'archived', 'commits']);
		expect(document).toMatchObject({
			date: '2026-11-21',
			completed: [],
			archived: [],
			commits: [{ subject: 'Begin' }],
		});
		expect(existsSync(path.join(repo, '.temp'))).toBe(false);
	});

	// T7
	test('of a session that is not there is no other one’s', async () => {
		transcript('s1');
		const { code, out, err } = await run(['parked', 'summary', '--session', SESSION]);
		expect([code, out, err]).toEqual([1, '', `No such session: ${SESSION}.\nNothing was written.\n`]);
		expect((await run(['parked', 'summary', '--session', 's2'])).code).toBe(1);
		expect((await run(['parked', 'summary', '--session', '../../secret'])).code).toBe(1);
	});

	test('takes nothing away', async () => {
		park('gone', 40);
		await good('parked', 'summary');
		expect(open()).toHaveLength(1);
	});
});
