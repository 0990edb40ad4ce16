// Generated histories of a project, and a model beside them that knows what must come of each: sessions start, work, are
// saved, backed up, compacted, cleared, renamed, moved, killed, deleted and taken up, in any order.
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { type Random, seeded } from '../../core/testing/seeded';
import { assistantLine, metaLine, systemLine, userLine } from '../../core/testing/transcripts';
import { casesOf } from '../testing/casesOf';
import { snapshot } from '../testing/places';
import { backUp, hold, id, later, now, open, place, release, say, useTimeline, work } from '../testing/timelinePlace';
import { resume } from './resume';

useTimeline();

/** Each takes a quarter of a second of processor time, most of it git. */
const HISTORIES = casesOf(500);

/** What somebody who reads a session would know of it. */
interface Words {
	readonly lastMs: number;
	readonly prompts: number;
	readonly hasChanged: boolean;
}
interface Known {
	readonly n: number;
	words: Words;
	/** Where its transcript is; nothing once it is deleted. */
	file: string | undefined;
	/** What the newest backup of it holds. */
	copy: Words | undefined;
	isPending: boolean;
	savedMs: number | undefined;
	/** Nobody speaks in it any more. */
	isOver: boolean;
}

const EVENTS = [
	'greet',
	'work',
	'work',
	'save',
	'exit',
	'compact',
	'clear',
	'rename',
	'move',
	'kill',
	'delete',
	'resume',
] as const;
const SILENCE: Words = { lastMs: 0, prompts: 0, hasChanged: false };

class History {
	readonly sessions: Known[] = [];
	held: Known | undefined;

	constructor(private readonly random: Random) {}

	start(): Known {
		const n = this.sessions.length + 1;
		const session = {
			n,
			words: SILENCE,
			file: '',
			copy: undefined,
			isPending: false,
			savedMs: undefined,
			isOver: false,
		};
		this.sessions.push(session);
		this.say(session, this.random.chance(0.5));
		return session;
	}

	/** The session that a plain reading of the rule would resume. */
	latest(): Known | undefined {
		const rows = this.sessions.flatMap((session) => {
			const { file, copy, words, savedMs } = session;
			const read = file === undefined ? copy : words;
			if (session === this.held || (read === undefined && savedMs === undefined)) return [];
			const hasWork = read === undefined || read.hasChanged || read.prompts >= 3;
			return hasWork ? [{ session, lastMs: read?.lastMs ?? savedMs ?? 0 }] : [];
		});
		return rows.sort((a, b) => b.lastMs - a.lastMs)[0]?.session;
	}

	async step(): Promise<void> {
		later(this.random.int(2, 40));
		const event = this.random.pick(EVENTS);
		if (event === 'resume') return this.resume();
		const there = this.sessions.filter(({ file }) => file !== undefined);
		const speaking = there.filter(({ isOver }) => !isOver);
		const [first, ...others] = event === 'delete' || event === 'save' || event === 'exit' ? there : speaking;
		if (first === undefined || this.random.chance(0.3)) return void this.start();
		const session = this.random.pick([first, ...others]);
		switch (event) {
			case 'greet':
				return this.say(session, false);
			case 'work':
				return this.say(session, true);
			case 'save':
				return this.save(session);
			case 'exit':
				session.isOver = true;
				return this.backUp(session);
			case 'compact':
				await this.backUp(session);
				say(session.n, 0, [systemLine('compact_boundary')], session.file);
				return;
			case 'clear':
				session.isOver = true;
				await this.backUp(session);
				return void this.start();
			case 'rename':
				say(session.n, 0, [metaLine('custom-title', { customTitle: `Called ${session.n}` })], session.file);
				return;
			case 'move':
				return this.move(session);
			case 'kill':
				session.isOver = true;
				return;
			case 'delete':
				return this.delete(session);
		}
	}

	private say(session: Known, isWork: boolean): void {
		const { n, words } = session;
		const lines = isWork ? work(`work ${n}`) : [userLine('hi'), assistantLine('Hello.')];
		session.file = say(n, 0, lines, session.file === '' ? undefined : session.file);
		session.words = {
			lastMs: now() + (lines.length - 1) * 1_000,
			prompts: words.prompts + 1,
			hasChanged: words.hasChanged || isWork,
		};
	}

	private async save(session: Known): Promise<void> {
		const { documents } = await open();
		await documents.save(session.file ?? '', { session: id(session.n) });
		session.savedMs = now();
		session.isPending = false;
	}

	private async backUp(session: Known): Promise<void> {
		await backUp(session.n);
		session.copy = session.words;
		session.isPending = true;
	}

	private move(session: Known): void {
		const folder = path.join(place.claude.projectsDir, projectSlug(path.join(place.repo, 'packages')));
		mkdirSync(folder, { recursive: true });
		const target = path.join(folder, path.basename(session.file ?? ''));
		renameSync(session.file ?? '', target);
		session.file = target;
	}

	private delete(session: Known): void {
		if (session === this.held) return;
		rmSync(session.file ?? '');
		session.file = undefined;
		session.isOver = true;
	}

	async resume(): Promise<void> {
		const expected = this.latest();
		const { timeline, documents, backups } = await open();
		const { session } = await timeline.latest(undefined);
		expect(session?.id).toBe(expected && id(expected.n));
		if (session === undefined || expected === undefined) return;
		const resumed = await resume(timeline, documents, backups, { session, document: undefined });
		expect(resumed?.document.session).toBe(id(expected.n));
		if (resumed?.isMade === true) expected.savedMs = now();
		expected.isPending = false;
	}

	hold(): void {
		const there = this.sessions.filter(({ file, isOver }) => file !== undefined && !isOver);
		this.held = there.at(-1);
		if (this.held !== undefined) hold(this.held.n);
	}

	/** Sessions whose backups wait, by the model. */
	pending(): readonly string[] {
		return this.sessions.flatMap(({ n, isPending }) => (isPending ? [id(n)] : [])).sort();
	}
}

const pendingOnDisk = (): readonly (string | undefined)[] =>
	[...new Set(place.pending().map(({ session }) => session))].sort();

describe('resume latest after any history', () => {
	test.each(Array.from({ length: HISTORIES }, (_, at) => at + 1))('of seed %i', async (seed) => {
		const random = seeded(seed);
		const history = new History(random);
		history.start();
		for (let left = random.int(2, 10); left > 0; left--) await history.step();
		later(5);
		if (random.chance(0.3)) history.hold();
		expect(pendingOnDisk()).toEqual(history.pending());

		await history.resume();
		expect(pendingOnDisk()).toEqual(history.pending());
		const before = snapshot(place.root);
		later(random.int(0, 60));
		await history.resume();
		expect(snapshot(place.root)).toEqual(before);

		// Whatever was backed up, or is there, can still be gone on with.
		const { timeline } = await open();
		for (const { n, file, copy, savedMs } of history.sessions) {
			const row = await timeline.get(id(n));
			if (file !== undefined || copy !== undefined) expect(row?.isReadable).toBe(true);
			else if (savedMs !== undefined) expect(row?.documents.length).toBeGreaterThan(0);
		}
		release();
	});
});
