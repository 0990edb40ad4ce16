// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { FromHome } from '../../core/workspace/homeMessages';

const posted: FromHome[] = [];
vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage: (message: FromHome) => posted.push(message) }));
const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const send = (html: string): boolean =>
	dispatchEvent(new MessageEvent('message', { data: { sections: [{ id: 'recent', html }] } }));
const button = (): HTMLElement | null => document.querySelector('button');

test('a part that changes while one of its buttons is held down changes after the click', async () => {
	document.body.innerHTML = '<section id="recent" tabindex="-1"><button data-run="open one">One</button></section>';
	await import('./home');
	expect(posted).toEqual([{ type: 'ready' }]);
	const pressed = button();
	dispatchEvent(new Event('pointerdown'));
	send('<button data-run="open two">Two</button>');
	send('<button data-run="open three">Three</button>');
	await later();
	expect(button()).toBe(pressed);
	dispatchEvent(new Event('pointerup'));
	pressed?.click();
	expect(posted.at(-1)).toEqual({ type: 'run', key: 'open one' });
	await later();
	expect(button()?.textContent).toBe('Three');
	send('<p>Nothing</p>');
	expect(button()).toBeNull();
	vi.unstubAllGlobals();
});
