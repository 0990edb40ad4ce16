// `.pending-backup` holds one line: the path of the newest pending backup, relative to the project. It lies in a
// repository, so whoever wrote the repository may have written it.
import { rawName } from './log';

export type Marker =
	| { readonly kind: 'names'; readonly raw: string }
	/** It says something that no marker of ours says. Nothing it names is read, printed or removed. */
	| { readonly kind: 'refused'; readonly reason: 'empty' | 'severalLines' | 'outsideRaw' };

/** A longer marker is no marker. */
export const MARKER_LIMIT_BYTES = 4096;

export function parseMarker(text: string): Marker {
	const line = text.replace(/\r?\n$/u, '');
	if (line.trim() === '') return { kind: 'refused', reason: 'empty' };
	if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u.test(line)) return { kind: 'refused', reason: 'severalLines' };
	const raw = rawName(line.trim());
	return raw === undefined ? { kind: 'refused', reason: 'outsideRaw' } : { kind: 'names', raw };
}

/** What the marker file holds for a backup. */
export function markerText(raw: string): string {
	return `.claude/memory/raw/${raw}\n`;
}
