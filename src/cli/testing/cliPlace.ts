// A repository and a home for each test, and the command line: called in the process, or as a process of its own.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { bundle } from '../../node/testing/bundle';
import { NOW_MS, type Place, itemText, newPlace, newRepository } from '../../node/testing/places';
import { useUtc } from '../../node/testing/timeZone';
import { type Around, type Ended, call } from './inProcess';

export const NOW = new Date(NOW_MS).toISOString();
export let place: Place;
export let repo: string;
/** Where Claude Code keeps the memory of the repository. It is not there yet. */
export let memoryDir: string;

let built: Place | undefined;

/** The command line as a file that Node runs, for what only a process can show. It is built when first asked for. */
export function program(): string {
	if (built === undefined) {
		built = newPlace();
		bundle('src/cli/testing/alone.ts', built.root, 'cli');
		// For those whom a test runs it as.
		chmodSync(built.root, 0o755);
	}
	return path.join(built.root, 'cli.js');
}

/** Gives each test of a file a place of its own, and clears the program away. */
export function useCliPlace(): void {
	useUtc();
	afterAll(() => {
		built?.remove();
		built = undefined;
	});
	beforeEach(() => {
		place = newPlace();
		repo = newRepository(path.join(place.root, 'repo'));
		memoryDir = path.join(place.claude.projectsDir, projectSlug(repo), 'memory');
	});
	afterEach(() => place.remove());
}

interface How {
	readonly cwd?: string;
	/** Beside the place's own. */
	readonly env?: NodeJS.ProcessEnv;
	readonly input?: string;
	/** Of a terminal, in cells; else there is none. */
	readonly columns?: number;
	readonly rows?: number;
	readonly keys?: NonNullable<Around['keys']>;
}
/** Calls a command in the repository, at `NOW`. */
export function run(args: readonly string[], how: How = {}): Promise<Ended> {
	return call(args, { ...how, cwd: how.cwd ?? repo, env: environmentOf(how), input: how.input ?? '' });
}
const environmentOf = ({ env }: How): NodeJS.ProcessEnv => ({ ...place.env, SESSION_KEEPER_NOW: NOW, ...env });

interface HowProcess extends How {
	readonly uid?: number;
	/** A reader that leaves before anything is written. */
	readonly closes?: 'stdout' | 'stderr';
}
/** The same as a process of its own. */
export function runProcess(args: readonly string[], how: HowProcess = {}): Promise<Ended> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [program(), ...args], {
			cwd: how.cwd ?? repo,
			env: environmentOf(how),
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
export function raw(name: string, content = '{}\n'): string {
	place.write('repo/.claude/memory/raw/.gitignore', '*\n');
	place.write('repo/.claude/memory/.gitignore', 'raw/\n.pending-backup\n.backup-log\nsessions/\n.gitignore\n');
	return place.write(`repo/.claude/memory/raw/${name}`, content, 1);
}
/** Lines of the audit trail. */
export const audit = (): readonly string[] => {
	const file = path.join(repo, '.claude/logs/session-archive.jsonl');
	return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};
