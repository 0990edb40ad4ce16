// What tests of the review and of the memory put into a sample: candidates, memories, MEMORY.md.
import { mkdirSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SESSIONS } from '../../../scripts/lib/sampleHome.mjs';

/** Looks like a key of GitHub's, and is nobody's. */
export const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

/** Puts candidates into the queue as the Stop hook does. @param candidates pairs of type and text */
export function queue(sample, candidates, { minutes = 4, turn = 1, session = SESSIONS.ended } = {}) {
	const folder = path.join(sample.claude, 'memory_queue');
	mkdirSync(folder, { recursive: true });
	const file = {
		schemaVersion: 1,
		session,
		turn,
		ts: new Date(Date.now() - minutes * 60_000).toISOString(),
		cwd: sample.workspace,
		candidates: candidates.map(([type, text]) => ({ type, text, rule: 'remember', message: `message-${turn}` })),
	};
	writeFileSync(path.join(folder, `${path.basename(session)}-${turn}.json`), JSON.stringify(file));
}

/** Writes a memory in Claude's own form. @returns its path */
export function writeMemory(
	sample,
	name,
	{ type = 'feedback', body, days = 2, folder = sample.memoryDir, expires = undefined },
) {
	mkdirSync(folder, { recursive: true });
	const file = path.join(folder, `${name}.md`);
	const ends = expires === undefined ? '' : `expires: ${expires}\n`;
	const head = `---\nname: ${name}\ndescription: ${body.split('\n')[0]}\n${ends}metadata:\n  node_type: memory\n  type: ${type}\n---\n\n`;
	writeFileSync(file, `${head}${body}\n`);
	const at = Math.round(Date.now() / 1000) - days * 86_400;
	utimesSync(file, at, at);
	return file;
}

export function writeIndex(sample, ...lines) {
	mkdirSync(sample.memoryDir, { recursive: true });
	writeFileSync(path.join(sample.memoryDir, 'MEMORY.md'), lines.map((line) => `${line}\n`).join(''));
}

export const readMemory = (sample, name) => readFileSync(path.join(sample.memoryDir, name), 'utf8');

/** Every file below a folder with its bytes and its time; of MEMORY.md the bytes, for its time says when it was last written. */
export function everyFile(folder) {
	const names = readdirSync(folder, { recursive: true, withFileTypes: true });
	return Object.fromEntries(
		names
			.filter((entry) => !entry.isDirectory())
			.map((entry) => {
				const file = path.join(entry.parentPath, entry.name);
				const time = entry.name === 'MEMORY.md' ? 0 : Math.round(statSync(file).mtimeMs / 1000);
				return [path.relative(folder, file), `${time} ${readFileSync(file, 'latin1')}`];
			}),
	);
}
