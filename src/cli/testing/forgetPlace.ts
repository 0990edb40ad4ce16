// Sessions to which everything of ours has happened, with a word that was said in them alone, and where that word is by then.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect } from 'vitest';
import { projectSlug } from '../../core/claude/slug';
import { assistantLine, chained, jsonl, userLine } from '../../core/testing/transcripts';
import { queueMemories } from '../../node/testing/memoryQueue';
import { place, repo, run } from './cliPlace';

export const SESSION = '1d15ee69-80c7-4496-aef1-0af73e0095c8';
export const OTHER = '2e26ff7a-91d8-45a7-9f02-1b084f11a6d9';
export const [WORD, OTHER_WORD] = ['Quagmarine', 'Tangelowise'];

/** A conversation in which a word is all over. @returns its transcript */
export function say(session: string, word: string, folder = repo): string {
	const said = [
		userLine(`Where should the ${word} exports go? Remember: always deploy ${word} on Fridays.`),
		assistantLine(`We decided to put the ${word} exports into a folder per month. Should ${word} be compressed?`),
		userLine(`Yes, compress ${word}. We still need to rename ${word} later.`),
		assistantLine(`Done: ${word} is compressed. Next I will rename ${word}. All tests pass.`),
	];
	const lines = chained(said.map((line) => ({ ...line, sessionId: session, cwd: folder })));
	return place.write(`home/.claude/projects/${projectSlug(folder)}/${session}.jsonl`, jsonl(lines));
}

export async function ok(...args: readonly string[]): Promise<string> {
	const { code, out, err } = await run(args);
	expect({ code, err: code === 0 ? '' : err }, args.join(' ')).toEqual({ code: 0, err: '' });
	return out;
}

const idsOf = async (...args: readonly string[]): Promise<readonly string[]> =>
	(JSON.parse(await ok(...args, '--json')) as { entries: readonly { id: string }[] }).entries.map(({ id }) => id);

/** Everything of ours that happens to a session. */
export async function live(session: string, word: string, folder = repo): Promise<void> {
	say(session, word, folder);
	const texts = ['Always deploy on Fridays', 'Never merge on Mondays', 'Ask before a release', 'Prefer tabs in code'];
	queueMemories(
		place,
		{ session, cwd: folder },
		texts.map((text) => `${text} for ${word}.`),
	);
	const hook = async (event: string, own: object): Promise<void> => {
		const payload = { session_id: session, hook_event_name: event, cwd: folder, ...own };
		await run(['hook', event], { cwd: folder, input: JSON.stringify(payload) });
	};
	await hook('PreCompact', { trigger: 'manual' });
	await hook('SessionEnd', { reason: 'other' });
	await hook('SessionStart', { source: 'startup' });
	const at = (...args: readonly string[]): Promise<string> => ok(...args, '--project', folder);
	await at('backups', 'create', '--session', session);
	await at('backups', 'archive', '--session', session);
	await at('sessions', 'archive', session);
	await at('sessions', 'edit', session, '--name', word);
	await at('sessions', 'list');
	await at('documents', 'save', '--session', session);
	await at('documents', 'keep', '--all');
	await at('documents', 'save', '--session', session);
	await at('protocol', 'save', '--session', session);
	await at('protocol', 'undo');
	const [first = '', second = '', third = '', fourth = ''] = await idsOf('review', 'list', '--project', folder);
	await at('review', 'accept', first, '--into', 'project');
	await at('review', 'accept', second);
	await at('review', 'undo', second);
	await at('review', 'reject', third);
	await at('review', 'edit', fourth, '--text', `Nothing but ${word}.`);
	await at('reflect', '--session', session, '--yes');
	await at('parked', 'park', '--name', word, '--text', `what about ${word}?`, '--session', session);
	await at('parked', 'archive', word);
	await at('backups', 'discard', '--all', '--yes');
	await at('backups', 'create', '--session', session);
	await at('recall', word);
	// As a summary that is too long for a terminal.
	const summary = place.write(`${path.relative(place.root, folder)}/.temp/output-session-summary-${word}.md`);
	writeFileSync(summary, await at('parked', 'summary', '--session', session));
	place.write(`home/.claude/session-keeper/cache/answers/${session.slice(0, 8)}.json`, word);
	place.write(`home/.claude/session-keeper/handed-in/${session}.json`, JSON.stringify({ given: word }));
}

/** The files below folders that hold a word, compressed ones included. */
export function filesWith(word: string, ...folders: readonly string[]): readonly string[] {
	const files = folders.filter(existsSync).flatMap((folder) =>
		readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => path.join(entry.parentPath, entry.name)),
	);
	return files.filter((file) => {
		const bytes = readFileSync(file);
		const text = (file.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).toString();
		return `${file}\n${text}`.toLowerCase().includes(word.toLowerCase());
	});
}

/** Where files of ours are, of the repository. */
export const kept = (): readonly string[] => [
	place.claude.keeperHome,
	path.join(place.claude.configDir, 'memory_queue'),
	path.join(repo, '.claude'),
	path.join(repo, 'docs'),
	path.join(repo, '.temp'),
];

/** Of files that held a word, those that do not hold it any more; caches are made again. */
export function lost(word: string, before: readonly string[], ...folders: readonly string[]): readonly string[] {
	const left = filesWith(word, ...kept(), ...folders);
	return before.filter((file) => !left.includes(file) && !/\/cache\/|looks\.json$/u.test(file));
}
