// Recall, killed before each step of building its index or of joining what it has: the next question is answered right.
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { assistantLine, chained, jsonl, userLine } from '../core/testing/transcripts';
import { LIMIT_MS, newKilling } from './testing/killing';

const killing = newKilling();

const fileOf = (session: string): string => `home/.claude/projects/${killing.place.slug}/${session}.jsonl`;
const talk = (session: string, ...said: readonly (readonly [asked: string, answered: string])[]): string => {
	const own = { sessionId: session, cwd: killing.place.repo };
	return jsonl(
		chained(
			said
				.flatMap(([asked, answered]) => [userLine(asked), assistantLine(answered)])
				.map((line) => ({ ...line, ...own })),
		),
	);
};
const A = 'aaaaaaaa-0000-4000-8000-000000000001';
const B = 'bbbbbbbb-0000-4000-8000-000000000002';
const prepare = (): void => {
	killing.place.write(fileOf(A), talk(A, ['where do exports go?', 'A folder per month.']));
	killing.place.write(fileOf(B), talk(B, ['the mailer times out', 'The pool of connections is too small.']));
};
const answerTo = async (question: string): Promise<readonly (readonly [string, string])[]> => {
	const { out, code } = await killing.run(['recall', question, '--json', '--limit', '1']);
	expect(code).toBe(0);
	const { hits } = JSON.parse(out) as { hits: readonly { session: string; conclusion: string }[] };
	return hits.map(({ session, conclusion }) => [session, conclusion] as const);
};

/** The index is made in one. */
const THREADS = { hasThreads: true } as const;

test(
	'the first index',
	() =>
		killing.everywhere(
			prepare,
			['recall', 'exports'],
			async () => {
				expect(await answerTo('export folders')).toEqual([[A, 'A folder per month.']]);
				expect(await answerTo('connection pool')).toEqual([[B, 'The pool of connections is too small.']]);
			},
			THREADS,
		),
	LIMIT_MS,
);

test(
	'what is new, and two parts of the index made one',
	() =>
		killing.everywhere(
			async () => {
				prepare();
				await killing.run(['recall', 'exports']);
				const more = talk(B, ['and the retries?', 'Three retries with jitter.']);
				appendFileSync(path.join(killing.place.root, fileOf(B)), more);
			},
			['recall', 'retries'],
			async () => {
				expect(await answerTo('retry with jitter')).toEqual([[B, 'Three retries with jitter.']]);
				expect(await answerTo('export folders')).toEqual([[A, 'A folder per month.']]);
				expect(await answerTo('mailer')).toEqual([[B, 'The pool of connections is too small.']]);
			},
			THREADS,
		),
	LIMIT_MS,
);
