// Every sample session, value by value. The expectations were read off the transcripts by hand: sums of `usage` by message
// id, prompts and answers counted line by line.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { seeded } from '../testing/seeded';
import { displayName } from './displayName';
import { type Session, emptySession, foldLines } from './session';
import { abandonedBranches, abandonedTurns } from './tree';

const FIXTURES = path.resolve('test/fixtures/sessions');
const DAY = '2026-11-20T';

interface Expected {
	readonly title: string;
	readonly lastPrompt: string;
	readonly entrypoint: string | undefined;
	/** Times of the first and the last message, UTC on 20 November 2026. */
	readonly from: string;
	readonly to: string;
	readonly prompts: number;
	readonly turns: number;
	readonly input: number;
	readonly output: number;
	readonly context: number | undefined;
	readonly costUsd: number | undefined;
	readonly model: string | undefined;
	readonly state: string;
	readonly ended: boolean | undefined;
	readonly compactions: number;
	readonly apiErrors: number;
	readonly toolErrors: number;
	readonly tools: Readonly<Record<string, number>>;
	/** `r` reads, `c` changes, `+` created. */
	readonly files: Readonly<Record<string, string>>;
	readonly tasks: readonly string[];
	readonly subagents: readonly string[];
	readonly abandoned: readonly string[];
}

const USUAL: Expected = {
	title: 'What does this project do?',
	lastPrompt: 'What does this project do?',
	entrypoint: 'sdk-cli',
	from: '',
	to: '',
	prompts: 1,
	turns: 1,
	input: 0,
	output: 0,
	context: undefined,
	costUsd: undefined,
	model: 'claude-opus-5-5',
	state: 'idle',
	ended: true,
	compactions: 0,
	apiErrors: 0,
	toolErrors: 0,
	tools: {},
	files: {},
	tasks: [],
	subagents: [],
	abandoned: [],
};
const TESTS = 'And how do I run the tests?';
const README = 'Document it in the README';
const README_EDITED = { tools: { Read: 1, Edit: 1 }, files: { '/home/dev/app/README.md': 'rc' } };
const FAILED = { model: undefined, state: 'error', apiErrors: 1, costUsd: 0 };
/** A subagent's own file: nothing in it is a prompt of the person, and its requests are nobody's context. */
const SUBAGENT = {
	title: 'app',
	lastPrompt: '',
	prompts: 0,
	turns: 0,
	model: undefined,
	state: 'empty',
	ended: undefined,
	tools: { Bash: 1 },
};

