// What a person was told at the start of a session: each pending backup once. Remembered below our home, for each project.
import path from 'node:path';
import { parseObject } from '../../../core/base/result';
import { replaceFile } from '../../base/atomicFile';
import { readTextFile } from '../../base/regularFile';
import { homePlace } from '../../backups/place';
import type { ClaudeHome } from '../../claude/claudeHome';
import { makePrivateFolder } from '../../project/privateFolder';
import type { Project } from '../../project/project';

const LIMIT_BYTES = 64 * 1024;
/** Nothing of ours grows without end. */
const MAX_KEPT = 200;

/**
 * Whether the person is told of a backup for the first time; from now on they know of it. Where that cannot be written, they
 * are told again. Never throws.
 * @param raw its name in `raw/`.
 */
export async function isNewToPerson(claude: ClaudeHome, project: Project, raw: string): Promise<boolean> {
	const file = path.join(homePlace(claude, project).folder, 'told.json');
	const given = parseObject(await readTextFile(file, LIMIT_BYTES))?.['backups'];
	const known: readonly unknown[] = Array.isArray(given) ? given : [];
	if (known.includes(raw)) return false;
	const text = JSON.stringify({ schemaVersion: 1, backups: [...known, raw].slice(-MAX_KEPT) });
	await makePrivateFolder(claude.keeperHome, path.dirname(file))
		.then(() => replaceFile(file, text, 0o600))
		.catch(() => undefined);
	return true;
}
