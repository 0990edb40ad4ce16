import axe from 'axe-core';

/**
 * What a checker of accessibility finds on a page of ours, in short. It runs in the page's own world, past its policy, which
 * lets no script of ours in.
 * @param {import('playwright-core').FrameLocator} page as `workbench.webview()` gives it
 */
export async function violationsIn(page) {
	const frame = await (await page.locator('html').elementHandle()).ownerFrame();
	await frame.evaluate(axe.source);
	const { violations } = await frame.evaluate(() => globalThis.axe.run());
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
