import { describe, expect, test } from 'vitest';
import { FOREIGN } from '../testing/settingsFiles';
import { editRules, permissionRules, rulesIn } from './permissionRules';

const WANTED = permissionRules('~/.claude/session-keeper/bin/session-keeper');

function edited(text: string, wanted: readonly string[], created: readonly string[] = []) {
	const edit = editRules(text, wanted, created);
	if (!edit.ok) throw new Error(`refused: ${edit.error.reason}`);
	return edit.value;
}
const allowed = (text: string): unknown =>
	(JSON.parse(text) as { permissions?: { allow?: unknown } }).permissions?.allow;

test('a rule is a call of ours, and whatever follows it', () => {
	expect(WANTED).toContain('Bash(~/.claude/session-keeper/bin/session-keeper parked park:*)');
	// Nothing that discards, archives, restores or installs.
	const calls = WANTED.filter((rule) => rule.startsWith('Bash('));
	expect(
		calls.map((rule) => rule.slice('Bash(~/.claude/session-keeper/bin/session-keeper '.length, -':*)'.length)),
	).toEqual([
		'parked park',
		'documents save',
		'protocol save',
		'resume',
		'documents resume',
		'documents list',
		'documents open',
		'backups list',
		'parked list',
		'sessions list',
	]);
	expect(WANTED.filter((rule) => !calls.includes(rule))).toEqual([
		'mcp__session-keeper__recall',
		'mcp__session-keeper__read_passage',
		'mcp__session-keeper__list_items',
		'mcp__session-keeper__park_item',
		'mcp__session-keeper__where_we_left_off',
		'mcp__session-keeper__save_hand_off',
		'mcp__session-keeper__propose_memory',
	]);
});

describe('settings', () => {
	/** White space aside: a pair of brackets that we opened up stays on two lines. The installer has the bytes, too. */
	const tight = (text: string): string => text.replace(/\s/gu, '');
	test.each(Object.entries(FOREIGN))('get them, once, and are what they were without them: %s', (_, before) => {
		const after = edited(before, WANTED);
		for (const rule of WANTED) expect(after.text.split(JSON.stringify(rule))).toHaveLength(2);
		expect(edited(after.text, WANTED, after.created)).toEqual(after);
		const { text, created } = edited(after.text, [], after.created);
		expect([tight(text), created]).toEqual([tight(before), []]);
		if (/^\{\s*\}\n?$|^\{ \/\* nothing|"Read" \] \}/u.test(before)) return;
		expect(text).toBe(before);
	});

	test('with rules of somebody’s keep them, and one of the same words is theirs', () => {
		const [first = '', ...rest] = WANTED;
		const before = JSON.stringify({ permissions: { deny: [], allow: ['Read', first] } }, null, 2);
		const after = edited(before, WANTED);
		expect(allowed(after.text)).toEqual(['Read', first, ...rest]);
		expect(rulesIn(after.created)).toEqual(rest);
		const added = after.text.replace('"Read"', '"Read", "Write"');
		expect(allowed(edited(added, [], after.created).text)).toEqual(['Read', 'Write', first]);
	});

	test('of another version get the new ones in place of the old', () => {
		const old = edited('{"a":1}', ['Bash(/old/session-keeper documents save:*)']);
		const { text, created } = edited(old.text, WANTED, old.created);
		expect(allowed(text)).toEqual(WANTED);
		expect(edited(text, [], created).text).toBe('{"a":1}');
	});

	test.each(['{"permissions":[]}', '{"permissions":{"allow":"all"}}', '{"permissions":null}', 'null'])(
		'that we do not understand stay as they are: %s',
		(text) => {
			expect(edited(text, WANTED)).toEqual({ text, created: [] });
		},
	);

	test.each([
		'{"permissions":{"allow":["Read"]},"permissions":{"deny":[]}}',
		'{"permissions":{"allow":["Read"],"allow":[]}}',
	])('with a key twice get them where Claude Code reads them: %s', (before) => {
		const after = edited(before, WANTED);
		expect(allowed(after.text)).toEqual(WANTED);
		expect(tight(edited(after.text, [], after.created).text)).toBe(before);
	});

	test('names of other parts in the record stay', () => {
		expect(edited('{"a":1}', [], ['hooks', 'hooks.Stop']).created).toEqual(['hooks', 'hooks.Stop']);
	});
});
