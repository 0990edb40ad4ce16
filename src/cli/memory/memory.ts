// `session-keeper memory …`: what Claude keeps of this project, and whether it is in order.
import { nextMidnightMs } from '../../core/base/dates';
import path from 'node:path';
import type { HealthFinding } from '../../core/memory/health';
import { findingsCalled } from '../../core/memory/health';
import { cutWords } from '../../core/memory/indexMeter';
import { MAX_INDEX_CHARACTERS, MAX_INDEX_LINES } from '../../core/memory/indexMeter';
import { counted, singleLine } from '../../core/base/text';
import type { Change } from '../../node/keeper/changeRecord';
import { MEMORY_TRASH } from '../../node/keeper/trash';
import { type MemoryOverview } from '../../node/memory/memoryHealth';
import { openRedactor } from '../../node/privacy/openRedactor';
import { type Table, timeCell } from '../base/table';
import type { Verb, VerbsOf } from '../group';
import { CommandError, UsageError, confirm, listAnswer } from '../io';
import { undoOf } from '../keeper/undo';
import type { MEMORY } from './memoryCommand';
import { memoryHealthOf } from '../../node/workspace/openStores';

const list: Verb = {
	async run(context) {
		const overview = await (await memoryHealthOf(context)).look();
		const redactor = await openRedactor(context.claude);
		const shown = (text: string): string => singleLine(redactor.text(text).value);
		const left = overview.left.length;
		const offer =
			left === 0
				? []
				: [`${left === 1 ? '1 file lies' : `${left} files lie`} where this project was: session-keeper memory adopt`];
		const table: Table = {
			columns: ['NAME', 'TYPE', 'CHANGED', 'ABOUT', 'FILE'],
			long: ['NAME', 'ABOUT'],
			plainOnly: ['FILE'],
			rows: overview.memories.map((memory) => [
				{ shown: shown(memory.name), file: memory.path },
				memory.type ?? '',
				timeCell(memory.modifiedMs, context.clock.now()),
				memory.problem === undefined ? shown(memory.description) : { shown: memory.problem, tone: 'warn' },
				memory.path,
			]),
			notes: [meterLine(overview), ...offer],
		};
		const json = {
			folder: overview.folder,
			formerFiles: left,
			index: indexJson(overview),
			memories: overview.memories.map((memory) => ({
				name: shown(memory.name),
				description: shown(memory.description),
				type: memory.type ?? null,
				file: memory.path,
				modified: new Date(memory.modifiedMs).toISOString(),
				session: memory.session ?? null,
				problem: memory.problem ?? null,
			})),
		};
		return listAnswer(table, 'No memories.', json, nextMidnightMs(context.clock.now()));
	},
};

const health: Verb = {
	async run(context) {
		const overview = await (await memoryHealthOf(context)).look();
		const lines = overview.findings.flatMap((found) => [
			`${found.severity === 'error' ? '✗' : '⚠'} ${found.message}`,
			`  session-keeper memory fix ${found.id}`,
		]);
		const none = 'No memory problems found.';
		return {
			text: [
				meterLine(overview),
				...(lines.length === 0 ? [none] : [`${counted(overview.findings.length, 'problem')}:`, ...lines]),
			].join('\n'),
			json: { folder: overview.folder, index: indexJson(overview), findings: overview.findings.map(findingJson) },
			exitCode: overview.findings.length > 0 ? 1 : 0,
			holdsUntilMs: nextMidnightMs(context.clock.now()),
		};
	},
};

const fix: Verb = {
	async run(context, words) {
		const id = words.join(' ');
		if (id === '') throw new UsageError('Which one? Its id is in session-keeper memory health.');
		const memories = await memoryHealthOf(context);
		await memories.recover();
		const called = findingsCalled((await memories.look()).findings, id);
		if (called.length > 1)
			throw new CommandError('ambiguous', `${called.length} findings could be meant.`, 'Type more of the id.', {
				text: called.map((each) => `- ${each.id}  ${each.message}`).join('\n'),
				json: { findings: called.map(findingJson) },
			});
		const change = called[0] === undefined ? undefined : await memories.fix(called[0].id);
		if (change === undefined)
			throw new CommandError('notFound', `No such problem: ${singleLine(id)}.`, 'See session-keeper memory health.');
		return {
			text: `Fixed: ${change.label}`,
			json: { fixed: changeJson(change) },
			undo: 'memory undo',
		};
	},
};

const adopt: Verb = {
	async run(context) {
		const memories = await memoryHealthOf(context);
		const { left: findings } = await memories.look();
		if (findings.length === 0) return { text: 'No memories to move.', json: { adopted: null } };
		const moves = findings.map(({ file, message }) => `- ${singleLine(path.basename(file))}: ${message}`);
		await confirm(context, `Move to ${context.project.memoryDir}?\n${moves.join('\n')}`);
		const change = await memories.adopt(findings);
		return {
			text: [`Moved: ${findings.length}`, ...moves].join('\n'),
			json: { adopted: { ...changeJson(change), files: findings.map(({ file }) => file) } },
			undo: 'memory undo',
		};
	},
};

export const memory: VerbsOf<typeof MEMORY> = { list, health, fix, adopt, undo: undoOf(MEMORY_TRASH) };

function meterLine({ meter, hasIndex }: MemoryOverview): string {
	if (!hasIndex) return 'No MEMORY.md.';
	const share = `${meter.lines} of ${MAX_INDEX_LINES} lines, ${meter.characters} of ${MAX_INDEX_CHARACTERS} characters`;
	return meter.cutLine === undefined ? `MEMORY.md: ${share}` : `MEMORY.md: ${cutWords(meter)}`;
}

function indexJson({ meter, hasIndex }: MemoryOverview): Readonly<Record<string, unknown>> | null {
	if (!hasIndex) return null;
	const { lines, characters, cutLine, hiddenLines } = meter;
	const limits = { maxLines: MAX_INDEX_LINES, maxCharacters: MAX_INDEX_CHARACTERS };
	return { lines, characters, ...limits, firstHiddenLine: cutLine === undefined ? null : cutLine + 1, hiddenLines };
}

function findingJson({
	id,
	code,
	severity,
	message,
	file,
	line,
	fix: mend,
}: HealthFinding): Readonly<Record<string, unknown>> {
	return { id, code, severity, message, file, line: line === undefined ? null : line + 1, fix: mend.kind };
}

function changeJson({ id, ts, label }: Change): Readonly<Record<string, unknown>> {
	return { id, ts, message: label };
}
