// Changes of memory that can be taken back: what was written, taken away and edited, in one record each. Claude writes the
// same files, so every step looks again before it acts, and an undo touches only what still is as it was left.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, unlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { memoryFileNames } from '../../core/memory/memoryFile';
import { type IndexLine, removeIndexLines } from '../../core/claude/memoryIndex';
import { once } from '../../core/base/once';
import type { Clock } from '../../core/base/ports';
import { errorCode, replaceFile, writeNew } from '../base/atomicFile';
import type { ClaudeHome } from '../claude/claudeHome';
import {
	addIndexLine,
	findIndexLines,
	putIndexLines,
	readIndex,
	rewriteIndex,
	takeIndexLines,
} from '../claude/memoryIndexFile';
import { readRegularFile, readTextFile } from '../base/regularFile';
import { MEMORY_TRASH, type Trash } from '../keeper/trash';
import { makePrivateFolder } from '../project/privateFolder';

/** No memory is edited that is larger. Bytes. */
const EDIT_LIMIT_BYTES = 8 * 1024 * 1024;
/** So many changes can be taken back. */
const KEPT = 300;

const line = once(() =>
	z.object({
		line: z.number(),
		text: z.string(),
		shared: z.optional(z.object({ left: z.string(), own: z.string() })),
	}),
);
const step = once(() =>
	z.discriminatedUnion('kind', [
		z.object({ kind: z.literal('created'), file: z.string() }),
		z.object({
			kind: z.literal('taken'),
			file: z.string(),
			entry: z.string(),
			modifiedMs: z.number(),
			lines: z.array(line()),
		}),
		z.object({
			kind: z.literal('edited'),
			file: z.string(),
			before: z.string(),
			afterSha256: z.string(),
			modifiedMs: z.number(),
		}),
		z.object({
			kind: z.literal('indexed'),
			folder: z.string(),
			fileName: z.string(),
			line: z.string(),
			isFirst: z.boolean(),
		}),
		z.object({ kind: z.literal('moved'), from: z.string(), to: z.string() }),
	]),
);
const schema = once(() =>
	z.object({
		schemaVersion: z.literal(1),
		id: z.string(),
		/** ISO 8601 in UTC. */
		ts: z.string(),
		/** What was done, for people. */
		label: z.string(),
		/** Root of the project. */
		project: z.string(),
		steps: z.array(step()),
	}),
);
type Step = z.infer<ReturnType<typeof step>>;
export type MemoryChange = z.infer<ReturnType<typeof schema>>;

export class MemoryChanges {
	private readonly folder: string;

	constructor(
		private readonly claude: Pick<ClaudeHome, 'keeperHome'>,
		private readonly trash: Trash,
		private readonly clock: Clock,
	) {
		this.folder = path.join(claude.keeperHome, 'memory-changes');
	}

	/** Does several things as one change. Should one of them fail, those before it are taken back. @throws what failed. */
	async make(project: string, label: string, work: (edit: MemoryEdit) => Promise<void>): Promise<MemoryChange> {
		const nowMs = this.clock.now();
		const id = `${new Date(nowMs).toISOString().replace(/[-:.]/gu, '')}-${randomBytes(4).toString('hex')}`;
		const edit = new MemoryEdit(this.trash, nowMs);
		const change = (): MemoryChange => ({
			schemaVersion: 1,
			id,
			ts: new Date(nowMs).toISOString(),
			label,
			project,
			steps: [...edit.steps],
		});
		try {
			await makePrivateFolder(this.claude.keeperHome, this.folder);
			await work(edit);
			await replaceFile(path.join(this.folder, `${id}.json`), JSON.stringify(change()), 0o600);
		} catch (error) {
			await this.takeBack(change()).catch(() => undefined);
			throw error;
		}
		await this.sweep();
		return change();
	}

	/** What can be taken back, newest first. */
	async list(project: string): Promise<readonly MemoryChange[]> {
		const names = (await readdir(this.folder).catch(() => [])).filter((name) => name.endsWith('.json'));
		const changes = await Promise.all(
			names
				.sort()
				.reverse()
				.map((name) => this.read(name)),
		);
		return changes.flatMap((change) => (change?.project === project ? [change] : []));
	}

