// Whose settings a file holds.

/** Everybody's on this machine account, everybody's in the project (shared by git), mine in the project. */
export type Scope = 'user' | 'project' | 'local';

export const SCOPES: readonly Scope[] = ['user', 'project', 'local'];
