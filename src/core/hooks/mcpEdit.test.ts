import { expect, test } from 'vitest';
import { editMcpServer, shownMcpServer } from './mcpEdit';

const OURS = { type: 'stdio', command: '/home/dev/.claude/session-keeper/bin/session-keeper', args: ['mcp'] } as const;
const edited = (...edit: Parameters<typeof editMcpServer>): string | undefined => {
	const result = editMcpServer(...edit);
	if (!result.ok) throw new Error(result.error.reason);
	return result.value;
};

test.each([
	undefined,
	'{}\n',
	'{"a": 1}',
	'{\n\t"mcpServers": {\n\t\t"other": { "command": "x" }\n\t},\n\t"b": [1, 2]\n}\n',
	'\ufeff{ "mcpServers": { "z": {} } }',
])('what is added to %j is found again, and taken out to the byte', (before) => {
	const there = edited(before, OURS);
	expect(JSON.parse(there?.replace('\ufeff', '') ?? '')).toMatchObject({ mcpServers: { 'session-keeper': OURS } });
	expect(edited(there, OURS)).toBe(there);
	expect(edited(there, undefined)).toBe(before === '{}\n' ? undefined : before);
});

test.each([
	['{"mcpServers":{"a":{}},"mcpServers":{"b":{}}}', { b: {} }],
	['{"mcpServers":{"a":{}},"mcpServers":{}}', {}],
])('of two lists the last one, which Claude Code reads, gets ours and loses it again: %s', (before, left) => {
	const there = edited(before, OURS);
	expect(JSON.parse(there ?? '')).toEqual({ mcpServers: { ...left, 'session-keeper': OURS } });
	expect(shownMcpServer(there)).toContain(OURS.command);
	const without = edited(there, undefined);
	expect(JSON.parse(without ?? '')).toEqual({ mcpServers: left });
	expect(without).toContain('"a"');
});

test('an entry whose words are none is somebody else’s, and stays', () => {
	const theirs = '{"mcpServers":{"session-keeper":{"command":"x","args":[{"toString":0}]}}}';
	expect(edited(theirs, OURS)).toBe(theirs);
});

test('an older entry of ours is replaced but for what a person added, and one that is not ours stays', () => {
	const command = OURS.command.replace('dev', 'former');
	const added = { env: { TOKEN: 'secret' }, args: ['mcp', '--everywhere'] };
	const older = JSON.stringify({ mcpServers: { 'session-keeper': { ...OURS, command, ...added } } });
	const newer = edited(older, OURS);
	expect(JSON.parse(newer ?? '')).toEqual({ mcpServers: { 'session-keeper': { ...OURS, ...added } } });
	expect(edited(newer, OURS)).toBe(newer);
	const windows = {
		...OURS,
		command: 'cmd',
		args: ['/c', 'C:\\.claude\\session-keeper\\bin\\session-keeper.cmd', 'mcp'],
	};
	const onWindows = JSON.stringify({
		mcpServers: { 'session-keeper': { ...windows, args: [...windows.args, '--x'] } },
	});
	expect(edited(onWindows, windows)).toBe(onWindows);
	expect(shownMcpServer(newer)).toContain(OURS.command);
	expect(shownMcpServer(newer)).not.toContain('TOKEN');
	// Of a form that we do not write, nobody can say what was added.
	for (const args of [windows.args.slice(0, 2), ['--project', 'mcp', 'mcp']]) {
		const own = JSON.stringify({ mcpServers: { 'session-keeper': { ...windows, command: OURS.command, args } } });
		expect(JSON.parse(edited(own, windows) ?? '')).toEqual({ mcpServers: { 'session-keeper': windows } });
	}
	const theirs = '{"mcpServers":{"session-keeper":{"command":"npx","args":["session-keeper","mcp"]}}}';
	for (const wanted of [OURS, undefined]) expect(edited(theirs, wanted)).toBe(theirs);
	for (const odd of ['{"mcpServers":[]}', '{"mcpServers":null}']) expect(edited(odd, OURS)).toBe(odd);
	expect(editMcpServer('{', OURS)).toMatchObject({ ok: false, error: { reason: 'invalidJson' } });
});