	/**
	 * Takes a change back. Renaming its record first decides between two that try.
	 * @returns `changed` where somebody has edited a file since, `gone` where what was taken is in the trash no more: then
	 * nothing was done.
	 */
	async undo(id: string): Promise<'undone' | 'gone' | 'changed'> {
		const file = path.join(this.folder, `${path.basename(id)}.json`);
		const change = await this.read(path.basename(file));
		if (change === undefined) return 'gone';
		for (const each of change.steps) if (each.kind === 'edited' && !(await isAsLeft(each))) return 'changed';
		const taken = change.steps.flatMap((each) => (each.kind === 'taken' ? [each.entry] : []));
		const trashed = new Set(taken.length === 0 ? [] : (await this.trash.list(MEMORY_TRASH)).map((entry) => entry.id));
		if (!taken.every((entry) => trashed.has(entry))) return 'gone';
		const claimed = `${file}.claimed`;
		try {
			await rename(file, claimed);
		} catch (error) {
			if (errorCode(error) === 'ENOENT') return 'gone';
			throw error;
		}
		try {
			await this.takeBack(change);
		} catch (error) {
			await rename(claimed, file);
			throw error;
		}
		await unlink(claimed);
		return 'undone';
	}

	private async takeBack(change: MemoryChange): Promise<void> {
		for (const each of [...change.steps].reverse()) await this.takeStepBack(each);
	}

	private async takeStepBack(each: Step): Promise<void> {
		switch (each.kind) {
			case 'created':
				// Claude may have added to it since: it goes to the trash and not away.
				await this.trash.take(recordOf(each.file, 'undone', this.clock.now(), this.clock.now()));
				return;
			case 'taken': {
				const entry = (await this.trash.list(MEMORY_TRASH)).find(({ id }) => id === each.entry);
				if (entry === undefined) throw new Error(`${path.basename(each.file)} is no longer in the trash.`);
				const folder = path.dirname(each.file);
				const names = function* (): Generator<string> {
					for (const name of memoryFileNames(path.basename(each.file))) yield path.join(folder, name);
				};
				const finish = (target: string): Promise<void> =>
					putIndexLines(folder, each.lines, { from: path.basename(each.file), to: path.basename(target) });
				await this.trash.giveBack(entry, names(), each.modifiedMs, { finish });
				return;
			}
			case 'edited':
				if (!(await isAsLeft(each))) throw new Error(`${path.basename(each.file)} was edited since.`);
				await replaceFile(each.file, each.before);
				await utimes(each.file, each.modifiedMs / 1000, each.modifiedMs / 1000);
				return;
			case 'indexed': {
				const written = ['', '\n', '\r\n'].map((lineEnd) => ({ line: 0, text: each.line + lineEnd }));
				await takeIndexLines(each.folder, each.fileName, written);
				const isLeftEmpty = each.isFirst && (await readIndex(each.folder)) === '';
				if (isLeftEmpty) await unlink(path.join(each.folder, 'MEMORY.md'));
				return;
			}
			case 'moved':
				await moveTo(each.to, each.from);
				return;
		}
	}

	private async read(name: string): Promise<MemoryChange | undefined> {
		try {
			const text = await readTextFile(path.join(this.folder, name), 4 * EDIT_LIMIT_BYTES);
			const parsed = z.safeParse(schema(), JSON.parse(text));
			return parsed.success ? parsed.data : undefined;
		} catch {
			return undefined;
		}
	}

