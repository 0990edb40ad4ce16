// The list of files that an installation put beside the launcher, with hashes. With it, any later version can tell
// whether a hook would find everything that it loads.
import { asRecord, asText, parseObject } from '../base/result';

/** The list, beside the launcher. */
export const FILE_LIST = 'files.json';

export interface FileList {
	/** The folder that the hooks' bundles came from. */
	readonly from: string;
	/** SHA-256 in hexadecimal by file name, below the launcher's folder; in the order of writing. */
	readonly files: ReadonlyMap<string, string>;
}

/** Only a file in the launcher's folder or in a folder directly inside it. */
const NAME = /^(?:[a-z]+\/)?[A-Za-z][\w.-]*$/u;
const SHA256 = /^[0-9a-f]{64}$/u;

export function fileListText({ from, files }: FileList): string {
	return `${JSON.stringify({ schemaVersion: 1, from, files: Object.fromEntries(files) }, undefined, '\t')}\n`;
}

/**
 * @returns nothing if the text is no such list, or if any part of it makes no sense: the list is always written as a
 * whole.
 */
export function parseFileList(text: string): FileList | undefined {
	const fields = parseObject(text);
	const from = asText(fields?.['from']);
	const entries = Object.entries(asRecord(fields?.['files']) ?? {});
	const files = entries.filter((each): each is [string, string] => NAME.test(each[0]) && SHA256.test(String(each[1])));
	if (fields?.['schemaVersion'] !== 1 || from === undefined || files.length === 0 || files.length < entries.length)
		return undefined;
	return { from, files: new Map(files) };
}
