/**
 * How many of so many generated cases a run tries: all of them in continuous integration, elsewhere the first quarter,
 * which is the same in every run.
 */
export function casesOf(all: number): number {
	return process.env['CI'] === undefined ? Math.ceil(all / 4) : all;
}
