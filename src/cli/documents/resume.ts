// `session-keeper resume`, and `documents resume`, its older name. Looking at it (`--prompt`) writes nothing.
import { driftWords } from '../../core/documents/drift';
import { documentBody, firstPrompt } from '../../core/documents/firstPrompt';
import { isPending } from '../../core/timeline/timeline';
import { type Resumable, lookAt, resume } from '../../node/timeline/resume';
import type { SessionRow, Timeline } from '../../node/timeline/timeline';
import { type CommandContext, currentSession } from '../context';
import { engineNamed } from '../engine';
import { type CommandGroup, type Values, type Verb, nameOf } from '../group';
import { type Answer, CommandError, note } from '../io';
import { documentJson, driftJson, driftLines, engineJson, enrichmentLine } from './documentAnswers';
import { enriching } from './enriching';
import { argument, meantSession } from '../meantSession';
import { openDocuments } from './openDocuments';

export const resumeVerb: Verb = {
	options: { prompt: { type: 'boolean' }, engine: { type: 'string' }, stdin: { type: 'boolean' } },
	run: resumeNamed,
};

/** The command of its own: it has no verbs. */
export const resumeGroup: CommandGroup = { verbs: {}, bare: resumeVerb };

async function resumeNamed(context: CommandContext, words: readonly string[], values: Values): Promise<Answer> {
	const given = await argument(context, words, values, 'Which one? Say a path, a session or a name.');
	const engine = engineNamed(nameOf(values, 'engine') ?? 'builtin');
	const { documents, backups, timeline } = await openDocuments(context);
	const { wanted, held } = await wantedOf(context, timeline, given);
	const heldLine = held.map(({ title }) => `“${title}”`).join(', ');
	const passedOver = held.length === 0 ? [] : [`Still running, so not resumed: ${heldLine}`];
	if (wanted === undefined)
		return {
			text: ['Nothing to resume: no session with work, and no document.', ...passedOver].join('\n'),
			json: { resumed: null, held: held.map(sessionJson) },
		};
	const waiting = (await timeline.waiting()).filter((each) => each !== wanted.session && isWaiting(each, context));
	const remarks = [...passedOver, ...(waiting.length === 0 ? [] : [waitingRemark(waiting.length)])];
	if (values['prompt'] === true) {
		const document = await lookAt(timeline, documents, wanted);
		if (document === undefined) throw nothingSaid(wanted.session);
		for (const remark of remarks) note(context, remark);
		const prompt = firstPrompt(document, driftWords(await documents.drift(document)));
		return { text: prompt, json: { resumed: documentJson(document), session: sessionJson(wanted.session), prompt } };
	}
	const resumed = await enriching(engine, context, (enrich) =>
		resume(timeline, documents, backups, wanted, { enrich }),
	);
	if (resumed === undefined) throw nothingSaid(wanted.session);
	const { document, isMade, processed, enrichment } = resumed;
	const drift = await documents.drift(document);
	const [raw] = processed;
	const isOfBackup = isMade && wanted.session.transcript === undefined && raw !== undefined;
	return {
		text: [
			`## Resumed: ${document.topic}`,
			'',
			`From: ${document.path}${isMade ? (isOfBackup ? `, made of the backup ${raw}` : ', made just now') : ''}`,
			...(enrichment === undefined ? [] : [enrichmentLine(enrichment)]),
			...remarks,
			...driftLines(driftWords(drift)),
			'',
			documentBody(document.text),
		].join('\n'),
		json: {
			resumed: documentJson(document),
			session: sessionJson(wanted.session),
			isMade,
			processed: raw ?? null,
			...engineJson(enrichment),
			held: held.map(sessionJson),
			pendingLeft: waiting.length,
			drift: driftJson(drift),
			prompt: firstPrompt(document, driftWords(drift)),
			text: document.text,
		},
	};
}

async function wantedOf(
	context: CommandContext,
	timeline: Timeline,
	given: string,
): Promise<{ readonly wanted: Resumable | undefined; readonly held: readonly SessionRow[] }> {
	if (given !== '' && given !== 'latest') return { wanted: await meantSession(context, timeline, given), held: [] };
	const { session, held } = await timeline.latest(currentSession(context));
	return { wanted: session && { session, document: undefined }, held };
}

/** Whether another session than the asking one has backups that wait for a person. */
export function isWaiting(session: SessionRow, context: CommandContext): boolean {
	return isPending(session) && session.id !== currentSession(context);
}

export function waitingRemark(count: number): string {
	return count === 1
		? 'A backup of another session waits: session-keeper backups list shows it.'
		: `Backups of ${count} other sessions wait: session-keeper backups list shows them.`;
}

function nothingSaid({ title, waiting }: SessionRow): CommandError {
	const [backup] = waiting;
	if (backup?.state === 'lost')
		return new CommandError(
			'gone',
			`Of “${title}” neither a copy nor the transcript is left.`,
			'backups discard drops it.',
		);
	return new CommandError('empty', `Nothing was said in “${title}”.`, 'There is nothing to resume.');
}

export function sessionJson({
	id,
	title,
	lastMs,
	hasWork,
	isLive,
	isProgram,
}: SessionRow): Readonly<Record<string, unknown>> {
	return {
		id: id ?? null,
		title,
		lastMessage: new Date(lastMs).toISOString(),
		hasWork,
		isRunning: isLive,
		isProgram,
	};
}
