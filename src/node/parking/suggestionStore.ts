// Suggestions that a person dismissed for good: `<claude>/session-keeper/dismissed-suggestions.jsonl`, one line each.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { utcSeconds } from '../../core/base/dates';
import { asText, parseObject } from '../../core/base/result';
import { appendLine, replaceFile } from '../base/atomicFile';
import type { ClaudeHome } from '../claude/claudeHome';
import { makePrivateFolder } from '../project/privateFolder';

/** What is kept: the newest ones. A suggestion that old is not made again, its session is long gone. */
const MAX_DISMISSED = 5_000;

export function dismissedFile(claude: Pick<ClaudeHome, 'keeperHome'>): string {
	return path.join(claude.keeperHome, 'dismissed-suggestions.jsonl');
}

/** Keys of all suggestions that were dismissed, oldest first; lines that are none cost themselves only. Never throws. */
export async function readDismissed(claude: Pick<ClaudeHome, 'keeperHome'>): Promise<ReadonlySet<string>> {
	const text = await readFile(dismissedFile(claude), 'utf8').catch(() => '');
	const dismissed = new Set<string>();
	for (const line of text.split('\n')) {
		const key = keyIn(line);
		if (key === undefined) continue;
		dismissed.delete(key);
		if (parseObject(line)?.['on'] !== false) dismissed.add(key);
	}
	return dismissed;
}

/** Dismisses a suggestion for good, or has it back. Appending is what keeps two windows from losing each other's. */
export async function dismissSuggestion(
	claude: Pick<ClaudeHome, 'keeperHome'>,
	key: string,
	nowMs: number,
	isDismissed = true,
): Promise<void> {
	const file = dismissedFile(claude);
	await makePrivateFolder(claude.keeperHome);
	await appendLine(file, JSON.stringify({ ts: utcSeconds(nowMs), key, ...(isDismissed ? {} : { on: false }) }));
	const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => keyIn(line) !== undefined);
	// Half of it goes at once, so that this is rare: a line that another window adds in this moment would be lost.
	if (lines.length > MAX_DISMISSED) await replaceFile(file, `${lines.slice(-MAX_DISMISSED / 2).join('\n')}\n`, 0o600);
}

function keyIn(line: string): string | undefined {
	// Nothing of a torn line, or one of somebody else's.
	return asText(parseObject(line)?.['key']);
}
