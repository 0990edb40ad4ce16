// A home, a repository and a program whose hooks can be installed, for tests of what can be undone. Each command is a minute
// after the one before.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { SLASH_COMMANDS, commandPath } from '../../core/claude/slashCommands';
import { NOW_MS, type Place, newPlace, newRepository } from '../../node/testing/places';
import { useUtc } from '../../node/testing/timeZone';
import { type Ended, call } from './inProcess';
import { useProgram } from './ownProgram';

export const SETTINGS = '{\n\t"model": "opus" // mine\n}\n';

export let place: Place;
export let repo: string;
export let nowMs: number;
let program: () => string;

export function useUndoPlace(): void {
	useUtc();
	program = useProgram();
	beforeEach(() => {
		place = newPlace();
		repo = newRepository(path.join(place.root, 'repo'));
		nowMs = NOW_MS;
	});
	afterEach(() => {
		vi.restoreAllMocks();
		place.remove();
	});
}

export const keeper = (...words: readonly string[]): Promise<Ended> =>
	call(words, {
		cwd: repo,
		env: { ...place.env, SESSION_KEEPER_NOW: new Date((nowMs += 60_000)).toISOString() },
		program: program(),
	});
export async function good(...words: readonly string[]): Promise<string> {
	const { code, err, out } = await keeper(...words);
	expect(code, err).toBe(0);
	return out;
}
export const undone = async (...words: readonly string[]): Promise<string> => {
	const { code, err, out } = await keeper('undo', ...words);
	expect({ code, err }).toEqual({ code: 0, err: '' });
	return out;
};
interface Listed {
	readonly id: string;
	readonly kind: string;
	readonly message: string;
	readonly isInterrupted: boolean;
}
export const list = async (): Promise<readonly Listed[]> =>
	(JSON.parse(await good('undo', '--list', '--json')) as { changes: readonly Listed[] }).changes;
export const local = (): string => path.join(repo, '.claude', 'settings.local.json');
export const imports = (): string => path.join(repo, '.claude/CLAUDE.md');
export const read = (file: string): string => readFileSync(file, 'utf8');
export const inClaude = (name: string): string => path.join(place.claude.configDir, name);
export const commandsThere = (): number =>
	SLASH_COMMANDS.filter((name) => existsSync(inClaude(commandPath(name)))).length;
export const changes = (): readonly string[] => readdirSync(inClaude('session-keeper/changes'));

/** Commands are called there from now on. */
export function workIn(folder: string): void {
	repo = folder;
}

/** Our own settings. */
const own = (): string => inClaude('session-keeper/settings.json');
export const ownNow = (): unknown => JSON.parse(read(own()));
export function setOwn(fields: object): void {
	mkdirSync(path.dirname(own()), { recursive: true });
	writeFileSync(own(), JSON.stringify(fields));
}

export function writeSettings(): void {
	mkdirSync(path.dirname(local()), { recursive: true });
	writeFileSync(local(), SETTINGS);
}
