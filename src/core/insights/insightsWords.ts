// What plots are called, for every face.
import { say } from '../base/say';
import { OTHERS, type Plot, UNKNOWN } from './insights';
import type { ShownPlot } from './insightsMessages';

/** @param isEstimate whether costs are, in part. @param nameOf a project */
export function shownPlot(plot: Plot, isEstimate: boolean, nameOf: (project: string) => string): ShownPlot {
	const { id, by, rows, columns } = plot;
	const hasNames = by === 'name';
	const [title, what, empty] = wordsOf(id, isEstimate);
	return {
		...plot,
		title,
		about: [what, ...perWords(by)].join(' · '),
		rowTitle: rowTitleOf(id, by),
		rowNames: hasNames ? rows.map((row) => keyName(row, id === 'projects' ? nameOf : undefined)) : undefined,
		columnNames: id === 'hours' ? undefined : columns.map(({ key }) => columnName(key)),
		empty,
	};
}

function wordsOf(id: Plot['id'], isEstimate: boolean): readonly [title: string, what: string, empty: string] {
	const none = say('No sessions in this time.');
	switch (id) {
		case 'sessions':
			return [say('Sessions'), say('Sessions started'), none];
		case 'tokens':
			return [say('Tokens'), say('Each answer counted once'), none];
		case 'cost':
			return [isEstimate ? say('Cost (Estimate)') : say('Cost'), say('US dollars'), none];
		case 'projects':
			return [say('Projects'), say('Tokens by project'), none];
		case 'models':
			return [say('Models'), say('Tokens by model'), none];
		case 'hours':
			return [say('Active Hours'), say('Your prompts by weekday and hour'), none];
		case 'states':
			return [say('How Sessions Ended'), say('By the day of the last message'), none];
		case 'safety':
			return [
				say('Compactions and Backups'),
				say('Compacted conversations, and copies made'),
				say('No compactions or backups in this time.'),
			];
		case 'reviews':
			return [say('Reviews'), say('Decisions about memories and hand-off drafts'), say('No decisions in this time.')];
	}
}

function perWords(by: Plot['by']): readonly string[] {
	switch (by) {
		case 'day':
			return [say('per day')];
		case 'week':
			return [say('per week')];
		case 'month':
			return [say('per month')];
		default:
			return [];
	}
}

function rowTitleOf(id: Plot['id'], by: Plot['by']): string {
	switch (by) {
		case 'day':
			return say('Day');
		case 'week':
			return say('Week From');
		case 'month':
			return say('Month');
		case 'weekday':
			return say('Weekday');
		case 'name':
			return id === 'projects' ? say('Project') : say('Model');
	}
}

function columnName(key: string): string {
	switch (key) {
		case 'sessions':
			return say('Sessions');
		case 'own':
			return say('Started by you');
		case 'programs':
			return say('Started by programs');
		case 'tokens':
			return say('Tokens');
		case 'cost':
			return say('Cost');
		case 'input':
			return say('Input');
		case 'output':
			return say('Output');
		case 'cacheWrite':
			return say('Cache writes');
		case 'cacheRead':
			return say('Cache reads');
		case 'compactions':
			return say('Compactions');
		case 'backups':
			return say('Backups');
		case 'memoriesAccepted':
			return say('Memories accepted');
		case 'memoriesRejected':
			return say('Memories rejected');
		case 'draftsAccepted':
			return say('Drafts accepted');
		case 'draftsRejected':
			return say('Drafts rejected');
		case 'idle':
			return say('Answered');
		case 'prompted':
			return say('Unanswered');
		case 'tool':
			return say('In a tool call');
		case 'working':
			return say('In the middle');
		case 'interrupted':
			return say('Interrupted');
		case 'truncated':
			return say('Output limit');
		case 'error':
			return say('API error');
		case 'empty':
			return say('Empty');
		default:
			return keyName(key);
	}
}

/** What a project or a model is called. @param nameOf one that has a name; without it, it is called what it is */
export function keyName(key: string, nameOf = (name: string): string => name): string {
	switch (key) {
		case OTHERS:
			return say('Others');
		case UNKNOWN:
			return say('Unknown');
		default:
			return nameOf(key);
	}
}
