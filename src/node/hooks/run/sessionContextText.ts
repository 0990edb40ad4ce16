// The session that is taken up, from its record. Loaded only on request.
import { type Verbosity, sessionContext, welcomeBack } from '../../../core/sessions/contextBlock';
import { openRedactor } from '../../privacy/openRedactor';
import { readRecords } from '../../sessions/sessionRecords';
import type { HookContext } from './hookRun';

/**
 * @param idleMs how long a silence makes a session idle.
 * @returns the block, and *Welcome back* after an idle spell; nothing where no record tells of a session.
 */
export async function sessionContextText(
	context: HookContext,
	verbosity: Verbosity,
	idleMs: number,
): Promise<string | undefined> {
	const { payload, project, claude, clock } = context;
	const records = [
		...(await readRecords(project, 'active')).records,
		...(await readRecords(project, 'archive')).records,
	].map(({ record }) => record);
	const record = payload.source === 'resume' ? records.find((each) => each.id === payload.session) : records[0];
	if (record === undefined) return undefined;
	const redactor = await openRedactor(claude);
	const redact = (text: string): string => redactor.text(text).value;
	const welcome = payload.source === 'resume' ? welcomeBack(record, clock.now(), redact, idleMs) : undefined;
	const block = sessionContext(record, clock.now(), verbosity, redact);
	return welcome === undefined ? block : `${block}\n${welcome}`;
}
