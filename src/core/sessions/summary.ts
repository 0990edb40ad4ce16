// A session in a few fields and in a few lines: what `sessions show` says and what search finds of an archived one.
import { MINUTE_MS } from '../base/dates';
import { type SessionRecord, eventCount, recordTime } from './record';
import type { SessionState } from './state';

/** The reference's summary, its names included. */
interface RecordSummary {
	readonly session_id: string;
	readonly duration_minutes: number;
	readonly state: SessionState;
	readonly event_count: number;
	readonly hot_memory_count: number;
	readonly context: SessionRecord['context'];
}

/** @param nowMs milliseconds since 1970; an ended session lasted until its last activity. */
export function summarizeRecord(record: SessionRecord, nowMs: number): RecordSummary {
	const endMs = record.state === 'ended' ? recordTime(record.last_activity) : nowMs;
	return {
		session_id: record.id,
		duration_minutes: Math.floor(Math.max(0, endMs - recordTime(record.started_at)) / MINUTE_MS),
		state: record.state,
		event_count: eventCount(record),
		hot_memory_count: record.hot_memory.length,
		context: record.context,
	};
}

/** The text by which an archived session is searched. */
export function archiveText(record: SessionRecord): string {
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
