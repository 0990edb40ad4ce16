// What the lines of a transcript are taken apart by: WebAssembly, or where V8 cannot start it, `everyLine.ts`.
/** What the next line is. `NO_LINE`: there is none that is complete. */
export const NO_LINE = 0;
export const PARSE = 1;

/** Of the line at hand, in the list at `outAt`. */
export const START = 0;
export const CLOSE = 1;
export const FEED = 2;

/** What `assembly/lines.ts` exports. */
export interface ScanModule {
	readonly memory: { readonly buffer: ArrayBuffer };
	outAt(): number;
	lineAt(): number;
	messageAt(): number;
	originAt(): number;
	untimedAt(): number;
	room(bytes: number): number;
	setIdleTypes(at: number, count: number): void;
	begin(from: number, to: number, main: number): void;
	next(session: number): number;
	position(): number;
	forgetPlace(): void;
	forgetRun(): void;
	forgetOutputs(): void;
	forgetIds(): void;
	readOutput(open: number, last: number): void;
	hasOrigin(): number;
	isRepeatedPrompt(): number;
	addUuid(at: number, end: number): number;
	answerUsage(at: number, end: number): number;
}
