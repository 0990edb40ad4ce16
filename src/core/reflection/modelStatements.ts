// What a language model adds to a session document.
import type { ModelStatement } from '../documents/modelPart';
import { HAND_IN_SECTIONS, type HandInSection } from '../handoff/handedIn/handIn';
import type { Verdict } from '../handoff/handedIn/proof';

const LABELS: Readonly<Record<HandInSection, string>> = {
	topic: 'Topic',
	summary: 'Summary',
	decision: 'Decision',
	tried: 'Did not work',
	open: 'Open',
	later: 'Put off',
	next: 'Next',
	fact: 'Fact',
	task: 'Task',
};

/** What is proven of an answer, in its order. */
export function modelStatements(verdicts: readonly Verdict[]): readonly ModelStatement[] {
	return verdicts.flatMap((each) => {
		const section = HAND_IN_SECTIONS.find((one) => one === each.statement.section);
		return 'from' in each && section !== undefined
			? [{ label: LABELS[section], text: each.statement.text, from: each.from }]
			: [];
	});
}
