// What a person reads of a session: a row of blocks, the same for every form in which it is written.
import type { TurnStart } from '../transcript/tree';

/** A stretch of text, printable, with what is needed to redact before it is cut: see `clip` and `shown`. */
export interface Clip {
	readonly text: string;
	/** UTF-16 units of the original that are not to be shown; 0 where `text` is all of it. */
	readonly left: number;
}

/** What a tool printed: its beginning and its end, printable, whole lines. Few of them are shown. */
export interface ToolOutput {
	readonly head: string;
	/** Empty where `head` is all of it. */
	readonly tail: string;
	/** Lines of the whole. */
	readonly lines: number;
	/** For the colours of a fence: `diff`, or nothing. */
	readonly language: string;
	/** Of a diff, the lines of the whole that changed. */
	readonly changed?: number | undefined;
	/** `head` and `tail` with the sequences that colour them; nothing where there are none, or where words were redacted. */
	readonly coloured?: { readonly head: string; readonly tail: string } | undefined;
	/** Nothing of it is left out: a person has to read all of it. */
	readonly isWhole?: boolean | undefined;
}

/** What a tool was used on: a file, something to be typed, or words. */
export interface Subject {
	readonly style: 'path' | 'code' | 'words';
	readonly text: string;
}

interface BlockBase {
	/** The messages that the block was made of, those that are not shown and came just before it included. */
	readonly uuids: readonly string[];
}

/** A turn begins: a prompt, a slash command, or the answer of a background agent. */
export interface TurnBlock extends BlockBase {
	readonly kind: 'turn';
	/** From 1, in file order. */
	readonly number: number;
	readonly start: TurnStart['kind'];
	/** Milliseconds since 1970. */
	readonly timeMs: number | undefined;
	/** What the heading says, where it is not the beginning of the text. */
	readonly title: string | undefined;
	readonly text: Clip;
	readonly images: number;
	/** The conversation went back to before it. */
	readonly isAbandoned: boolean;
	/** The conversation went back to this turn before the new one began; 0 is the start. */
	readonly backTo: number | undefined;
}

/** Words of Claude; `summary` is what a compaction left. */
export interface TextBlock extends BlockBase {
	readonly kind: 'text';
	readonly role: 'reply' | 'thinking' | 'summary';
	readonly text: Clip;
}

/** A tool use with its result, or a command that Claude Code carried out itself. */
export interface ToolBlock extends BlockBase {
	readonly kind: 'tool';
	/** As Claude calls it; empty for a command. */
	readonly name: string;
	readonly subject: Subject | undefined;
	/** `+3 −1`, `new, 12 lines`. */
	readonly detail: string | undefined;
	/** `exit 1`, `refused`. */
	readonly outcome: string | undefined;
	readonly isError: boolean;
	readonly output: ToolOutput | undefined;
	/** The id of the subagent whose work it was: what it said is in a transcript of its own. */
	readonly agent?: string | undefined;
}

/** Something that happened to the session. */
export interface MarkBlock extends BlockBase {
	readonly kind: 'mark';
	readonly mark: 'compaction' | 'note' | 'error';
	readonly text: Clip;
}

/** Messages after the last block that are not shown. */
interface PlaceBlock extends BlockBase {
	readonly kind: 'place';
}

export type Block = TurnBlock | TextBlock | ToolBlock | MarkBlock | PlaceBlock;

/**
 * The block with each of its texts replaced. They are given one after the other, whole, as they were before any cutting.
 * @param replace such as a redactor; it may take its time.
 */
export async function mapTexts(block: Block, replace: (text: string) => Promise<string>): Promise<Block> {
	const inClip = async (clip: Clip): Promise<Clip> => ({ ...clip, text: await replace(clip.text) });
	switch (block.kind) {
		case 'turn':
			return {
				...block,
				title: block.title === undefined ? undefined : await replace(block.title),
				text: await inClip(block.text),
			};
		case 'text':
		case 'mark':
			return { ...block, text: await inClip(block.text) };
		case 'tool': {
			const { subject, output } = block;
			return {
				...block,
				name: await replace(block.name),
				subject: subject && { ...subject, text: await replace(subject.text) },
				output: output && (await inOutput(output, replace)),
			};
		}
		case 'place':
			return block;
	}
}

/** Colours stand for the words that they were given: they go with the first word that is replaced. */
async function inOutput(output: ToolOutput, replace: (text: string) => Promise<string>): Promise<ToolOutput> {
	const [head, tail] = [await replace(output.head), await replace(output.tail)];
	const isSame = head === output.head && tail === output.tail;
	return { ...output, head, tail, coloured: isSame ? output.coloured : undefined };
}
