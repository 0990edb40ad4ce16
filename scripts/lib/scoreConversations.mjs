/* eslint-disable @typescript-eslint/no-unused-vars -- as it came, so that both judge alike */
// node score.mjs --cli "node …/dist/cli.js" [--set FILE] [--faces documents,protocol,reflect,remember] [--only ID] [--sample N] [--all-turns] [--jobs 2] [--raw FILE] [--verbose] [--json]
// node score.mjs --module FILE …: a bundle of `callProgram` in place of --cli: the command line within this process, a hundred times as fast.
// node score.mjs --from FILE … : judges again what a run with --raw FILE kept, without the product (after the gold was mended).
// Labelled conversations (README.md: schema) as real transcripts of Claude Code 2.1.329, through the command line; what it says is compared to what a careful reader takes from them.
// Faces: documents (`documents save`), protocol (`protocol save --dry-run`), reflect (`reflect --engine builtin --yes`: the draft), remember (`hook Stop`, at the turn that has something to remember and at two others).
// A statement hits a gold entry when it holds every word of `must` (any case, whole words or prefixes; `a|b` is either) and none of `not`. One that hits nothing of its category is false, except: an entry
// with `optional: true` may be said and need not; a put-off among the next steps, a next step among the put-offs, or a rule to remember among the decisions, is neither. Further statements that hit the same entry are counted as repeated.
// Every case runs in a home and a git project of its own. No dependencies; Node 20. --verbose lists every disagreement, --show ID prints what the product said of one conversation.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	realpathSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const args = { _: [] };
for (let a = process.argv.slice(2), i = 0; i < a.length; i++) {
	if (!a[i].startsWith('--')) args._.push(a[i]);
	else if (i + 1 < a.length && !a[i + 1].startsWith('--')) args[a[i].slice(2)] = a[++i];
	else args[a[i].slice(2)] = true;
}
const cli = [...String(args.cli ?? '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)]
	.map((m) => m[1] ?? m[2] ?? m[3])
	.map((w, i) => (i && existsSync(w) ? resolve(w) : w));
if (!cli.length && !args.module && !args.from) {
	console.error('--cli "node …/dist/cli.js" is missing');
	process.exit(2);
}
const setFile = args.set ?? [join(here, 'dev.jsonl')].find(existsSync);
if (!setFile) {
	console.error('no set: --set FILE');
	process.exit(2);
}
let convs = readFileSync(setFile, 'utf8')
	.split('\n')
	.filter(Boolean)
	.map((l) => JSON.parse(l));
const only = args.only ?? args.show;
if (only) convs = convs.filter((c) => String(only).split(',').includes(c.id));
if (args.sample) {
	const n = Number(args.sample),
		step = Math.max(1, convs.length / n);
	convs = Array.from({ length: Math.min(n, convs.length) }, (_, i) => convs[Math.floor(i * step)]);
}
const faces = String(args.faces ?? 'documents,protocol,reflect,remember').split(',');
const NOW = '2026-03-18T12:00:00Z';

/** A conversation as the transcript that Claude Code 2.1.329 writes: returns { text, ends: [number of lines after turn i] }. */
function transcript(conv, sessionId, cwd, upTo = conv.turns.length) {
	const hex = (s) => createHash('sha256').update(s).digest('hex');
	let n = 0,
		parent = null,
		t = Date.parse('2026-03-18T09:00:00Z'),
		call = 0,
		prompt = 0,
		slug;
	const uuid = (s) => {
		const h = hex(sessionId + s);
		return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`;
	};
	const out = [],
		turnOf = new Map(),
		push = (o) => out.push(JSON.stringify(o));
	let now = -1;
	const line = (o) => {
		n++;
		t += 7000;
		const id = uuid('line' + n);
		push({
			parentUuid: parent,
			isSidechain: false,
			...o,
			uuid: id,
			timestamp: new Date(t).toISOString(),
			userType: 'external',
			entrypoint: 'cli',
			cwd,
			sessionId,
			version: '2.1.329',
			gitBranch: 'main',
		});
		parent = id;
		turnOf.set(id, now);
		return id;
	};
	const usage = {
		input_tokens: 120,
		cache_creation_input_tokens: 0,
		cache_read_input_tokens: 4000,
		output_tokens: 60,
		service_tier: 'standard',
	};
	const assistant = (content, stop_reason, id) =>
		line({
			type: 'assistant',
			message: {
				id: `msg_${hex(sessionId + id).slice(0, 20)}`,
				type: 'message',
				role: 'assistant',
				model: 'claude-opus-5-5',
				content: [content],
				stop_reason,
				stop_sequence: null,
				usage,
			},
			requestId: `req_${hex(sessionId + 'r' + id).slice(0, 20)}`,
			requestedModel: 'claude-opus-5-5',
			effort: 'medium',
			madeBy: 'model',
		});
	push({ type: 'mode', mode: 'normal', sessionId });
	push({ type: 'permission-mode', permissionMode: 'default', sessionId });
	line({
		type: 'attachment',
		attachment: { type: 'date', date: '2026-03-18' },
		rendered: [{ content: "<system-reminder>\nToday's date is 2026-03-18.\n</system-reminder>" }],
		renderedRole: 'system',
	});
	let last = '';
	for (const [i, turn] of conv.turns.slice(0, upTo).entries()) {
		now = i;
		if (turn.role === 'user') {
			const s = turn.text;
			if (/^\[Request interrupted by user/.test(s))
				line({
					type: 'user',
					promptId: uuid('p' + prompt),
					message: { role: 'user', content: [{ type: 'text', text: s }] },
				});
			else if (/^<(command-name|local-command|task-notification)/.test(s))
				line({
					type: 'user',
					promptId: uuid('p' + ++prompt),
					message: { role: 'user', content: s },
					...(s.startsWith('<task-notification')
						? { origin: { kind: 'task-notification' }, promptSource: 'system', turnOrigin: 'task_notification' }
						: {}),
				});
			else {
				t += 20_000;
				last = s;
				line({
					type: 'user',
					promptId: uuid('p' + ++prompt),
					message: { role: 'user', content: s },
					permissionMode: 'default',
					origin: { kind: 'human' },
					promptSource: 'typed',
					turnOrigin: 'human',
					turnPosition: { promptIndex: prompt, turnIndex: prompt },
				});
			}
			continue;
		}
		const tools = turn.tools ?? [];
		const textAfter = turn.textAfter ?? false;
		if (turn.text && !textAfter && tools.length && turn.textFirst)
			assistant({ type: 'text', text: turn.text }, 'tool_use', `a${i}.0`);
		for (const [k, tool] of tools.entries()) {
			const id = `toolu_${hex(sessionId + 'tool' + ++call).slice(0, 22)}`,
				isPlan = tool.name === 'ExitPlanMode';
			let input = tool.input ?? {};
			if (isPlan) slug ??= 'graceful-splashing-nest';
			const from = assistant({ type: 'tool_use', name: tool.name, id, input }, 'tool_use', `a${i}.${k + 1}`);
			const result =
				typeof tool.result === 'string' ? tool.result : tool.result === undefined ? '' : JSON.stringify(tool.result);
			const refused = tool.isError && /doesn't want to (?:proceed|take this action)/.test(result);
			let structured = tool.isError ? (refused ? 'User rejected tool use' : `Error: ${result}`) : undefined,
				shown = result;
			if (!tool.isError) {
				const file = input.file_path;
				if (tool.name === 'Bash')
					structured = { stdout: result, stderr: '', interrupted: false, isImage: false, noOutputExpected: false };
				else if (tool.name === 'Read')
					structured = {
						type: 'text',
						file: {
							filePath: file,
							content: result,
							numLines: result.split('\n').length,
							startLine: 1,
							totalLines: result.split('\n').length,
						},
					};
				else if (tool.name === 'Edit')
					structured = {
						filePath: file,
						oldString: input.old_string ?? '',
						newString: input.new_string ?? '',
						originalFile: input.old_string ?? '',
						structuredPatch: [],
						userModified: false,
						replaceAll: false,
					};
				else if (tool.name === 'Write')
					structured = {
						type: 'create',
						filePath: file,
						content: input.content ?? '',
						structuredPatch: [],
						originalFile: null,
						userModified: false,
					};
				else if (tool.name === 'AskUserQuestion') {
					const qs = input.questions ?? [],
						answers = {};
					// the result is the answer itself, or `"question"="answer"` pairs
					if (/"="/.test(result)) for (const m of result.matchAll(/"([^"]*)"="([^"]*)"/g)) answers[m[1]] = m[2];
					else if (qs[0]) answers[qs[0].question] = result;
					shown =
						/have been answered|"="/.test(result) && result.includes('answered')
							? result
							: `Your questions have been answered: ${Object.entries(answers)
									.map(([q, a]) => `"${q}"="${a}"`)
									.join(', ')}. You can now continue with these answers in mind.`;
					structured = { questions: qs, answers, annotations: {} };
				} else if (isPlan) structured = { plan: null, isAgent: false, filePath: `/home/dev/.claude/plans/${slug}.md` };
				else if (tool.name === 'TodoWrite') structured = { oldTodos: [], newTodos: input.todos ?? [] };
				else if (tool.name === 'TaskCreate')
					structured = { task: { id: String(call), subject: input.subject, description: input.description ?? '' } };
			}
			line({
				type: 'user',
				promptId: uuid('p' + prompt),
				message: {
					role: 'user',
					content: [
						{ type: 'tool_result', content: shown, ...(tool.isError ? { is_error: true } : {}), tool_use_id: id },
					],
				},
				...(structured !== undefined ? { toolUseResult: structured } : {}),
				...(refused ? { toolDenialKind: 'user-rejected', toolDenialBeforeRun: true } : {}),
				sourceToolAssistantUUID: from,
			});
		}
		if (turn.text && !(tools.length && turn.textFirst))
			assistant({ type: 'text', text: turn.text }, 'end_turn', `a${i}.end`);
	}
	push({ type: 'last-prompt', lastPrompt: last, leafUuid: parent, sessionId });
	if (conv.title && upTo === conv.turns.length) push({ type: 'ai-title', aiTitle: conv.title, sessionId });
	return { text: out.join('\n') + '\n', turnOf };
}

// ---- one run
const env = (home, extra = {}) => ({
	PATH: process.env.PATH,
	HOME: home,
	CLAUDE_CONFIG_DIR: join(home, '.claude'),
	SESSION_KEEPER_NOW: NOW,
	TZ: 'UTC',
	LANG: 'C.UTF-8',
	NO_COLOR: '1',
	GIT_CONFIG_NOSYSTEM: '1',
	...extra,
});
const root = realpathSync(mkdtempSync(join(tmpdir(), 'conversations-')));
process.on('exit', () => {
	if (!args.keep) rmSync(root, { recursive: true, force: true });
});
const template = join(root, 'template');
mkdirSync(template);
for (const a of [
	['init', '-q', '-b', 'main'],
	['commit', '-q', '--allow-empty', '-m', 'first'],
])
	spawnSync('git', a, {
		cwd: template,
		env: env(root, {
			GIT_AUTHOR_NAME: 'F',
			GIT_AUTHOR_EMAIL: 'f@f.invalid',
			GIT_COMMITTER_NAME: 'F',
			GIT_COMMITTER_EMAIL: 'f@f.invalid',
		}),
	});
let processes = 0;
const spawned = (argv, box, { input = '', extra = {} } = {}) =>
	new Promise((done) => {
		processes++;
		const p = spawn(cli[0], [...cli.slice(1), ...argv], { cwd: box.project, env: env(box.home, extra) });
		let stdout = '',
			stderr = '';
		const timer = setTimeout(() => p.kill('SIGKILL'), 120_000);
		p.stdout.setEncoding('utf8').on('data', (d) => {
			stdout += d;
		});
		p.stderr.setEncoding('utf8').on('data', (d) => {
			stderr += d;
		});
		p.stdin.on('error', () => {});
		p.stdin.end(input);
		p.on('close', (code) => {
			clearTimeout(timer);
			done({ code, stdout, stderr });
		});
	});
const program = args.module && createRequire(import.meta.url)(resolve(args.module)).callProgram;
const within = async (argv, box, { input = '', extra = {} } = {}) => {
	const { code, out, err } = await program(argv, { cwd: box.project, env: env(box.home, extra), input });
	return { code, stdout: out, stderr: err };
};
const call = program ? within : spawned;
const json = (r) => {
	try {
		return JSON.parse(r.stdout);
	} catch {
		return null;
	}
};

// ---- reading what the product says
const clean = (s) =>
	s
		.replace(/\[m\d+[^\]]*\]/g, ' ')
		.replace(/\((?:#\d+(?:, )?)+\)/g, ' ')
		.replace(/\\([`*_[\]<>#|~\\])/g, '$1')
		.replace(/\s+/g, ' ')
		.trim();
const refsOf = (s) =>
	[...s.matchAll(/\[m(\d+)[^\]]*\]/g), ...s.matchAll(/#(\d+)\b(?=[^()]*\)\s*$)/g)].map((m) => Number(m[1]));
/** The lines of the sections of a document or draft, and what its numbers stand for. */
function sections(md) {
	const out = [],
		source = new Map();
	let h2 = '',
		h3 = '';
	for (const line of md.split('\n')) {
		const s = /^- (?:m|#)(\d+)\b.*?([0-9a-f]{8}-[0-9a-f-]{27})`?\s*$/.exec(line);
		if (s) {
			source.set(Number(s[1]), s[2]);
			continue;
		}
		const h = /^(##+) (.*)$/.exec(line);
		if (h) {
			if (h[1] === '##') {
				h2 = h[2];
				h3 = '';
			} else h3 = h[2];
			continue;
		}
		const m = /^\s*(?:[-*]|\d+\.) (.*)$/.exec(line);
		if (m && h2) out.push({ h2, h3, raw: m[1], text: clean(m[1]) });
	}
	return {
		out,
		source,
		topic:
			/^topic: (.*)$/m
				.exec(md)?.[1]
				?.replace(/^(['"])(.*)\1$/, '$2')
				.replace(/''/g, "'") ?? '',
	};
}
const NOTHING = /^(none that the transcript shows|no next step was named|nothing|none)\b.{0,40}$/i;
/** Statements by category: { category: [{ text, refs: [uuid] }] }. */
function ofDocument(md) {
	const { out, source, topic } = sections(md),
		s = { decisions: [], openQuestions: [], putOff: [], nextSteps: [], failed: [] };
	for (const l of out) {
		if (NOTHING.test(l.text)) continue;
		const refs = refsOf(l.raw)
				.map((n) => source.get(n))
				.filter(Boolean),
			put = (k, text = l.text) => s[k].push({ text, refs });
		if (/^decisions|^decided/i.test(l.h2)) put('decisions');
		else if (/^tried|did not work|^failed/i.test(l.h2)) put('failed');
		else if (/^put off|^later|^deferred|^postponed/i.test(l.h2)) put('putOff');
		else if (/^open/i.test(l.h2)) {
			const p = /^(?:put off|later|postponed): (.*)$/i.exec(l.text);
			if (p) put('putOff', p[1]);
			else put('openQuestions');
		} else if (/^next/i.test(l.h2)) put('nextSteps');
		else if (/^tasks/i.test(l.h2) && /^\[ \]/.test(l.text))
			s.nextSteps.push({ text: l.text.replace(/^\[ \]\s*(\(in progress\) )?/, ''), refs, free: true });
	}
	return { s, topic };
}
function ofDraft(md) {
	const { out, source, topic } = sections(md),
		s = { decisions: [], openQuestions: [], putOff: [], nextSteps: [], failed: [] };
	for (const l of out) {
		const refs = refsOf(l.raw)
				.map((n) => source.get(n))
				.filter(Boolean),
			put = (k, text = l.text) => s[k].push({ text, refs }),
			m = /^(Put off|Open question|Open|Not answered|Unanswered|Next|Failed|Gave up): (.*)$/i.exec(l.text);
		if (NOTHING.test(l.text)) continue;
		if (/^decisions|^decided/i.test(l.h2) || /implicit decision/i.test(l.h3)) put('decisions');
		else if (/^what (failed|did not)|^tried|did not work|^failed/i.test(l.h2) || /failed experiment/i.test(l.h3)) {
			put('failed');
			if (/^Undone\b/.test(l.text)) s.failed.at(-1).free = true;
		} else if (m)
			put(
				/^put/i.test(m[1])
					? 'putOff'
					: /^next/i.test(m[1])
						? 'nextSteps'
						: /^(failed|gave)/i.test(m[1])
							? 'failed'
							: /^open$/i.test(m[1])
								? 'nextSteps'
								: 'openQuestions',
				m[2],
			);
		else if (/what was not done/i.test(l.h3)) put('putOff');
		else if (/^open/i.test(l.h2)) put('openQuestions');
		else if (/^next/i.test(l.h2)) put('nextSteps');
	}
	return { s, topic };
}
function ofProtocol(d) {
	const s = { left: [], decisions: [], failed: [] };
	for (const t of d?.tasks ?? [])
		if (t.status !== 'completed')
			s.left.push({
				text: clean(t.title),
				refs: [t.origin?.at].filter(Boolean),
				free: ['taskList', 'todoList', 'plan', 'parked'].includes(t.origin?.kind),
			});
	for (const b of d?.protocol?.context_blocks ?? []) {
		const k = /decision/i.test(b.title) ? 'decisions' : /pitfall|error|fail/i.test(b.title) ? 'failed' : null;
		if (k)
			for (const l of String(b.content).split('\n'))
				if (l.trim()) s[k].push({ text: clean(l.replace(/^[-*] /, '')), refs: [] });
	}
	return { s };
}

// ---- judging
const norm = (s) =>
	s
		.toLowerCase()
		.replace(/[‘’]/g, "'")
		.replace(/[“”„«»"`*_]/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
const tokens = (s) =>
	norm(s)
		.split(/[^\p{L}\p{N}']+/u)
		.filter(Boolean);
function holds(text, item) {
	const t = tokens(text),
		n = ` ${norm(text)} `;
	return item.split('|').some((w) => {
		const x = norm(w);
		return /^[\p{L}']{3,}$/u.test(x)
			? t.some((k) => k.startsWith(x)) || (x.length > 5 && n.includes(x))
			: /^[\p{L}\p{N}]+$/u.test(x)
				? t.includes(x)
				: n.includes(x);
	});
}
const hits = (text, g) => g.must.every((w) => holds(text, w)) && !(g.not ?? []).some((w) => holds(text, w));
/** Claude's questions, the last forty characters of each. */
const asked = (conv) =>
	conv.turns
		.filter((t) => t.role === 'assistant' && t.text)
		.flatMap((t) => t.text.split(/(?<=[.!?])\s+/))
		.filter((x) => x.endsWith('?'))
		.map((x) => norm(x).slice(-40));
const isNever = (text, never) =>
	never.find((x) => {
		const a = norm(x).replace(/[.:!?]+$/, ''),
			b = norm(text).replace(/^(the person|claude|put off|next|open): /, '');
		return (b.startsWith(a) && b.length < a.length * 1.4 + 4) || (b.includes(a) && a.length > 0.6 * b.length);
	});
const score = {},
	add = (face, cat, k, n = 1) => {
		const f = (score[face] ??= {});
		const c = (f[cat] ??= { hit: 0, false: 0, neutral: 0, repeated: 0, found: 0, gold: 0, at: 0, atOf: 0 });
		c[k] += n;
	};
const notes = [],
	errors = [];
let ignored = 0,
	ignoredOf = 0,
	nevers = 0;
const ignoredIn = [],
	topics = {};
function judge(conv, face, s, turnOf) {
	for (const [cat, list] of Object.entries(s)) {
		const gold =
				cat === 'left'
					? [...(conv.gold.openQuestions ?? []), ...(conv.gold.putOff ?? []), ...(conv.gold.nextSteps ?? [])]
					: (conv.gold[cat] ?? []),
			seen = new Set();
		const other =
			cat === 'nextSteps'
				? conv.gold.putOff
				: cat === 'putOff'
					? [...(conv.gold.nextSteps ?? []), ...(conv.gold.openQuestions ?? [])]
					: cat === 'openQuestions'
						? conv.gold.putOff
						: cat === 'decisions'
							? conv.gold.remember
							: [];
		for (const st of list) {
			const bad = isNever(st.text, conv.gold.never ?? []);
			if (bad) {
				nevers++;
				notes.push({ id: conv.id, face, cat, what: 'never', text: st.text });
			}
			if (cat === 'decisions') {
				const q =
					(conv.gold.openQuestions ?? []).some((g) => !g.optional && hits(st.text, g)) ||
					asked(conv).some((x) => norm(st.text).includes(x));
				if (q && !gold.some((g) => hits(st.text, g))) {
					ignored++;
					ignoredIn.push(`${conv.id} (${face}): ${st.text}`);
				}
			}
			const all = gold.filter((g) => hits(st.text, g)),
				g = all.find((g) => !g.optional) ?? all[0];
			if (!g) {
				if (st.free || (other ?? []).some((o) => hits(st.text, o))) add(face, cat, 'neutral');
				else {
					add(face, cat, 'false');
					notes.push({ id: conv.id, face, cat, what: 'false', text: st.text });
				}
				continue;
			}
			if (all.every((g) => g.optional)) {
				add(face, cat, 'neutral');
				continue;
			}
			add(face, cat, 'hit');
			if (all.every((g) => g.optional || seen.has(g))) add(face, cat, 'repeated');
			for (const x of all) if (!x.optional) seen.add(x);
			if (cat === 'decisions' && typeof g.at === 'number' && st.refs.length) {
				add(face, cat, 'atOf');
				if (st.refs.some((u) => Math.abs((turnOf.get(u) ?? -9) - g.at) <= 1)) add(face, cat, 'at');
			}
		}
		for (const g of gold.filter((g) => !g.optional)) {
			add(face, cat, 'gold');
			if (seen.has(g)) add(face, cat, 'found');
			else notes.push({ id: conv.id, face, cat, what: 'missed', text: g.must.join(' ') });
		}
	}
}
function judgeTopic(conv, face, topic) {
	const t = (topics[face] ??= { right: 0, of: 0, long: 0 }),
		g = conv.gold.topic ?? {};
	if (!g.any?.length) return;
	t.of++;
	if (topic.length > 90) t.long++;
	const never = (g.never ?? []).some((x) => norm(topic).replace(/[.!?…]+$/, '') === norm(x).replace(/[.!?…]+$/, ''));
	if (!never && g.any.some((w) => norm(topic).includes(norm(w)))) t.right++;
	else notes.push({ id: conv.id, face, cat: 'topic', what: never ? 'never' : 'wrong', text: topic });
}
/** What the product says of one conversation: { remember: [{ turn, files }], protocol, draft, document }. */
async function run(conv, i) {
	const dir = join(root, `c${i}`),
		home = join(dir, 'home'),
		project = join(dir, 'project'),
		id = idOf(conv),
		box = { home, project },
		raw = { remember: [] };
	const store = join(home, '.claude', 'projects', project.replace(/[^A-Za-z0-9]/g, '-')),
		file = join(store, `${id}.jsonl`);
	mkdirSync(store, { recursive: true });
	cpSync(template, project, { recursive: true });
	const fail = (verb, r) =>
		errors.push(
			`${conv.id}: ${verb}: exit ${r.code}: ${(json(r)?.error?.message ?? r.stderr).replace(/\s+/g, ' ').slice(0, 160)}`,
		);
	if (faces.includes('remember')) {
		const queue = join(home, '.claude', 'memory_queue'),
			// Not what keeps the folder out of git.
			list = () => (existsSync(queue) ? readdirSync(queue).filter((file) => file.endsWith('.json')) : []);
		const users = people(conv),
			wanted = new Set([...turnsOf(conv).values()]),
			rest = users.filter((x) => !wanted.has(x.k)).sort((a, b) => b.t.text.length - a.t.text.length);
		const chosen = new Set([...wanted, ...(args['all-turns'] ? rest : rest.slice(0, 2)).map((x) => x.k)]);
		for (const k of [...chosen].filter((k) => k !== undefined).sort((a, b) => a - b)) {
			writeFileSync(file, transcript(conv, id, project, k + 1).text);
			const before = new Set(list()),
				reply = conv.turns[k + 1]?.role === 'assistant' ? (conv.turns[k + 1].text ?? '') : '';
			const r = await call(['hook', 'Stop'], box, {
				input: JSON.stringify({
					session_id: id,
					transcript_path: file,
					cwd: project,
					permission_mode: 'default',
					hook_event_name: 'Stop',
					stop_hook_active: false,
					last_assistant_message: reply,
					background_tasks: [],
					session_crons: [],
				}),
				extra: {
					CLAUDE_PROJECT_DIR: project,
					CLAUDECODE: '1',
					CLAUDE_CODE_ENTRYPOINT: 'cli',
					CLAUDE_CODE_SESSION_ATTENDED: '1',
					CLAUDE_CODE_CHILD_SESSION: '1',
					CLAUDE_CODE_SESSION_ID: id,
				},
			});
			if (r.code !== 0) fail('hook Stop', r);
			raw.remember.push({
				turn: k,
				files: list()
					.filter((f) => !before.has(f))
					.map((f) => readFileSync(join(queue, f), 'utf8')),
			});
		}
		rmSync(queue, { recursive: true, force: true });
	}
	writeFileSync(file, transcript(conv, id, project).text);
	if (faces.includes('protocol')) {
		const r = await call(['protocol', 'save', '--dry-run', '--json', '--session', id, '--project', project], box),
			d = json(r);
		if (r.code || !d) fail('protocol save', r);
		else raw.protocol = { tasks: d.tasks, protocol: { context_blocks: d.protocol?.context_blocks } };
	}
	if (faces.includes('reflect')) {
		const r = await call(
				['reflect', '--session', id, '--engine', 'builtin', '--yes', '--json', '--project', project],
				box,
			),
			draft = json(r)?.results?.[0]?.draft;
		if (draft && existsSync(draft)) raw.draft = readFileSync(draft, 'utf8');
		else fail('reflect', r);
		rmSync(join(project, 'docs'), { recursive: true, force: true });
	}
	if (faces.includes('documents')) {
		const r = await call(['documents', 'save', '--session', id, '--json', '--project', project], box),
			f = json(r)?.saved?.file;
		if (f && existsSync(f)) raw.document = readFileSync(f, 'utf8');
		else fail('documents save', r);
	}
	if (!args.keep) rmSync(dir, { recursive: true, force: true });
	return raw;
}
const idOf = (conv) => `00000000-0000-4000-8000-${createHash('sha256').update(conv.id).digest('hex').slice(0, 12)}`;
const people = (conv) =>
	conv.turns
		.map((t, k) => ({ t, k }))
		.filter(
			(x) =>
				x.t.role === 'user' &&
				!/^(\[Request interrupted|<(command-name|local-command|task-notification))/.test(x.t.text),
		);
/** The turn at which each gold entry of `remember` was said. */
const turnsOf = (conv) =>
	new Map(
		(conv.gold.remember ?? []).map((g) => [
			g,
			typeof g.at === 'number' && conv.turns[g.at]?.role === 'user' && hits(conv.turns[g.at].text, g)
				? g.at
				: people(conv).find((x) => hits(x.t.text, g))?.k,
		]),
	);
function judgeAll(conv, raw) {
	const { turnOf } = transcript(conv, idOf(conv), '/'),
		at = turnsOf(conv),
		show = (name, body) => {
			if (args.show) console.log(`##### ${name}\n${body}`);
		};
	for (const { turn, files } of raw.remember ?? []) {
		const here = [...at].filter(([, k]) => k === turn).map(([g]) => g),
			due = here.filter((g) => !g.optional),
			note = (what) =>
				notes.push({ id: conv.id, face: 'remember', cat: 'remember', what, text: conv.turns[turn].text });
		for (const body of files) {
			show(`remember, turn ${turn}`, body);
			if (due.length) add('remember', 'remember', 'hit');
			else if (here.length) add('remember', 'remember', 'neutral');
			else {
				add('remember', 'remember', 'false');
				note('false');
			}
			if (due[0]?.type) {
				add('remember', 'remember', 'atOf');
				if (due[0].type.split('|').some((t) => body.includes(`"${t}"`))) add('remember', 'remember', 'at');
			}
		}
		for (const g of due) {
			add('remember', 'remember', 'gold');
			if (files.length) add('remember', 'remember', 'found');
			else note('missed');
		}
	}
	if (raw.protocol) {
		show('protocol', JSON.stringify(raw.protocol, null, 1));
		judge(conv, 'protocol', ofProtocol(raw.protocol).s, turnOf);
	}
	if (raw.draft) {
		const { s, topic } = ofDraft(raw.draft);
		show('draft', raw.draft);
		judge(conv, 'reflect', s, turnOf);
		judgeTopic(conv, 'reflect', topic);
	}
	if (raw.document) {
		const { s, topic } = ofDocument(raw.document);
		show('document', raw.document);
		judge(conv, 'documents', s, turnOf);
		judgeTopic(conv, 'documents', topic);
	}
	for (const g of conv.gold.openQuestions ?? []) if (!g.optional) ignoredOf++;
}
const started = Date.now();
let next = 0;
const saved = args.from ? JSON.parse(readFileSync(args.from, 'utf8')) : {};
if (!args.from) {
	await Promise.all(
		Array.from({ length: Number(args.jobs ?? 2) }, async () => {
			while (next < convs.length) {
				const i = next++;
				saved[convs[i].id] = await run(convs[i], i);
				if (args.raw && i % 20 === 19) writeFileSync(args.raw, JSON.stringify(saved));
			}
		}),
	);
	if (args.raw) writeFileSync(args.raw, JSON.stringify(saved));
}
for (const c of convs)
	if (saved[c.id]) judgeAll(c, saved[c.id]);
	else errors.push(`${c.id}: not in ${args.from}`);
// ---- the report
const pct = (a, b) => (b ? (a / b).toFixed(3) : '  –  ');
if (args.json)
	console.log(
		JSON.stringify(
			{
				set: setFile,
				conversations: convs.length,
				seconds: (Date.now() - started) / 1e3,
				processes,
				score,
				topics,
				never: nevers,
				ignoredQuestionsMadeDecisions: ignored,
				openQuestions: ignoredOf,
				errors,
				notes,
			},
			null,
			1,
		),
	);
else {
	if (args.verbose)
		for (const n of notes.sort((a, b) => a.id.localeCompare(b.id) || a.face.localeCompare(b.face)))
			console.log(
				`${n.id} ${n.face.padEnd(9)} ${n.cat.padEnd(13)} ${n.what.padEnd(6)} ${n.text.replace(/\s+/g, ' ').slice(0, 220)}`,
			);
	if (args.verbose)
		for (const x of ignoredIn) console.log(`made of a question that was not answered: ${x.slice(0, 220)}`);
	for (const e of errors.slice(0, 10)) console.log(`ERROR ${e}`);
	if (errors.length > 10) console.log(`ERROR and ${errors.length - 10} more`);
	console.log(
		`${convs.length} conversations, ${processes} processes, ${((Date.now() - started) / 1e3).toFixed(0)} s\n`,
	);
	console.log(
		'face       category       precision (right of said)   recall (found of gold)   F1     repeated  neutral  right turn',
	);
	for (const [face, cats] of Object.entries(score))
		for (const [cat, c] of Object.entries(cats)) {
			const p = c.hit / (c.hit + c.false),
				r = c.found / c.gold;
			console.log(
				`${face.padEnd(10)} ${cat.padEnd(14)} ${pct(c.hit, c.hit + c.false)} (${c.hit} of ${c.hit + c.false})`.padEnd(
					54,
				) +
					`${pct(c.found, c.gold)} (${c.found} of ${c.gold})`.padEnd(25) +
					`${(p + r ? (2 * p * r) / (p + r) : 0).toFixed(3)}  ${String(c.repeated).padEnd(8)}  ${String(c.neutral).padEnd(7)}  ${c.atOf ? `${c.at} of ${c.atOf}${cat === 'remember' ? ' (type)' : ''}` : ''}`,
			);
		}
	for (const [face, t] of Object.entries(topics))
		console.log(
			`${face.padEnd(10)} topic          ${pct(t.right, t.of)} (${t.right} of ${t.of}; longer than 90 characters: ${t.long})`,
		);
	console.log(
		`\ndecisions made of questions that the reply did not answer: ${ignored}, all faces (in ${new Set(ignoredIn.map((x) => x.split(' ')[0])).size} conversations; the set has ${ignoredOf} open questions)\n“never” violations: ${nevers}`,
	);
}
process.exitCode = errors.length ? 1 : 0;
