// A project that has moved, and the real Claude Code: the conversation goes on where the folder is now.
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openClaude } from './support/claude.mjs';

let claude;
afterEach(async () => claude.close());

const git = (cwd, ...args) => execFileSync('git', args, { cwd, env: claude.env, stdio: 'pipe' });

test.each([
	['renamed', (from, to) => renameSync(from, to)],
	['moved', (from, to) => renameSync(from, to)],
	['cloned again', (from, to) => (git(claude.dir, 'clone', '-q', from, to), rmSync(from, { recursive: true }))],
	['copied', (from, to) => cpSync(from, to, { recursive: true })],
])('%s', async (how, move) => {
	claude = await openClaude();
	const before = claude.repo;
	await claude.start();
	await claude.say('apples');
	const [original] = claude.transcripts();
	await claude.type('/exit');
	await claude.ended();
	await claude.until(() => claude.log().some((line) => line.event === 'verified'), 'the backup');
	const bytes = readFileSync(original);
	const id = path.basename(original, '.jsonl');

	const after = path.join(claude.dir, how === 'moved' ? 'elsewhere/deep/app' : 'other');
	mkdirSync(path.dirname(after), { recursive: true });
	move(before, after);
	trust(after);
	claude.moveTo(after);

	const { sessions } = JSON.parse(claude.keeper('sessions', 'list', '--json').out);
	expect(sessions).toMatchObject([{ id, from: { folder: before, isOthers: how === 'copied' } }]);
	const restored = claude.keeper('backups', 'restore', id);
	expect(restored.out).toContain(`claude --resume ${id}`);

	await claude.start('--resume', id);
	await claude.say('pears');
	await claude.type('/exit');
	await claude.ended();
	// It went on here with what was said there, and the original is as it was.
	const [file] = claude.transcripts();
	expect(path.basename(file)).toBe(`${id}.jsonl`);
	expect(claude.api.requests.at(-1)).toSatisfy((request) => JSON.stringify(request).includes('apples'));
	for (const words of ['apples', 'pears']) expect(claude.read(file)).toContain(`You said: ${words}`);
	expect(readFileSync(original).equals(bytes)).toBe(true);
});

/** As a person answers the question about the folder. */
function trust(folder) {
	const file = path.join(claude.home, '.claude.json');
	const state = JSON.parse(readFileSync(file, 'utf8'));
	state.projects[folder] = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
	writeFileSync(file, JSON.stringify(state));
}
