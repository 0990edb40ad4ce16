// What an engine gave and could not be used, kept for whoever wants to know why. Never shown as a draft.
import { readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../base/atomicFile';
import type { ClaudeHome } from '../claude/claudeHome';
import { makePrivateFolder } from '../project/privateFolder';
import { reflectionHome } from './reflectionHome';

const KEPT = 20;
const KEPT_CHARACTERS = 200_000;

/** Keeps a text, redacted already, under the run's name; the oldest ones go. @returns the file. */
export async function keepDiagnosis(claude: ClaudeHome, run: string, text: string): Promise<string> {
	const folder = path.join(reflectionHome(claude), 'failed');
	await makePrivateFolder(claude.keeperHome, folder);
	const file = path.join(folder, `${run}.txt`);
	await replaceFile(file, text.slice(0, KEPT_CHARACTERS), 0o600);
	const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
	for (const name of names.slice(0, -KEPT)) await unlink(path.join(folder, name)).catch(() => undefined);
	return file;
}
