import { Dialogue } from '../handoff/dialogue/dialogue';
import type { Pointer } from '../handoff/statement';

/** What a talk settles and leaves, a line each: `p:` a person, `c:` Claude, `w:` Claude after work with tools. */
export function readTalk(...lines: readonly string[]): Readonly<Record<string, readonly string[]>> {
	const dialogue = new Dialogue();
	let turn = 0;
	lines.forEach((line, at) => {
		const [who, text] = [line.slice(0, 1), line.slice(3)];
		if (who === 'p') turn++;
		const from: Pointer = {
			uuid: String(at),
			index: at + 1,
			turn,
			by: who === 'p' ? 'person' : 'claude',
			atMs: undefined,
		};
		if (who === 'p') dialogue.prompt(text, from);
		else dialogue.reply(text, from, who === 'w' ? 'changed' : 'none');
	});
	const { decisions, openQuestions, deferred, nextSteps, failures } = dialogue.close();
	return {
		decided: decisions.map(({ question, text }) => (question === undefined ? text : `${question} → ${text}`)),
		open: openQuestions.map(({ text }) => text),
		later: deferred.map(({ text }) => text),
		next: nextSteps.map(({ text }) => text),
		failed: failures.map(({ text }) => text),
	};
}
