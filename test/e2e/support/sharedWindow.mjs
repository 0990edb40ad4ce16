// A window that one test after the other gets, as if it had just been opened: to open one costs some fifteen seconds of a
// processor. It is tidied, its extension host ends, the folder is emptied, and a new extension host starts with the home,
// the settings and the environment of the next test.
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFolder } from '../../../scripts/lib/removeFolder.mjs';
import { DECLARED_SETTINGS } from '../../../scripts/lib/settingTexts.mjs';
import { TWISTY, VIEWS } from './workbench.mjs';

const POLL_MS = 50;
const PRESS_AGAIN_MS = 2_000;
/** As long as a window may take to open. */
const LIMIT_MS = 60_000;
/** VS Code itself waits for two seconds. */
const ANSWER_LIMIT_MS = 6000;
const GATE = path.join(import.meta.dirname, 'hostGate.mjs');

/** A key that nothing else is bound to. */
const TIDY = 'Control+Shift+Alt+F8';
const COMMANDS = [
	'workbench.action.closeAllEditors',
	'workbench.action.terminal.killAll',
	'notifications.clearAll',
	'workbench.action.closePanel',
	'workbench.view.explorer',
];
const KEYS = [{ key: 'ctrl+shift+alt+f8', command: 'runCommands', args: { commands: COMMANDS } }];

async function until(isSo, what) {
	const giveUp = Date.now() + LIMIT_MS;
	while (!(await isSo())) {
		if (Date.now() > giveUp) throw new Error(`The shared window: ${what}`);
		await sleep(POLL_MS);
	}
}

export class SharedWindow {
	/** The window itself, as soon as a test has opened it. */
	session;
	#turn = 0;
	#workspace;

	/**
	 * @param {string} folder where tests lay out a workspace and a home
	 * @param {object} server what its server is started with; `dir` is the server's own folder
	 */
	constructor(folder, server) {
		this.folder = folder;
		this.dir = server.dir;
		mkdirSync(this.#gate(), { recursive: true });
		mkdirSync(path.join(this.dir, 'user/User'), { recursive: true });
		writeFileSync(path.join(this.dir, 'user/User/keybindings.json'), JSON.stringify(KEYS));
		this.serverOptions = { ...server, preload: GATE, env: { HOST_GATE: this.#gate() } };
	}

	/** Nothing of the test before is there any more: no editor, no message, no extension host, no file. */
	async clear() {
		if (this.#workspace === undefined) return;
		await this.#tidy();
		await this.#endHost();
		// The folder itself stays, because VS Code watches it.
		const inside = (folder) => readdirSync(folder).map((name) => path.join(folder, name));
		const others = inside(this.folder).filter((each) => each !== this.#workspace);
		for (const each of [...inside(this.#workspace), ...others]) removeFolder(each);
	}

	/** Lets the next extension host start, and waits until the extension is there. */
	async letIn({ home, workspace, settings, env, viewport }) {
		const { page, workbench } = this.session;
		const title = this.#writeSettings(settings);
		const openGate = () => {
			writeFileSync(this.#gate('new'), JSON.stringify({ HOME: home, ...env }));
			renameSync(this.#gate('new'), this.#gate('open'));
		};
		const isNew = this.#workspace === undefined;
		this.#workspace = workspace;
		await page.setViewportSize(viewport);
		if (isNew) {
			openGate();
			await this.session.enter(workspace);
		}
		const limit = { timeout: LIMIT_MS };
		await page.waitForFunction((end) => document.title.endsWith(end), title, limit);
		if (!isNew) openGate();
		await workbench.statusItem('status').waitFor(limit);
	}

	/**
	 * An open window reads those of its machine anew, and not those of its user.
	 * @returns how the window's title ends as soon as VS Code has read them
	 */
	#writeSettings(settings = {}) {
		const own = Object.keys(settings).filter((name) => DECLARED_SETTINGS[name]?.scope === 'application');
		if (own.length > 0) throw new Error(`${own} can be set in a window of its own only: use sampleFolder()`);
		const turn = ` ${++this.#turn}`;
		const all = { ...settings, 'window.title': `\${rootName}${turn}` };
		writeFileSync(path.join(this.dir, 'user/Machine/settings.json'), JSON.stringify(all, null, '\t'));
		return turn;
	}

	#gate(name = '') {
		return path.join(this.dir, 'gate', name);
	}

	async #tidy() {
		const { page } = this.session;
		for (const { name, isFoldedAtFirst } of VIEWS) {
			const header = page.locator(`.pane-header[aria-label="${name} Section"][aria-expanded="${isFoldedAtFirst}"]`);
			// A click while the views are laid out is lost.
			await until(async () => {
				if ((await header.count()) === 0) return true;
				await header.click({ ...TWISTY, timeout: PRESS_AGAIN_MS }).catch(() => undefined);
				return false;
			}, `${name} does not turn`);
		}
		const unsaved = page.locator('.monaco-dialog-box .monaco-button', { hasText: "Don't Save" });
		const left = page.locator('.part.editor .tab, .notification-list-item, .quick-input-widget:visible');
		// A key can be lost while the window is busy, and a message can come after it.
		let pressedAt = -Infinity;
		await until(async () => {
			if (Date.now() - pressedAt > PRESS_AGAIN_MS) {
				await page.keyboard.press(TIDY);
				pressedAt = Date.now();
			}
			if ((await unsaved.count()) > 0) await unsaved.click();
			return (await left.count()) === 0;
		}, 'something stays open');
	}

	/**
	 * Ends the extension host; the next one waits at the gate. VS Code starts it by itself, asks a person after three in five
	 * minutes, and does nothing where its server is slow to answer: then the page is loaded anew.
	 */
	async #endHost() {
		const { page } = this.session;
		const waiting = () => Number(readFileSync(this.#gate('waiting'), 'utf8'));
		const before = waiting();
		rmSync(this.#gate('open'), { force: true });
		process.kill(before, 'SIGKILL');
		const ask = page.locator('.notification-list-item .monaco-button', { hasText: 'Restart Remote Extension' });
		const reloadAt = Date.now() + ANSWER_LIMIT_MS;
		let isHelped = false;
		await until(async () => {
			if (waiting() !== before) return true;
			const isAsked = !isHelped && (await ask.count()) > 0;
			if (isAsked) await ask.click();
			else if (!isHelped && Date.now() > reloadAt) await page.reload();
			else return false;
			isHelped = true;
			return false;
		}, 'no extension host comes after the one that was ended');
	}
}
