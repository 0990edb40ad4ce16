import path from 'node:path';
import { withExitStamp } from '../../../core/keeper/exitStamp';
import type { BackupReason } from '../../../core/claude/reasons';
import { checkInside } from '../../base/insideProject';
import type { Project } from '../../project/project';
import { readRegularFile, utf8In } from '../../base/regularFile';
import { changeFile, putBackKept } from '../../base/sharedFile';
import { isFile } from '../../base/lookAt';

const LIMIT_BYTES = 1024 * 1024;

/**
 * Notes the end of a session in `active-context.md`, where that file is there. Links and what is not UTF-8 are left alone;
 * so is a file that Claude or an editor writes at this moment.
 * @throws OutsideProjectError, or the file system's own error.
 */
export async function stampExit(project: Project, endedMs: number, reason: BackupReason): Promise<void> {
	const file = path.join(project.filesRoot, '.claude', 'memory', 'active-context.md');
	if (!(await isFile(file)) && !(await putBackKept(path.dirname(file)))) return;
	await checkInside(project.filesRoot, file);
	const before = await readRegularFile(file, LIMIT_BYTES, { isLinkRefused: true });
	if (before === undefined || before.sizeBytes > LIMIT_BYTES) return;
	const text = utf8In(before.bytes);
	if (text === undefined) return;
	const after = withExitStamp(text, endedMs, reason);
	if (after !== text) await changeFile(file, text, after);
}
