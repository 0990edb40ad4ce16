// Sessions that write the files of one project, and the files as they stand after that, with some lines of a person's: for who
// asks where lines came from. The same arguments give the same bytes.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { claudeSlug } from '../../../scripts/lib/sampleSessions.mjs';
import { createRandom } from './random.mjs';

const WORDS =
	'limit session token refresh order basket price customer worker queue retry index store reader parse client server option value result total count cache'.split(
		' ',
	);
const [SESSIONS, FILES, CALLS, LINES] = [20, 12, 15, 250];

/** @param projects Claude Code's folder of projects @param checkout of the project @returns its files */
export function writeEdits(projects, checkout) {
	const r = createRandom(42);
	const line = () =>
		`\tconst ${r.pick(WORDS)}_${r.pick(WORDS)} = ${r.pick(WORDS)}.${r.pick(WORDS)}(${r.int(1, 999)}, '${r.pick(WORDS)}');`;
	const lines = (count) => Array.from({ length: count }, line);
	const files = Array.from({ length: FILES }, (_, n) => ({
		file: path.join(checkout, 'src', `part${n}.ts`),
		text: [],
	}));
	const folder = path.join(projects, claudeSlug(checkout));
	mkdirSync(folder, { recursive: true });
	let ms = Date.UTC(2026, 6, 1);
	for (let session = 0; session < SESSIONS; session++) {
		const sessionId = r.uuid();
		const said = [];
		const say = (own) => {
			const timestamp = new Date((ms += 30_000)).toISOString();
			said.push(
				JSON.stringify({
					parentUuid: null,
					isSidechain: false,
					uuid: r.uuid(),
					timestamp,
					cwd: checkout,
					sessionId,
					...own,
				}),
			);
		};
		say({ type: 'user', message: { role: 'user', content: 'go on' } });
		for (let n = 0; n < CALLS; n++) {
			const each = r.pick(files);
			const id = `toolu_01${r.hex(22)}`;
			const call = (name, input) =>
				say({
					type: 'assistant',
					message: {
						role: 'assistant',
						content: [{ type: 'tool_use', id, name, input: { file_path: each.file, ...input } }],
					},
				});
			const done = (result) =>
				say({
					type: 'user',
					message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
					toolUseResult: { filePath: each.file, ...result },
				});
			const before = each.text;
			if (before.length === 0) {
				each.text = lines(LINES);
				const content = each.text.join('\n');
				call('Write', { content });
				done({ type: 'create', content, structuredPatch: [], originalFile: null });
				continue;
			}
			const from = r.int(3, before.length - 10);
			const [old, fresh] = [before.slice(from, from + r.int(1, 5)), lines(r.int(1, 12))];
			each.text = [...before.slice(0, from), ...fresh, ...before.slice(from + old.length)];
			call('Edit', { old_string: old.join('\n'), new_string: fresh.join('\n') });
			const patch = [...old.map((text) => `-${text}`), ...fresh.map((text) => `+${text}`)];
			const place = { oldStart: from + 1, oldLines: old.length, newStart: from + 1, newLines: fresh.length };
			done({ originalFile: before.join('\n'), structuredPatch: [{ ...place, lines: patch }] });
		}
		writeFileSync(path.join(folder, `${sessionId}.jsonl`), `${said.join('\n')}\n`);
	}
	mkdirSync(path.join(checkout, 'src'), { recursive: true });
	for (const { file, text } of files)
		writeFileSync(file, text.map((each, n) => (n % 7 === 3 ? `// by hand ${n}` : each)).join('\n'));
	return files.map(({ file }) => file);
}
