// Every face that meets what is private looks whether git could take it, and mends that in passing: an ignore file goes with
// a branch switch or a clean-up, and older versions of ours wrote fewer of them.
import path from 'node:path';
import { QUEUE_FOLDER } from '../../core/memory/queueFile';
import { hasPrivate, keepPrivate, listAsPrivate, unlistPrivate } from '../keeper/privatePlaces';
import { OutsideProjectError } from '../base/insideProject';
import { excludeFromGit } from '../project/gitExclude';
import { keepOut, keepPrivateFolder } from '../project/privateFolder';
import { DRAFT_ENDING, draftFolder, draftNames, draftsRoot } from '../documents/draftPlace';
import type { OpenProject } from './openProject';
import { isFolder } from '../base/lookAt';

interface Mended {
	/** What git could have taken until now, as a person finds it. */
	readonly inReach: readonly string[];
	/** Why something could not be kept out of git; nothing where all is well. */
	readonly problem: string | undefined;
	/** Why git's own list could not be told; nothing where all is well. What is private is kept out by ignore files alone. */
	readonly unlisted: string | undefined;
}

/** Keeps out of git what is private in a project, and in our own home. Where nothing private is, nothing is written. Never throws. */
export async function mendPrivate({ claude, project }: Pick<OpenProject, 'claude' | 'project'>): Promise<Mended> {
	try {
		const inHome = await mendHome(claude);
		const kept = (await hasPrivate(project)) ? await keepPrivate(project) : undefined;
		const drafts = await mendDrafts(project);
		return {
			inReach: [...inHome, ...(kept?.inReach ?? []).map((name) => `.claude/memory/${name}`), ...drafts.inReach],
			problem: undefined,
			unlisted: kept?.unlisted ?? drafts.unlisted,
		};
	} catch (error) {
		const nothing = { inReach: [], problem: undefined, unlisted: undefined };
		// What lies behind such a link is none of ours; whoever was about to go there says so.
		if (error instanceof OutsideProjectError) return nothing;
		return { ...nothing, problem: error instanceof Error ? error.message : String(error) };
	}
}

/** Some people keep `~/.claude` in a repository. */
async function mendHome(claude: OpenProject['claude']): Promise<readonly string[]> {
	const inReach: string[] = [];
	const names: string[] = [];
	for (const folder of [claude.keeperHome, path.join(claude.configDir, QUEUE_FOLDER)]) {
		if (!(await isFolder(folder))) continue;
		names.push(`${path.basename(folder)}/`);
		if (await keepPrivateFolder(folder)) inReach.push(folder);
	}
	const { state } = await excludeFromGit({ checkout: claude.configDir }, names);
	return state === 'added' ? inReach : [];
}

/** Takes our lines out of git's own list of a project, where nothing private is left that needs them. For who uninstalls. */
export async function letGoOfPrivate(project: OpenProject['project']): Promise<void> {
	if (!(await hasPrivate(project)) && (await draftNames(project)).length === 0) await unlistPrivate(project);
}

async function mendDrafts(project: OpenProject['project']): Promise<Pick<Mended, 'inReach' | 'unlisted'>> {
	const folder = draftFolder(project);
	const drafts = await draftNames(project);
	if (drafts.length === 0) return { inReach: [], unlisted: undefined };
	const wasKept = (await keepOut(draftsRoot(project), folder, [`*${DRAFT_ENDING}`])) === 'there';
	const { state, reason: unlisted } = await listAsPrivate(project);
	const isKept = state === 'there' || wasKept || !project.isGit;
	return { inReach: isKept ? [] : drafts.map((name) => `docs/sessions/${name}`), unlisted };
}
