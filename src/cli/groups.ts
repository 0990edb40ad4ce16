// All groups of the command line. Each is loaded on demand, so that no command waits for another's libraries.
import type { Groups } from './program';

export const GROUPS: Groups = {
	resume: async () => (await import('./documents/resume')).resumeGroup,
	parked: async () => (await import('./parked')).parked,
	backups: async () => (await import('./backups/backups')).backups,
	sessions: async () => (await import('./sessions')).sessions,
	documents: async () => (await import('./documents/documents')).documents,
	protocol: async () => (await import('./protocol/protocol')).protocol,
	memory: async () => (await import('./memory')).memory,
	review: async () => (await import('./review')).review,
	hook: async () => (await import('./hooks/hook')).hook,
	hooks: async () => (await import('./hooks/hooks')).hooks,
	update: async () => (await import('./update')).update,
	reflect: async () => (await import('./reflect')).reflect,
};
