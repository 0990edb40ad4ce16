import { describe, expect, test } from 'vitest';
import { protocolOf, protocolTask } from '../testing/protocols';
import { parseProtocol } from './parse';
import { renderProtocol } from './write';

const valid = protocolOf([protocolTask(1), protocolTask(2)], {
	context_blocks: [{ title: 'JWT', content: 'RS256', updated: '2026-11-19T10:00:00Z', related_tasks: ['TASK_001'] }],
});
const messages = (text: string): readonly string[] => {
	const parsed = parseProtocol(text);
	return parsed.ok ? [] : parsed.error.map((each) => each.message);
};
const warnings = (text: string): readonly string[] => {
	const parsed = parseProtocol(text);
	return parsed.ok ? parsed.value.warnings.map((each) => each.message) : ['(an error)'];
};
/** The valid file with one place of it replaced, or removed where there is no value. */
const withChange = (path: readonly (string | number)[], value?: unknown): string => {
	const copy = JSON.parse(JSON.stringify(valid)) as Record<string, unknown>;
	let at: Record<string | number, unknown> = copy;
	for (const part of path.slice(0, -1)) at = at[part] as Record<string | number, unknown>;
	const last = path.at(-1) ?? '';
	if (value === undefined) Reflect.deleteProperty(at, last);
	else at[last] = value;
	return JSON.stringify(copy);
};

test('what is as it should be has no findings', () => {
	expect([messages(JSON.stringify(valid)), warnings(JSON.stringify(valid))]).toEqual([[], []]);
	expect(warnings(`\ufeff${JSON.stringify(valid, undefined, 2)}`)).toEqual([]);
});

describe('each violation is named by its path', () => {
	test.each([
		['', 'invalid JSON'],
		['{"metadata":', 'invalid JSON'],
		['[]', 'invalid JSON'],
		['null', 'invalid JSON'],
		['"text"', 'invalid JSON'],
		[`${'['.repeat(100_000)}`, 'nested too deeply'],
		[`{"a":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`, 'nested too deeply'],
		[withChange(['metadata']), 'missing metadata'],
		[withChange(['metadata'], 'x'), 'metadata must be an object'],
		[withChange(['metadata', 'created']), 'missing metadata.created'],
		[withChange(['metadata', 'version'], 2), 'metadata.version must be text'],
		[
			withChange(['metadata', 'version'], '3.0'),
			'metadata.version is newer than 2.0, the version that this program reads',
		],
		[
			withChange(['metadata', 'version'], 10),
			'metadata.version is newer than 2.0, the version that this program reads',
		],
		[withChange(['metadata', 'git_branch'], 7), 'metadata.git_branch must be text or null'],
		[withChange(['tasks']), 'missing tasks'],
		[withChange(['tasks'], {}), 'tasks must be a list'],
		[withChange(['tasks'], []), 'tasks is empty'],
		[withChange(['tasks', 1], 'x'), 'tasks[1] must be an object'],
		[
			withChange(['tasks', 1, 'id'], 'T1'),
			'tasks[1].id must be TASK_ and a number of three digits or more, like TASK_001',
		],
		[withChange(['tasks', 1, 'id'], 'TASK_001'), 'tasks[1].id is TASK_001, as tasks[0].id is'],
		[withChange(['tasks', 0, 'title']), 'missing tasks[0].title'],
		[withChange(['tasks', 0, 'title'], ''), 'tasks[0].title is empty'],
		[withChange(['tasks', 0, 'title'], null), 'tasks[0].title must be text'],
		[withChange(['tasks', 1, 'status'], 'done'), 'tasks[1].status must be "pending", "in_progress" or "completed"'],
		[withChange(['tasks', 1, 'priority'], 'P4'), 'tasks[1].priority must be "P1", "P2" or "P3"'],
		[
			withChange(['tasks', 1, 'category'], 'bug'),
			'tasks[1].category must be "BUGFIX", "FEATURE", "CONFIG", "DOCS", "TEST" or "REFACTOR"',
		],
		[withChange(['tasks', 0, 'created'], 'yesterday'), 'tasks[0].created must be a time like 2026-11-21T10:00:00Z'],
		[withChange(['tasks', 0, 'created'], '2026-13-45T10:00:00Z'), 'tasks[0].created is no time of any calendar'],
		[withChange(['tasks', 0, 'completed']), 'missing tasks[0].completed'],
		[withChange(['tasks', 0, 'completed'], 1), 'tasks[0].completed must be a time like 2026-11-21T10:00:00Z, or null'],
		[withChange(['tasks', 0, 'consolidated'], 'no'), 'tasks[0].consolidated must be true or false'],
		[
			withChange(['tasks', 0, 'consolidated_count'], -1),
			'tasks[0].consolidated_count must be a whole number, 0 or more',
		],
		[withChange(['tasks', 0, 'context'], []), 'tasks[0].context must be text'],
		[withChange(['tasks', 0, 'files'], 'a.ts'), 'tasks[0].files must be a list'],
		[withChange(['tasks', 0, 'files'], ['a.ts', 1]), 'tasks[0].files[1] must be text'],
		[withChange(['context_blocks'], {}), 'context_blocks must be a list'],
		[withChange(['context_blocks', 0, 'content']), 'missing context_blocks[0].content'],
		[withChange(['context_blocks', 0, 'related_tasks'], [1]), 'context_blocks[0].related_tasks[0] must be text'],
	])('%.60j: %s', (text, message) => expect(messages(text)).toEqual([message]));

	test('all of them at once', () => {
		const text = JSON.stringify({ metadata: {}, tasks: [{ status: 1 }, 7] });
		expect(messages(text)).toEqual([
			'missing metadata.created',
			'missing tasks[0].id',
			'missing tasks[0].title',
			'tasks[0].status must be "pending", "in_progress" or "completed"',
			'missing tasks[0].created',
			'missing tasks[0].completed',
			'tasks[1] must be an object',
		]);
	});

	test('and by nothing else of the file: a message is one printable line without secrets', () => {
		const text = withChange(['tasks', 0, 'status'], 'ghp_secret\n\u001b[31m');
		expect(messages(text).join()).not.toMatch(/ghp_|\u001b/u);
	});
});

