// The review of a project, with everything that can wait in it. Every face opens it here.
import type { Clock } from '../../core/base/ports';
import type { ClaudeHome } from '../claude/claudeHome';
import { MemoryCandidates } from '../memory/memoryCandidates';
import type { MemoryPlace } from '../memory/memoryFiles';
import { openRedactor } from '../privacy/openRedactor';
import { DraftReview } from '../reflection/draftReview';
import { DraftStore } from '../reflection/draftStore';
import { LedgerFile } from '../reflection/ledgerFile';
import type { Project } from '../project/project';
import { ReviewStore } from '../review/reviewStore';
import type { Trash } from '../keeper/trash';

interface ReviewSurroundings {
	readonly claude: ClaudeHome;
	readonly trash: Trash;
	readonly clock: Clock;
	/** Where accepted memories go. */
	readonly place: () => MemoryPlace;
}

export function openReview({ claude, trash, clock, place }: ReviewSurroundings, project: Project): ReviewStore {
	const redactor = (): ReturnType<typeof openRedactor> => openRedactor(claude);
	const candidates = new MemoryCandidates({ claude, project, trash, clock, redactor, place });
	return new ReviewStore([candidates, new DraftReview(new DraftStore(project, trash, new LedgerFile(claude), clock))]);
}
