// What `protocol save` would write, before it does: for people, and as a document.
import { ORIGIN_WORDS } from '../../core/protocol/found';
import type { Criteria } from '../../core/protocol/consolidate';
import type { Protocol } from '../../core/protocol/protocol';
import { section } from '../../core/protocol/markdown';
import { countTasks, nextTask, saveReport } from '../../core/protocol/report';
import { renderReadable } from '../../core/protocol/write';
import { singleLine } from '../../core/base/text';
import { diffSummary, unifiedDiff } from '../../core/base/unifiedDiff';
import type { PreparedSave } from '../../node/protocol/protocolStore';
import type { CommandContext } from '../context';

/** The list of tasks with where each was found, what is merged and why, what was taken out, and the change to the file. */
export function previewText(prepared: PreparedSave): string {
	const { protocol, proposed, consolidation, redacted, before, place } = prepared;
	const tasks = proposed.map(({ task, origin, change }) => {
		const from = origin === undefined ? '' : `, ${ORIGIN_WORDS[origin.kind]}`;
		return `- ${task.id} [${task.status}] ${singleLine(task.title)} (${change}${from})`;
	});
	const groups = consolidation.groups.map(({ id, title, members, criteria, reason }) => {
		const why =
			reason === 'limit' ? ['more than five completed tasks', ...criteriaWords(criteria)] : criteriaWords(criteria);
		return `- ${id} ${singleLine(title)}: ${members.map((member) => member.id).join(', ')} (${why.join(', ')})`;
	});
	const diff = unifiedDiff(place.label, before && renderReadable(before.protocol), renderReadable(protocol));
	return [
		saveReport(protocol, place.label).replace(/^Saved →/u, 'Would be saved →'),
		...section('Tasks', tasks),
		...section('Consolidated', groups),
		...section(
			'Kept single',
			consolidation.kept.map(({ id, reasons }) => `- ${id}: ${reasons.map((why) => KEEP_WORDS[why]).join(', ')}`),
		),
		...section(
			'Redacted',
			redacted.map(({ kind, where }) => `- ${kind} in ${where}`),
		),
		...section('Change', diff === '' ? [] : [diffSummary([diff]), diff]),
	].join('\n');
}

const KEEP_WORDS = {
	criticalBug: 'critical bug',
	uniquePitfall: 'unique pitfall',
	recent: 'completed less than 3 days ago',
	referenced: 'referenced by open work',
} as const;

function criteriaWords(criteria: Criteria): readonly string[] {
	return [
		...(criteria.sameArea ? ['same area'] : []),
		...(criteria.manyRelated ? ['more than 5 related'] : []),
		...(criteria.noCriticalFindings ? ['no critical findings'] : []),
		...(criteria.isQuiet ? ['more than 3 days since the last'] : []),
	];
}

/** The stable form of a save under `--json`. */
export function saveJson(context: CommandContext, prepared: PreparedSave): Readonly<Record<string, unknown>> {
	const { protocol, proposed, consolidation, redacted, place, mode, session } = prepared;
	const { git_branch: branch, git_commit: commit } = protocol.metadata;
	return {
		project: context.project.root,
		file: place.file,
		mode,
		session: session ?? null,
		...countsJson(protocol),
		git: { branch, commit },
		tasks: proposed.map(({ task, origin, change }) => ({
			id: task.id,
			title: singleLine(task.title),
			status: task.status,
			priority: task.priority ?? null,
			category: task.category ?? null,
			change,
			origin: origin === undefined ? null : { kind: origin.kind, at: origin.at ?? null },
		})),
		consolidated: consolidation.groups,
		kept: consolidation.kept,
		redacted,
		report: protocol.tasks.length === 0 ? '' : saveReport(protocol, place.label),
	};
}

/** The numbers of a protocol and what comes next. */
export function countsJson(protocol: Protocol): Readonly<Record<string, unknown>> {
	const next = nextTask(protocol.tasks);
	return {
		counts: countTasks(protocol.tasks),
		next: next === undefined ? null : { id: next.id, title: singleLine(next.title) },
	};
}
