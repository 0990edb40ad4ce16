// VS Code's workbench as a person sees it. Things are found by role and accessible name wherever VS Code gives them
// one, so that these tests also prove what a screen reader is told. Every method returns a locator or waits itself.
import path from 'node:path';
import { manifest, manifestText, results } from '../../../scripts/lib/paths.mjs';

/** A bound on every single action, so that a missing row is named and not the whole test's time-out. */
export const ACTION_LIMIT_MS = 30_000;
const POLL_MS = 50;
const PALETTE_LIMIT_MS = 3000;
/** A page that has not taken the focus by then had it before. */
const FOCUS_LIMIT_MS = 5000;
/** Where a view is unfolded: in a narrow side bar, buttons lie over the middle of its header. */
export const TWISTY = { position: { x: 10, y: 10 } };
/** How long a file dialog or a menu may take before it is asked again. */
const SETTLE_MS = 500;

/** VS Code writes what it is to remember when it has time. */
const REMEMBER_LIMIT_MS = 60_000;

/** Runs in the page. Whether any value of its databases has a text in it. */
async function isStored(text) {
	const done = (request) =>
		new Promise((resolve, reject) => {
			request.onsuccess = () => resolve(request.result);
			request.onerror = () => reject(request.error);
		});
	for (const { name } of await indexedDB.databases()) {
		const database = await done(indexedDB.open(name));
		try {
			for (const store of database.objectStoreNames) {
				const values = await done(database.transaction(store).objectStore(store).getAll());
				if (values.some((value) => typeof value === 'string' && value.includes(text))) return true;
			}
		} finally {
			database.close();
		}
	}
	return false;
}

/** Titles of commands that the palette does not offer. */
const HIDDEN = hiddenTitles();
function hiddenTitles() {
	const { commands, menus } = manifest().contributes;
	const hidden = new Set(menus.commandPalette.filter(({ when }) => when === 'false').map(({ command }) => command));
	return new Set(commands.filter(({ command }) => hidden.has(command)).map(({ title }) => manifestText(title)));
}

/** Our views, from top to bottom. */
export const VIEWS = manifest().contributes.views.sessionKeeper.map(({ name, visibility }) => ({
	name: manifestText(name),
	isFoldedAtFirst: visibility === 'collapsed',
}));

