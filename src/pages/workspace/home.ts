// The page Home: tells which button was pressed, and takes new parts without losing where the person is.
import type { FromHome, ToHome } from '../../core/workspace/homeMessages';

declare function acquireVsCodeApi(): { postMessage(message: FromHome): void };
const api = acquireVsCodeApi();
const buttonAt = (place: Element | null): HTMLElement | null => place?.closest<HTMLElement>('button[data-run]') ?? null;

document.addEventListener('click', ({ target }) => {
	const key = buttonAt(target as Element)?.dataset['run'];
	if (key !== undefined) api.postMessage({ type: 'run', key });
});

addEventListener('message', ({ data }: MessageEvent<ToHome>) => {
	for (const { id, html } of data.sections) {
		const section = document.getElementById(id);
		if (section === null) continue;
		const held = section.contains(document.activeElement) ? document.activeElement : null;
		section.innerHTML = html;
		if (held === null) continue;
		const key = buttonAt(held)?.dataset['run'];
		const again = [...section.querySelectorAll('button')].find(({ dataset }) => dataset['run'] === key);
		// What the person was at is gone: its section is where they look for what became of it.
		(again ?? section).focus();
	}
});

api.postMessage({ type: 'ready' });
