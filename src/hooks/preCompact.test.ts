// The hook of a compaction, as Claude Code runs it: what it backs up, and what it tells Claude.
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SESSION } from '../node/testing/backupPlace';
import { formulaSlug } from '../core/claude/slug';
import { userLine } from '../core/testing/transcripts';
import { itemText } from '../node/testing/places';
import { SILENT, firings, payload, place, run, start, useHookPlace } from './testing/hookPlace';

useHookPlace();

const settings = (value: object): string =>
	place.write('home/.claude/session-keeper/settings.json', JSON.stringify(value));

test('backs up under a name without a reason and prints nothing', async () => {
	place.say(['one']);
	place.write(`home/.claude/projects/${place.slug}/memory/session-open-a-2026-11-21.md`, itemText('a'));
	expect(await run('PreCompact', { trigger: 'auto', custom_instructions: null })).toEqual(SILENT);
	expect(place.pending()).toMatchObject([{ raw: '20261121_100000.jsonl', reason: 'auto-compact' }]);
});

test('carries open items through the compaction where the person wants it', async () => {
	place.say(['one']);
	settings({ carryOpenItems: true });
	const memory = `home/.claude/projects/${place.slug}/memory`;
	place.write(`${memory}/session-open-a-2026-11-20.md`, itemText('rate limits', 'what was it?'), 1);
	place.write(`${memory}/session-open-b-2026-09-21.md`, itemText('expired'), 40);
	const { stdout } = await run('PreCompact', { trigger: 'manual' });
	expect(stdout.split('\n').slice(1)).toEqual(['- rate limits — what was it?', '']);
});

test('says what came of its backup where the items cannot be read', async () => {
	place.say(['one']);
	settings({ carryOpenItems: true });
	symlinkSync('memory', path.join(place.claude.projectsDir, place.slug, 'memory'));
	expect(await run('PreCompact', { trigger: 'manual' })).toEqual(SILENT);
	expect(firings()[0]?.outcome).toMatch(/verified$/u);
});

test('carries what the list shows: one that waits for its day, any front matter, those of other folders', async () => {
	place.say(['one']);
	settings({ carryOpenItems: true });
	const memory = `home/.claude/projects/${place.slug}/memory`;
	const folded = '---\nname: folded\ndescription: >-\n  He said "hi"\n  twice\ntype: project\n---\n';
	place.write(`${memory}/session-open-a.md`, itemText('waits', 'till then', 'due: 2027-01-15\n'), 40);
	place.write(`${memory}/session-open-b.md`, folded, 1);
	place.write(`${memory}/session-open-c.md`, '---\nname: [\n---\n', 2);
	place.write(`home/.claude/projects/${formulaSlug(place.repo)}/memory/session-open-d.md`, itemText('else', ''), 3);
	const { stdout } = await run('PreCompact', { trigger: 'manual' });
	expect(stdout.split('\n').slice(1)).toEqual([
		'- folded — He said "hi" twice',
		'- session-open-c.md — unreadable front matter',
		expect.stringMatching(/^- else — /u),
		'- waits — till then',
		'',
	]);
});

test('carries no item of a private session, nor of a fork of one, into another', async () => {
	settings({ carryOpenItems: true });
	const memory = `home/.claude/projects/${place.slug}/memory`;
	const [HIDDEN, FORK] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002'];
	place.say(['one']);
	const own = { cwd: place.repo, forkedFrom: { sessionId: HIDDEN, messageUuid: 'm1' } };
	place.say([JSON.stringify(userLine('hello', { ...own, sessionId: FORK }))], FORK);
	for (const session of [HIDDEN, FORK, SESSION, 'other'])
		place.write(`${memory}/session-open-${session}.md`, itemText(session, 'x', `session: ${session}\n`));
	place.write(
		'home/.claude/session-keeper/session-marks.jsonl',
		`{"session":"${HIDDEN}","mark":"private","on":true}\n`,
	);
	const carried = async (session: string): Promise<readonly string[]> => {
		const { stdout } = await start('PreCompact', payload({ trigger: 'manual' }, session))[1];
		return [...stdout.matchAll(/^- (\S+)/gmu)].map(([, name = '']) => name).sort();
	};
	expect(await carried(SESSION)).toEqual([SESSION, 'other'].sort());
	expect(await carried(HIDDEN)).toContain(HIDDEN);
});
