// The page Home: tells which button was pressed, and takes new parts without losing where the person is.
import type { FromHome, ToHome } from '../../core/workspace/homeMessages';

declare function acquireVsCodeApi(): { postMessage(message: FromHome): void };
const api = acquireVsCodeApi();
const buttonAt = (place: Element | null): HTMLElement | null => place?.closest<HTMLElement>('button[data-run]') ?? null;

document.addEventListener('click', ({ target }) => {
	const key = buttonAt(target as Element)?.dataset['run'];
	if (key !== undefined) api.postMessage({ type: 'run', key });
});

/** By id, what came while a button was held down: one that is replaced meanwhile is never clicked. */
const waiting = new Map<string, string>();
let isHeld = false;

function draw(id: string, html: string): void {
	const section = document.getElementById(id);
	if (section === null) return;
	const held = section.contains(document.activeElement) ? document.activeElement : null;
	section.innerHTML = html;
	if (held === null) return;
	const key = buttonAt(held)?.dataset['run'];
	const again = [...section.querySelectorAll('button')].find(({ dataset }) => dataset['run'] === key);
	// What the person was at is gone: its section is where they look for what became of it.
	(again ?? section).focus();
}

function drawWaiting(): void {
	if (isHeld) return;
	for (const [id, html] of waiting) draw(id, html);
	waiting.clear();
}

addEventListener('message', ({ data }: MessageEvent<ToHome>) => {
	for (const { id, html } of data.sections) waiting.set(id, html);
	drawWaiting();
});
addEventListener('pointerdown', () => (isHeld = true));
for (const end of ['pointerup', 'pointercancel', 'blur'])
	addEventListener(end, () => {
		isHeld = false;
		// The click comes first.
		setTimeout(drawWaiting);
	});

api.postMessage({ type: 'ready' });
