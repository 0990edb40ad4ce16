import { expect, it } from 'vitest';
import { SESSION, assistantLine, resultLine, userLine } from '../testing/transcripts';
import { entriesOf } from '../transcript/parseEntry';
import { NO_TREE } from '../transcript/tree';
import { Conversation } from './conversation';
import { type PageParts, createTurnWriter } from './turnHtml';

const PARTS: PageParts = {
	turnActions: (number) => `<div class="actions">${number}</div>`,
	agentAction: (id) => `<button data-agent="${id}"></button>`,
};

/** A page that begins with the lines, after so many turns. */
function page(lines: readonly object[], turnsBefore = 0): string {
	const conversation = new Conversation({ sessionId: SESSION, tree: NO_TREE, isSubagent: false, turnsBefore });
	const writer = createTurnWriter(undefined, () => undefined, PARTS);
	const entries = entriesOf(lines.map((line) => JSON.stringify(line)));
	const blocks = entries.flatMap((entry) => conversation.note(entry));
	return [...blocks, ...conversation.end()].map((block) => writer.block(block)).join('') + writer.end();
}

it('says on a page which messages an element is of, and what can be done with a turn', () => {
	const html = page(
		[
			userLine('Go', { uuid: 'p1' }),
			assistantLine('Yes', {}, { uuid: 'a1' }),
			assistantLine({ tool: 'Bash', id: 't', input: { command: 'ls' } }, {}, { uuid: 'a2' }),
			resultLine('t', 'out', { uuid: 'r2' }),
		],
		6,
	);
	expect(html).toMatch(/<section class="turn" id="turn-7">\n<h2 data-ids="p1">[^]*<div class="actions">7<\/div>/u);
	expect(html).toContain('<div data-ids="a1" class="reply">');
	expect(html).toContain('<details data-ids="a2 r2" class="tool">');
	expect(html.endsWith('</section>\n')).toBe(true);
});

it('names no message whose id could end an attribute', () => {
	expect(page([userLine('Go', { uuid: 'x" onclick="alert(1)' })])).not.toContain('onclick');
});

it('offers what a subagent did only where its id names a file', () => {
	const agent = (agentId: string): string =>
		page([
			assistantLine({ tool: 'Task', id: 't', input: { description: 'Look' } }),
			resultLine('t', 'done', { toolUseResult: { agentId } }),
		]);
	expect(agent('a8326d2d')).toContain('</details>\n<button data-agent="a8326d2d"></button>');
	for (const evil of ['../../secret', 'a/b', '"><script>', 'a\\b', '']) expect(agent(evil)).not.toContain('<button');
});
