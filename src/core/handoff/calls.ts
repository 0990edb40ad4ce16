// Pairs the calls of tools with their results, which come in a later message.
import type { AssistantBlock, AssistantEntry } from '../transcript/entry';
import type { Pointer } from './statement';

/** A tool use, with its name and input. */
export type Call = Extract<AssistantBlock, { type: 'tool_use' }>;

interface Called {
	readonly call: Call;
	/** The message that calls. */
	readonly from: Pointer;
	/** The folder that the session was in. */
	readonly cwd: string | undefined;
}

/** Calls that never got a result are forgotten beyond this many. */
const MAX_CALLS = 500;

export class Calls {
	private readonly waiting = new Map<string, Called>();

	note({ blocks, cwd }: AssistantEntry, from: Pointer): void {
		for (const call of blocks) {
			if (call.type !== 'tool_use') continue;
			this.waiting.set(call.id, { call, from, cwd });
			const oldest = this.waiting.size > MAX_CALLS ? this.waiting.keys().next().value : undefined;
			if (oldest !== undefined) this.waiting.delete(oldest);
		}
	}

	/** The call of a result, which is told once; nothing if it was not heard, or forgotten. */
	answer({ toolUseId }: { readonly toolUseId: string }): Called | undefined {
		const called = this.waiting.get(toolUseId);
		this.waiting.delete(toolUseId);
		return called;
	}
}
