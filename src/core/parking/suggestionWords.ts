import type { ParkingSuggestion } from './suggestions';

/** What a suggestion is about, in words that were said: of a question the question, not the request that it came from. */
export const suggestionWords = ({ kind, how, text }: Pick<ParkingSuggestion, 'kind' | 'how' | 'text'>): string =>
	kind === 'question' ? how : text;
