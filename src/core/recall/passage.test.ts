import { expect, test } from 'vitest';
import { userLine } from '../testing/transcripts';
import { entriesOf } from '../transcript/parseEntry';
import { fitOf } from './passage';
import { readQuestion } from './question';

test('where a phrase is missing, nothing else is looked at: words take far longer', () => {
	const entries = entriesOf([JSON.stringify(userLine('the pool has connections'))]);
	const fit = (question: string) => fitOf(entries, readQuestion(question, 0));
	expect(fit('pool connections')).toEqual({ together: 1, hasPhrases: true });
	expect(fit('"pool has connections"')).toEqual({ together: 1, hasPhrases: true });
	expect(fit('"pool of connections"')).toEqual({ together: 0, hasPhrases: false });
	expect(fit('"the pool" "of connections"')).toEqual({ together: 0, hasPhrases: false });
});
