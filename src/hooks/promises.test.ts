// What the safety net must never do, held against the source and the texts themselves.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { HOOK_SECONDS, wantedHooks } from '../core/hooks/launcherCommand';
import { homePlace } from '../node/backups/place';
import { findProject } from '../node/project/project';
import { newPlace, newRepository } from '../node/testing/places';

const src = path.resolve(import.meta.dirname, '..');
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
	(name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('testing'),
);
const using = (pattern: RegExp): readonly string[] =>
	sources.filter((name) => pattern.test(readFileSync(path.join(src, name), 'utf8')));

test('T14: every hook asks for seconds, and for no more than a minute', () => {
	for (const seconds of Object.values(HOOK_SECONDS)) {
		expect(Number.isInteger(seconds)).toBe(true);
		expect(seconds).toBeGreaterThanOrEqual(2);
		expect(seconds).toBeLessThanOrEqual(60);
	}
});

test('T16: SessionEnd asks for more than the second and a half that all of them share', () => {
	const style = {
		launcher: '/x/session-keeper/bin/session-keeper-hook',
		shell: 'sh',
		isWindows: false,
		isShared: false,
	};
	const [end] = wantedHooks({ ...style, shell: 'sh' }).filter(({ event }) => event === 'SessionEnd');
	expect(end?.group.hooks[0]?.timeout).toBeGreaterThan(2);
});

test('T43: nothing of ours listens on a port', () => {
	expect(using(/\.listen\(|createServer\(|node:(?:net|http|https|dgram)'/u)).toEqual([]);
});

test('T1: no hook can start a session of Claude Code or reach a model', () => {
	const hooks = using(/./u).filter((name) => /^(?:hooks|node\/hooks\/run)\//u.test(name.replaceAll('\\', '/')));
	expect(hooks.length).toBeGreaterThan(8);
	const starters = hooks.filter((name) =>
		/\b(?:spawn|exec|execFile|fork)\(/u.test(readFileSync(path.join(src, name), 'utf8')),
	);
	// Only this one starts a process: our own program, on the Node that runs already.
	expect(starters.map((name) => path.basename(name))).toEqual(['hookMain.ts']);
	expect(readFileSync(path.join(src, 'node/hooks/run/hookMain.ts'), 'utf8')).toContain('spawn(process.execPath, args');
});

test('T33, T34: what we keep lies outside of what Claude Code cleans up, and no project folder is ever removed', async () => {
	const place = newPlace();
	try {
		const project = await findProject(place.claude, newRepository(path.join(place.root, 'repo')));
		const inside = (folder: string): boolean => folder.startsWith(`${place.claude.projectsDir}${path.sep}`);
		expect(inside(place.claude.keeperHome)).toBe(false);
		expect(inside(homePlace(place.claude, project).folder)).toBe(false);
	} finally {
		place.remove();
	}
	// Whoever removes a folder with all that is in it removes one of ours.
	const removers = using(/\brm\([^)]*recursive: true|rmSync\([^)]*recursive: true/u).map((name) =>
		name.replaceAll('\\', '/'),
	);
	for (const name of removers)
		expect(readFileSync(path.join(src, name), 'utf8')).not.toMatch(
			/\brm(?:Sync)?\([^)]*(?:projectsDir|transcriptsDir|memoryDir|\.root\b)/u,
		);
});
