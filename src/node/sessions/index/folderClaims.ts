// Which folders of a pass a thread has taken, so that two threads never read the same one. Folders are numbered as they
// were given.

/** For each folder 1 once it is taken. */
export type FolderClaims = SharedArrayBuffer;

export function createClaims(folders: number): FolderClaims {
	return new SharedArrayBuffer(4 * folders);
}

/** Takes a folder. Returns false where another thread was faster. */
export function claim(claims: FolderClaims, folder: number): boolean {
	return Atomics.compareExchange(new Int32Array(claims), folder, 0, 1) === 0;
}
