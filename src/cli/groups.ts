// The code of all groups of the command line. Each is loaded on demand, so that no command waits for another's libraries.
import type { DESCRIPTIONS } from './commands';
import type { LateVerb, Verb, VerbsOf } from './group';

type Groups = {
	readonly [G in keyof typeof DESCRIPTIONS]: () => Promise<
		VerbsOf<(typeof DESCRIPTIONS)[G]> | Readonly<Record<'', LateVerb>>
	>;
};

export const GROUPS: Groups = {
	status: async () => (await import('./keeper/status')).status,
	resume: async () => (await import('./documents/resumeGroup')).resumeGroup,
	parked: async () => (await import('./parking/parked')).parked,
	backups: async () => (await import('./backups/backups')).backups,
	sessions: async () => (await import('./sessions/sessions')).sessions,
	recall: async () => (await import('./recall/recall')).recallGroup,
	export: async () => (await import('./insights/export')).exportGroup,
	documents: async () => (await import('./documents/documents')).documents,
	protocol: async () => (await import('./protocol/protocol')).protocol,
	memory: async () => (await import('./memory/memory')).memory,
	review: async () => (await import('./review/review')).review,
	hook: async () => (await import('./hooks/hook')).hook,
	hooks: async () => (await import('./hooks/hooks')).hooks,
	mcp: async () => (await import('./workspace/mcp')).mcp,
	config: async () => (await import('./keeper/config')).config,
	undo: async () => (await import('./keeper/undo')).undo,
	vault: async () => (await import('./keeper/vault')).vault,
	forget: async () => (await import('./keeper/forget')).forget,
	update: async () => (await import('./keeper/update')).update,
	reflect: async () => (await import('./reflection/reflectLedger')).reflect,
	completion: async () => (await import('./completion')).completion,
};

/** The code of a group that is described. */
export function verbsOf(name: string): Promise<Readonly<Record<string, Verb | LateVerb>>> {
	return (GROUPS as Readonly<Record<string, (typeof GROUPS)[keyof Groups]>>)[name]?.() ?? Promise.resolve({});
}
