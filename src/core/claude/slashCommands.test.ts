import { expect, test } from 'vitest';
import { shortHash } from '../base/hash';
import { HAND_IN_SECTIONS, readHandIn } from '../handoff/handedIn/handIn';
import { partHandIns } from '../transcript/handInBlock';
import { SLASH_COMMANDS, USUAL_PROGRAM, commandPath, commandText, markedCommand, ownerOf } from './slashCommands';

const usual = { program: USUAL_PROGRAM, prefix: '' };

test.each(SLASH_COMMANDS.filter((name) => name !== 'managing-session-continuity'))(
	'/%s runs the command line before Claude sees a word, and may run nothing else',
	(name) => {
		const text = commandText(name, usual);
		const [, front = '', body = ''] = /^---\n([^]*?)\n---\n\n([^]*)$/u.exec(text) ?? [];
		const allowed = [...front.matchAll(/Bash\(~\/\.claude\/session-keeper\/bin\/session-keeper ([\w ]+):\*\)/gu)].map(
			([, words = '']) => words,
		);
		const may = (words: string): boolean => allowed.some((each) => `${words} `.startsWith(`${each} `));
		expect(allowed.length).toBeGreaterThan(0);
		const runs = [...body.matchAll(/^```!\n([^]*?)\n```$/gmu)].map(([, command = '']) => command);
		expect(runs).toHaveLength(1);
		// The argument is the inside of a quoted here-document, and stands nowhere that a shell reads.
		const [run = ''] = runs;
		expect(run.startsWith(`${USUAL_PROGRAM} `)).toBe(true);
		expect(may(run.slice(USUAL_PROGRAM.length + 1))).toBe(true);
		if (run.includes('$')) expect(run).toMatch(/ <<'(\w+)'\n\$ARGUMENTS\n\1$/u);
		expect(body.replace(/^```!\n[^]*?\n```$/gmu, '')).not.toContain('$ARGUMENTS');
		// Every other program that it names is one that it may run.
		for (const [, words = ''] of body.matchAll(/bin\/session-keeper (\w+ \w+)/gu))
			expect([words, may(words)]).toEqual([words, true]);
	},
);

test('the skill runs nothing by itself, and names only what it may run', () => {
	const text = commandText('managing-session-continuity', usual);
	expect(text).toMatch(/^---\nname: managing-session-continuity\ndescription: .+\nallowed-tools: .+\n---\n\n# /u);
	expect(text).not.toMatch(/```!|\$ARGUMENTS/u);
	for (const [, verb] of text.matchAll(/bin\/session-keeper (\w+)/gu)) expect(verb).toBe('protocol');
	expect(commandPath('managing-session-continuity')).toBe('skills/managing-session-continuity/SKILL.md');
});

test.each(['document-and-save', 'document-and-save-to', 'save-session-protocol'] as const)(
	'/%s asks for lines that the program understands, and for a call that no guard stops',
	(name) => {
		const text = commandText(name, usual);
		const [shown = ''] = partHandIns(text).handIns;
		expect(readHandIn(shown).map(({ section, quotes }) => [section, quotes.length])).toEqual(
			HAND_IN_SECTIONS.map((section) => [section, 1]),
		);
		expect(text).toMatch(
			/`~\/\.claude\/session-keeper\/bin\/session-keeper (?:documents|protocol) save --from-answer`/u,
		);
		// Nothing that Claude writes goes through a shell.
		expect(text.replaceAll('SESSION_KEEPER_ARGUMENT', '')).not.toMatch(/here-document|\{"|--add/u);
	},
);

test('a command of the plugin is called by the name of the plugin', () => {
	const text = commandText('resume-latest', {
		program: '"${CLAUDE_PLUGIN_ROOT}/bin/session-keeper"',
		prefix: 'session-keeper:',
	});
	expect(text).toContain('`/session-keeper:sessions-list`');
	expect(text).toContain('allowed-tools: Bash("${CLAUDE_PLUGIN_ROOT}/bin/session-keeper" resume:*)');
});

test('a file is ours until somebody edits it', () => {
	const text = markedCommand(commandText('session', usual));
	expect(ownerOf(text)).toBe('ours');
	expect(ownerOf(text.replaceAll('\n', '\r\n'))).toBe('ours');
	expect(ownerOf(text.replace('Parking rule', 'My rule'))).toBe('edited');
	expect(ownerOf(`${text}more`)).toBe('edited');
	expect(ownerOf('Mine: $ARGUMENTS\n')).toBe('foreign');
	// Claude reads what stands behind the front matter.
	expect(text).toMatch(/^---\n[^]*\nsession-keeper: [0-9a-f]{8}\n---\n/u);
	expect(text.split('\n---\n')[1]).toBe(commandText('session', usual).split('\n---\n')[1]);
});

test('a file of an earlier version is ours, too', () => {
	const mark = shortHash('Once\n').slice(0, 8);
	const old = `Once\n\n<!-- Session Keeper, written by its installer: ${mark} -->\n`;
	expect(ownerOf(old)).toBe('ours');
	expect(ownerOf(old.replace('Once', 'Twice'))).toBe('edited');
});
