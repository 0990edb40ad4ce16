// What stands in for the module where V8 cannot start it: it reserves ten gigabytes of addresses for a memory, and there are
// processors without instructions that the module is made of. Every line is handed over to be parsed, which takes ten times as long.
import { CLOSE, FEED, NO_LINE, PARSE, START, type ScanModule } from './scanModule';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** For each list that the other side looks at. Bytes. */
const LIST = 1_024;

export function everyLine(): ScanModule {
	const memory = { buffer: new ArrayBuffer(0) };
	let used = 0;
	/** Of eight bytes, because some of it holds numbers of 64 bits. */
	const room = (bytes: number): number => {
		const at = used;
		used += Math.ceil(bytes / 8) * 8;
		if (used > memory.buffer.byteLength) {
			const more = new ArrayBuffer(Math.max(used, 2 * memory.buffer.byteLength));
			new Uint8Array(more).set(new Uint8Array(memory.buffer));
			memory.buffer = more;
		}
		return at;
	};
	const [out, list] = [room(LIST), room(LIST)];
	let [cursor, stop] = [0, 0];
	let uuids = new Set<string>();
	let answers = new Map<string, number>();
	/** Where the numbers of answers begin. A reader whose room for lines was made later is used for one session only. */
	let numbersAt: number | undefined;
	const text = (at: number, end: number): string => Buffer.from(memory.buffer, at, end - at).toString();
	const nothing = (): void => undefined;
	return {
		memory,
		room,
		outAt: () => out,
		lineAt: () => list,
		messageAt: () => list,
		originAt: () => list,
		untimedAt: () => list,
		setIdleTypes: nothing,
		begin(from, to) {
			[cursor, stop] = [from, to];
		},
		next() {
			const bytes = Buffer.from(memory.buffer, 0, stop);
			const start = cursor;
			const feed = bytes.indexOf(LINE_FEED, start);
			if (feed < 0) return NO_LINE;
			cursor = feed + 1;
			const found = new Int32Array(memory.buffer, out, FEED + 1);
			found[START] = start;
			found[CLOSE] = bytes[feed - 1] === CARRIAGE_RETURN ? feed - 2 : feed - 1;
			found[FEED] = feed;
			return PARSE;
		},
		position: () => cursor,
		forgetPlace: nothing,
		forgetRun: nothing,
		forgetOutputs: nothing,
		forgetIds() {
			uuids = new Set();
			answers = new Map();
			used = numbersAt ?? used;
		},
		readOutput: nothing,
		hasOrigin: () => 0,
		isRepeatedPrompt: () => 0,
		addUuid(at, end) {
			const before = uuids.size;
			return Number(uuids.add(text(at, end)).size > before);
		},
		answerUsage(at, end) {
			const id = text(at, end);
			const known = answers.get(id);
			if (known !== undefined) return known;
			numbersAt ??= used;
			const usage = room(4 * Float64Array.BYTES_PER_ELEMENT);
			new Float64Array(memory.buffer, usage, 4).fill(-1);
			answers.set(id, usage);
			return usage;
		},
	};
}
