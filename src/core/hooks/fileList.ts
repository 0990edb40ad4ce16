// What an installation put beside the launcher, as a list with hashes: by it anybody can tell later, whichever version they
// are, whether a hook would find everything that it loads.
import { asRecord, asText, parseObject } from '../base/result';

/** The list, beside the launcher. */
export const FILE_LIST = 'files.json';

export interface FileList {
	/** The folder that the bundles of the hooks came from. */
	readonly from: string;
	/** SHA-256 in hexadecimal by the name of the file, below the launcher's folder; in the order in which they were written. */
	readonly files: ReadonlyMap<string, string>;
}

/** A file in the launcher's folder or in one of the folders in it, and nothing else. */
const NAME = /^(?:[a-z]+\/)?[A-Za-z][\w.-]*$/u;
const SHA256 = /^[0-9a-f]{64}$/u;

export function fileListText({ from, files }: FileList): string {
	return `${JSON.stringify({ schemaVersion: 1, from, files: Object.fromEntries(files) }, undefined, '\t')}\n`;
}

/** @returns nothing where the text is no such list, also where any part of it makes no sense: it is written as a whole. */
export function parseFileList(text: string): FileList | undefined {
	const fields = parseObject(text);
	const from = asText(fields?.['from']);
	const entries = Object.entries(asRecord(fields?.['files']) ?? {});
	const files = entries.filter((each): each is [string, string] => NAME.test(each[0]) && SHA256.test(String(each[1])));
	if (fields?.['schemaVersion'] !== 1 || from === undefined || files.length === 0 || files.length < entries.length)
		return undefined;
	return { from, files: new Map(files) };
}
