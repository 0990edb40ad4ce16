// Runs a command or hook with one file call that fails, on a fresh copy of the sample, and judges what came of it.
import { isDeepStrictEqual } from 'node:util';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	appendFileSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	readlinkSync,
	rmSync,
} from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { SESSIONS, buildSample } from '../sampleHome.mjs';
import { inRoot } from '../paths.mjs';
import HITS from './hits.cjs';
import { KeptFolder } from './keptFolder.mjs';

/** A faster way to the same, what says that somebody is at it, and what others look after. */
const PASSING =
	/session-keeper\/cache(?:\/|$)|session-keeper\/projects\/[^/]+\/looks\.json$|session-keeper\/projects\/[^/]+\/project\.json$|session-keeper\/\.gitignore$|\.lock(?:\/|$)|\.tmp$|\/\.git\/(?!info\/exclude)/u;
/** What somebody began to take out of the trash has this at its name, and is found by those who give it back. */
const TAKING = /(?<=session-keeper\/trash\/[^/]*)\.(?:taking|claimed)-\d+(?=\/|$)/u;
/** Names and values that are drawn, and the numbers of processes. */
const DRAWN = /\b[\da-f]{8,}\b|(?<=\.)\d{2,7}(?=\.)/gu;
/** What says that something went wrong. */
const TELLS =
	/could ?n[o']t|cannot|can't|failed|not (?:be )?(?:read|written|saved|changed|there)|unreadable|no longer|is full|denied|error|problem|skipped|missing|were not|not ours/iu;

/** What is said of any call that was refused, the advice after it, and what stands in the log of the editor alone. */
const GENERAL =
	/^log: |^Some files could not be read or written|^(?:Check its permissions|Free some disk|Too many files|Try again)/u;

/** Beyond all that a command takes, on a slow machine. Milliseconds. */
const HANGS_MS = 60_000;

/** A sample that is put back before each run. */
class Place {
	/**
	 * @param how `tool`: folder with the command line and the hooks; `editor`: the program that runs the extension; `shim`: what `failCall.c` was made to
	 * @param here what runs in this process: `command`, nothing where each is a process; `act`, an action in the editor
	 */
	constructor(dir, { tool, editor, shim }, { command, act }) {
		this.tool = tool;
		this.editor = editor;
		this.shim = shim;
		this.command = command;
		this.act = act;
		this.kept = new KeptFolder(path.join(dir, 'place'));
		this.log = path.join(dir, 'calls');
		this.sample = buildSample(this.kept.folder);
		this.now = new Date().toISOString();
		this.start = path.join(dir, 'start');
		this.ready = path.join(dir, 'ready');
		this.kept.copyTo(this.start);
	}

	/** Puts the sample back as a case wants to find it. */
	async prepare(each) {
		if (this.of !== each) {
			await this.kept.putBack(this.start);
			if (each.said !== undefined) this.say(each.said);
			const { sessions, memoryDir } = this.sample;
			if (each.isBroken) appendFileSync(path.join(memoryDir, 'MEMORY.md'), '- [Gone](gone.md): it was deleted\n');
			for (const before of each.before) {
				const { code, err } = await this.run(before);
				if (code !== 0) throw new Error(`${JSON.stringify(before)}: ${err}`);
			}
			if (each.isGone) rmSync(sessions.plain.file);
			this.kept.copyTo(this.ready);
			this.of = each;
		}
		await this.kept.putBack(this.ready);
	}

	/** A prompt more in the session that hooks are told of. */
	say(content) {
		const { workspace, sessions } = this.sample;
		const { id: sessionId, file } = sessions.ended;
		const line = { type: 'user', uuid: 'said', sessionId, cwd: workspace, timestamp: this.now, isSidechain: false };
		appendFileSync(file, `${JSON.stringify({ ...line, message: { role: 'user', content } })}\n`);
	}

	get environment() {
		const { home } = this.sample;
		return { PATH: process.env.PATH, HOME: home, USERPROFILE: home, TZ: 'UTC', SESSION_KEEPER_NOW: this.now };
	}

	/** @param fault `{ code, at }`; without it nothing fails. @returns how it ended, with the calls where they were watched. */
	async run(each, fault, onBegin) {
		if (each.actions !== undefined) return this.act({ ...this.action(each, this.injected(fault)), onBegin });
		if (each.hook !== undefined || this.command === undefined) return this.runProcess(each, fault);
		const { workspace, home } = this.sample;
		const program = path.join(this.tool, 'cli.js');
		const faults = globalThis[Symbol.for('faults')];
		faults.begin([workspace, home], this.injected(fault));
		try {
			const ended = await this.command(each.words, { cwd: workspace, env: this.environment, program });
			return { ...ended, ...faults.end() };
		} finally {
			faults.end();
		}
	}

	/** What an action in the editor is told. */
	action({ actions }, fault) {
		const { workspace, home } = this.sample;
		const { tool } = this;
		return { actions, cwd: workspace, env: this.environment, tool, below: [workspace, home], fault };
	}

	/** A fault that has a name in place of a number is that of the call which bears it. */
	injected(fault = { at: 0, code: '' }) {
		if (fault.call === undefined) return fault;
		const names = this.namer();
		return { code: fault.code, isAt: (name, file) => names(name, file) === fault.call };
	}

	/** Names calls so that they are called the same in every run and on every day, whatever order things that go on at once have. */
	namer() {
		const counts = new Map();
		const slug = this.kept.folder.replace(/[^a-zA-Z0-9]/gu, '-');
		return (name, file) => {
			const shown = file
				.replaceAll(this.kept.folder, '')
				.replaceAll(slug, '')
				.replace(TAKING, '')
				.replace(DRAWN, '#')
				.replace(/\d+/gu, '#');
			const call = `${name} ${shown}`;
			counts.set(call, (counts.get(call) ?? 0) + 1);
			return `${call} ${counts.get(call)}`;
		};
	}

	/** An action in a process of its own: it is killed there, and counts its calls from where it begins. */
	async killAction(each, fault) {
		const env = { ...this.environment, FAULT_ACTION: JSON.stringify(this.action(each, fault)) };
		const preload = ['--require', inRoot('scripts/lib/faults/failCall.cjs')];
		const { workspace: cwd } = this.sample;
		const child = spawn(process.execPath, [...preload, this.editor], { cwd, env, stdio: 'ignore', timeout: HANGS_MS });
		const signal = await new Promise((resolve, reject) =>
			child.once('error', reject).once('close', (_code, by) => resolve(by)),
		);
		// One with fewer calls than when they were counted came to its end.
		return { hasFailed: signal === 'SIGKILL' };
	}

	async runProcess(each, fault) {
		if (each.actions !== undefined) return this.killAction(each, fault);
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
		const isByNode = fault !== undefined && this.shim === undefined;
		const preload = isByNode ? ['--require', inRoot('scripts/lib/faults/failCall.cjs')] : [];
		const watched = fault && {
			FAULT_BELOW: [workspace, home].join(path.delimiter),
			FAULT_AT: String(fault.at),
			FAULT_CODE: fault.code,
			FAULT_LOG: this.log,
			...(this.shim && { LD_PRELOAD: this.shim }),
		};
		const words = each.jobs === undefined ? (each.words ?? []) : [workspace, JSON.stringify(each.jobs)];
		const child = spawn(process.execPath, [...preload, path.join(this.tool, program), ...words], {
			cwd: workspace,
			env: { ...this.environment, ...watched },
			timeout: HANGS_MS,
		});
		const ended = { code: null, out: '', err: '' };
		child.stdout.on('data', (data) => (ended.out += data));
		child.stderr.on('data', (data) => (ended.err += data));
		child.stdin.on('error', () => undefined).end(payload === undefined ? '' : `${JSON.stringify(payload)}\n`);
		ended.code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
		const calls = existsSync(this.log) ? readFileSync(this.log, 'utf8').split('\n').filter(Boolean) : [];
		return { ...ended, calls: calls.map((line) => JSON.parse(line)) };
	}

	/** The calls of a case, in their order, the names of those that come again, and how it ends where nothing fails. */
	async record(each) {
		await this.prepare(each);
		let before = this.seen();
		// What is done before in the same window is no loss.
		const { calls, ...ended } = await this.run(each, { code: '', at: 0 }, () => (before = this.seen()));
		const after = this.seen();
		await this.prepare(each);
		const { calls: others = [] } = await this.run(each, { code: '', at: 0 });
		// What is not the same twice says nothing.
		const again = this.seen();
		const moving = new Set([...after.keys(), ...again.keys()].filter((file) => after.get(file) !== again.get(file)));
		const names = this.namer();
		const lasting = new Set(others.map(([name, , file]) => names(name, file)));
		return { before, ended: said(ended), after, moving, calls, lasting };
	}

	/** @returns the verdict on one fault: `same`, `told`, `in general` where the refused call is named alone, `idle` where the call did not come, or what is wrong with it. */
	async judge(each, recorded, fault) {
		const verdict = await this.judgeOnce(each, recorded, fault);
		// Among thousands, another program has the number of the killed one by then: it seems to be at work still. In a window
		// much goes on at once, and on a busy machine some of it comes before the action or after it. What is lost is lost.
		const mayBeBusy = fault.code === 'KILL' || each.actions !== undefined;
		return mayBeBusy && ['silent', 'false'].includes(verdict.verdict) ? this.judgeOnce(each, recorded, fault) : verdict;
	}

	async judgeOnce(each, recorded, fault) {
		await this.prepare(each);
		let { before } = recorded;
		// What was done before in the same window is of this run.
		const onBegin = () => (before = this.seen());
		// Killed is a process.
		const { calls, ...first } = await (fault.code === 'KILL'
			? this.runProcess(each, fault)
			: this.run(each, fault, onBegin));
		// A process that nobody sees says it in a log. Where that cannot be written, the next one does it.
		const isMute = each.hook === 'housekeeping' && ['ENOSPC', 'EROFS'].includes(fault.code);
		const ended = said(fault.code === 'KILL' || isMute ? await this.run(each, undefined) : first);
		if ((fault.call !== undefined || each.actions !== undefined) && first.hasFailed === false)
			return { verdict: 'idle' };
		const now = this.seen();
		const verdict = verdictOf({
			...recorded,
			before,
			now,
			ended: recorded.ended,
			is: ended,
			isHook: each.hook !== undefined,
			fault,
		});
		return { ...verdict, fault, call: fault.call ?? JSON.stringify((calls ?? recorded.calls)[fault.at - 1]), ended };
	}

	/** What is below the sample, by name: a link's target, a file's text. */
	seen() {
		const found = new Map();
		const walk = (folder) => {
			for (const name of readdirSync(folder)) {
				const file = path.join(folder, name);
				const shown = path.relative(this.kept.folder, file).split(path.sep).join('/');
				if (PASSING.test(`/${shown}`)) continue;
				const lasting = shown.replace(TAKING, '').replace(DRAWN, '#');
				const stat = lstatSync(file);
				if (stat.isDirectory()) walk(file);
				else {
					// Two things of one moment differ in what is drawn alone.
					const text = stat.isSymbolicLink() ? readlinkSync(file) : textOf(file);
					found.set(lasting, [...(found.get(lasting) ?? []), text].sort());
				}
			}
		};
		walk(this.kept.folder);
		// Of several with one name each is by itself: what is half undone has some of them.
		return new Map(
			[...found].flatMap(([file, texts]) =>
				texts.map((text) => [texts.length === 1 ? file : `${file} ${hashOf(text)}`, text]),
			),
		);
	}
}

const hashOf = (text) => createHash('sha256').update(text, 'latin1').digest('base64url').slice(0, 8);

/** What is in a file, be it compressed. */
function textOf(file) {
	const bytes = readFileSync(file);
	const isCompressed = file.endsWith('.br');
	let plain = bytes;
	try {
		if (isCompressed) plain = brotliDecompressSync(bytes);
	} catch {
		// Torn, or none.
	}
	return plain.toString('latin1').replace(DRAWN, '#');
}
const said = ({ code, out, err }) => ({ code, out: out.replace(DRAWN, '#'), err: err.replace(DRAWN, '#') });

const LOG = /session-keeper\/hooks\.log$/u;
/** Ours, and only ever a help: what it lacks is found again. */
const isTold = (file) => LOG.test(file);

/** What we remember of ourselves, written anew for each thing: it may know some of what came, and all that it knew. */
function isOwnMemory(file, before = '{}', now = '{}') {
	if (!/session-keeper\/state\.json$/u.test(file)) return false;
	try {
		const [known, knows] = [before, now].map((text) => Object.keys(JSON.parse(text)));
		return known.every((key) => knows.includes(key));
	} catch {
		return false;
	}
}

/** A change that was taken back in part says so from now on, and is otherwise what it was. */
function isMarkedCut(file, before = '{}', now = '{}') {
	if (!/session-keeper\/changes\//u.test(file)) return false;
	try {
		const { isCut, ...rest } = JSON.parse(now);
		return isCut === true && isDeepStrictEqual(rest, JSON.parse(before));
	} catch {
		return false;
	}
}

/** What a second document has at the end of its name, and how far a protocol has counted: ids are not given again. */
const COUNTED = /(?<=\bsession-[\d-]+)-2(?=\.md\b)|"highestId":\d+,/gu;

/** Whether it is what comes of doing the same twice. */
const isOfTwice = (once, twice) =>
	once !== undefined && twice !== undefined && once.replace(COUNTED, '') === twice.replace(COUNTED, '');

/** What the next one says, in the log, of who was killed. */
const INTERRUPTED = /^log: An? (?:change|undo) was interrupted/mu;

function verdictOf({ before, after, moving, now, ended, is, isHook, fault }) {
	const differs = (a, b) =>
		[...new Set([...a.keys(), ...b.keys()])].filter(
			(file) => !moving.has(file) && !isTold(file) && a.get(file) !== b.get(file),
		);
	// How far it came, where it says that it came no further.
	const isProgress = (file) => is.code !== 0 && /session-keeper\/installed\//u.test(file);
	// Who is killed before saying that it is done does it once more: that is another change.
	const isAgain = (file) =>
		fault.code === 'KILL' &&
		((!before.has(file) && /session-keeper\/(?:changes|trash)\//u.test(file)) ||
			isOfTwice(after.get(file.replace(COUNTED, '')), now.get(file)));
	const lost = differs(before, now).filter(
		(file) =>
			!isAgain(file) &&
			!isProgress(file) &&
			!isOwnMemory(file, before.get(file), now.get(file)) &&
			!isMarkedCut(file, before.get(file), now.get(file)) &&
			before.has(file) &&
			now.get(file) !== after.get(file) &&
			!isKept(before.get(file), now),
	);
	if (lost.length > 0) return { verdict: 'lost', why: lost.join(', ') };
	const isTwice = (file) =>
		fault.code === 'KILL' && file.endsWith('.jsonl') && hasSameLines(after.get(file), now.get(file));
	const undone = differs(after, now).filter((file) => !isAgain(file) && !isTwice(file));
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
	const tells = TELLS.test(is.err) || (fault.code === 'KILL' && INTERRUPTED.test(is.err));
	if (is.code === 0 && undone.length > 0 && is.out === ended.out && !tells)
		return { verdict: 'silent', why: undone.join(', ') };
	if (is.code === 0 && is.out !== ended.out && !TELLS.test(words) && fault.code !== 'KILL')
		return { verdict: 'silent', why: 'another answer' };
	if (is.code !== 0 && is.err.trim() === '' && is.out.trim() === '') return { verdict: 'silent', why: 'no word' };
	// What was refused is named, and not that something which is said to be done is not written.
	const isNamed = is.err.split('\n').every((line) => GENERAL.test(line) || ended.err.includes(line));
	const unwritten = undone.filter((file) => before.get(file) !== after.get(file) && before.get(file) === now.get(file));
	const isInGeneral = is.code === 0 && is.out === ended.out && isNamed && unwritten.length > 0;
	return isInGeneral ? { verdict: 'in general', why: unwritten.join(', ') } : { verdict: 'told' };
}

/** Whether a log says the same, be it more than once. */
const hasSameLines = (...logs) =>
	new Set(logs.map((log) => [...new Set(log?.split('\n'))].sort().join('\n'))).size === 1;

/** Whether a text is somewhere, under whatever name. */
const isKept = (text, now) => [...now.values()].some((each) => each.includes(text.trim()));

/** The faults of a case: each call, by its number and by its name, with each code that it can fail with. */
export function faultsOf(calls, names, codes = Object.keys(HITS)) {
	return calls.flatMap(([name, kinds, file], at) => {
		const call = names(name, file);
		return codes.filter((code) => HITS[code](kinds)).map((code) => ({ code, at: at + 1, call }));
	});
}

export function placeIn(dir, how, here) {
	mkdirSync(dir, { recursive: true });
	return new Place(dir, how, here);
}
