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
	const [former, wanted] = [[...before.children], [...after.children]];
	// What a subagent did was put there since, behind the button that shows it.
	const drawn = [...place.children].filter((each) => !isAgent(each));
	const most = Math.min(former.length, wanted.length);
	const isSame = (was: number, is: number): boolean => former.at(was)?.isEqualNode(wanted.at(is) ?? null) === true;
	let begin = 0;
	while (begin < most && isSame(begin, begin)) begin++;
	let end = 0;
	while (begin + end < most && isSame(-1 - end, -1 - end)) end++;
	const next = drawn[former.length - end] ?? null;
	const gone = drawn.slice(begin, former.length - end);
	for (let at = begin; at < wanted.length - end; at++) {
		const [was, each, is] = [former[at], wanted[at] as Element, gone.shift()];
		if (is === undefined) place.insertBefore(each, next);
		else if (was?.matches('.turn') === true && was.cloneNode().isEqualNode(each.cloneNode())) patch(is, was, each);
		else {
			is.before(each);
			remove(is);
		}
	}
	gone.forEach(remove);
}

const isAgent = (each: Element | null): boolean => each?.classList.contains('agent') === true;

/** A block, and what its button shows. */
function remove(block: Element): void {
	if (isAgent(block.nextElementSibling)) block.nextElementSibling?.remove();
	block.remove();
}

function parsed(html: string): DocumentFragment {
	const template = document.createElement('template');
	template.innerHTML = html;
	return template.content;
}
