import type { FileChange } from '../handoff/statement';

/** What happened to a file, in words; without its size if that is not known. */
export function fileFacts(file: Pick<FileChange, 'isRemoved' | 'isCreated' | 'addedLines' | 'removedLines'>): string[] {
	if (file.isRemoved) return ['removed'];
	const isCounted = file.addedLines + file.removedLines > 0;
	return [...(file.isCreated ? ['new'] : []), ...(isCounted ? [`+${file.addedLines} −${file.removedLines}`] : [])];
}
