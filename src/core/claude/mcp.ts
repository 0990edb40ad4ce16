// Our server of the Model Context Protocol as Claude Code knows it: its name, and which of its tools need no question.

export const MCP_SERVER = 'session-keeper';

/** Tools that read, or write what can be undone. Archiving asks; a proposed memory only waits for the person's review. */
export const FREE_TOOLS = [
	'recall',
	'read_passage',
	'list_items',
	'park_item',
	'where_we_left_off',
	'save_hand_off',
	'propose_memory',
] as const;

/** The person is asked first. */
export const ASKING_TOOL = 'archive_item';

/** A tool as VS Code knows it, which has those of all extensions in one list. */
export const editorTool = (tool: string): string => `sessionKeeper_${tool}`;
