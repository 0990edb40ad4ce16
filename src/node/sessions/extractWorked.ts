// The state of a session together with the minutes that were worked, for the files that say how long it was.
import { MINUTE_MS } from '../../core/base/dates';
import { createLifeFold } from '../../core/sessions/fromTranscript';
import { workedMinutes } from '../../core/sessions/life';
import { DEFAULT_LIFECYCLE, type SessionSettings } from '../../core/sessions/state';
import { beganMs } from '../../core/transcript/facts';
import { type ExtractOptions, type ExtractedSession, extractSession } from '../handoff/extractSession';

/** As `extractSession`, with the minutes: nothing where no message says when it was. */
export async function extractWorked(
	file: string,
	options: ExtractOptions,
	{ idleMinutes, forkedMs }: Pick<SessionSettings, 'idleMinutes'> & { readonly forkedMs?: number | undefined },
): Promise<ExtractedSession & { readonly minutes: number | undefined }> {
	const settings = { ...DEFAULT_LIFECYCLE, idleMs: idleMinutes * MINUTE_MS };
	let lived: ReturnType<typeof createLifeFold> | undefined;
	const found = await extractSession(file, options, (entry, { facts }) => {
		const ownMs = forkedMs ?? (facts.fork && beganMs(facts));
		(lived ??= createLifeFold({ id: facts.sessionId, forkedMs: ownMs }, settings)).note(entry);
	});
	const life = lived?.close();
	return { ...found, minutes: life && workedMinutes(life) };
}
