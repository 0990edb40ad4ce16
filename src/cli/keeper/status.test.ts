// What `session-keeper` says where it is called alone.
import { describe, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, chained, jsonl, resultLine, userLine } from '../../core/testing/transcripts';
import { NOW_MS, snapshot } from '../../node/testing/places';
import { good, json, park, place, raw, repo, run, useCliPlace } from '../testing/cliPlace';

useCliPlace();

const SESSION = '1d15ee69-80c7-4496-aef1-0af73e0095c8';

/** A session with work in it, an hour ago. */
function work(): string {
	const own = { sessionId: SESSION, cwd: repo, timestamp: new Date(NOW_MS - 3_600_000).toISOString() };
	const lines = [
		userLine('Where should the exports go? We deploy on Fridays.', own),
		assistantLine("I'd suggest a folder per month.", {}, own),
		userLine('ok fine, do it, and write the tests', own),
		assistantLine({ tool: 'Bash', id: 'toolu_1', input: { command: 'npm test' } }, {}, own),
		resultLine('toolu_1', 'all pass', own),
		assistantLine('Exports now go to a folder per month. All tests pass.', {}, own),
	];
	const text = jsonl(chained(lines));
	place.write(`home/.claude/projects/${projectSlug(repo)}/${SESSION}.jsonl`, text);
	return text;
}

test('with nothing there it takes two lines, and says what to do', async () => {
	expect(await good()).toBe(
		'No Claude Code sessions with work in this folder yet.\nSafety net    off: sessions are not backed up (session-keeper hooks install)\n',
	);
});

describe('with work in the project', () => {
	test('says where it was left off, what waits and what is open; alone or as a verb', async () => {
		raw('20261120_091500_exit.jsonl', work());
		park('rates');
		await good('documents', 'save');
		raw('20261120_101500_exit.jsonl', work());
		const text = await good();
		expect(text).toBe(await good('status'));
		const lines = text.trimEnd().split('\n');
		expect(lines.length).toBeLessThanOrEqual(15);
		expect(text).toMatch(/^Left off +Where should the exports go\?.* \(1 hour ago\)$/mu);
		expect(text).toContain(`session-keeper resume ${SESSION.slice(0, 8)}`);
		expect(text).toMatch(/^Open +1 parked item \(session-keeper parked list\)/mu);
		expect((await json('status')).document).toMatchObject({
			leftOff: { session: SESSION, isLive: false },
			open: { parked: 1, stale: expect.any(Number) as number },
			safetyNet: { areHooksInstalled: false, deletedSoon: 0 },
		});
	});

	test('says that a running session needs an answer, and of no other program’s or project’s', async () => {
		work();
		const running = (pid: number, more: object): string =>
			place.write(`home/.claude/sessions/${pid}.json`, JSON.stringify({ pid, sessionId: SESSION, cwd: repo, ...more }));
		running(process.pid, { status: 'waiting', waitingFor: 'permission prompt' });
		running(process.ppid, { status: 'waiting', cwd: place.root });
		expect(await good()).toMatch(/^Waits +1 session that needs your input \(session-keeper sessions list\)$/mu);
		expect((await json('status')).document).toMatchObject({ waits: { sessions: 1 } });
		running(process.pid, { status: 'waiting', entrypoint: 'sdk-ts' });
		expect((await json('status')).document).toMatchObject({ waits: { sessions: 0 } });
	});

	test('changes nothing where nothing of ours is', async () => {
		work();
		const before = snapshot(place.root);
		expect((await run([])).code).toBe(0);
		expect(snapshot(place.root)).toEqual(before);
	});
});
