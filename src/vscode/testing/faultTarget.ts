// The extension for the tries with failing disks (scripts/lib/faults): its window is opened many times in one process, and
// each file call of an action, or of the opening itself, may fail. The editor is a stand-in (scripts/lib/faults/editor.cjs).
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { refusedNow, takeRefused } from '../../node/base/refused';
import { VIEWS, lookedKey } from '../contributions';
import { activate } from '../extension';

/** What a person does: a command by its own name, what it is called with, and what is answered. */
interface Action {
	readonly id: string;
	readonly args?: readonly unknown[];
	readonly answers?: readonly string[];
}

interface Window {
	readonly commands: ReadonlyMap<string, unknown>;
	readonly keys: ReadonlyMap<string, unknown>;
	/** Errors, warnings, what the log warns of, and all else that is shown. */
	readonly errors: readonly string[];
	readonly notes: readonly string[];
	readonly log: readonly string[];
	readonly said: readonly string[];
	answers: string[];
}
const { driven } = vscode as unknown as {
	readonly driven: {
		reset(place: { readonly folder: string }): void;
		window(): Window;
		rows(): Promise<readonly (string | undefined)[]>;
	};
};

interface Faults {
	begin(folders: readonly string[], fault: object): void;
	end(): object;
}

interface Given {
	/** The last one is that in which calls fail; without any it is the opening. */
	readonly actions: readonly Action[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	/** Folder with what is shipped beside the extension. */
	readonly tool: string;
	readonly below: readonly string[];
	readonly fault: object;
	/** Is called before the first call that may fail. */
	readonly onBegin?: () => void;
}

/** Beyond all that a window takes to open or to rest, on a slow machine; what opening is given while its calls fail. Milliseconds. */
const [OPENS_MS, RESTS_MS, FAILS_MS] = [30_000, 5_000, 1_500];

/** @returns how it ended, with the calls: `code` is 1 where an error was shown, `err` what tells that something is wrong. */
export async function act({ actions, cwd, env, tool, below, fault, onBegin }: Given): Promise<object> {
	const before = { ...process.env };
	Object.assign(process.env, env);
	// The window's clock stands still (SESSION_KEEPER_NOW). What is set for later is not overdue in a process that runs for long.
	const realNow = Date.now;
	const aheadMs = Date.parse(env['SESSION_KEEPER_NOW'] ?? '') - realNow();
	Date.now = () => realNow() + aheadMs;
	const faults = (globalThis as unknown as { [key: symbol]: Faults })[Symbol.for('faults')];
	if (faults === undefined) throw new Error('failCall.cjs is not loaded');
	driven.reset({ folder: cwd });
	const [last, ...others] = [...actions].reverse();
	const context = contextIn(tool);
	try {
		if (last === undefined) faults.begin(below, fault);
		activate(context);
		await opened(last === undefined ? FAILS_MS : OPENS_MS);
		if (last !== undefined) await recorded(cwd);
		for (const each of others.reverse()) await run(each);
		if (last !== undefined) {
			await quiet();
			takeRefused();
			onBegin?.();
			faults.begin(below, fault);
			await run(last);
		}
		await quiet();
		const rows = (await driven.rows()).join('\n');
		const ended = faults.end();
		const { errors, notes, log, said } = driven.window();
		// As the window's own log and the status bar say it, some seconds later.
		const refused = refusedNow().map((each) => `Some files could not be read or written: ${each}`);
		const logged = log.map((each) => `log: ${each}`);
		return {
			code: errors.length > 0 ? 1 : 0,
			out: [...said, rows].join('\n'),
			err: [...errors, ...notes, ...logged, ...refused].join('\n'),
			...ended,
		};
	} finally {
		faults.end();
		for (const each of context.subscriptions) each.dispose();
		await quiet();
		takeRefused();
		Date.now = realNow;
		for (const name of Object.keys(env)) delete process.env[name];
		Object.assign(process.env, before);
	}
}

async function run({ id, args = [], answers = [] }: Action): Promise<void> {
	driven.window().answers = [...answers];
	if (!driven.window().commands.has(`sessionKeeper.${id}`)) throw new Error(`there is no command ${id}`);
	await vscode.commands.executeCommand(`sessionKeeper.${id}`, ...args);
	await quiet();
}

/** Waits until every view has looked. */
async function opened(limitMs: number): Promise<void> {
	const endMs = performance.now() + limitMs;
	const isOpen = (): boolean => Object.values(VIEWS).every((id) => driven.window().keys.get(lookedKey(id)) === true);
	while (!isOpen() && performance.now() < endMs) await setTimeout(5);
}

/** Waits until the session that runs in the sample has its record: the window writes it some time after it is open. */
async function recorded(cwd: string): Promise<void> {
	const endMs = performance.now() + RESTS_MS;
	const folder = path.join(cwd, '.claude/memory/sessions/active');
	const isThere = (): boolean => existsSync(folder) && readdirSync(folder).some((name) => /^[^.].*\.json$/u.test(name));
	while (!isThere() && performance.now() < endMs) await setTimeout(5);
}

/** Waits until no file is read or written, and no program runs; a window that never rests is not waited for. */
async function quiet(): Promise<void> {
	const endMs = performance.now() + RESTS_MS;
	for (let still = 0; still < 3 && performance.now() < endMs; still++) {
		await setTimeout(10);
		if (process.getActiveResourcesInfo().some((each) => /^(?:FSReq|ProcessWrap)/u.test(each))) still = -1;
	}
}

function contextIn(tool: string): vscode.ExtensionContext {
	const kept = new Map<string, unknown>([['home.wasOpened', true]]);
	const memento = {
		get: (key: string) => kept.get(key),
		update: (key: string, value: unknown) => Promise.resolve(kept.set(key, value)),
	};
	return {
		subscriptions: [],
		extensionUri: vscode.Uri.file(tool),
		globalStorageUri: vscode.Uri.file(path.join(tool, 'storage')),
		globalState: memento,
		workspaceState: memento,
		secrets: { get: () => Promise.resolve(undefined), store: () => Promise.resolve(), delete: () => Promise.resolve() },
		asAbsolutePath: (file: string) => path.join(tool, path.relative('dist', file)),
	} as unknown as vscode.ExtensionContext;
}

// Who is killed is a process.
const { FAULT_ACTION } = process.env;
if (FAULT_ACTION !== undefined)
	void act(JSON.parse(FAULT_ACTION) as Given).then((ended) => {
		process.stdout.write(JSON.stringify(ended), () => process.exit());
	});
