// Months of sessions with tokens of several models, for what adds them up: the same for the same seed.
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { claudeSlug } from './sampleSessions.mjs';
import { seeded } from './seeded.mjs';

const DAY_MS = 86_400_000;
const MODELS = ['claude-opus-5-5', 'claude-sonnet-5', 'claude-haiku-4-5'];
const NAMES = ['Sort the list', 'Fix the login', 'Speed up the export', 'Write tests for the cart', 'Update packages'];
/** How a session ends, the usual ones more often. */
const ENDS = ['idle', 'idle', 'idle', 'idle', 'interrupted', 'prompted', 'error'];

/**
 * Writes transcripts.
 * @param {object} options
 * @param {string[]} options.workspaces folders that the sessions are of, the first one of most
 * @param {number} options.count of sessions @param {number} options.days over which they are spread, up to now
 * @param {number} [options.turns] of the longest
 */
export function writeMonths({ claude, workspaces, count, days, now = Date.now(), turns = 12, seed = 1 }) {
	const chance = seeded(seed);
	const oneOf = (list) => list[Math.floor(chance() * list.length)];
	for (let n = 0; n < count; n++) {
		const cwd = workspaces[Math.floor(chance() ** 2 * workspaces.length)];
		const sessionId = `55555555-bbbb-4bbb-8bbb-${String(n).padStart(12, '0')}`;
		// Mostly in the day and in the week, so that the hours look like somebody's.
		let at = now - Math.floor(chance() * days) * DAY_MS - (DAY_MS / 3) * chance() ** 2;
		const lines = [];
		let parentUuid = null;
		const say = (type, own) => {
			at += 20_000 + chance() * 90_000;
			const uuid = `${sessionId.slice(0, -12)}${String(n * 1_000 + lines.length).padStart(12, '0')}`;
			const where = { cwd, sessionId, version: '2.1.329', gitBranch: 'main', entrypoint: 'cli' };
			const timestamp = new Date(Math.min(at, now)).toISOString();
			lines.push(JSON.stringify({ parentUuid, isSidechain: false, type, uuid, timestamp, ...where, ...own }));
			parentUuid = uuid;
		};
		const model = MODELS[Math.min(2, Math.floor(chance() ** 1.5 * 3))];
		const asked = 1 + Math.floor(chance() * turns);
		const end = oneOf(ENDS);
		for (let turn = 1; turn <= asked; turn++) {
			say('user', { message: { role: 'user', content: turn === 1 ? `${oneOf(NAMES)}, ${n}` : `And then? ${turn}` } });
			if (turn === asked && end === 'prompted') break;
			const usage = {
				input_tokens: 5 + Math.floor(chance() * 200),
				output_tokens: 200 + Math.floor(chance() * 3_000),
				cache_creation_input_tokens: 500 + Math.floor(chance() * 8_000),
				cache_read_input_tokens: 3_000 * turn + Math.floor(chance() * 20_000),
			};
			const id = `msg_${n}_${turn}`;
			const text = [{ type: 'text', text: `Done, ${turn}.` }];
			const said = { id, type: 'message', role: 'assistant', model, content: text, stop_reason: 'end_turn', usage };
			say('assistant', { requestId: `req_${n}_${turn}`, message: said });
			if (turn % 9 === 0) say('system', { subtype: 'compact_boundary', content: 'Conversation compacted' });
		}
		if (end === 'interrupted')
			say('user', { message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] } });
		if (end === 'error')
			say('assistant', {
				isApiErrorMessage: true,
				message: { role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text: 'API Error: 529' }] },
			});
		const file = path.join(claude, 'projects', claudeSlug(cwd), `${sessionId}.jsonl`);
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
		// Claude Code goes by it, and would soon delete what is older.
		const modified = Math.max(Math.min(at, now), now - 10 * DAY_MS) / 1_000;
		utimesSync(file, modified, modified);
	}
}
