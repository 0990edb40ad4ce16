// Thousands of protocols and sessions by chance, with secrets and home paths planted everywhere, against the laws that a
// saved protocol obeys. The secrets are invented, and joined at run time so that no scanner takes this file for a leak.
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, utcSeconds } from '../../core/base/dates';
import { type Redactor, createRedactor } from '../../core/privacy/redaction';
import { type Composed, type ComposeRequest, composeProtocol } from '../../core/protocol/compose';
import { type FoundTask, ORIGINS } from '../../core/protocol/found';
import { parseProtocol } from '../../core/protocol/parse';
import {
	CATEGORIES,
	PRIORITIES,
	type Protocol,
	type ProtocolTask,
	TASK_STATUSES,
	taskNumber,
	normalTitle,
	taskId,
	weight,
} from '../../core/protocol/protocol';
import { countTasks } from '../../core/protocol/report';
import { renderProtocol } from '../../core/protocol/write';
import { type Random, seeded } from '../../core/testing/seeded';
import { loadSecretDetector } from '../privacy/secretDetector';
import { casesOf } from '../testing/casesOf';

const NOW_MS = Date.UTC(2026, 10, 21, 10);
const CASES = casesOf(2_000);

let redactor: Redactor;
beforeAll(async () => {
	const detector = loadSecretDetector();
	const known = new Map<string, ReturnType<typeof detector.detect>>();
	// The cases say the same few things in thousands of ways: the real detector looks at each text once.
	const detect = (text: string): ReturnType<typeof detector.detect> => {
		const found = known.get(text) ?? detector.detect(text);
		known.set(text, found);
		return found;
	};
	redactor = createRedactor({ detect }, ['/root', String.raw`D:\Profiles\jane`]);
});

const noise = (length: number): string => 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYzC'.repeat(5).slice(3, 3 + length);
const join = (...parts: readonly string[]): string => parts.join('');

/** T40: a secret of each family, and R15: a home path in each style. What stands in `[1]` must not be in the file. */
const PLANTED: readonly (readonly [text: string, secret: string])[] = [
	join('sk-', 'ant-', 'api03-', noise(93), 'AA'),
	join('sk-', 'or-', 'v1-', 'a1b2c3d4'.repeat(8)),
	join('gh', 'p_', noise(36)),
	join('gl', 'pat-', noise(20)),
	join('AK', 'IA', 'Q3EGRWS5TUVX7YZ2'),
	join('xox', 'b-', '123456789012-', '1234567890123-', noise(24)),
	join('sk_', 'live_', noise(24)),
	join('whs', 'ec_', noise(32)),
	join('sb', 'p_', 'a1b2c3d4e5'.repeat(4)),
	join('7123456789', ':A', 'AF', noise(32)),
	join('np', 'm_', noise(36)),
	join('AI', 'za', noise(35)),
	join('ey', 'JhbGciOiJIUzI1NiJ9.', 'ey', 'JzdWIiOiIxMjM0NTY3ODkwIn0.', noise(43)),
	[`-----BEGIN ${join('PRIVATE', ' KEY')}-----`, noise(64), noise(64), `-----END ${join('PRIVATE', ' KEY')}-----`].join(
		'\n',
	),
]
	.map((secret): readonly [string, string] => [secret, secret.includes('\n') ? noise(64) : secret])
	.concat([
		[join('pass', '=Tr0ub4dor3'), 'Tr0ub4dor3'],
		['jane.doe@mail.example.org', 'jane.doe@'],
		['/Users/jane/app/a.ts', 'jane'],
		['/home/jane/.config/x', 'jane'],
		[String.raw`C:\Users\jane\app\a.ts`, 'jane'],
		['file:///Users/jane/app', 'jane'],
		['/mnt/c/Users/jane/app', 'jane'],
		[String.raw`\\wsl$\Ubuntu\home\jane\x`, 'jane'],
		['/root/.ssh/config', '/root/'],
		[String.raw`D:\Profiles\jane\x`, 'jane'],
	]);

const WORDS = ['redesign', 'auth', 'homepage', 'login', 'parser', 'cache', 'tests', 'docs'] as const;
const FILES = [
	'src/auth/a.ts:4',
	'src/auth/b.ts',
	'docs/plan.md',
	'README.md',
	'src/x/y/z.ts:1',
	'./src/auth/a.ts',
] as const;
const CONTEXTS = [
	'plain',
	'Pitfall: Safari',
	'the ROOT  cause was X',
	'a work-around',
	'securityless',
	'data loss',
	'see TASK_002',
] as const;

