import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSample, claudeSlug, formulaSlug, git, localDate, processStart } from './sampleHome.mjs';

const DAY_MS = 86_400_000;

describe('the sample', () => {
	let dir;
	let sample;
	const now = Date.now();
	const jsonLines = (file) =>
		readFileSync(file, 'utf8')
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line));
	const backupLog = () => jsonLines(path.join(sample.workspace, '.claude/memory/.backup-log'));
	beforeAll(() => {
		dir = mkdtempSync(path.join(tmpdir(), 'sk-sample-'));
		sample = buildSample(dir, { now });
	});
	afterAll(() => rmSync(dir, { recursive: true, force: true }));

	it('names folders as Claude Code does, and as the other formula does', () => {
		expect(claudeSlug('/home/dev/My.App_1')).toBe('-home-dev-My-App-1');
		expect(formulaSlug('/home/dev/My.App_1')).toBe('home-dev-My-App_1');
		expect(claudeSlug(`/${'a'.repeat(250)}`)).toMatch(/^-a{199}-[0-9a-z]+$/);
	});

	it('has a parked item of every age', () => {
		const age = (file) => Math.floor((now - statSync(file).mtimeMs) / DAY_MS);
		const { question, due, recent, stale, expired } = sample.parked;
		expect([question, recent, stale, expired].map(age)).toEqual([0, 3, 16, 31]);
		expect(readFileSync(due, 'utf8')).toContain(`due: ${localDate(now)}`);
		expect(readdirSync(sample.formulaDir)).toHaveLength(1);
	});

	it('ends the newest transcript a few minutes ago, in the sample workspace', () => {
		const lines = jsonLines(sample.sessions.live.file);
		const stamps = lines.flatMap((line) => (line.timestamp ? [Date.parse(line.timestamp)] : []));
		expect(now - Math.max(...stamps)).toBe(3 * 60_000);
		expect(new Set(lines.flatMap((line) => line.cwd ?? []))).toEqual(new Set([sample.workspace]));
		expect(new Set(lines.flatMap((line) => line.sessionId ?? []))).toEqual(new Set([sample.sessions.live.id]));
	});

	it('gives no two sessions the same message', () => {
		const files = Object.values(sample.sessions).map(({ file }) => file);
		const ids = files.flatMap((file) => [...new Set(jsonLines(file).flatMap((line) => line.uuid ?? []))]);
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('registers a live session under a process that is alive', () => {
		const entry = JSON.parse(readFileSync(path.join(sample.claude, 'sessions', `${process.pid}.json`), 'utf8'));
		expect(entry.sessionId).toBe(sample.sessions.live.id);
		expect(entry.procStart).toBe(processStart(process.pid));
	});

	it('logs sizes and hashes that match the backups', () => {
		const verified = backupLog().filter(({ event }) => event === 'verified');
		expect(verified).toHaveLength(3);
		for (const { raw, size, sha256 } of verified) {
			const bytes = readFileSync(path.join(sample.workspace, raw));
			expect({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }).toEqual({
				size,
				sha256,
			});
		}
	});

	it('points the marker at the newest pending backup, and logs nothing about the unknown one', () => {
		const marker = readFileSync(path.join(sample.workspace, '.claude/memory/.pending-backup'), 'utf8').trim();
		expect(marker).toBe(sample.backups.exit.raw);
		expect(existsSync(sample.backups.unknown.file)).toBe(true);
		expect(backupLog().map(({ raw }) => raw)).not.toContain(sample.backups.unknown.raw);
	});

	it('is a real repository that ignores the backups', () => {
		expect(git(sample.workspace, 'rev-list', '--count', 'HEAD').trim()).toBe('3');
		const untracked = git(sample.workspace, 'status', '--porcelain', '--untracked-files=all');
		expect(untracked.trim()).toBe('');
	});
});
