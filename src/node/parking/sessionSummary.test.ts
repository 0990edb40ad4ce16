import { existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import type { SummaryFacts } from '../../core/parking/summary';
import { FakeClock } from '../../core/testing/fakeClock';
import {
	type Line,
	assistantLine,
	chained,
	forkedLines,
	jsonl,
	resultLine,
	userLine,
} from '../../core/testing/transcripts';
import { appendAudit, prepareAudit } from './auditTrail';
import { openTrash } from '../keeper/keeperTrash';
import { ParkingLot } from './parkingLot';
import { findProject } from '../project/project';
import { gatherSummary, routeSummary } from './sessionSummary';
import { NOW_MS, type Place, git, itemText, newPlace, newRepository, snapshot } from '../testing/places';

let place: Place;
let lot: ParkingLot;
const clock = new FakeClock(NOW_MS);
beforeEach(async () => {
	place = newPlace();
	const project = await findProject(place.claude, newRepository(path.join(place.root, 'repo')));
	lot = new ParkingLot(place.claude, project, openTrash(place.claude), clock);
});
afterEach(() => place.remove());

const gather = (sessionId?: string): Promise<SummaryFacts> =>
	gatherSummary({ ...place.claude, env: place.env }, lot, clock, sessionId);
const transcript = (id: string, timestamp: string): string =>
	place.write(
		`home/.claude/projects/${projectSlug(lot.project.root)}/${id}.jsonl`,
		jsonl([userLine('hello', { sessionId: id, cwd: lot.project.root, timestamp })]),
	);

/** Joined here, so that no scanner takes this file for a leak. */
const SECRET = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

describe('a digest', () => {
	test('prints no secret of a task, a commit or an item', async () => {
		const own = { sessionId: 's1', cwd: lot.project.root, timestamp: '2026-11-21T08:30:00Z' };
		const lines = [
			userLine('hello', own),
			assistantLine({ tool: 'TaskCreate', id: 'c1', input: { subject: `Rotate ${SECRET}` } }, {}, own),
			resultLine('c1', 'Task #1 created', own),
			assistantLine({ tool: 'TaskUpdate', id: 'u1', input: { taskId: '1', status: 'completed' } }, {}, own),
			resultLine('u1', 'Updated', own),
		];
		place.write(`home/.claude/projects/${projectSlug(lot.project.root)}/s1.jsonl`, jsonl(lines));
		git(lot.project.root, 'commit', '-q', '--allow-empty', '-m', `Use ${SECRET}`);
		const item = path.join(lot.project.memoryDir, 'session-open-a.md');
		place.write(path.relative(place.root, item), itemText(`Ask about ${SECRET}`));
		const facts = await gather();
		expect(facts.parked.map(({ name }) => name)).toEqual(['Ask about [redacted: github-token]']);
		expect(facts.completed).toEqual(['Rotate [redacted: github-token]']);
		expect(facts.commits[0]?.subject).toBe('Use [redacted: github-token]');
		expect((await routeSummary(facts, lot, NOW_MS)).text).not.toContain(SECRET);
	});

	test('has the tasks of a long session, wherever in it they were completed', async () => {
		const own = { sessionId: 's1', cwd: lot.project.root, timestamp: '2026-11-21T08:30:00Z' };
		const much = Array.from({ length: 12 }, () => assistantLine('More of it. '.repeat(8_000), {}, own));
		const done = (n: number): readonly Line[] => [
			assistantLine({ tool: 'TaskCreate', id: `c${n}`, input: { subject: `Task ${n}` } }, {}, own),
			resultLine(`c${n}`, `Task #${n} created`, own),
			assistantLine({ tool: 'TaskUpdate', id: `u${n}`, input: { taskId: `${n}`, status: 'completed' } }, {}, own),
			resultLine(`u${n}`, 'Updated', own),
		];
		const lines = [userLine('hello', own), ...much, ...done(1), ...much, ...done(2), ...much];
		place.write(`home/.claude/projects/${projectSlug(lot.project.root)}/s1.jsonl`, jsonl(chained(lines)));
		expect((await gather('s1')).completed).toEqual(['Task 1', 'Task 2']);
		expect((await gather()).completed).toEqual(['Task 1', 'Task 2']);
	});

	test('gathers what is parked, archived today and committed since the session began', async () => {
		place.write(path.relative(place.root, path.join(lot.project.memoryDir, 'session-open-a.md')), itemText('a'), 2);
		await prepareAudit(lot.project);
		await appendAudit(place.claude, lot.project, 'yesterday', 'archived', NOW_MS - 86_400_000);
		await appendAudit(place.claude, lot.project, 'today', 'archived', NOW_MS);
		transcript('s1', '2026-11-21T08:30:00Z');
		git(lot.project.root, 'commit', '-q', '--allow-empty', '-m', 'Work');
		const facts = await gather();
		expect(facts.parked.map((item) => item.name)).toEqual(['a']);
		expect(facts.archived.map((entry) => entry.item)).toEqual(['today']);
		expect(facts.commits.map((commit) => commit.subject)).toEqual(['Work', 'Begin']);
	});

	test('of a session that began after the last commit has none', async () => {
		transcript('s1', '2026-11-21T09:30:00Z');
		expect((await gather()).commits).toEqual([]);
		expect((await gather('s1')).commits).toEqual([]);
	});

	test('of a fork has what was committed since it was made', async () => {
		const own = { sessionId: 's1', cwd: lot.project.root, timestamp: '2026-11-21T08:30:00Z' };
		const lines = chained([userLine('hello', own), assistantLine('Done.', {}, own)]);
		const folder = `home/.claude/projects/${projectSlug(lot.project.root)}`;
		place.write(`${folder}/s2.jsonl`, jsonl(forkedLines(lines, 's2', Date.parse('2026-11-21T09:30:00Z'))));
		expect((await gather('s2')).commits).toEqual([]);
		expect((await gather()).commits).toEqual([]);
	});

	// T7: a session that is not found is not some other one.
	test('of a session that is not there takes the last commits, not another session', async () => {
		transcript('s1', '2026-11-21T09:30:00Z');
		expect((await gather('s2')).commits).toHaveLength(1);
	});

	test('only reads: an untrusted workspace may show it', async () => {
		place.write(
			path.relative(place.root, path.join(lot.project.memoryDir, 'session-open-old.md')),
			itemText('old'),
			99,
		);
		const before = snapshot(place.root);
		expect((await gather()).parked).toEqual([]);
		expect(snapshot(place.root)).toEqual(before);
	});
});

describe('a digest goes', () => {
	const facts = (completed: number): SummaryFacts => ({
		completed: Array.from({ length: completed }, (_, n) => `task ${n}`),
		parked: [],
		archived: [],
		commits: [],
	});
	const temp = (): string => path.join(lot.project.filesRoot, '.temp');

	test('to the terminal, with ten lines', async () => {
		const { text, file } = await routeSummary(facts(7), lot, NOW_MS);
		expect([text.split('\n').length, file]).toEqual([10, undefined]);
		expect(existsSync(temp())).toBe(false);
	});

	test('to a file, with eleven, and the terminal is told where', async () => {
		const { text, file } = await routeSummary(facts(8), lot, NOW_MS);
		expect(file).toBe(path.join(temp(), 'output-session-summary-2026-11-21.md'));
		expect(readFileSync(file ?? '', 'utf8').split('\n')).toHaveLength(12);
		expect(text.split('\n').at(-1)).toBe('→ .temp/output-session-summary-2026-11-21.md');
	});

	test('to the file in the main checkout, and is told where that is, from a worktree', async () => {
		const worktree = path.join(place.root, 'wt');
		git(lot.project.root, 'worktree', 'add', '-q', worktree);
		const from = new ParkingLot(
			place.claude,
			await findProject(place.claude, worktree),
			openTrash(place.claude),
			clock,
		);
		const { text, file = '' } = await routeSummary(facts(8), from, NOW_MS);
		expect(path.dirname(file)).toBe(temp());
		expect(text.split('\n').at(-1)).toBe(`→ ${file}`);
	});

	test('never over another one, though two are written at once', async () => {
		await Promise.all([
			routeSummary(facts(8), lot, NOW_MS),
			routeSummary(facts(9), lot, NOW_MS),
			routeSummary(facts(10), lot, NOW_MS),
		]);
		expect(readdirSync(temp()).sort()).toEqual([
			'.gitignore',
			'output-session-summary-2026-11-21-2.md',
			'output-session-summary-2026-11-21-3.md',
			'output-session-summary-2026-11-21.md',
		]);
	});

	test('below our home, outside git, and says the whole path', async () => {
		const plain = await findProject(place.claude, place.folder('plain'));
		const { text, file } = await routeSummary(
			facts(8),
			new ParkingLot(place.claude, plain, openTrash(place.claude), clock),
			NOW_MS,
		);
		expect(file?.startsWith(place.claude.keeperHome)).toBe(true);
		expect(text).toContain(`→ ${file}`);
	});

	// T42
	test('nowhere, where .temp leads out of the project', async () => {
		place.folder('outside');
		symlinkSync(path.join(place.root, 'outside'), temp());
		await expect(routeSummary(facts(8), lot, NOW_MS)).rejects.toThrow('leads outside the project');
		expect(readdirSync(path.join(place.root, 'outside'))).toEqual([]);
	});

	test('not through a link under the name of its file', async () => {
		const outside = place.write('outside', 'theirs');
		place.folder('repo/.temp');
		symlinkSync(outside, path.join(temp(), 'output-session-summary-2026-11-21.md'));
		expect((await routeSummary(facts(8), lot, NOW_MS)).file).toBe(
			path.join(temp(), 'output-session-summary-2026-11-21-2.md'),
		);
		expect(readFileSync(outside, 'utf8')).toBe('theirs');
	});
});
