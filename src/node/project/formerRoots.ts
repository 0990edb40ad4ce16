// What was done in a project while its folder was elsewhere.
import type { Project } from './project';

/**
 * Whether what was done at `atMs` in the project of a root was done in this one, which may have been elsewhere then: at a
 * root of now, what was done before was another project's, where one was there.
 */
export function isRootOf({ root, identity }: Pick<Project, 'root' | 'identity'>, of: string, atMs: number): boolean {
	if (of === root) return !(atMs < (identity.sinceMs ?? 0));
	return identity.former.some((each) => each.root === of && !(atMs >= (each.untilMs ?? Infinity)));
}

/** Where a project is, and where it was: what a person says of a folder follows it. */
export function rootsOf({ root, identity }: Pick<Project, 'root' | 'identity'>): readonly string[] {
	return [root, ...identity.former.map((each) => each.root)];
}
