// A repository and a home for each test, and the command line as a child process on a bundle of its own.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { bundle } from '../../node/testing/bundle';
import { NOW_MS, type Place, itemText, newPlace, newRepository } from '../../node/testing/places';

export const NOW = new Date(NOW_MS).toISOString();
let built: Place;
export let cli: string;
export let place: Place;
export let repo: string;
/** Where Claude Code keeps the memory of the repository. It is not there yet. */
export let memoryDir: string;

/** Builds the command line for a file of tests, and gives each test a place of its own. */
export function useCliPlace(): void {
	beforeAll(() => {
		built = newPlace();
		cli = bundle('src/cli/main.ts', built.root, 'cli');
		// For those whom a test runs it as.
		chmodSync(built.root, 0o755);
	});
	afterAll(() => built.remove());
	beforeEach(() => {
		place = newPlace();
		repo = newRepository(path.join(place.root, 'repo'));
		memoryDir = path.join(place.claude.projectsDir, projectSlug(repo), 'memory');
	});
	afterEach(() => place.remove());
}

export interface Ended {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}
interface How {
	readonly cwd?: string;
	readonly env?: NodeJS.ProcessEnv;
	readonly input?: string;
	readonly uid?: number;
	/** A reader that leaves before anything is written. */
	readonly closes?: 'stdout' | 'stderr';
}
/** Runs a command in the repository, at `NOW`. */
export function run(args: readonly string[], how: How = {}): Promise<Ended> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [cli, ...args], {
			cwd: how.cwd ?? repo,
			env: { ...place.env, SESSION_KEEPER_NOW: NOW, ...how.env },
			stdio: ['pipe', 'pipe', 'pipe'],
			...(how.uid === undefined ? {} : { uid: how.uid, gid: how.uid }),
		});
		let out = '';
		let err = '';
		child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
		child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
		if (how.closes !== undefined) child[how.closes].destroy();
		child.on('error', reject);
		child.on('close', (code) => resolve({ code, out, err }));
		child.stdin.on('error', () => undefined).end(how.input ?? '');
	});
}
/** A command that must work and say nothing beside its answer. */
export async function good(...args: readonly string[]): Promise<string> {
	const { code, out, err } = await run(args);
	expect({ code, err }).toEqual({ code: 0, err: '' });
	return out;
}
/** The document of a command, with the place it ran in taken out. */
export async function json(
	...args: readonly string[]
): Promise<{ code: number | null; document: Record<string, unknown> }> {
	const { code, out } = await run([...args, '--json']);
	return {
		code,
		document: JSON.parse(out.replaceAll(place.root, '<root>').replaceAll(projectSlug(repo), '<slug>')) as Record<
			string,
			unknown
		>,
	};
}

export const inMemory = (name: string): string => path.join(memoryDir, name);
/** Names of the parked items. */
export const open = (): readonly string[] => (existsSync(memoryDir) ? readdirSync(memoryDir).sort() : []);
/** Writes a parked item. @returns its path. */
export const park = (name: string, ageDays = 0, text = itemText(name)): string =>
	place.write(path.relative(place.root, inMemory(`session-open-${name}-2026-11-01.md`)), text, ageDays);
/** Writes a pending backup. @returns its path. */
export const raw = (name: string, content = '{}\n'): string =>
	place.write(`repo/.claude/memory/raw/${name}`, content, 1);
/** Lines of the audit trail. */
export const audit = (): readonly string[] => {
	const file = path.join(repo, '.claude/logs/session-archive.jsonl');
	return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};
