// One realistic transcript, written as Claude Code writes it, with the facts that a reader must find in it. The facts are
// kept while writing, by rules of their own: they know nothing of the reader.
import { closeSync, openSync, utimesSync, writeSync } from 'node:fs';
import { POOLS, createRandom, cut, words } from './random.mjs';

/**
 * @param o seed, target (bytes), file, sessionId, cwd, startMs; oddity: one of ODDITIES or nothing.
 * @returns the facts.
 */
export function writeTranscript({ seed, target, file, sessionId, cwd, startMs, oddity }) {
	const r = createRandom(seed);
	const isNew = r.chance(0.75);
	const version = isNew ? `2.1.${r.int(150, 329)}` : `1.0.${r.int(40, 120)}`;
	const model = r.pick(['claude-opus-5-5', 'claude-sonnet-4-6', 'claude-haiku-4-5']);
	const entrypoint = isNew ? r.pick(['cli', 'cli', 'cli', 'sdk-cli']) : undefined;
	const facts = {
		id: sessionId,
		cwd,
		entrypoint,
		model,
		gitBranch: undefined,
		prompts: 0,
		turns: 0,
		compactions: 0,
		interruptions: 0,
		input: 0,
		output: 0,
		cacheWrite: 0,
		cacheRead: 0,
		contextTokens: undefined,
		firstMessageMs: undefined,
		lastMessageMs: undefined,
		state: 'empty',
		ended: undefined,
		lastPrompt: undefined,
		name: undefined,
		bytes: 0,
		lines: 0,
	};
	const titles = {};
	const fd = openSync(file, 'w');
	let held = [];
	let heldBytes = 0;
	let parent = null;
	let branch = r.pick(['main', 'main', `feat/${r.hex(5)}`, 'fix/ünïcode']);
	let nowMs = startMs;

	const flush = () => {
		if (heldBytes > 0) writeSync(fd, Buffer.concat(held));
		held = [];
		heldBytes = 0;
	};
	const raw = (data) => {
		const bytes = Buffer.isBuffer(data) ? data : Buffer.from(data);
		held.push(bytes);
		heldBytes += bytes.length;
		facts.bytes += bytes.length;
		if (heldBytes > 1 << 20) flush();
	};
	const put = (line) => {
		raw(`${JSON.stringify(line)}\n`);
		facts.lines++;
	};
	const left = () => Math.max(400, target - facts.bytes);
	const stamp = (laterMs) => new Date((nowMs += laterMs)).toISOString();
	const meta = (type, own) => put({ type, ...own, sessionId });

	/** New versions write the message first and the rest after it, old ones the other way round. */
	const message = (type, body, { laterMs = 0, own = {} } = {}) => {
		const uuid = r.uuid();
		const timestamp = stamp(laterMs);
		const head = { parentUuid: parent, isSidechain: false };
		const place = {
			userType: 'external',
			...(entrypoint ? { entrypoint } : {}),
			cwd,
			sessionId,
			version,
			gitBranch: branch,
		};
		// All lines of an answer name one request, in every version.
		const request = type === 'assistant' ? { requestId: body.message.id.replace('msg', 'req') } : {};
		if (!isNew) put({ ...head, ...place, type, ...body, ...request, uuid, timestamp, ...own });
		else if (type === 'assistant')
			put({
				...head,
				...body,
				...request,
				type,
				uuid,
				timestamp,
				effort: 'medium',
				madeBy: 'model',
				...place,
			});
		else
			put({
				...head,
				...(type === 'user' ? { promptId: r.uuid() } : {}),
				type,
				...body,
				uuid,
				timestamp,
				...own,
				...place,
			});
		parent = uuid;
		if (type !== 'user' && type !== 'assistant') return;
		facts.firstMessageMs ??= nowMs;
		facts.lastMessageMs = nowMs;
		facts.gitBranch = branch;
		if (facts.ended) facts.ended = false;
	};
	const user = (content, options) => message('user', { message: { role: 'user', content } }, options);

	const prompt = () => {
		const text = cut(r, POOLS.prose, r.size(160, 1.1, Math.min(60_000, left()))).trim() || 'continue';
		const isPicture = r.chance(0.03) && left() > 400_000;
		const data = isPicture ? cut(r, POOLS.base64, r.size(180_000, 0.9, 1_400_000)) : '';
		const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
		user(isPicture ? [{ type: 'text', text }, picture] : isNew || r.chance(0.7) ? text : [{ type: 'text', text }], {
			laterMs: r.size(60_000, 1.5, 864e5),
			own: isNew ? { permissionMode: 'default', promptSource: 'typed', origin: { kind: 'human' } } : {},
		});
		facts.prompts++;
		facts.lastPrompt = text;
		titles.first ??= text;
		facts.state = 'prompted';
		if (isNew) meta('last-prompt', { lastPrompt: text.slice(0, 200).toWellFormed?.() ?? '', leafUuid: parent });
	};
	const answer = (blocks, stop) => {
		// Two sessions draw the same numbers now and then, and never give one id to two messages.
		const id = `msg_01${sessionId.slice(0, 8)}${r.hex(22).slice(8)}`;
		const [input, output, cacheWrite, cacheRead] = [
			r.int(1, 12),
			r.size(300, 1.2, 30_000),
			r.size(900, 1.2, 60_000),
			r.int(8_000, 160_000),
		];
		const usage = {
			input_tokens: input,
			cache_creation_input_tokens: cacheWrite,
			cache_read_input_tokens: cacheRead,
			output_tokens: output,
			server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
			service_tier: 'standard',
			cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: cacheWrite },
			...(isNew ? { iterations: [{ input_tokens: input, output_tokens: output }], speed: 'standard' } : {}),
		};
		blocks.forEach((block, n) => {
			// The first line of a message can be written before its output is known.
			const early = isNew && n < blocks.length - 1 && r.chance(0.05);
			message(
				'assistant',
				{
					message: {
						id,
						type: 'message',
						role: 'assistant',
						model,
						content: [block],
						stop_reason: early ? null : stop,
						stop_sequence: null,
						usage: early ? { ...usage, output_tokens: 1 } : usage,
						...(isNew ? { stop_details: null } : {}),
					},
				},
				{ laterMs: r.int(200, 9_000) },
			);
		});
		if (facts.state === 'prompted') facts.turns++;
		facts.input += input;
		facts.output += output;
		facts.cacheWrite += cacheWrite;
		facts.cacheRead += cacheRead;
		facts.contextTokens = input + cacheWrite + cacheRead;
		facts.state = stop === 'tool_use' ? 'tool' : 'idle';
	};
	const result = (tool, id) => {
		const text = cut(
			r,
			tool === 'Bash' ? POOLS.log : POOLS.code,
			r.size(1_400, 1.6, Math.min(5_000_000, left() / 2 + 200)),
		);
		const toolUseResult =
			tool === 'Bash'
				? { stdout: text, stderr: '', interrupted: false, isImage: false }
				: tool === 'Read'
					? {
							type: 'text',
							file: { filePath: `${cwd}/${r.hex(6)}.ts`, content: text, numLines: 40, startLine: 1, totalLines: 40 },
						}
					: {
							filePath: `${cwd}/x.ts`,
							structuredPatch: [{ oldStart: 1, lines: text.slice(0, 4_000).split('\n') }],
							meta: { type: 'user', timestamp: '1999-01-01T00:00:00.000Z', usage: { input_tokens: 7 }, sessionId: 'x' },
						};
		user(
			[
				{
					tool_use_id: id,
					type: 'tool_result',
					content: r.chance(0.85) ? text : [{ type: 'text', text }],
					...(r.chance(0.05) ? { is_error: true } : {}),
				},
			],
			{
				laterMs: r.size(900, 1.5, 600_000),
				own: {
					toolUseResult,
					...(isNew
						? { sourceToolAssistantUUID: parent, permissionDecision: { decision: 'accept', source: 'config' } }
						: {}),
				},
			},
		);
		facts.state = 'working';
	};
	const text = () => ({
		type: 'text',
		text: cut(r, POOLS.prose, r.size(420, 1, Math.min(20_000, left()))).trim() || 'ok',
	});
	const thought = () => ({
		type: 'thinking',
		thinking: cut(r, POOLS.prose, r.size(500, 0.9, Math.min(12_000, left()))),
		signature: cut(r, POOLS.base64, r.size(600, 0.8, 8_000)),
	});
	const call = (tool, id) => ({
		type: 'tool_use',
		id,
		name: tool,
		input:
			tool === 'Bash'
				? { command: cut(r, POOLS.log, r.size(90, 0.8, 2_000)), description: words(r, 5) }
				: tool === 'Read'
					? { file_path: `${cwd}/${r.hex(6)}.ts` }
					: {
							file_path: `${cwd}/x.ts`,
							old_string: cut(r, POOLS.code, r.size(300, 1, 20_000)),
							new_string: cut(r, POOLS.code, r.size(400, 1, 20_000)),
						},
	});
	const turn = () => {
		prompt();
		put({
			type: 'file-history-snapshot',
			messageId: parent,
			snapshot: {
				messageId: parent,
				trackedFileBackups: Object.fromEntries(
					Array.from({ length: r.int(0, 12) }, () => [
						`src/${r.hex(8)}.ts`,
						{ backupFileName: `${r.hex(16)}@v1`, version: 1 },
					]),
				),
				timestamp: new Date(nowMs).toISOString(),
			},
			isSnapshotUpdate: false,
		});
		for (let n = r.size(4, 0.9, 40); n > 0 && facts.bytes < target; n--) {
			const tool = r.pick(['Read', 'Bash', 'Edit', 'Read', 'Bash']);
			const id = `toolu_01${r.hex(22)}`;
			answer([...(r.chance(0.35) ? [thought()] : []), ...(r.chance(0.4) ? [text()] : []), call(tool, id)], 'tool_use');
			if (isNew && r.chance(0.15))
				message(
					'attachment',
					{ attachment: { type: 'todo_reminder', content: words(r, r.int(5, 60)) } },
					{ laterMs: 1 },
				);
			if (isNew && r.chance(0.1))
				message(
					'progress',
					{ data: { type: 'bash_progress', output: cut(r, POOLS.log, 300) }, toolUseID: id },
					{ laterMs: 900 },
				);
			result(tool, id);
		}
		answer(r.chance(0.4) ? [thought(), text()] : [text()], 'end_turn');
		message('system', { subtype: 'turn_duration', durationMs: r.int(1_000, 99_999), isMeta: false }, { laterMs: 5 });
		if (r.chance(0.02)) {
			message(
				'system',
				{
					subtype: 'compact_boundary',
					content: 'Conversation compacted',
					level: 'info',
					compactMetadata: { trigger: 'auto', preTokens: 160_000, postTokens: 9_000 },
				},
				{ laterMs: 5 },
			);
			facts.compactions++;
			facts.contextTokens = 9_000;
		}
		if (r.chance(0.05)) branch = `feat/${r.hex(5)}`;
	};
	const odd = {
		blank: () => raw('\n  \n\r\n'),
		nul: () => raw(Buffer.concat([Buffer.alloc(4_096), Buffer.from('\n')])),
		garbage: () => raw('{"parentUuid":null,"type":"user","mess{"type":"user"}\n[]\n"text"\nnull\n42\n'),
		notUtf8: () => {
			raw(
				`{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_x","type":"tool_result","content":"`,
			);
			raw(Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80]));
			raw(
				`"}]},"uuid":"${r.uuid()}","timestamp":"${stamp(1)}","cwd":${JSON.stringify(cwd)},"sessionId":"${sessionId}","gitBranch":"${branch}"}\n`,
			);
			facts.lastMessageMs = nowMs;
		},
		long: () => {
			user([{ tool_use_id: 'toolu_h', type: 'tool_result', content: cut(r, POOLS.log, 17_900_000) }], { laterMs: 5 });
		},
	};

	if (r.chance(0.3)) put({ type: 'summary', summary: (titles.summary = words(r, 6)), leafUuid: r.uuid() });
	turn();
	if (isNew) meta('ai-title', { aiTitle: (titles.ai = words(r, 5)) });
	odd[oddity]?.();
	while (facts.bytes < target) turn();
	if (r.chance(0.08)) meta('custom-title', { customTitle: (titles.custom = `my ${words(r, 3)}`) });
	const end = r.next();
	if (end < 0.12) {
		prompt();
		answer([call('Bash', `toolu_01${r.hex(22)}`)], 'tool_use');
	} else if (end < 0.2) {
		prompt();
		user([{ type: 'text', text: '[Request interrupted by user]' }], { laterMs: 800 });
		facts.interruptions++;
		facts.state = 'interrupted';
	} else if (end < 0.35 && isNew) {
		meta('cost-state', { totalCostUSD: 1 });
		facts.ended = true;
	}
	if (oddity === 'torn')
		raw(
			`{"parentUuid":"${parent}","isSidechain":false,"type":"user","message":{"role":"user","content":"cut in the mid`,
		);
	flush();
	closeSync(fd);
	utimesSync(file, nowMs / 1000, nowMs / 1000);
	facts.name = titles.custom ?? titles.ai ?? titles.summary ?? titles.first;
	return facts;
}

/** What happens to files in the wild. */
export const ODDITIES = ['torn', 'blank', 'nul', 'garbage', 'notUtf8', 'long'];
