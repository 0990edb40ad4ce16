// Every writer, killed before each of its steps: what a person had is then either as it was or as it should be, nothing is
// half there, and doing the same again brings it to its end.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { backupLogLine } from '../core/backups/log';
import { protocolOf, protocolTask } from '../core/testing/protocols';
import { assistantLine, resultLine, userLine } from '../core/testing/transcripts';
import { type BackupTestPlace, SESSION, newBackupPlace, sha256 } from '../node/testing/backupPlace';
import { bundle } from '../node/testing/bundle';
import { NOW_MS, type Place, itemText, newPlace } from '../node/testing/places';

let program: Place;
beforeAll(() => {
	program = newPlace();
	bundle('src/cli/main.ts', program.root, 'cli');
	for (const event of ['sessionStart', 'sessionEnd', 'preCompact', 'stop']) program.write(`hooks/${event}.js`, '');
});
afterAll(() => program.remove());

let place: BackupTestPlace;
afterEach(() => place.remove());

interface Run {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
}

function run(args: readonly string[], killAt = 0): Run {
	const preload = path.resolve(import.meta.dirname, '../node/testing/killAt.cjs');
	const done = spawnSync(process.execPath, ['--require', preload, path.join(program.root, 'cli.js'), ...args], {
		cwd: place.repo,
		env: { ...place.env, SESSION_KEEPER_NOW: new Date(NOW_MS).toISOString(), KILL_AT: String(killAt) },
		encoding: 'utf8',
	});
	return { code: done.signal === 'SIGKILL' ? null : done.status, out: done.stdout, err: done.stderr };
}

/** Kills the command before its first step, its second, and so on, until it lives. @returns how many steps it has. */
function killEverywhere(prepare: () => void, args: readonly string[], check: (killedAt: number) => void): number {
	for (let at = 1; ; at++) {
		place = newBackupPlace();
		prepare();
		const { code, err } = run(args, at);
		if (code !== null) {
			expect({ code, err }).toMatchObject({ code: 0 });
			expect(at).toBeGreaterThan(2);
			return at - 1;
		}
		check(at);
		place.remove();
	}
}

/** Contents of all files below a folder: wherever a thing is now, it must be somewhere. */
function contents(folder: string): readonly string[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
}

const TALK = `${'x'.repeat(200)}\n`;
const RAW = '20261120_091500_exit.jsonl';
const local = (): string => path.join(place.repo, '.claude/settings.local.json');
const SETTINGS = '{\n\t"model": "opus" // mine\n}\n';
const readText = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

function writeSettings(): void {
	mkdirSync(path.dirname(local()), { recursive: true });
	writeFileSync(local(), SETTINGS);
}

/** A pending backup, made as the hook makes it. */
function writeBackup(): void {
	place.say([TALK.trimEnd()]);
	place.write(`repo/.claude/memory/raw/${RAW}`, TALK);
	const known = { raw: RAW, session: SESSION, source: place.transcript(), slug: place.slug, reason: 'exit' };
	const proof = { size: TALK.length, sha256: sha256(TALK) };
	const events = ['pending', 'copied', 'verified'] as const;
	place.write(
		'repo/.claude/memory/.backup-log',
		events.map((event) => `${backupLogLine({ ts: '2026-11-20T09:15:00Z', event, ...known, ...proof })}\n`).join(''),
	);
}
const parked = (): string => `home/.claude/projects/${place.slug}/memory/session-open-rates-2026-11-20.md`;
// Hundreds of processes, on a machine that others use too.
const LIMIT = 600_000;

test(
	'installing: the settings are the old ones or the new ones, and uninstalling brings back every byte',
	() => {
		killEverywhere(writeSettings, ['hooks', 'install', '--yes'], () => {
			const text = readText(local());
			expect(text === SETTINGS || text?.includes('session-keeper-hook" PreCompact')).toBe(true);
			expect(run(['hooks', 'install', '--yes']).code).toBe(0);
			expect(readText(local())).toContain('session-keeper-hook');
			expect(run(['hooks', 'uninstall', '--yes']).code).toBe(0);
			expect(readText(local())).toBe(SETTINGS);
		});
	},
	LIMIT,
);

