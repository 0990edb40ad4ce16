// What an exchange counts for a question, by what of the question it meets. Numbers only: who reads the index fills them in.

/** What is known of one thing that a question names. */
export interface SlotWeight {
	/** How telling it is: rare words tell more. */
	readonly weight: number;
	/** 1 where the word itself is known, less where only a near one is. */
	readonly quality: number;
}

/** Of a store of exchanges, how telling a term is that so many of them have. */
export function rarity(exchanges: number, having: number): number {
	return Math.log(1 + (exchanges - having + 0.5) / (having + 0.5));
}

/** Of what its session is called, so much counts for each of its exchanges. */
const TITLE = 0.9;
/** So much do the other exchanges of the session count. */
const AROUND = 0.15;
/** What is hardly met counts as half met. */
const HARDLY = 0.5;
const WELL = 0.9;
/** What counts less of what it could is only touched: by a far synonym. */
const THERE = 0.15;
/** So much does an exchange count that meets one thing alone of many. */
const ALONE = 0.4;

export interface Scored {
	readonly score: number;
	/** How much of the question is met, by weight: 0 to 1. */
	readonly cover: number;
	/** All that the question names is there, or in the name of its session. */
	readonly hasAll: boolean;
}

/**
 * @param met what each slot counts in the exchange, 0 where it is not there. @param title what it counts in the name of the
 * session. @param session what it counts in the best of the session's exchanges.
 */
export function scoreOf(
	slots: readonly SlotWeight[],
	met: ArrayLike<number>,
	title: ArrayLike<number>,
	session: ArrayLike<number>,
): Scored {
	let score = 0;
	let cover = 0;
	let around = 0;
	let total = 0;
	let hasAll = true;
	for (const [slot, { weight, quality }] of slots.entries()) {
		const own = Math.max(met[slot] ?? 0, TITLE * (title[slot] ?? 0));
		score += own;
		around += Math.max(0, (session[slot] ?? 0) - own);
		total += weight;
		if (own < THERE * weight) hasAll = false;
		if (own > 0) cover += weight * quality * (HARDLY + (1 - HARDLY) * Math.min(1, own / (WELL * weight)));
		else if ((session[slot] ?? 0) > 0) cover += AROUND * weight * quality;
	}
	const covered = total === 0 ? 0 : cover / total;
	return { score: (score + AROUND * around) * (ALONE + covered), cover: covered, hasAll };
}
