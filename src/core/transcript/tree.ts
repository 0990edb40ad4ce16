// Which prompts the conversation still stands on. Lines form a tree: Esc before an answer and /rewind leave a branch
// behind, and nothing in the file says so but the parents. Only the starts of turns are kept as nodes; of every other
// line only the node that it belongs to.
import { makesChange } from './changedFiles';
import type { MessageEntry, TranscriptEntry } from './entry';
import { type Excerpt, excerpt } from './excerpt';
import { type Layers, type LayersDraft, createLayersDraft } from './layers';
import { typedText } from './userText';

/** The start of a turn: a prompt, a slash command, or a background agent's notification. */
export interface TurnStart {
	readonly uuid: string;
	readonly timestampMs: number | undefined;
	readonly kind: 'prompt' | 'command' | 'notification';
	readonly text: Excerpt;
	/** Index of the turn before it in the tree; `undefined` for a first one. */
	readonly parent: number | undefined;
}

export interface Tree {
	/** In file order. */
	readonly starts: readonly TurnStart[];
	/** Of every line of the conversation: the index of its turn, or `BEFORE`. */
	readonly owners: Layers<number>;
	/** The turn that the conversation stands at. */
	readonly tip: number;
	/** When something was changed last in a turn that a slash command began, by the turn's index. Milliseconds since 1970. */
	readonly changedMs: ReadonlyMap<number, number>;
}

/** Belongs to no turn: it was there before the first one. */
const BEFORE = -1;

export const NO_TREE: Tree = { starts: [], owners: [], tip: BEFORE, changedMs: new Map() };

interface TreeDraft {
	/** Whether a line with this id was taken before. */
	has(uuid: string): boolean;
	note(entry: TranscriptEntry): void;
	close(): Tree;
}

/** A copy that can be added to; `from` stays as it is. */
export function createTreeDraft(from: Tree): TreeDraft {
	const owners = createLayersDraft(from.owners);
	const added: TurnStart[] = [];
	const changedMs = new Map(from.changedMs);
	let tip = from.tip;
	return {
		has: (uuid) => owners.get(uuid) !== undefined,
		note(entry) {
			if (entry.type === 'last-prompt') {
				// It may name a line that comes later in the file; the line itself then says the same.
				tip = (entry.leafUuid === undefined ? undefined : owners.get(entry.leafUuid)) ?? tip;
			} else if ('isSidechain' in entry && !entry.isSidechain) {
				const above = ownerOfParent(entry, owners, tip);
				const start = turnStart(entry, above);
				tip = start ? from.starts.length + added.length : above;
				if (start) added.push(start);
				if (entry.uuid !== undefined) owners.set(entry.uuid, tip);
				const { kind } = from.starts[tip] ?? added[tip - from.starts.length] ?? {};
				if (kind === 'command' && entry.timestampMs !== undefined && hasChange(entry))
					changedMs.set(tip, entry.timestampMs);
			} else if ('isSidechain' in entry && entry.uuid !== undefined) owners.set(entry.uuid, tip);
		},
		close: () => ({ starts: [...from.starts, ...added], owners: owners.close(), tip, changedMs }),
	};
}

/** Whether Claude changes something in a message. */
export function hasChange(entry: MessageEntry): boolean {
	return entry.type === 'assistant' && entry.blocks.some((block) => block.type === 'tool_use' && makesChange(block));
}

function ownerOfParent(entry: MessageEntry, owners: LayersDraft<number>, tip: number): number {
	const isBoundary = entry.type === 'system' && entry.subtype === 'compact_boundary';
	const parent = isBoundary ? (entry.logicalParentUuid ?? entry.parentUuid) : entry.parentUuid;
	// A boundary without a parent goes on where the file stood. So does a line whose parent is not in the file: a torn line
	// or a cleaned-up file must not make everything before look abandoned.
	if (parent === undefined) return isBoundary ? tip : BEFORE;
	return owners.get(parent) ?? tip;
}

function turnStart(entry: MessageEntry, above: number): TurnStart | undefined {
	const kind = turnKind(entry);
	if (entry.type !== 'user' || kind === undefined) return undefined;
	const { uuid, timestampMs } = entry;
	const parent = above === BEFORE ? undefined : above;
	return { uuid: uuid ?? '', timestampMs, kind, text: excerpt(typedText(entry.text)), parent };
}

/** How a line starts a turn; nothing where it starts none. */
export function turnKind(entry: TranscriptEntry): TurnStart['kind'] | undefined {
	if (entry.type !== 'user') return undefined;
	const { kind } = entry;
	return kind === 'prompt' || kind === 'command' || kind === 'notification' ? kind : undefined;
}

/** The turns that the conversation left behind, in file order. */
export function abandonedTurns(tree: Tree): readonly TurnStart[] {
	const standing = new Set<number>();
	// A parent is always an earlier turn, so this ends whatever the file claims.
	for (let at: number | undefined = tree.tip; at !== undefined && at !== BEFORE; at = tree.starts[at]?.parent)
		standing.add(at);
	return tree.starts.filter((_, index) => !standing.has(index));
}
