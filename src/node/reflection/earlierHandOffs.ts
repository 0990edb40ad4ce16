// Hand-offs of a project that are written down: drafts, ratified drafts, saved session documents.
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseEarlierHandOff } from '../../core/reflection/draft';
import type { EarlierHandOff } from '../../core/reflection/signals/context';
import { parseFrontMatter } from '../base/frontmatter';
import { checkInside } from '../base/insideProject';
import { mapLimited } from '../base/mapLimited';
import type { Project } from '../project/project';
import { readRegularFile } from '../base/regularFile';
import { draftFolder, draftsRoot, ratifiedFolder } from '../documents/draftPlace';

const LIMIT_BYTES = 256 * 1024;
/** Of each folder, the newest are enough: only what was said last matters. */
const READ = 40;

/** What each says of the next step, newest first. */
export async function readEarlierHandOffs(project: Project): Promise<readonly EarlierHandOff[]> {
	const found = (await writtenHandOffs(project)).flatMap(({ fields, body }) => parseEarlierHandOff(fields, body) ?? []);
	return found.sort((a, b) => b.atMs - a.atMs);
}

interface WrittenHandOff {
	readonly fields: Readonly<Record<string, unknown>>;
	readonly body: string;
}

async function writtenHandOffs(project: Project): Promise<readonly WrittenHandOff[]> {
	const places = [
		[draftsRoot(project), draftFolder(project), /\.md$/u],
		...(draftsRoot(project) === project.savesRoot
			? []
			: ([[project.savesRoot, ratifiedFolder(project), /\.md$/u]] as const)),
		[project.filesRoot, path.join(project.filesRoot, '.claude/memory'), /^session-\d.*\.md$/u],
	] as const;
	const found: WrittenHandOff[] = [];
	for (const [root, folder, pattern] of places) {
		for (const file of await newestIn(folder, pattern)) {
			const isOurs = await checkInside(root, file).then(
				() => true,
				() => false,
			);
			const read = isOurs ? await readRegularFile(file, LIMIT_BYTES).catch(() => undefined) : undefined;
			if (read === undefined) continue;
			const { data, body } = parseFrontMatter(read.bytes.toString());
			found.push({ fields: data, body });
		}
	}
	return found;
}

/** By when they were written: most names are ids, which say nothing of it. */
async function newestIn(folder: string, pattern: RegExp): Promise<readonly string[]> {
	const names = (await readdir(folder).catch(() => [])).filter((name) => pattern.test(name));
	const files = await mapLimited(names, async (name) => {
		const file = path.join(folder, name);
		return { file, atMs: (await lstat(file).catch(() => undefined))?.mtimeMs ?? 0 };
	});
	return [...files]
		.sort((a, b) => b.atMs - a.atMs)
		.slice(0, READ)
		.map(({ file }) => file);
}
