// One line of 20 MB, the output of a tool, and nothing else of any size.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const rows = [
	{ id: 'long-line', title: 'peak memory, a 20 MB line', unit: 'MB', better: 'less', must: 150, stretch: 120 },
];

export function prepare(bench) {
	const projects = path.join(bench.storage, 'long-line', 'projects');
	const folder = path.join(projects, '-home-dev-app');
	mkdirSync(folder, { recursive: true });
	const line = (content, extra) =>
		`${JSON.stringify({ parentUuid: null, isSidechain: false, type: 'user', message: { role: 'user', content }, uuid: `u${Math.random()}`, timestamp: '2026-11-20T12:00:00.000Z', ...extra, cwd: '/home/dev/app', sessionId: 's', version: '2.1.329', gitBranch: 'main' })}\n`;
	const output = 'a line of "output"\n'.repeat(500_000);
	writeFileSync(
		path.join(folder, 's.jsonl'),
		line('run it') +
			line([{ tool_use_id: 't', type: 'tool_result', content: output }], { toolUseResult: { stdout: output } }),
	);
	return { projects };
}

export async function round(bench, { projects }) {
	const { rssMb, sessions } = await bench.host('cold', projects, 'bare');
	if (sessions !== 1) throw new Error('The session with the long line was not found.');
	return { 'long-line': rssMb };
}
