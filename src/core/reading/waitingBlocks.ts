// Blocks on their way to a reader. A tool use stands where Claude made it and waits for its result, which comes on a later
// line; what follows it waits behind it, for one turn at most.
import type { Block } from './block';
import type { ToolUse } from './toolUse';

/** A call whose result has not come. */
export interface OpenCall {
	readonly call: ToolUse;
	readonly cwd: string | undefined;
}

interface Waiting {
	block: Block;
	open: OpenCall | undefined;
}

/** A block without the lines that it is made of. */
export type Body = Block extends infer B ? (B extends Block ? Omit<B, 'uuids'> : never) : never;

/** Stands for a command that Claude Code carries out itself. */
export const LOCAL: ToolUse = { type: 'tool_use', id: '', name: '', input: {} };

/** So many blocks wait for a result at most. */
const MAX_WAITING = 200;
/** Results that come after all are still put beside their calls. */
const MAX_LATE = 200;

export class WaitingBlocks {
	private waiting: Waiting[] = [];
	private readonly late = new Map<string, OpenCall>();
	/** Lines that belong to the next block. */
	private uuids: string[] = [];

	get hasLines(): boolean {
		return this.uuids.length > 0;
	}

	/** The block that came last, and whether it waits. */
	get last(): Readonly<Waiting> | undefined {
		return this.waiting.at(-1);
	}

	addLine(uuid: string): void {
		this.uuids.push(uuid);
	}

	add(body: Body, open?: OpenCall): void {
		this.waiting.push({ block: { ...body, uuids: this.takeLines() }, open });
	}

	/** Puts a result beside its call. @param describe makes the block of the call, of none where a torn file has lost it. */
	answer(toolUseId: string, describe: (open: OpenCall | undefined) => Body): void {
		const place = this.waiting.find((each) => each.open?.call.id === toolUseId);
		const body = describe(place?.open ?? this.late.get(toolUseId));
		this.late.delete(toolUseId);
		if (place === undefined) this.add(body);
		else this.replace(place, body);
	}

	/** The block that came last is another one now, and waits no longer. */
	replaceLast(body: Body): void {
		const last = this.waiting.at(-1);
		if (last !== undefined) this.replace(last, body);
	}

	/** The block that came last waits no longer. */
	closeLast(): void {
		const last = this.waiting.at(-1);
		if (last !== undefined) last.open = undefined;
	}

	/** Nothing waits any longer. */
	settle(): void {
		const { late } = this;
		for (const each of this.waiting) {
			if (each.open && each.open.call !== LOCAL) late.set(each.open.call.id, each.open);
			each.open = undefined;
		}
		for (const id of late.keys()) if (late.size > MAX_LATE) late.delete(id);
	}

	/** The blocks that are complete, often none. */
	take(): readonly Block[] {
		if (this.waiting.length > MAX_WAITING) this.settle();
		const end = this.waiting.findIndex((each) => each.open);
		return this.waiting.splice(0, end < 0 ? this.waiting.length : end).map((each) => each.block);
	}

	private replace(place: Waiting, body: Body): void {
		place.block = { ...body, uuids: [...place.block.uuids, ...this.takeLines()] };
		place.open = undefined;
	}

	private takeLines(): string[] {
		const lines = this.uuids;
		this.uuids = [];
		return lines;
	}
}
