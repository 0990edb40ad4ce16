// A protocol as a page: what is open, what to know, what is done.
import { singleLine } from '../base/text';
import { type Protocol, type ProtocolTask, isOpen } from './protocol';
import { tasksInReadingOrder } from './report';

/** @param report its first line is the heading. */
export function protocolMarkdown(protocol: Protocol, report: string): string {
	const [title = '', ...lines] = report.split('\n');
	const tasks = tasksInReadingOrder(protocol.tasks);
	const blocks = (protocol.context_blocks ?? []).flatMap((block) => [
		'',
		`### ${singleLine(block.title)}`,
		...(block.related_tasks === undefined || block.related_tasks.length === 0
			? []
			: ['', singleLine(block.related_tasks.join(', '))]),
		'',
		...block.content.split('\n').flatMap((line) => (singleLine(line) === '' ? [] : [`- ${singleLine(line)}`])),
	]);
	return [
		`# ${title}`,
		'',
		...lines.map((line) => (line.startsWith('- ') ? line : `- ${line}`)),
		...section('Open', tasks.filter(isOpen).flatMap(taskLines)),
		...(blocks.length === 0 ? [] : ['', '## To know', ...blocks]),
		...section('Done', tasks.filter((task) => !isOpen(task)).flatMap(taskLines)),
		'',
	].join('\n');
}

/** A part of a page; nothing where it would be empty. */
export function section(title: string, lines: readonly string[]): readonly string[] {
	return lines.length === 0 ? [] : ['', `## ${title}`, ...lines];
}

function taskLines(task: ProtocolTask): readonly string[] {
	const facts = [
		...(task.status === 'in_progress' ? ['in progress'] : []),
		...(task.priority === undefined ? [] : [task.priority]),
		...(task.category === undefined ? [] : [task.category]),
		...(task.consolidated ? [`${task.consolidated_count} tasks`] : []),
	];
	return [
		'',
		`### ${task.id} - ${singleLine(task.title)}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`,
		...(task.context === undefined || task.context === '' ? [] : ['', singleLine(task.context)]),
		...(task.files === undefined || task.files.length === 0 ? [] : ['', singleLine(task.files.join(', '))]),
	];
}
