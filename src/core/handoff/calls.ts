// Pairs the calls of tools with their results, which come in a later message.
import { asRecord, asText } from '../base/result';
import { changedFileOf } from '../transcript/changedFiles';
import type { AssistantBlock, AssistantEntry, UserEntry } from '../transcript/entry';
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

const PLAN_FILE = /[\\/]plans[\\/][^\\/]+\.md$/u;

/** The file that a call works on. */
export function fileOf({ input }: Call): string | undefined {
	return asText(input['file_path']) ?? asText(input['notebook_path']);
}

/** The plans that Claude writes into files: a call that shows one to the person may leave its text out. */
export class Plans {
	private readonly texts = new Map<string, string>();

	/** A call that worked. @returns what it wrote into the file of a plan, which may be a part of it. */
	noteWritten(call: Call): string | undefined {
		const file = changedFileOf(call.name, call.input);
		if (file === undefined || !PLAN_FILE.test(file)) return undefined;
		const { content, old_string: from, new_string: to, replace_all: isAll } = call.input;
		const written = asText(content) ?? asText(to) ?? '';
		const old = content === undefined ? this.texts.get(file) : undefined;
		const was = asText(from) ?? '';
		this.texts.set(
			file,
			(isAll === true ? old?.replaceAll(was, () => written) : old?.replace(was, () => written)) ?? written,
		);
		return written;
	}

	/** The plan that a call of ExitPlanMode shows. */
	shown(call: Call, { toolUseResult }: UserEntry): { readonly file: string | undefined; readonly text: string } {
		const details = asRecord(toolUseResult);
		const file = asText(details?.['filePath']);
		const text = asText(call.input['plan']) ?? asText(details?.['plan']) ?? this.texts.get(file ?? '') ?? '';
		return { file, text };
	}
}
