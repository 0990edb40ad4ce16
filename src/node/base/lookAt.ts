// The questions about a path that are asked everywhere. What may not be looked at counts as not there.
import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';

/** What is there, links not followed. */
const lookAt = (file: string): Promise<Stats | undefined> => lstat(file).catch(() => undefined);

/** Whether something is there, be it a link that leads nowhere. */
export const isThere = async (file: string): Promise<boolean> => (await lookAt(file)) !== undefined;

/** Whether a regular file is there, and no link to one. */
export const isFile = async (file: string): Promise<boolean> => (await lookAt(file))?.isFile() === true;

/** Whether a folder is there, and no link to one. */
export const isFolder = async (file: string): Promise<boolean> => (await lookAt(file))?.isDirectory() === true;
