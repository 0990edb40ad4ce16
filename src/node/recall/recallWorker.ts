// A thread that asks past sessions for an editor, which must not stand still for it. It keeps the index open.
import { answerQuestions } from '../claude/askedThread';
import { type AskedSessions, type SessionsAnswer, askSessions, openRecallIndex } from './askSessions';
import type { RecallIndex } from './recallIndex';

let index: RecallIndex | undefined;
answerQuestions<AskedSessions, SessionsAnswer>((asked) =>
	askSessions(asked, (index ??= openRecallIndex(asked.claude))),
);
