// The ledger on disk, and the lease that lets one reflection run at a time on this machine, over all windows and commands.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import {
	type Ledger,
	type RunEnd,
	type RunStart,
	type DraftVerdict,
	compactLedger,
	foldLedger,
	ledgerLine,
} from '../../core/reflection/ledger';
import { appendLine, replaceFile } from '../base/atomicFile';
import { withFileLock } from '../base/fileLock';
import { readOrNothing } from '../base/lookAt';
import type { ClaudeHome } from '../claude/claudeHome';
import { makePrivateFolder } from '../project/privateFolder';
import { ledgerFile, reflectionHome } from './reflectionHome';

/** Above this the oldest runs go. */
const COMPACT_ABOVE_BYTES = 1024 * 1024;
const KEPT_RUNS = 1_000;
const DECIDING_WAIT_MS = 5_000;

export class LedgerFile {
	readonly file: string;
	private readonly lease: string;

	constructor(private readonly claude: ClaudeHome) {
		this.file = ledgerFile(claude);
		this.lease = path.join(reflectionHome(claude), 'lease');
	}

	/** The ledger as it is; empty where there is none. @throws the file system's error where it cannot be read: a cap that nobody can count is no cap. */
	async read(): Promise<Ledger> {
		return foldLedger(await this.text());
	}

	/** Before the run does anything. */
	async begin(start: RunStart, nowMs: number): Promise<void> {
		await this.append('started', start, nowMs);
	}

	/** When the run is over. */
	async end(end: RunEnd, nowMs: number): Promise<void> {
		await this.append('ended', end, nowMs);
	}

	/** What a person did with a draft. */
	async judge(verdict: DraftVerdict, nowMs: number): Promise<void> {
		await this.append('verdict', verdict, nowMs);
	}

	/** Over the cap: one line for a session and a day is enough. */
	async skip(session: string, why: string, nowMs: number): Promise<void> {
		const { skips } = await this.read();
		const day = new Date(nowMs).toISOString().slice(0, 10);
		const isKnown = skips.some(
			(each) => each.session === session && each.why === why && new Date(each.atMs).toISOString().startsWith(day),
		);
		if (!isKnown) await this.append('skipped', { session, why }, nowMs);
	}

	/** Runs `work` while nobody else decides about a draft. @throws where somebody else takes too long. */
	async whileDeciding<T>(work: () => Promise<T>): Promise<T> {
		await this.makeHome();
		const done = await withFileLock(path.join(path.dirname(this.file), 'deciding'), DECIDING_WAIT_MS, work);
		if (done === undefined) throw new Error('Another process is deciding about a draft. Try again in a moment.');
		return done.value;
	}

	/**
	 * Runs `work` while nobody else on this machine reflects.
	 * @returns nothing where somebody does. Nobody waits: the next look comes in a minute.
	 */
	async withLease<T>(work: () => Promise<T>): Promise<{ readonly value: T } | undefined> {
		await this.makeHome();
		return withFileLock(this.lease, 0, async () => {
			await this.compact();
			return work();
		});
	}

	private async append(...line: Parameters<typeof ledgerLine>): Promise<void> {
		await this.makeHome();
		await appendLine(this.file, ledgerLine(...line));
	}

	private async text(): Promise<string> {
		return (await readOrNothing(this.file)) ?? '';
	}

	private async compact(): Promise<void> {
		const size = (await stat(this.file).catch(() => undefined))?.size ?? 0;
		if (size > COMPACT_ABOVE_BYTES) await replaceFile(this.file, compactLedger(await this.text(), KEPT_RUNS), 0o600);
	}

	private async makeHome(): Promise<void> {
		await makePrivateFolder(this.claude.keeperHome, path.dirname(this.file));
	}
}
