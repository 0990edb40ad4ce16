// Which turns of a conversation are our own commands' matter, and from where on they are work.
import { asRecord, asText } from '../base/result';
import { makesChange } from '../transcript/changedFiles';
import { refusalWords } from '../transcript/denial';
import type { AssistantEntry, UserEntry } from '../transcript/entry';
import { TASK_TOOLS } from '../transcript/tasks';
import { typedText } from '../transcript/userText';
import { isOwnCall, isOwnCommand, takesUpWork } from './ownWords';

/** What somebody says, or a tool. */
export type Message = UserEntry | AssistantEntry;

/**
 * Tells what of a conversation is work. A turn that one of our own commands began is not, up to the next prompt. Where it
 * takes up earlier work, Claude asks how to go on: what is done after the answer is work, and the answer its prompt. So
 * is a change without any answer.
 */
export class OwnTurns<Place> {
	private command: { readonly entry: UserEntry; readonly at: Place; readonly takesUp: boolean } | undefined;
	/** What the person chose last in such a turn. */
	private answer: readonly [UserEntry, Place] | undefined;

	/** The last message belongs to such a turn. */
	get isOwn(): boolean {
		return this.command !== undefined;
	}

	/** It does, and Claude may have copied the earlier tasks into its list. */
	get isTakingUp(): boolean {
		return this.command?.takesUp === true;
	}

	/** The next message, and where it stands. @returns what is work now, in order: mostly that message, or nothing. */
	note(entry: Message, at: Place): readonly (readonly [Message, Place])[] {
		if (entry.type === 'user' && (entry.kind === 'prompt' || entry.kind === 'notification')) this.command = undefined;
		else if (entry.type === 'user' && entry.kind === 'command') {
			const typed = typedText(entry.text);
			this.command = isOwnCommand(typed) ? { entry, at, takesUp: takesUpWork(typed) } : undefined;
			this.answer = undefined;
		}
		const { command } = this;
		if (command === undefined) return [[entry, at]];
		if (!command.takesUp) return [];
		if (entry.type === 'user') {
			const text = answersIn(entry);
			if (text !== '') this.answer = [{ ...entry, kind: 'prompt', text, toolResults: [] }, at];
			return [];
		}
		const calls = entry.blocks.filter((block) => block.type === 'tool_use');
		// Which session is meant is our own matter, too.
		if (calls.some(isOwnCall)) this.answer = undefined;
		const isWork = calls.some(
			(call) =>
				makesChange(call) ||
				call.name === 'ExitPlanMode' ||
				(this.answer !== undefined && !isOwnCall(call) && !TASK_TOOLS.has(call.name)),
		);
		if (!isWork) return [];
		this.command = undefined;
		return [this.answer ?? [command.entry, command.at], [entry, at]];
	}
}

/** What the person chose in menus, or said where they refused one, a line for each. */
function answersIn({ toolResults, toolUseResult }: UserEntry): string {
	const answers = asRecord(asRecord(toolUseResult)?.['answers']) ?? {};
	const said = toolResults.flatMap(({ text }) => refusalWords(text) ?? []);
	return [...Object.values(answers).flatMap((each) => asText(each) ?? []), ...said].join('\n');
}