describe('what can be read all the same', () => {
	test.each([
		[withChange(['metadata', 'version']), 'missing metadata.version'],
		[withChange(['metadata', 'version'], '1.0'), 'metadata.version is not 2.0'],
		[withChange(['metadata', 'updated']), 'missing metadata.updated'],
		[withChange(['tasks', 1, 'status'], 'completed'), 'tasks[1].completed is null, and the task is completed'],
		[
			withChange(['tasks', 1, 'completed'], '2026-11-19T10:00:00Z'),
			'tasks[1].completed is set, and the task is not completed',
		],
		[
			withChange(['context_blocks', 0, 'related_tasks'], ['TASK_009']),
			'context_blocks[0].related_tasks[0] is TASK_009, and there is no such task',
		],
	])('%.60j: %s', (text, message) => expect(warnings(text)).toEqual([message]));

	test.each([
		[withChange(['metadata', 'version'], '2.1')],
		[withChange(['metadata', 'git_branch'])],
		[withChange(['tasks', 0, 'consolidated'])],
		[withChange(['tasks', 0, 'consolidated_count'])],
		[withChange(['context_blocks'])],
	])('%.60j without a word', (text) => expect([messages(text), warnings(text)]).toEqual([[], []]));

	test('times become UTC in whole seconds, and what is missing gets its value', () => {
		const text = withChange(['tasks', 0, 'created'], '2026-11-01T12:30:00.500+02:30');
		const { consolidated: _, ...bare } = JSON.parse(text).tasks[0] as Record<string, unknown>;
		const parsed = parseProtocol(JSON.stringify({ ...JSON.parse(text), tasks: [bare] }));
		expect(parsed.ok && parsed.value.protocol.tasks[0]).toMatchObject({
			created: '2026-11-01T10:00:00Z',
			consolidated: false,
			consolidated_count: 0,
		});
	});
});

test('unknown fields come back where they were, also strange ones', () => {
	const text =
		'{"metadata":{"version":"2.0","created":"2026-11-01T10:00:00Z","updated":"2026-11-01T10:00:00Z","git_branch":null,"git_commit":null,"host":"x"},' +
		'"tasks":[{"id":"TASK_001","title":"a","status":"pending","created":"2026-11-01T10:00:00Z","completed":null,"consolidated":false,"consolidated_count":0,"owner":{"a":[1,null]},"__proto__":5}],"x":[]}';
	const parsed = parseProtocol(text);
	expect(parsed.ok && renderProtocol(parsed.value.protocol)).toBe(text);
});