// prettier-ignore
const SAMPLES: Readonly<Record<string, Partial<Expected>>> = {
	'01-plain-chat/d21273af': { from: '21:34:11.688', to: '21:34:12.102', input: 2848, output: 62, context: 2848, costUsd: 0.012632 },
	'02-tool-use-interactive/1d15ee69': {
		title: 'Store: add remove()', lastPrompt: 'Add a remove function to the store', entrypoint: 'cli', from: '21:36:27.999', to: '21:36:41.288',
		prompts: 2, turns: 2, input: 21_576, output: 398, context: 3974, costUsd: 0.094264, tools: { Read: 2, Edit: 1, Write: 1, Bash: 1 },
		files: { '/home/dev/app/src/store.js': 'rc', '/home/dev/app/test/store.test.js': 'r', '/home/dev/app/test/remove.test.js': 'c+' },
	},
	'03-compacted/48e9e968': {
		lastPrompt: TESTS, entrypoint: 'cli', from: '21:52:16.649', to: '21:52:34.290', prompts: 3, turns: 3,
		input: 17_187, output: 176, context: 3865, costUsd: 0.09542, compactions: 1, ...README_EDITED,
	},
	'05-resumed/859fa662': {
		lastPrompt: README, from: '21:53:08.065', to: '21:53:12.133', prompts: 3, turns: 3, input: 15_345, output: 187, context: 3255, costUsd: 0.06512, ...README_EDITED,
	},
	'07-cleared-after/51761530': { title: TESTS, lastPrompt: TESTS, entrypoint: 'cli', from: '21:37:42.077', to: '21:37:45.963', input: 3322, output: 8, context: 3322, costUsd: 0.013448 },
	'07-cleared-before/45e55689': { entrypoint: 'cli', from: '21:37:37.554', to: '21:37:38.013', input: 3202, output: 62, context: 3202, costUsd: 0.014048 },
	'08-subagent-foreground/009e91d4': {
		title: 'Have an agent check the tests', lastPrompt: 'Have an agent check the tests', from: '21:34:23.265', to: '21:34:23.901', input: 6017, output: 78, context: 3156, costUsd: 0.048472,
		tools: { Agent: 1 }, subagents: ['a8326d2d1c54cb252 general-purpose completed: No TODO comments. remove() is covered by test/remove.test.js.'],
	},
	'08-subagent-foreground/009e91d4/agent-a8326d2d1c54cb252': { ...SUBAGENT, from: '21:34:23.435', to: '21:34:23.716', input: 5411, output: 60 },
	'10-error-400/8ba14c73': { title: 'Provoke a 400', lastPrompt: 'Provoke a 400', from: '21:34:24.477', to: '21:34:24.616', ...FAILED },
	'10-error-401/02530277': { title: 'Provoke a 401', lastPrompt: 'Provoke a 401', from: '21:34:29.562', to: '21:34:30.321', ...FAILED },
	'10-error-429/8e25320b': { title: 'Provoke a 429', lastPrompt: 'Provoke a 429', from: '21:34:31.128', to: '21:34:31.895', ...FAILED },
	'10-error-529/fba74d6f': { title: 'Provoke a 529', lastPrompt: 'Provoke a 529', from: '21:34:26.620', to: '21:34:27.374', ...FAILED },
	'10-max-tokens/d7e67322': { title: 'Answer at length', lastPrompt: 'Answer at length', from: '21:34:33.760', to: '21:34:34.004', input: 5793, output: 26, context: 2936, costUsd: 0.023692 },
	'10-tool-errors/466778f1': {
		title: 'Check the lint setup', lastPrompt: 'Check the lint setup', from: '21:34:34.745', to: '21:34:35.421', input: 5888, output: 100, context: 3030, costUsd: 0.025552,
		tools: { Bash: 1, Read: 1 }, toolErrors: 2,
	},
	'11-big-output/bfd16056': {
		title: 'Print a lot', lastPrompt: 'Print a lot', from: '21:34:36.166', to: '21:34:36.551', input: 5800, output: 55, context: 2944, costUsd: 0.0243, tools: { Bash: 1 }, toolErrors: 1,
	},
	'12-tasks/b4093488': {
		title: 'Plan the work as tasks', lastPrompt: 'Plan the work as tasks', entrypoint: 'cli', model: 'claude-sonnet-4-6', from: '21:39:10.616', to: '21:39:16.677',
		input: 22_833, output: 343, context: 4198, costUsd: 0.073644, tools: { ToolSearch: 1, TaskCreate: 3, TaskUpdate: 4, TaskList: 1 },
		tasks: ['1 completed Add remove()', '2 in_progress Test remove()', '3 pending Document remove()'],
	},
	'13-memory-loaded/f64d7f6b': { from: '21:34:39.489', to: '21:34:39.631', input: 2926, output: 62, context: 2926, costUsd: 0.012944 },
	'14-worktree/c05fb487': {
		lastPrompt: 'Leave the worktree', entrypoint: 'cli', from: '21:39:27.477', to: '21:39:40.346', prompts: 3, turns: 3, input: 29_283, output: 261, context: 4092, costUsd: 0.122352,
		tools: { ToolSearch: 2, EnterWorktree: 1, Bash: 1, ExitWorktree: 1 },
	},
	'15-skill/f94f2047': { title: '/release-notes 0.3.0', lastPrompt: '/release-notes 0.3.0', from: '21:34:41.304', to: '21:34:41.372', input: 2995, output: 14, context: 2995, costUsd: 0.01226 },
	'15-slash-command/78f39f83': { title: '/standup 1', lastPrompt: '/standup 1', from: '21:34:40.415', to: '21:34:40.489', input: 3011, output: 27, context: 3011, costUsd: 0.012584 },
	'18-image/37a0cca0': { title: 'Describe this image', lastPrompt: 'Describe this image', from: '21:34:54.340', to: '21:34:54.724', input: 2998, output: 12, context: 2998, costUsd: 0.012232 },
	// Two queued prompts were answered together.
	'19-queued/7d2c64c5': {
		title: 'Write a long explanation', lastPrompt: TESTS, entrypoint: 'cli', from: '21:39:55.906', to: '21:40:07.056', prompts: 3, turns: 2, input: 6628, output: 241, context: 3421, costUsd: 0.031332,
	},
	'22-rewound/584902eb': {
		lastPrompt: TESTS, entrypoint: 'cli', from: '21:41:00.485', to: '21:41:39.565', prompts: 3, turns: 3, input: 16_621, output: 187, context: 3284, costUsd: 0.070224,
		...README_EDITED, abandoned: [README],
	},
	'24-model-switch/c933d802': { entrypoint: 'cli', from: '21:42:20.142', to: '21:42:28.256', input: 3194, output: 62, context: 3194, costUsd: 0.014016 },
	'25-ai-title/ee37b4d8': {
		title: 'Add a remove function to the store', lastPrompt: TESTS, entrypoint: 'cli', from: '21:43:14.068', to: '21:43:24.721', prompts: 2, turns: 2,
		input: 21_928, output: 355, context: 3953, costUsd: 0.095508, tools: { Read: 2, Edit: 1, Write: 1, Bash: 1 },
		files: { '/home/dev/app/src/store.js': 'rc', '/home/dev/app/test/store.test.js': 'r', '/home/dev/app/test/remove.test.js': 'c' },
	},
	'28-stop-hook-continues/bde9be1f': { from: '21:46:29.986', to: '21:46:30.230', input: 5981, output: 70, context: 3066, costUsd: 0.025324 },
	// The background agent answered in a second turn.
	'older-2.1.220/620a62ae': {
		title: 'use an agent for counting', lastPrompt: 'use an agent for counting', model: 'claude-opus-5', from: '21:27:04.087', to: '21:27:05.837', turns: 2, input: 5979, output: 91, context: 2335,
		ended: undefined, tools: { Agent: 1 }, subagents: ['ab23c6de9ff3ffaa7 general-purpose completed in the background: There are 2 files.'],
	},
	'older-2.1.220/620a62ae/agent-ab23c6de9ff3ffaa7': { ...SUBAGENT, from: '21:27:04.661', to: '21:27:05.486', input: 3021, output: 46 },
	'older-2.1.220/a38e4a12': {
		title: 'please write the file', lastPrompt: 'please write the file', model: 'claude-opus-5', from: '21:27:00.899', to: '21:27:02.745', input: 7219, output: 148, context: 1956, ended: undefined,
		tools: { Write: 1, Edit: 1, Bash: 1 }, files: { '/home/dev/app/hello.txt': 'cc+' },
	},
	// 2.1.76 wrote the first block of a message before the API had counted its output: 1 token, then 50.
	'older-2.1.76/8811dab8': {
		title: 'please write the file', lastPrompt: 'please write the file', entrypoint: undefined, model: 'claude-sonnet-4-6', from: '21:26:51.087', to: '21:26:51.438', input: 1890, output: 148, context: 613,
		ended: undefined, tools: { Write: 1, Edit: 1, Bash: 1 }, files: { '/home/dev/app/hello.txt': 'cc+' },
	},
	'older-2.1.76/acdf889f': {
		title: 'use an agent for counting', lastPrompt: 'use an agent for counting', entrypoint: undefined, model: 'claude-sonnet-4-6', from: '21:26:53.634', to: '21:26:54.198', input: 804, output: 74, context: 476,
		ended: undefined, tools: { Agent: 1 }, subagents: ['aa0c118f1f958e8be general-purpose completed: There are 2 files.'],
	},
	'older-2.1.76/acdf889f/agent-aa0c118f1f958e8be': { ...SUBAGENT, entrypoint: undefined, from: '21:26:53.799', to: '21:26:54.153', input: 308, output: 46 },
};

