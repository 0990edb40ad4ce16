// The commands for backups and transcripts, killed before each of their steps: what a person had is then either as it was or as it should be,
// nothing is half there, and doing the same again brings it to its end.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { backupLogLine } from '../core/backups/log';
import { SESSION, sha256 } from '../node/testing/backupPlace';
import { LIMIT_MS, contents, newKilling, readText } from './testing/killing';

const killing = newKilling();
const TALK = `${'x'.repeat(200)}\n`;
const RAW = '20261120_091500_exit.jsonl';

/** A pending backup, made as the hook makes it. */
function writeBackup(): void {
	killing.place.say([TALK.trimEnd()]);
	killing.place.write(`repo/.claude/memory/raw/${RAW}`, TALK);
	const known = {
		raw: RAW,
		session: SESSION,
		source: killing.place.transcript(),
		slug: killing.place.slug,
		reason: 'exit',
	};
	const proof = { size: TALK.length, sha256: sha256(TALK) };
	const events = ['pending', 'copied', 'verified'] as const;
	killing.place.write(
		'repo/.claude/memory/.backup-log',
		events.map((event) => `${backupLogLine({ ts: '2026-11-20T09:15:00Z', event, ...known, ...proof })}\n`).join(''),
	);
}
test(
	'making a backup: announced or not, the next one is whole and checked',
	async () => {
		await killing.everywhere(
			() => void killing.place.say([TALK.trimEnd()]),
			['backups', 'create', '--session', SESSION],
			async () => {
				expect((await killing.run(['backups', 'create', '--session', SESSION])).code).toBe(0);
				const pending = killing.place.pending();
				expect(pending).toMatchObject([{ isVerified: true, sha256: sha256(TALK) }]);
				expect(killing.place.copy(pending[0]?.raw ?? '')).toBe(TALK);
			},
		);
	},
	LIMIT_MS,
);

test(
	'discarding a backup: it is in its place or in the trash, and can come back',
	async () => {
		await killing.everywhere(writeBackup, ['backups', 'discard', '--yes'], async () => {
			const everywhere = [...contents(killing.place.memory), ...contents(killing.place.claude.keeperHome)];
			expect(everywhere).toContain(TALK);
			expect((await killing.run(['backups', 'discard', '--yes'])).code).toBe(0);
			expect(killing.place.pending()).toEqual([]);
			expect((await killing.run(['backups', 'discard', '--undo'])).code).toBe(0);
			expect(killing.place.copy(RAW)).toBe(TALK);
		});
		const readBack = (): string | undefined => readText(path.join(killing.place.repo, '.claude/memory/raw', RAW));
		await killing.everywhere(
			async () => {
				writeBackup();
				await killing.run(['backups', 'discard', '--yes']);
			},
			['backups', 'discard', '--undo'],
			async () => {
				await killing.run(['backups', 'discard', '--undo']);
				expect(readBack()).toBe(TALK);
				expect((await killing.run(['backups', 'list', '--json'])).out).toContain(RAW);
			},
		);
	},
	LIMIT_MS,
);

test(
	'restoring a transcript: it is there whole or not at all',
	async () => {
		const prepare = (): void => {
			writeBackup();
			rmSync(killing.place.transcript());
		};
		await killing.everywhere(prepare, ['backups', 'restore', RAW], async () => {
			expect([undefined, TALK]).toContain(readText(killing.place.transcript()));
			await killing.run(['backups', 'restore', RAW]);
			expect(readText(killing.place.transcript())).toBe(TALK);
		});
	},
	LIMIT_MS,
);

test(
	'archiving a transcript, and deleting it from the archive: a record tells of nothing that is not whole',
	async () => {
		const prepare = (): void => void killing.place.say([TALK.trimEnd()]);
		const archive = ['backups', 'archive', '--session', SESSION];
		await killing.everywhere(prepare, archive, async () => {
			expect((await killing.run(['backups', 'verify'])).code).toBe(0);
			expect((await killing.run(archive)).code).toBe(0);
			rmSync(killing.place.transcript());
			expect((await killing.run(['backups', 'restore', SESSION])).code).toBe(0);
			expect(readText(killing.place.transcript())).toBe(TALK);
		});
		await killing.everywhere(
			async () => {
				prepare();
				await killing.run(archive);
			},
			['backups', 'purge', '--yes'],
			async () => {
				expect((await killing.run(['backups', 'verify'])).code).toBe(0);
				expect((await killing.run(['backups', 'purge', '--yes'])).code).toBe(0);
				expect(readText(killing.place.transcript())).toBe(TALK);
			},
		);
	},
	LIMIT_MS,
);
