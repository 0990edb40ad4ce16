// The Anthropic API through its official SDK. A bundle of its own (`dist/anthropicEngine.js`): nobody who does not use it
// pays for loading it.
import Anthropic, { APIConnectionTimeoutError, APIError, APIUserAbortError } from '@anthropic-ai/sdk';
import { type EngineAnswer, type EngineFailure, failure } from '../../../core/reflection/engine';
import { type Result, ok } from '../../../core/base/result';
import type { LanguageModelEngine } from './languageModel';

export interface AnthropicEngineOptions {
	readonly apiKey: string;
	/** Empty: a small and cheap one. */
	readonly model: string;
	/** Stands in for the API, as `ANTHROPIC_BASE_URL` does. */
	readonly baseUrl?: string | undefined;
	readonly timeoutMs?: number;
}

const MODEL = 'claude-haiku-4-5';
const TIMEOUT_MS = 120_000;
/** A hand-off is a page. */
const MAX_TOKENS = 4_096;
const TOOL = 'hand_off';

/** The one thing that the bundle gives. */
export function anthropicEngine(options: AnthropicEngineOptions): LanguageModelEngine {
	return {
		name: 'anthropic',
		async ask({ system, prompt, schema }, signal) {
			const client = new Anthropic({
				apiKey: options.apiKey,
				authToken: null,
				...(options.baseUrl === undefined ? {} : { baseURL: options.baseUrl }),
				timeout: options.timeoutMs ?? TIMEOUT_MS,
				maxRetries: 1,
				// It would write requests, and so the session, to wherever its output goes.
				logLevel: 'off',
			});
			try {
				const message = await client.messages.create(
					{
						model: options.model === '' ? MODEL : options.model,
						max_tokens: MAX_TOKENS,
						system,
						messages: [{ role: 'user', content: prompt }],
						// The form of the answer, and nothing that could be carried out.
						tools: [
							{
								name: TOOL,
								description: 'Gives the hand-off of the session.',
								input_schema: { ...schema, type: 'object' as const },
							},
						],
						tool_choice: { type: 'tool', name: TOOL, disable_parallel_tool_use: true },
					},
					{ signal },
				);
				return readMessage(message);
			} catch (error) {
				return failureOf(error);
			}
		},
	};
}

function readMessage(message: Anthropic.Message): Result<EngineAnswer, EngineFailure> {
	const call = message.content.find((block) => block.type === 'tool_use' && block.name === TOOL);
	const raw = JSON.stringify(message.content);
	if (message.stop_reason === 'max_tokens') return failure('The answer was cut off at its limit.', raw);
	if (call?.type !== 'tool_use') return failure('The answer had no structured part.', raw);
	const { usage } = message;
	return ok({
		value: call.input,
		model: message.model,
		// The API does not tell what it costs.
		costUsd: undefined,
		inputTokens: usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0),
		outputTokens: usage.output_tokens,
	});
}

function failureOf(error: unknown): Result<never, EngineFailure> {
	const raw = error instanceof Error ? error.message : String(error);
	if (error instanceof APIUserAbortError) return failure('The run was stopped.', raw);
	if (error instanceof APIConnectionTimeoutError) return failure('The API did not answer in time.', raw);
	if (error instanceof APIError) {
		const { status } = error as { readonly status?: number };
		if (status === 401 || status === 403) return failure('The API key was refused.', raw);
		return failure(
			status === undefined ? 'The API could not be reached.' : `The API refused with status ${status}.`,
			raw,
		);
	}
	return failure('The API could not be asked.', raw);
}