/** `label/first part of the id`, and for a subagent's file the name of the agent. */
function keyOf(file: string): string {
	const [label, , , session, , agent] = path.relative(FIXTURES, file).split(path.sep);
	return [label, session?.slice(0, 8), agent?.replace('.jsonl', '')].filter((part) => part !== undefined).join('/');
}

const files = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.jsonl'))
	.map((file) => path.join(FIXTURES, file));
const idOf = (file: string): string =>
	(file.includes('subagents') ? file.split(path.sep).at(-3) : path.basename(file, '.jsonl')) ?? '';
const linesOf = (file: string): readonly string[] => readFileSync(file, 'utf8').split('\n');

function view(session: Session): Expected {
	const { facts, activity, tasks, subagents, tree } = session;
	const { custom, ai, summary, agent } = facts.titles;
	const time = (ms: number | undefined): string => new Date(ms ?? 0).toISOString().replace(DAY, '').replace('Z', '');
	return {
		title:
			displayName({
				customTitle: custom,
				aiTitle: ai,
				summary,
				agentName: agent,
				firstPrompt: facts.firstPrompt?.text,
				lastPrompt: facts.lastPrompt?.text,
				cwd: facts.cwd,
			}) ?? '',
		lastPrompt: facts.lastPrompt?.text ?? '',
		entrypoint: facts.entrypoint,
		from: time(facts.firstMessageMs),
		to: time(facts.lastMessageMs),
		prompts: facts.prompts,
		turns: facts.turns,
		input: facts.tokens.input,
		output: facts.tokens.output,
		context: facts.contextTokens,
		costUsd: session.totalCostUsd === undefined ? undefined : Number(session.totalCostUsd.toFixed(6)),
		model: facts.model,
		state: facts.state,
		ended: facts.ended,
		compactions: facts.compactions,
		apiErrors: facts.apiErrors,
		toolErrors: activity.toolErrors,
		tools: Object.fromEntries(activity.tools),
		files: Object.fromEntries(
			[...activity.files].map(([file, f]) => [
				file,
				'r'.repeat(f.reads) + 'c'.repeat(f.changes) + (f.isCreated ? '+' : ''),
			]),
		),
		tasks: tasks.tasks.map((t) => `${t.id} ${t.status} ${t.subject}`),
		subagents: subagents.map(
			(s) => `${s.agentId} ${s.agentType} ${s.status}${s.isBackground ? ' in the background' : ''}: ${s.answer?.text}`,
		),
		abandoned: abandonedTurns(tree).map((turn) => turn.text.text),
	};
}

