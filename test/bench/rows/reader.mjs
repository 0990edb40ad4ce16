// A session of 50,000 messages is opened to be read: prompts, replies and tools with what they printed, 66 MB.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { bundleOptions } from '../../../scripts/lib/bundleOptions.mjs';

export const needsNoStore = true;

export const rows = [
	{
		id: 'reader-first',
		title: 'first page of a session of 50,000 messages, as HTML, processor time',
		unit: 'ms',
		better: 'less',
		must: 300,
		stretch: 150,
	},
	{
		id: 'reader-any',
		title: 'any page of a session of 50,000 messages with the index, processor time',
		unit: 'ms',
		better: 'less',
		must: 1_000,
		stretch: 500,
	},
];

const TURNS = 12_500;

/** Four messages: a prompt, a tool, what it printed, and a reply. */
function* turnLines() {
	let [made, parentUuid] = [0, null];
	const line = (type, content, more = {}) => {
		const uuid = `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`;
		const timestamp = new Date(Date.UTC(2026, 10, 20) + made * 1_000).toISOString();
		const own = { parentUuid, isSidechain: false, type, message: { role: type, content }, uuid, timestamp };
		parentUuid = uuid;
		return `${JSON.stringify({ ...own, ...more, cwd: '/home/dev/app', sessionId: 's', version: '2.1.329', gitBranch: 'main' })}\n`;
	};
	for (let n = 1; n <= TURNS; n++) {
		const [id, stdout] = [`t${n}`, `src/store.ts:${n}: a line of output\n`.repeat(50)];
		yield (
			line('user', `Prompt number ${n}`) +
			line('assistant', [{ type: 'tool_use', id, name: 'Bash', input: { command: 'npm test' } }]) +
			line('user', [{ tool_use_id: id, type: 'tool_result', content: stdout }], { toolUseResult: { stdout } }) +
			line('assistant', [{ type: 'text', text: `Reply **${n}**\n\n${'- a point of it\n'.repeat(10)}` }])
		);
	}
}

export async function prepare(bench) {
	const { build } = await import('esbuild');
	const folder = path.join(bench.storage, 'reader');
	const [host, transcript] = [path.join(folder, 'readerHost.cjs'), path.join(folder, 's.jsonl')];
	mkdirSync(folder, { recursive: true });
	await build({ ...bundleOptions, entryPoints: [path.resolve('test/bench/readerHost.ts')], outfile: host });
	const file = openSync(transcript, 'w');
	for (const lines of turnLines()) writeSync(file, lines);
	closeSync(file);
	return { host, transcript };
}

export async function round(bench, { host, transcript }) {
	const { firstMs, anyMs, turns } = JSON.parse(await bench.run(process.execPath, [host, transcript]));
	if (turns !== TURNS) throw new Error(`The page has ${turns} of ${TURNS} turns.`);
	return { 'reader-first': firstMs, 'reader-any': anyMs };
}
