// Answers of the API, each counted once, as ccusage counts them: one answer stands on several lines, forks and resumed
// sessions repeat it, and so does a subagent that goes on from what was said before it.
import { asRecord, asText } from '../base/result';
import { type PricedTokens, estimateUsd } from './prices';
import type { TableRow } from './tables';

type Json = Readonly<Record<string, unknown>>;

/** One answer as one line tells it. */
export interface ApiAnswer extends PricedTokens {
	/** Id of the message, and of the request that it answers. */
	readonly message: string | undefined;
	readonly request: string | undefined;
	readonly session: string;
	/** Milliseconds since 1970. */
	readonly atMs: number;
	/** `null` for what no model said. */
	readonly model: string | null;
	readonly isSideChain: boolean;
	/** US dollars, where the line tells it: old versions of Claude Code wrote it. */
	readonly usd: number | undefined;
}

/**
 * The answers that a line tells of: none, one, or one and those of the advisors that it asked.
 * @param line as `JSON.parse` gives it. @param session whose file it is, for lines that do not say it
 */
export function answersOf(line: unknown, session: string): readonly ApiAnswer[] {
	const whole = asRecord(line);
	// Old versions wrote what a subagent was answered into the transcript of who had called it.
	const said =
		asRecord(whole?.['message'])?.['usage'] === undefined ? asRecord(asRecord(whole?.['data'])?.['message']) : whole;
	const message = asRecord(said?.['message']);
	const usage = asRecord(message?.['usage']);
	const atMs = Date.parse(asText(said?.['timestamp']) ?? '');
	const tokens = usage && tokensOf(usage);
	if (said === undefined || message === undefined || usage === undefined || tokens === undefined || Number.isNaN(atMs))
		return [];
	const model = asText(message['model']);
	const answer: ApiAnswer = {
		message: asText(message['id']),
		request: asText(said['requestId']),
		session: asText(whole?.['sessionId']) ?? session,
		atMs,
		model: model === undefined || model === '<synthetic>' ? null : usage['speed'] === 'fast' ? `${model}-fast` : model,
		isSideChain: said['isSidechain'] === true,
		usd: typeof said['costUSD'] === 'number' ? said['costUSD'] : undefined,
		...tokens,
	};
	// What no model said costs nothing and is no answer.
	const own = answer.model === null && sumOf(answer) === 0 ? [] : [answer];
	return [...own, ...advisorsOf(usage, answer)];
}

function advisorsOf(usage: Json, answer: ApiAnswer): readonly ApiAnswer[] {
	const parts = Array.isArray(usage['iterations']) ? usage['iterations'].map(asRecord) : [];
	return parts
		.filter((part) => part?.['type'] === 'advisor_message')
		.flatMap((part = {}, at) => {
			const [model, tokens] = [asText(part['model']), tokensOf(part)];
			if (model === undefined || tokens === undefined) return [];
			const message = answer.message === undefined ? undefined : `${answer.message}:advisor:${at}`;
			return [{ ...answer, message, model, usd: undefined, ...tokens }];
		});
}

/** Nothing where a number is none: such a line counts for nothing. */
function tokensOf(usage: Json): PricedTokens | undefined {
	const parts = asRecord(usage['cache_creation']);
	const read = {
		input: usage['input_tokens'],
		output: usage['output_tokens'],
		cache_write_5m: (parts ? parts['ephemeral_5m_input_tokens'] : usage['cache_creation_input_tokens']) ?? 0,
		cache_write_1h: parts?.['ephemeral_1h_input_tokens'] ?? 0,
		cache_read: usage['cache_read_input_tokens'] ?? 0,
	};
	return Object.values(read).every((each) => Number.isSafeInteger(each) && (each as number) >= 0)
		? (read as PricedTokens)
		: undefined;
}

const sumOf = (each: PricedTokens): number =>
	each.input + each.output + each.cache_write_5m + each.cache_write_1h + each.cache_read;

/** Answers that have been counted. The same answers in the same order give the same count. */
export class CountedOnce {
	/** In the order in which they were first told of. */
	readonly answers: ApiAnswer[] = [];
	private readonly places = new Map<string, number>();
	private readonly depths: number[] = [];

	/**
	 * Takes an answer. Of several tellings the one outside of subagents counts, then the one with the most tokens, then the first.
	 * @param depth how many forks its session is away from the first one: it counts for the session that is the least
	 */
	add(answer: ApiAnswer, depth = 0): void {
		const { message, session, isSideChain } = answer;
		const place = this.answers.length;
		const known = message === undefined ? undefined : this.placeOf(message, answer, place);
		const before = known === undefined ? undefined : this.answers[known];
		if (known === undefined || before === undefined) {
			this.answers.push(answer);
			this.depths.push(depth);
			return;
		}
		const isMore = before.isSideChain === isSideChain ? sumOf(answer) > sumOf(before) : before.isSideChain;
		const isOwner = depth < (this.depths[known] ?? depth);
		if (isOwner) this.depths[known] = depth;
		this.answers[known] = { ...(isMore ? answer : before), session: isOwner ? session : before.session };
	}

	/** Where the same answer was told of before. Notes it at `place` where it was not. */
	private placeOf(
		message: string,
		{ request, session, atMs, isSideChain }: ApiAnswer,
		place: number,
	): number | undefined {
		// Gateways give no ids of requests, and some give one message id to all answers.
		const own =
			request !== undefined
				? `${message} ${request}`
				: message.startsWith('msg_')
					? message
					: `${message} ${session} ${atMs}`;
		// A subagent repeats what its parent was answered, under another request.
		const said = `${message}\n${session}`;
		const ofSide = `${said}\n`;
		const known = this.places.get(own) ?? this.places.get(isSideChain ? said : ofSide);
		for (const key of isSideChain ? [own, said, ofSide] : [own, said])
			if (!this.places.has(key)) this.places.set(key, known ?? place);
		return known;
	}
}

/** An answer as a row. @param project root of the project of its session */
export function tokensRow(answer: ApiAnswer, project: string | null): TableRow<'tokens'> {
	const { session, atMs, model, isSideChain, usd, input, output, cache_write_5m, cache_write_1h, cache_read } = answer;
	const tokens = { input, output, cache_write_5m, cache_write_1h, cache_read };
	const estimate = usd === undefined ? estimateUsd(model, tokens) : undefined;
	return {
		session,
		project,
		time: atMs,
		model,
		is_side_chain: isSideChain,
		...tokens,
		cost_usd: usd ?? estimate ?? null,
		cost_from: usd !== undefined ? 'claude' : estimate !== undefined ? 'estimate' : null,
	};
}