test('every sample has an expectation, and every expectation a sample', () => {
	expect(files.map(keyOf).sort()).toEqual(Object.keys(SAMPLES).sort());
});

test.each(files.map((file) => [keyOf(file), file] as const))('%s is folded right', (key, file) => {
	const session = foldLines(emptySession(idOf(file)), linesOf(file));
	expect(view(session)).toEqual({ ...USUAL, ...SAMPLES[key] });
	// What no sample has: nothing unknown, nothing of another session, nothing twice, nothing cached.
	expect(session.report).toMatchObject({ repeated: 0, problemCount: 0, foreign: new Map(), unknownTypes: new Map() });
	expect(session.facts).toMatchObject({
		sessionId: idOf(file),
		cwd: '/home/dev/app',
		lastCwd: '/home/dev/app',
		gitBranch: 'main',
		interruptions: 0,
		tokens: { cacheRead: 0, cacheWrite: 0 },
	});
	expect([session.activity.rejections, session.activity.blocked, session.tasks.todos.length]).toEqual([0, 0, 0]);
	expect(abandonedBranches(session.tree)).toBe(key.startsWith('22') ? 1 : 0);
});

test.each(files.map((file) => [keyOf(file), file] as const))('%s folds the same in any batches', (_key, file) => {
	const lines = linesOf(file);
	const whole = foldLines(emptySession(idOf(file)), lines);
	for (let seed = 1; seed <= 5; seed++) {
		const random = seeded(seed);
		let session = emptySession(idOf(file));
		for (let at = 0; at < lines.length;) {
			const size = random.int(1, seed === 1 ? 1 : 20);
			session = foldLines(session, lines.slice(at, at + size));
			at += size;
		}
		expect(flat(session)).toEqual(flat(whole));
	}
});

test.each(files.map((file) => [keyOf(file), file] as const))(
	'%s folds the same with its keys shuffled',
	(_key, file) => {
		const random = seeded(7);
		const shuffled = linesOf(file).map((line) =>
			line === '' ? line : JSON.stringify(shuffleKeys(JSON.parse(line), random)),
		);
		expect(flat(foldLines(emptySession(idOf(file)), shuffled))).toEqual(
			flat(foldLines(emptySession(idOf(file)), linesOf(file))),
		);
	},
);

/** Layers may be cut differently; what they hold may not differ. */
function flat(session: Session): unknown {
	const { tree, usage, ...rest } = session;
	const all = <V>(layers: readonly ReadonlyMap<string, V>[]): Map<string, V> => new Map(layers.flatMap((l) => [...l]));
	return { ...rest, tree: { ...tree, owners: all(tree.owners) }, usage: all(usage) };
}

function shuffleKeys(value: unknown, random: ReturnType<typeof seeded>): unknown {
	if (Array.isArray(value)) return value.map((item) => shuffleKeys(item, random));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(random.shuffle(Object.entries(value)).map(([k, v]) => [k, shuffleKeys(v, random)]));
}
