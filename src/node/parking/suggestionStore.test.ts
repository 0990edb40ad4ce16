import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dismissSuggestion, dismissedFile, readDismissed } from './suggestionStore';

let folder = '';
let claude = { keeperHome: '' };
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'sk-dismissed-'));
	claude = { keeperHome: path.join(folder, 'session-keeper') };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('nothing is dismissed at first', async () => {
	expect(await readDismissed(claude)).toEqual(new Set());
});

test('what is dismissed stays dismissed', async () => {
	await Promise.all(['a', 'b', 'c'].map((key) => dismissSuggestion(claude, key, Date.UTC(2026, 10, 20))));
	expect([...(await readDismissed(claude))].sort()).toEqual(['a', 'b', 'c']);
	expect(readFileSync(dismissedFile(claude), 'utf8')).toContain('{"ts":"2026-11-20T00:00:00Z","key":"a"}\n');
	if (process.platform !== 'win32') expect(statSync(dismissedFile(claude)).mode & 0o777).toBe(0o600);
});

test('what was dismissed and is wanted back is offered again, and dismissed once more where somebody says so', async () => {
	await dismissSuggestion(claude, 'a', 0);
	await dismissSuggestion(claude, 'b', 0);
	await dismissSuggestion(claude, 'a', 0, false);
	expect([...(await readDismissed(claude))]).toEqual(['b']);
	await dismissSuggestion(claude, 'a', 0);
	expect([...(await readDismissed(claude))]).toEqual(['b', 'a']);
});

test('torn and foreign lines cost themselves only', async () => {
	await dismissSuggestion(claude, 'a', 0);
	appendFileSync(dismissedFile(claude), '{"ts":"2026\nnull\n{"key":5}\n\u0000\n');
	await dismissSuggestion(claude, 'b', 0);
	expect(await readDismissed(claude)).toEqual(new Set(['a', 'b']));
});

test('the file does not grow for ever, and the newest ones stay', async () => {
	await dismissSuggestion(claude, 'first', 0);
	writeFileSync(dismissedFile(claude), Array.from({ length: 5_000 }, (_, n) => `{"key":"k${n}"}\n`).join(''));
	await dismissSuggestion(claude, 'last', 0);
	const kept = [...(await readDismissed(claude))];
	expect(kept).toHaveLength(2_500);
	expect(kept.at(-1)).toBe('last');
});
