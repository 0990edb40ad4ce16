// What a record says of a session whose transcript is gone. A file of its own: who writes records never needs it.
import { asText } from '../base/result';
import { type SessionRecord, eventCount, recordTitle } from './record';

/** The text by which an archived session is searched: the reference's, with what was done and asked before it. @param name of the person's own */
export function recordText(record: SessionRecord, name = recordTitle(record)): string {
	const said = record.events.flatMap(({ data }) => [asText(data['prompt_preview']), asText(data['response_preview'])]);
	return [
		name,
		...(name === recordTitle(record) ? [] : [recordTitle(record)]),
		record.context.current_task,
		...said,
		...record.hot_memory.map((line) => asText(line['summary'])),
		record.context.key_entities.join(', '),
		archiveText(record),
	]
		.filter((part) => part !== undefined && part !== null)
		.join('\n');
}

/** The reference's text of an archived session. */
function archiveText(record: SessionRecord): string {
	const { recent_files: files, recent_tools: tools } = record.context;
	return [
		`Session ${record.id}`,
		`Duration: ${record.started_at} to ${record.last_activity}`,
		`Events: ${eventCount(record)}`,
		'',
		'Context:',
		`- Files: ${files.slice(0, 5).join(', ')}`,
		`- Tools: ${tools.slice(0, 5).join(', ')}`,
		'',
	].join('\n');
}
