// Whose is a transcript? The name of its folder proves nothing (slugs collide, and `app-other` looks like a folder in
// `app`); the folder in which the session was started stands in its lines. Hooks use this: no library, no parser of ours.
import { projectSlug } from '../../core/claude/slug';
import { asText, parseObject } from '../../core/base/result';
import { type Project, belongsTo } from '../project/project';
import { readRegularFile } from '../base/regularFile';

/** Every message says where it was said, so the beginning is enough, unless it is one of pictures. */
const HEADS_BYTES = [64 * 1024, 4 * 1024 * 1024];

/** The folder in which a session was started. Nothing where its transcript does not say, or cannot be read. Never throws. */
export async function transcriptCwd(file: string): Promise<string | undefined> {
	for (const limit of HEADS_BYTES) {
		const head = await readRegularFile(file, limit).catch(() => undefined);
		const cwd = cwdIn(new TextDecoder().decode(head?.bytes));
		if (cwd !== undefined) return cwd;
		if (head === undefined || head.sizeBytes <= limit) return undefined;
	}
	return undefined;
}

/** The same from the beginning of a transcript. */
export function cwdIn(head: string): string | undefined {
	for (const line of head.split('\n')) {
		const cwd = line.includes('"cwd"') ? cwdOf(line) : undefined;
		if (cwd !== undefined) return cwd;
	}
	return undefined;
}

/**
 * Whether a session that was started in `cwd` is one of the project's.
 * @param slug of the transcript's folder: it decides where nobody knows the folder, and only where it is the project's own.
 */
export function isOfProject(project: Project, cwd: string | undefined, slug: string): boolean {
	if (cwd !== undefined) return belongsTo(project, cwd);
	return project.launchRoots.some((root) => projectSlug(root) === slug);
}

function cwdOf(line: string): string | undefined {
	// The last line of the head is cut, and others may be broken.
	return asText(parseObject(line)?.['cwd']);
}
