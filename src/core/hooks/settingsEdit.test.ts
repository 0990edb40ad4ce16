import { createScanner } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { type Random, seeded } from '../testing/seeded';
import { BLANK, FOREIGN, OTHER } from '../testing/settingsFiles';
import { toStrictJson } from '../claude/jsonText';
import { wantedHooks } from './launcherCommand';
import { editHooks, ourHooks } from './settingsEdit';
import { isStrictJson } from '../claude/settingsTree';

const LAUNCHER = '/home/dev/.claude/session-keeper/bin/session-keeper-hook';
const WANTED = wantedHooks({ launcher: LAUNCHER, shell: 'sh', isWindows: false, isShared: false });
const OLD = '"/home/dev/.claude/session-keeper/bin/session-keeper-launch.sh\\" SessionStart';
const OURS_OLD = `{ "hooks": [{ "type": "command", "command": ${JSON.stringify(OLD)} }] }`;

/** Every token but white space, with its text: what must survive, comments included. */
function tokens(text: string): readonly string[] {
	const scanner = createScanner(text);
	const found: string[] = [];
	for (let token: number = scanner.scan(); token !== 17; token = scanner.scan())
		if (token !== 14 && token !== 15) found.push(text.slice(scanner.getTokenOffset(), scanner.getPosition()));
	return found;
}

/** Whether `small` is what is left of `large` after deleting something. */
function isSubsequence(small: string, large: string): boolean {
	let at = 0;
	for (let i = 0; i < large.length && at < small.length; i++) if (large[i] === small[at]) at++;
	return at === small.length;
}

function edited(text: string | undefined, wanted = WANTED, created: readonly string[] = []) {
	const edit = editHooks(text, wanted, created);
	if (!edit.ok) throw new Error(`refused: ${edit.error.reason}`);
	return edit.value;
}

const lines = (...all: readonly string[]): string => all.join('\n');

