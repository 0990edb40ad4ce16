// Raw transcripts in a work tree get committed unless git is told otherwise (and secrets with them).
import path from 'node:path';
import { replaceFile } from '../base/atomicFile';
import { checkInside, makeFolderInside } from '../base/insideProject';
import { type Project, makeOwnRoot } from '../project/project';
import { readRegularFile } from '../base/regularFile';

/** No list of a few names is longer. */
const LIMIT_BYTES = 1024 * 1024;
const LINES = ['raw/', '.pending-backup', '.backup-log', 'sessions/'];

/** Makes sure that `.claude/memory/.gitignore` covers what must stay out of git; other people's lines stay. */
export async function ensureMemoryIgnored(project: Project): Promise<void> {
	await makeOwnRoot(project);
	const folder = path.join(project.filesRoot, '.claude', 'memory');
	const file = path.join(folder, '.gitignore');
	await makeFolderInside(project.filesRoot, folder);
	await checkInside(project.filesRoot, file);
	const before = await readRegularFile(file, LIMIT_BYTES);
	if (before !== undefined && before.sizeBytes > LIMIT_BYTES) throw new Error(`${file} is too large to be added to.`);
	const text = before?.bytes.toString() ?? '';
	const present = new Set(text.split(/\r?\n/u).map((line) => line.trim()));
	const missing = LINES.filter((line) => !present.has(line));
	if (missing.length === 0) return;
	const added = `${text === '' || text.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`;
	// The bytes that are there stay as they are, whatever they mean.
	const bytes = Buffer.concat([before?.bytes ?? Buffer.alloc(0), Buffer.from(added)]);
	await replaceFile(file, bytes, before === undefined ? 0o644 : undefined);
}
