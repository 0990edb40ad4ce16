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
	() => {
		killing.everywhere(
			() => void killing.place.say([TALK.trimEnd()]),
			['backups', 'create', '--session', SESSION],
			() => {
				expect(killing.run(['backups', 'create', '--session', SESSION]).code).toBe(0);
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
	() => {
		killing.everywhere(writeBackup, ['backups', 'discard', '--yes'], () => {
			const everywhere = [...contents(killing.place.memory), ...contents(killing.place.claude.keeperHome)];
			expect(everywhere).toContain(TALK);
			expect(killing.run(['backups', 'discard', '--yes']).code).toBe(0);
			expect(killing.place.pending()).toEqual([]);
			expect(killing.run(['backups', 'discard', '--undo']).code).toBe(0);
			expect(killing.place.copy(RAW)).toBe(TALK);
		});
		const readBack = (): string | undefined => readText(path.join(killing.place.repo, '.claude/memory/raw', RAW));
		killing.everywhere(
			() => {
				writeBackup();
				killing.run(['backups', 'discard', '--yes']);
			},
			['backups', 'discard', '--undo'],
			() => {
				killing.run(['backups', 'discard', '--undo']);
				expect(readBack()).toBe(TALK);
				expect(killing.run(['backups', 'list', '--json']).out).toContain(RAW);
			},
		);
	},
	LIMIT_MS,
);

test(
	'restoring a transcript: it is there whole or not at all',
	() => {
		const prepare = (): void => {
			writeBackup();
			rmSync(killing.place.transcript());
		};
		killing.everywhere(prepare, ['backups', 'restore', RAW], () => {
			expect([undefined, TALK]).toContain(readText(killing.place.transcript()));
			killing.run(['backups', 'restore', RAW]);
			expect(readText(killing.place.transcript())).toBe(TALK);
		});
	},
	LIMIT_MS,
);

test(
	'archiving a transcript, and deleting it from the archive: a record tells of nothing that is not whole',
	() => {
		const prepare = (): void => void killing.place.say([TALK.trimEnd()]);
		const archive = ['backups', 'archive', '--session', SESSION];
		killing.everywhere(prepare, archive, () => {
			expect(killing.run(['backups', 'verify']).code).toBe(0);
			expect(killing.run(archive).code).toBe(0);
			rmSync(killing.place.transcript());
			expect(killing.run(['backups', 'restore', SESSION]).code).toBe(0);
			expect(readText(killing.place.transcript())).toBe(TALK);
		});
		killing.everywhere(
			() => {
				prepare();
				killing.run(archive);
			},
			['backups', 'purge', '--yes'],
			() => {
				expect(killing.run(['backups', 'verify']).code).toBe(0);
				expect(killing.run(['backups', 'purge', '--yes']).code).toBe(0);
				expect(readText(killing.place.transcript())).toBe(TALK);
			},
		);
	},
	LIMIT_MS,
);
