// Long sessions whose lines are made as quickly as they are written.
import { closeSync, openSync, writeSync } from 'node:fs';

/** The lines of a session, four messages a turn: a prompt, a tool, what it printed, and a reply. @param now milliseconds since 1970 */
export function* turnLines({ sessionId = 's', cwd = '/home/dev/app', now } = {}) {
	let [made, parentUuid] = [0, null];
	const head = sessionId.slice(0, 8).padStart(8, '0');
	const line = (type, content, more = {}, own = {}) => {
		const uuid = `${head}-0000-4000-8000-${String(++made).padStart(12, '0')}`;
		const timestamp = new Date(now?.() ?? Date.UTC(2026, 10, 20) + made * 1_000).toISOString();
		const entry = { parentUuid, isSidechain: false, type, message: { role: type, content, ...own }, uuid, timestamp };
		parentUuid = uuid;
		return `${JSON.stringify({ ...entry, ...more, cwd, sessionId, version: '2.1.329', gitBranch: 'main' })}\n`;
	};
	for (let n = 1; ; n++) {
		const [id, stdout] = [`t${n}`, `src/store.ts:${n}: a line of output\n`.repeat(50)];
		yield (
			line('user', `Prompt number ${n}`) +
			line('assistant', [{ type: 'tool_use', id, name: 'Bash', input: { command: 'npm test' } }]) +
			line('user', [{ tool_use_id: id, type: 'tool_result', content: stdout }], { toolUseResult: { stdout } }) +
			line('assistant', [{ type: 'text', text: `Reply **${n}**\n\n${'- a point of it\n'.repeat(10)}` }])
		);
	}
}

/** Writes a session of so many turns, each of four messages. */
export function writeTurns(file, turns) {
	const opened = openSync(file, 'w');
	const lines = turnLines();
	for (let n = 0; n < turns; n++) writeSync(opened, lines.next().value);
	closeSync(opened);
}
