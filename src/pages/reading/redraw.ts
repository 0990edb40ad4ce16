// A page that has grown, drawn anew only where it looks different: what is unfolded, selected or has the focus elsewhere stays.

/**
 * @param place what was drawn of `before`
 * @param before HTML, as it was drawn
 * @param after HTML, as it is to look
 */
export function redraw(place: Element, before: string, after: string): void {
	patch(place, parsed(before), parsed(after));
}

/** Blocks stand one below the other in a turn, and turns in a page: nothing else is gone into. */
function patch(place: Element, before: ParentNode, after: ParentNode): void {
	const wanted = [...after.children];
	const former = [...before.children];
	// What a subagent did was put there since.
	const drawn = [...place.children].filter((each) => !each.classList.contains('agent'));
	for (const [at, next] of wanted.entries()) {
		const [was, is] = [former[at], drawn[at]];
		if (was === undefined || is === undefined) place.append(next);
		else if (was.isEqualNode(next)) continue;
		else if (was.matches('.turn') && was.cloneNode().isEqualNode(next.cloneNode())) patch(is, was, next);
		else is.replaceWith(next);
	}
	for (const gone of drawn.slice(wanted.length)) gone.remove();
}

function parsed(html: string): DocumentFragment {
	const template = document.createElement('template');
	template.innerHTML = html;
	return template.content;
}
