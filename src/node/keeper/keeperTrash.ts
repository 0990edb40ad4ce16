import path from 'node:path';
import type { ClaudeHome } from '../claude/claudeHome';
import {
	BACKUP_TRASH,
	DOCUMENT_TRASH,
	DRAFT_TRASH,
	MEMORY_TRASH,
	PARKED_TRASH,
	PROTOCOL_TRASH,
	SETTINGS_TRASH,
	Trash,
} from './trash';

const MB = 1024 * 1024;

/** Our trash, with how much of each kind it keeps. Each kind has its own cap: a large backup must not push out an idea. */
export function openTrash(claude: Pick<ClaudeHome, 'keeperHome'>): Trash {
	const single = { entries: 100, bytes: 64 * MB };
	return new Trash(path.join(claude.keeperHome, 'trash'), {
		[PARKED_TRASH]: { entries: 2_000, bytes: 64 * MB },
		[DRAFT_TRASH]: { entries: 500, bytes: 16 * MB },
		[MEMORY_TRASH]: { entries: 2_000, bytes: 64 * MB },
		[PROTOCOL_TRASH]: single,
		[DOCUMENT_TRASH]: single,
		[SETTINGS_TRASH]: single,
		[BACKUP_TRASH]: { entries: 50, bytes: 2_048 * MB },
	});
}