test(
	'uninstalling: once more, and every byte is back',
	() => {
		const prepare = (): void => {
			writeSettings();
			run(['hooks', 'install', '--yes', '--imports']);
		};
		killEverywhere(prepare, ['hooks', 'uninstall', '--yes'], () => {
			expect(readText(local())).toMatch(/^\{\n\t"model": "opus"/u);
			expect(run(['hooks', 'uninstall', '--yes']).code).toBe(0);
			expect(readText(local())).toBe(SETTINGS);
			expect(readText(path.join(place.repo, '.claude/CLAUDE.md')) ?? '').not.toContain('active-context');
		});
	},
	LIMIT,
);

test(
	'making a backup: announced or not, the next one is whole and checked',
	() => {
		killEverywhere(
			() => void place.say([TALK.trimEnd()]),
			['backups', 'create', '--session', SESSION],
			() => {
				expect(run(['backups', 'create', '--session', SESSION]).code).toBe(0);
				const pending = place.pending();
				expect(pending).toMatchObject([{ isVerified: true, sha256: sha256(TALK) }]);
				expect(place.copy(pending[0]?.raw ?? '')).toBe(TALK);
			},
		);
	},
	LIMIT,
);

test(
	'discarding a backup: it is in its place or in the trash, and can come back',
	() => {
		killEverywhere(writeBackup, ['backups', 'discard', '--yes'], () => {
			const everywhere = [...contents(place.memory), ...contents(place.claude.keeperHome)];
			expect(everywhere).toContain(TALK);
			expect(run(['backups', 'discard', '--yes']).code).toBe(0);
			expect(place.pending()).toEqual([]);
			expect(run(['backups', 'discard', '--undo']).code).toBe(0);
			expect(place.copy(RAW)).toBe(TALK);
		});
		const readBack = (): string | undefined => readText(path.join(place.repo, '.claude/memory/raw', RAW));
		killEverywhere(
			() => {
				writeBackup();
				run(['backups', 'discard', '--yes']);
			},
			['backups', 'discard', '--undo'],
			() => {
				run(['backups', 'discard', '--undo']);
				expect(readBack()).toBe(TALK);
				expect(run(['backups', 'list', '--json']).out).toContain(RAW);
			},
		);
	},
	LIMIT,
);

test(
	'saving the protocol, and taking the save back: the file is what it was or what it should be, and can be taken back',
	() => {
		const before = `${JSON.stringify(protocolOf([protocolTask(7)]))}\n`;
		const file = (): string => path.join(place.repo, 'session-protocol.json');
		const write = (): void => {
			writeFileSync(file(), before);
			const call = { id: 'call-1', tool: 'TaskCreate', input: { subject: 'Write it', description: '' } };
			const lines = [
				userLine('Go'),
				assistantLine(call),
				resultLine('call-1', 'ok', { toolUseResult: { task: { id: '1' } } }),
			];
			place.say(lines.map((line) => JSON.stringify({ ...line, cwd: place.repo, sessionId: SESSION })));
		};
		const isSaved = (): boolean => readText(file())?.includes('Write it') === true;
		const undone = (): void => {
			expect(run(['protocol', 'undo'])).toMatchObject({ code: 0 });
			expect(readText(file())).toBe(before);
		};
		killEverywhere(write, ['protocol', 'save'], () => {
			expect(readText(file()) === before || isSaved()).toBe(true);
			undone();
			expect(run(['protocol', 'save'])).toMatchObject({ code: 0 });
			expect(isSaved()).toBe(true);
			undone();
		});
		const save = (): void => {
			write();
			expect(run(['protocol', 'save']).code).toBe(0);
		};
		killEverywhere(save, ['protocol', 'undo'], () => {
			expect(readText(file()) === before || isSaved()).toBe(true);
			undone();
			expect(run(['protocol', 'undo']).out).toBe('Nothing to take back.\n');
		});
	},
	LIMIT,
);

test(
	'restoring a transcript: it is there whole or not at all',
	() => {
		const prepare = (): void => {
			writeBackup();
			rmSync(place.transcript());
		};
		killEverywhere(prepare, ['backups', 'restore', RAW], () => {
			expect([undefined, TALK]).toContain(readText(place.transcript()));
			run(['backups', 'restore', RAW]);
			expect(readText(place.transcript())).toBe(TALK);
		});
	},
	LIMIT,
);

test(
	'archiving a transcript, and deleting it from the archive: a record tells of nothing that is not whole',
	() => {
		const prepare = (): void => void place.say([TALK.trimEnd()]);
		const archive = ['backups', 'archive', '--session', SESSION];
		killEverywhere(prepare, archive, () => {
			expect(run(['backups', 'verify']).code).toBe(0);
			expect(run(archive).code).toBe(0);
			rmSync(place.transcript());
			expect(run(['backups', 'restore', SESSION]).code).toBe(0);
			expect(readText(place.transcript())).toBe(TALK);
		});
		killEverywhere(
			() => {
				prepare();
				run(archive);
			},
			['backups', 'purge', '--yes'],
			() => {
				expect(run(['backups', 'verify']).code).toBe(0);
				expect(run(['backups', 'purge', '--yes']).code).toBe(0);
				expect(readText(place.transcript())).toBe(TALK);
			},
		);
	},
	LIMIT,
);

test(
	'parking and archiving an item: it is open, or in the trash, and never neither',
	() => {
		killEverywhere(
			() => undefined,
			['parked', 'park', '--name', 'a', '--text', 'what was it?'],
			() => {
				expect(run(['parked', 'park', '--name', 'b', '--text', 'the other']).code).toBe(0);
				expect(run(['parked', 'list']).out).toContain('the other');
			},
		);
	},
	LIMIT,
);

test(
	'archiving and restoring an item: it is at one place, and the trail and MEMORY.md agree with it',
	() => {
		const text = itemText('rates');
		const line = '- [rates](session-open-rates-2026-11-20.md)\n';
		const index = (): string => path.join(place.root, `home/.claude/projects/${place.slug}/memory/MEMORY.md`);
		const prepare = (): void => {
			place.write(parked(), text, 1);
			place.write(path.relative(place.root, index()), `# Memory\n${line}`);
		};
		const trail = (): readonly string[] =>
			(readText(path.join(place.repo, '.claude/logs/session-archive.jsonl')) ?? '')
				.split('\n')
				.filter(Boolean)
				.map((each) => (JSON.parse(each) as { action: string }).action);
		killEverywhere(prepare, ['parked', 'archive', 'rates'], () => {
			const everywhere = [...contents(place.claude.keeperHome), readText(path.join(place.root, parked())) ?? ''];
			expect(everywhere).toContain(text);
			run(['parked', 'archive', 'rates']);
			expect(existsSync(path.join(place.root, parked()))).toBe(false);
			expect(run(['parked', 'restore', 'rates']).code).toBe(0);
			expect(readText(path.join(place.root, parked()))).toBe(text);
			expect(trail()).toEqual(['archived', 'restored']);
			expect(readText(index())).toBe(`# Memory\n${line}`);
		});
		killEverywhere(
			() => {
				prepare();
				run(['parked', 'archive', 'rates']);
			},
			['parked', 'restore', 'rates'],
			() => {
				run(['parked', 'restore', 'rates']);
				expect(readText(path.join(place.root, parked()))).toBe(text);
				expect(readdirSync(path.dirname(index())).filter((name) => name.endsWith('.md'))).toHaveLength(2);
				expect(trail()).toEqual(['archived', 'restored']);
				expect(readText(index())).toBe(`# Memory\n${line}`);
			},
		);
	},
	LIMIT,
);
