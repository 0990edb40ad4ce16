// What a million tokens cost. Only models that are listed have a price: no other is guessed at.

/** When the prices were looked up. */
export const PRICES_OF = '2026-11-23';

interface Price {
	/** US dollars for a million tokens that were sent, and that came back. */
	readonly input: number;
	readonly output: number;
	/** How much more everything costs in fast mode, where there is one. */
	readonly fast?: number;
	/** What tokens of one kind in one answer cost beyond `LONG_TOKENS`. */
	readonly long?: { readonly input: number; readonly output: number };
}

/** What is written into the cache and read from it costs so much of what is sent, with every model. */
const CACHE_WRITE_5M = 1.25;
const CACHE_WRITE_1H = 2;
const CACHE_READ = 0.1;

const LONG_TOKENS = 200_000;

/**
 * By the name of the model, without the day that ends some of them. Tests compare them with ccusage; Opus 5.5, which it does not
 * know, with what Claude Code counted of the samples itself (which have no cached tokens of it).
 */
export const PRICES: Readonly<Record<string, Price>> = {
	'claude-fable-5': { input: 10, output: 50 },
	'claude-opus-5-5': { input: 4, output: 20 },
	'claude-opus-5': { input: 5, output: 25, fast: 2 },
	'claude-opus-4-8': { input: 5, output: 25, fast: 2 },
	'claude-opus-4-7': { input: 5, output: 25, fast: 6 },
	'claude-opus-4-6': { input: 5, output: 25, fast: 6 },
	'claude-opus-4-5': { input: 5, output: 25 },
	'claude-opus-4-1': { input: 15, output: 75 },
	'claude-opus-4': { input: 15, output: 75 },
	'claude-sonnet-5': { input: 2, output: 10 },
	'claude-sonnet-4-6': { input: 3, output: 15 },
	'claude-sonnet-4-5': { input: 3, output: 15, long: { input: 6, output: 22.5 } },
	'claude-sonnet-4': { input: 3, output: 15, long: { input: 6, output: 22.5 } },
	'claude-3-7-sonnet': { input: 3, output: 15 },
	'claude-3-5-sonnet': { input: 3, output: 15 },
	'claude-haiku-4-5': { input: 1, output: 5 },
	'claude-3-5-haiku': { input: 0.8, output: 4 },
};

/** Tokens of an answer by what they cost. */
export interface PricedTokens {
	readonly input: number;
	readonly output: number;
	readonly cache_write_5m: number;
	readonly cache_write_1h: number;
	readonly cache_read: number;
}

/** What an answer cost, in US dollars; nothing for a model without a price. @param model as a transcript names it; ends in `-fast` in fast mode */
export function estimateUsd(model: string | null, tokens: PricedTokens): number | undefined {
	const isFast = model?.endsWith('-fast') === true;
	const name = model?.replace(/-fast$/u, '').replace(/-\d{8}$/u, '') ?? '';
	const price = Object.hasOwn(PRICES, name) ? PRICES[name] : undefined;
	const factor = isFast ? price?.fast : 1;
	if (price === undefined || factor === undefined) return undefined;
	const { long = price } = price;
	const of = (count: number, each: number, beyond: number): number =>
		Math.min(count, LONG_TOKENS) * each + Math.max(count - LONG_TOKENS, 0) * beyond;
	const sent = (count: number, share: number): number => share * of(count, price.input, long.input);
	const sum =
		sent(tokens.input, 1) +
		of(tokens.output, price.output, long.output) +
		sent(tokens.cache_write_5m, CACHE_WRITE_5M) +
		sent(tokens.cache_write_1h, CACHE_WRITE_1H) +
		sent(tokens.cache_read, CACHE_READ);
	return (sum * factor) / 1_000_000;
}
