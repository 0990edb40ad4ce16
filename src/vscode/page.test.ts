// The frame of every page that we show in the editor.
import { expect, test } from 'vitest';
import type * as vscode from 'vscode';
import { Emitter } from '../core/base/disposable';
import { onShown, pageHtml } from './page';
import { homeHtml } from './workspace/homeHtml';

test('a page loads nothing, and runs nothing but its script', () => {
	const still = pageHtml({ title: '<b>', style: 'p {}', body: '<p>Hello</p>' });
	expect(still).toMatch(/default-src 'none'; style-src 'nonce-\S{20,}'; base-uri 'none'; form-action 'none'"/u);
	expect(still).toContain('<title>&lt;b&gt;</title>');
	expect(still).not.toContain('<script');

	const script = { code: "say('</script><img src=x>');" };
	const home = homeHtml([{ id: 'safety', html: '<p>Safe</p>' }], '<img src=x>', false, script);
	expect(home).toMatch(/style-src '(nonce-\S{20,})'; script-src '\1';/u);
	expect(home.match(/<script/gu)).toHaveLength(1);
	// With the buttons comes what listens to them.
	expect(home).toContain("say('<\\/script><img src=x>');</script>");
	expect(home.replace("<img src=x>');", '').match(/<(?:img|iframe|link)\b/gu)).toBeNull();
});

test('a page is shown when it comes to be seen, and not when the focus goes to it or away', () => {
	const states = new Emitter<undefined>(() => undefined);
	const panel = { visible: true, onDidChangeViewState: states.event };
	let shown = 0;
	onShown(panel as unknown as vscode.WebviewPanel, () => shown++);
	for (const visible of [true, false, false, true, true, false, true]) {
		panel.visible = visible;
		states.fire(undefined);
	}
	expect(shown).toBe(2);
});
