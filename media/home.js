// Inside the page Home: tells which button was pressed, and takes new parts without losing where the person is.
const editor = acquireVsCodeApi();

document.addEventListener('click', ({ target }) => {
	const button = target instanceof Element ? target.closest('button[data-run]') : null;
	if (button !== null) editor.postMessage({ run: button.dataset.run });
});

window.addEventListener('message', ({ data }) => {
	for (const { id, html } of data.sections) {
		const section = document.getElementById(id);
		if (section === null) continue;
		const held = section.contains(document.activeElement) ? document.activeElement : null;
		section.innerHTML = html;
		if (held === null) continue;
		const again = [...section.querySelectorAll('button')].find((each) => each.dataset.run === held.dataset.run);
		// What the person was at is gone: its section is where they look for what became of it.
		(again ?? section).focus();
	}
});

editor.postMessage({ isReady: true });
