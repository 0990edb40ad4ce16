// The transcript of a sample session as it grows: the lines are Claude Code's own, the folder and the times are the test's.
import { appendFileSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../core/base/ports';
import type { SessionState } from '../../core/sessions/state';
import type { ListedSession } from '../sessions/listedSession';
import type { SessionsStore } from '../sessions/sessionsStore';

const SAMPLES = path.resolve(import.meta.dirname, '../../../test/fixtures/sessions');

export interface Surroundings {
	/** Where the transcript lies. */
	readonly folder: string;
	/** Where the session works. */
	readonly repo: string;
	readonly clock: Clock;
	readonly store: SessionsStore;
}

export class GrowingTranscript {
	readonly id: string;
	readonly file: string;
	private readonly lines: readonly string[];
	private written = 0;

	/** @param label of the sample. @param id of the session, where it is not the sample's. */
	constructor(
		label: string,
		private readonly around: Surroundings,
		id?: string,
	) {
		const folder = path.join(SAMPLES, label, 'projects/-home-dev-app');
		const name = readdirSync(folder).find((each) => each.endsWith('.jsonl')) ?? '';
		this.id = id ?? path.basename(name, '.jsonl');
		this.file = path.join(around.folder, `${this.id}.jsonl`);
		this.lines = readFileSync(path.join(folder, name), 'utf8')
			.replaceAll('/home/dev/app', around.repo)
			.trimEnd()
			.split('\n');
	}

	/** Writes all lines before the first that holds a text (all that are left without one); the first message is said now. */
	async grow(before?: string): Promise<void> {
		const end =
			before === undefined ? -1 : this.lines.findIndex((line, n) => n > this.written && line.includes(before));
		const next = this.lines.slice(this.written, end < 0 ? undefined : end);
		this.written += next.length;
		await this.append(next);
	}

	/** Writes lines, the first message of them said now, and waits until the store has them. */
	async append(lines: readonly string[]): Promise<void> {
		const { clock, store } = this.around;
		const times = lines.flatMap((line) => {
			const { type, timestamp } = JSON.parse(line) as { type: string; timestamp?: string };
			return type === 'user' || type === 'assistant' ? [Date.parse(timestamp ?? '')] : [];
		});
		const shift = times.length === 0 ? 0 : clock.now() - Math.min(...times);
		const moved = (_: string, at: string): string => `"timestamp":"${new Date(Date.parse(at) + shift).toISOString()}"`;
		const shifted = lines.map((line) => `${line.replaceAll(/"timestamp":"([^"]+)"/gu, moved)}\n`);
		appendFileSync(this.file, shifted.join(''));
		const size = readFileSync(this.file).length;
		store.hint(this.file);
		while (store.get(this.id)?.sizeBytes !== size) await new Promise((resolve) => setTimeout(resolve, 10));
	}

	get session(): ListedSession {
		const session = this.around.store.get(this.id);
		if (session === undefined) throw new Error(`There is no session ${this.id}.`);
		return session;
	}

	get state(): SessionState {
		return this.around.store.stateOf(this.session);
	}
}