/** Our text opened up an empty pair of brackets here; taken out again, it leaves them on two lines. */
const REOPENED = /^\{\s*\}\n?$|^\{ \/\* nothing|"hooks": \{\}|"SessionEnd": \[\]/u;

describe('settings without our hooks', () => {
	test('there are at least forty of them', () => {
		expect(Object.keys(FOREIGN).length + BLANK.length).toBeGreaterThanOrEqual(40);
	});

	describe.each(Object.entries(FOREIGN))('%s', (_name, before) => {
		const after = edited(before);

		test('nothing but our hooks is new', () => {
			expect(isSubsequence(before, after.text)).toBe(true);
			const names = ourHooks(after.text).map(({ event }) => event);
			expect([...names].sort()).toEqual(['PreCompact', 'SessionEnd', 'SessionStart', 'Stop']);
			// What we add is JSON itself, so a file that Claude Code reads stays one.
			expect(isStrictJson(after.text)).toBe(isStrictJson(before));
			expect(after.text.includes('\r\n')).toBe(before.includes('\r\n'));
		});

		test('twice is once', () => {
			expect(edited(after.text, WANTED, after.created)).toEqual(after);
		});

		test('taking them out leaves what was there', () => {
			const { text, created } = edited(after.text, [], after.created);
			expect(created).toEqual([]);
			expect(tokens(text)).toEqual(tokens(before));
			if (!REOPENED.test(before)) expect(text).toBe(before);
		});

		test('made strict, Claude Code reads it', () => {
			expect(isStrictJson(toStrictJson(after.text))).toBe(true);
			if (isStrictJson(before)) expect(toStrictJson(before)).toBe(before);
		});
	});

	test.each(BLANK)('%s counts as an empty object', (_name, before, left) => {
		const after = edited(before);
		expect(isStrictJson(after.text)).toBe(true);
		expect(ourHooks(after.text)).toEqual(WANTED);
		expect(edited(after.text, WANTED, after.created)).toEqual(after);
		expect(edited(after.text, [], after.created).text).toBe(left);
	});

	test('an absent file becomes one in two spaces with a line end', () => {
		expect(edited(undefined, WANTED.slice(1, 2)).text).toMatchInlineSnapshot(`
			"{
			  "hooks": {
			    "SessionEnd": [
			      {
			        "hooks": [
			          {
			            "type": "command",
			            "command": "\\"/home/dev/.claude/session-keeper/bin/session-keeper-hook\\" SessionEnd",
			            "timeout": 30
			          }
			        ]
			      }
			    ]
			  }
			}
			"
		`);
	});

	test('a group of ours stands behind the others, in the style of the file', () => {
		const before = lines(
			'{',
			'\t"hooks": {',
			'\t\t"SessionEnd": [',
			'\t\t\t{ "hooks": [] }, // mine',
			'\t\t],',
			'\t},',
			'}',
		);
		const short = [{ event: 'SessionEnd', group: { hooks: [] } }];
		expect(edited(before, short).text).toBe(
			lines(
				'{',
				'\t"hooks": {',
				'\t\t"SessionEnd": [',
				'\t\t\t{ "hooks": [] }, // mine',
				'\t\t\t{',
				'\t\t\t\t"hooks": []',
				'\t\t\t},',
				'\t\t],',
				'\t},',
				'}',
			),
		);
	});
});

describe('settings with our hooks', () => {
	test('an older launcher is replaced in its place, and a second one goes', () => {
		const before = `{"hooks":{"SessionStart":[{"hooks":[]},${OURS_OLD},{"hooks":[${OTHER}]},${OURS_OLD}]}}`;
		const { text } = edited(before, WANTED.slice(0, 1));
		const groups = (JSON.parse(text) as { hooks: { SessionStart: unknown[] } }).hooks.SessionStart;
		expect(groups).toEqual([{ hooks: [] }, WANTED[0]?.group, { hooks: [JSON.parse(OTHER)] }]);
	});

	test('an entry that somebody moved into a group of theirs leaves it, the group stays', () => {
		const mixed = `{"hooks":{"SessionStart":[{"matcher":"x","hooks":[${OTHER},${OURS_OLD.slice(12, -3)}]}]}}`;
		const { text } = edited(mixed, []);
		expect(text).toBe(`{"hooks":{"SessionStart":[{"matcher":"x","hooks":[${OTHER}]}]}}`);
	});

	test('an event that we no longer use is let go of', () => {
		const before = `{"hooks":{"Notification":[${OURS_OLD}]}}`;
		expect(JSON.parse(edited(before, WANTED, ['hooks.Notification']).text)).not.toHaveProperty('hooks.Notification');
		expect(edited(before, []).text).toBe('{"hooks":{"Notification":[]}}');
	});

	test('uninstalling from an edited file keeps the edits', () => {
		const installed = edited('{\n  "model": "opus"\n}\n');
		const after = installed.text
			.replace('"model": "opus"', '"model": "haiku", // cheaper')
			.replace('"SessionEnd": [', `"SessionEnd": [\n      { "hooks": [${OTHER}] },`);
		expect(edited(after, [], installed.created).text).toBe(
			lines(
				'{',
				'  "model": "haiku", // cheaper,',
				'  "hooks": {',
				'    "SessionEnd": [',
				`      { "hooks": [${OTHER}] }`,
				'    ]',
				'  }',
				'}',
				'',
			),
		);
	});

	test('a comment inside a list that we made keeps the list', () => {
		const installed = edited('{"model":"opus"}', WANTED.slice(0, 1));
		const noted = installed.text.replace('"SessionStart":[', '"SessionStart":[/* ask first */');
		expect(edited(noted, [], installed.created).text).toBe(
			'{"model":"opus", "hooks": {"SessionStart":[/* ask first */]}}',
		);
	});

	test.each([
		['in the middle', '[1,OURS,2]', '[1,2]'],
		['in the middle with blanks', '[1, OURS, 2]', '[1, 2]'],
		['at the front', '[OURS,2]', '[2]'],
		['alone', '[ OURS ]', '[ ]'],
		['at the end with a trailing comma', '[1, OURS, ]', '[1, ]'],
		['behind a line comment', '[1, // one\nOURS]', '[1 // one\n]'],
		['behind a line comment, with more on its line', '[ // one\n  OURS, 2]', '[ // one\n  2]'],
		['before a comment and a comma', '[\n  OURS /* why */ ,\n  2\n]', '[\n  /* why */ \n  2\n]'],
		['before a comment on its line', '[\n  OURS, // why\n  2\n]', '[\n  // why\n  2\n]'],
		['with a comma on the next line', '[\n  1\n  , OURS\n]', '[\n  1\n  \n]'],
	])('one of ours leaves a list: %s', (_where, list, expected) => {
		const text = `{"hooks":{"Stop":${list.replace('OURS', OURS_OLD)}}}`;
		expect(edited(text, []).text).toBe(`{"hooks":{"Stop":${expected}}}`);
	});
});

// T10
describe('settings that are left alone', () => {
	test.each([
		['invalid JSON', '{ "model": }', 'invalidJson'],
		['half a file', '{ "model": "op', 'invalidJson'],
		['two documents', '{} {}', 'invalidJson'],
		['a comment that does not end', '{} /* open', 'invalidJson'],
		['single quotes', "{'model':1}", 'invalidJson'],
		['a conflict of git', '<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> b\n', 'invalidJson'],
		['an array as root', '[]', 'rootNotObject'],
		['a string as root', '"x"', 'rootNotObject'],
		['hooks as an array', '{"hooks":[]}', 'hooksNotObject'],
		['hooks as a text', '{"hooks":"x"}', 'hooksNotObject'],
		['an event that is an object', '{"hooks":{"SessionEnd":{}}}', 'eventNotArray'],
		['an event that is null', '{"hooks":{"Stop":null}}', 'eventNotArray'],
		['hooks twice', '{"hooks":{},"hooks":{}}', 'duplicateHooks'],
		['hooks twice, once in disguise', '{"hooks":{},"h\\u006foks":{}}', 'duplicateHooks'],
		['91 levels', `{"a":${'['.repeat(90)}${']'.repeat(90)}}`, 'tooDeep'],
		['a million open brackets', '['.repeat(1_000_000), 'tooDeep'],
	])('%s', (_name, text, reason) => {
		const edit = editHooks(text, WANTED);
		expect(edit.ok ? 'edited' : edit.error.reason).toBe(reason);
	});

	test('a refusal of broken JSON names the line', () => {
		const edit = editHooks('{\n  "a": 1,\n  "b" 2\n}', WANTED);
		expect(edit).toEqual({ ok: false, error: { reason: 'invalidJson', line: 3 } });
	});
});

/** A settings file as somebody could have written it: any layout, comments and commas wherever they are allowed. */
function anySettings(random: Random): string {
	const eol = random.pick(['\n', '\r\n']);
	const blank = (): string =>
		random.pick(['', '', ' ', '\t', eol, `${eol}  `, ` /* c${random.int(0, 9)} */ `, ` // c${eol}`, ` /*${eol}*/`]);
	const between = (open: string, items: readonly string[], close: string): string =>
		`${open}${items.map((item) => blank() + item + blank()).join(',')}${items.length > 0 && random.chance(0.2) ? ',' : ''}${blank()}${close}`;
	const some = (make: () => string, most: number): string[] => Array.from({ length: random.int(0, most) }, make);
	const value = (depth: number): string =>
		depth > 2 || random.chance(0.4)
			? random.pick(['1', '"x"', 'null', 'true', '-0.50', '"// no comment"', '"\\u00e9"', OTHER])
			: random.chance(0.5)
				? between(
						'[',
						some(() => value(depth + 1), 3),
						']',
					)
				: between(
						'{',
						some(() => `"k${random.int(0, 99)}"${blank()}:${blank()}${value(depth + 1)}`, 3),
						'}',
					);
	const events = random
		.shuffle(['SessionStart', 'SessionEnd', 'PreCompact', 'Stop', 'Other'])
		.slice(0, random.int(0, 5));
	const hooks = (): string =>
		between(
			'{',
			events.map(
				(event) =>
					`"${event}"${blank()}:${blank()}${between(
						'[',
						some(() => value(1), 3),
						']',
					)}`,
			),
			'}',
		);
	const members = some(() => `"m${random.int(0, 99)}"${blank()}:${value(0)}`, 3);
	if (random.chance(0.7)) members.splice(random.int(0, members.length), 0, `"hooks":${blank()}${hooks()}`);
	return random.pick(['', '\ufeff']) + blank() + between('{', members, '}') + blank();
}

describe('any settings at all', () => {
	test('every byte that is not ours stays, and every token comes back', () => {
		for (let seed = 1; seed <= 600; seed++) {
			const before = anySettings(seeded(seed));
			const installed = edited(before);
			const removed = edited(installed.text, [], installed.created).text;
			const label = `seed ${seed}: ${JSON.stringify(before)}`;
			expect(isSubsequence(before, installed.text), label).toBe(true);
			expect(edited(installed.text, WANTED, installed.created), label).toEqual(installed);
			expect(tokens(removed), label).toEqual(tokens(before));
			expect(isStrictJson(toStrictJson(installed.text)), label).toBe(true);
		}
	});
});