/** Text as a pattern that matches it anywhere. */
const pattern = (text) => (text instanceof RegExp ? text : new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
const appears = (locator) =>
	locator.waitFor({ timeout: PALETTE_LIMIT_MS }).then(
		() => true,
		() => false,
	);

const leaves = (locator) =>
	locator.waitFor({ state: 'detached', timeout: SETTLE_MS }).then(
		() => true,
		() => false,
	);

export class Workbench {
	/** @param {import('playwright-core').Page} page for what these methods do not cover */
	constructor(page) {
		this.page = page;
	}

	/** The workbench is drawn and the extension host has answered: status bar items of extensions are there. */
	async waitUntilReady() {
		await this.page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
		await this.page.locator('.part.statusbar .statusbar-item').first().waitFor();
	}

	/**
	 * What the extension wants to find again in the next window is written: in a browser, VS Code does that every five
	 * seconds when it has nothing else to do, and not when it is closed.
	 * @param {string} text of what is remembered, such as its key
	 */
	async untilRemembered(text) {
		const giveUp = Date.now() + REMEMBER_LIMIT_MS;
		while (!(await this.page.evaluate(isStored, text))) {
			if (Date.now() > giveUp) throw new Error(`VS Code has not written ${text}`);
			await this.page.waitForTimeout(SETTLE_MS);
		}
	}

	// Activity bar and views.

	/** An item of the activity bar: `activity('Session Keeper')`. Its name carries the badge's text, if there is one. */
	activity(name) {
		return this.page.locator('.part.activitybar').getByRole('tab', { name: pattern(name) });
	}

	/** The badge of an activity bar item: a number, or nothing. */
	badge(name) {
		return this.activity(name).locator('.badge-content');
	}

	/** Opens a container and waits for the side bar to show it. Does nothing where it is open. */
	async openContainer(name) {
		const item = this.activity(name);
		const heading = this.page
			.locator('.part.sidebar')
			.getByRole('heading', { name: pattern(name) })
			.first();
		// A window that is opening again shows what it had open a moment later: then the click closed it.
		for (let tries = 0; tries < 3; tries++) {
			if ((await item.getAttribute('aria-expanded')) !== 'true') await item.click();
			if (await appears(heading)) return;
		}
		await heading.waitFor();
	}

	/** The header of a view inside the open container. */
	paneHeader(view) {
		return this.page.locator('.part.sidebar').getByRole('button', { name: `${view} Section`, exact: true });
	}

	/** A whole view: header and body. */
	pane(view) {
		// What is inside is looked for from the pane on, so its locator must not begin at the side bar.
		const header = this.page.getByRole('button', { name: `${view} Section`, exact: true });
		return this.page.locator('.part.sidebar .pane', { has: header });
	}

	expandPane(view) {
		return this.#turnPane(view, true);
	}

	/** Leaves its height to the views above and below: rows that do not fit are not in the page. */
	foldPane(view) {
		return this.#turnPane(view, false);
	}

	/**
	 * Gives a view all the room, until a row of it is drawn: rows out of sight are not. What another test unfolded is folded
	 * here, and so is what comes, or unfolds itself, while the row is waited for.
	 */
	async roomFor(view, name) {
		const wanted = this.row(view, name).first();
		const giveUp = Date.now() + ACTION_LIMIT_MS;
		await this.expandPane(view);
		do
			for (const { name: other } of VIEWS)
				if (other !== view && (await this.paneHeader(other).count()) > 0) await this.foldPane(other);
		while (!(await appears(wanted)) && Date.now() < giveUp);
		await wanted.waitFor();
	}

	/** Drags the edge of the side bar until it has so many pixels, and leaves the pointer away from it. */
	async sideBarWidth(width) {
		const { x, width: now, y, height } = await this.page.locator('.part.sidebar').boundingBox();
		await this.page.mouse.move(x + now, y + height / 2);
		await this.page.mouse.down();
		await this.page.mouse.move(x + width, y + height / 2, { steps: 5 });
		await this.page.mouse.up();
		await this.page.mouse.move(x + 700, y + height / 2);
	}

	/** A click while the views are laid out is lost. */
	async #turnPane(view, isExpanded) {
		const header = this.paneHeader(view);
		const turned = header.and(this.page.locator(`[aria-expanded="${isExpanded}"]`));
		await header.waitFor();
		for (const giveUp = Date.now() + ACTION_LIMIT_MS; (await turned.count()) === 0;) {
			if (Date.now() > giveUp) throw new Error(`${view} does not ${isExpanded ? 'unfold' : 'fold'}`);
			await header.click(TWISTY);
			await appears(turned);
		}
	}

	/** All rows of a view, or those whose accessible name (what a screen reader says) matches. */
	row(view, name) {
		return this.pane(view).getByRole('treeitem', name === undefined ? {} : { name: pattern(name) });
	}

	/** What a screen reader says for each visible row, from top to bottom. */
	async rowNames(view) {
		return this.row(view).evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
	}

	/** The check box of a row that has one. */
	checkbox(view, name) {
		return this.row(view, name).getByRole('checkbox');
	}

	/**
	 * An inline action of a row. VS Code shows these on hover only, and a row that is drawn anew is no longer hovered over.
	 */
	async clickInline(view, name, action) {
		await this.clickRowButton(this.row(view, name), pattern(action));
	}

	/** An icon of a view's title bar. VS Code shows these on hover only. */
	async clickTitleAction(view, action) {
		const header = this.paneHeader(view);
		await header.hover();
		await header.getByRole('button', { name: pattern(action) }).click();
	}

	/**
	 * Opens a row's context menu and takes an entry of it. A menu stays as it was when it opened: where the window had not
	 * got so far yet that the folder counts as trusted, it is opened again.
	 */
	async clickContext(view, name, entry, submenu) {
		const chosen = this.page.getByRole('menuitem', { name: entry, exact: true });
		const giveUp = Date.now() + ACTION_LIMIT_MS;
		for (;;) {
			await this.row(view, name).click({ button: 'right' });
			if (submenu !== undefined) await this.page.getByRole('menuitem', { name: submenu, exact: true }).hover();
			await chosen.waitFor();
			if (await chosen.isEnabled()) break;
			if (Date.now() > giveUp) throw new Error(`The menu does not offer ${entry}`);
			await this.page.keyboard.press('Escape');
			await chosen.waitFor({ state: 'detached' });
		}
		await this.takeEntry(entry);
	}

	/** Points at something until what VS Code shows then is there: an editor that is still drawn does not see the pointer. */
	async hoverFor(target, shown) {
		const giveUp = Date.now() + ACTION_LIMIT_MS;
		do {
			await this.page.mouse.move(0, 0);
			await target.hover();
		} while (!(await appears(shown)) && Date.now() < giveUp);
		await shown.waitFor().catch(async (cause) => {
			const others = await this.page.locator('.monaco-hover:visible').allInnerTexts();
			throw new Error(`Instead of what is waited for, hovers show ${JSON.stringify(others)}`, { cause });
		});
	}

	/**
	 * Takes an entry of the open menu, which is deaf for a tenth of a second so that the click that opened it chooses nothing.
	 * A menu that a busy window closes late was taken all the same.
	 */
	async takeEntry(entry) {
		const chosen = this.page.getByRole('menuitem', { name: entry, exact: true });
		await chosen.click();
		while (!(await leaves(chosen))) await chosen.click({ timeout: SETTLE_MS }).catch(() => undefined);
	}

	/** Takes an entry of the editor's menu until what it shows is there: a page that is still drawn takes the focus, and closes it. */
	async takeEditorEntry(entry, shown) {
		const menu = this.page.locator('.editor-group-container').getByRole('button', { name: /More Actions/ });
		const giveUp = Date.now() + ACTION_LIMIT_MS;
		do {
			await menu.click();
			await this.takeEntry(entry);
		} while (!(await appears(shown)) && Date.now() < giveUp);
		await shown.waitFor();
	}

	/** The text of a view without rows, with its buttons and links. */
	welcome(view) {
		return this.pane(view).locator('.welcome-view-content');
	}

	// Palette and quick input.

	/**
	 * Runs a command by its title, as a person types it: `command('Session Keeper: Refresh')`. The palette offers what
	 * was enabled when it opened, so it is opened again where the window had not got so far yet. What the palette does not
	 * offer is taken from our own menu.
	 */
	async command(title) {
		const [, name] = /^Session Keeper: (.*)$/u.exec(title) ?? [];
		const giveUp = Date.now() + ACTION_LIMIT_MS;
		if (HIDDEN.has(name)) {
			do await this.command('Session Keeper: Open Menu');
			while (!(await this.#typeIfOpen(name)) && Date.now() < giveUp);
			return this.answer(name);
		}
		const chosen = this.quickWidget().locator('.monaco-list-row.focused', { hasText: title });
		for (;;) {
			await this.page.keyboard.press('F1');
			const isTyped = await this.#typeIfOpen(`>${title}`);
			// What has just opened can close it also after it has offered the command.
			if (isTyped && (await appears(chosen)) && (await this.#quickState()) !== '') break;
			if (Date.now() > giveUp) throw new Error(`The palette does not offer ${title}`);
			await this.escape();
		}
		await this.#leaving(() => this.page.keyboard.press('Enter'), title);
	}

	/** Types into the quick input. @returns whether it was there: what has just opened can take the focus, and it closes. */
	#typeIfOpen(text) {
		return this.quickInput()
			.fill(text, { timeout: PALETTE_LIMIT_MS })
			.then(
				() => true,
				() => false,
			);
	}

	/** The input box of the palette, a quick pick or an input box. */
	quickInput() {
		return this.page
			.locator('.quick-input-widget:visible input[type="text"], .quick-input-widget:visible input:not([type])')
			.first();
	}

	/** The widget around it: title, message, buttons. */
	quickWidget() {
		return this.page.locator('.quick-input-widget:visible');
	}

	/** Entries of the open quick pick. */
	quickItem(name) {
		return this.quickWidget().getByRole('option', name === undefined ? {} : { name: pattern(name) });
	}

	/**
	 * Runs a command that asks, until its question is there: a page that takes the focus late closes what asks. Not for
	 * commands that do something before they ask.
	 */
	async commandAsking(title, entry) {
		const giveUp = Date.now() + ACTION_LIMIT_MS;
		for (;;) {
			await this.command(title);
			if (await appears(this.quickItem(entry).first())) return;
			if (Date.now() > giveUp) throw new Error(`${title} does not ask for ${entry}`);
		}
	}

	/** Runs such a command and takes an entry, from the beginning where its question is closed before the click. */
	async commandPicking(title, name) {
		const giveUp = Date.now() + ACTION_LIMIT_MS;
		const entry = this.quickItem(name).first();
		const takes = () =>
			entry.click({ timeout: PALETTE_LIMIT_MS }).then(
				() => true,
				() => false,
			);
		do {
			if (Date.now() > giveUp) throw new Error(`${title} does not take ${name}`);
			await this.commandAsking(title, name);
		} while (!(await takes()));
		await entry.waitFor({ state: 'hidden' });
	}

	/** Leaves one entry of the open quick pick, and takes its tick away or gives it one, by keyboard. */
	async toggle(name) {
		await this.quickInput().fill(name);
		const rows = this.quickWidget().locator('.monaco-list-row');
		const others = rows.filter({ hasNotText: name });
		while ((await others.count()) > 0 || (await rows.count()) === 0) await this.page.waitForTimeout(POLL_MS);
		await this.page.keyboard.press('ArrowDown');
		await rows.and(this.page.locator('.focused')).waitFor();
		const box = rows.getByRole('checkbox').first();
		const before = await box.isChecked();
		await this.page.keyboard.press('Space');
		while ((await box.isChecked()) === before) await this.page.waitForTimeout(POLL_MS);
	}

	/** Fills the open quick pick or input box and accepts it. What has entries is accepted once one of them is chosen. */
	async answer(text) {
		await this.quickInput().fill(text);
		const rows = this.quickWidget().locator('.monaco-list-row');
		if ((await rows.count()) > 0) await appears(rows.and(this.page.locator('.focused')));
		await this.#leaving(() => this.page.keyboard.press('Enter'), text);
	}

	/** Accepts the step of the quick input that is asked now, or comes next, as it stands, also where a terminal took the focus late. */
	async accept() {
		await this.quickInput().waitFor();
		await this.#leaving(() => this.quickInput().press('Enter'), 'as it stands');
	}

	/** Takes an entry of the open quick pick. The next step may ask under the same title: then its entries differ. */
	async pick(name) {
		const entry = this.quickItem(name).first();
		await entry.waitFor();
		await this.#leaving(
			() => entry.click(),
			name,
			() => entry.isHidden(),
		);
	}

	/** A button with words in the title bar of the editor that is shown. */
	editorAction(name) {
		return this.page
			.locator('.editor-group-container.active .title .editor-actions')
			.getByRole('button', { name, exact: true });
	}

	/** Chooses a file or folder in a file dialog, which writes a proposal of its own over what comes too early. */
	async choosePath(file) {
		await this.quickInput().waitFor();
		const title = this.quickWidget().locator('.quick-input-title');
		const dialog = await title.textContent();
		const giveUp = Date.now() + ACTION_LIMIT_MS;
		while ((await title.allTextContents()).includes(dialog)) {
			if (Date.now() > giveUp) throw new Error(`The dialog does not take ${file}`);
			if ((await this.quickInput().inputValue()) === file) await this.page.keyboard.press('Enter');
			else await this.quickInput().fill(file);
			await this.page.waitForTimeout(SETTLE_MS);
		}
	}

	/**
	 * Does what ends a step of the quick input, and waits until something comes of it: the next step, a complaint, or the
	 * end. Else the next answer would be given to this very step.
	 */
	async #leaving(act, name, isLeft = () => false) {
		const before = await this.#quickState();
		await act();
		const giveUp = Date.now() + ACTION_LIMIT_MS;
		while ((await this.#quickState()) === before && !(await isLeft())) {
			if (Date.now() > giveUp) throw new Error(`Nothing came of the answer ${name}`);
			await this.page.waitForTimeout(POLL_MS);
		}
	}

	/** What the quick input asks and holds, or nothing where it is closed. Its rows do not count: they follow the input. */
	#quickState() {
		return this.page.locator('.quick-input-widget').evaluateAll((widgets) =>
			widgets
				.filter((widget) => widget.checkVisibility())
				.map((widget) => {
					const input = widget.querySelector('input[type="text"], input:not([type])');
					const asked = [...widget.querySelectorAll('.quick-input-title, .quick-input-message')];
					return [input?.value, input?.placeholder, ...asked.map((part) => part.textContent)].join();
				})
				.join(),
		);
	}

	async escape() {
		await this.page.keyboard.press('Escape');
	}

	/** Opens a file of the workspace by its name, as a person does who has no view of it. A key can be lost while the window is busy. */
	async openFile(name) {
		const entry = this.quickItem(path.basename(name)).first();
		const giveUp = Date.now() + ACTION_LIMIT_MS;
		do {
			await this.page.keyboard.press('ControlOrMeta+P');
			await this.quickInput()
				.fill(name, { timeout: PALETTE_LIMIT_MS })
				.catch(() => undefined);
		} while (!(await appears(entry)) && Date.now() < giveUp);
		await this.pick(path.basename(name));
		await this.tab(path.basename(name)).waitFor();
	}

	/** Presses a button of a quick pick's row. VS Code shows it for the row below the pointer, and rows move while others come. */
	async clickRowButton(row, name) {
		const button = row.getByRole('button', { name });
		const giveUp = Date.now() + ACTION_LIMIT_MS;
		do await row.hover();
		while (!(await appears(button)) && Date.now() < giveUp);
		await button.click();
	}

	// Messages.

	/** A notification toast that holds the text. */
	notification(text) {
		return this.page.locator('.notification-list-item', { hasText: text });
	}

	async clickNotification(text, button) {
		await this.notification(text).getByRole('button', { name: button, exact: true }).click();
	}

	/** A modal dialog, of trust or of the extension's own. */
	dialog(text) {
		return this.page.getByRole('dialog').filter({ hasText: text });
	}

	// Status bar and editors.

	/** A status bar item of the extension, by the id that it was created with. */
	statusItem(id) {
		return this.page.locator(`[id="session-keeper.session-keeper.${id}"]`);
	}

	/** A status bar item by what it says. */
	statusText(text) {
		return this.page.locator('.part.statusbar .statusbar-item', { hasText: text });
	}

	tab(name) {
		return this.page.locator('.part.editor').getByRole('tab', { name: pattern(name) });
	}

	/** Opens the quick fixes where the cursor stands. An editor that has not got so far yet has none: it is asked again. */
	async openQuickFix(name) {
		const giveUp = Date.now() + ACTION_LIMIT_MS;
		for (;;) {
			await this.page.keyboard.press('Control+.');
			if (await appears(this.page.locator('.action-widget').getByText(name))) return;
			if (Date.now() > giveUp) throw new Error(`There is no quick fix ${name}`);
			await this.page.keyboard.press('Escape');
		}
	}

	/** The visible text of the active editor, with plain spaces. */
	async editorText() {
		const lines = this.page.locator('.editor-group-container.active .view-lines');
		return (await lines.innerText()).replaceAll('\u00a0', ' ');
	}

	/** The inside of the active web view. */
	webview() {
		return this.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
	}

	/**
	 * Waits for a page that shows a text, and until it has taken the focus: it does so late, and closes a quick pick that was
	 * opened meanwhile.
	 */
	async waitForPage(text) {
		await this.webview().getByText(text).first().waitFor();
		const isFocused = () => document.activeElement?.classList.contains('webview') === true;
		await this.page.waitForFunction(isFocused, undefined, { timeout: FOCUS_LIMIT_MS }).catch(() => undefined);
	}

	/** What the window shows besides its editors and views, in words: for the log of a machine whose pictures nobody gets. */
	async said() {
		const parts = this.page.locator(
			'.notification-list-item:visible, .monaco-dialog-box:visible, .quick-input-widget:visible, .tab.active:visible, .context-view:visible',
		);
		return (await parts.allInnerTexts()).map((text) => `- ${text.replace(/\s+/g, ' ')}`).join('\n');
	}

	/** A picture for people: look at every one that is kept. */
	async screenshot(name) {
		await this.page.screenshot({ path: path.join(results, 'screenshots', `${name}.png`), animations: 'disabled' });
	}
}
