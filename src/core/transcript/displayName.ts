// What a session is called, in every face of the program: one cascade, one way of cleaning.
import { singleLine, truncate } from '../base/text';
import { inTag, typedCommand } from './userText';

/** Everything that a name can be made of. Any of it can be missing. */
export interface NameSources {
	/** `/rename`. */
	readonly customTitle?: string | undefined;
	readonly aiTitle?: string | undefined;
	/** The title format before titles. */
	readonly summary?: string | undefined;
	readonly firstPrompt?: string | undefined;
	readonly lastPrompt?: string | undefined;
	readonly agentName?: string | undefined;
	readonly cwd?: string | undefined;
}

const NAME_LIMIT = 80;
/** A prompt can be a whole pasted file; a name never needs more of it than this. */
const LOOK_AT = 2_000;

/**
 * The name of a session: what the person called it, else what Claude called it, else what it was asked, else where it ran.
 * @returns one printable line of at most 80 characters, or nothing where there is nothing to go by.
 */
export function displayName(sources: NameSources): string | undefined {
	const { customTitle, aiTitle, summary, firstPrompt, lastPrompt, agentName, cwd } = sources;
	for (const candidate of [customTitle, aiTitle, summary, firstPrompt, lastPrompt, agentName, folderName(cwd)]) {
		const name = candidate === undefined ? '' : cleanName(candidate);
		if (name !== '') return name;
	}
	return undefined;
}

/** One printable line without the tags that Claude Code wraps commands and their output in. */
export function cleanName(text: string): string {
	const seen = text.slice(0, LOOK_AT);
	const plain = typedCommand(seen) ?? inTag(seen, 'bash-input') ?? seen;
	// Colour codes first: singleLine would take their escape character and leave `[31m`.
	const uncoloured = plain.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/gu, '');
	return truncate(singleLine(uncoloured.replace(/<\/?[a-z]+(?:-[a-z]+)+>/gu, ' ')), NAME_LIMIT);
}

function folderName(cwd: string | undefined): string | undefined {
	return cwd
		?.replace(/[/\\]+$/u, '')
		.split(/[/\\]/u)
		.at(-1);
}