interface Case {
	readonly request: ComposeRequest;
	readonly planted: readonly string[];
}

function makeCase(random: Random): Case {
	const planted = new Set<string>();
	const spice = (text: string): string => {
		if (!random.chance(0.15)) return text;
		const [what, secret] = random.pick(PLANTED as [(typeof PLANTED)[number], ...typeof PLANTED]);
		planted.add(secret);
		return `${text} ${what} end`;
	};
	const title = (): string => spice(`${random.pick(WORDS)} ${random.pick(WORDS)} ${random.int(1, 12)}`);
	const stampOf = (ms: number): string => utcSeconds(ms);
	const past = (): number => NOW_MS - random.int(0, 10 * 24) * HOUR_MS;
	const common = (): Pick<ProtocolTask, 'priority' | 'category' | 'context' | 'files'> => ({
		...(random.chance(0.5) ? { priority: random.pick(PRIORITIES) } : {}),
		...(random.chance(0.4) ? { category: random.pick(CATEGORIES) } : {}),
		...(random.chance(0.5) ? { context: spice(random.pick(CONTEXTS)) } : {}),
		...(random.chance(0.4) ? { files: [random.pick(FILES), spice('src/f.ts')] } : {}),
	});
	const task = (id: string): ProtocolTask => {
		const isGroup = random.chance(0.1);
		const status = isGroup || random.chance(0.6) ? 'completed' : random.pick(TASK_STATUSES);
		const doneMs = past();
		return {
			id,
			title: title(),
			status,
			created: stampOf(doneMs - DAY_MS),
			completed: status === 'completed' ? stampOf(doneMs) : null,
			consolidated: isGroup,
			consolidated_count: isGroup ? random.int(2, 9) : 0,
			...common(),
			...(random.chance(0.1) ? { owner: spice('somebody'), nested: { deep: [spice('x')] } } : {}),
		};
	};
	const ids = random.shuffle(Array.from({ length: 40 }, (_, i) => taskId(i + 1))).slice(0, random.int(0, 24));
	const [firstId] = ids;
	const existing: Protocol | undefined =
		firstId === undefined
			? undefined
			: {
					metadata: {
						version: '2.0',
						created: stampOf(NOW_MS - 20 * DAY_MS),
						updated: stampOf(past()),
						git_branch: 'main',
						git_commit: 'a1b2c3d4e5f6a7b8c9d0a1b2c3d4e5f6a7b8c9d0',
						...(random.chance(0.2) ? { note: spice('kept') } : {}),
					},
					tasks: ids.map(task),
					...(random.chance(0.5)
						? {
								context_blocks: [
									{
										title: 'Decisions',
										content: spice('RS256'),
										updated: stampOf(past()),
										related_tasks: ids.filter(() => random.chance(0.4)),
									},
								],
							}
						: {}),
				};
	const found = (): FoundTask => {
		const status = random.pick(TASK_STATUSES);
		const known = existing?.tasks[random.int(0, existing.tasks.length - 1)];
		const { priority, category, context, files } = common();
		return {
			id: random.chance(0.05) ? known?.id : undefined,
			title: random.chance(0.3) && known !== undefined ? known.title.toUpperCase() : title(),
			formerTitles: random.chance(0.05) ? [title()] : [],
			status,
			priority,
			category,
			created: random.chance(0.8) ? stampOf(past()) : undefined,
			completed: status === 'completed' ? stampOf(past()) : undefined,
			context,
			files: files ?? [],
			origin: { kind: random.pick(ORIGINS), at: undefined },
		};
	};
	return {
		planted: [...planted],
		request: {
			existing,
			mode: random.pick(['merge', 'overwrite']),
			tasks: Array.from({ length: random.int(firstId === undefined ? 1 : 0, 14) }, found),
			blocks: random.chance(0.4) ? [{ title: 'decisions', lines: ['RS256', spice('Use ES modules')] }] : [],
			branch: random.chance(0.8) ? 'feature/auth' : null,
			commit: random.chance(0.8) ? '0f1e2d3c4b5a69788796a5b4c3d2e1f001234567' : null,
			nowMs: NOW_MS,
			highestId: random.chance(0.2) ? 60 : 0,
		},
	};
}

