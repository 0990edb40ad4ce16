import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendAudit, auditFile, prepareAudit, readAudit } from './auditTrail';
import { type Project, findProject } from '../project/project';
import { NOW_MS, type Place, newPlace, newRepository } from '../testing/places';

let place: Place;
let project: Project;
beforeEach(async () => {
	place = newPlace();
	project = await findProject(place.claude, newRepository(path.join(place.root, 'repo')));
});
afterEach(() => place.remove());

test('lines are added to what is there, and read again', async () => {
	await prepareAudit(project);
	await appendAudit(place.claude, project, 'a', 'archived', NOW_MS);
	await appendAudit(place.claude, project, 'b', 'expired', NOW_MS);
	expect(auditFile(project)).toBe(path.join(project.root, '.claude/logs/session-archive.jsonl'));
	expect(readFileSync(auditFile(project), 'utf8')).toBe(
		'{"ts":"2026-11-21T10:00:00Z","item":"a","action":"archived"}\n{"ts":"2026-11-21T10:00:00Z","item":"b","action":"expired"}\n',
	);
	expect((await readAudit(project)).map((entry) => entry.item)).toEqual(['a', 'b']);
});

test('a secret in the name of an item does not get into a file that is committed', async () => {
	// Joined here, so that no scanner takes this file for a leak.
	const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
	await prepareAudit(project);
	await appendAudit(place.claude, project, `rotate ${secret}`, 'archived', NOW_MS);
	expect(readFileSync(auditFile(project), 'utf8')).not.toContain(secret);
	expect((await readAudit(project))[0]?.item).toBe('rotate [redacted: github-token]');
});

test('outside git it lies below our home, with the same relative path', async () => {
	const plain = await findProject(place.claude, place.folder('plain'));
	await prepareAudit(plain);
	await appendAudit(place.claude, plain, 'a', 'archived', NOW_MS);
	expect(auditFile(plain)).toBe(path.join(plain.filesRoot, '.claude/logs/session-archive.jsonl'));
	expect(await readAudit(plain)).toHaveLength(1);
});

// T42
describe('a trail that leads out of the project is refused', () => {
	test.each([['repo/.claude'], ['repo/.claude/logs'], ['repo/.claude/logs/session-archive.jsonl']])(
		'by %s',
		async (link) => {
			const outside = place.write(
				'outside/logs/session-archive.jsonl',
				'{"ts":"2026-11-21T10:00:00Z","item":"secret","action":"archived"}\n',
			);
			const target = link.endsWith('.jsonl')
				? outside
				: link.endsWith('logs')
					? path.dirname(outside)
					: path.join(place.root, 'outside');
			mkdirSync(path.dirname(path.join(place.root, link)), { recursive: true });
			symlinkSync(target, path.join(place.root, link));
			await expect(prepareAudit(project)).rejects.toThrow('leads outside the project');
			expect(await readAudit(project)).toEqual([]);
		},
	);
});

describe('a trail that some repository brought', () => {
	test('may be endless: its end is read', async () => {
		await prepareAudit(project);
		const file = place.write('repo/.claude/logs/session-archive.jsonl');
		truncateSync(file, 3 * 1024 ** 3);
		await appendAudit(place.claude, project, 'a', 'archived', NOW_MS);
		expect((await readAudit(project)).map((entry) => entry.item)).toEqual(['a']);
	});

	test('may be a pipe: nobody waits for it', async () => {
		await prepareAudit(project);
		execFileSync('mkfifo', [auditFile(project)]);
		expect(await readAudit(project)).toEqual([]);
	});
});
