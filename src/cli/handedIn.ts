// Statements on the command line: from the block that Claude wrote before it called, or from a file; and the answer, which says
// what could not be proven, so that it can be mended. What reads and proves them is most of our code, and is loaded where
// something is handed in.
import type { HandedIn } from '../core/handoff/handedIn/handIn';
import type { Verdict } from '../core/handoff/handedIn/proof';
import { singleLine } from '../core/base/text';
import { readRegularFile } from '../node/base/regularFile';
import type { HandedOver } from '../node/handoff/handOverRecord';
import { locateTranscript } from '../node/transcript/locateTranscript';
import { type CommandContext, currentSession, inFolderOf } from './context';
import { type Values, nameOf } from './group';
import { CommandError, UsageError, readStandardInput } from './io';

const LIMIT_BYTES = 1024 * 1024;

/** @returns nothing if nothing is handed in. @throws CommandError, UsageError */
export async function readHandedIn(context: CommandContext, values: Values): Promise<HandedOver | undefined> {
	const file = nameOf(values, 'statements');
	if (values['from-answer'] !== true)
		return file === undefined ? undefined : { statements: await fromFile(context, file, values) };
	if (file !== undefined) throw new UsageError('--from-answer and --statements are two ways to do the same: use one.');
	if (nameOf(values, 'session') !== undefined)
		throw new UsageError('--from-answer is about the session that calls: --session has no use beside it.');
	return { uuid: await fromAnswer(context) };
}

async function fromAnswer(context: CommandContext): Promise<string> {
	const session = currentSession(context);
	if (session === undefined)
		throw new CommandError(
			'noTranscript',
			'Claude Code did not say which session this is, so there is no answer to read the statements from.',
			'--from-answer is for Claude. Hand the statements in by a file: --statements FILE.',
		);
	const { awaitHandIn } = await import('../node/handoff/awaitHandIn');
	const { claude, project } = context;
	const find = async (): Promise<string | undefined> =>
		(await locateTranscript(claude, session, undefined, project))?.file;
	const handOver = await context.caller.waiting.during(() => awaitHandIn(find, session));
	if (handOver === 'noTranscript')
		throw new CommandError(
			'noTranscript',
			'This session has no transcript, so there is no answer to read the statements from.',
			'Nothing was handed in. Hand the statements in by a file: --statements FILE.',
		);
	if (handOver?.uuid === undefined || handOver.statements.length === 0)
		throw new CommandError(
			'noStatements',
			handOver === undefined
				? 'No block of statements in the answer to the last prompt.'
				: 'The block of statements in the answer has no line that could be read.',
			'Write a block that begins with ```session-keeper, a line for each statement (decision: TEXT | "WORDS"), then call again.',
		);
	return handOver.uuid;
}

async function fromFile(context: CommandContext, file: string, values: Values): Promise<readonly HandedIn[]> {
	if (file === '-' && values['stdin'] === true)
		throw new UsageError('--stdin and --statements - cannot both read standard input.');
	const text = file === '-' ? await readStandardInput(context) : await textOf(inFolderOf(context.caller, file));
	const read = (await import('../core/handoff/handedIn/handIn')).readStatements(text);
	if (typeof read === 'string')
		throw new CommandError('invalid', `Nothing could be handed in: ${read}.`, 'Nothing was written. See --help.');
	return read;
}

async function textOf(file: string): Promise<string> {
	const found = await readRegularFile(file, LIMIT_BYTES);
	if (found === undefined) throw new CommandError('notFound', `File not found: ${file}.`, 'Nothing was written.');
	if (found.sizeBytes > LIMIT_BYTES)
		throw new CommandError('tooLarge', `${file} is larger than 1 MB.`, 'Nothing was written.');
	return found.bytes.toString('utf8');
}

interface Report {
	readonly lines: readonly string[];
	/** Under `--json`. */
	readonly json: Readonly<Record<string, unknown>> | null;
}

/** What came of the statements. */
export async function handedInReport(
	context: CommandContext,
	verdicts: readonly Verdict[] | undefined,
): Promise<Report> {
	if (verdicts === undefined) return { lines: [], json: null };
	const [{ openRedactor }, { UNPROVEN_WORDS }] = await Promise.all([
		import('../node/privacy/openRedactor'),
		import('../core/handoff/handedIn/proof'),
	]);
	const redactor = await openRedactor(context.claude);
	const safe = (text: string): string => singleLine(redactor.text(text).value);
	const unproven = verdicts.flatMap((each) => ('why' in each ? [each] : []));
	const proven = verdicts.length - unproven.length;
	const line = ({ statement, why }: (typeof unproven)[number]): string =>
		`- ${statement.section}: ${safe(statement.text)} — ${UNPROVEN_WORDS[why]}`;
	const [again, fresh] = [unproven.filter((each) => each.isListed), unproven.filter((each) => !each.isListed)];
	return {
		lines: [
			`Statements: ${proven} of ${verdicts.length} proven by the conversation.`,
			...(fresh.length === 0
				? []
				: [
						'Not proven, so not taken in:',
						...fresh.map(line),
						'Fix only these: another block, with words exactly as a message has them, then the same call. What the conversation does not say, leave out.',
					]),
			...(again.length === 0
				? []
				: ['Handed in again without proof; stands only under “Not found in the conversation”:', ...again.map(line)]),
		],
		json: {
			proven,
			unproven: unproven.map(({ statement, why, isListed }) => ({
				section: statement.section,
				text: safe(statement.text),
				quotes: statement.quotes.map(safe),
				reason: why,
				isListed,
			})),
		},
	};
}
