// Writes a new item. Loaded on demand: an item is parked now and then, and they are listed all day.
import path from 'node:path';
import { localDate } from '../../core/base/dates';
import type { Clock } from '../../core/base/ports';
import { type ParkRequest, composeDraft, fileNames } from '../../core/parking/draft';
import type { KindCount } from '../../core/privacy/report';
import { rememberProject } from '../backups/rememberProject';
import { formatFrontMatter } from '../base/frontmatter';
import { findGitLayout } from '../base/gitLayout';
import { changeFile } from '../base/sharedFile';
import type { ClaudeHome } from '../claude/claudeHome';
import type { Project } from '../project/project';

export interface WrittenItem {
	readonly kind: 'parked';
	readonly path: string;
	/** What was taken out of its text. */
	readonly redacted: readonly KindCount[];
}

/** @throws the file system's error, and what `changeFile` says of two versions. */
export async function writeItem(
	claude: ClaudeHome,
	project: Project,
	clock: Clock,
	request: ParkRequest,
): Promise<WrittenItem> {
	await rememberProject(claude, project);
	const { text, slug, redacted } = await composed(claude, project, request);
	for (const name of fileNames(slug, localDate(clock.now()))) {
		const file = path.join(project.memoryDir, name);
		// Its age counts from our clock, as everything else does.
		if (await changeFile(file, undefined, text, { mode: 0o644, modifiedMs: clock.now() }))
			return { kind: 'parked', path: file, redacted };
	}
	throw new Error('unreachable: there is always another file name');
}

/** A memory folder in a repository is a folder that git may take. */
async function composed(
	claude: ClaudeHome,
	{ memoryDir }: Project,
	request: ParkRequest,
): Promise<{ readonly text: string; readonly slug: string } & Pick<WrittenItem, 'redacted'>> {
	const draft = composeDraft(request);
	const said = formatFrontMatter(draft.frontMatter, draft.body);
	if ((await findGitLayout(memoryDir)) === undefined) return { text: said, slug: draft.slug, redacted: [] };
	const [{ openRedactor }, { redactSecrets, safeWords }, { redactedIn }] = await Promise.all([
		import('../privacy/openRedactor'),
		import('../privacy/gate'),
		import('../../core/privacy/report'),
	]);
	const redactor = await openRedactor(claude);
	const safe = (words: string): string => safeWords(words, redactor);
	const { slug, frontMatter, body } = composeDraft({ ...request, name: safe(request.name), text: safe(request.text) });
	const text = redactSecrets(formatFrontMatter(frontMatter, body), redactor);
	return { text, slug, redacted: text === said ? [] : redactedIn(text) };
}