	private async sweep(): Promise<void> {
		const names = (await readdir(this.folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
		for (const name of names.slice(0, -KEPT)) await unlink(path.join(this.folder, name)).catch(() => undefined);
	}
}

/** The steps of one change. Each is done when its promise resolves, and can be taken back from then on. */
export class MemoryEdit {
	readonly steps: Step[] = [];

	constructor(
		private readonly trash: Trash,
		private readonly nowMs: number,
	) {}

	/** Writes a file under the first free name. @returns its path. */
	async create(folder: string, fileName: string, text: string): Promise<string> {
		await mkdir(folder, { recursive: true, mode: 0o755 });
		for (const name of memoryFileNames(path.basename(fileName))) {
			const file = path.join(folder, name);
			try {
				await writeNew(file, text, 0o644);
				this.steps.push({ kind: 'created', file });
				return file;
			} catch (error) {
				if (errorCode(error) !== 'EEXIST') throw error;
			}
		}
		throw new Error('unreachable: there is always another file name');
	}

	/** Adds a line to MEMORY.md. @returns whether it may be, by `mayBe`, and was. */
	async index(folder: string, fileName: string, text: string, mayBe: (text: string) => boolean): Promise<boolean> {
		const isFirst = (await readIndex(folder)) === undefined;
		const isWritten = await addIndexLine(folder, text, mayBe);
		if (isWritten) this.steps.push({ kind: 'indexed', folder, fileName, line: text, isFirst });
		return isWritten;
	}

	/** Takes a file to the trash, and the lines that lead to it out of MEMORY.md. */
	async take(file: string, action: string): Promise<void> {
		const [folder, fileName] = [path.dirname(file), path.basename(file)];
		const lines: readonly IndexLine[] = await findIndexLines(folder, fileName);
		const modifiedMs = (await readRegularFile(file, 0))?.modifiedMs ?? this.nowMs;
		const entry = await this.trash.take(recordOf(file, action, this.nowMs, modifiedMs));
		if (entry === undefined) throw new Error(`${fileName} is gone already.`);
		this.steps.push({ kind: 'taken', file, entry: entry.id, modifiedMs, lines: [...lines] });
		await takeIndexLines(folder, fileName, lines);
	}

	/** Takes the lines that lead to a file out of MEMORY.md. */
	async takeLines(folder: string, fileName: string): Promise<void> {
		if ((await findIndexLines(folder, fileName)).length === 0) return;
		await this.editIndex(folder, (text) => removeIndexLines(text, fileName).text);
	}

	/** Changes the text of a file, if it still is what was read. */
	async edit(file: string, change: (text: string) => string): Promise<void> {
		const before = await readText(file);
		const next = change(before.text);
		if (next === before.text) return;
		if ((await readText(file)).text !== before.text)
			throw new Error(`${path.basename(file)} is being edited by somebody else.`);
		await replaceFile(file, next);
		const { modifiedMs } = before;
		this.steps.push({ kind: 'edited', file, before: before.text, afterSha256: sha256(next), modifiedMs });
	}

	/** The same for MEMORY.md, which Claude writes at any moment: tried again where it did. */
	async editIndex(folder: string, change: (text: string) => string): Promise<void> {
		const file = path.join(folder, 'MEMORY.md');
		let [before, after] = ['', ''];
		const { modifiedMs } = await readText(file);
		await rewriteIndex(folder, (text) => {
			[before, after] = [text, change(text)];
			return after;
		});
		if (before !== after) this.steps.push({ kind: 'edited', file, before, afterSha256: sha256(after), modifiedMs });
	}

	/** Moves a file into another folder, under the first free name there. @returns where it is. */
	async move(file: string, folder: string): Promise<string> {
		await mkdir(folder, { recursive: true, mode: 0o755 });
		for (const name of memoryFileNames(path.basename(file))) {
			const to = path.join(folder, name);
			if (await moveTo(file, to)) {
				this.steps.push({ kind: 'moved', from: file, to });
				return to;
			}
		}
		throw new Error('unreachable: there is always another file name');
	}
}

/** Moves without ever writing over something. @returns false where the name is taken. */
async function moveTo(from: string, to: string): Promise<boolean> {
	const read = await readRegularFile(from, EDIT_LIMIT_BYTES, { isLinkRefused: true });
	if (read === undefined || read.sizeBytes > EDIT_LIMIT_BYTES)
		throw new Error(`${path.basename(from)} cannot be moved.`);
	try {
		await writeNew(to, read.bytes, 0o644);
	} catch (error) {
		if (errorCode(error) === 'EEXIST') return false;
		throw error;
	}
	await utimes(to, read.modifiedMs / 1000, read.modifiedMs / 1000);
	await unlink(from);
	return true;
}

async function readText(file: string): Promise<{ readonly text: string; readonly modifiedMs: number }> {
	const read = await readRegularFile(file, EDIT_LIMIT_BYTES);
	const text = read?.bytes.toString('utf8') ?? '';
	const isText =
		read !== undefined && read.sizeBytes <= EDIT_LIMIT_BYTES && Buffer.from(text, 'utf8').equals(read.bytes);
	if (!isText || text.includes('\0')) throw new Error(`${path.basename(file)} is not UTF-8 text and is left as it is.`);
	return { text, modifiedMs: read.modifiedMs };
}

async function isAsLeft(each: Extract<Step, { kind: 'edited' }>): Promise<boolean> {
	return readText(each.file).then(
		({ text }) => sha256(text) === each.afterSha256,
		() => false,
	);
}

function recordOf(file: string, action: string, nowMs: number, modifiedMs: number): Parameters<Trash['take']>[0] {
	return { kind: MEMORY_TRASH, action, name: path.basename(file), takenMs: nowMs, path: file, modifiedMs };
}

function sha256(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
