/**
 * How many of so many generated cases a run tries: all of them in continuous integration, elsewhere the first quarter,
 * which is the same in every run.
 */
export function casesOf(all: number): number {
	return process.env['CI'] === undefined ? Math.ceil(all / 4) : all;
}

/** Of things in a row, that many are between two that one part of a test tries. */
export const EVERY = 4;

/** From which one on each part tries them: all parts in continuous integration, elsewhere the first. */
export const PARTS = Array.from({ length: casesOf(EVERY) }, (_, part) => part);
