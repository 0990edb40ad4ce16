// Runs a command or hook with one file call that fails, on a fresh copy of the sample, and judges what came of it.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';
import { SESSIONS, buildSample } from '../sampleHome.mjs';
import { inRoot } from '../paths.mjs';
import HITS from './hits.cjs';

/** A faster way to the same, what says that somebody is at it, and what others look after. */
const PASSING =
	/session-keeper\/cache(?:\/|$)|session-keeper\/projects\/[^/]+\/project\.json$|session-keeper\/\.gitignore$|\.lock(?:\/|$)|\.tmp$|\/\.git\/(?!info\/exclude)|\.taking-\d+$/u;
/** Names and values that are drawn, and the numbers of processes. */
const DRAWN = /\b[\da-f]{8,}\b|(?<=\.)\d{2,7}(?=\.)/gu;
/** What says that something went wrong. */
const TELLS =
	/could ?n[o']t|cannot|can't|failed|not (?:be )?(?:read|written|saved|changed|there)|unreadable|no longer|is full|denied|error|problem|skipped|missing|were not|not ours/iu;

/** A sample that is put back before each run. */
class Place {
	/** @param tool folder with the command line and the hooks */
	constructor(dir, tool) {
		this.tool = tool;
		this.kept = path.join(dir, 'kept');
		this.place = path.join(dir, 'place');
		this.log = path.join(dir, 'calls');
		this.sample = buildSample(this.place);
		cpSync(this.place, this.kept, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
		this.now = new Date().toISOString();
	}

	/** Puts the sample back as a case wants to find it. */
	async prepare(each) {
		rmSync(this.place, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
		cpSync(this.kept, this.place, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
		for (const words of each.before) {
			const { code, err } = await this.run({ words });
			if (code !== 0) throw new Error(`${words.join(' ')}: ${err}`);
		}
	}

	/** @param fault `{ code, at }`; without it nothing fails, and the calls are returned. */
	async run(each, fault) {
		const { workspace, home, sessions } = this.sample;
		rmSync(this.log, { force: true });
		const payload = each.input && {
			session_id: SESSIONS.ended,
			transcript_path: sessions.ended.file,
			cwd: workspace,
			permission_mode: 'default',
			...each.input,
		};
		const program = each.hook === undefined ? 'cli.js' : path.join('hooks', `${each.hook}.js`);
		const preload = fault === undefined ? [] : ['--require', inRoot('scripts/lib/faults/failCall.cjs')];
		const env = {
			PATH: process.env.PATH,
			HOME: home,
			USERPROFILE: home,
			TZ: 'UTC',
			SESSION_KEEPER_NOW: this.now,
			...(fault && {
				FAULT_BELOW: [workspace, home].join(path.delimiter),
				FAULT_AT: String(fault.at),
				FAULT_CODE: fault.code,
				FAULT_LOG: this.log,
			}),
		};
		const child = spawn(process.execPath, [...preload, path.join(this.tool, program), ...(each.words ?? [])], {
			cwd: workspace,
			env,
		});
		const ended = { code: null, out: '', err: '' };
		child.stdout.on('data', (data) => (ended.out += data));
		child.stderr.on('data', (data) => (ended.err += data));
		child.stdin.on('error', () => undefined).end(payload === undefined ? '' : `${JSON.stringify(payload)}\n`);
		ended.code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
		return ended;
	}

	/** The calls of a case, in their order, and how it ends where nothing fails. */
	async record(each) {
		await this.prepare(each);
		const before = this.seen();
		const ended = await this.run(each, { code: '', at: 0 });
		const calls = readFileSync(this.log, 'utf8')
			.split('\n')
			.filter(Boolean)
			.map((line) => JSON.parse(line));
		const after = this.seen();
		await this.prepare(each);
		await this.run(each, { code: '', at: 0 });
		// What is not the same twice says nothing.
		const again = this.seen();
		const moving = new Set([...after.keys(), ...again.keys()].filter((file) => after.get(file) !== again.get(file)));
		return { before, ended: said(ended), after, moving, calls };
	}

	/** @returns the verdict on one fault: `same`, `told`, or what is wrong with it. */
	async judge(each, recorded, fault) {
		await this.prepare(each);
		const first = said(await this.run(each, fault));
		const isKilled = fault.code === 'KILL';
		const ended = isKilled ? said(await this.run(each, undefined)) : first;
		const call = existsSync(this.log) ? readFileSync(this.log, 'utf8').split('\n')[fault.at - 1] : undefined;
		const now = this.seen();
		const verdict = verdictOf({
			...recorded,
			now,
			ended: recorded.ended,
			is: ended,
			isHook: each.hook !== undefined,
			fault,
		});
		return { ...verdict, fault, call, ended };
	}

	/** What is below the sample, by name: a link's target, a file's text. */
	seen() {
		const found = new Map();
		const walk = (folder) => {
			for (const name of readdirSync(folder)) {
				const file = path.join(folder, name);
				const shown = path.relative(this.place, file).split(path.sep).join('/');
				if (PASSING.test(`/${shown}`)) continue;
				const stat = lstatSync(file);
				if (stat.isDirectory()) walk(file);
				else found.set(shown.replace(DRAWN, '#'), stat.isSymbolicLink() ? readlinkSync(file) : textOf(file));
			}
		};
		walk(this.place);
		return found;
	}
}

const textOf = (file) => readFileSync(file, 'latin1').replace(DRAWN, '#');
const said = ({ code, out, err }) => ({ code, out: out.replace(DRAWN, '#'), err: err.replace(DRAWN, '#') });

const LOG = /session-keeper\/hooks\.log$/u;
/** Ours, and only ever a help: what it lacks is found again. */
const isTold = (file) => LOG.test(file);

function verdictOf({ before, after, moving, now, ended, is, isHook, fault }) {
	const differs = (a, b) =>
		[...new Set([...a.keys(), ...b.keys()])].filter(
			(file) => !moving.has(file) && !isTold(file) && a.get(file) !== b.get(file),
		);
	const lost = differs(before, now).filter(
		(file) => before.has(file) && now.get(file) !== after.get(file) && !isKept(before.get(file), now),
	);
	if (lost.length > 0) return { verdict: 'lost', why: lost.join(', ') };
	const undone = differs(after, now);
	const isSaid = is.code === ended.code && is.out === ended.out && is.err === ended.err;
	const logged = [...now]
		.filter(([file]) => isTold(file))
		.map(([, text]) => text)
		.join('');
	const loggedBefore = [...after]
		.filter(([file]) => isTold(file))
		.map(([, text]) => text)
		.join('');
	if (undone.length === 0 && isSaid) return { verdict: 'same' };
	if (/\n\s+at .*:\d+:\d+/u.test(is.err) || /TypeError|ReferenceError|undefined/u.test(is.err))
		return { verdict: 'false', why: 'a stack, or nonsense' };
	if (/ENOENT/u.test(is.err + is.out) && !/ENOENT/u.test(ended.err + ended.out))
		return { verdict: 'false', why: 'told as ENOENT' };
	if (isHook) {
		const isToldOf = is.err !== ended.err || is.out !== ended.out || logged !== loggedBefore;
		return undone.length === 0 || isToldOf || fault.code === 'KILL'
			? { verdict: 'told' }
			: { verdict: 'silent', why: undone.join(', ') };
	}
	const words = `${is.err}\n${is.out}`;
	const changed = differs(before, now);
	if (
		/nothing was (?:changed|saved|written|deleted|parked|restored|archived)/iu.test(words) &&
		changed.length > 0 &&
		is.code !== 0 &&
		// What the first run did, the second one need not do.
		fault.code !== 'KILL'
	)
		return { verdict: 'false', why: `nothing was changed, but: ${changed.join(', ')}` };
	if (is.code === 0 && undone.length > 0 && is.out === ended.out && !TELLS.test(is.err))
		return { verdict: 'silent', why: undone.join(', ') };
	if (is.code === 0 && is.out !== ended.out && !TELLS.test(words) && fault.code !== 'KILL')
		return { verdict: 'silent', why: 'another answer' };
	if (is.code !== 0 && is.err.trim() === '' && is.out.trim() === '') return { verdict: 'silent', why: 'no word' };
	return { verdict: 'told' };
}

/** Whether a text is somewhere, under whatever name. */
const isKept = (text, now) => [...now.values()].some((each) => each.includes(text.trim()));

/** The faults of a case: each call with each code that it can fail with. */
export function faultsOf(calls, codes = Object.keys(HITS)) {
	return calls.flatMap(([, kinds], at) =>
		codes.filter((code) => HITS[code](kinds)).map((code) => ({ code, at: at + 1 })),
	);
}

export function placeIn(dir, name, tool) {
	const own = path.join(dir, name);
	mkdirSync(own, { recursive: true });
	return new Place(own, tool);
}
