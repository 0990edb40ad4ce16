// What the installer remembers of each settings file that it changed: enough to restore every byte. One file for each,
// so that two windows never overwrite each other's records.
import { readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { once } from '../../core/base/once';
import { errorCode, replaceFile } from '../base/atomicFile';
import type { ClaudeHome } from '../claude/claudeHome';
import { readRegularFile } from '../base/regularFile';
import { lookSurely } from '../base/lookAt';
import { sha256 } from '../base/sha256';
import { isRootOf } from '../project/formerRoots';
import { makePrivateFolder } from '../project/privateFolder';
import { SETTINGS_LIMIT_BYTES, type SettingsPlace, type SettingsSnapshot } from '../project/settingsFile';

const schema = once(() =>
	z.object({
		schemaVersion: z.literal(1),
		/** The settings file, links resolved. */
		file: z.string(),
		/** ISO 8601 in UTC: since when the hooks are there, as far as we know. */
		installedAt: z.string(),
		/** The whole text before us: the backup. `null` where there was no file. */
		before: z.nullable(z.string()),
		/** SHA-256 of the text that we left, in hex. The same text later means that nobody edited it. */
		afterSha256: z.string(),
		/** Containers in it that exist only because of us. */
		created: z.array(z.string()),
		/** We made the folder that it is in. */
		madeFolder: z.boolean(),
		/** Parts that a person left out: what a later installation does not mention stays out. */
		leftOut: z.optional(z.array(z.string())),
	}),
);

export type InstallRecord = z.infer<ReturnType<typeof schema>>;

/** What an uninstallation leaves of a record, for the next installation; each record says it. */
const leftSchema = once(() =>
	z.object({
		schemaVersion: z.literal(1),
		file: z.string(),
		installedAt: z.string(),
		leftOut: z.optional(z.array(z.string())),
	}),
);

/** A settings file by what was read of it. */
type SettingsRead = Pick<SettingsSnapshot, 'place' | 'target'>;

/** A settings file's text as a JSON string is at most six times as long. */
const LIMIT_BYTES = 6 * SETTINGS_LIMIT_BYTES + 1024 * 1024;

/**
 * What is remembered of our hooks in a settings file. A missing or broken record is none, and so is that of another project
 * which was at this place.
 * @throws the file system's error where one cannot be read: who took it for none would leave what it says in the settings.
 */
export async function readInstallRecord(
	claude: ClaudeHome,
	{ place, target }: SettingsRead,
): Promise<InstallRecord | undefined> {
	const record = await readOf(claude, target, schema());
	return record !== undefined && isOf(place, place.root, record) ? record : undefined;
}

/**
 * What a person left out of the hooks in a settings file, by the last that is known of it: they may be uninstalled since, and
 * the project may have been elsewhere. @throws as above.
 * @param known the record, which is read already where there is one: it is as large as the settings.
 */
export async function leftOutOf(
	claude: ClaudeHome,
	{ place, target }: SettingsRead,
	known?: InstallRecord,
): Promise<readonly string[]> {
	if (known !== undefined) return known.leftOut ?? [];
	const { root, project } = place;
	const roots = [root, ...(project?.identity.former.map((each) => each.root) ?? []).toReversed()];
	for (const at of roots) {
		const file = root === undefined || at === undefined ? target : path.join(at, path.relative(root, target));
		const record = await readOf(claude, file, leftSchema());
		if (record !== undefined && isOf(place, at, record)) return record.leftOut ?? [];
	}
	return [];
}

/** Whether what was done at a root then was done in the project of a place. */
function isOf({ root, project }: SettingsPlace, at: string | undefined, record: { installedAt: string }): boolean {
	if (root === undefined || at === undefined || project === undefined) return true;
	return isRootOf({ ...project, root }, at, Date.parse(record.installedAt));
}

async function readOf<T extends { readonly file: string }>(
	claude: ClaudeHome,
	settingsFile: string,
	form: z.ZodMiniType<T>,
): Promise<T | undefined> {
	// Making the name of a record takes Node's cryptography, which is a third of the time in which Node starts.
	if ((await lookSurely(installRecordsFolder(claude))) === undefined) return undefined;
	try {
		const record = await readRecord(recordFile(claude, settingsFile), form);
		return record?.file === settingsFile ? record : undefined;
	} catch (error) {
		if (errorCode(error) !== undefined) throw error;
		return undefined;
	}
}

/** The settings files that we put hooks into, as far as we remember; they may be gone. Never throws. */
export async function installedFiles(claude: ClaudeHome): Promise<readonly string[]> {
	const folder = installRecordsFolder(claude);
	const names = await readdir(folder).catch(() => []);
	const records = await Promise.all(
		names
			.filter((name) => name.endsWith('.json'))
			.map((name) => readRecord(path.join(folder, name), schema()).catch(() => undefined)),
	);
	return records.flatMap((record) => record?.file ?? []);
}

async function readRecord<T>(file: string, form: z.ZodMiniType<T>): Promise<T | undefined> {
	const read = await readRegularFile(file, LIMIT_BYTES);
	if (read === undefined) return undefined;
	const parsed = z.safeParse(form, JSON.parse(read.bytes.toString()));
	return parsed.success ? parsed.data : undefined;
}

/** Throws the file system's error: without the backup nothing may be changed. The settings may hold secrets, so mode 0600. */
export function writeInstallRecord(claude: ClaudeHome, record: Omit<InstallRecord, 'schemaVersion'>): Promise<void> {
	return write(claude, record);
}

async function write(claude: ClaudeHome, record: { readonly file: string }): Promise<void> {
	const file = recordFile(claude, record.file);
	await makePrivateFolder(claude.keeperHome, path.dirname(file));
	await replaceFile(file, `${JSON.stringify({ schemaVersion: 1, ...record }, null, 2)}\n`, 0o600);
}

/** The hooks are gone. @param left what stays out until the person says it, for the next installation. Never throws. */
export async function removeRecord(
	claude: ClaudeHome,
	settingsFile: string,
	left?: Pick<InstallRecord, 'installedAt' | 'leftOut'>,
): Promise<void> {
	if ((left?.leftOut ?? []).length > 0)
		try {
			return await write(claude, { file: settingsFile, ...left });
		} catch {
			// Better that it is asked again than that the hooks seem to have been taken out by somebody.
		}
	await unlink(recordFile(claude, settingsFile)).catch(() => undefined); // Already gone, or worthless from now on.
}

function recordFile(claude: ClaudeHome, settingsFile: string): string {
	const key = sha256(settingsFile).slice(0, 16);
	return path.join(installRecordsFolder(claude), `${key}.json`);
}

/** Where the records of all installations are. It need not exist. */
export function installRecordsFolder(claude: ClaudeHome): string {
	return path.join(claude.keeperHome, 'installed');
}