/** The rules that keep a task single, once more and independently. */
function isProtected(task: ProtocolTask, all: readonly ProtocolTask[], isNamed: 'surely' | 'perhaps'): boolean {
	const open = all.filter((each) => each.status !== 'completed');
	const text = open.map(({ id: _, ...rest }) => JSON.stringify(rest)).join(' ');
	const bare = (file: string): string => file.replace(/:\d+$/u, '').replace(/^\.\//u, '');
	const openFiles = open.flatMap((each) => (each.files ?? []).map(bare));
	return (
		(task.priority === 'P1' && task.category === 'BUGFIX') ||
		/\b(?:pitfalls?|gotchas?|critical|root\s+cause|workarounds?|security|data\s+loss)\b/iu.test(task.context ?? '') ||
		NOW_MS - Date.parse(task.completed ?? '') < 3 * DAY_MS ||
		text.includes(task.id) ||
		(task.files ?? []).some(
			(file) => openFiles.includes(bare(file)) || (isNamed === 'perhaps' && text.includes(bare(file))),
		)
	);
}

function check({ request, planted }: Case, { protocol, proposed, consolidation }: Composed): void {
	const text = renderProtocol(protocol);
	const before = proposed.map((each) => each.task);
	const given = request.existing?.tasks ?? [];

	// R14: nothing is lost. What is open stays what it is, what is done is counted.
	const sum = (tasks: readonly ProtocolTask[]): number => tasks.reduce((total, task) => total + weight(task), 0);
	expect(sum(protocol.tasks)).toBe(sum(before));
	expect(given.every((task) => before.some((each) => each.id === task.id))).toBe(true);
	const open = (tasks: readonly ProtocolTask[]): readonly string[] =>
		tasks.flatMap((task) => (task.status === 'completed' ? [] : [task.id]));
	expect(open(protocol.tasks)).toEqual(open(before));
	const counts = countTasks(protocol.tasks);
	expect(counts.done + counts.pending + counts.inProgress).toBe(sum(before));

	// Never merged, and no more than five else.
	const singles = protocol.tasks.filter((task) => task.status === 'completed' && !task.consolidated);
	const keptBy = (isNamed: 'surely' | 'perhaps'): readonly ProtocolTask[] =>
		before.filter((task) => task.status === 'completed' && !task.consolidated && isProtected(task, before, isNamed));
	const kept = keptBy('surely');
	expect(kept.filter((task) => !singles.some((each) => each.id === task.id))).toEqual([]);
	expect(singles.length).toBeLessThanOrEqual(Math.max(5, keptBy('perhaps').length));
	for (const group of consolidation.groups) {
		const made = protocol.tasks.find((task) => task.id === group.id);
		expect([made?.consolidated, made?.status, made?.consolidated_count]).toEqual([
			true,
			'completed',
			group.members.length,
		]);
		if (group.reason === 'matrix') expect(Object.values(group.criteria).filter(Boolean).length).toBeGreaterThan(2);
	}

	// Ids.
	const ids = protocol.tasks.map((task) => task.id);
	const highest = Math.max(request.highestId, ...given.map((task) => taskNumber(task.id)));
	const fresh = ids.filter((id) => !given.some((task) => task.id === id)).map(taskNumber);
	expect(new Set(ids).size).toBe(ids.length);
	expect(fresh.every((number) => number > highest)).toBe(true);
	const pointers = (protocol.context_blocks ?? []).flatMap((block) => block.related_tasks ?? []);
	expect(pointers.filter((id) => !ids.includes(id))).toEqual([]);

	// T40, R15: nothing that was planted is left.
	for (const secret of planted) expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));

	// The form.
	expect(text).toBe(JSON.stringify(JSON.parse(text)));
	expect(text).not.toContain('\n');
	for (const stamp of text.match(/"(?:created|updated|completed)":"[^"]*"/gu) ?? [])
		expect(stamp).toMatch(/"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z"$/u);
	const parsed = parseProtocol(text);
	expect(parsed.ok && parsed.value.warnings).toEqual([]);
	expect(parsed.ok && renderProtocol(parsed.value.protocol)).toBe(text);

	// Saving again, with the clock where it was, changes nothing.
	const again = composeProtocol({ ...request, existing: protocol, highestId: 0 }, redactor);
	expect(renderProtocol(again.protocol)).toBe(text);
}

describe('whatever is saved', () => {
	test.each(Array.from({ length: 40 }, (_, i) => i))('obeys the laws of the format (%i)', (block) => {
		for (let n = 0; n < CASES / 40; n++) {
			const seed = block * 100_000 + n;
			const each = makeCase(seeded(seed));
			const composed = composeProtocol(each.request, redactor);
			if (composed.protocol.tasks.length === 0) continue;
			try {
				check(each, composed);
			} catch (error) {
				throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
			}
		}
	});
});

test('titles that differ in case alone are one', () =>
	expect(normalTitle('Fix **Auth**.')).toBe(normalTitle('fix auth')));
