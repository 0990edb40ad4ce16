/** The kind of trash that drafts go to. In a file of its own: whoever opens the trash needs no more than this. */
export const DRAFT_TRASH = 'draft';
