// What a protocol file held before each save, so that a save can be taken back. One small file of ours for each save,
// written before the protocol is: who dies in between leaves one of a save that never was, which is passed over.
import { createHash } from 'node:crypto';
import { readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { errorCode, replaceFile } from '../base/atomicFile';
import type { ClaudeHome } from '../claude/claudeHome';
import { checkInside } from '../base/insideProject';
import { type ProtocolPlace, hashOfFile, writeProtocol } from './protocolFile';
import {
	type ProtocolOwner,
	type ProtocolRecord,
	readProtocolRecord,
	withProtocolLock,
	writeProtocolRecord,
} from './protocolRecord';
import { readRegularFile } from '../base/regularFile';
import { PROTOCOL_TRASH, type Trash } from '../keeper/trash';
import { randomHex } from '../base/temporary';
import { makePrivateFolder } from '../project/privateFolder';

/** T35: so many saves can be taken back, of all projects, and so many bytes; the newest always can. */
const KEPT = 100;
const KEPT_BYTES = 64 * 1024 * 1024;
const LIMIT_BYTES = 32 * 1024 * 1024;

const schema = z.object({
	schemaVersion: z.literal(1),
	id: z.string(),
	/** ISO 8601 in UTC. */
	ts: z.string(),
	/** Root of the checkout that it was saved in. */
	checkout: z.string(),
	place: z.object({ file: z.string(), label: z.string(), root: z.optional(z.string()) }),
	/** What the file held; nothing where there was none. */
	before: z.optional(z.object({ text: z.string(), modifiedMs: z.number() })),
	afterSha256: z.string(),
	/** The session that was saved, and what was known of it before. */
	session: z.optional(z.object({ id: z.string(), savedMs: z.optional(z.number()), knew: z.optional(z.string()) })),
});

/** A save that can be taken back. */
export type ProtocolSave = z.infer<typeof schema>;

export class ProtocolUndo {
	private readonly folder: string;

	constructor(
		private readonly claude: Pick<ClaudeHome, 'keeperHome'>,
		private readonly owner: ProtocolOwner,
		private readonly trash: Trash,
	) {
		this.folder = path.join(claude.keeperHome, 'protocol-saves');
	}

	/**
	 * Keeps what a file holds, while holding its lock and before `text` is written into it.
	 * @returns the save, which counts from the moment when the file holds that text.
	 */
	async keep(save: {
		readonly place: ProtocolPlace;
		readonly text: string;
		readonly checkout: string;
		readonly session: string | undefined;
		readonly record: ProtocolRecord;
		readonly nowMs: number;
	}): Promise<ProtocolSave> {
		const { place, text, checkout, session, record, nowMs } = save;
		const read = await readRegularFile(place.file, LIMIT_BYTES);
		const ts = new Date(nowMs).toISOString();
		const kept: ProtocolSave = {
			schemaVersion: 1,
			id: await this.newId(ts.replace(/[-:.]/gu, '')),
			ts,
			checkout,
			place: { file: place.file, label: place.label, ...(place.root === undefined ? {} : { root: place.root }) },
			...(read === undefined ? {} : { before: { text: read.bytes.toString('utf8'), modifiedMs: read.modifiedMs } }),
			afterSha256: sha256(text),
			...(session === undefined ? {} : { session: knownOf(record, session) }),
		};
		await makePrivateFolder(this.claude.keeperHome, this.folder);
		await replaceFile(path.join(this.folder, `${kept.id}.json`), JSON.stringify(kept), 0o600);
		await this.sweep();
		return kept;
	}

	/** The saves of a checkout that happened and were not taken back, newest first. */
	async list(checkout: string): Promise<readonly ProtocolSave[]> {
		const saves: ProtocolSave[] = [];
		for (const name of (await this.names()).reverse()) {
			const save = await this.read(name);
			if (save?.checkout !== checkout) continue;
			const now = await hashOfFile(placeOf(save));
			const isAsBefore = now === (save.before === undefined ? undefined : sha256(save.before.text));
			// Later saves of the file that are still to be taken back stand between it and this one.
			const isLatest = !saves.some(({ place }) => place.file === save.place.file);
			if (!(isLatest && isAsBefore && now !== save.afterSha256)) saves.push(save);
		}
		return saves;
	}

	/**
	 * Takes a save back: the file is what it was, or in the trash where there was none, and its session is not saved by it.
	 * Ids that it gave are not given again.
	 * @returns `changed` where the file is not what was saved: then nothing was done.
	 */
	async undo(id: string, nowMs: number): Promise<'undone' | 'gone' | 'changed'> {
		const name = `${path.basename(id)}.json`;
		const found = await this.read(name);
		if (found === undefined) return 'gone';
		return withProtocolLock(this.owner, found.place.file, async () => {
			const save = await this.read(name);
			if (save === undefined) return 'gone';
			const place = placeOf(save);
			if (place.root !== undefined) await checkInside(place.root, place.file);
			if ((await hashOfFile(place)) !== save.afterSha256) return 'changed';
			// Should this process die here, the save is still there, and can be taken back again.
			await writeProtocolRecord(
				this.owner,
				recordBefore(await readProtocolRecord(this.owner, place.file), save.session),
			);
			await this.putBack(save, nowMs);
			await unlink(path.join(this.folder, name)).catch(() => undefined);
			return 'undone';
		});
	}

	private async putBack(save: ProtocolSave, nowMs: number): Promise<void> {
		const { before } = save;
		const place = placeOf(save);
		if (before === undefined) {
			const modifiedMs = (await readRegularFile(place.file, 0))?.modifiedMs ?? nowMs;
			const taken = { kind: PROTOCOL_TRASH, action: 'undone', name: path.basename(place.file), takenMs: nowMs };
			await this.trash.take({ ...taken, path: place.file, modifiedMs });
			return;
		}
		await writeProtocol(place, before.text, before.modifiedMs);
	}

	/** Ids sort by time; of those of one moment, by who came later. */
	private async newId(stamp: string): Promise<string> {
		const earlier = (await this.names()).filter((name) => name.startsWith(`${stamp}-`)).length;
		return `${stamp}-${String(earlier).padStart(3, '0')}${await randomHex(4)}`;
	}

	private async names(): Promise<string[]> {
		return (await readdir(this.folder).catch(() => [])).filter((name) => /^[^.].*\.json$/u.test(name)).sort();
	}

	private async read(name: string): Promise<ProtocolSave | undefined> {
		const read = await readRegularFile(path.join(this.folder, name), LIMIT_BYTES).catch(() => undefined);
		try {
			const parsed = z.safeParse(schema, JSON.parse(read?.bytes.toString('utf8') ?? ''));
			return parsed.success ? parsed.data : undefined;
		} catch {
			return undefined;
		}
	}

	private async sweep(): Promise<void> {
		let bytes = 0;
		for (const [at, name] of (await this.names()).reverse().entries()) {
			const file = path.join(this.folder, name);
			bytes += (await readRegularFile(file, 0).catch(() => undefined))?.sizeBytes ?? 0;
			if (at > 0 && (at >= KEPT || bytes > KEPT_BYTES)) await unlink(file).catch(ignoreMissing);
		}
	}
}

function placeOf({ place }: ProtocolSave): ProtocolPlace {
	return { file: place.file, label: place.label, root: place.root };
}

function knownOf({ savedBy, loadedBy }: ProtocolRecord, id: string): NonNullable<ProtocolSave['session']> {
	const savedMs = savedBy.find(({ session }) => session === id)?.ms;
	const knew = loadedBy.find(({ session }) => session === id)?.sha256;
	return { id, ...(savedMs === undefined ? {} : { savedMs }), ...(knew === undefined ? {} : { knew }) };
}

/** What was known of the session before; who saved and loaded beside it stays. */
function recordBefore(record: ProtocolRecord, session: ProtocolSave['session']): ProtocolRecord {
	if (session === undefined) return record;
	const { id, savedMs, knew } = session;
	const saved = record.savedBy.filter((each) => each.session !== id);
	const loaded = record.loadedBy.filter((each) => each.session !== id);
	return {
		...record,
		savedBy: savedMs === undefined ? saved : [...saved, { session: id, ms: savedMs }].sort((a, b) => a.ms - b.ms),
		loadedBy: knew === undefined ? loaded : [...loaded, { session: id, sha256: knew }],
	};
}

function ignoreMissing(error: unknown): void {
	if (errorCode(error) !== 'ENOENT') throw error;
}

function sha256(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
