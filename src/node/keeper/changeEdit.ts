// What a change of other people's files may do. Each step is on record before it is done; Claude writes the same files, so
// each looks again before it acts.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../base/atomicFile';
import { removeIndexLines } from '../../core/claude/memoryIndex';
import { numberedNames } from '../../core/base/text';
import { isThere } from '../base/lookAt';
import { readRegularFile, utf8In } from '../base/regularFile';
import { sha256 } from '../base/sha256';
import { changeFile } from '../base/sharedFile';
import { addIndexLine, findIndexLines, readIndex, rewriteIndex, takeIndexLines } from '../claude/memoryIndexFile';
import { EDIT_LIMIT_BYTES, type Step, type StepContext, moveTo, trashRecord } from './changeStep';

export class ChangeEdit {
	readonly steps: Step[] = [];

	constructor(
		private readonly context: StepContext,
		/** Puts the steps on the disk, before the last of them is done, and where one was not. */
		private readonly keep: () => Promise<void>,
	) {}

	/** Writes a file under the first free name. @returns its path. */
	async create(folder: string, fileName: string, text: string): Promise<string> {
		return this.underFreeName(
			folder,
			fileName,
			(file) => ({ kind: 'created', file }),
			(file) => changeFile(file, undefined, text, { mode: 0o644 }),
		);
	}

	/** Moves a file into another folder, under the first free name there. @returns where it is. */
	async move(from: string, folder: string): Promise<string> {
		return this.underFreeName(
			folder,
			path.basename(from),
			(to) => ({ kind: 'moved', from, to }),
			(to) => moveTo(from, to),
		);
	}

	/** Adds a line to MEMORY.md. @returns whether it may be, by `mayBe`, and was. */
	async index(folder: string, fileName: string, text: string, mayBe: (text: string) => boolean): Promise<boolean> {
		const before = await readIndex(folder);
		const isUnended = before !== undefined && /[^\n]$/u.test(before);
		const step = { kind: 'indexed', folder, fileName, line: text, isFirst: before === undefined } as const;
		const done = await this.plan({ ...step, ...(isUnended ? { isUnended } : {}) });
		const isWritten = await addIndexLine(folder, text, mayBe);
		if (!isWritten) await done.leaveOut();
		return isWritten;
	}

	/** Takes a file to the trash, and the lines that lead to it out of MEMORY.md. */
	async take(file: string, action: string): Promise<void> {
		const [folder, fileName] = [path.dirname(file), path.basename(file)];
		const lines = await findIndexLines(folder, fileName);
		const modifiedMs = (await readRegularFile(file, 0))?.modifiedMs ?? this.context.nowMs;
		await this.plan({ kind: 'taken', file, modifiedMs, lines: [...lines] });
		const entry = await this.context.trash.take(trashRecord(file, action, this.context, modifiedMs));
		if (entry === undefined) throw new Error(`${fileName} is gone already.`);
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
		const isDone = await this.replace(file, before, next, async () =>
			changeFile(await realpath(file), before.text, next),
		);
		if (!isDone) throw new Error(`${path.basename(file)} is being edited by another program.`);
	}

	/** The same for MEMORY.md, which Claude writes at any moment: tried again where it did. */
	async editIndex(folder: string, change: (text: string) => string): Promise<void> {
		const file = path.join(folder, 'MEMORY.md');
		const { modifiedMs } = await readText(file);
		let done: { leaveOut(): Promise<void> } | undefined;
		await rewriteIndex(folder, async (text) => {
			await done?.leaveOut();
			const next = change(text);
			if (next !== text) done = await this.planEdit(file, { text, modifiedMs }, next);
			return next;
		});
	}

	/**
	 * Replaces a file as a whole, or begins it.
	 * @param before what it holds; nothing where there is none. @param put does it, and says whether it was done.
	 */
	async replace(
		file: string,
		before: { readonly text: string; readonly modifiedMs: number } | undefined,
		next: string,
		put: () => Promise<boolean>,
	): Promise<boolean> {
		const done = await this.planEdit(file, before, next);
		const isDone = await put();
		if (!isDone) await done.leaveOut();
		return isDone;
	}

	/** Puts files on record whose bytes are not kept, before any of them is changed. Nothing stands for no file. */
	async mean(
		files: readonly {
			readonly file: string;
			readonly before: string | undefined;
			readonly after: string | undefined;
		}[],
	): Promise<void> {
		const hashOf = (text: string | undefined): string | undefined => (text === undefined ? undefined : sha256(text));
		for (const { file, before, after } of files)
			this.steps.push({ kind: 'meant', file, beforeSha256: hashOf(before), afterSha256: hashOf(after) });
		await this.keep();
	}

	private planEdit(
		file: string,
		before: { readonly text: string; readonly modifiedMs: number } | undefined,
		next: string,
	): Promise<{ leaveOut(): Promise<void> }> {
		const was = before === undefined ? {} : { before: before.text };
		return this.plan({ kind: 'edited', file, ...was, afterSha256: sha256(next), modifiedMs: before?.modifiedMs ?? 0 });
	}

	private async underFreeName(
		folder: string,
		fileName: string,
		stepOf: (file: string) => Step,
		put: (file: string) => Promise<boolean>,
	): Promise<string> {
		await makeFolder(folder, 0o755);
		for (const name of numberedNames(path.basename(fileName))) {
			const file = path.join(folder, name);
			if (await isThere(file)) continue;
			const done = await this.plan(stepOf(file));
			if (await put(file)) return file;
			await done.leaveOut();
		}
		throw new Error('unreachable: there is always another file name');
	}

	/** @returns what takes a step that was not done out of the record. */
	private async plan(step: Step): Promise<{ leaveOut(): Promise<void> }> {
		this.steps.push(step);
		await this.keep();
		const leaveOut = (): Promise<void> => {
			this.steps.splice(this.steps.indexOf(step), 1);
			return this.keep();
		};
		return { leaveOut };
	}
}

async function readText(file: string): Promise<{ readonly text: string; readonly modifiedMs: number }> {
	const read = await readRegularFile(file, EDIT_LIMIT_BYTES);
	const text = read === undefined || read.sizeBytes > EDIT_LIMIT_BYTES ? undefined : utf8In(read.bytes);
	if (read === undefined || text === undefined || text.includes('\0'))
		throw new Error(`${path.basename(file)} is not UTF-8 text and is left as it is.`);
	return { text, modifiedMs: read.modifiedMs };
}
