// VS Code's workbench as a person sees it. Things are found by role and accessible name wherever VS Code gives them
// one, so that these tests also prove what a screen reader is told. Every method returns a locator or waits itself.
import path from 'node:path';
import { results } from '../../../scripts/lib/paths.mjs';

/** Text as a pattern that matches it anywhere. */
const pattern = (text) => (text instanceof RegExp ? text : new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));

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
		if ((await item.getAttribute('aria-expanded')) !== 'true') await item.click();
		await this.page
			.locator('.part.sidebar')
			.getByRole('heading', { name: pattern(name) })
			.first()
			.waitFor();
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

	async expandPane(view) {
		if ((await this.paneHeader(view).getAttribute('aria-expanded')) !== 'true') await this.paneHeader(view).click();
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

	/** An inline action of a row. VS Code shows these on hover only. */
	async clickInline(view, name, action) {
		const row = this.row(view, name);
		await row.hover();
		await row.getByRole('button', { name: pattern(action) }).click();
	}

	/** An icon of a view's title bar. VS Code shows these on hover only. */
	async clickTitleAction(view, action) {
		const header = this.paneHeader(view);
		await header.hover();
		await header.getByRole('button', { name: pattern(action) }).click();
	}

	/** Opens a row's context menu and takes an entry of it. */
	async clickContext(view, name, entry) {
		await this.row(view, name).click({ button: 'right' });
		await this.page.getByRole('menuitem', { name: pattern(entry) }).click();
	}

	/** The text of a view without rows, with its buttons and links. */
	welcome(view) {
		return this.pane(view).locator('.welcome-view-content');
	}

	// Palette and quick input.

	/** Runs a command by its title, as a person types it: `command('Session Keeper: Refresh')`. */
	async command(title) {
		await this.page.keyboard.press('F1');
		await this.quickInput().waitFor();
		await this.quickInput().fill(`>${title}`);
		await this.quickItem(title).first().waitFor();
		await this.page.keyboard.press('Enter');
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

	/** Fills the open quick pick or input box and accepts it. */
	async answer(text) {
		await this.quickInput().fill(text);
		await this.page.keyboard.press('Enter');
	}

	/** Takes an entry of the open quick pick. */
	async pick(name) {
		await this.quickItem(name).first().click();
	}

	async escape() {
		await this.page.keyboard.press('Escape');
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

	/** The visible text of the active editor, with plain spaces. */
	async editorText() {
		const lines = this.page.locator('.editor-group-container.active .view-lines');
		return (await lines.innerText()).replaceAll('\u00a0', ' ');
	}

	/** The inside of the active web view. */
	webview() {
		return this.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
	}

	/** A picture for people: look at every one that is kept. */
	async screenshot(name) {
		await this.page.screenshot({ path: path.join(results, 'screenshots', `${name}.png`), animations: 'disabled' });
	}
}
