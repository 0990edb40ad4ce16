// `session-keeper recall QUESTION`: which past sessions answer it?
import path from 'node:path';
import { stampOf } from '../../core/base/dates';
import { counted, singleLine } from '../../core/base/text';
import { sinceWords } from '../../core/recall/since';
import { shownPath } from '../../node/claude/claudeHome';
import { type SessionHit, type SessionsAnswer, askSessions } from '../../node/recall/askSessions';
import { ageMark } from '../base/ages';
import type { CommandContext } from '../context';
import { type Values, type VerbsOf, limitOf, textsOf } from '../group';
import { type Answer, UsageError, note } from '../io';
import type { RECALL } from './recallCommand';

/** So many sessions answer where nothing else is said. */
const ANSWERS = 5;
/** So many files of a session are named to a person. */
const FILES = 4;

export const recallGroup: VerbsOf<typeof RECALL> = { '': { run: ask } };

async function ask(context: CommandContext, words: readonly string[], values: Values): Promise<Answer> {
	const questions = [words.join(' '), ...textsOf(values, 'query')]
		.map((each) => each.trim())
		.filter((each) => each !== '');
	if (questions.length === 0) throw new UsageError('Ask what? session-keeper recall QUESTION');
	const { claude, project, clock, caller } = context;
	caller.spoil?.();
	const answer = await askSessions({
		claude,
		project: values['everywhere'] === true ? undefined : project,
		questions,
		limit: limitOf(values, ANSWERS),
		nowMs: clock.now(),
		asker: context.asker,
		// A person is not shown them.
		hasNeighbours: context.isJson,
		onProgress: (done, total) => caller.waiting.reportBytes(done, total),
	});
	// Which project a checkout is, git is asked at each question as long as our home does not know it.
	if (project.isGit && project.identity.news !== undefined)
		await (await import('../../node/backups/rememberProject')).rememberProject(claude, project);
	for (const each of lackingIn(answer)) note(context, each);
	const shown = (file: string): string => shownPath(file, claude.userHome, project.checkout);
	return { text: textOf(answer, shown), json: recalledJson(answer) };
}

/** What could not be asked, a sentence each. */
export function lackingIn({ unreadable, missing }: SessionsAnswer): readonly string[] {
	const files = unreadable.map(({ path: file, code }) => `${file} could not be read (${code}).`);
	if (missing === 0) return files;
	return [...files, `${counted(missing, 'transcript')} could not be looked at as they are now. Ask again later.`];
}

/** @param shown a path as a person reads it. */
function textOf({ confidence, hits, isLimited }: SessionsAnswer, shown: (file: string) => string): string {
	if (hits.length === 0) return 'No session answers this.';
	return [
		...(confidence === 'weak' ? ['No session answers this well. The closest:', ''] : []),
		hits.map((hit) => linesOf(hit, shown)).join('\n\n'),
		...(isLimited ? ['', '… there are more: --limit N'] : []),
	].join('\n');
}

function linesOf(hit: SessionHit, shown: (file: string) => string): string {
	const { session, name, source, file, branch, atMs, prompt, text, conclusion, files, commits, newer } = hit;
	const since = sinceWords(hit.since, files.length);
	const head = [
		...(session === undefined ? [] : [singleLine(session.slice(0, 8))]),
		...(atMs === 0 ? [] : [ageMark(atMs)]),
		...(branch === undefined ? [] : [singleLine(branch)]),
		singleLine(name),
	];
	const changed = files.slice(0, FILES).map((file) => path.basename(file));
	const left = files.length - changed.length;
	const lines = [
		...(source === 'transcript' ? [] : [`From: ${shown(file)}`]),
		...(prompt === '' ? [] : [`Asked: ${prompt}`]),
		...(text === prompt || text === '' ? [] : [`Match: ${text}`]),
		...(conclusion === text || conclusion === '' ? [] : [`Ended: ${conclusion}`]),
		...(changed.length === 0 ? [] : [`Files: ${changed.join(', ')}${left > 0 ? ` and ${left} more` : ''}`]),
		...(commits.length === 0 ? [] : [`Commits: ${commits.join(', ')}`]),
		...(since.length === 0 ? [] : [`Since then: ${since.join(', ')}`]),
		...(newer === undefined
			? []
			: [`A newer session concluded otherwise: ${newer.session.slice(0, 8)} ${newer.name}: ${newer.conclusion}`]),
	];
	return [head.join('  '), ...lines.map((line) => `    ${singleLine(line)}`)].join('\n');
}

/** The answer as every program gets it. */
export function recalledJson({ confidence, hits, isLimited, missing }: SessionsAnswer): Answer['json'] {
	return {
		confidence,
		isLimited,
		missing,
		hits: hits.map((hit) => ({
			session: hit.session ?? null,
			name: hit.name,
			source: hit.source,
			file: hit.file,
			folder: hit.cwd ?? null,
			branch: hit.branch ?? null,
			at: hit.atMs === 0 ? null : stampOf(hit.atMs),
			message: hit.message ?? null,
			role: hit.role,
			prompt: hit.prompt,
			text: hit.text,
			conclusion: hit.conclusion,
			before: hit.before,
			after: hit.after,
			files: hit.files,
			commits: hit.commits,
			since: { ...hit.since, branch: hit.since.branch ?? null },
			newer:
				hit.newer === undefined
					? null
					: {
							session: hit.newer.session,
							name: hit.newer.name,
							at: stampOf(hit.newer.atMs),
							conclusion: hit.newer.conclusion,
						},
			cover: Math.round(100 * hit.cover) / 100,
		})),
	};
}
